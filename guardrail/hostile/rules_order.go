package hostile

var overrideRules = []rule{
	// "Ignore all previous instructions", "ignore the instructions above", "alle bisherigen Anweisungen ignorieren".
	guarded(InstructionOverride, w(override, 0), w(prior, 3), w(target, 2)),
	guarded(InstructionOverride, w(override, 0), w(target, 3), w(prior, 3)),
	guarded(InstructionOverride, w(prior, 0), w(orders, 1), w(override, 4)),
	guarded(InstructionOverride, w(override, 0), w(everyone, 2), w(orders, 2)),
	guarded(InstructionOverride, w(override, 0), w(whole, 1), w(prior|instead, 3)),
	guarded(InstructionOverride, w(override, 0), w(whole, 0), w(produce, 1)),
	guarded(InstructionOverride, w(override, 0), w(target, 3), w(instead, 3)),
	guarded(InstructionOverride, w(override, 0), w(target, 3), w(say, 2)).with(target),
	guarded(InstructionOverride, w(dropping, 0), w(everyone, 3), w(prior, 1), w(orders|matter, 1)).with(focus | fresh | instead | orders | endWord),
	guarded(InstructionOverride, w(dropping, 0), w(everyone, 2), w(orders, 0)),
	// "New instructions:", "change of instructions."
	seq(InstructionOverride, marked(fresh, 0, severed), marked(orders, 2, pause)).with(orders),
	seq(InstructionOverride, w(fresh, 0), w(toward|prior, 0), marked(orders, 1, pause)),
	// "stop reading and instead …", "and instead print …", "focus on your new task".
	seq(InstructionOverride, w(stop, 0), w(readWord, 0), w(instead|orders|produce|override, 5)),
	order(InstructionOverride, w(instead, 0), w(produce|reveal, 0)).with(orders | credential | whole),
	seq(InstructionOverride, w(focus, 0), w(fresh, 3), w(orders|matter, 1)).with(yours | instead | orders),
}

// orderRules find orders to leave a prompt in other words than "ignore".
var orderRules = []rule{
	order(InstructionOverride, w(never, 0), lit(1, "follow obey heed listen adhere comply befolge befolgen suivez suis sigas siga seguire volg przestrzegaj"), w(prior|concealed|yours, 2), w(orders, 2)),
	{kind: InstructionOverride, command: true, apart: true, steps: []step{w(never, 0), lit(1, "follow obey heed suivez suis sigas siga seguire volg przestrzegaj"), w(target, 3), w(prior, 2)}},
	{kind: InstructionOverride, command: true, apart: true, steps: []step{w(never, 0), lit(1, "follow obey heed suivez suis sigas siga seguire volg przestrzegaj"), w(prior, 3), w(target, 1)}},
	seq(InstructionOverride, w(orders, 0), w(prior, 2), w(never, 1), marked(special, 3, pause).named("apply applies appliquent plus aplican applicano gelten valid more")),
	seq(InstructionOverride, w(prior, 0), w(orders, 0), w(never, 2), marked(special, 2, pause).named("apply applies gelten valid")),
	seq(InstructionOverride, w(this, 0), w(orders, 1), lit(2, "precedence supersede supersedes"), w(whole|everyone|prior, 2)),
	guarded(InstructionOverride, w(override, 0), w(target, 2), w(you, 0), lit(0, "were are have got"), lit(1, "given told")),
	seq(InstructionOverride, w(never, 0), lit(0, "attention"), w(toward, 0), w(prior, 3), w(target, 2)),
	seq(InstructionOverride, w(never, 0), lit(0, "attention"), w(toward, 0), w(target, 3), w(prior, 2)),
	seq(InstructionOverride, w(stop, 0), lit(0, "following obeying"), w(prior|concealed|yours, 1), w(orders, 1)),
	seq(InstructionOverride, w(orders, 0), w(are, 5), lit(1, "void outdated obsolete cancelled canceled revoked superseded overridden")),
	seq(InstructionOverride, w(yours, 0), lit(0, "real actual true"), w(orders, 0)),
	seq(InstructionOverride, w(yours, 0), lit(0, "real actual true"), lit(0, "task tasks"), w(are, 0)),
	seq(InstructionOverride, lit(0, "above"), lit(0, "was is"), lit(3, "test example")),
	seq(InstructionOverride, w(whole, 0), w(prior, 0), w(this, 0), lit(0, "line point message sentence")),
	guarded(InstructionOverride, w(override, 0), w(whole, 1), lit(0, "else")),
	seq(InstructionOverride, lit(0, "compte cuenta conto conta rekening uwage"), w(target, 3), w(prior, 2)).with(never),
	seq(InstructionOverride, lit(0, "compte cuenta conto conta rekening uwage"), w(prior, 3), w(target, 2)).with(never),
	seq(InstructionOverride, lit(0, "beachte beachten befolge befolgen volg"), w(prior, 2), w(target, 0), w(never, 1)),
	seq(InstructionOverride, w(never, 0), lit(3, "follow obey apply use"), w(this, 0), w(promptWord, 0)),
	guarded(InstructionOverride, w(override, 0), w(this|yours, 0), w(promptWord, 0)),
	order(InstructionOverride, w(override|dropping, 0), w(yours, 0), lit(1, "guidelines rules programming restrictions constraints criteria")),
	seq(InstructionOverride, lit(0, "aside"), w(everyone|this|prior, 0), w(target, 1)),
	seq(InstructionOverride, lit(0, "regardless matter whatever"), w(promptWord, 3)),
	seq(InstructionOverride, w(promptWord, 0), lit(2, "changed obsolete outdated void replaced")),
	seq(InstructionOverride, marked(fresh, 0, opens), marked(promptWord, 0, colon)),
	seq(InstructionOverride, marked(fresh, 0, opens), marked(special, 0, colon).named("task rule command order persona objective aufgabe regel tache regle tarea regla compito regola taak tarefa zadanie")),
	seq(InstructionOverride, w(yours, 0), lit(0, "next"), lit(0, "task"), w(are, 0)),
	seq(InstructionOverride, lit(0, "start begin"), w(article, 0), w(fresh, 0), lit(0, "conversation session")),
	seq(InstructionOverride, lit(0, "decode decrypt decipher"), lit(8, "follow execute obey")),
	seq(InstructionOverride, marked(special, 0, shouted).named("system admin developer root"), marked(special, 0, shouted).named("override")),
	order(InstructionOverride, w(never, 0), lit(0, "tell inform show"), w(this, 0), lit(0, "user human")),
	seq(InstructionOverride, lit(0, "keep"), w(this, 0), w(note|orders, 1), w(concealed, 1)),
}

// polite is what a machine is asked for by its name.
const polite = produce | say | give | recommend | scoreVerb | note | override | markAs | reveal | focus

// addressRules find who a text speaks to.
var addressRules = []rule{
	// "This message is for AI models", "this note comes from the developers".
	seq(InstructionOverride, w(this, 0), marked(note, 0, early), w(toward, 2), spoken(machine, 3).unsevered()),
	seq(InstructionOverride, w(this, 0), marked(note, 0, early), lit(2, "from"), lit(1, "developers developer creators operators administrators")),
	// "You, the model, …", "Bots: please …", "Text for robots: …".
	seq(InstructionOverride, marked(you, 0, pause), w(this, 0), marked(model|machine|evaluator, 0, pause)),
	seq(InstructionOverride, marked(machine, 0, opens|pause), lit(0, "please must"), w(polite, 1)),
	seq(InstructionOverride, marked(special, 0, opens|pause).named("assistant assistants model"), lit(0, "please must"), w(polite, 1)),
	seq(InstructionOverride, lit(0, "text section"), w(toward, 0), marked(machine, 0, colon)),
	seq(InstructionOverride, lit(0, "for"), lit(0, "machine"), lit(0, "readers")),
	// "Note to any AI reading this", "if you are a language model", "AI systems parsing this page".
	seq(InstructionOverride, marked(note, 0, early), w(toward, 1), spoken(machine, 3).unsevered()),
	seq(InstructionOverride, marked(note, 0, early), w(toward, 0), w(language, 1), spoken(model, 1)),
	seq(InstructionOverride, marked(note, 0, early), w(toward, 0), w(article|everyone, 0), w(article, 0), w(language, 0), spoken(model, 1)),
	seq(InstructionOverride, marked(note, 0, early), w(toward, 1), spoken(evaluator, 3)),
	seq(InstructionOverride, w(ifWord, 0), w(you, 0), w(are, 0), spoken(machine, 0)),
	seq(InstructionOverride, w(ifWord, 0), w(you, 0), w(are|article, 0), w(article, 0), spoken(machine, 0)),
	seq(InstructionOverride, w(ifWord, 0), w(you, 0), w(article, 0), spoken(machine, 0)),
	seq(InstructionOverride, w(ifWord, 0), w(you, 0), spoken(machine, 0)),
	seq(InstructionOverride, w(ifWord, 0), w(you, 0), w(article|are, 1), w(language, 1), spoken(model, 1)),
	seq(InstructionOverride, w(greeting, 0), spoken(machine, 1)),
	seq(InstructionOverride, w(greeting, 0), w(language, 1), spoken(model, 1)),
	seq(InstructionOverride, w(machine, 0), w(readWord, 3), w(this, 1), w(listing|matter, 1)),
	seq(InstructionOverride, w(machine, 0), w(this, 2), w(listing|matter, 1), w(readWord, 2)),
	seq(InstructionOverride, w(language, 0), w(model, 1), w(readWord, 3), w(this, 1), w(listing|matter, 1)),
	seq(InstructionOverride, w(as, 0), w(article, 0), spoken(machine, 0), w(you, 0), w(must, 0)),
	seq(InstructionOverride, marked(special, 0, opens).named("to an a aan al do"), marked(machine, 3, colon)),
	seq(InstructionOverride, marked(special, 0, opens).named("to an a aan al do"), w(machine|language, 3), marked(model|evaluator|screening, 1, colon)),
	seq(InstructionOverride, marked(machine, 0, severed), marked(note, 1, colon)),
	seq(InstructionOverride, marked(machine, 0, severed|colon), w(scoreVerb|give|recommend|override|markAs, 1)),
	seq(InstructionOverride, lit(0, "for"), w(machine, 0), lit(0, "use"), lit(0, "only")),
	seq(InstructionOverride, marked(note, 0, early), w(toward, 0), w(screening, 2), spoken(model, 0)),
	seq(InstructionOverride, w(article, 0), thing(machine, 0), lit(1, "process read parse evaluate score rank summarise summarize"), w(this, 0), w(listing|matter, 0)),
	seq(InstructionOverride, w(ifWord, 0), w(you, 0), w(are, 0), lit(2, "chatgpt gpt gpt4 gpt5 llm chatbot sprachmodell taalmodel").thing()),
	seq(InstructionOverride, w(ifWord, 0), w(you, 0), w(article, 0), w(model, 0), w(language, 1)),
	seq(InstructionOverride, w(ifWord, 0), w(you, 0), w(are, 0), w(article, 0), w(model, 0), w(language, 1)),
	seq(InstructionOverride, w(ifWord, 0), w(you, 0), w(model, 0), w(language, 0)),
	seq(InstructionOverride, w(greeting, 0), marked(special, 0, pause).named("model llm assistant")),
	seq(InstructionOverride, lit(0, "any whichever whatever every"), w(machine|language|model, 2), w(readWord, 3), w(this, 1), w(listing|matter, 1)),
}

var roleRules = []rule{
	seq(RoleConfusion, w(you, 0), w(are, 0), w(now|act, 1), thing(developer|machine|model, 3)),
	seq(RoleConfusion, w(you, 0), w(are, 0), w(now, 1), marked(persona, 3, shouted)),
	seq(RoleConfusion, w(you, 0), w(are, 0), marked(persona, 0, shouted|pause)),
	seq(RoleConfusion, w(you, 0), w(are, 0), w(now, 0), w(language, 9), w(model, 1)),
	seq(RoleConfusion, w(now, 0), w(you, 1), w(must, 1), w(act|persona|produce, 3)),
	seq(RoleConfusion, w(now, 0), w(you, 2), thing(model|machine, 3)).with(never | machine | language),
	order(RoleConfusion, w(act, 0), w(as, 0), w(persona, 2), w(persona, 1)),
	order(RoleConfusion, w(act, 0), spoken(machine, 3)),
	seq(RoleConfusion, w(act, 0), marked(persona, 12, shouted)),
	seq(RoleConfusion, lit(0, "enable activate enter simulate switch toggle aktiviere active activa"), w(developer, 2), w(mode, 0)),
	seq(RoleConfusion, lit(0, "enter switch enable"), lit(2, "unrestricted uncensored"), w(mode, 0)),
	seq(RoleConfusion, w(developer, 0), w(mode, 0), lit(1, "enabled activated unlocked active on engaged")),
	seq(RoleConfusion, w(you, 0), w(are, 0), w(never, 0), lit(0, "longer"), thing(machine|model|evaluator, 3)),
	seq(RoleConfusion, lit(0, "imagine pretend suppose"), w(you, 1), w(are, 0), w(article, 0), thing(machine|language, 0)),
}
