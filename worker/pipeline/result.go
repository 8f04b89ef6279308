package pipeline

import (
	"time"

	"shortlist/digest"
	"shortlist/digest/render"
)

// Outcome says how a run ended.
type Outcome string

// The closed set of Outcome.
const (
	Sent     Outcome = "sent"     // the mail server accepted the digest
	Empty    Outcome = "empty"    // nothing new, and no mail was wanted for that
	DryRun   Outcome = "dry_run"  // made and not sent
	Deferred Outcome = "deferred" // made; the mail server could not take it yet, so it waits in the outbox
	Rejected Outcome = "rejected" // the mail server will never take it
	Unknown  Outcome = "unknown"  // sent, and the answer was lost; never sent again blindly
	Failed   Outcome = "failed"   // something of our own broke
)

// Outcomes lists the closed set.
func Outcomes() []Outcome { return []Outcome{Sent, Empty, DryRun, Deferred, Rejected, Unknown, Failed} }

// Request asks for one digest.
type Request struct {
	Profile string
	// Slot is the instant the digest is for; now where it is zero.
	Slot time.Time
	// Key names the run within the profile, so that a slot is served once. A run by hand leaves it empty and gets one of
	// its own.
	Key string
	// DryRun stops before anything is written into the outbox.
	DryRun bool
}

// Result tells what a run did.
type Result struct {
	Run       string    `json:"run"`
	Profile   string    `json:"profile"`
	Slot      time.Time `json:"slot"`
	Outcome   Outcome   `json:"outcome"`
	Fetched   int       `json:"fetched"` // listings that the boards hold
	New       int       `json:"new"`     // of these, first seen since the profile's last digest
	Picks     int       `json:"picks"`   // listings in the digest
	Review    int       `json:"review"`  // listings that wait for the person
	Waiting   int       `json:"waiting"` // listings that wait for the judge
	MessageID string    `json:"message_id"`
	Reasons   []string  `json:"reasons"` // what was left out and what broke, a sentence each
	// Resumed says that the run was begun by a process that died, or by one whose mail server was away.
	Resumed bool `json:"resumed,omitempty"`

	Edition digest.Edition `json:"-"`
	Mail    render.Mail    `json:"-"`
}
