package guardrail

// residency finds a job that is open only to residents, citizens or permit holders of a place where the person has none.
func (r *reader) residency(ci int) {
	c := &r.clauses[ci]
	known := len(r.me.workFrom) > 0
	for i, it := range c.items {
		if it.where == nil {
			continue
		}
		k := r.residencyWord(c, i)
		if k < 0 && r.eligible(ci, i) {
			k = i
		}
		if k < 0 && c.shutsOut(i) {
			k = i
		}
		if k < 0 {
			continue
		}
		if r.mayWork(c) && c.shutsOut(i) {
			r.record(ConceptResidency, known, ci, r.doubtOr(ci, applies))
			return
		}
		if r.qualifies(c, k) {
			r.record(ConceptResidency, known, ci, satisfied)
			return
		}
		if c.has(tagOutside) && c.has(tagCandidates) || c.hasAny(tagExcluded) && c.has(tagOutside) {
			r.record(ConceptResidency, known, ci, r.doubtOr(ci, applies))
			return
		}
		if c.names("without") && c.hasAny(tagRuled, tagExcluded) {
			r.record(ConceptResidency, known, ci, r.doubtOr(ci, applies)) // "rejects people without a US permit"
			return
		}
		r.found(ConceptResidency, known, ci, i, k)
		return
	}
	for i, it := range c.items {
		if isUSPermit(it.text) {
			if reaches(&where{countries: []string{"US"}}, r.me.workFrom) {
				r.record(ConceptResidency, known, ci, satisfied)
			} else {
				r.found(ConceptResidency, known, ci, i, i)
			}
			return
		}
	}
	if i := c.find(tagAuthorise, 0); i >= 0 && !c.hasPlace() {
		p := r.polarity(ci, i, i)
		if p == negated && c.negatedBefore(i) && isSponsor(c.items[i].text) {
			p = r.doubtOr(ci, applies) // "no sponsorship"
		}
		r.record(ConceptResidency, false, ci, p)
	}
}

// remoteIn reads "remote within Canada" and "remote from anywhere in Canada".
func (c *clause) remoteIn(i int) bool {
	for k := i - 1; k >= 0; k-- {
		switch c.items[k].text {
		case "in", "within", "inside", "across", "from", "the", "anywhere", "somewhere":
			continue
		}
		return k < i-1 && c.items[k].tags.has(tagRemote)
	}
	return false
}

// eligible reads "Eligible locations: Canada".
func (r *reader) eligible(ci, i int) bool {
	if ci == 0 || i > 0 || !r.clauses[ci].colon {
		return false
	}
	return r.clauses[ci-1].hasAny(tagOnly, tagResident, tagAuthorise) && !r.clauses[ci-1].hasPlace()
}

// shutsOut reads "does not hire in the EU" and "EU applicants are excluded".
func (c *clause) shutsOut(i int) bool {
	if c.hasAny(tagOutside, tagAttend, tagResident, tagAuthorise, tagOnly, tagMarket) {
		return false
	}
	if c.has(tagExcluded) && c.has(tagCandidates) {
		return true
	}
	for k := max(0, i-4); k < i; k++ {
		switch c.items[k].text {
		case "hire", "hires", "hiring", "hire in", "hires in", "hiring in", "employ", "employs", "open":
			return c.negatedBefore(k)
		}
	}
	return false
}

func isUSPermit(s string) bool { return s == "green card" || s == "h1b" || s == "h 1b" || s == "ead" }

func isSponsor(s string) bool {
	return s == "sponsorship" || s == "sponsor" || s == "visa" || s == "visas"
}

// residencyWord finds what makes the place at i a condition: a permit, citizens, "only", "candidates outside".
func (r *reader) residencyWord(c *clause, i int) int {
	if i+1 < len(c.items) && c.items[i+1].tags.has(tagEmployer) {
		return -1 // a US company
	}
	if k := c.near(tagResident, i, 5); k >= 0 {
		return k
	}
	if k := c.near(tagAuthorise, i, 6); k >= 0 {
		for o, it := range c.items { // in "work permit without sponsorship" the permit is asked for
			if it.tags.has(tagAuthorise) && !isSponsor(it.text) && abs(o-i) <= 6 {
				return o
			}
		}
		return k
	}
	if k := c.near(tagDwell, i, 3); k >= 0 && c.hasAny(tagOnly, tagRequire, tagExcluded) && !c.hasAny(tagAttend) {
		return k
	}
	if c.hasAny(tagAttend, tagOffice, tagMarket) || c.items[i].lang.code != "" {
		return -1
	}
	if k := c.near(tagOnly, i, 6); k >= 0 && (abs(k-i) <= 2 || c.has(tagCandidates)) {
		return k
	}
	if c.has(tagCandidates) && c.has(tagOutside) && c.hasAny(tagExcluded, tagNeg, tagNegAhead) {
		return i
	}
	if c.remoteIn(i) {
		return i
	}
	return -1
}

// qualifies reports whether the person meets the condition at k: residents must live there, others may work there.
func (r *reader) qualifies(c *clause, k int) bool {
	if c.items[k].tags.any(tagResident, tagDwell, tagOnly) && !c.has(tagAuthorise) {
		return r.anyPlace(c, r.me.livesIn)
	}
	return r.mayWork(c)
}

func (c *clause) hasPlace() bool {
	for _, it := range c.items {
		if it.where != nil {
			return true
		}
	}
	return false
}

// mayWork reports whether any place of the clause is one the person may work from.
func (r *reader) mayWork(c *clause) bool { return r.anyPlace(c, r.me.workFrom) }

func (r *reader) anyPlace(c *clause, allowed []string) bool {
	for _, it := range c.items {
		if it.where != nil && (r.me.isHome(it.where) || reaches(it.where, allowed)) {
			return true
		}
	}
	return false
}

// marketReach is how far from a place the word may stand that makes it a territory.
const marketReach = 4

// territory finds work for a market that the person does not serve.
func (r *reader) territory(ci int) {
	c := &r.clauses[ci]
	known := len(r.me.markets) > 0
	if m := c.find(tagMarket, 0); m >= 0 && c.near(tagNeg, m, 3) > m && (c.hasWord("hers") || c.hasWord("theirs") || c.hasWord("candidates")) {
		r.record(ConceptTerritory, true, ci, r.doubtOr(ci, applies))
		return
	}
	if o := c.find(tagOutside, 0); o >= 0 {
		for k := o + 1; k < min(o+4, len(c.items)); k++ {
			if c.items[k].tags.has(tagOwnRegion) {
				r.outsideOwn(ci, o)
				return
			}
		}
	}
	for i, it := range c.items {
		if it.where == nil || it.lang.code != "" && !(i+1 < len(c.items) && c.items[i+1].tags.has(tagMarket)) {
			continue
		}
		if i+1 < len(c.items) && c.items[i+1].tags.has(tagEmployer) {
			continue
		}
		k := c.near(tagMarket, i, marketReach)
		if k < 0 && (c.assigned(i) || r.labelled(ci, i)) {
			k = i
		}
		if k < 0 {
			continue
		}
		if r.anyPlace(c, r.me.markets) {
			r.record(ConceptTerritory, known, ci, satisfied)
			return
		}
		r.found(ConceptTerritory, known, ci, i, k)
		return
	}
}

// labelled reads "Market: Japan".
func (r *reader) labelled(ci, i int) bool {
	if ci == 0 || i > 1 || !r.clauses[ci].colon {
		return false
	}
	before := r.clauses[ci-1].items
	return before[len(before)-1].tags.has(tagMarket)
}

// assigned reports whether the clause ends in "for APAC" or "across North America".
func (c *clause) assigned(i int) bool {
	if i == 0 || c.hasAny(tagRemote, tagAttend) {
		return false
	}
	if before := c.items[i-1].text; before != "for" && before != "across" && before != "throughout" && (before != "the" || i < 2 || c.items[i-2].text != "for" && c.items[i-2].text != "across") {
		return false
	}
	return i == len(c.items)-1 || isAnd(c.items[i+1].text)
}

// outsideOwn records "outside the candidate's region"; the "not" of "not in her markets" is part of it.
func (r *reader) outsideOwn(ci, o int) {
	c := &r.clauses[ci]
	if c.negatedBefore(o) {
		r.record(ConceptTerritory, true, ci, negated)
		return
	}
	r.record(ConceptTerritory, true, ci, r.doubtOr(ci, applies))
}
