package pipeline

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"shortlist/digest"
	"shortlist/scoring"
	"shortlist/scoring/relevance"
)

type matchStore interface {
	CorpusStore
	// Sent are the roles that the profile was sent, or that are on their way.
	Sent(ctx context.Context, profile string) (map[int64]bool, error)
}

// Matched is what a search found among the open listings: one entry a role, best first.
type Matched struct {
	Best    []digest.Candidate
	Already int           // matched and sent before
	Dropped []digest.Drop // counted in roles; those without a title hit are one line
}

// Search searches the open listings. A role stands once, however many boards have it, with all its places and links.
func (c *Corpus) Search(ctx context.Context, search *relevance.Search) (Matched, error) {
	open, err := c.open(ctx)
	return open.match(search, nil), err
}

// match searches the listings. Those of roles that were sent are counted and left out.
func (s snapshot) match(search *relevance.Search, sent map[int64]bool) Matched {
	m := matcher{search: search, drops: map[digest.Drop]int{}}
	for _, role := range s.roles {
		m.role(role, sent[role[0].Role])
	}
	return m.done()
}

type matcher struct {
	search *relevance.Search
	found  Matched
	drops  map[digest.Drop]int
}

// role decides on one role. A rule that speaks of the job drops the role with all its appearances, since a board that cut
// the text would hide what another one shows; a rule that speaks of a place drops the appearance in that place alone.
func (m *matcher) role(group []scoring.Listing, sent bool) {
	var best *scoring.Listing
	var result relevance.Result
	var seen []scoring.Sighting
	var drop *relevance.Discard
	for i := range group {
		l := &group[i]
		r := m.search.Match(l)
		if r.Discard != nil && drop == nil {
			drop = r.Discard
		}
		if d := r.Discard; d != nil && d.Reason != relevance.NoTitleHit {
			if d.Where != "place" {
				best, drop = nil, d
				break
			}
			continue
		}
		seen = append(seen, scoring.Sighting{Ref: l.Ref, URL: l.URL, Place: l.Place, Pay: l.Pay, PostedAt: l.PostedAt, SeenAt: l.SeenAt})
		if r.Admitted && (best == nil || cmp.Or(cmp.Compare(r.Relevance, result.Relevance), cmp.Compare(len(l.Text), len(best.Text))) > 0) {
			best, result = l, r
		}
	}
	switch {
	case best == nil && drop != nil:
		m.drops[digest.Drop{Reason: string(drop.Reason), Rule: drop.Rule}]++
	case best == nil:
	case sent:
		m.found.Already++
	default:
		m.found.Best = append(m.found.Best, candidate(best, result, seen))
	}
}

// candidate completes the listing with what the role's other appearances know: its oldest date, and the pay where the
// listing itself says none.
func candidate(shared *scoring.Listing, r relevance.Result, seen []scoring.Sighting) digest.Candidate {
	own := *shared // the corpus is everybody's
	l := &own
	slices.SortStableFunc(seen, func(a, b scoring.Sighting) int {
		return cmp.Compare(rank(a, l.Ref), rank(b, l.Ref))
	})
	l.Sightings = seen
	for _, s := range seen {
		if !s.PostedAt.IsZero() && (l.PostedAt.IsZero() || s.PostedAt.Before(l.PostedAt)) {
			l.PostedAt = s.PostedAt
		}
		if !l.Pay.Known() && s.Pay.Known() {
			l.Pay = s.Pay
		}
	}
	return digest.Candidate{Listing: l, Relevance: r.Relevance, Query: r.Query, Why: r.Why}
}

func rank(s scoring.Sighting, own scoring.Ref) int {
	if s.Ref == own {
		return 0
	}
	return 1
}

func (m *matcher) done() Matched {
	slices.SortStableFunc(m.found.Best, func(a, b digest.Candidate) int {
		return cmp.Or(
			cmp.Compare(b.Relevance, a.Relevance),
			b.Listing.PostedAt.Compare(a.Listing.PostedAt),
			strings.Compare(a.Listing.Ref.String(), b.Listing.Ref.String()),
		)
	})
	for d, n := range m.drops {
		d.Count = n
		m.found.Dropped = append(m.found.Dropped, d)
	}
	slices.SortFunc(m.found.Dropped, func(a, b digest.Drop) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Reason+a.Rule, b.Reason+b.Rule))
	})
	return m.found
}

// match is the second stage: what the person's queries admit of what they were not sent.
func (r *Runner) match(ctx context.Context, w *work) error {
	search, err := relevance.Compile(w.profile.Queries, w.profile.Exclude, w.profile.BlockCompanies)
	if err != nil {
		return err
	}
	if w.open, err = r.corpus.open(ctx); err != nil {
		return err
	}
	sent, err := r.Store.Sent(ctx, w.profile.Name)
	w.matched = w.open.match(search, sent)
	return err
}
