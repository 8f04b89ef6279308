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

// maxExplained is how many of the best matches are explained: more than any mail or page shows. To rank takes no words.
const maxExplained = 200

// explain writes down why the best matched.
func (s snapshot) explain(search *relevance.Search, best []digest.Candidate) {
	for i := range best[:min(len(best), maxExplained)] {
		c := &best[i]
		for _, a := range s.role(c.Listing.Role) {
			if a.Ref == c.Listing.Ref {
				r := search.Matches(a.doc)
				c.Query, c.Why, c.Parts = r.Query, r.Why, r.Parts
			}
		}
	}
}

// Search searches the open listings. A role stands once, however many boards have it, with all its places and links.
func (c *Corpus) Search(ctx context.Context, search *relevance.Search) (Matched, error) {
	open, err := c.open(ctx)
	if err != nil {
		return Matched{}, err
	}
	found := open.match(search, nil)
	open.explain(search, found.Best)
	return found, nil
}

// match searches the listings. Those of roles that were sent are counted and left out.
func (s snapshot) match(search *relevance.Search, sent map[int64]bool) Matched {
	m := matcher{search: search, drops: map[digest.Drop]int{}}
	candidates := s.candidates(search)
	m.without = len(s.roles) - len(candidates)
	for _, role := range candidates {
		m.role(role, sent[role[0].Role])
	}
	return m.done()
}

type matcher struct {
	search  *relevance.Search
	found   Matched
	drops   map[digest.Drop]int
	without int // roles without a title hit, which are most
}

// role decides on one role. A rule that speaks of the job drops the role with all its appearances, since a board that cut
// the text would hide what another one shows; a rule that speaks of a place drops the appearance in that place alone.
func (m *matcher) role(group []appearance, sent bool) {
	var best *scoring.Listing
	var result relevance.Result
	var seen []scoring.Sighting
	var drop *relevance.Discard
	for i := range group {
		l := group[i].Listing
		r := m.search.Decides(group[i].doc)
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
		seen = append(seen, sighting(l))
		if r.Admitted && (best == nil || cmp.Or(cmp.Compare(r.Relevance, result.Relevance), cmp.Compare(len(l.Text), len(best.Text))) > 0) {
			best, result = l, r
		}
	}
	switch {
	case best == nil && drop != nil && drop.Reason == relevance.NoTitleHit:
		m.without++
	case best == nil && drop != nil:
		m.drops[digest.Drop{Reason: string(drop.Reason), Rule: drop.Rule}]++
	case best == nil:
	case sent:
		m.found.Already++
	default:
		m.found.Best = append(m.found.Best, candidate(best, result, seen))
	}
}

// searchOf is what a person looks for.
func searchOf(p scoring.Profile) (*relevance.Search, error) {
	return relevance.New(relevance.Settings{Queries: p.Queries, Exclude: p.Exclude, BlockCompanies: p.BlockCompanies, Levels: p.About.Levels})
}

func sighting(l *scoring.Listing) scoring.Sighting {
	return scoring.Sighting{Ref: l.Ref, URL: l.URL, Place: l.Place, Pay: l.Pay, PostedAt: l.PostedAt, SeenAt: l.SeenAt}
}

func sightings(group []appearance) (out []scoring.Sighting) {
	for _, a := range group {
		out = append(out, sighting(a.Listing))
	}
	return out
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
	return digest.Candidate{Listing: l, Relevance: r.Relevance, Query: r.Query, Why: r.Why, Parts: r.Parts}
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
	if m.without > 0 {
		m.drops[digest.Drop{Reason: string(relevance.NoTitleHit)}] = m.without
	}
	for d, n := range m.drops {
		d.Count = n
		m.found.Dropped = append(m.found.Dropped, d)
	}
	slices.SortFunc(m.found.Dropped, func(a, b digest.Drop) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Reason+a.Rule, b.Reason+b.Rule))
	})
	return m.found
}

// match is the stage that finds what the person's queries admit of what they were not sent.
func (r *Runner) match(ctx context.Context, w *work) error {
	search, err := searchOf(w.profile.Profile)
	if err != nil {
		return err
	}
	if w.open, err = r.corpus.open(ctx); err != nil {
		return err
	}
	if w.sent, err = r.Store.Sent(ctx, w.profile.Name); err != nil {
		return err
	}
	w.search = search
	w.matched = w.open.match(search, w.sent)
	return nil
}
