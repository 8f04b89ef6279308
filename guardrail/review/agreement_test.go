package review_test

import (
	"math"
	"testing"
	"time"

	"shortlist/guardrail"
	"shortlist/guardrail/review"
)

// many are n decided items with the judge's score and the person's decision.
func many(n, score int, d review.Decision, reasons ...guardrail.Reason) (out []review.Item) {
	for range n {
		out = append(out, decided(item(int64(len(out)+1), score, reasons...), d))
	}
	return out
}

func concat(parts ...[]review.Item) (out []review.Item) {
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

func near(a, b float64) bool { return math.Abs(a-b) < 0.0005 }

// The figures of these matrices were worked out by hand.
func TestKappa(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		items                           []review.Item
		raw, kappa, low, high, override float64
		verdict                         review.Verdict
	}{
		// 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: po 0.7, pe 0.5*0.6+0.5*0.4 = 0.5, se sqrt(.21/50)/.5 = 0.12961.
		"textbook": {concat(many(20, 8, approve), many(5, 8, reject), many(10, 2, approve), many(15, 2, reject)), 0.7, 0.4, 0.1460, 0.6540, 0.3, review.BetterThan},
		// 45/60, 15/60; 25/40, 15/40 of 100: po 0.60, pe 0.60*0.70+0.40*0.30 = 0.54, kappa 0.1304, se sqrt(.24/100)/.46 = 0.10650.
		"by chance": {concat(many(45, 8, approve), many(15, 8, reject), many(25, 2, approve), many(15, 2, reject)), 0.6, 0.1304, -0.0783, 0.3392, 0.4, review.ByChance},
		// The same shares of a tenth of the items: 0.1304 ± 1.96 * 0.33678.
		"too few": {concat(many(9, 8, approve), many(3, 8, reject), many(5, 2, approve), many(3, 2, reject)), 0.6, 0.1304, -0.3363, 0.5972, 0.4, review.TooFew},
		// Three bands: diagonal 10, 10, 10 of 60, 5 in each other field: po 0.5, pe 1/3, kappa 0.25, se sqrt(.25/60)/(2/3) = 0.09682.
		"three bands": {concat(many(10, 8, approve), many(5, 8, scored(5)), many(5, 8, reject), many(5, 6, approve), many(10, 6, scored(6)), many(5, 6, reject),
			many(5, 4, scored(9)), many(5, 4, scored(6)), many(10, 4, scored(3))), 0.5, 0.25, 0.0602, 0.4398, 1.0 / 3, review.BetterThan},
		// All agree, half and half: Wilson's lower bound of 60/60 is 0.93982, so kappa's is 2*0.93982-1.
		"whole": {concat(many(30, 8, approve), many(30, 2, reject)), 1, 1, 0.8796, 1, 0, review.Substantial},
		// A judge that always says yes against a person who nearly always does: pe = po, so kappa is 0.
		"always yes": {concat(many(54, 8, approve), many(6, 8, reject)), 0.9, 0, -0.7591, 0.7591, 0.1, review.ByChance},
	} {
		got := review.Agree(c.items, guardrail.AuditShare)
		if len(got) != 1 || got[0].Doubtful.Kappa == nil {
			t.Errorf("%s: %+v", name, got)
			continue
		}
		m := got[0].Doubtful
		if m.N != len(c.items) || !near(m.Raw.Value, c.raw) || !near(m.Kappa.Value, c.kappa) || !near(m.Kappa.Low, c.low) || !near(m.Kappa.High, c.high) ||
			!near(m.Override.Value, c.override) || m.Verdict != c.verdict {
			t.Errorf("%s: raw %+v, kappa %+v, override %+v, %q; want %+v", name, m.Raw, *m.Kappa, m.Override, m.Verdict, c)
		}
		if got[0].Audits.N != 0 || got[0].Audits.Kappa != nil || got[0].Audits.Verdict != review.TooFew {
			t.Errorf("%s: audits %+v", name, got[0].Audits)
		}
	}
}

func TestKappaOfOneKindSaysNothing(t *testing.T) {
	t.Parallel()
	m := review.Agree(many(60, 8, approve), 0.05)[0].Doubtful
	if m.Kappa != nil || m.Verdict != review.NoContrast || m.Base != 1 || m.JudgeBase != 1 || !near(m.Raw.Low, 0.9398) {
		t.Errorf("%+v", m)
	}
	if got := review.Agree(nil, 0.05); len(got) != 0 {
		t.Errorf("of nothing: %+v", got)
	}
}

func TestAuditsAreKeptApart(t *testing.T) {
	t.Parallel()
	a := review.Agree(concat(
		many(40, 5, approve, guardrail.Borderline), many(20, 8, reject, guardrail.StrongDespiteDisqualifier, guardrail.HostileText),
		many(30, 8, approve, guardrail.Audit), many(10, 2, reject, guardrail.Audit), many(10, 2, approve, guardrail.Audit),
	), 0.05)[0]
	if a.Doubtful.N != 60 || a.Doubtful.Raw.Value != 0 || a.Audits.N != 50 || !near(a.Audits.Raw.Value, 0.8) {
		t.Errorf("doubtful %+v\naudits %+v", a.Doubtful, a.Audits)
	}
	// 60 of weight 1 and 50 of weight 20: agreement 800/1060; (60+1000)²/(60+50*400) = 56.01 equal items.
	if a.All.N != 110 || !near(a.All.Raw.Value, 800.0/1060) || !near(a.All.Weight, 56.0120) || a.All.Matrix[review.Drops][review.Passing] != 200 {
		t.Errorf("all %+v", a.All)
	}
	want := map[guardrail.Reason][2]int{guardrail.Borderline: {40, 40}, guardrail.StrongDespiteDisqualifier: {20, 20}, guardrail.HostileText: {20, 20}, guardrail.Audit: {10, 50}}
	for r, n := range want {
		if s := a.Reasons[r]; s.N != n[0] || s.Of != n[1] || !near(s.Rate.Value, float64(n[0])/float64(n[1])) {
			t.Errorf("%s: %+v", r, s)
		}
	}
	if len(a.Reasons) != len(want) {
		t.Errorf("%+v", a.Reasons)
	}
}

func TestWhatDoesNotCount(t *testing.T) {
	t.Parallel()
	dead := reject
	dead.Reason = review.ListingGone
	unjudged := many(1, 8, approve)[0]
	unjudged.Source = guardrail.FromRelevance
	open := item(1, 8)
	later := approve
	later.At = later.At.Add(time.Minute)
	other := many(2, 8, later)
	other[0].Model, other[1].Rubric = "m-2", "r2"
	got := review.Agree(concat(many(3, 8, dead), []review.Item{unjudged, open}, many(4, 8, approve), other), 0.05)
	if len(got) != 3 || got[0].Doubtful.N != 1 || got[1].Doubtful.N != 1 || got[2].Doubtful.N != 4 || got[2].Rubric != "r1" || got[2].Model != "m-1" {
		t.Errorf("%+v", got)
	}
}
