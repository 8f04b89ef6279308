package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"shortlist/guardrail"
	"shortlist/scoring"
	"shortlist/scoring/gate"
	"shortlist/scoring/judge"
	"shortlist/worker/store"
)

// judgeTime bounds the judging of one run, which has four minutes in all: what is not judged by then waits for the next.
const judgeTime = 150 * time.Second

var errJudgeTime = errors.New("this run's time for judging was over")

// judges reports whether this person's listings are judged: there is a judge, and they wrote down what to judge by.
func (r *Runner) judges(w *work) bool {
	return r.Judge != nil && w.profile.Rubric != "" && w.profile.Limits.JudgeCalls > 0
}

// judge is the stage in which a model scores what no hard gate closed, best first. A verdict is stored as it arrives, so a
// run that is taken up again pays only for the rest.
func (r *Runner) judge(ctx context.Context, w *work) error {
	if !r.judges(w) {
		return nil
	}
	asked := map[*scoring.Listing]*considered{}
	var listings []*scoring.Listing
	for i := range w.considered {
		c := &w.considered[i]
		if _, ruled := w.rulings[c.Listing.Role]; !ruled && !gate.Closed(c.gates) {
			asked[c.Listing] = c
			listings = append(listings, c.Listing)
		}
	}
	listings, err := r.failedLast(ctx, w, listings)
	if err != nil {
		return err
	}
	session := r.Judge.Session(judge.Use{Calls: w.profile.Limits.JudgeCalls})
	bounded, cancel := context.WithTimeoutCause(ctx, judgeTime, errJudgeTime)
	defer cancel()
	waiting, err := session.JudgeAll(bounded, &w.profile.Profile, listings, func(got judge.Result) error {
		c := asked[got.Listing]
		if got.Err != nil {
			c.failure = got.Err.Failure
			return nil
		}
		v := got.Verdict
		c.verdict = &v
		return nil
	})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for _, left := range waiting {
		asked[left.Listing].failure = left.Why.Failure
	}
	w.waiting = waiting
	if len(waiting) > 0 {
		r.Log.Info("listings wait for the judge", "profile", w.profile.Name, "waiting", len(waiting), "because", waiting[0].Why)
	}
	return err
}

// failedLast puts those at the end for which the judge had no usable answer before: what fails each time must not use up what
// the others are judged with.
func (r *Runner) failedLast(ctx context.Context, w *work, listings []*scoring.Listing) ([]*scoring.Listing, error) {
	if w.asked == 0 {
		return listings, nil
	}
	items, err := r.Store.Reviews(ctx, store.ReviewFilter{Profile: w.profile.Name, Reason: guardrail.Unjudged}, store.ReviewPage{Limit: maxFailed})
	if err != nil || len(items) == 0 {
		return listings, err
	}
	failed := map[int64]bool{}
	for _, it := range items {
		failed[it.Role] = true
	}
	slices.SortStableFunc(listings, func(a, b *scoring.Listing) int { return cmp.Compare(last(failed[a.Role]), last(failed[b.Role])) })
	return listings, nil
}

// maxFailed is how many listings without a usable answer are remembered.
const maxFailed = 1000

func last(failed bool) int {
	if failed {
		return 1
	}
	return 0
}

// judged tells in sentences how the listings of a digest were judged.
func (r *Runner) judged(w *work) []string {
	switch {
	case r.Judge == nil:
		return []string{"No judge is set, so relevance and what you said about yourself decide."}
	case w.profile.Limits.JudgeCalls <= 0:
		return []string{"Your profile allows no call of the judge (limits.judge_calls), so relevance and what you said about yourself decide."}
	case w.profile.Rubric == "":
		return []string{"Your profile has no rubric, so no judge was asked: relevance and what you said about yourself decide."}
	}
	n, model := 0, ""
	for _, c := range w.considered {
		if c.verdict != nil {
			n, model = n+1, c.verdict.ModelServed
			if model == "" {
				model = c.verdict.ModelAsked
			}
		}
	}
	said := fmt.Sprintf("%d of them were judged", n)
	if model != "" {
		said += " by " + model
	}
	out := []string{said + "."}
	if len(w.waiting) > 0 {
		out = append(out, fmt.Sprintf("%d wait for the next run: %v.", len(w.waiting), w.waiting[0].Why.Err))
	}
	return out
}
