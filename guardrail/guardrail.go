// Package guardrail decides, without a model, whether a judged listing passes, is dropped, or goes to the person.
package guardrail

import "shortlist/scoring"

// CapLevel is the highest score that rules a listing out.
const CapLevel = 4

// TopScore is the highest score; also the cap of a listing that no gate holds.
const TopScore = 10

// Action is what becomes of a listing.
type Action string

// The closed set of Action.
const (
	Pass   Action = "pass"   // into the digest
	Review Action = "review" // waits for the person, with reasons
	Drop   Action = "drop"   // kept and explained, not mailed
	Wait   Action = "wait"   // no call was made for want of budget, quota or a key: another run judges it
)

// Reason is why a listing goes to the person.
type Reason string

// The closed set of Reason.
const (
	Borderline                Reason = "borderline"
	CapWithoutDisqualifier    Reason = "cap_without_disqualifier"
	StrongDespiteDisqualifier Reason = "strong_despite_disqualifier"
	GateMissed                Reason = "gate_missed"
	QuoteNotFound             Reason = "quote_not_found"
	Unstable                  Reason = "unstable"
	HostileText               Reason = "hostile_text"
	Unjudged                  Reason = "unjudged"
	Audit                     Reason = "audit"
)

// Reasons lists the closed set, in the order in which a decision gives them.
func Reasons() []Reason {
	return []Reason{Unjudged, QuoteNotFound, HostileText, GateMissed, StrongDespiteDisqualifier, CapWithoutDisqualifier, Borderline, Unstable, Audit}
}

// Gate is what one deterministic gate said of the listing.
type Gate struct {
	Name  string // a key of the profile's caps, or the id of a title cap
	Fired bool
	Cap   int    // the highest score it leaves, 1-10; only of a fired gate
	Hard  bool   // it closed the listing: no judge was asked
	Quote string // the words of the advert
	Title bool   // a title cap: the person's own rule, which no judge is expected to name
}

// Input is all that a decision rests on.
type Input struct {
	Listing *scoring.Listing
	Profile *scoring.Profile
	Gates   []Gate
	// Relevance is the deterministic match as a score of 1-10; the effective score where there is no verdict.
	Relevance int
	// Judged says that the profile's listings are judged at all. Without a judge nothing is reviewed.
	Judged bool
	// Verdict is nil where there is none: Failure then says why, or is empty where a hard gate made the call needless.
	Verdict *scoring.Verdict
	Failure scoring.Failure
}

// Source says what an effective score was made of.
type Source string

// The closed set of Source.
const (
	FromVerdict   Source = "verdict"
	FromRelevance Source = "relevance"
)

// Decision is what becomes of a listing, and why.
type Decision struct {
	Action  Action   `json:"action"`
	Pick    bool     `json:"pick"`              // of a pass: into the first section, else "Also matched"
	Score   int      `json:"score"`             // effective, 1-10
	Source  Source   `json:"source"`            // a failed or void verdict never is one
	Reasons []Reason `json:"reasons,omitempty"` // of a review, in the order of Reasons
	Drop    string   `json:"drop,omitempty"`    // of a drop: the gate, the disqualifier's id or the Concept that rules it out
	HeldBy  string   `json:"held_by,omitempty"` // the gate that lowered the score
	Found   Reading  `json:"found,omitempty"`   // what the rationale says, for the explanation
	Why     string   `json:"why"`               // one sentence for the person
}
