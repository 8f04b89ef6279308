package guardrail

// office finds an office away from home, hybrid days there, and work that cannot be done remotely.
func (r *reader) office(ci int) {
	c := &r.clauses[ci]
	if r.noRemote(ci) {
		return
	}
	if i := c.find(tagRelocate, 0); i >= 0 && !isPackage(c, i) {
		w, _ := r.placeFor(ci, i)
		switch {
		case w != nil && r.me.isHome(w):
			r.record(ConceptOffice, true, ci, satisfied)
		case w != nil && r.me.isAway(w), c.hasAny(tagRequire, tagOnly):
			r.attend(ci, i, true)
		default:
			r.attend(ci, i, false)
		}
	}
	i := c.find(tagAttend, 0)
	if i < 0 {
		if i = c.find(tagOffice, 0); i < 0 || !c.hasAny(tagDay, tagRequire, tagOnly) && !r.daysAfter(ci) {
			if i >= 0 && len(c.items) <= 3 {
				if w, _ := r.placeFor(ci, i); w != nil && r.me.isAway(w) {
					r.attend(ci, i, false)
				}
			}
			i = r.cityDays(ci)
		}
		if i < 0 {
			return
		}
	}
	if i+1 < len(c.items) && isCrew(c.items[i+1].text) && c.hasAny(tagColleague) {
		return // "works with the on-site crew"
	}
	w, far := r.placeFor(ci, i)
	switch {
	case w != nil && r.me.isHome(w), r.saysHome(ci):
		r.record(ConceptOffice, true, ci, satisfied)
	case w != nil && r.me.isAway(w) && !far:
		r.attend(ci, i, true)
	case w != nil && r.me.isAway(w) && c.hasAny(tagRequire, tagOnly, tagDay):
		r.attend(ci, i, true)
	case r.me.city == "" && r.me.country == "":
		r.attend(ci, i, false)
	case w == nil && c.items[i].tags.has(tagAttend) && r.onlyAway():
		r.attend(ci, i, true)
	default:
		r.attend(ci, i, c.items[i].tags.has(tagAttend) && c.hasAny(tagRequire, tagOnly, tagOutside))
	}
}

// daysAfter reports whether the next clause is no more than "three days a week" or "daily".
func (r *reader) daysAfter(ci int) bool {
	if ci+1 >= len(r.clauses) {
		return false
	}
	next := &r.clauses[ci+1]
	return next.sentence == r.clauses[ci].sentence && len(next.items) <= 4 && next.has(tagDay) && !next.hasAny(tagNeg, tagNegAhead)
}

// cityDays reads "in Lisbon four days a week" and "Lisbon, five days a week", and returns the item of the city or -1.
func (r *reader) cityDays(ci int) int {
	c := &r.clauses[ci]
	for i, it := range c.items {
		if it.where == nil || it.where.city == "" || c.hasAny(tagRemote, tagMarket) {
			continue
		}
		if k := c.near(tagDay, i, 5); k > i || r.daysAfter(ci) && len(c.items) <= 4 {
			return i
		}
	}
	return -1
}

// onlyAway reports whether the rationale names a city, none of them home, and nothing remote.
func (r *reader) onlyAway() bool {
	away := false
	for k := range r.clauses {
		for _, it := range r.clauses[k].items {
			switch {
			case it.tags.any(tagRemote, tagChoice), it.where != nil && r.me.isHome(it.where):
				return false
			case it.where != nil && it.where.city != "" && r.me.isAway(it.where):
				away = true
			}
		}
	}
	return away
}

func isCrew(word string) bool {
	switch word {
	case "team", "teams", "crew", "staff", "people", "colleagues":
		return true
	}
	return false
}

// attend records a finding, unless it is a choice.
func (r *reader) attend(ci, i int, clear bool) {
	c := &r.clauses[ci]
	p := r.polarity(ci, i, i)
	if p == applies && c.has(tagChoice) {
		p = optional
	}
	r.record(ConceptOffice, clear, ci, p)
}

// noRemote finds "no remote", "cannot be done remotely" and "remote is not offered".
func (r *reader) noRemote(ci int) bool {
	c := &r.clauses[ci]
	for i, it := range c.items {
		if !it.tags.has(tagNoRemote) && !(it.tags.has(tagAttend) && it.tags.has(tagRemote)) {
			continue
		}
		if i == len(c.items)-1 && r.answeredNo(ci) {
			r.record(ConceptOffice, true, ci, r.doubtOr(ci, applies))
			return true
		}
		if i+1 < len(c.items) && c.items[i+1].tags.any(tagBad, tagOnly) {
			continue // "no remote restrictions", "not remote-only"
		}
		before := i > 0 && c.negatedBefore(i)
		after := c.negAfter(i, 3)
		if !before && !after || before && after {
			continue
		}
		if w, _ := r.placeFor(ci, i); w != nil && r.me.isHome(w) || r.saysHome(ci) {
			r.record(ConceptOffice, true, ci, satisfied)
			return true
		}
		p := r.doubtOr(ci, applies)
		if p == past {
			p = applies // "remote work was dropped last year"
		}
		r.record(ConceptOffice, true, ci, p)
		return true
	}
	return false
}

// answeredNo reads the "none" of "Home office: none".
func (r *reader) answeredNo(ci int) bool {
	if ci+1 >= len(r.clauses) {
		return false
	}
	next := &r.clauses[ci+1]
	return next.colon && len(next.items) <= 2 && next.items[0].tags.any(tagNeg, tagNegAhead)
}

// negAfter reports whether a "not" stands within d items after i, and denies that item.
func (c *clause) negAfter(i, d int) bool {
	for k := i + 1; k <= min(i+d, len(c.items)-1); k++ {
		if c.items[k].tags.has(tagNeg) {
			return true
		}
		if c.items[k].tags.has(tagAttend) || isAnd(c.items[k].text) {
			return false
		}
	}
	return false
}

// isPackage reports whether relocation is a benefit.
func isPackage(c *clause, i int) bool {
	for k := max(0, i-2); k < min(i+4, len(c.items)); k++ {
		switch c.items[k].text {
		case "support", "package", "budget", "bonus", "help", "assistance", "allowance", "offered", "paid", "costs", "helped", "aid":
			return true
		}
	}
	return false
}

// placeFor finds the place that the item at i speaks of: in its clause, the nearest first, else in the clauses beside it
// in the sentence; far says that it stood in another clause. Home wins over other places of the same clause.
func (r *reader) placeFor(ci, i int) (w *where, far bool) {
	if w := r.placeIn(&r.clauses[ci], i); w != nil {
		return w, false
	}
	for _, k := range []int{ci + 1, ci - 1} {
		if k < 0 || k >= len(r.clauses) || r.clauses[k].sentence != r.clauses[ci].sentence {
			continue
		}
		c := &r.clauses[k]
		if k == ci+1 && c.colon || !c.hasAny(tagRemote) {
			if w := r.placeIn(c, 0); w != nil {
				return w, !c.colon && k == ci+1 && !c.hasAny(tagDay, tagOffice) && c.items[0].where == nil && !leadsToPlace(c.items[0].text)
			}
		}
	}
	return nil, true
}

func (r *reader) placeIn(c *clause, i int) *where {
	var best *where
	dist := len(c.items) + 1
	for k, it := range c.items {
		if it.where == nil || it.lang.code != "" {
			continue
		}
		if r.me.isHome(it.where) {
			return it.where
		}
		if abs(k-i) < dist {
			best, dist = it.where, abs(k-i)
		}
	}
	return best
}

// saysHome reports whether the clause or the one after it says that the office is at home.
func (r *reader) saysHome(ci int) bool {
	for k := ci; k <= ci+1 && k < len(r.clauses) && r.clauses[k].sentence == r.clauses[ci].sentence; k++ {
		for _, it := range r.clauses[k].items {
			switch it.text {
			case "is home", "home city", "their home", "her home", "his home", "hometown", "home town", "candidates city", "candidates own city":
				return !r.clauses[k].hasAny(tagNeg, tagOutside)
			}
		}
	}
	return false
}
