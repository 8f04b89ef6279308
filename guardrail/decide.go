package guardrail

import (
	"fmt"
	"slices"

	"shortlist/scoring"
	"shortlist/scoring/judge"
)

// Decide says what becomes of a listing. It is pure: the same input gives the same decision.
func Decide(in Input) Decision { return DecideAudited(in, AuditShare) }

// DecideAudited is Decide with another share of audits, 0-1.
func DecideAudited(in Input, share float64) Decision {
	if in.Verdict == nil || void(in.Verdict) {
		return withoutVerdict(in)
	}
	v := in.Verdict
	d := Decision{Source: FromVerdict, Found: Read(v.Rationale, in.Profile)}
	d.Score, d.HeldBy = Effective(v.Score, in.Gates)
	d.Reasons = reasons(in, d)
	if len(d.Reasons) > 0 {
		d.Action = Review
		d.Why = d.because(in)
		return d
	}
	d.settle(in)
	if share > 0 && Audited(in.Profile.Name, drawn(in.Listing), v.Rubric, share) {
		d.Action, d.Pick, d.Drop, d.Reasons = Review, false, "", []Reason{Audit}
		d.Why = "One of a few that you are asked about to see how well the judge agrees with you."
	}
	return d
}

// drawn is what an audit is drawn by: the role, which is one wherever it is posted, or the listing where it has no number yet.
func drawn(l *scoring.Listing) string {
	if l.Role == 0 {
		return l.Ref.String()
	}
	return fmt.Sprint("role ", l.Role)
}

// void reports whether a verdict is none: a quote that the advert does not hold, or a score outside of 1-10.
func void(v *scoring.Verdict) bool {
	return len(v.Unfound) > 0 || v.Score < 1 || v.Score > TopScore
}

// withoutVerdict decides on relevance and gates. A gate that rules the listing out needs no judge.
func withoutVerdict(in Input) Decision {
	d := Decision{Source: FromRelevance}
	d.Score, d.HeldBy = Effective(in.Relevance, in.Gates)
	limit, _ := Cap(in.Gates)
	closed := slices.ContainsFunc(in.Gates, func(g Gate) bool { return g.Fired && g.Hard })
	switch {
	case limit <= CapLevel:
		d.settle(in)
	case in.Verdict != nil && len(in.Verdict.Unfound) > 0:
		d.Action, d.Reasons = Review, []Reason{QuoteNotFound}
		d.Why = d.because(in)
	case in.Verdict != nil:
		d.Action, d.Reasons = Review, []Reason{Unjudged}
		d.Why = d.because(in)
	case in.Judged && (in.Failure != "" || !closed):
		d.Action = Wait
		d.Why = "It waits for the judge."
		if !waits(in.Failure) {
			d.Action, d.Reasons = Review, []Reason{Unjudged}
			d.Why = d.because(in)
		}
	default:
		d.settle(in)
	}
	return d
}

// waits reports whether a failure says nothing of the listing: it is judged in a later run.
func waits(f scoring.Failure) bool {
	return f == "" || judge.Waits(f)
}

// settle decides a listing about which there is no doubt.
func (d *Decision) settle(in Input) {
	limit, gate := Cap(in.Gates)
	switch {
	case limit <= CapLevel:
		d.Action, d.Drop = Drop, gate
		d.Why = fmt.Sprintf("%s holds it at %d.", gate, d.Score)
		if q := quoteOf(in.Gates, gate); q != "" {
			d.Why = fmt.Sprintf("%s holds it at %d: “%s”.", gate, d.Score, q)
		}
	case d.Source == FromVerdict && d.Score <= CapLevel:
		d.Action, d.Drop = Drop, d.named(in)
		d.Why = fmt.Sprintf("The judge gave %d: %s.", in.Verdict.Score, d.Drop)
	default:
		d.Action, d.Pick = Pass, d.Score >= pickAt(in.Profile)
		d.Why = fmt.Sprintf("Scored %d.", d.Score)
		if d.HeldBy != "" {
			d.Why = fmt.Sprintf("Scored %d, held there by %s.", d.Score, d.HeldBy)
		}
	}
}

func quoteOf(gates []Gate, name string) string {
	for _, g := range gates {
		if g.Fired && g.Name == name {
			return g.Quote
		}
	}
	return ""
}

// named is what the judge names as ruling the listing out.
func (d *Decision) named(in Input) string {
	if ds := in.Verdict.Disqualifiers; len(ds) > 0 {
		return ds[0].ID
	}
	if f, ok := d.Found.Explains(); ok {
		return string(f.Concept)
	}
	return "criteria"
}

// pickAt is the score from which a listing is a pick.
func pickAt(p *scoring.Profile) int {
	if p.Thresholds.Pick < 1 {
		return scoring.DefaultProfile().Thresholds.Pick
	}
	return p.Thresholds.Pick
}
