package guardrail

import (
	"slices"

	"shortlist/scoring"
)

// CouldTurn reports whether more samples could change what becomes of a listing: its score borders on another zone (ruled
// out, review band, "Also matched", pick), or score and grounds contradict each other. Samples elsewhere are wasted: one
// point more or less changes nothing.
func CouldTurn(v scoring.Verdict, p *scoring.Profile) bool {
	if v.Score < 1 || v.Score > TopScore {
		return false
	}
	here := zone(v.Score, p)
	for _, beside := range []int{v.Score - 1, v.Score + 1} {
		if beside >= 1 && beside <= TopScore && zone(beside, p) != here {
			return true
		}
	}
	return here != inBand && contradicts(&v, Read(v.Rationale, p), pickAt(p)) != ""
}

type scoreZone uint8

const (
	ruledOut scoreZone = iota
	inBand
	alsoMatched
	picked
)

func zone(score int, p *scoring.Profile) scoreZone {
	switch {
	case slices.Contains(p.Thresholds.Review, score):
		return inBand
	case score >= pickAt(p):
		return picked
	case score <= CapLevel:
		return ruledOut
	}
	return alsoMatched
}
