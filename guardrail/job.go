package guardrail

import (
	"slices"
	"strings"
)

// papers finds clearances and licences that are asked for.
func (r *reader) papers(ci int) {
	c := &r.clauses[ci]
	if i := c.find(tagClearance, 0); i >= 0 && !(i > 0 && c.items[i-1].text == "customs") && !(i+1 < len(c.items) && c.items[i+1].text == "of") {
		bare := c.items[i].text == "clearance" || c.items[i].text == "clearances"
		asked := !bare || c.has(tagRequire) || c.names("active", "valid", "hold", "holds", "holders", "holding", "undergo", "screened", "current")
		if r.me.cleared {
			r.record(ConceptClearance, asked, ci, satisfied)
		} else {
			r.found(ConceptClearance, asked, ci, i, i)
		}
	}
	if i := c.find(tagLicence, 0); i >= 0 && c.has(tagRequire) && !(i > 0 && (c.items[i-1].text == "source" || c.items[i-1].text == "software")) {
		r.found(ConceptLicence, true, ci, i, i)
	}
}

// level finds a job far above or below the person.
func (r *reader) level(ci int) {
	c := &r.clauses[ci]
	for _, t := range []tag{tagFar, tagUnder} {
		if i := c.find(t, 0); i >= 0 && !c.hasAny(tagPay, tagFloor) && !(isVagueLevel(c.items[i].text) && r.speaksOfPay(ci)) {
			r.found(ConceptSeniority, true, ci, i, i)
		}
	}
	for i, it := range c.items {
		switch {
		case it.tags.has(tagExec) && i > 0 && c.items[i-1].text == "as":
			r.found(ConceptSeniority, true, ci, i, i)
		case it.tags.has(tagExec) && i == 0 && r.afterColleague(ci):
		case it.tags.has(tagExec) && !c.colleagueBefore(i) && (c.ownTitle(i) || roleAfter(c, i)) && !r.titleOnly(ci):
			r.found(ConceptSeniority, true, ci, i, i)
		case it.tags.has(tagJunior) && !slices.Contains(r.me.levels, "junior") && !c.colleagueBefore(i) && !c.hasWord("senior") && !c.joinedTo(i, "friendly") && !c.pluralAfter(i) && !c.followed(i, "is") && !r.titleOnly(ci):
			r.found(ConceptSeniority, i <= 2 || roleAfter(c, i) || isArticle(c.items[i-1].text) || strings.HasPrefix(it.text, "un "), ci, i, i)
		case it.tok.value >= 8 && it.tok.value <= 40 && r.years(c, i):
			r.found(ConceptSeniority, it.tok.value >= 15, ci, i, i)
		}
	}
}

// isVagueLevel names the phrases that may as well be said of pay.
func isVagueLevel(phrase string) bool {
	switch phrase {
	case "far above", "way above", "far below", "way below", "too high", "far too high", "far beyond", "way beyond", "well beyond", "weit uber", "weit unter", "zu hoch":
		return true
	}
	return false
}

// speaksOfPay reports whether "too low" and the like are said of pay.
func (r *reader) speaksOfPay(ci int) bool {
	c := &r.clauses[ci]
	if c.names("level", "seniority", "senior", "rank", "grade", "title", "role", "experience") {
		return false
	}
	for k := range r.clauses {
		if o := &r.clauses[k]; o.sentence == c.sentence && (o.hasAny(tagPay, tagFloor) || o.hasMoney()) {
			return true
		}
	}
	return false
}

func (c *clause) hasMoney() bool {
	return slices.ContainsFunc(c.items, func(it item) bool { return it.tok.money != "" || it.tok.thousands })
}

func (c *clause) hasWord(word string) bool {
	return slices.ContainsFunc(c.items, func(it item) bool { return it.text == word })
}

// colleagueBefore reports whether the title at i is another person's: "reports to the CTO", "mentors juniors".
func (c *clause) colleagueBefore(i int) bool {
	for k := max(0, i-4); k < i; k++ {
		if c.items[k].tags.has(tagColleague) || c.items[k].tok.value > 1 {
			return true
		}
	}
	return i+1 < len(c.items) && c.items[i+1].tags.has(tagColleague) && c.items[i+1].text == "support"
}

// afterColleague reads "Reports to: CTO".
func (r *reader) afterColleague(ci int) bool {
	if ci == 0 || !r.clauses[ci].colon {
		return false
	}
	before := r.clauses[ci-1].items
	return before[len(before)-1].tags.has(tagColleague)
}

// ownTitle reports whether the title at i is the job's: it opens the clause and a name, a size or nothing follows.
func (c *clause) ownTitle(i int) bool {
	for k := range i {
		if w := c.items[k].text; !isStop(w) && !c.items[k].tags.any(tagFar, tagVague, tagContrast, tagHit) || w == "the" {
			return false
		}
	}
	if i+1 == len(c.items) {
		return true
	}
	next := c.items[i+1]
	switch next.text {
	case "of", "running", "leading", "heading", "at", "in", "for", "search", "with", "level", "over", "is":
		return true
	}
	return next.tok.capital || next.tok.value > 0 || next.tags.has(tagFar)
}

// followed reports whether the word comes right after the item at i.
func (c *clause) followed(i int, word string) bool {
	return i+1 < len(c.items) && (c.items[i+1].text == word || strings.HasPrefix(c.items[i+1].text, word+" "))
}

// titleOnly reads "the title says junior, but": what counts follows.
func (r *reader) titleOnly(ci int) bool {
	return r.clauses[ci].hasWord("title") && ci+1 < len(r.clauses) && r.clauses[ci+1].contrast
}

// pluralAfter reports whether the item at i describes several: "junior engineers".
func (c *clause) pluralAfter(i int) bool {
	return i+1 < len(c.items) && strings.HasSuffix(c.items[i+1].text, "s") && c.items[i+1].tok.gap == gapNone && !isStop(c.items[i+1].text)
}

// joinedTo reports whether a hyphen joins the word to the item at i.
func (c *clause) joinedTo(i int, word string) bool {
	return i+1 < len(c.items) && c.items[i+1].tok.dash && c.items[i+1].text == word
}

func isArticle(word string) bool {
	switch word {
	case "a", "an", "ein", "eine", "un", "une", "una":
		return true
	}
	return false
}

func roleAfter(c *clause, i int) bool {
	for k := i + 1; k < min(i+3, len(c.items)); k++ {
		switch c.items[k].text {
		case "role", "leader", "executive", "search", "hire", "seat", "position", "job", "post", "title", "level", "background", "remit", "vacancy", "opening", "contract", "profile", "rank":
			return true
		}
	}
	return false
}

// years reports whether the figure at i counts years of experience that are asked for.
func (r *reader) years(c *clause, i int) bool {
	for k := i + 1; k < min(i+4, len(c.items)); k++ {
		switch c.items[k].text {
		case "years", "yrs", "year", "jahre", "ans", "anos", "yoe":
			return c.hasAny(tagRequire) || c.hasWord("experience") || c.hasWord("erfahrung")
		}
	}
	return false
}

var numerals = map[string]float64{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
	"drei": 3, "vier": 4, "funf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "trois": 3, "quatre": 4, "seis": 6,
}

// contract finds a term that is too short, and kinds of contract that a rubric may rule out.
func (r *reader) contract(ci int) {
	c := &r.clauses[ci]
	if c.has(tagPermanent) {
		return
	}
	if i := c.find(tagShort, 0); i >= 0 && (r.inSentence(ci, tagTerm) || r.inSentence(ci, tagLoose) || r.months(ci)) {
		r.found(ConceptContract, true, ci, i, i)
		return
	} else if i >= 0 {
		r.found(ConceptContract, false, ci, i, i)
	}
	term := c.find(tagTerm, 0)
	if term < 0 {
		term = c.find(tagOnly, 0)
	}
	if term < 0 && ci > 0 && r.clauses[ci-1].sentence == c.sentence && len(c.items) <= 5 {
		if before := &r.clauses[ci-1]; before.hasAny(tagLoose, tagTerm) && !before.has(tagPermanent) {
			term = 0
		}
	}
	if term >= 0 && r.months(ci) {
		r.found(ConceptContract, true, ci, term, term)
		return
	}
	if i := c.find(tagLoose, 0); i >= 0 {
		r.found(ConceptContract, false, ci, i, i)
	}
}

// months reports whether the clause names a span of less than a year that is no notice, probation or leave.
func (r *reader) months(ci int) bool {
	c := &r.clauses[ci]
	for i, it := range c.items {
		switch it.text {
		case "month", "months", "monate", "monaten", "mois", "meses", "weeks", "wochen", "week", "monatig", "monatige":
		default:
			continue
		}
		if c.hasWord("notice") || c.hasWord("probation") || c.hasWord("holiday") || c.hasWord("paid") || c.hasWord("runway") || c.hasWord("leave") {
			return false
		}
		if i == 0 {
			continue
		}
		n := c.items[i-1].tok.value
		if n == 0 {
			n = numerals[c.items[i-1].text]
		}
		if n > 0 && n < 12 && it.text != "week" || n > 0 && n < 52 && (it.text == "weeks" || it.text == "wochen" || it.text == "week" && it.tok.dash) {
			return true
		}
	}
	return false
}

func (r *reader) inSentence(ci int, t tag) bool {
	for k := range r.clauses {
		if r.clauses[k].sentence == r.clauses[ci].sentence && r.clauses[k].has(t) {
			return true
		}
	}
	return false
}

// field finds another kind of work, and vacancies that are none.
func (r *reader) field(ci int) {
	c := &r.clauses[ci]
	for i, it := range c.items {
		switch {
		case it.tags.has(tagField):
			r.found(ConceptField, true, ci, i, i)
		case it.tags.has(tagSales) && !c.colleagueBefore(i) && !r.me.wants[it.text]:
			r.found(ConceptField, true, ci, i, i)
		case it.tags.has(tagScam) && !filtered(c, i):
			r.found(ConceptScam, true, ci, i, i)
		case it.tags.has(tagClosed) && (i+1 == len(c.items) || isStop(c.items[i+1].text) || it.text != "expired" && it.text != "withdrawn"):
			r.record(ConceptClosed, true, ci, r.closedPolarity(ci, i))
		case it.tags.has(tagMismatch):
			r.found(ConceptField, false, ci, i, i)
		case it.tags.has(tagTrade) && !r.employerOnly(c, i) && !r.me.wants[it.text]:
			r.found(ConceptField, false, ci, i, i)
		case it.tags.has(tagHead) && !r.ownWork(c, i):
			r.found(ConceptField, false, ci, i, i)
		case it.tags.has(tagStack) && !r.me.wants[it.text] && !r.wantsAny(c):
			r.found(ConceptField, false, ci, i, i)
		}
	}
}

// closedPolarity is a finding's polarity, but for the "no" of "no longer open", which is part of it.
func (r *reader) closedPolarity(ci, i int) polarity {
	if r.clauses[ci].negatedBefore(i) {
		return negated
	}
	return r.doubtOr(ci, applies)
}

// ownWork reports whether a title is general or of a kind the person looks for: "senior engineer", "data engineer".
func (r *reader) ownWork(c *clause, i int) bool {
	if i == 0 {
		return true
	}
	before := c.items[i-1]
	if before.tags.any(tagVague) || isRank(before.text) || isStop(before.text) || before.tok.gap > gapSlash && before.tok.start != c.start {
		return true
	}
	return slices.ContainsFunc(c.items, func(it item) bool { return r.me.wants[it.text] })
}

// isRank names the words of a title that say nothing of the work.
func isRank(word string) bool {
	switch word {
	case "senior", "lead", "staff", "principal", "mid", "level", "experienced", "remote", "software", "technical", "general", "independent", "skilled", "head", "chief", "new", "first":
		return true
	}
	return false
}

// filtered reports whether the product fights what is named: "fraud and scam detection".
func filtered(c *clause, i int) bool {
	for k := i + 1; k < min(i+4, len(c.items)); k++ {
		switch c.items[k].text {
		case "detection", "prevention", "filter", "filters", "filtering", "protection", "fighting", "defence", "defense", "classifier", "classification":
			return true
		}
	}
	return i > 0 && (c.items[i-1].text == "anti" || c.items[i-1].text == "against")
}

// employerOnly reports whether a line of work names the employer's business: "at a hospital", "retail company".
func (r *reader) employerOnly(c *clause, i int) bool {
	if i+1 < len(c.items) && c.items[i+1].tags.has(tagEmployer) {
		return true
	}
	for k := max(0, i-2); k < i; k++ {
		if k < i-1 && !isStop(c.items[k+1].text) && !c.items[k+1].tok.capital {
			continue
		}
		switch c.items[k].text {
		case "at", "for", "chez", "bei", "serving", "serves":
			return true
		}
	}
	return false
}

func (r *reader) wantsAny(c *clause) bool {
	return slices.ContainsFunc(c.items, func(it item) bool {
		return r.me.wants[it.text] && (it.tok.capital || it.tags.has(tagStack)) && len(it.text) > 1
	})
}
