package review

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"time"

	"shortlist/guardrail"
	"shortlist/scoring"
)

// Case is a decided item as a test case: a line of JSON. Score, Rationale and Expect are what a measurement of the
// guardrail reads, Text and Decision what one of the judge does.
type Case struct {
	ID        string             `json:"id"`
	Score     int                `json:"score"` // the judge's
	Rationale string             `json:"rationale"`
	Expect    []guardrail.Reason `json:"expect"`
	Profile   string             `json:"profile,omitempty"`
	Listing   CaseListing        `json:"listing"`
	Gates     []guardrail.Gate   `json:"gates"`
	Verdict   *scoring.Verdict   `json:"verdict"`
	Effective int                `json:"effective"`
	Pick      int                `json:"pick"`
	Review    []int              `json:"review"`
	Reasons   []guardrail.Reason `json:"reasons"` // why the person was asked
	Decision
}

// CaseListing is the advert of a case.
type CaseListing struct {
	ID       string         `json:"id"` // board:id
	Title    string         `json:"title"`
	Company  string         `json:"company"`
	Text     string         `json:"text"`
	URL      string         `json:"url"`
	Place    scoring.Place  `json:"place"`
	Pay      scoring.Pay    `json:"pay"`
	Flags    []scoring.Flag `json:"flags,omitempty"`
	PostedAt time.Time      `json:"posted_at,omitzero"`
}

// NewCase makes a decided item a case. It reports false where there is nothing to learn: no decision, no verdict, or an
// advert that was dead.
func NewCase(it Item) (Case, bool) {
	v, l := it.Snapshot.Verdict, it.Snapshot.Listing
	if it.State != Decided || it.Decision.Reason == ListingGone || v == nil {
		return Case{}, false
	}
	return Case{
		ID: it.ID, Score: v.Score, Rationale: v.Rationale, Expect: expect(it), Profile: it.Profile,
		Listing: CaseListing{ID: it.Listing.String(), Title: l.Title, Company: l.Company, Text: l.Text, URL: l.URL, Place: l.Place, Pay: l.Pay, Flags: l.Flags, PostedAt: l.PostedAt},
		Gates:   it.Snapshot.Gates, Verdict: v, Effective: it.Score, Pick: it.Pick, Review: it.Snapshot.Review, Reasons: it.Reasons, Decision: it.Decision,
	}, true
}

// expect is what the guardrail must find in the verdict alone: the middle band by its score, and a contradiction where a
// rule named one and the person's answer bore it out.
func expect(it Item) []guardrail.Reason {
	out := []guardrail.Reason{}
	if slices.Contains(it.Snapshot.Review, it.JudgeScore) {
		return append(out, guardrail.Borderline)
	}
	for _, r := range []guardrail.Reason{guardrail.CapWithoutDisqualifier, guardrail.StrongDespiteDisqualifier} {
		if slices.Contains(it.Reasons, r) && Changed(it) {
			out = append(out, r)
		}
	}
	return out
}

// Redact drops what identifies the person: their name, who decided, the note and the item's id, which is made of the name.
// In what the model wrote the given words, such as name and address, become "…".
func (c Case) Redact(words ...string) Case {
	sum := sha256.Sum256([]byte(c.Listing.ID + "\n" + c.Verdict.Rubric))
	c.ID, c.Profile, c.By, c.Note = "case-"+hex.EncodeToString(sum[:6]), "", "", ""
	hide := hider(words)
	v := *c.Verdict
	v.Rationale = hide(v.Rationale)
	v.Disqualifiers = slices.Clone(v.Disqualifiers)
	for i := range v.Disqualifiers {
		v.Disqualifiers[i].ID = hide(v.Disqualifiers[i].ID)
	}
	v.Criteria = slices.Clone(v.Criteria)
	for i := range v.Criteria {
		v.Criteria[i].ID = hide(v.Criteria[i].ID)
	}
	c.Rationale, c.Verdict = v.Rationale, &v
	return c
}

// hider replaces whole words, in whatever case; the longest first, since an address begins with a name.
func hider(words []string) func(string) string {
	words = slices.SortedFunc(slices.Values(words), func(a, b string) int { return len(b) - len(a) })
	alt := ""
	for _, w := range words {
		if w != "" {
			alt += "|" + regexp.QuoteMeta(w)
		}
	}
	if alt == "" {
		return func(s string) string { return s }
	}
	re := regexp.MustCompile(`(?i)(^|[^\pL\pN])(?:` + alt[1:] + `)($|[^\pL\pN])`)
	return func(s string) string {
		// Twice, since two words may share the character between them.
		return re.ReplaceAllString(re.ReplaceAllString(s, "${1}…${2}"), "${1}…${2}")
	}
}

// Export writes the decided items as cases, one a line, and says how many. Redact, where it is not nil, gives the words of
// an item's person that are to be hidden.
func Export(w io.Writer, items []Item, redact func(profile string) []string) (int, error) {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	n, seen := 0, map[string]int{}
	for _, it := range items {
		c, ok := NewCase(it)
		if !ok {
			continue
		}
		if redact != nil {
			c = c.Redact(append([]string{it.Profile}, redact(it.Profile)...)...)
			if seen[c.ID]++; seen[c.ID] > 1 { // two people, one listing and one rubric
				c.ID = fmt.Sprintf("%s-%d", c.ID, seen[c.ID])
			}
		}
		if err := enc.Encode(c); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}
