package pay

import (
	"strings"

	"shortlist/scoring"
)

const (
	backWindow = 220 // bytes of text before a figure that are read
	backWords  = 48
	onWindow   = 90 // bytes after it
	onWords    = 8
	never      = 99 // the distance of a word that is not there
)

// evidence is what the words on one side of a figure say: distances are in words, the nearest word is 1.
type evidence struct {
	pay, perk, firm int
	period          scoring.Period
	tongue          tongue
	gross, total    bool // the nearer of the two counts
	based           bool // "base" or "gross" stands right by the figure
	labelled        bool // a colon stands right before the figure
	apiece          bool // per client, per referral
	atLeast, atMost bool
	start, end      int // where what belongs to the figure starts or ends
}

// near notes the word that stands d words away.
func (v *evidence) near(e entry, d int) {
	if e.has(pays) {
		v.pay = min(v.pay, d)
	}
	if e.has(perk) {
		v.perk = min(v.perk, d)
	}
	if e.has(firm) {
		v.firm = min(v.firm, d)
	}
	v.gross = v.gross || e.has(gross)
	v.based = v.based || e.has(gross) && d <= 3
	v.total = v.total || e.has(total) && !v.gross && d <= 6
	if v.tongue == english {
		v.tongue = e.tongue
	}
}

// word is one word of a text in small letters, and where it starts.
type word struct {
	text string
	at   int
}

// before reads the words of the clause that ends at start, nearest first.
func before(low string, start int) evidence {
	v := evidence{pay: never, perk: never, firm: never, start: start}
	sc := scopeOf(low, start)
	var buf [backWords]word
	words := clauseWords(low, sc.from, start, buf[:0])
	n := len(words)
	bounded := false
	text := func(i int) string {
		if i < 0 || i >= n {
			return ""
		}
		return words[i].text
	}
	for i := n - 1; i >= 0; i-- {
		e, d := classify(words[i].text), n-i
		e.roles = sensed(e.roles, text(i-1), words[i].text, text(i+1))
		if words[i].at < sc.line && !sc.colon {
			e.roles &^= perk // another item of a list, not the figure's label
		}
		v.near(e, d)
		if v.period == "" {
			v.period = periodBefore(e, text(i-1))
		}
		if !bounded {
			bounded = v.bound(e, words[max(0, i-1):i+1], d)
		}
	}
	v.labelled = endsWithColon(low[sc.from:start])
	if v.pay == never && headed(low, sc) {
		v.pay = headedPay
	}
	return v
}

// sensed takes from a word's roles those that its neighbours deny: "paid leave" is no pay, a legal minimum wage is not
// this job's.
func sensed(r role, prev, w, next string) role {
	switch w {
	case "paid":
		switch next {
		case "time", "leave", "holidays", "holiday", "vacation", "parental", "sick", "days", "off", "medical", "family", "maternity", "by":
			return r &^ pays
		}
	case "pay", "compensation", "salary":
		if prev == "eligible" || prev == "your" || next == "period" || next == "periods" || next == "transparency" {
			return r &^ pays
		}
	case "wage":
		if prev == "minimum" {
			return r&^pays | perk
		}
	case "total":
		return r | total
	case "one":
		if next == "time" || next == "off" {
			return r | perk
		}
	case "target":
		if next == "earnings" {
			return r | total
		}
	}
	return r
}

// periodBefore is the period that a word before the figure tells: "annual", "Stundenlohn", "per year".
func periodBefore(e entry, prev string) scoring.Period {
	if e.period != "" {
		if prev == "bi" && e.period == scoring.PerWeek {
			return scoring.PerFortnight
		}
		return e.period
	}
	// "20 hours per week" tells the hours, so only the longer and the shorter spans count here.
	if e.span == scoring.PerWeek || e.span == scoring.PerDay {
		return ""
	}
	if prev == "per" || prev == "pro" || prev == "par" || prev == "por" {
		return e.span
	}
	return ""
}

// bound notes "from" and "up to", which must stand right before the figure but for fillers. pair is a word, d words
// away, and the one before it. True ends the search.
func (v *evidence) bound(e entry, pair []word, d int) bool {
	w, prev := pair[len(pair)-1], pair[0]
	begins := prev.text == "starting" || prev.text == "starts" || prev.text == "start"
	switch {
	case d > 4:
		return true
	case w.text == "to" && prev.text == "up":
		v.atMost, v.start = true, prev.at
	case w.text == "at" && begins:
		v.atLeast, v.start = true, prev.at
	case e.has(ceiling) && !(w.text == "bis" && d > 2):
		v.atMost, v.start = true, w.at
	case e.has(floor) && w.text != "starting" && w.text != "starts":
		v.atLeast, v.start = true, w.at
	default:
		return !e.has(filler)
	}
	return true
}

// clauseWords appends the words of low[i:end] to buf; what stands in closed brackets is left out. The last words are
// kept.
func clauseWords(low string, i, end int, buf []word) []word {
	open := -1
	for i < end {
		w := letterWidth(low, i)
		switch {
		case w > 0:
			text, to := lettersOn(low[:end], i)
			if len(buf) == cap(buf) {
				copy(buf, buf[1:])
				buf = buf[:len(buf)-1]
				open--
			}
			buf = append(buf, word{text, i})
			i = max(to, i+1)
			continue
		case low[i] == '(':
			open = len(buf)
		case low[i] == ')' && open >= 0:
			buf, open = buf[:open], -1
		}
		i++
	}
	return buf
}

// after reads the words that follow the figure up to the end of what it speaks of.
func after(low string, end int) evidence {
	v := evidence{pay: never, perk: never, firm: never, end: end}
	limit := min(len(low), end+onWindow)
	per := false
	open, comma := false, false // in brackets or behind a comma, where only the period still counts
	for i, n := end, 0; i < limit && n < onWords; {
		if letterWidth(low, i) == 0 {
			switch c := low[i]; {
			case isDigit(c):
				v.apiece = v.apiece || per && i-end < 12 // "$20 per 100 words"
				return v
			case ends(low, i, end), c == '+' && (v.period != "" || !adverbFollows(low, i+1)):
				return v
			case c == '/':
				per = true
			case c == '(' || c == ',':
				open, comma = true, comma || c == ','
			case c == ')':
				open = comma
			}
			i++
			continue
		}
		text, to := lettersOn(low, i)
		e := classify(text)
		n++
		if text == "target" {
			e.roles |= total
		}
		if span, dotted := dottedPeriod(low, text, to); dotted > 0 {
			text, e, to, per = "p.", entry{span: span}, dotted, true
		}
		if e.has(stop) && !per || !v.follow(e, text, n, per, open, to) {
			return v
		}
		per = e.has(unit) || per && e.has(filler)
		i = to
	}
	return v
}

// ends reports whether the mark at low[i] ends what the figure that ends at start speaks of.
func ends(low string, i, start int) bool {
	switch low[i] {
	case '\n', ';', '|', ':', '!', '?':
		return true
	case '.':
		if isASCIILetter(at(low, i+1)) {
			return false
		}
		before, _ := lettersBack(low, i)
		return i == start || !abbreviations[before]
	}
	return strings.HasPrefix(low[i:], "•")
}

// abbreviations are written with a full stop that ends no sentence.
var abbreviations = wordSet(`std mtl monatl jhrl jährl ca inkl incl zzgl approx hr yr mo a`)

// dottedPeriod reads "p.a.", "p. a." and "p.m." from their p, which ends at i; 0 where it is something else.
func dottedPeriod(low, text string, i int) (scoring.Period, int) {
	if text != "p" || at(low, i) != '.' {
		return "", 0
	}
	next, to := lettersOn(low, skipSpaces(low, i+1, 1))
	switch next {
	case "a":
		return scoring.PerYear, to
	case "m":
		return scoring.PerMonth, to
	}
	return "", 0
}

// follow notes one word after the figure. False ends the reading.
func (v *evidence) follow(e entry, text string, n int, per, open bool, to int) bool {
	p := e.period
	if e.span != "" && (per || n == 1 && len(text) > 2 && !e.has(unit)) {
		p = e.span
	}
	if p != "" && v.period == "" && v.perk == never && n <= 4 {
		v.period = p
		v.end = to
		if v.tongue == english {
			v.tongue = e.tongue
		}
		return true
	}
	if per && e.has(each) {
		v.apiece = true
		return false
	}
	if open {
		return true
	}
	if text != "earn" && text != "verdienen" { // verbs of what stands before the figure
		v.near(e, n)
	}
	if e.has(gross) && v.period == "" {
		if n <= 2 {
			v.end = to
		}
		v.pay = min(v.pay, n)
	}
	return true
}

// adverbFollows reports whether the next word tells a period: "$380,000 + annually".
func adverbFollows(low string, i int) bool {
	word, _ := lettersOn(low, skipSpaces(low, i, 1))
	return strings.HasSuffix(word, "ly") && classify(word).period != ""
}
