// Package digest composes an edition: what goes into one person's mail, in which order, with what explanation; it is
// pure.
package digest

import (
	"strings"
	"time"

	"shortlist/scoring"
)

// Reasons of a Drop, a closed set.
const (
	DropNoTitleHit = "no_title_hit"
	DropExcluded   = "excluded"
	DropBlocked    = "blocked_company"
)

// Input is everything an edition is made from. Compose changes nothing in it.
type Input struct {
	Profile   scoring.Profile
	Slot      time.Time      // the instant the digest is for
	Now       time.Time      // what ages are counted from
	Zone      *time.Location // the person's; nil means UTC
	Schedule  string         // when digests come, in words: "every day at 08:00, Europe/Berlin time"; may be empty
	Ranked    []Candidate    // admitted listings not yet sent to this profile, best first; all of them, Compose cuts
	Boards    []BoardReport  // every enabled board
	Fetched   int            // listings the boards hold now
	New       int            // those first seen since this profile's last digest
	Already   int            // matched, but sent before
	Dropped   []Drop
	Notes     []string // whole sentences, shown near the top
	PublicURL string   // base of our own pages; empty: the mail links to none
}

// Candidate is a listing that may be shown, with why it matched.
type Candidate struct {
	Listing   *scoring.Listing
	Relevance float64
	Query     string // the query it answers
	Why       string // such as "golang in the title; kubernetes ×3 in the text"
}

// BoardReport is the state of one board at the time of the digest.
type BoardReport struct {
	Board     string    // "remoteok"
	Label     string    // "Remote OK"; empty: the usual name of Board
	URL       string    // the board's front page
	Listings  int       // what it holds now
	Outcome   string    // closed set of worker/board
	Problem   string    // what went wrong, such as "answered 503"; empty when fine
	Since     time.Time // failing since; zero where not known
	FetchedAt time.Time // when its listings were last read; zero for never
}

// Drop counts listings that one rule left out.
type Drop struct {
	Reason string // DropNoTitleHit, DropExcluded or DropBlocked
	Rule   string // the word or company at fault; empty where the reason has none
	Count  int
}

// Edition is what one mail says. Subject, HTML and text are all rendered from it: every text in it is one clean line
// of bounded length, every URL is http or https, every time is in the person's zone.
type Edition struct {
	Profile  string
	Slot     time.Time
	When     string // "Monday 30 November 2026, 08:00 (Europe/Berlin)"
	Headline string // "7 new jobs for you"
	Preview  string // what a mailbox shows beside the subject
	Lead     string // a sentence where there are no cards, else empty
	Warnings []string
	Cards    []Card // best first
	Deferred int    // matched as well, left for the next digest
	More     string // the sentence that says so; empty when nothing is deferred

	Made     []string // how the edition was made, sentences
	Drops    []string // what was left out and why, "excluded by “senior”: 12"
	Boards   []Board
	Schedule string // "every day at 08:00 and 18:00, Europe/Berlin time"
	Stop     string // how to change or end it
	Pages    []Link // our own pages; empty without a public URL

	listings []*scoring.Listing
}

// Card is one role as the mail shows it. Company, PayWritten, PayNormal, Query, Why and Excerpt may be empty.
type Card struct {
	Ref        scoring.Ref
	Title      string
	Company    string
	Places     []string // of all sightings, at most four and "and N more"
	PayWritten string   // empty where PayNormal says the same
	PayNormal  string
	Age        string // "today", "3 days ago", "date not said"
	Old        bool   // posted more than 30 days ago
	Links      []Link // one per board, the listing's own first
	Query      string
	Why        string
	Excerpt    string
}

// URL is where the title leads: the first link that has an address, or empty.
func (c Card) URL() string {
	for _, l := range c.Links {
		if l.URL != "" {
			return l.URL
		}
	}
	return ""
}

// Where joins the places, or is empty. That the job is remote is said once.
func (c Card) Where() string {
	const remote = "Remote: "
	var b strings.Builder
	for i, p := range c.Places {
		if i > 0 {
			b.WriteString("; ")
			if strings.HasPrefix(c.Places[0], remote) {
				p = strings.TrimPrefix(p, remote)
			}
		}
		b.WriteString(p)
	}
	return b.String()
}

// Pay says what is known of it in one line, "pay not said" where nothing is.
func (c Card) Pay() string {
	switch {
	case c.PayNormal == "" && c.PayWritten == "":
		return "pay not said"
	case c.PayNormal == "":
		return c.PayWritten
	case c.PayWritten == "":
		return c.PayNormal
	}
	return c.PayNormal + " (“" + c.PayWritten + "”)"
}

// Posted is the age as a reader needs it: an old advert says what the figure means.
func (c Card) Posted() string {
	if c.Old {
		return "posted " + c.Age
	}
	return c.Age
}

// Match says why the card is here, or is empty.
func (c Card) Match() string {
	switch {
	case c.Query == "":
		return c.Why
	case c.Why == "":
		return "Matches “" + c.Query + "”"
	}
	return "Matches “" + c.Query + "”: " + c.Why
}

// Link is a labelled address. URL is http or https, or empty where the address given was none of these: then only the
// label is shown, since a board must be named as the source in any case.
type Link struct{ Label, URL string }

// Board is one source as the footer names it.
type Board struct {
	Link
	State   string // "98 listings, read at 07:45"
	Failing bool
}

// Listings are exactly those shown, in the order of Cards: what the ledger must hold once the mail was accepted.
func (e Edition) Listings() []*scoring.Listing { return e.listings }

// Empty reports whether the edition shows no listing.
func (e Edition) Empty() bool { return len(e.Cards) == 0 }
