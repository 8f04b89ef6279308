package guardrail

import (
	"slices"
	"strings"
)

// masteryReach is how far from a language's name the words may stand that ask for it.
const masteryReach = 6

// language finds a demand for a language that the person lacks, and an advert or a team that uses one.
func (r *reader) language(ci int) {
	c := &r.clauses[ci]
	for i, it := range c.items {
		switch {
		case it.lang.code == "":
		case r.me.languages[it.lang.code]:
			r.ownLanguage(ci, i)
		default:
			r.foreignLanguage(ci, i)
		}
	}
}

func (r *reader) foreignLanguage(ci, i int) {
	c := &r.clauses[ci]
	known := len(r.me.languages) > 0
	if i+1 < len(c.items) && c.items[i+1].tags.any(tagAdjNoun, tagEmployer) && !c.items[i+1].tags.has(tagMastery) {
		return // a German company
	}
	if i+2 < len(c.items) && c.items[i+1].text == "speaking" && c.items[i+2].tags.has(tagAdjNoun) && !c.has(tagRequire) {
		return // German-speaking customers
	}
	if r.notWithout(c, i) {
		r.record(ConceptLanguage, known, ci, r.doubtOr(ci, applies))
		return
	}
	if r.either(c, i) {
		r.record(ConceptLanguage, known, ci, satisfied)
		return
	}
	if r.namedAs(ci, i) {
		r.found(ConceptLanguage, known, ci, i, i)
		return
	}
	if c.items[i].tags.has(tagMastery) { // "Deutschkenntnisse"
		r.found(ConceptLanguage, known, ci, i, i)
		return
	}
	if k := r.nearestAsk(c, i, tagMastery); k >= 0 {
		r.found(ConceptLanguage, known, ci, i, k)
		return
	}
	if k := r.nearestAsk(c, i, tagRequire); k >= 0 {
		r.found(ConceptLanguage, known, ci, i, k)
		return
	}
	if ad := c.near(tagAd, i, 6); ad >= 0 && !hasOwn(r.me, c) {
		r.found(ConceptBodyLanguage, known, ci, i, ad)
		return
	}
	if k := c.near(tagTongue, i, 5); k >= 0 {
		r.found(ConceptLanguage, known, ci, i, k)
		return
	}
	if i > 0 && leadsToPlace(c.items[i-1].text) {
		r.found(ConceptLanguage, known && !hasOwn(r.me, c) && !c.translates(), ci, i, i)
		return
	}
	if only := c.near(tagOnly, i, 1); only >= 0 {
		r.found(ConceptLanguage, known, ci, i, only)
	}
}

// translates reports whether the language is one of the product's: "docs are available in Thai".
func (c *clause) translates() bool {
	return slices.ContainsFunc(c.items, func(it item) bool {
		switch it.text {
		case "available", "supports", "support", "product", "model", "models", "users", "audience", "content", "docs", "into", "versions", "site", "course", "courses", "classes", "lessons", "books":
			return true
		}
		return strings.HasPrefix(it.text, "translat") || strings.HasPrefix(it.text, "locali")
	})
}

// notWithout reads "cannot be done without German".
func (r *reader) notWithout(c *clause, i int) bool {
	for k := max(0, i-2); k < i; k++ {
		switch c.items[k].text {
		case "without", "ohne", "sans", "sin":
			return c.negatedBefore(k) || c.has(tagExcluded) || c.find(tagNeg, i) >= 0 || c.find(tagNegAhead, i) >= 0
		case "not without", "never without", "cannot without":
			return true
		}
	}
	return false
}

// namedAs reads "Language: German" and "German (C1)".
func (r *reader) namedAs(ci, i int) bool {
	c := &r.clauses[ci]
	if ci > 0 && c.colon && i == 0 {
		before := r.clauses[ci-1].items
		if last := before[len(before)-1]; last.tags.any(tagTongue, tagMastery) || last.text == "languages" {
			return true
		}
	}
	if i != len(c.items)-1 || ci+1 >= len(r.clauses) {
		return false
	}
	next := &r.clauses[ci+1]
	if next.sentence != c.sentence || next.hasAny(tagNeg, tagNegAhead) {
		return false
	}
	return next.items[0].tags.has(tagMastery) && (next.colon || len(next.items) <= 2) || next.items[0].tags.has(tagRequire) && len(next.items) <= 2
}

// nearestAsk finds a word with t close to the language at i, unless a language of the person's own is closer to it.
func (r *reader) nearestAsk(c *clause, i int, t tag) int {
	k := c.near(t, i, masteryReach)
	if k < 0 {
		return -1
	}
	for o, it := range c.items {
		if it.lang.code != "" && o != i && r.me.languages[it.lang.code] && abs(o-k) < abs(i-k) && !joined(c, min(i, o), max(i, o)) {
			return -1
		}
	}
	return k
}

// joined reports whether two items stand in one list: "English and German", "English/German".
func joined(c *clause, i, j int) bool {
	if j-i == 1 {
		return c.items[j].tok.gap == gapSlash || c.items[j].tok.dash
	}
	return j-i == 2 && isAnd(c.items[i+1].text)
}

func isAnd(word string) bool {
	switch word {
	case "and", "und", "et", "y", "plus", "as", "e":
		return true
	}
	return false
}

func isOr(word string) bool { return word == "or" || word == "oder" || word == "ou" || word == "o" }

// either reports whether the language at i is one of several that would do, of which the person has one.
func (r *reader) either(c *clause, i int) bool {
	for o, it := range c.items {
		if it.lang.code == "" || !r.me.languages[it.lang.code] {
			continue
		}
		for k := min(o, i) + 1; k < max(o, i); k++ {
			if isOr(c.items[k].text) {
				return true
			}
		}
	}
	return false
}

func hasOwn(me *person, c *clause) bool {
	for _, it := range c.items {
		if it.lang.code != "" && me.languages[it.lang.code] {
			return true
		}
	}
	return false
}

// ownLanguage finds "English is not enough", "the advert is not in English" and "no English spoken".
func (r *reader) ownLanguage(ci, i int) {
	c := &r.clauses[ci]
	from, to := max(0, i-5), min(len(c.items)-1, i+5)
	for k := from; k <= to; k++ {
		switch c.items[k].text {
		case "not enough":
			r.record(ConceptLanguage, true, ci, r.doubtOr(ci, applies))
			return
		case "enough", "sufficient", "suffice", "suffices", "insufficient", "alone", "do":
			if c.items[k].text == "insufficient" || c.negates(k, k) {
				r.record(ConceptLanguage, true, ci, r.doubtOr(ci, applies))
				return
			}
		}
	}
	if ad := c.near(tagAd, i, 5); ad >= 0 && c.negates(i, max(i, ad)) {
		r.record(ConceptBodyLanguage, true, ci, r.doubtOr(ci, applies))
		return
	}
	if i > 0 && c.items[i-1].tags.any(tagNeg, tagNegAhead) && c.near(tagTongue, i, 3) >= 0 && c.near(tagRequire, i, 3) < 0 {
		r.record(ConceptLanguage, true, ci, r.doubtOr(ci, applies))
	}
}

// doubtOr is the clause's doubt, or p where it has none: for findings that are made of a negation.
func (r *reader) doubtOr(ci int, p polarity) polarity {
	if d := r.clauses[ci].doubt; d != "" {
		return d
	}
	return p
}

func abs(n int) int { return max(n, -n) }
