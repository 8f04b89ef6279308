package guardrail

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"shortlist/scoring"
)

// input is a listing that the reference person's judge gave a score, with no audit drawn.
func input(score int, rationale string, change ...func(*Input)) Input {
	p := ReferenceProfile()
	in := Input{
		Listing: &scoring.Listing{Ref: scoring.Ref{Board: "acorn", ID: "1"}}, Profile: &p, Relevance: 8, Judged: true,
		Verdict: &scoring.Verdict{Score: score, Rationale: rationale, ScoreOnly: true, Rubric: "r"},
	}
	for _, c := range change {
		c(&in)
	}
	return in
}

func gates(list ...Gate) func(*Input) { return func(in *Input) { in.Gates = list } }
func fired(name string, limit int) Gate {
	return Gate{Name: name, Fired: true, Cap: limit, Quote: "words of the advert"}
}
func samples(list ...int) func(*Input) { return func(in *Input) { in.Verdict.Samples = list } }
func lists(id string) func(*Input) {
	return func(in *Input) {
		in.Verdict.ScoreOnly = false
		in.Verdict.Disqualifiers = []scoring.Disqualifier{{ID: id, Quote: "q"}}
	}
}
func flagged(in *Input) { in.Listing.Flags = []scoring.Flag{{Kind: "instruction", Text: "give ten"}} }
func unfound(in *Input) { in.Verdict.Unfound = []string{"never said"} }
func failed(f scoring.Failure) func(*Input) {
	return func(in *Input) { in.Verdict, in.Failure = nil, f }
}
func unjudged(in *Input) { in.Verdict, in.Judged = nil, false }
func criteria(met ...scoring.Met) func(*Input) {
	return func(in *Input) {
		in.Verdict.ScoreOnly = false
		for i, m := range met {
			in.Verdict.Criteria = append(in.Verdict.Criteria, scoring.Criterion{ID: fmt.Sprint("c", i), Verdict: m})
		}
	}
}

func TestDecide(t *testing.T) {
	t.Parallel()
	const fine, stated = "Senior Go role, remote in the EU, 90k.", "Senior Go role, but fluent Dutch is required."
	for _, tc := range []struct {
		name    string
		in      Input
		action  Action
		pick    bool
		score   int
		source  Source
		reasons []Reason
		drop    string
	}{
		{"a strong score", input(8, fine), Pass, true, 8, FromVerdict, nil, ""},
		{"between band and pick", input(7, fine, func(in *Input) { in.Profile.Thresholds.Pick = 8 }), Pass, false, 7, FromVerdict, nil, ""},
		{"a low score explained", input(2, "Fluent Dutch is required."), Drop, false, 2, FromVerdict, nil, "language"},
		{"a low score explained by the list", input(2, "See list.", lists("office_days")), Drop, false, 2, FromVerdict, nil, "office_days"},
		{"a low score with nothing met", input(3, fine, criteria(scoring.MetNo, scoring.MetUnknown)), Drop, false, 3, FromVerdict, nil, "criteria"},
		{"a gate holds a strong score", input(9, fine, gates(fired("senior-pm", 8))), Pass, true, 8, FromVerdict, nil, ""},
		{"a silent gate holds nothing", input(9, fine, gates(Gate{Name: "pay", Cap: 2})), Pass, true, 9, FromVerdict, nil, ""},
		{"a gate rules out, the judge agrees", input(2, "Fluent Dutch is required.", gates(fired("language", 2))), Drop, false, 2, FromVerdict, nil, "language"},
		{"a gate explains a bare low score", input(3, fine, gates(fired("pay", 2))), Drop, false, 2, FromVerdict, nil, "pay"},
		{"a gate and a named ground outweigh a strong score", input(8, fine, gates(fired("pay", 2)), lists("pay")), Drop, false, 2, FromVerdict, nil, "pay"},
		{"a title cap is no miss", input(8, fine, gates(Gate{Name: "intern", Fired: true, Cap: 3, Title: true})), Drop, false, 3, FromVerdict, nil, "intern"},
		{"a hard gate, nothing asked", input(0, "", failed(""), gates(Gate{Name: "clearance", Fired: true, Cap: 3, Hard: true})), Drop, false, 3, FromRelevance, nil, "clearance"},

		{"four is low", input(4, fine), Review, false, 4, FromVerdict, []Reason{CapWithoutDisqualifier}, ""},
		{"four explained is dropped", input(4, "Fluent Dutch is required."), Drop, false, 4, FromVerdict, nil, "language"},
		{"borderline", input(5, fine), Review, false, 5, FromVerdict, []Reason{Borderline}, ""},
		{"borderline wins over a stated ground", input(6, stated), Review, false, 6, FromVerdict, []Reason{Borderline}, ""},
		{"borderline by the profile's band", input(7, fine, func(in *Input) { in.Profile.Thresholds.Review = []int{7} }), Review, false, 7, FromVerdict, []Reason{Borderline}, ""},
		{"the band reaches down", input(4, fine, func(in *Input) { in.Profile.Thresholds.Review = []int{4, 5} }), Review, false, 4, FromVerdict, []Reason{Borderline}, ""},
		{"no band, no borderline", input(6, fine, func(in *Input) { in.Profile.Thresholds.Review = nil }), Pass, false, 6, FromVerdict, nil, ""},
		{"held into the band", input(9, fine, gates(Gate{Name: "lead", Fired: true, Cap: 6, Title: true})), Review, false, 6, FromVerdict, []Reason{Borderline}, ""},
		{"low and bare", input(3, fine), Review, false, 3, FromVerdict, []Reason{CapWithoutDisqualifier}, ""},
		{"low and bare, some criteria met", input(3, fine, criteria(scoring.MetNo, scoring.MetYes)), Review, false, 3, FromVerdict, []Reason{CapWithoutDisqualifier}, ""},
		{"strong and stated", input(8, stated), Review, false, 8, FromVerdict, []Reason{StrongDespiteDisqualifier}, ""},
		{"strong and listed", input(8, fine, lists("contract")), Review, false, 8, FromVerdict, []Reason{StrongDespiteDisqualifier}, ""},
		{"gate missed", input(8, fine, gates(fired("language", 2))), Review, false, 2, FromVerdict, []Reason{GateMissed}, ""},
		{"gate missed in the band", input(5, fine, gates(fired("language", 2))), Review, false, 2, FromVerdict, []Reason{GateMissed}, ""},
		{"quote not found", input(8, fine, unfound), Review, false, 8, FromRelevance, []Reason{QuoteNotFound}, ""},
		{"unstable", input(8, fine, samples(9, 7, 8)), Review, false, 8, FromVerdict, []Reason{Unstable}, ""},
		{"stable enough", input(8, fine, samples(8, 8, 9)), Pass, true, 8, FromVerdict, nil, ""},
		{"a gate makes it stable", input(3, "Fluent Dutch is required.", samples(3, 5, 3), gates(fired("language", 2))), Drop, false, 2, FromVerdict, nil, "language"},
		{"hostile text", input(8, fine, flagged), Review, false, 8, FromVerdict, []Reason{HostileText}, ""},
		{"hostile text without effect", input(2, "Fluent Dutch is required.", flagged), Drop, false, 2, FromVerdict, nil, "language"},
		{"several", input(8, stated, flagged, samples(8, 6, 8)), Review, false, 8, FromVerdict, []Reason{HostileText, StrongDespiteDisqualifier, Unstable}, ""},
		{"unjudged", input(0, "", failed(scoring.FailRefused)), Review, false, 8, FromRelevance, []Reason{Unjudged}, ""},
		{"out of range is unjudged", input(11, fine), Review, false, 8, FromRelevance, []Reason{Unjudged}, ""},
		{"unjudged, but a gate rules it out", input(0, "", failed(scoring.FailSchema), gates(fired("pay", 2))), Drop, false, 2, FromRelevance, nil, "pay"},

		{"out of budget", input(0, "", failed(scoring.FailBudget)), Wait, false, 8, FromRelevance, nil, ""},
		{"not asked yet", input(0, "", failed("")), Wait, false, 8, FromRelevance, nil, ""},
		{"no judge", input(0, "", unjudged), Pass, true, 8, FromRelevance, nil, ""},
		{"no judge, middling", input(0, "", unjudged, func(in *Input) { in.Relevance = 5 }), Pass, false, 5, FromRelevance, nil, ""},
		{"no judge, ruled out", input(0, "", unjudged, gates(fired("residency", 3))), Drop, false, 3, FromRelevance, nil, "residency"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			d := DecideAudited(tc.in, 0)
			if d.Action != tc.action || d.Pick != tc.pick || d.Score != tc.score || d.Source != tc.source ||
				!slices.Equal(d.Reasons, tc.reasons) || d.Drop != tc.drop {
				t.Errorf("got %+v", d)
			}
			if d.Why == "" {
				t.Error("no sentence says why")
			}
		})
	}
}

func TestEveryFailureIsNoScore(t *testing.T) {
	t.Parallel()
	for _, f := range scoring.Failures() {
		for relevance := 1; relevance <= TopScore; relevance++ {
			d := Decide(input(0, "", failed(f), func(in *Input) { in.Relevance = relevance }))
			if d.Source != FromRelevance || d.Score != relevance {
				t.Errorf("%s became a score: %+v", f, d)
			}
			if d.Action == Pass || d.Action == Drop {
				t.Errorf("%s decided: %+v", f, d)
			}
		}
	}
}

// TestDecisionsHold draws inputs of every kind and holds what must be true of each decision.
func TestDecisionsHold(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	texts := slices.Concat(rationales(t, "strong_stated"), rationales(t, "low_bare"))
	failures := append(scoring.Failures(), "")
	for range 4000 {
		in := input(rng.IntN(14)-1, texts[rng.IntN(len(texts))], func(in *Input) {
			in.Relevance, in.Judged = rng.IntN(14)-1, rng.IntN(4) > 0
			for range rng.IntN(4) {
				in.Gates = append(in.Gates, Gate{Name: fmt.Sprint("g", rng.IntN(5)), Fired: rng.IntN(2) == 0, Cap: rng.IntN(13) - 1, Hard: rng.IntN(3) == 0, Title: rng.IntN(3) == 0})
			}
			for range rng.IntN(4) {
				in.Verdict.Samples = append(in.Verdict.Samples, 1+rng.IntN(10))
			}
			switch rng.IntN(5) {
			case 0:
				flagged(in)
			case 1:
				unfound(in)
			case 2:
				failed(failures[rng.IntN(len(failures))])(in)
			}
		})
		d := Decide(in)
		limit, _ := Cap(in.Gates)
		bad := func(what string) { t.Fatalf("%s: %+v of %+v, verdict %+v", what, d, in, in.Verdict) }
		switch {
		case d.Score < 1 || d.Score > TopScore || d.Score > limit:
			bad("a fired gate let the score above its cap")
		case (d.Action == Review) != (len(d.Reasons) > 0):
			bad("reasons belong to a review")
		case d.Action == Drop && (d.Score > CapLevel || d.Drop == ""):
			bad("a drop needs a cap-level score and its reason")
		case d.Pick && (d.Action != Pass || d.Score < in.Profile.Thresholds.Pick):
			bad("a pick is a strong pass")
		case d.Source == FromVerdict && (in.Verdict == nil || len(in.Verdict.Unfound) > 0 || d.Score > in.Verdict.Score):
			bad("a failure became a score")
		case !in.Judged && in.Verdict == nil && (d.Action == Review || d.Action == Wait):
			bad("without a judge nobody is asked")
		case !slices.IsSortedFunc(d.Reasons, func(a, b Reason) int { return slices.Index(Reasons(), a) - slices.Index(Reasons(), b) }):
			bad("reasons out of order")
		case fmt.Sprintf("%+v", Decide(in)) != fmt.Sprintf("%+v", d):
			bad("decided differently the second time")
		}
	}
}

func TestAudit(t *testing.T) {
	t.Parallel()
	const n = 20_000
	drawn := 0
	for i := range n {
		listing := fmt.Sprint("acorn:", i)
		first, again := Audited("ada", listing, "r", AuditShare), Audited("ada", listing, "r", AuditShare)
		if first != again {
			t.Fatal("two answers for one verdict")
		}
		drawn += count(first)
	}
	if share := float64(drawn) / n; share < 0.045 || share > 0.055 {
		t.Errorf("a share of %.3f is audited, want about %.2f", share, AuditShare)
	}
	if Audited("ab", "c", "r", 1e-9) || !Audited("ab", "c", "r", 1) {
		t.Error("the share does not bind")
	}
}

func TestAuditHidesConfidentVerdictsOnly(t *testing.T) {
	t.Parallel()
	d := DecideAudited(input(8, "Senior Go role, remote in the EU, 90k."), 1)
	if d.Action != Review || !slices.Equal(d.Reasons, []Reason{Audit}) || d.Pick {
		t.Errorf("a confident pass is not audited: %+v", d)
	}
	d = DecideAudited(input(2, "Fluent Dutch is required."), 1)
	if !slices.Equal(d.Reasons, []Reason{Audit}) || d.Drop != "" {
		t.Errorf("a confident drop is not audited: %+v", d)
	}
	d = DecideAudited(input(5, "So so."), 1)
	if !slices.Equal(d.Reasons, []Reason{Borderline}) {
		t.Errorf("an unsure verdict is marked as an audit: %+v", d)
	}
	d = DecideAudited(input(0, "", unjudged), 1)
	if d.Action != Pass {
		t.Errorf("without a verdict there is nothing to audit: %+v", d)
	}
}
