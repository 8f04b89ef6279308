package pipeline

import (
	"context"

	"shortlist/digest"
	"shortlist/guardrail"
	"shortlist/scoring"
	"shortlist/scoring/gate"
	"shortlist/scoring/role"
)

// considered is a match with all that was thought of it.
type considered struct {
	digest.Candidate
	gates    []gate.Result
	verdict  *scoring.Verdict
	failure  scoring.Failure
	decision guardrail.Decision
	decided  string // by the person, in words; empty where they have not
	approved bool   // by the person
}

// enough is how many times the picks of a digest may be in line for it where no judge sorts them: employers with many
// openings and the size of a mail hold some back.
const enough = 3

// gate is the stage of the deterministic disqualifiers, for what the person has not decided themselves. Without a judge it goes down the list until the digest is full, by no more of one employer's than a mail shows; what it does
// not reach is left for the next one.
func (r *Runner) gate(ctx context.Context, w *work) error {
	if err := r.decided(ctx, w); err != nil {
		return err
	}
	open, most, each := 0, len(w.matched.Best), len(w.matched.Best)
	if !r.judges(w) {
		most, each = enough*max(w.profile.Limits.Picks, 1), digest.PerCompany
	}
	employers := map[string]int{}
	for _, c := range w.matched.Best {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		if _, ruled := w.rulings[c.Listing.Role]; ruled {
			w.considered = append(w.considered, considered{Candidate: c})
			continue
		}
		employer := role.CompanyKey(c.Listing.Company)
		if open == most || employer != "" && employers[employer] == each {
			w.beyond++
			continue
		}
		gates := gate.Check(c.Listing, &w.profile.Profile)
		for _, g := range gates {
			if g.State == gate.Fired {
				r.Meter.Gate(g.Gate)
			}
		}
		w.considered = append(w.considered, considered{Candidate: c, gates: gates})
		if limit, _ := gate.Cap(gates); limit > guardrail.CapLevel {
			open++
			employers[employer]++
		}
	}
	return nil
}
