package guardrail

import "slices"

// explicit finds a dealbreaker that is said to be hit, without the reader knowing which.
func (r *reader) explicit(ci int) {
	c := &r.clauses[ci]
	if i := c.find(tagRuled, 0); i >= 0 && !c.rulesThing(i) {
		p := polarity(applies)
		switch {
		case c.negatedBefore(i), i+1 < len(c.items) && c.items[i+1].tags.has(tagNegAhead):
			p = negated
		case c.doubt != "":
			p = c.doubt
		}
		r.record(ConceptExplicit, true, ci, p)
	}
	if i := c.find(tagMiss, 0); i >= 0 && c.names("rule", "rules", "rubric", "criterion", "criteria", "condition", "filter", "test", "location", "must") {
		r.found(ConceptExplicit, true, ci, i, i)
	}
	if c.names("violated", "broken", "breached", "infringed", "triggered") && c.names("rule", "rules", "criterion", "rubric", "condition") {
		r.found(ConceptExplicit, true, ci, 0, len(c.items)-1)
	}
	i := c.find(tagDeal, 0)
	if i < 0 {
		return
	}
	if r.denied(ci, i) {
		r.record(ConceptExplicit, true, ci, negated)
		return
	}
	stated := c.hasAny(tagHit, tagMiss, tagRequire) || ci+1 < len(r.clauses) && r.clauses[ci+1].colon || c.colon || len(c.items) <= 3
	if c.has(tagPasses) && !c.has(tagHit) {
		r.record(ConceptExplicit, true, ci, negated)
		return
	}
	if stated {
		r.record(ConceptExplicit, true, ci, r.doubtOr(ci, applies))
	}
}

// rulesThing reports whether a verb like "rejects" has an object that is neither this job nor the person: "rejects bad data".
func (c *clause) rulesThing(i int) bool {
	switch c.items[i].text {
	case "rejects", "refuses", "excludes", "excluded", "forbids", "prohibits", "kills", "violates":
	default:
		return false
	}
	if i+1 == len(c.items) || c.hasAny(tagDeal, tagThis, tagAttend, tagLoose, tagTerm) {
		return false
	}
	return !c.names("it", "this", "her", "him", "them", "candidate", "person", "applicant", "rubric", "rule", "rules", "listing", "role", "job", "match", "by")
}

// names reports whether one of the words stands in the clause.
func (c *clause) names(list ...string) bool {
	return slices.ContainsFunc(c.items, func(it item) bool { return slices.Contains(list, it.text) })
}

// denied reports whether the sentence says that there is no dealbreaker: in the clause, or later with "none".
func (r *reader) denied(ci, i int) bool {
	c := &r.clauses[ci]
	if c.negates(i, i) || r.negatedList(ci, i) {
		return true
	}
	for k := ci + 1; k < len(r.clauses) && (k == ci+1 || r.clauses[k].sentence == c.sentence); k++ {
		for _, it := range r.clauses[k].items {
			switch it.text {
			case "none", "nothing", "neither", "zero", "keine", "aucun", "ninguno":
				return true
			}
		}
	}
	return false
}

// lack finds "no product influence", "not community": a want that is missing, of whatever kind. It explains a low score
// and contradicts no strong one. It also takes a bare demand for something the person is not known to have.
func (r *reader) lack(ci int) {
	c := &r.clauses[ci]
	for i, it := range c.items {
		if it.tags.any(tagNeg, tagNegAhead) && r.lacksAt(c, i) {
			r.record(ConceptLack, false, ci, r.doubtOr(ci, applies))
			return
		}
		if isDemand(it.text) && r.demands(ci, i) {
			r.found(ConceptLack, false, ci, i, i)
			return
		}
	}
}

func isDemand(word string) bool {
	switch word {
	case "requires", "demands", "needs", "must have", "must hold", "insists", "requiring", "demanding", "verlangt", "exige", "requiere":
		return true
	}
	return false
}

// demands reports whether what follows is none of the things that other rules read, nor one the person wants.
func (r *reader) demands(ci, i int) bool {
	c := &r.clauses[ci]
	if i+1 >= len(c.items) || r.wantsAny(c) || r.met(ci) || hasOwn(r.me, c) {
		return false
	}
	for k := i + 1; k < len(c.items); k++ {
		if c.items[k].tags.any(tagNeg, tagNegAhead, tagOnly, tagRemote, tagBad, tagVague) || c.items[k].lang.code != "" {
			return false
		}
	}
	return true
}

// lackBlocks are what it is good to be without, or what another rule reads.
var lackBlocks = []tag{
	tagBad, tagNeg, tagNegAhead, tagRequire, tagOptional, tagHyp, tagMet, tagMastery, tagPay, tagFloor, tagBelow, tagReach, tagMiss, tagTooLow, tagUnpaid,
	tagAttend, tagOffice, tagRemote, tagNoRemote, tagRelocate, tagResident, tagDwell, tagAuthorise, tagExcluded, tagClearance, tagLicence,
	tagFar, tagUnder, tagExec, tagJunior, tagField, tagSales, tagMismatch, tagShort, tagTerm, tagLoose, tagDeal, tagHit, tagRuled, tagScam,
	tagClosed, tagOnly, tagOther,
}

// lacksAt reports whether the negation at i denies something worth having.
func (r *reader) lacksAt(c *clause, i int) bool {
	content := 0
	for k := i + 1; k < min(i+5, len(c.items)); k++ {
		it := c.items[k]
		if isStop(it.text) {
			continue
		}
		if it.tags.any(lackBlocks...) || it.lang.code != "" || it.where != nil || it.tok.value > 0 {
			return false
		}
		content += count(!it.tags.has(tagVague))
	}
	return content > 0
}

func isStop(word string) bool {
	switch word {
	case "the", "a", "an", "any", "of", "in", "for", "at", "to", "and", "or", "is", "are", "be", "it", "this", "that", "real", "much", "very", "with", "on", "as":
		return true
	}
	return false
}
