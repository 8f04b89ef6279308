package gate

import (
	"slices"
	"strconv"
	"strings"

	"shortlist/scoring"
	"shortlist/scoring/place"
)

// office fires where the work is done in an office, wholly or on some days, that is not in the person's home town. Its
// facts are about.home and about.work_from: one who works from afar and names no home has no office anywhere. Both left
// out, it is silent.
func office(l *listing, p *scoring.Profile) finding {
	a := p.About
	if a.Home == (scoring.Home{}) && a.WorkFrom == nil {
		return silent
	}
	f := strongest(l.body, officeInClause)
	if f.state != Fired {
		if t := strongest(l.title, officeInClause); t.state == Fired {
			f = t
		}
	}
	if f.state != Fired && (l.Place.Remote == scoring.RemoteHybrid || l.Place.Remote == scoring.RemoteNo) {
		f = finding{Fired, l.Place.Raw, officeWhy}
	}
	if f.state == Silent {
		return f
	}
	return atHome(f, l, a)
}

const officeWhy = "It asks you into an office that is not where you live."

// atHome settles whether the office is in the person's own town.
func atHome(f finding, l *listing, a scoring.About) finding {
	city := cityKey(a.Home.City)
	if city == "" && a.Home.Country == "" {
		return f
	}
	sameCity := func(c string) bool { return city != "" && strings.Contains(" "+place.Fold(c)+" ", " "+city+" ") }
	if slices.ContainsFunc(l.Place.Cities, sameCity) || sameCity(f.quote) {
		return silent
	}
	elsewhere := len(l.Place.Countries) > 0 && a.Home.Country != "" && !slices.Contains(l.Place.Countries, a.Home.Country)
	if elsewhere || city != "" && len(l.Place.Cities) > 0 {
		return f
	}
	return finding{Unsure, f.quote, "It asks you into an office, and does not say clearly where."}
}

// officeWords are what an office gate reads by.
var officeWords = tagsOf(tagOffice, tagSite, tagHybrid, tagPartly, tagHome)

func officeInClause(r *reading) finding {
	if !r.tags.any(officeWords) {
		return silent
	}
	fired := finding{Fired, r.said(), officeWhy}
	unsure := finding{Unsure, r.said(), "It may ask you into an office."}
	if r.remoteRefused() {
		return fired
	}
	counted := r.often()
	often := counted || r.onWeekdays()
	required := r.tags.has(tagRequire)
	switch {
	case !slices.ContainsFunc(r.items, func(it item) bool { return r.officeAt(it, often) }), r.officeDenied():
		return silent
	case r.tags.has(tagFuture) && !required:
		return silent
	case r.tags.has(tagOptional):
		if counted && required {
			return unsure
		}
		return silent
	case counted:
	case r.tags.has(tagEvent), r.tags.has(tagTech) && !r.tags.any(tagsOf(tagOffice, tagPartly)):
		return silent
	case !required && (r.tags.has(tagMoney) || r.tags.has(tagSoft) && !r.tags.has(tagPartly)):
		return silent
	case !required && r.tags.has(tagMaybe):
		return unsure
	}
	if r.question {
		return unsure
	}
	return fired
}

// officeAt reports whether one word of a clause asks into an office, by what stands around it.
func (r *reading) officeAt(it item, often bool) bool {
	if it.tag != tagHome && it.tag != tagPartly && r.taggedAt(it.from, tagsOf(tagRemote)) {
		return false // the office of "home office"
	}
	choice := !often && r.choice(it)
	switch it.tag {
	case tagHybrid:
		if choice || !r.ofWork(it) || r.after(it.to, 1, tagsOf(tagTech)) != nil {
			return false
		}
		return often || r.to-r.from <= shortClause || r.after(it.to, 1, tagsOf(tagIn)) != nil ||
			r.near(it.from, it.to, 6, tagsOf(tagRole, tagOffice, tagSite, tagRemote, tagRequire, tagPresence))
	case tagPartly:
		return !r.wholeWeek()
	case tagHome:
		return often && r.homeDays(it)
	case tagOffice:
		if choice || !often && (!r.ofWork(it) || r.near(it.from, it.to, 3, tagsOf(tagOther))) {
			return false
		}
		return often || r.isLabel(it) || r.near(it.from, it.to, 6, tagsOf(tagRequire, tagRole, tagOnly)) || r.near(it.from, it.to, 3, tagsOf(tagPresence))
	case tagSite:
		if it.value == "presence" {
			return often && r.often()
		}
		return !choice && (often || r.tags.any(tagsOf(tagRequire, tagWeek)) && r.near(it.from, it.to, 3, tagsOf(tagPresence)))
	}
	return false
}

// shortClause is the length, in tokens, up to which a clause may be a label.
const shortClause = 6

// isLabel reports whether an item heads a short clause or follows a mark in it, as "On-site in Riga" and "Therapist - On-site".
func (r *reading) isLabel(it item) bool {
	return r.to-r.from <= shortClause && !r.tags.has(tagRemote) && (it.from == r.from || r.tokens[it.from].gap&gapCut != 0)
}

// ofWork reports whether what follows "hybrid" lets it be said of the work: a hybrid role, not a hybrid breed.
func (r *reading) ofWork(it item) bool {
	if nounFirst[tongues[it.tongue]] || it.to >= r.to || r.cuts(it.to, it.to+1, gapCut|gapSlash|gapAnd|gapOther) || r.tokens[it.to].capital || isDigit(r.tokens[it.to].word[0]) {
		return true
	}
	return r.taggedAt(it.to, tagsOf(tagRole, tagIn, tagDay, tagWeek, tagOffice, tagSite, tagGlue, tagAnd, tagOr, tagRemote, tagRequire, tagNumber, tagPresence, tagYou, tagHome, tagPartly, tagHold))
}

// choice reports whether an item is one of several ways to work that the person may choose from: "remote or hybrid".
func (r *reading) choice(it item) bool {
	for i := range r.items {
		other := &r.items[i]
		if other.tag != tagRemote || other.from < it.to && it.from < other.to {
			continue
		}
		from, to := other.to, it.from
		if other.from >= it.to {
			from, to = it.to, other.from
		}
		if to-from <= 6 && (r.within(from, to, tagsOf(tagOr)) || r.cuts(from, to+1, gapSlash)) {
			return true
		}
	}
	return false
}

// remoteRefused reads "no remote work" and "remote is not possible".
func (r *reading) remoteRefused() bool {
	if !r.tags.has(tagNot) || !r.tags.has(tagRemote) {
		return false
	}
	for _, it := range r.items {
		if it.tag != tagRemote {
			continue
		}
		if n := r.before(it.from, 3, tagsOf(tagNot)); n != nil && !r.cuts(n.to, it.from, gapComma|gapDash) && !r.within(n.to, it.from, tagsOf(tagOffice, tagSite, tagHybrid, tagRequire)) &&
			r.after(it.to, 3, tagsOf(tagExperience, tagRequire)) == nil && !r.followedBy(it.to, "from") {
			return true
		}
		if n := r.after(it.to, 4, tagsOf(tagNot)); n != nil && !r.cuts(it.to, n.from, gapComma|gapDash|gapOpen) && !r.within(n.to, min(n.to+4, r.to), tagsOf(tagOffice, tagSite, tagHybrid)) &&
			r.after(n.to, 3, tagsOf(tagOffer, tagRequire)) != nil && r.before(n.to+3, 3, tagsOf(tagSoft)) == nil {
			return r.after(n.to, 3, tagsOf(tagOffer)) != nil || r.tags.has(tagRequire) && r.after(n.to, 2, tagsOf(tagRequire)) == nil
		}
	}
	return false
}

// followedBy reports whether one of the next two tokens is the word: remote work "from Hawaii" is about Hawaii.
func (r *reading) followedBy(k int, word string) bool {
	for ; k < r.to; k++ {
		if r.tokens[k].word == word {
			return true
		}
		if r.tokens[k].word != "work" && r.tokens[k].word != "working" {
			return false
		}
	}
	return false
}

// officeDenied reads "no office days" and "presence is not required".
func (r *reading) officeDenied() bool {
	if !r.tags.has(tagNot) {
		return false
	}
	for _, it := range r.items {
		if it.tag != tagOffice && it.tag != tagSite && it.tag != tagHybrid {
			continue
		}
		if n := r.before(it.from, 5, tagsOf(tagNot)); n != nil && !r.cuts(n.to, it.from, gapComma|gapDash) {
			return true
		}
		if n := r.after(it.to, 5, tagsOf(tagNot)); n != nil && r.after(n.to, 3, tagsOf(tagRequire)) != nil {
			return true
		}
	}
	return false
}

// often reports whether the clause counts days of a week or a month.
func (r *reading) often() bool {
	for _, it := range r.items {
		if it.tag == tagWeek && it.from > r.from && r.number(it.from-1) > 0 {
			return true
		}
		if it.tag != tagDay || r.after(it.to, 2, tagsOf(tagEvent)) != nil {
			continue
		}
		if it.from > r.from+1 && r.number(it.from-2) > 0 && !r.cuts(it.from-1, it.to, gapCut) && r.after(it.to, 4, tagsOf(tagWeek)) != nil {
			return true // "two anchor days a week"
		}
		if it.from > r.from && r.number(it.from-1) > 0 && (r.after(it.to, 3, tagsOf(tagWeek)) != nil || r.before(it.from, 4, tagsOf(tagWeek)) != nil ||
			r.near(it.from, it.to, 5, tagsOf(tagOffice, tagSite, tagHome, tagPartly, tagHybrid))) {
			return true
		}
	}
	return false
}

// onWeekdays reads "in the office on Tuesdays" and "60% office".
func (r *reading) onWeekdays() bool {
	return slices.ContainsFunc(r.items, func(it item) bool {
		return it.tag == tagWeekday && r.near(it.from, it.to, 6, officeWords) || officeWords.has(it.tag) && r.percentAt(it)
	})
}

// percentAt reads "60% office".
func (r *reading) percentAt(it item) bool {
	for k := it.from - 1; k >= r.from && k >= it.from-2; k-- {
		if r.cuts(k+1, it.from+1, gapCut) || k < it.from-1 && !r.taggedAt(k+1, tagsOf(tagIn, tagGlue)) {
			return false
		}
		if n := r.number(k); n > 0 && (n < 80 || it.tag != tagHome && it.tag != tagPartly) {
			rest := strings.TrimLeft(r.src[r.tokens[k].to:min(len(r.src), r.tokens[k].to+3)], " \u00a0")
			return strings.HasPrefix(rest, "%")
		}
	}
	return false
}

// number is the number that a token says, in digits or a word, up to 31; 0 for none.
func (r *reading) number(k int) int {
	for i := range r.items {
		if it := &r.items[i]; it.tag == tagNumber && it.from == k {
			n, _ := strconv.Atoi(it.value)
			return n
		}
	}
	n, err := strconv.Atoi(r.tokens[k].word)
	if err != nil || n < 0 || n > 100 {
		return 0
	}
	return n
}

// wholeWeek reports whether five days a week are counted, so that nothing is left for the office.
func (r *reading) wholeWeek() bool {
	for _, it := range r.items {
		if it.tag == tagDay && it.from > r.from {
			if n := r.number(it.from - 1); (n == 5 || n == 100) && !r.tags.has(tagOffice) {
				return true
			}
		}
	}
	return false
}

// homeDays reports whether the days that are counted are those at home.
func (r *reading) homeDays(it item) bool {
	return !r.wholeWeek() && (r.near(it.from, it.to, 3, tagsOf(tagDay, tagWeekday)) || r.percentAt(it))
}
