package app

import (
	"context"
	"strings"

	"shortlist/digest"
	"shortlist/scoring/relevance"
	"shortlist/worker/pipeline"
)

// Found is the answer to a search.
type Found struct {
	Listings []digest.Candidate // best first
	Dropped  []digest.Drop      // what was kept out, counted by rule
	Problems []string           // boards that could not be read, a sentence each
}

// Search refreshes the boards that are due and searches all that they hold.
func (a *App) Search(ctx context.Context, query string, exclude []string, limit int) (Found, error) {
	search, err := relevance.Compile([]string{query}, exclude, nil)
	if err != nil {
		return Found{}, &QueryError{err}
	}
	states, err := a.Collector().Refresh(ctx, pipeline.IfDue)
	if err != nil {
		return Found{}, err
	}
	var f Found
	for _, s := range states {
		if s.Error != "" {
			f.Problems = append(f.Problems, s.Label+" "+s.Error)
		}
	}
	matched, err := (&pipeline.Corpus{Store: a.Store}).Search(ctx, search)
	if err != nil {
		return f, err
	}
	f.Dropped = matched.Dropped
	f.Listings = matched.Best[:min(limit, len(matched.Best))]
	return f, nil
}

// QueryError is a query or an exclusion that says nothing to search for.
type QueryError struct{ Err error }

func (e *QueryError) Error() string {
	return strings.ReplaceAll(strings.ReplaceAll(e.Err.Error(), "queries[0]: ", ""), "exclude[", "--exclude[")
}

func (e *QueryError) Unwrap() error { return e.Err }
