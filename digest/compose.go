package digest

import (
	"time"

	"shortlist/scoring"
	"shortlist/scoring/role"
)

const (
	defaultPicks = 12
	maxPicks     = 100
	// PerCompany is how many of one employer's openings a mail shows: one with many must not fill it.
	PerCompany = 3
	maxPreview = 140
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
	for i, c := range chosen {
		shown := card(c, labels, in.Now, zone)
		if c.Also && (i == 0 || !chosen[i-1].Also) {
			shown.Heading = "Also matched"
		}
		e.Cards = append(e.Cards, shown)
		e.listings = append(e.listings, c.Listing)
	}
	e.calls(in)
	e.explain(in, zone)
	e.headline(in, matched)
	e.made(in, matched)
	e.fit(func() {
		e.waiting(in)
		e.headline(in, matched)
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
			if companies[key] == PerCompany {
				continue
			}
			companies[key]++
		}
		chosen = append(chosen, c)
	}
	return chosen, matched
}

// headline writes what depends on the number of cards at the top of the mail.
func (e *Edition) headline(in Input, matched int) {
	e.Deferred = matched + in.Beyond - len(e.Cards)
	if e.Empty() && len(e.Calls) > 0 {
		e.Headline = "Your call: " + count(len(e.Calls), "job")
		e.Lead = "Nothing passed this time, but there are listings on which you have to decide."
		e.Preview = e.Lead
		return
	}
	if e.Empty() {
		e.Headline = "No new jobs this time"
		e.Lead = e.why(in)
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

// why there is nothing in the mail: nothing appeared, or something broke.
func (e *Edition) why(in Input) string {
	failing := 0
	for _, b := range in.Boards {
		if b.Problem != "" {
			failing++
		}
	}
	switch {
	case in.Waiting > 0:
		return count(in.Waiting, "listing") + " matched and could not be judged yet; what was in the way stands below."
	case failing > 0 && failing == len(in.Boards):
		return "No board could be read, so nothing new could be found."
	}
	return "Nothing that fits your searches has appeared since your last digest."
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
