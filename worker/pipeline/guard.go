package pipeline

import (
	"context"
	"math"

	"shortlist/digest"
	"shortlist/guardrail"
	"shortlist/guardrail/review"
	"shortlist/scoring/judge"
	"shortlist/worker/store"
)

type guardStore interface {
	CountReviews(ctx context.Context, f store.ReviewFilter) (int, error)
	// Decisions are the person's, by role.
	Decisions(ctx context.Context, profile string) (map[int64]review.Ruling, error)
	// EndReviews ends the open questions about roles.
	EndReviews(ctx context.Context, profile string, roles []int64) error
	PutReviews(ctx context.Context, profile string, items []review.Item) (store.ReviewsPut, error)
}

// guard is the stage that decides: pass, drop, or ask the person, whose own decision always wins.
func (r *Runner) guard(ctx context.Context, w *work) error {
	judged := r.judges(w)
	if judged { // while the judge worked, the person may have
		if err := r.decided(ctx, w); err != nil {
			return err
		}
	}
	rubric := judge.RubricSHA(w.profile.Rubric)
	var ask []review.Item
	var settled []int64
	for i := range w.considered {
		c := &w.considered[i]
		if ruling, ok := w.rulings[c.Listing.Role]; ok {
			c.rule(ruling, w.profile.Thresholds.Pick)
			continue
		}
		in := c.input(w, judged)
		c.decision = guardrail.Decide(in)
		r.count(c.decision)
		switch c.decision.Action {
		case guardrail.Pass, guardrail.Drop:
			settled = append(settled, c.Listing.Role)
		case guardrail.Review:
			ask = append(ask, review.New(in, c.decision, rubric, w.now, r.Keep))
		}
	}
	if w.request.DryRun {
		return nil
	}
	if w.asked > 0 { // a question that has answered itself is none any more
		if err := r.Store.EndReviews(ctx, w.profile.Name, settled); err != nil {
			return err
		}
	}
	put, err := r.Store.PutReviews(ctx, w.profile.Name, ask)
	w.asked += put.New
	return err
}

// decided reads what the person decided before.
func (r *Runner) decided(ctx context.Context, w *work) (err error) {
	if w.asked, err = r.Store.CountReviews(ctx, store.ReviewFilter{Profile: w.profile.Name}); err != nil || w.asked == 0 {
		return err
	}
	w.rulings, err = r.Store.Decisions(ctx, w.profile.Name)
	return err
}

// count leaves out what waits for the judge: that is decided later, and counted then.
func (r *Runner) count(d guardrail.Decision) {
	if d.Action == guardrail.Wait {
		return
	}
	if len(d.Reasons) == 0 {
		r.Meter.Guard(string(d.Action), "")
	}
	for _, reason := range d.Reasons {
		r.Meter.Guard(string(d.Action), string(reason))
	}
}

// input is what the guardrail decides on.
func (c *considered) input(w *work, judged bool) guardrail.Input {
	return guardrail.Input{
		Listing: c.Listing, Profile: &w.profile.Profile, Gates: guardrail.Gates(c.gates), Relevance: outOfTen(c.Relevance), Judged: judged, Verdict: c.verdict, Failure: c.failure,
	}
}

// outOfTen maps a relevance, (0,1], to a score.
func outOfTen(relevance float64) int { return min(max(int(math.Ceil(relevance*10)), 1), 10) }

// rule puts the person's word in the place of a decision.
func (c *considered) rule(ruling review.Ruling, pick int) {
	fate, score := ruling.Means(pick)
	c.decided = "You " + ruling.Decision.String() + "."
	switch c.decision.Score = score; fate {
	case review.Leads:
		c.approved = true
		c.decision.Action, c.decision.Pick = guardrail.Pass, true
	case review.Passes:
		c.decision.Action, c.decision.Pick = guardrail.Pass, true
	case review.Also:
		c.decision.Action = guardrail.Pass
	default:
		c.decision.Action, c.decision.Drop = guardrail.Drop, digest.DropRejected
	}
}
