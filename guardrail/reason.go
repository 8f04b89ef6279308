package guardrail

import (
	"fmt"
	"slices"

	"shortlist/scoring"
)

const spread = 2 // samples that differ by this much are unstable

// reasons lists why a listing with a usable verdict goes to the person.
func reasons(in Input, d Decision) []Reason {
	v, pick := in.Verdict, pickAt(in.Profile)
	fired, gate := Cap(in.Gates)
	var out []Reason
	add := func(r Reason, so bool) {
		if so {
			out = append(out, r)
		}
	}
	add(HostileText, len(in.Listing.Flags) > 0 && d.Score >= pick)
	add(GateMissed, v.Score > fired && matters(v.Score, fired, in) && !isTitle(in.Gates, gate) && !names(v, d.Found))
	band := slices.Contains(in.Profile.Thresholds.Review, v.Score)
	contradiction := Reason("")
	if !band {
		contradiction = contradicts(v, d.Found, pick)
	}
	// A gate that rules the listing out settles both contradictions: it is the ground of a low score, and where the judge
	// names a ground beside a strong one, two of three say no.
	add(StrongDespiteDisqualifier, contradiction == StrongDespiteDisqualifier && fired > CapLevel)
	add(CapWithoutDisqualifier, contradiction == CapWithoutDisqualifier && fired > CapLevel)
	add(Borderline, slices.Contains(in.Profile.Thresholds.Review, d.Score))
	add(Unstable, unstable(v.Samples, fired))
	return out
}

// matters reports whether a cap changes what becomes of a listing.
func matters(score, limit int, in Input) bool {
	pick := pickAt(in.Profile)
	return limit <= CapLevel && score > CapLevel || limit < pick && score >= pick
}

func isTitle(gates []Gate, name string) bool {
	return slices.ContainsFunc(gates, func(g Gate) bool { return g.Fired && g.Title && g.Name == name })
}

// names reports whether a verdict names anything that rules the listing out.
func names(v *scoring.Verdict, found Reading) bool {
	_, stated := found.States()
	return stated || len(v.Disqualifiers) > 0
}

// contradicts finds a verdict whose score and grounds disagree: a score of at most CapLevel without a ground, or one from
// the pick threshold on with a disqualifier. What the reply lists counts; where it lists nothing its rationale is read.
func contradicts(v *scoring.Verdict, found Reading, pick int) Reason {
	switch {
	case v.Score >= pick && names(v, found):
		return StrongDespiteDisqualifier
	case v.Score <= CapLevel && v.Score < pick:
		if _, explained := found.Explains(); !explained && len(v.Disqualifiers) == 0 && !allUnmet(v) {
			return CapWithoutDisqualifier
		}
	}
	return ""
}

// allUnmet reports whether the reply found some criterion unmet and none met: the listing is about something else.
func allUnmet(v *scoring.Verdict) bool {
	unmet := false
	for _, c := range v.Criteria {
		if c.Verdict == scoring.MetYes {
			return false
		}
		unmet = unmet || c.Verdict == scoring.MetNo
	}
	return unmet
}

// unstable reports whether the samples, held under the cap, differ by spread or more.
func unstable(samples []int, limit int) bool {
	if len(samples) < 2 {
		return false
	}
	held := make([]int, len(samples))
	for i, s := range samples {
		held[i] = min(s, limit)
	}
	return slices.Max(held)-slices.Min(held) >= spread
}

// because writes the first reason as a sentence.
func (d *Decision) because(in Input) string {
	switch d.Reasons[0] {
	case Unjudged:
		return "The judge gave no usable verdict."
	case QuoteNotFound:
		return fmt.Sprintf("The judge quotes words that the advert does not hold: “%s”.", in.Verdict.Unfound[0])
	case HostileText:
		return "The advert holds text that a reader would not see or that speaks to a machine, and the score is strong."
	case GateMissed:
		_, gate := Cap(in.Gates)
		return fmt.Sprintf("%s rules it out and the judge, with %d, does not name it.", gate, in.Verdict.Score)
	case StrongDespiteDisqualifier:
		if ds := in.Verdict.Disqualifiers; len(ds) > 0 {
			return fmt.Sprintf("The judge gives %d and yet names a disqualifier: %s.", in.Verdict.Score, ds[0].ID)
		}
		f, _ := d.Found.States()
		return fmt.Sprintf("The judge gives %d and yet writes: “%s”.", in.Verdict.Score, f.Clause)
	case CapWithoutDisqualifier:
		return fmt.Sprintf("The judge gives %d without saying what rules it out.", in.Verdict.Score)
	case Borderline:
		return fmt.Sprintf("A score of %d could go either way.", d.Score)
	case Unstable:
		return fmt.Sprintf("Asked again, the judge gave other scores: %v.", in.Verdict.Samples)
	}
	return ""
}
