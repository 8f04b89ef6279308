package guardrail

import (
	"testing"

	"shortlist/scoring"
)

func TestCouldTurn(t *testing.T) {
	t.Parallel()
	p := ReferenceProfile()
	const fine, stated = "Senior Go role, remote in the EU, 90k.", "Fluent Dutch is required."
	for _, tc := range []struct {
		score     int
		rationale string
		want      bool
	}{
		{0, fine, false}, {1, stated, false}, {1, fine, true}, {3, stated, false}, {4, stated, true}, {5, fine, true}, {6, fine, true}, {7, fine, true},
		{8, fine, false}, {8, stated, true}, {10, fine, false}, {11, fine, false},
	} {
		if got := CouldTurn(scoring.Verdict{Score: tc.score, Rationale: tc.rationale}, &p); got != tc.want {
			t.Errorf("%d %q: %v", tc.score, tc.rationale, got)
		}
	}
	p.Thresholds.Review = []int{4, 5, 6}
	if CouldTurn(scoring.Verdict{Score: 5, Rationale: fine}, &p) {
		t.Error("inside the band one point changes nothing")
	}
}
