package review

import (
	"math"

	"shortlist/guardrail"
)

// Band is what a score means: it rules out, it leaves open, or it passes.
type Band int

// The closed set of Band.
const (
	Drops Band = iota
	Borderline
	Passing
)

var bandNames = [...]string{"drop", "borderline", "pass"}

func (b Band) String() string { return bandNames[b] }

// Bands names the rows and columns of a Matrix.
func Bands() []string { return bandNames[:] }

// BandOf is the band of a score of 1-10 where a listing is a pick from pick on.
func BandOf(score, pick int) Band {
	switch {
	case score >= pick:
		return Passing
	case score <= guardrail.CapLevel:
		return Drops
	}
	return Borderline
}

// Matrix counts items by the judge's band, then the person's.
type Matrix [3][3]float64

// Estimate is a share or a coefficient with its 95 % interval.
type Estimate struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

const z95 = 1.959963984540054 // two-sided 95 % of the normal distribution

// wilson is a share of n with Wilson's score interval, which holds for few and for extreme shares too. n need not be whole.
func wilson(share, n float64) Estimate {
	if n <= 0 {
		return Estimate{High: 1}
	}
	z2 := z95 * z95
	mid := (share + z2/(2*n)) / (1 + z2/n)
	half := z95 / (1 + z2/n) * math.Sqrt(share*(1-share)/n+z2/(4*n*n))
	return Estimate{Value: share, Low: max(0, mid-half), High: min(1, mid+half)}
}

// Measure says how well judge and person agree on some items.
type Measure struct {
	N      int     `json:"n"`
	Weight float64 `json:"weight"` // how many equal items say as much; N where all weigh the same
	Matrix Matrix  `json:"matrix"` // judge's band, then person's; weighted where the items are
	// Raw is the share of items in the same band, Base the person's share of passes and JudgeBase the judge's: a judge
	// that always says no agrees with a person who nearly always does.
	Raw       Estimate `json:"raw"`
	Base      float64  `json:"base_rate"`
	JudgeBase float64  `json:"judge_base_rate"`
	// Kappa is Cohen's, over the three bands; nil where both know one band only, so that chance alone agrees.
	Kappa *Estimate `json:"kappa"`
	// Override is how often the person went the other way where the judge took a side.
	Override Estimate `json:"override_rate"`
	// Sides is how many items Override is a share of: neither judge nor person is in the middle band.
	Sides   float64 `json:"sides"`
	Verdict Verdict `json:"verdict"`
}

// Verdict is what the figures allow to say.
type Verdict string

// The closed set of Verdict.
const (
	TooFew      Verdict = "too few to tell"
	NoContrast  Verdict = "all of one kind: kappa says nothing"
	ByChance    Verdict = "not shown to be better than chance" // the interval reaches 0
	BetterThan  Verdict = "better than chance"
	Substantial Verdict = "substantial" // the whole interval lies above 0.6
)

// FewDecisions is the number under which no verdict is given: with 50 decisions an interval is still 0.4 wide.
const FewDecisions = 50

// substantialFrom is where Landis and Koch's "substantial" begins.
const substantialFrom = 0.6

// measure reckons a matrix of n items that say as much as weight equal ones.
func measure(m Matrix, n int, weight float64) Measure {
	out := Measure{N: n, Weight: weight, Matrix: m, Raw: Estimate{High: 1}, Override: Estimate{High: 1}}
	var total, same, chance float64
	var judge, person [3]float64
	for j, row := range m {
		for p, c := range row {
			total += c
			judge[j] += c
			person[p] += c
		}
		same += row[j]
	}
	if total > 0 {
		for b := range judge {
			chance += judge[b] * person[b] / (total * total)
		}
		out.Base, out.JudgeBase = person[Passing]/total, judge[Passing]/total
		out.Raw = wilson(same/total, weight)
		out.Kappa = kappa(out.Raw, chance, weight)
		against := m[Drops][Passing] + m[Passing][Drops]
		if out.Sides = against + m[Drops][Drops] + m[Passing][Passing]; out.Sides > 0 {
			out.Override = wilson(against/out.Sides, out.Sides/total*weight)
		}
	}
	out.Verdict = verdict(out)
	return out
}

// kappa is Cohen's coefficient with its large-sample interval, 1.96 standard errors to each side; where agreement is
// whole, or none, that error would be zero and Wilson's bound of the raw share stands in.
func kappa(raw Estimate, chance, n float64) *Estimate {
	if chance >= 1-1e-12 {
		return nil
	}
	of := func(share float64) float64 { return (share - chance) / (1 - chance) }
	k := Estimate{Value: of(raw.Value), Low: of(raw.Low), High: of(raw.High)}
	if raw.Value > 0 && raw.Value < 1 {
		se := math.Sqrt(raw.Value*(1-raw.Value)/n) / (1 - chance)
		k.Low, k.High = k.Value-z95*se, k.Value+z95*se
	}
	k.Low, k.High = max(-1, k.Low), min(1, k.High)
	return &k
}

func verdict(m Measure) Verdict {
	switch {
	case m.Weight < FewDecisions:
		return TooFew
	case m.Kappa == nil:
		return NoContrast
	case m.Kappa.Low <= 0:
		return ByChance
	case m.Kappa.Low < substantialFrom:
		return BetterThan
	}
	return Substantial
}
