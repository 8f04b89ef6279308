package eval

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"

	"shortlist/scoring"
	"shortlist/scoring/place"
	"shortlist/scoring/relevance"
)

//go:embed filter.json
var frozen embed.FS

// filterSet is the frozen listings, and what survives each person's settings, written out by hand.
type filterSet struct {
	Listings []struct{ ID, Title, Company, Location, Description string }
	Cases    []struct {
		ID             string
		Why            string // what the case is there for
		Queries        []string
		Exclude        []string
		BlockCompanies []string `json:"block_companies"`
		Levels         []string
		Survivors      []string
	}
}

// Filter is how the exclusions did on the frozen set.
type Filter struct {
	Right int          `json:"right"`
	Wrong int          `json:"wrong"`
	Cases []FilterCase `json:"cases"`
}

// FilterCase is one person's settings: the listings that survived and should not have, and those that should have.
type FilterCase struct {
	ID      string   `json:"id"`
	Why     string   `json:"why"`
	OK      bool     `json:"ok"`
	Extra   []string `json:"extra,omitempty"`
	Missing []string `json:"missing,omitempty"`
}

// MeasureFilter runs the frozen set.
func MeasureFilter() (Filter, error) {
	b, err := frozen.ReadFile("filter.json")
	if err != nil {
		return Filter{}, err
	}
	var set filterSet
	if err := json.Unmarshal(b, &set); err != nil {
		return Filter{}, fmt.Errorf("filter.json: %w", err)
	}
	var listings []*scoring.Listing
	for _, l := range set.Listings {
		listings = append(listings, &scoring.Listing{
			Ref: scoring.Ref{Board: "frozen", ID: l.ID}, Title: l.Title, Company: l.Company, Text: l.Description, Place: place.Parse(l.Location, true),
		})
	}
	var out Filter
	for _, c := range set.Cases {
		search, err := relevance.New(relevance.Settings{Queries: c.Queries, Exclude: c.Exclude, BlockCompanies: c.BlockCompanies, Levels: c.Levels})
		if err != nil {
			return Filter{}, fmt.Errorf("filter.json: %s: %w", c.ID, err)
		}
		best, _, _ := search.Rank(listings, 0)
		var got []string
		for _, b := range best {
			got = append(got, b.Listing.ID)
		}
		fc := FilterCase{ID: c.ID, Why: c.Why, Extra: without(got, c.Survivors), Missing: without(c.Survivors, got)}
		if fc.OK = len(fc.Extra)+len(fc.Missing) == 0; fc.OK {
			out.Right++
		} else {
			out.Wrong++
		}
		out.Cases = append(out.Cases, fc)
	}
	return out, nil
}

// without is a without what is in b, sorted.
func without(a, b []string) (out []string) {
	for _, x := range a {
		if !slices.Contains(b, x) {
			out = append(out, x)
		}
	}
	slices.Sort(out)
	return out
}
