package pipeline

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"shortlist/digest"
	"shortlist/scoring"
	"shortlist/scoring/relevance"
	"shortlist/worker/store"
)

type matchStore interface {
	// EachOpen gives the listings of one role one after another.
	EachOpen(ctx context.Context, profile string, do func(store.OpenListing) error) error
}

// Matched is what a search found among the open listings: one entry a role, best first.
type Matched struct {
	Best    []digest.Candidate
	Already int           // matched and sent before
	Dropped []digest.Drop // counted in roles; those without a title hit are one line
}

// Match searches the open listings. Listings that the profile was sent are counted and left out; an empty profile was sent
// nothing. A role stands once, however many boards have it, with all its places and links.
func Match(ctx context.Context, s matchStore, profile string, search *relevance.Search) (Matched, error) {
	m := matcher{search: search, drops: map[digest.Drop]int{}}
	var group []scoring.Listing
	sent := false
	err := s.EachOpen(ctx, profile, func(o store.OpenListing) error {
		if len(group) > 0 && group[0].Role != o.Role {
			m.role(group, sent)
			group = nil
		}
		group, sent = append(group, o.Listing), o.Sent
		return nil
	})
	if err != nil {
		return Matched{}, err
	}
	m.role(group, sent)
	return m.done(), nil
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
func candidate(l *scoring.Listing, r relevance.Result, seen []scoring.Sighting) digest.Candidate {
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
	w.matched, err = Match(ctx, r.Store, w.profile.Name, search)
	return err
}
