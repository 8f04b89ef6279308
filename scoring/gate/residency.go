package gate

import (
	"strings"

	"shortlist/scoring"
	"shortlist/scoring/place"
)

// residency fires where one must live in a country or region, or may work there already, and that is not where the
// person is. Its facts are about.home.country and about.work_from; both left out, it is silent.
func residency(l *listing, p *scoring.Profile) finding {
	if p.About.Home.Country == "" && p.About.WorkFrom == nil {
		return silent
	}
	rule := func(r *reading) finding { return residencyInClause(r, l, p.About) }
	if f := strongest(l.title, func(r *reading) finding { return onlyPlace(r, p.About) }); f.state == Fired {
		f.quote = l.Title
		return f
	}
	if f := strongest(l.body, rule); f.state != Silent {
		return f
	}
	return boardPlace(l, p.About)
}

// boardPlace is unsure where the board itself names other countries as those from which a remote job may be done: some boards
// mean that, others only say where the employer sits.
func boardPlace(l *listing, a scoring.About) finding {
	if l.Place.Remote != scoring.RemoteYes || len(l.Place.Countries) == 0 || len(l.Place.Regions) > 0 || covers(a, l.Place.Countries) {
		return silent
	}
	for _, s := range l.Sightings {
		if len(s.Place.Countries) == 0 || len(s.Place.Regions) > 0 || covers(a, s.Place.Countries) {
			return silent
		}
	}
	return finding{state: Unsure, quote: l.Place.Raw, why: "The board names places for it that are not among those from which you may work."}
}

func residencyInClause(r *reading, l *listing, a scoring.About) finding {
	if r.lead.has(tagSoft) && !r.lead.has(tagRequire) {
		return silent
	}
	for _, rule := range []func(*reading, *listing, scoring.About) finding{permitAsked, noSponsor, mustReside, outsideShut, zoneLimited} {
		if f := rule(r, l, a); f.state != Silent {
			return f
		}
	}
	return onlyPlace(r, a)
}

// satisfied reports whether the places of a clause, or where it names none those of the listing, include the person's.
func satisfied(r *reading, l *listing, a scoring.About) bool {
	places := r.placesIn(r.from, r.to)
	for _, n := range places {
		if n.worldwide || covers(a, n.countries) {
			return true
		}
	}
	if len(places) > 0 {
		return false
	}
	return len(l.Place.Countries) > 0 && a.Home.Country != "" && covers(a, l.Place.Countries)
}

// permitAsked reads "must be authorised to work in the EU" and "Arbeitserlaubnis erforderlich".
func permitAsked(r *reading, l *listing, a scoring.About) finding {
	permit := r.first(tagsOf(tagPermit))
	if permit == nil {
		if permit = r.first(tagsOf(tagCitizen)); permit == nil || !r.citizenshipAsked(*permit) {
			return silent
		}
	}
	offered := r.near(permit.from, permit.to, withinReach, tagsOf(tagOffer)) && !r.within(permit.from, permit.to, tagsOf(tagOffer)) && !r.tags.any(tagsOf(tagNot, tagRequire))
	if r.negated(*permit) || r.softened(*permit) || r.othersDo(*permit) || r.tags.has(tagAnywhere) || offered || r.before(permit.from, 6, tagsOf(tagPerform)) != nil && !r.tags.has(tagRequire) || satisfied(r, l, a) {
		return silent
	}
	if r.question || r.tags.has(tagMaybe) && !r.tags.has(tagRequire) {
		return finding{Unsure, r.said(), "It asks about the right to work there."}
	}
	return finding{Fired, r.said(), "It asks for the right to work where you may not have it."}
}

// noSponsor reads "we can not sponsor visas".
func noSponsor(r *reading, l *listing, a scoring.About) finding {
	sponsor := r.first(tagsOf(tagSponsor))
	if sponsor == nil || !r.tags.has(tagNot) || satisfied(r, l, a) {
		return silent
	}
	last := sponsor
	for i := range r.items {
		if it := &r.items[i]; it.tag == tagSponsor {
			last = it
		}
	}
	before := r.before(sponsor.from, 6, tagsOf(tagNot))
	after := r.after(last.to, 6, tagsOf(tagNot))
	denied := before != nil && !r.cuts(before.to, sponsor.from, gapComma|gapDash|gapClose) ||
		after != nil && !r.cuts(last.to, after.from, gapComma|gapDash) || r.within(sponsor.to, last.from, tagsOf(tagNot))
	if !denied {
		return silent
	}
	if r.tags.has(tagMaybe) {
		return finding{Unsure, r.said(), "It may sponsor no visa."}
	}
	if r.after(last.to, 3, tagsOf(tagRequire)) != nil && before != nil && r.after(before.to, 0, tagsOf(tagRequire)) == nil && after == nil {
		return silent // "no visa needed"
	}
	return finding{Fired, r.said(), "It sponsors no visa, so it asks for the right to work where you may not have it."}
}

// mustReside reads "candidates must be based in Romania".
func mustReside(r *reading, l *listing, a scoring.About) finding {
	if !r.tags.has(tagReside) {
		return silent
	}
	for _, it := range r.items {
		if it.tag != tagReside || r.negated(it) || r.softened(it) || r.tags.any(tagsOf(tagAnywhere)) {
			continue
		}
		asked := r.near(it.from, it.to, 4, tagsOf(tagRequire, tagOnly)) || r.before(it.from, withinReach, tagsOf(tagRequire, tagOnly)) != nil ||
			r.apposed(it)
		candidate := r.before(it.from, 5, tagsOf(tagCandidate, tagYou)) != nil
		switch {
		case !asked && !candidate, r.othersDo(it) && !asked, !candidate && r.before(it.from, 6, tagsOf(tagTech)) != nil:
			continue
		case r.tags.has(tagMoney) && !r.near(it.from, it.to, 3, tagsOf(tagRequire)):
			continue
		case !r.namesPlaceAfter(it) || satisfied(r, l, a):
			continue
		}
		f := finding{Fired, r.said(), "It asks you to live where you do not."}
		if !asked && !r.applicantsAt(it) || r.question || r.tags.has(tagMaybe) {
			f.state, f.why = Unsure, "It may ask you to live where you do not."
		}
		return f
	}
	return silent
}

// apposed reports whether a word of demand closes the clause behind a mark: "you live in Malta (required)".
func (r *reading) apposed(it item) bool {
	demand := r.after(it.to, 12, tagsOf(tagRequire))
	return demand != nil && r.to-demand.to <= 1 && r.cuts(it.to, demand.from+1, gapOpen|gapComma|gapDash)
}

// applicantsAt reads "for candidates located in".
func (r *reading) applicantsAt(it item) bool {
	who := r.before(it.from, 4, tagsOf(tagApplicant))
	return who != nil && !r.cuts(who.to, it.from, gapComma|gapDash|gapOpen) && !r.tags.has(tagOther) && r.before(who.from, 1, tagsOf(tagCompany)) == nil
}

// namesPlaceAfter reports whether a place follows: a country or region, or after "in" some name, or "the country".
func (r *reading) namesPlaceAfter(it item) bool {
	end := min(it.to+10, r.to)
	if len(r.placesIn(it.to, end)) > 0 || len(r.placesIn(max(r.from, it.from-4), it.from)) > 0 {
		return true
	}
	in := r.after(it.to, 3, tagsOf(tagIn))
	if in == nil {
		// "reside in" is one phrase.
		if it.to-it.from < 2 {
			return false
		}
		in = &it
	}
	for k := in.to; k < min(in.to+4, r.to); k++ {
		if r.tokens[k].capital || placeNouns[r.tokens[k].word] {
			return true
		}
	}
	return false
}

// placeNouns stand for a place that is named elsewhere.
var placeNouns = wordSet(`country state states province region city area inland land bundesland pays pais paese land kraj kraju provincia estado region
	lande landet stato regione same approved following`)

// outsideShut reads "applicants outside Brazil will not be considered".
func outsideShut(r *reading, l *listing, a scoring.About) finding {
	outside := r.first(tagsOf(tagOutside))
	if outside == nil || !r.tags.has(tagNot) || r.tags.has(tagMoney) || len(r.placesIn(outside.to, min(outside.to+6, r.to))) == 0 || satisfied(r, l, a) {
		return silent
	}
	return finding{Fired, r.said(), "It is closed to people where you are."}
}

// zoneLimited reads "at most two hours from Central European Time": one must live near the zone.
func zoneLimited(r *reading, l *listing, a scoring.About) finding {
	zone := r.first(tagsOf(tagZone))
	if zone == nil || r.tags.any(tagsOf(tagSoft, tagNot, tagMoney, tagMaybe)) || satisfied(r, l, a) {
		return silent
	}
	limited := r.tags.has(tagLimit) && !r.tags.has(tagOther) || r.near(zone.from, zone.to, 2, tagsOf(tagOnly))
	if !limited {
		return silent
	}
	f := finding{Fired, r.said(), "It asks you to live near a time zone."}
	if a.Home.Country != "" {
		f.state, f.why = Unsure, "It asks you to live near a time zone, which may not be yours."
	}
	return f
}

// onlyPlace reads "Remote (US only)" and "open to candidates in Brazil only".
func onlyPlace(r *reading, a scoring.About) finding {
	only := r.first(tagsOf(tagOnly))
	if only == nil || r.tags.any(tagsOf(tagMoney, tagNot, tagSoft)) {
		return silent
	}
	places := r.placesIn(r.from, r.to)
	if len(places) == 0 {
		return r.onlyFrom(*only, a)
	}
	for _, n := range places {
		if n.worldwide || covers(a, n.countries) {
			return silent
		}
	}
	for _, it := range r.items {
		if it.tag != tagOnly {
			continue
		}
		for _, n := range places {
			tight := (it.from == n.to || it.to == n.from) && (r.to-r.from <= 4 || r.tags.any(tagsOf(tagCandidate, tagRemote, tagRole)))
			loose := it.to <= n.from && n.from-it.to <= 7 && r.within(r.from, r.to, tagsOf(tagCandidate, tagRemote))
			loose = loose || it.from >= n.to && it.from-n.to <= 4 && r.within(r.from, n.from, tagsOf(tagCandidate, tagRemote))
			if tight && r.to-r.from <= 14 || loose {
				return finding{Fired, r.said(), "It is open only to people where you are not."}
			}
		}
	}
	return silent
}

// onlyFrom reads "only applicants from Ruritania", where the place is not known.
func (r *reading) onlyFrom(only item, a scoring.About) finding {
	who := r.after(only.to, 1, tagsOf(tagApplicant))
	if who == nil {
		return silent
	}
	in := r.after(who.to, 1, tagsOf(tagIn))
	if in == nil || in.to >= r.to || !r.tokens[in.to].capital {
		return silent
	}
	if a.Home.Country != "" {
		return finding{Unsure, r.said(), "It may be open only to people where you are not."}
	}
	return finding{Fired, r.said(), "It is open only to people where you are not."}
}

// cityKey folds a city's name for comparison.
func cityKey(name string) string { return strings.TrimSpace(place.Fold(name)) }
