package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"shortlist/guardrail"
	"shortlist/guardrail/review"
	"shortlist/scoring"
	"shortlist/scoring/gate"
	"shortlist/scoring/relevance"
)

// Why is each step's answer for one listing and one person.
type Why struct {
	Listing   scoring.Listing     `json:"listing"`
	Closed    bool                `json:"closed"`     // no board sends it any more
	Elsewhere []scoring.Ref       `json:"elsewhere"`  // the role's other appearances
	Sent      bool                `json:"sent"`       // the person had the role, or it is on its way to them
	Relevance relevance.Result    `json:"relevance"`  //
	Gates     []gate.Result       `json:"gates"`      // those that fired or are unsure
	Verdict   *scoring.Verdict    `json:"verdict"`    // null where there is none
	Failure   scoring.Failure     `json:"failure"`    // why there is no verdict, or empty
	Hidden    bool                `json:"hidden"`     // the verdict is not shown before the person has decided: it is an audit
	Judged    bool                `json:"judged"`     // this person's listings are judged at all
	Ruling    *review.Ruling      `json:"ruling"`     // what the person decided, or null
	Decision  *guardrail.Decision `json:"decision"`   // null where a step before it kept the listing out
	Mailed    bool                `json:"would_mail"` // it would be in line for the next digest
}

// whyStore is what an explanation reads beyond what a run does.
type whyStore interface {
	Listing(ctx context.Context, ref scoring.Ref) (scoring.Listing, error)
}

// Why explains one listing for one person. It asks the judge where no verdict is stored, and changes nothing else.
func (r *Runner) Why(ctx context.Context, profile string, ref scoring.Ref) (Why, error) {
	w, err := r.begin(ctx, Request{Profile: profile, Key: byHand + "why"})
	if err != nil {
		return Why{}, err
	}
	out, group, err := r.find(ctx, w, ref)
	if err != nil {
		return out, err
	}
	search, err := searchOf(w.profile.Profile)
	if err != nil {
		return out, err
	}
	if w.sent, err = r.Store.Sent(ctx, profile); err != nil {
		return out, err
	}
	out.Sent = w.sent[out.Listing.Role]
	out.Relevance = search.Match(&out.Listing)
	out.Gates = gate.Check(&out.Listing, &w.profile.Profile)
	if out.Judged = r.judges(w); out.Judged && out.Relevance.Admitted && !gate.Closed(out.Gates) {
		if err := r.whyJudged(ctx, w, &out); err != nil {
			return out, err
		}
	}
	return out, r.whyDecided(ctx, w, &out, group)
}

// find reads the listing with all appearances of its role.
func (r *Runner) find(ctx context.Context, w *work, ref scoring.Ref) (out Why, group []appearance, err error) {
	if out.Listing, err = r.Store.Listing(ctx, ref); err != nil {
		return out, nil, err
	}
	if w.open, err = r.corpus.open(ctx); err != nil {
		return out, nil, err
	}
	group = w.open.role(out.Listing.Role)
	out.Closed, out.Elsewhere = true, []scoring.Ref{}
	for _, a := range group {
		if a.Ref == ref {
			out.Closed = false
			continue
		}
		out.Elsewhere = append(out.Elsewhere, a.Ref)
	}
	return out, group, nil
}

func (r *Runner) whyJudged(ctx context.Context, w *work, out *Why) error {
	v, err := r.Judge.Judge(ctx, &out.Listing, &w.profile.Profile)
	if err == nil {
		out.Verdict = &v
		return nil
	}
	var failed *scoring.JudgeError
	if !errors.As(err, &failed) {
		return fmt.Errorf("judge: %w", err)
	}
	out.Failure = failed.Failure
	return nil
}

func (r *Runner) whyDecided(ctx context.Context, w *work, out *Why, group []appearance) error {
	rulings, err := r.Store.Decisions(ctx, w.profile.Name)
	if err != nil {
		return err
	}
	c := considered{gates: out.Gates, verdict: out.Verdict, failure: out.Failure}
	c.Listing, c.Relevance = &out.Listing, out.Relevance.Relevance
	ruling, ruled := rulings[out.Listing.Role]
	switch {
	case ruled:
		out.Ruling = &ruling
		c.rule(ruling, w.profile.Thresholds.Pick)
	case out.Relevance.Admitted:
		c.decision = guardrail.Decide(c.input(w, out.Judged))
	default:
		return nil
	}
	out.Decision = &c.decision
	if slices.Contains(c.decision.Reasons, guardrail.Audit) {
		out.Hidden, out.Verdict, c.decision.Score = true, nil, 0
	}
	out.Mailed = c.decision.Action == guardrail.Pass && !out.Sent && len(group) > 0
	return nil
}
