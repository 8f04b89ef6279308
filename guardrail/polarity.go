package guardrail

import "slices"

// polarity is how a rationale speaks of a disqualifier.
type polarity string

const (
	applies      polarity = "applies"
	negated      polarity = "negated"
	optional     polarity = "optional"     // a plus, a choice
	otherSubject polarity = "other"        // of another vacancy, team or company
	past         polarity = "past"         // no longer so
	hypothetical polarity = "hypothetical" // if, might
	satisfied    polarity = "satisfied"    // the person has it
)

const (
	negReach     = 7 // items a negation reaches ahead
	negBackReach = 4 // items a "not" reaches back
)

// mark carries "if", "formerly" and "the sister company" from the clause that says them to those after it in the same
// sentence, until a contrast or a word like "this one" or "now".
func mark(clauses []clause) {
	carried, sentence := polarity(""), -1
	for i := range clauses {
		c := &clauses[i]
		if c.sentence != sentence {
			carried, sentence = "", c.sentence
		}
		if c.contrast || c.hasAny(tagThis, tagNow) {
			carried = ""
		}
		c.doubt, c.doubtAt = carried, -1
		if i+1 < len(clauses) && (c.setApart(&clauses[i+1]) || c.handedOn(&clauses[i+1])) {
			c.doubt = otherSubject
			continue
		}
		for k, it := range c.items {
			d := doubtOf(it.tags)
			if isUntil(it.text) && k+1 < len(c.items) && c.items[k+1].tok.value > 1980 && c.items[k+1].tok.value < 2100 {
				d = past
			}
			if d == "" || c.hasAny(tagThis, tagNow) && d != hypothetical {
				continue
			}
			c.doubt, c.doubtAt = d, k
			break
		}
		carried = c.doubt
		if c.doubt == "" && c.items[len(c.items)-1].ask {
			c.doubt = hypothetical
		}
	}
}

// setApart reports whether the next clause sets this job apart from what the clause speaks of: "the office team works on
// site, this role is remote".
func (c *clause) setApart(next *clause) bool {
	if c.otherTeam() && c.has(tagAttend) && next.has(tagRemote) && !next.has(tagAttend) && (next.otherTeam() || next.opensWith("others")) {
		return true
	}
	if c.items[0].tags.has(tagThis) || !next.has(tagThis) && !next.opensWith("this") {
		return false
	}
	if c.otherTeam() || next.contrast && c.ofCompany() {
		return true
	}
	return !next.contrast && !next.colon && next.items[0].text != "and" && (next.hasAny(tagNeg, tagRemote) || next.items[0].text == "here")
}

// doubtSoon reports whether another subject stands at the clause's start.
func (c *clause) doubtSoon() bool {
	return slices.ContainsFunc(c.items[:min(3, len(c.items))], func(it item) bool { return it.tags.has(tagOther) })
}

// opensWith reports whether the clause begins with the word, a "but" aside.
func (c *clause) opensWith(word string) bool {
	return c.items[0].text == word || c.contrast && len(c.items) > 1 && c.items[1].text == word
}

// handedOn reports whether the next clause says that others do it: "those are handled by another team".
func (c *clause) handedOn(next *clause) bool {
	first := next.items[0].text
	if next.contrast && len(next.items) > 1 {
		first = next.items[1].text
	}
	if last := next.items[len(next.items)-1].text; next.doubtSoon() && (last == "it" || last == "that" || last == "them" || last == "those" || last == "this") {
		return true // "though another team owns it"
	}
	switch first {
	case "those", "these", "they", "which", "that", "it", "this", "handled by", "done by", "served by":
		return next.has(tagOther) && !next.has(tagThis)
	}
	return false
}

// otherTeam reports whether the clause speaks of the team or office of some place: "the Munich team works on-site".
func (c *clause) otherTeam() bool {
	for i := 1; i < len(c.items); i++ {
		switch c.items[i].text {
		case "team", "teams", "crew", "staff", "office", "people", "colleagues", "entity", "branch":
			if c.items[i-1].where != nil {
				return true
			}
		}
	}
	return false
}

func isUntil(word string) bool {
	return word == "until" || word == "till" || word == "before" || word == "bis" || word == "hasta"
}

func doubtOf(t tags) polarity {
	switch {
	case t.has(tagOther):
		return otherSubject
	case t.has(tagPast):
		return past
	case t.has(tagHyp):
		return hypothetical
	}
	return ""
}

// negates reports whether the items from i to j of a clause are negated.
func (c *clause) negates(i, j int) bool {
	for k := max(0, i-negReach); k < i; k++ {
		if c.items[k].tags.any(tagNeg, tagNegAhead) {
			return true
		}
	}
	for k := i; k <= min(j+negBackReach, len(c.items)-1); k++ {
		if c.items[k].tags.has(tagNeg) && !c.unmet(k) || k < j && c.items[k].tags.has(tagNegAhead) {
			return true
		}
	}
	return false
}

// unmet reports whether the "not" at k is that of "cannot be met".
func (c *clause) unmet(k int) bool {
	for m := k + 1; m < min(k+3, len(c.items)); m++ {
		if c.items[m].tags.any(tagMet, tagFits) && c.items[m].text != "does" && c.items[m].text != "can" {
			return true
		}
	}
	return false
}

// polarity judges the items from i to j of the clause at ci.
func (r *reader) polarity(ci, i, j int) polarity {
	c := &r.clauses[ci]
	switch {
	case c.negates(i, j) || r.negatedList(ci, i):
		if c.ofPerson() && r.askedAfter(ci) {
			return applies // "she speaks no German, which they demand"
		}
		return negated
	case r.deniedNext(ci):
		return negated
	case c.doubt == hypothetical && r.askedByWhich(ci):
		return applies // "if the person spoke Thai, which they demand"
	case c.doubt != "":
		return c.doubt
	case c.has(tagOptional):
		return optional
	case r.met(ci):
		return satisfied
	}
	return applies
}

// deniedNext reads "I first thought it required Thai; it does not".
func (r *reader) deniedNext(ci int) bool {
	if ci+1 >= len(r.clauses) {
		return false
	}
	next := &r.clauses[ci+1]
	if len(next.items) > 4 || !(next.opensWith("it") || next.opensWith("that")) {
		return false
	}
	last := next.items[len(next.items)-1]
	return last.tags.has(tagNeg) || last.text == "so" && next.has(tagNeg)
}

// askedByWhich reports whether a "which" says that it is asked for.
func (r *reader) askedByWhich(ci int) bool {
	return ci+1 < len(r.clauses) && r.clauses[ci+1].opensWith("which") && r.askedAfter(ci)
}

// ofPerson reports whether the clause is about the candidate.
func (c *clause) ofPerson() bool {
	for _, it := range c.items[:min(3, len(c.items))] {
		switch it.text {
		case "candidate", "applicant", "person", "she", "he", "they", "candidate has", "candidate speaks", "she has", "he has", "they have", "not":
			return true
		}
	}
	return false
}

// askedAfter reports whether the next clause of the sentence says that what the person lacks is asked for.
func (r *reader) askedAfter(ci int) bool {
	if ci+1 >= len(r.clauses) {
		return false
	}
	next := &r.clauses[ci+1]
	return next.sentence == r.clauses[ci].sentence && next.hasAny(tagRequire) && !next.hasAny(tagNeg, tagNegAhead) && !hasOwn(r.me, next)
}

// ofCompany reports whether the clause is about the employer as a whole.
func (c *clause) ofCompany() bool {
	for _, it := range c.items[:min(3, len(c.items))] {
		if it.tags.has(tagEmployer) || it.text == "their" {
			return true
		}
	}
	return false
}

// negatedList carries a "no" over the commas of a list: "no German, French or Dutch needed". The clause before is
// negated from its start and says nothing but a thing; this one begins with a thing of the same kind.
func (r *reader) negatedList(ci, i int) bool {
	if ci == 0 || i > 1 && (r.clauses[ci].items[0].lang.code == "" || r.clauses[ci].items[i].lang.code == "") {
		return false
	}
	c, before := &r.clauses[ci], &r.clauses[ci-1]
	if c.colon || c.contrast || before.sentence != c.sentence || len(before.items) > 4 {
		return false
	}
	first := before.items[0]
	if !first.tags.any(tagNeg, tagNegAhead) || before.has(tagRequire) {
		return false
	}
	last := before.items[len(before.items)-1]
	return last.lang.code != "" && c.items[i].lang.code != "" || sharesTag(last.tags, c.items[i].tags)
}

func sharesTag(a, b tags) bool { return a[0]&b[0] != 0 || a[1]&b[1] != 0 }

// met reports whether the clause says that the person has what it asks, or the next one says so with "which", a colon or
// a bracket.
func (r *reader) met(ci int) bool {
	if r.clauses[ci].says(tagMet) {
		return true
	}
	if ci+1 >= len(r.clauses) {
		return false
	}
	next := &r.clauses[ci+1]
	if next.sentence != r.clauses[ci].sentence || next.contrast {
		return false
	}
	back := refersBack(next.items[0].text)
	for i, it := range next.items[:min(5, len(next.items))] {
		lead := i == 0 || i == 1 && isStop(next.items[0].text) || next.colon && i <= 2 || back
		if lead && (it.tags.has(tagMet) || it.tags.has(tagFits) && (back || next.colon)) {
			return !next.hasAny(tagNeg, tagNegAhead)
		}
	}
	return false
}

func refersBack(word string) bool {
	switch word {
	case "which", "who", "where", "and", "they", "she", "he", "both", "was", "ce", "lo":
		return true
	}
	return false
}

// says reports whether an item carries t without a negation close before it.
func (c *clause) says(t tag) bool {
	for i, it := range c.items {
		if !it.tags.has(t) {
			continue
		}
		negated := false
		for k := max(0, i-3); k < i; k++ {
			negated = negated || c.items[k].tags.any(tagNeg, tagNegAhead)
		}
		if !negated {
			return true
		}
	}
	return false
}
