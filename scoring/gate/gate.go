// Package gate holds the deterministic disqualifiers: each caps the score of a listing for one person and quotes the
// words of the listing that made it fire.
//
// A gate reads clause by clause and weighs what stands around a word: negation, "a plus", other people's languages and
// offices, the person's own facts. Where a clause may be read either way it says unsure. A fact that the profile
// leaves out leaves its gate silent.
package gate

import (
	"strings"
	"unicode/utf8"

	"shortlist/scoring"
)

// The names of the gates, which are the keys of Profile.Caps. A title cap goes by its own id, after "title:".
const (
	Language     = "language"
	BodyLanguage = "body_language"
	Pay          = "pay"
	Office       = "office"
	Territory    = "territory"
	Residency    = "residency"
	Clearance    = "clearance"
	Seniority    = "seniority"
)

// TitlePrefix stands before the id of a title cap in Result.Gate.
const TitlePrefix = "title:"

// State is what a gate says of a listing.
type State string

// The closed set of State.
const (
	Silent State = "silent" // nothing speaks against the listing
	Unsure State = "unsure" // a clause may be read either way: a person should look, the score stays
	Fired  State = "fired"  // the listing is ruled out: its score is held under the gate's cap
)

// NoCap is the cap of a gate that has not fired: the highest score there is.
const NoCap = 10

// maxQuote bounds Result.Quote, in runes.
const maxQuote = 300

// Result is what one gate says of one listing.
type Result struct {
	Gate  string `json:"gate"` // one of the constants, or TitlePrefix and the id of a title cap
	State State  `json:"state"`
	Cap   int    `json:"cap"`  // 1-10: the highest score it leaves; NoCap where it has not fired
	Hard  bool   `json:"hard"` // no model needs to be asked
	Quote string `json:"quote,omitempty"`
	Why   string `json:"why,omitempty"` // one sentence for the person
}

// finding is what a gate's rule says; Check adds the cap and the name.
type finding struct {
	state State
	quote string // as it stands in the listing
	why   string
}

var silent = finding{state: Silent}

// defaultCaps hold where a profile sets none.
var defaultCaps = map[string]int{
	Language: 2, BodyLanguage: 2, Pay: 2, Office: 3, Territory: 4, Residency: 3, Clearance: 3, Seniority: 4,
}

// rules lists the gates in the order of Check.
var rules = []struct {
	name string
	read func(l *listing, p *scoring.Profile) finding
}{
	{Language, languageGate}, {BodyLanguage, bodyLanguage}, {Pay, payFloor}, {Office, office},
	{Territory, territory}, {Residency, residency}, {Clearance, clearance}, {Seniority, seniority},
}

// Names lists the gates in the order in which Check answers.
func Names() []string {
	names := make([]string, len(rules))
	for i, r := range rules {
		names[i] = r.name
	}
	return names
}

// Check asks every gate about a listing, in a fixed order: those of Names, then the person's title caps in the order of
// the profile. Silent gates are left out, so an empty answer means that nothing speaks against the listing.
func Check(l *scoring.Listing, p *scoring.Profile) []Result {
	if saysNothing(p) { // reading the advert would be in vain
		return nil
	}
	read := newListing(l)
	var out []Result
	for _, r := range rules {
		if f := r.read(read, p); f.state != Silent {
			out = append(out, f.result(r.name, capOf(p, r.name), true))
		}
	}
	for _, c := range p.TitleCaps {
		if f := titleCap(read, c); f.state != Silent {
			out = append(out, f.result(TitlePrefix+c.ID, c.Cap, c.Kind != "soft"))
		}
	}
	return out
}

// saysNothing reports whether a profile has no fact and no title cap, so that every gate is silent.
func saysNothing(p *scoring.Profile) bool {
	a := p.About
	return len(p.TitleCaps) == 0 && a.Languages == nil && a.Home == (scoring.Home{}) && a.WorkFrom == nil && a.Markets == nil && a.PayFloor == nil &&
		a.Levels == nil && a.Clearance == nil
}

func (f finding) result(name string, limit int, hard bool) Result {
	r := Result{Gate: name, State: f.state, Cap: NoCap, Quote: shorten(f.quote), Why: f.why}
	if f.state == Fired {
		r.Cap, r.Hard = min(max(limit, 1), NoCap), hard
	}
	return r
}

func capOf(p *scoring.Profile, name string) int {
	if c, ok := p.Caps[name]; ok {
		return c
	}
	return defaultCaps[name]
}

// Cap is the lowest cap of the fired gates and the gate it comes from, of equal ones the first; NoCap and "" where none
// fired.
func Cap(results []Result) (limit int, name string) {
	limit = NoCap
	for _, r := range results {
		if r.State == Fired && (name == "" || r.Cap < limit) {
			limit, name = r.Cap, r.Gate
		}
	}
	return limit, name
}

// Effective holds a score under the lowest cap of the fired gates.
func Effective(score int, results []Result) int {
	limit, _ := Cap(results)
	return min(score, limit)
}

// Closed reports whether a hard gate fired, so that no judge needs to be asked.
func Closed(results []Result) bool {
	for _, r := range results {
		if r.State == Fired && r.Hard {
			return true
		}
	}
	return false
}

// shorten cuts a quote at maxQuote runes; what is left is still verbatim.
func shorten(quote string) string {
	quote = strings.TrimSpace(quote)
	if len(quote) <= maxQuote || utf8.RuneCountInString(quote) <= maxQuote {
		return quote
	}
	n := 0
	for i := range quote {
		if n == maxQuote {
			return strings.TrimSpace(quote[:i])
		}
		n++
	}
	return quote
}
