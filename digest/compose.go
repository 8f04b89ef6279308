package digest

import (
	"time"

	"shortlist/scoring"
	"shortlist/scoring/role"
)

const (
	defaultPicks = 12
	maxPicks     = 100
	perCompany   = 3 // one employer with many openings must not fill the mail
	maxPreview   = 140
)

// Compose selects, orders and explains. It never fails: what it cannot show, it leaves out and counts. An edition's
// HTML stays under MaxHTML: excerpts go first, then the last cards, which are deferred.
func Compose(in Input) Edition {
	zone := in.Zone
	if zone == nil {
		zone = time.UTC
	}
	e := Edition{Profile: line(in.Profile.Name, maxWord), Slot: in.Slot.In(zone)}
	e.When = e.Slot.Format("Monday 2 January 2006, 15:04") + " (" + zone.String() + ")"
	chosen, matched := choose(in.Ranked, in.Profile.Limits.Picks)
	labels := map[string]string{}
	for _, b := range in.Boards {
		labels[b.Board] = line(b.Label, maxWord)
	}
	for _, c := range chosen {
		e.Cards = append(e.Cards, card(c, labels, in.Now, zone))
		e.listings = append(e.listings, c.Listing)
	}
	e.explain(in, zone)
	e.headline(matched)
	e.made(in, matched)
	e.fit(func() {
		e.headline(matched)
		e.made(in, matched)
	})
	return e
}

// choose takes the best candidates within the limits; matched counts all distinct ones.
func choose(ranked []Candidate, picks int) (chosen []Candidate, matched int) {
	if picks <= 0 {
		picks = defaultPicks
	}
	picks = min(picks, maxPicks)
	refs, roles, companies := map[scoring.Ref]bool{}, map[int64]bool{}, map[string]int{}
	for _, c := range ranked {
		l := c.Listing
		if l == nil || refs[l.Ref] || l.Role != 0 && roles[l.Role] {
			continue
		}
		refs[l.Ref], roles[l.Role] = true, true
		matched++
		if len(chosen) == picks {
			continue
		}
		if key := role.CompanyKey(l.Company); key != "" {
			if companies[key] == perCompany {
				continue
			}
			companies[key]++
		}
		chosen = append(chosen, c)
	}
	return chosen, matched
}

// headline writes what depends on the number of cards at the top of the mail.
func (e *Edition) headline(matched int) {
	e.Deferred = matched - len(e.Cards)
	if e.Empty() {
		e.Headline = "No new jobs this time"
		e.Lead = "Nothing that fits your searches has appeared since your last digest."
		e.Preview = e.Lead
		return
	}
	e.Headline = count(len(e.Cards), "new job") + " for you"
	e.Preview = preview(e.Cards)
	if e.More = ""; e.Deferred == 1 {
		e.More = "1 more matched; it comes in the next digest."
	} else if e.Deferred > 1 {
		e.More = number(e.Deferred) + " more matched; they come in the next digest."
	}
}

func preview(cards []Card) string {
	var s string
	for _, c := range cards {
		if s != "" {
			s += " · "
		}
		if s += c.Title; c.Company != "" {
			s += ", " + c.Company
		}
		if len(s) > 4*maxPreview {
			break
		}
	}
	return line(s, maxPreview)
}
