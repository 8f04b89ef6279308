package review

import (
	"shortlist/guardrail"
	"shortlist/scoring"
)

// Fate is what a decision means for the digests to come.
type Fate string

// The closed set of Fate.
const (
	Leads  Fate = "leads"  // before the picks of the next digest
	Passes Fate = "passes" // a pick, in its place by score
	Also   Fate = "also"   // under "Also matched"
	Never  Fate = "never"  // not mailed, whatever is posted or judged later
)

// Ruling is a person's word on a role. It stands against every later fetch, repost and verdict.
type Ruling struct {
	Item     string
	Role     int64
	Listing  scoring.Ref // the one that they decided on; the role may stand elsewhere by now
	Score    int         // effective, before the person spoke
	Decision Decision
	Sent     bool // the role was mailed, or is in a digest on its way
}

// Means says what becomes of the role, and the score that it has from now on, given the profile's pick threshold. What was
// sent already keeps its fate; the caller leaves it out, as everything that was sent.
func (r Ruling) Means(pick int) (Fate, int) {
	switch d := r.Decision; {
	case d.Kind == Approve:
		return Leads, max(r.Score, pick)
	case d.Kind == Score && d.Score >= pick && d.Score > guardrail.CapLevel:
		return Passes, d.Score
	case d.Kind == Score && d.Score > guardrail.CapLevel:
		return Also, d.Score
	case d.Kind == Score:
		return Never, d.Score
	}
	return Never, 0
}
