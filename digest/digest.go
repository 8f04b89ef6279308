// Package digest composes an edition: what goes into one person's mail, in which order, with what explanation; it is
// pure.
package digest

import (
	"net/url"
	"strings"
	"time"

	"shortlist/scoring"
	"shortlist/scoring/relevance"
)

// Reasons of a Drop, a closed set.
const (
	DropNoTitleHit = "no_title_hit"
	DropExcluded   = "excluded"
	DropBlocked    = "blocked_company"
	DropLevel      = "level"
	DropGate       = "gate"     // Rule is the gate
	DropJudge      = "judge"    // the judge's low score
	DropRejected   = "rejected" // by the person
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
	Found     int            // all that matched the searches, ruled out or not; 0: as many as are in Ranked
	Waiting   int            // matched, and wait for the judge
	Beyond    int            // matched and not looked at for want of room, so not in Ranked
	Fetched   int            // listings the boards hold now
	New       int            // those first seen since this profile's last digest
	Already   int            // matched, but sent before
	Dropped   []Drop
	Calls     []Call   // what waits for the person's decision, those to be shown, newest first
	Open      int      // how many wait in all
	Judged    []string // how the listings were judged, whole sentences
	Notes     []string // whole sentences, shown near the top
	PublicURL string   // base of our own pages; empty: the mail links to none
}

// Candidate is a listing that may be shown, with why it matched.
type Candidate struct {
	Listing   *scoring.Listing
	Relevance float64
	Query     string           // the query it answers
	Why       string           // such as "golang in the title; kubernetes ×3 in the text"
	Parts     []relevance.Part // what Relevance is made of
	Verdict   *Verdict         // nil where no judge and no gate said anything
	Also      bool             // under "Also matched", after the picks
}

// Verdict is what was thought of a candidate beyond its relevance.
type Verdict struct {
	Score    int    // 1-10, as it counts
	Reason   string // the judge's, one sentence; empty where it was not asked
	Quote    string // of the advert, in support
	HeldBy   string // why the score is not higher, one sentence; empty where nothing holds it
	Approved bool   // the person said so
}

// Call is a listing that waits for the person.
type Call struct {
	ID, Title, Company string
	Why                string // what is in doubt, one sentence
	Links              []Link // what can be done about it from the mail
}

// Page is where the person decides, below the base of our own pages.
func (c Call) Page() string { return "/review/" + url.PathEscape(c.ID) }

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
	Reason string // one of the closed set
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
	Calls    []CallCard
	Waiting  string // how many calls there are beyond those shown and where, or empty
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
	Heading    string   // of the section that begins with this card, or empty
	Score      string   // "8 of 10", or empty
	Verdict    []string // why: the judge's reason, a quote, what holds the score; never empty beside a score
}

// CallCard is a Call as the mail shows it. URL is empty where the mail links to no page.
type CallCard struct {
	Title, Company, Why, URL string
	Links                    []Link
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
