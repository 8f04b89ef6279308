package review

import (
	"cmp"
	"slices"
	"time"

	"shortlist/guardrail"
)

// Agreement is how well one judge, by rubric and served model, agrees with the people it judged for.
type Agreement struct {
	Rubric string `json:"rubric"`
	Model  string `json:"model"`
	// Doubtful are the items that a rule sent to the person, Audits the hidden share of confident verdicts. They are kept
	// apart, since the first are the hard cases only.
	Doubtful Measure `json:"doubtful"`
	Audits   Measure `json:"audits"`
	// All is both, each audit standing for as many verdicts as it was drawn from: the figure for all that was judged.
	All     Measure                    `json:"all"`
	Reasons map[guardrail.Reason]Share `json:"reasons"`
	LastAt  time.Time                  `json:"last_at"` // of the newest decision
}

// Share is so many of so many, with the interval of what that says.
type Share struct {
	N    int      `json:"n"`
	Of   int      `json:"of"`
	Rate Estimate `json:"rate"`
}

// Agree measures judge against person, the judge with the newest decision first. Share is the one that audits were drawn
// with. Items without a decision, without a usable verdict, or rejected because the advert is dead do not count.
func Agree(items []Item, share float64) []Agreement {
	type key struct{ rubric, model string }
	groups := map[key][]Item{}
	for _, it := range items {
		if counts(it) {
			k := key{it.Rubric, it.Model}
			groups[k] = append(groups[k], it)
		}
	}
	var out []Agreement
	for k, its := range groups {
		a := agree(its, share)
		a.Rubric, a.Model = k.rubric, k.model
		out = append(out, a)
	}
	slices.SortFunc(out, func(a, b Agreement) int {
		return cmp.Or(b.LastAt.Compare(a.LastAt), cmp.Compare(a.Rubric, b.Rubric), cmp.Compare(a.Model, b.Model))
	})
	return out
}

func counts(it Item) bool {
	return it.State == Decided && it.Decision.Reason != ListingGone && it.Source == guardrail.FromVerdict && it.JudgeScore > 0
}

func agree(items []Item, share float64) Agreement {
	a := Agreement{Reasons: map[guardrail.Reason]Share{}}
	var doubtful, audits, all Matrix
	nd, na := 0, 0
	weight := 1.0
	if share > 0 && share < 1 {
		weight = 1 / share
	}
	for _, it := range items {
		j, p := BandOf(it.JudgeScore, it.Pick), Said(it.Decision, it.Pick)
		if slices.Contains(it.Reasons, guardrail.Audit) {
			audits[j][p]++
			all[j][p] += weight
			na++
		} else {
			doubtful[j][p]++
			all[j][p]++
			nd++
		}
		for _, r := range it.Reasons {
			s := a.Reasons[r]
			s.Of++
			if Changed(it) {
				s.N++
			}
			a.Reasons[r] = s
		}
		if it.Decision.At.After(a.LastAt) {
			a.LastAt = it.Decision.At
		}
	}
	for r, s := range a.Reasons {
		s.Rate = wilson(float64(s.N)/float64(s.Of), float64(s.Of))
		a.Reasons[r] = s
	}
	a.Doubtful, a.Audits = measure(doubtful, nd, float64(nd)), measure(audits, na, float64(na))
	a.All = measure(all, nd+na, alike(float64(nd), float64(na), weight))
	return a
}

// alike is Kish's effective sample size: how many items of equal weight say as much as so many of weight one and so many
// of the other weight.
func alike(ones, others, weight float64) float64 {
	if ones+others == 0 {
		return 0
	}
	sum := ones + others*weight
	return sum * sum / (ones + others*weight*weight)
}

// Said is the band of a person's decision.
func Said(d Decision, pick int) Band {
	switch d.Kind {
	case Approve:
		return Passing
	case Score:
		return BandOf(d.Score, pick)
	}
	return Drops
}

// Changed reports whether it was worth asking: without the question the listing would have been a pick and the person does
// not want it, or the other way round. A reason's precision is the share of its items that it changed.
func Changed(it Item) bool {
	return (it.Score >= it.Pick) != (Said(it.Decision, it.Pick) == Passing)
}
