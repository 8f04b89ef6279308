package output

import (
	"fmt"
	"io"
	"strings"
	"time"

	"shortlist/digest"
	"shortlist/scoring"
	"shortlist/scoring/pay"
	"shortlist/scoring/place"
	"shortlist/scoring/relevance"
)

// Found is what a search found. Explain asks for what each part added, and for what was kept out.
type Found struct {
	Listings []digest.Candidate
	Dropped  []digest.Drop
	Explain  bool
}

// Search writes what a search found.
func Search(w io.Writer, found Found, now time.Time, asJSON bool) error {
	if asJSON {
		out := make([]listingJSON, 0, len(found.Listings))
		for _, c := range found.Listings {
			out = append(out, newListingJSON(c))
		}
		return JSON(w, out)
	}
	var b strings.Builder
	if len(found.Listings) == 0 {
		b.WriteString("Nothing found. Try fewer or other words.\n")
	}
	for i, c := range found.Listings {
		l := c.Listing
		fmt.Fprintf(&b, "%2d. %s\n    %s\n    %s\n", i+1, l.Title, strings.Join(facts(l, now), " · "), c.Why)
		if found.Explain {
			fmt.Fprintf(&b, "    relevance %.2f: %s\n    %s\n", c.Relevance, parts(c.Parts), l.Ref)
		}
		fmt.Fprintf(&b, "    %s\n", l.URL)
	}
	if found.Explain {
		for _, d := range found.Dropped {
			fmt.Fprintf(&b, "kept out, %s: %d\n", d.Words(), d.Count)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// parts says what each part of a relevance added.
func parts(ps []relevance.Part) string {
	out := make([]string, 0, len(ps))
	for _, p := range ps {
		switch p.Where {
		case "title", "text", "requirements", "place":
			out = append(out, fmt.Sprintf("%s in the %s %+.2f", p.Term, p.Where, p.Points))
		default:
			out = append(out, fmt.Sprintf("%s, %s %+.2f", p.Term, p.Where, p.Points))
		}
	}
	return strings.Join(out, "; ")
}

func facts(l *scoring.Listing, now time.Time) []string {
	var out []string
	for _, f := range []string{l.Company, strings.Join(places(l), "; "), pay.Format(l.Pay)} {
		if f != "" {
			out = append(out, f)
		}
	}
	if l.PostedAt.IsZero() {
		return append(out, "date not said")
	}
	return append(out, "posted "+ago(l.PostedAt, now))
}

type listingJSON struct {
	ID        string     `json:"id"`
	Board     string     `json:"board"`
	Title     string     `json:"title"`
	Company   string     `json:"company"`
	Places    []string   `json:"places"`
	Pay       *payJSON   `json:"pay"`
	PostedAt  *time.Time `json:"posted_at"`
	URL       string     `json:"url"`
	Relevance float64    `json:"relevance"`
	Why       string     `json:"why"`
	Parts     []partJSON `json:"parts"` // what the relevance is made of
	Links     []string   `json:"links"` // of every board that has the role
	Text      string     `json:"text"`
}

type partJSON struct {
	Term   string  `json:"term"`
	Where  string  `json:"where"`
	Count  int     `json:"count"`
	Points float64 `json:"points"`
}

type payJSON struct {
	Min      float64 `json:"min,omitempty"`
	Max      float64 `json:"max,omitempty"`
	Currency string  `json:"currency,omitempty"`
	Period   string  `json:"period,omitempty"`
	Raw      string  `json:"raw"`
}

func newListingJSON(c digest.Candidate) listingJSON {
	l := c.Listing
	out := listingJSON{
		ID: l.Ref.String(), Board: l.Board, Title: l.Title, Company: l.Company, Places: places(l), PostedAt: moment(l.PostedAt), URL: l.URL,
		Relevance: c.Relevance, Why: c.Why, Text: l.Text, Links: []string{}, Parts: []partJSON{},
	}
	for _, p := range c.Parts {
		out.Parts = append(out.Parts, partJSON{p.Term, p.Where, p.Count, p.Points})
	}
	if l.Pay.Known() || l.Pay.Raw != "" {
		out.Pay = &payJSON{Min: l.Pay.Min, Max: l.Pay.Max, Currency: l.Pay.Currency, Period: string(l.Pay.Period), Raw: l.Pay.Raw}
	}
	for _, s := range l.Sightings {
		out.Links = append(out.Links, s.URL)
	}
	return out
}

// places are those of all appearances, each once, as a reader wants them.
func places(l *scoring.Listing) []string {
	out := []string{}
	seen := map[string]bool{"": true}
	for _, s := range append([]scoring.Sighting{{Place: l.Place}}, l.Sightings...) {
		if p := place.Format(s.Place); !seen[p] {
			seen[p] = true
			out = append(out, p)
		}
	}
	return out
}
