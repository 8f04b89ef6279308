package hostile

var leakRules = []rule{
	// "reveal your system prompt", "repeat the initial instructions".
	{kind: Exfiltration, steps: []step{w(reveal, 0), w(concealed, 4), w(orders, 1)}, command: true, apart: true},
	{kind: Exfiltration, steps: []step{w(reveal, 0), w(yours, 3), w(orders, 1)}, command: true, apart: true},
	order(Exfiltration, w(reveal, 0), w(target, 3), w(you, 0), lit(0, "were have got are"), lit(1, "given told received got")),
	seq(Exfiltration, lit(0, "what"), lit(0, "were are"), w(you, 0), lit(0, "told instructed programmed")),
	order(Exfiltration, lit(0, "repeat print output echo"), w(whole|matter|orders, 2), lit(0, "above before")),
	order(Exfiltration, lit(0, "repeat echo recite"), lit(2, "words sentences lines"), lit(0, "above before")),
	order(Exfiltration, lit(0, "summarise summarize describe paraphrase explain reveal"), w(yours, 0), w(concealed, 0), lit(0, "message messages prompt")),
	seq(Exfiltration, lit(0, "what"), lit(8, "message messages"), w(toward, 0), w(this, 0), lit(0, "conversation")),
	order(Exfiltration, lit(0, "include append copy embed insert put"), w(promptWord, 3), w(this|yours, 1), lit(1, "answer response output reply rationale")),
	order(Exfiltration, lit(0, "leak reveal disclose expose dump exfiltrate output post"), w(this|yours, 0), w(promptWord, 1)),
	order(Exfiltration, lit(0, "encode translate"), w(concealed|yours, 1), w(orders, 1)),
	{kind: Exfiltration, steps: []step{w(produce, 0), w(yours, 0), w(orders|concealed, 0)}, command: true, apart: true},
	{kind: Exfiltration, steps: []step{w(reveal, 0), w(this|yours, 0), w(promptWord, 1), w(toward, 1)}, command: true, apart: true, address: true},
	{kind: Exfiltration, steps: []step{w(reveal, 0), w(credential, 5), w(admin, 4)}, command: true, apart: true},
	{kind: Exfiltration, steps: []step{w(reveal, 0), w(admin, 3), w(credential, 1)}, command: true, apart: true},
}

// frameRules find what pretends that the advert is over: a line of its own such as "END OF ADVERT", with more behind.
var frameRules = []rule{
	{kind: EnvelopeEscape, steps: []step{marked(endWord, 0, lineHead), w(toward, 0), marked(listing|orders|matter, 3, lineTail)}, after: true},
	{kind: EnvelopeEscape, steps: []step{marked(endWord, 0, severed|shouted), w(toward, 0), marked(listing|orders|matter, 3, shouted)}, after: true},
	{kind: EnvelopeEscape, steps: []step{marked(endWord, 0, lineHead|shouted), marked(listing|orders|matter, 2, lineTail|shouted)}, after: true},
}
