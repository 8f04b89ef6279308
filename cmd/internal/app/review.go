package app

import (
	"context"
	"io"

	"shortlist/guardrail"
	"shortlist/guardrail/review"
	"shortlist/worker/store"
)

// decided are the items that somebody decided; whole ones have their snapshots.
func (a *App) decided(ctx context.Context, profile string, whole bool) ([]review.Item, error) {
	var items []review.Item
	err := a.Store.EachReview(ctx, store.ReviewFilter{Profile: profile, State: review.Decided}, whole, func(it review.Item) error {
		items = append(items, it)
		return nil
	})
	return items, err
}

// ExportReviews writes the decided items as cases, a JSON object a line, and says how many. With redact nothing in them
// identifies a person.
func (a *App) ExportReviews(ctx context.Context, w io.Writer, profile string, redact bool) (int, error) {
	items, err := a.decided(ctx, profile, true)
	if err != nil {
		return 0, err
	}
	if !redact {
		return review.Export(w, items, nil)
	}
	people, err := a.Store.Profiles(ctx)
	if err != nil {
		return 0, err
	}
	hidden := map[string][]string{}
	for _, p := range people {
		hidden[p.Name] = []string{p.Email, p.About.Home.City}
	}
	return review.Export(w, items, func(profile string) []string { return hidden[profile] })
}

// Agreement says how well judge and people agree, the judge of the newest decision first.
func (a *App) Agreement(ctx context.Context, profile string) ([]review.Agreement, error) {
	items, err := a.decided(ctx, profile, false)
	if err != nil {
		return nil, err
	}
	return review.Agree(items, guardrail.AuditShare), nil
}
