package digest

import "strings"

// maxCalls bounds the section: what is not shown waits on the page.
const maxCalls = 5

// calls writes what waits for the person.
func (e *Edition) calls(in Input) {
	base := pagesBase(in)
	for _, c := range in.Calls[:min(len(in.Calls), maxCalls)] {
		shown := CallCard{Title: line(c.Title, maxTitle), Company: line(c.Company, maxCompany), Why: line(c.Why, maxSaid)}
		if shown.Title == "" {
			shown.Title = "Untitled role"
		}
		if base != "" {
			shown.URL = safeURL(base+c.Page(), maxURL)
		}
		for _, l := range c.Links[:min(len(c.Links), maxLinks)] {
			if u := safeURL(l.URL, maxURL); u != "" {
				shown.Links = append(shown.Links, Link{Label: line(l.Label, maxWord), URL: u})
			}
		}
		e.Calls = append(e.Calls, shown)
	}
	if base != "" && in.Open > 0 {
		e.Pages = append(e.Pages, Link{Label: "Decide on all of them", URL: base + "/review"})
	}
	e.waiting(in)
}

// waiting counts the calls that are not shown.
func (e *Edition) waiting(in Input) {
	if e.Waiting = ""; in.Open <= len(e.Calls) {
		return
	}
	e.Waiting = count(in.Open-len(e.Calls), "more listing") + " waiting for your decision."
	if len(e.Calls) == 0 {
		e.Waiting = count(in.Open, "listing") + " waiting for your decision."
	}
	if pagesBase(in) == "" {
		e.Waiting += " shortlist review list shows all."
	}
}

// pagesBase is the base of our own pages without a slash at its end, or empty.
func pagesBase(in Input) string { return strings.TrimRight(safeURL(in.PublicURL, maxHome), "/") }

// verdict writes a score and why it is that.
func verdict(v *Verdict) (score string, why []string) {
	if v == nil {
		return "", nil
	}
	if v.Approved {
		why = append(why, "You approved it.")
	}
	if s := line(v.Reason, maxReason); s != "" {
		why = append(why, s)
	}
	if s := line(v.Quote, maxSaid); s != "" {
		why = append(why, "“"+s+"”")
	}
	if s := line(v.HeldBy, maxSaid); s != "" {
		why = append(why, s)
	}
	if v.Score < 1 || v.Score > 10 || len(why) == 0 {
		return "", why // never a score without a reason
	}
	return number(v.Score) + " of 10", why
}
