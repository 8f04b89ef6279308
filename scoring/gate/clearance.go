package gate

import (
	"slices"

	"shortlist/scoring"
)

var (
	holdWords = tagsOf(tagHold, tagRequire, tagYou, tagOnly)
	// withinReach is how many tokens a cue may stand from what it is about.
	withinReach = 8
)

// clearance fires where a security clearance or a citizenship is asked that the person does not have: they hold no
// clearance, and the citizenship is none of their home's. Its fact is about.clearance.
func clearance(l *listing, p *scoring.Profile) finding {
	if p.About.Clearance == nil || *p.About.Clearance {
		return silent
	}
	rule := func(r *reading) finding { return clearanceInClause(r, p) }
	if f := strongest(l.title, func(r *reading) finding { return clearanceInTitle(r) }); f.state == Fired {
		f.quote = l.Title
		return f
	}
	return strongest(l.body, rule)
}

const clearanceWhy = "It asks for a security clearance."

// clearanceInTitle reads a title, where a clearance that is named is asked.
func clearanceInTitle(r *reading) finding {
	if !r.tags.has(tagClearance) || r.tags.any(tagsOf(tagSoft, tagNot, tagPerform)) {
		return silent
	}
	if !r.tags.any(holdWords) && r.first(tagsOf(tagClearance)).to < r.to-1 {
		return silent // "Clearance Manager"
	}
	return finding{Fired, r.said(), clearanceWhy}
}

func clearanceInClause(r *reading, p *scoring.Profile) finding {
	if !r.tags.any(tagsOf(tagClearance, tagCitizen)) {
		return silent
	}
	if r.lead.has(tagSoft) && !r.lead.has(tagRequire) {
		return silent
	}
	out := silent
	for _, it := range r.items {
		f := silent
		switch it.tag {
		case tagClearance:
			f = r.clearanceAt(it)
		case tagCitizen:
			f = r.citizenAt(it, p)
		}
		if f.state == Fired {
			return f
		}
		if f.state == Unsure {
			out = f
		}
	}
	return out
}

func (r *reading) clearanceAt(it item) finding {
	if r.negated(it) || r.softened(it) || r.othersDo(it) {
		return silent
	}
	f := finding{Fired, r.said(), clearanceWhy}
	work := r.before(it.from, 6, tagsOf(tagPerform))
	hold := r.near(it.from, it.to, withinReach, holdWords)
	switch {
	case r.question, r.tags.any(tagsOf(tagMaybe, tagFuture)) && !r.tags.has(tagRequire):
		f.state, f.why = Unsure, "It may ask for a security clearance."
	case r.doesWork(it), work != nil && r.before(it.from, it.from-work.to, tagsOf(tagHold, tagRequire)) == nil && !r.within(it.to, min(it.to+4, r.to), tagsOf(tagRequire)):
		return silent
	case !hold && (r.to-r.from > 7 || it.from-r.from > 3):
		f.state, f.why = Unsure, "It speaks of a security clearance."
	}
	return f
}

// doesWork reads a duty where the verb follows: "Sicherheitsüberprüfungen durchführen".
func (r *reading) doesWork(it item) bool {
	return it.tongue != english && r.after(it.to, 5, tagsOf(tagPerform)) != nil && !r.tags.any(tagsOf(tagRequire, tagHold))
}

// citizenAt reads "must be US citizens".
func (r *reading) citizenAt(it item, p *scoring.Profile) finding {
	if r.negated(it) || r.softened(it) || r.othersDo(it) || r.tags.has(tagMoney) || r.question {
		return silent
	}
	if !r.citizenshipAsked(it) {
		return silent
	}
	places := r.placesIn(r.from, r.to)
	if slices.ContainsFunc(places, func(n named) bool { return n.worldwide || covers(p.About, n.countries) }) {
		return silent
	}
	return finding{Fired, r.said(), "It asks for a citizenship that you may not have."}
}

// citizenshipAsked reports whether a clause demands a citizenship: by a word of demand or, in a short item of a list, by
// naming the status and no more.
func (r *reading) citizenshipAsked(it item) bool {
	return r.near(it.from, it.to, withinReach, tagsOf(tagRequire, tagOnly)) || it.value == "status" && r.to-r.from <= 9 && !r.tags.any(tagsOf(tagAnywhere, tagOffer, tagPerform, tagEvent, tagMoney))
}

// negated reports whether an item is denied: "no clearance required", "clearance is not needed".
func (r *reading) negated(it item) bool {
	if n := r.before(it.from, 6, tagsOf(tagNot)); n != nil && !r.cuts(n.to, it.from, gapComma|gapClose|gapDash) {
		// "will not be considered without": two make a demand.
		other := r.after(it.to, withinReach, tagsOf(tagNot))
		return other == nil && r.before(n.from, withinReach, tagsOf(tagNot)) == nil
	}
	n := r.after(it.to, 4, tagsOf(tagNot))
	return n != nil && !r.cuts(it.to, n.from, gapComma|gapOpen|gapDash) && (n.to == r.to || r.after(n.to, 2, tagsOf(tagRequire, tagHold, tagSoft)) != nil)
}

// softened reports whether an item is wished for and no more: its nearest word of demand is a softener.
func (r *reading) softened(it item) bool {
	soft := r.closest(it, tagsOf(tagSoft))
	if soft > 12 {
		return false
	}
	return soft <= r.closest(it, tagsOf(tagRequire))
}

// closest is how many tokens the nearest item of the tags stands away, where a comma, bracket or dash counts three; a
// large number where there is none.
func (r *reading) closest(it item, tags tagSet) int {
	best := 1 << 30
	for _, other := range r.items {
		if !tags.has(other.tag) {
			continue
		}
		from, to := other.to, it.from
		if other.from >= it.to {
			from, to = it.to, other.from
		}
		d := max(to-from, 0)
		for k := from; k <= to && k < r.to; k++ {
			if k > r.from && r.tokens[k].gap&(gapComma|gapOpen|gapClose|gapDash) != 0 {
				d += 3
			}
		}
		best = min(best, d)
	}
	return best
}

// othersDo reports whether an item is other people's: "our customers hold clearances".
func (r *reading) othersDo(it item) bool {
	other := r.before(it.from, 6, tagsOf(tagOther))
	if other == nil {
		return false
	}
	return r.before(it.from, it.from-other.to, tagsOf(tagYou, tagRequire)) == nil
}
