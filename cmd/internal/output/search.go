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
)

// Search writes what a search found.
func Search(w io.Writer, found []digest.Candidate, now time.Time, asJSON bool) error {
	if asJSON {
		out := make([]listingJSON, 0, len(found))
		for _, c := range found {
			out = append(out, newListingJSON(c))
		}
		return JSON(w, out)
	}
	if len(found) == 0 {
		_, err := fmt.Fprintln(w, "Nothing found. A listing is found by its title; try fewer or other words.")
		return err
	}
	var b strings.Builder
	for i, c := range found {
		l := c.Listing
		fmt.Fprintf(&b, "%2d. %s\n    %s\n    %s\n    %s\n", i+1, l.Title, strings.Join(facts(l, now), " · "), c.Why, l.URL)
	}
	_, err := io.WriteString(w, b.String())
	return err
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
	Links     []string   `json:"links"` // of every board that has the role
	Text      string     `json:"text"`
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
		Relevance: c.Relevance, Why: c.Why, Text: l.Text, Links: []string{},
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
