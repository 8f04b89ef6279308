// Package relevance decides, without a model, which listings a person's queries admit, in which order, and why.
//
// Query and title are understood and not only compared: what the work is about (languages, tools, fields), what the person is
// (a noun with its family of work, and a level), and places and terms, which are conditions. A listing is admitted by its
// title or, where that is of the right family, by a text that shows that the work is done with what is asked for. Exclusions,
// blocked companies and levels then keep out what a person does not want. A listing is judged by itself alone, so one listing
// has the same result among many.
//
// A Search and a Document are each read once. An Index finds the documents that a search may admit, Subscriptions the searches
// that admit a document; both give the answers of Matches.
package relevance

import (
	"cmp"
	"slices"

	"shortlist/scoring"
)

// Result is the answer for one listing.
type Result struct {
	Admitted  bool
	Relevance float64  // (0,1], comparable within one Search; 0 when not admitted
	Query     string   // the query that matched best, as the person wrote it; of equal ones the first
	Why       string   // one sentence for a reader: "Go in the title; Kubernetes ×3 in the requirements"
	Parts     []Part   // what Relevance is made of; their points add up to it
	Discard   *Discard // why it was kept out; nil when admitted
}

// Part is what one thing adds to the relevance.
type Part struct {
	Term   string // in the title's own words, or the usual name of what the text names
	Where  string // "title", "requirements", "text", "place", or what else counts: "word", "side", "field", "kind", "noun", "level", "order"
	Count  int    // how often it stands there
	Points float64
}

// DiscardReason says in one word why a listing was kept out.
type DiscardReason string

// The closed set of DiscardReason. A listing that has several is given the first of this list: what was excluded is
// then what would otherwise have been shown.
const (
	NoTitleHit     DiscardReason = "no_title_hit"
	BlockedCompany DiscardReason = "blocked_company"
	Excluded       DiscardReason = "excluded"
	WrongLevel     DiscardReason = "level"
)

// Discard is why a listing was kept out.
type Discard struct {
	Reason DiscardReason
	Rule   string // the exclusion or company as the person wrote it, or the title's level; empty for NoTitleHit
	Where  string // "title", "company", "place" or "text"; empty for NoTitleHit
}

// Ranked pairs a listing with its result.
type Ranked struct {
	Listing *scoring.Listing
	Result
}

// Dropped counts what one reason and rule kept out.
type Dropped struct {
	Reason DiscardReason
	Rule   string // as in Discard
	Count  int
}

// Rank returns the admitted listings best first, at most limit of them (all where limit is 0 or less), how many were
// admitted before that cut, and what was dropped: by reason in the order of the constants, then by rule in the order
// of the settings. Equal relevance goes by PostedAt, newer first, then by Ref.
func (s *Search) Rank(ls []*scoring.Listing, limit int) (best []Ranked, admitted int, dropped []Dropped) {
	counts := map[Discard]int{}
	for _, l := range ls {
		r := s.Match(l)
		if r.Admitted {
			best = append(best, Ranked{l, r})
			continue
		}
		counts[Discard{Reason: r.Discard.Reason, Rule: r.Discard.Rule}]++
	}
	slices.SortStableFunc(best, compareRanked)
	admitted = len(best)
	if limit > 0 && admitted > limit {
		best = slices.Clip(best[:limit])
	}
	return best, admitted, s.tally(counts)
}

// compareRanked orders best first.
func compareRanked(a, b Ranked) int {
	return cmp.Or(
		cmp.Compare(b.Relevance, a.Relevance),
		b.Listing.PostedAt.Compare(a.Listing.PostedAt),
		cmp.Compare(a.Listing.Board, b.Listing.Board),
		cmp.Compare(a.Listing.ID, b.Listing.ID),
	)
}

func (s *Search) tally(counts map[Discard]int) (dropped []Dropped) {
	add := func(reason DiscardReason, rule string) {
		key := Discard{Reason: reason, Rule: rule}
		if n := counts[key]; n > 0 {
			dropped = append(dropped, Dropped{reason, rule, n})
			delete(counts, key)
		}
	}
	add(NoTitleHit, "")
	for _, b := range s.blocked {
		add(BlockedCompany, b.text)
	}
	for _, r := range s.rules {
		add(Excluded, r.text)
	}
	for _, l := range allLevels {
		add(WrongLevel, string(l))
	}
	return dropped
}
