// Package scoring holds the words that every other package speaks: what a listing is and what a person asks for.
// It imports nothing of ours, so that any package may import it.
package scoring

import (
	"fmt"
	"strings"
	"time"
)

// Ref names a listing the way its board does. Ids are strings whatever the board sends, since boards use digits,
// slugs, UUIDs and URLs, and some numbers pass 2^31.
type Ref struct {
	Board string // "remoteok"
	ID    string // the board's own id
}

// String writes the ref as "board:id", the form of the command line and of JSON.
func (r Ref) String() string { return r.Board + ":" + r.ID }

// ParseRef reads "board:id"; the id may itself hold colons.
func ParseRef(s string) (Ref, error) {
	board, id, ok := strings.Cut(s, ":")
	if !ok || board == "" || id == "" {
		return Ref{}, fmt.Errorf("%q is not a listing: write it as board:id, for example remoteok:1133090", s)
	}
	return Ref{Board: board, ID: id}, nil
}

// Listing is one advertised job as Shortlist keeps it. Every text in it is clean: one encoding, no entities, no tags,
// no invisible characters, no NUL.
type Listing struct {
	Ref
	Title    string    // one line
	Company  string    // one line; empty where the board does not say
	Text     string    // the advert as plain text: paragraphs apart by a blank line, list items start with "• "
	URL      string    // the posting's own page on its board, never a page that lists others
	Place    Place     // where it may be done from
	Pay      Pay       // what it pays, as far as the advert says
	PostedAt time.Time // the oldest date the board gave, UTC; zero where it gave none
	SeenAt   time.Time // when Shortlist first saw it, UTC
	Flags    []Flag    // what in the advert's markup addresses a machine or hides from a reader

	// Role is the store's number of the role; the same role on two boards, or posted again, has one number. Zero
	// before intake.
	Role int64
	// Sightings are all places and links of the role that are open, this listing's own first.
	Sightings []Sighting
}

// Sighting is one appearance of a role on a board.
type Sighting struct {
	Ref
	URL   string
	Place Place
	Pay   Pay
	// PostedAt and SeenAt are as in Listing.
	PostedAt, SeenAt time.Time
}

// Flag marks something in an advert that a reader of the page would not see or that speaks to a machine. A flag never
// lowers a score: it quarantines the span and asks a person where it mattered.
type Flag struct {
	Kind string // closed set, see guardrail/hostile
	Text string // the span, at most 200 runes
}

// Remote says whether a listing can be done away from an office.
type Remote string

// The closed set of Remote.
const (
	RemoteUnknown Remote = ""
	RemoteYes     Remote = "remote"
	RemoteHybrid  Remote = "hybrid"
	RemoteNo      Remote = "office"
)

// Place is where a job may be done from.
type Place struct {
	Raw       string   // as the board wrote it, cleaned
	Remote    Remote   //
	Countries []string // ISO 3166-1 alpha-2, sorted
	Regions   []string // closed set of scoring/place, sorted: worldwide, europe, eu, latam, …
	Cities    []string // as written, without country or state
}

// Period is what a pay figure covers.
type Period string

// The closed set of Period.
const (
	PerUnknown   Period = ""
	PerHour      Period = "hour"
	PerDay       Period = "day"
	PerWeek      Period = "week"
	PerFortnight Period = "fortnight"
	PerMonth     Period = "month"
	PerYear      Period = "year"
)

// Pay is what a listing says it pays. Zero Min means no lower bound was said, zero Max no upper; both zero, nothing.
type Pay struct {
	Min, Max float64 // in whole units of Currency, not in cents
	Currency string  // ISO 4217; empty where the advert does not say
	Period   Period
	Raw      string // as written, cleaned; empty where nothing was said
}

// Known reports whether the advert gave a figure.
func (p Pay) Known() bool { return p.Min > 0 || p.Max > 0 }
