// Package review is the queue in which a person decides what the judge alone cannot: its items and how they change, what a
// decision means for the digest, which rules the rejections suggest, and how well judge and person agree. It is pure.
package review

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"shortlist/guardrail"
	"shortlist/scoring"
)

// State is where an item stands.
type State string

// The closed set of State.
const (
	Open    State = "open"
	Decided State = "decided"
	Expired State = "expired" // the listing is gone, nobody decided in time, or a newer rubric asks again
)

// Kind is what a person decided.
type Kind string

// The closed set of Kind.
const (
	Approve Kind = "approve" // leads the next digest
	Reject  Kind = "reject"  // never returns, posted again or not
	Score   Kind = "score"   // the person's number takes the place of the judge's
)

// Reason is why a person rejects.
type Reason string

// The closed set of Reason.
const (
	NotInterested Reason = "not_interested"
	WrongField    Reason = "wrong_field"
	WrongLevel    Reason = "level"
	WrongPlace    Reason = "place"
	WrongPay      Reason = "pay"
	WrongCompany  Reason = "company"
	WrongLanguage Reason = "language"
	ListingGone   Reason = "expired" // the advert is dead, which says nothing of the person's taste: it teaches nothing
	OtherReason   Reason = "other"
)

// Reasons lists the closed set in the order of a page.
func Reasons() []Reason {
	return []Reason{NotInterested, WrongField, WrongLevel, WrongPlace, WrongPay, WrongCompany, WrongLanguage, ListingGone, OtherReason}
}

// MaxNote is the longest note, in runes.
const MaxNote = 2000

// Decision is what a person said of an item.
type Decision struct {
	Kind   Kind      `json:"decision"`
	Score  int       `json:"score,omitempty"`  // 1-10, of a score alone
	Reason Reason    `json:"reason,omitempty"` // of a rejection alone, which needs one
	Note   string    `json:"note,omitempty"`
	By     string    `json:"by,omitempty"` // the profile of who decided
	At     time.Time `json:"at"`
}

// Check returns an error that a person can read where the decision is none.
func (d Decision) Check() error {
	switch {
	case d.Kind != Approve && d.Kind != Reject && d.Kind != Score:
		return fmt.Errorf("%q is no decision: approve, reject or score", d.Kind)
	case d.Kind == Score && (d.Score < 1 || d.Score > guardrail.TopScore):
		return fmt.Errorf("a score is from 1 to %d, not %d", guardrail.TopScore, d.Score)
	case d.Kind != Score && d.Score != 0:
		return fmt.Errorf("%s has no score", d.Kind)
	case d.Kind == Reject && !slices.Contains(Reasons(), d.Reason):
		return fmt.Errorf("a rejection needs a reason: one of %s", joined(Reasons()))
	case d.Kind != Reject && d.Reason != "":
		return fmt.Errorf("%s has no reason", d.Kind)
	case utf8.RuneCountInString(d.Note) > MaxNote:
		return fmt.Errorf("a note has at most %d characters", MaxNote)
	}
	return nil
}

// String is the decision in a person's words: "approved", "rejected (pay)", "scored 7".
func (d Decision) String() string {
	switch d.Kind {
	case Approve:
		return "approved"
	case Reject:
		return "rejected (" + strings.ReplaceAll(string(d.Reason), "_", " ") + ")"
	case Score:
		return "scored " + strconv.Itoa(d.Score)
	}
	return "undecided"
}

// same reports whether two decisions say the same, whenever they were made.
func (d Decision) same(o Decision) bool {
	return d.Kind == o.Kind && d.Score == o.Score && d.Reason == o.Reason && d.By == o.By
}

func joined(rs []Reason) string {
	var out []string
	for _, r := range rs {
		out = append(out, string(r))
	}
	return strings.Join(out, ", ")
}

// Item is one question to one person: a listing, what was said of it, and their answer.
type Item struct {
	ID             string
	Profile        string
	Rubric         string // sha256 of the rubric, hexadecimal; empty where the profile has none
	Role           int64
	Listing        scoring.Ref
	Title, Company string
	Reasons        []guardrail.Reason
	Score          int // effective, 1-10
	Source         guardrail.Source
	JudgeScore     int    // 1-10; 0 where there is no verdict
	Model          string // as the provider says that it served
	Pick           int    // the profile's threshold when the item was made
	Snapshot       Snapshot
	State          State
	Decision       Decision // zero unless State is Decided
	CreatedAt      time.Time
	UpdatedAt      time.Time // of the last verdict, decision, undo or end
	ExpiresAt      time.Time
}

// Snapshot is what a page and an export need beside the item's own fields, as it was when the item was made: listings are
// deleted some time after they closed.
type Snapshot struct {
	Listing scoring.Listing  `json:"listing"`
	Gates   []guardrail.Gate `json:"gates,omitempty"`
	Verdict *scoring.Verdict `json:"verdict,omitempty"`
	Failure scoring.Failure  `json:"failure,omitempty"`
	Why     string           `json:"why,omitempty"`
	Review  []int            `json:"review,omitempty"` // the profile's thresholds.review
}

// ItemID is the id of the one item of a profile, role and rubric. It is the same in every process, so that a mail can name
// an item before the item is stored.
func ItemID(profile string, role int64, rubric string) string {
	sum := sha256.Sum256([]byte(profile + "\n" + strconv.FormatInt(role, 10) + "\n" + rubric))
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:10]))
}

// New makes the open item of a listing that the guardrail sends to the person. It waits until keep has passed.
func New(in guardrail.Input, d guardrail.Decision, rubric string, now time.Time, keep time.Duration) Item {
	it := Item{
		Profile: in.Profile.Name, Rubric: rubric, Role: in.Listing.Role, Listing: in.Listing.Ref, Title: in.Listing.Title, Company: in.Listing.Company,
		Reasons: d.Reasons, Score: d.Score, Source: d.Source, Pick: in.Profile.Thresholds.Pick, State: Open,
		CreatedAt: now, UpdatedAt: now, ExpiresAt: now.Add(keep),
		Snapshot: Snapshot{Listing: *in.Listing, Gates: in.Gates, Verdict: in.Verdict, Failure: in.Failure, Why: d.Why, Review: in.Profile.Thresholds.Review},
	}
	if it.Pick < 1 {
		it.Pick = scoring.DefaultProfile().Thresholds.Pick
	}
	if v := in.Verdict; v != nil {
		it.Model, it.JudgeScore = v.ModelServed, min(max(v.Score, 0), guardrail.TopScore)
	}
	it.ID = ItemID(it.Profile, it.Role, rubric)
	return it
}

// Blind reports whether the person must decide before they see what the judge said: they would agree with it.
func (i Item) Blind() bool { return i.State == Open && slices.Contains(i.Reasons, guardrail.Audit) }

// Shown is the item as its page may show it: a blind one without the judge's words and every number made of them. The
// quotes stay, since they are the advert's.
func (i Item) Shown() Item {
	if !i.Blind() {
		return i
	}
	i.Score, i.JudgeScore = 0, 0
	i.Snapshot.Why = ""
	if v := i.Snapshot.Verdict; v != nil {
		i.Snapshot.Verdict = &scoring.Verdict{Evidence: v.Evidence, ModelServed: v.ModelServed, Rubric: v.Rubric, JudgedAt: v.JudgedAt}
	}
	return i
}

// Line is an item as the command line lists it.
type Line struct {
	ID        string             `json:"id"`
	Profile   string             `json:"profile"`
	Listing   string             `json:"listing"`
	Title     string             `json:"title"`
	Company   string             `json:"company"`
	Score     *int               `json:"score"` // null while it is hidden, and where there is no usable verdict
	Reasons   []guardrail.Reason `json:"reasons"`
	State     State              `json:"state"`
	CreatedAt time.Time          `json:"created_at"`
	Decision  *Decision          `json:"decision,omitempty"`
}

// Line is the item as the command line lists it.
func (i Item) Line() Line {
	l := Line{ID: i.ID, Profile: i.Profile, Listing: i.Listing.String(), Title: i.Title, Company: i.Company, Reasons: i.Reasons, State: i.State, CreatedAt: i.CreatedAt}
	if l.Reasons == nil {
		l.Reasons = []guardrail.Reason{}
	}
	if !i.Blind() && i.Source == guardrail.FromVerdict { // what no verdict stands behind is no score
		l.Score = &i.Score
	}
	if i.State == Decided {
		l.Decision = &i.Decision
	}
	return l
}
