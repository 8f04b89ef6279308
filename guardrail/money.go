package guardrail

import (
	"strings"

	"shortlist/scoring"
)

// pay finds pay under the person's floor: said in words, or as a figure whose top is under it.
func (r *reader) pay(ci int) {
	c := &r.clauses[ci]
	if i := c.find(tagUnpaid, 0); i >= 0 && !c.unpaidThing(i) {
		r.found(ConceptPay, true, ci, i, i)
	}
	if r.belowFloor(ci) {
		return
	}
	if c.has(tagFloor) && c.says(tagAbove) {
		r.record(ConceptPay, true, ci, satisfied)
		return
	}
	r.figure(ci)
	if i := c.find(tagPay, 0); i >= 0 {
		if k := c.near(tagTooLow, i, 3); k >= 0 {
			r.found(ConceptPay, false, ci, k, k)
		}
	}
}

// unpaidThing reads "unpaid invoices".
func (c *clause) unpaidThing(i int) bool {
	if c.items[i].text != "unpaid" || i+1 == len(c.items) || roleAfter(c, i) {
		return false
	}
	next := c.items[i+1]
	return next.tok.gap == gapNone && (strings.HasSuffix(next.text, "s") || next.text == "overtime") && !isStop(next.text)
}

// belowFloor reads "below the floor", "does not reach the minimum", "too little for the candidate".
func (r *reader) belowFloor(ci int) bool {
	c := &r.clauses[ci]
	payHere := c.has(tagPay) || r.payBefore(ci)
	floor := c.has(tagFloor)
	for i, it := range c.items {
		switch {
		case it.tags.has(tagBelow) && (r.floorAfter(c, i) || payHere && c.personAfter(i)):
			r.found(ConceptPay, true, ci, i, i)
			return true
		case it.tags.has(tagMiss) && (floor || payHere && c.hasAny(tagPay, tagDeal)):
			if hasGap := c.near(tagBad, i, 1); hasGap >= 0 && !floor {
				continue
			}
			r.found(ConceptPay, true, ci, i, i)
			return true
		case it.tags.any(tagReach, tagAbove) && floor && c.negatedBefore(i) && !it.tags.has(tagFloor):
			if k := c.near(tagBelow, i, 3); k >= 0 {
				continue
			}
			r.record(ConceptPay, true, ci, r.doubtOr(ci, applies))
			return true
		case it.tags.has(tagTooLow) && floor && c.names("than"):
			r.found(ConceptPay, true, ci, i, i)
			return true
		case isPart(it.text) && (floor || payHere && c.names("needs", "asks", "wants", "candidate", "person")) && !c.has(tagAbove):
			r.found(ConceptPay, true, ci, i, i)
			return true
		case it.tags.has(tagTooLow) && i > 0 && c.items[i-1].text == "too" && payHere:
			r.found(ConceptPay, true, ci, i, i)
			return true
		}
	}
	return false
}

func isPart(word string) bool {
	return word == "half" || word == "third" || word == "quarter" || word == "fraction"
}

// personAfter reads "under what this person needs".
func (c *clause) personAfter(i int) bool {
	for k := i + 1; k < min(i+6, len(c.items)); k++ {
		switch c.items[k].text {
		case "candidate", "candidates", "person", "persons", "applicant", "applicants", "she", "he", "they", "rubric", "hers", "theirs":
			return true
		}
	}
	return false
}

// floorAfter reports whether a floor, a figure or the candidate follows a "below" closely.
func (r *reader) floorAfter(c *clause, i int) bool {
	for k := i + 1; k < min(i+8, len(c.items)); k++ {
		if c.items[k].tags.has(tagFloor) {
			return true
		}
		if v := c.items[k].tok.value; r.me.floor != nil && v > 0 && v == r.me.floor.Amount {
			return true
		}
	}
	return i > 0 && c.items[i-1].tags.has(tagFloor) && c.has(tagPay)
}

// payBefore reports whether the clause before, of the same sentence, speaks of pay.
func (r *reader) payBefore(ci int) bool {
	return ci > 0 && r.clauses[ci-1].sentence == r.clauses[ci].sentence && r.clauses[ci-1].has(tagPay)
}

// negatedBefore reports whether a negation stands close before i.
func (c *clause) negatedBefore(i int) bool {
	for k := max(0, i-4); k < i; k++ {
		if c.items[k].tags.any(tagNeg, tagNegAhead) {
			return true
		}
	}
	return false
}

// figure compares the highest figure of pay with the floor. "From 55k" has no top, and a figure beside "bonus" or "users"
// is no pay.
func (r *reader) figure(ci int) {
	c := &r.clauses[ci]
	floor := yearly(r.me.floor)
	if floor <= 0 {
		return
	}
	sentencePay := c.has(tagPay) || r.payBefore(ci) || r.payAfter(ci)
	best, at, open := 0.0, -1, false
	for i, it := range c.items {
		v := it.tok.value
		if v <= 0 || !r.isPay(c, i, sentencePay) {
			continue
		}
		if i+1 < len(c.items) && c.items[i+1].tok.dash && c.items[i+1].tok.value > v && v < 1000 && c.items[i+1].tok.thousands {
			continue // "50-70k": the top follows
		}
		if v = annual(c, i, v); v > best {
			best, at = v, i
			open = i > 0 && c.items[i-1].tags.has(tagFrom) || i+2 == len(c.items) && c.items[i+1].text == "plus"
			open = open || i+1 < len(c.items) && c.items[i+1].tags.has(tagFrom) && !c.items[i+1].tags.has(tagUpTo) && c.items[i+1].text != "from"
		}
	}
	if at < 0 || best < 5000 || !sameMoney(c.items[at].tok.money, r.me.floor.Currency) {
		return
	}
	switch {
	case best == floor && c.negatedBefore(at) && !(at > 0 && c.items[at-1].tags.any(tagBelow, tagAbove)):
		r.record(ConceptPay, true, ci, r.doubtOr(ci, applies)) // "does not pay the 60k"
	case best >= floor:
		r.record(ConceptPay, true, ci, satisfied)
	case !open:
		p := r.polarity(ci, at, at)
		if p == optional { // "plus bonus"
			p = applies
		}
		if p == negated && (!c.negatedBefore(at) || c.reachesNot(at)) {
			p = applies
		}
		r.record(ConceptPay, true, ci, p)
	}
}

// reachesNot reads "does not even get to 55k".
func (c *clause) reachesNot(i int) bool {
	for k := max(0, i-3); k < i; k++ {
		if c.items[k].tags.any(tagReach, tagAbove) {
			return c.negatedBefore(k)
		}
	}
	return false
}

func (r *reader) payAfter(ci int) bool {
	return ci+1 < len(r.clauses) && r.clauses[ci+1].sentence == r.clauses[ci].sentence && r.clauses[ci+1].has(tagPay)
}

// isPay reports whether the figure at i is a pay: money, in thousands or with a period, and not the floor itself.
func (r *reader) isPay(c *clause, i int, context bool) bool {
	it := c.items[i]
	near := func(k int) tags {
		if k < 0 || k >= len(c.items) {
			return tags{}
		}
		return c.items[k].tags
	}
	if near(i+1).has(tagFloor) || near(i-1).has(tagFloor) || near(i-2).has(tagFloor) && isSmall(c.items[i-1].text) {
		return false
	}
	for _, k := range [...]int{i - 2, i - 1, i + 1, i + 2} {
		if near(k).has(tagNotPay) && !(k == i+2 && isAnd(c.items[i+1].text)) {
			return false
		}
	}
	if i+1 < len(c.items) && (near(i+1).any(tagBelow, tagAbove) || c.items[i+1].text == "extra") {
		return false // a difference
	}
	if near(i-1).any(tagBelow, tagAbove) && c.has(tagFloor) {
		return false
	}
	switch {
	case it.tok.money != "":
		return it.tok.thousands || it.tok.value >= 10_000 || periodOf(c, i) > 0
	case it.tok.thousands:
		return context || i == len(c.items)-1 || periodOf(c, i) > 0 || near(i+1).any(tagPay, tagUpTo)
	}
	return context && (it.tok.value >= 10_000 || periodOf(c, i) > 1 && it.tok.value >= 8)
}

func isSmall(word string) bool {
	switch word {
	case "of", "is", "at", "the", "a":
		return true
	}
	return false
}

// periodOf is how many of the period that follows the figure a year has, or 0 where none is named.
func periodOf(c *clause, i int) float64 {
	for k := i + 1; k < min(i+6, len(c.items)); k++ {
		switch word := lastWord(c.items[k].text); word {
		case "year", "yearly", "annum", "annual", "annually", "jahr", "jahrlich", "ano", "pa", "yr":
			return 1
		case "month", "monthly", "monat", "monatlich", "mois", "mes", "mensual", "pm":
			return 12
		case "week", "weekly", "woche":
			return 52
		case "day", "daily", "tag", "jour", "dia":
			return 220
		case "hour", "hourly", "stunde", "heure", "hora", "h", "hr":
			return 1800
		}
	}
	for k := max(0, i-3); k < i; k++ {
		switch c.items[k].text {
		case "monthly", "monatlich", "mensual":
			return 12
		case "hourly", "hourly rate":
			return 1800
		case "daily", "day rate":
			return 220
		}
	}
	return 0
}

func lastWord(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }

// annual makes a yearly figure of one with a period. A year has 220 working days and 1,800 hours.
func annual(c *clause, i int, v float64) float64 {
	p := periodOf(c, i)
	switch {
	case p <= 1, v >= 15_000 && p >= 12:
		return v
	}
	return v * p
}

func yearly(f *scoring.PayFloor) float64 {
	if f == nil {
		return 0
	}
	switch f.Per {
	case scoring.PerHour:
		return f.Amount * 1800
	case scoring.PerDay:
		return f.Amount * 220
	case scoring.PerWeek:
		return f.Amount * 52
	case scoring.PerFortnight:
		return f.Amount * 26
	case scoring.PerMonth:
		return f.Amount * 12
	}
	return f.Amount
}

// sameMoney reports whether two currencies are near enough to compare without a rate; a currency left out is the floor's.
func sameMoney(a, b string) bool {
	if a == "" || a == b {
		return true
	}
	near := func(c string) bool { return c == "EUR" || c == "USD" || c == "GBP" || c == "CHF" }
	return near(a) && near(b)
}
