package pipeline

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"shortlist/scoring"
	"shortlist/scoring/relevance"
	"shortlist/worker/store"
)

// CorpusStore is what a corpus needs of the store.
type CorpusStore interface {
	// EachChanged gives the listings that changed after a version, those of one role one after another.
	EachChanged(ctx context.Context, version int64, do func(l scoring.Listing, closed bool) error) error
	ListingsVersion(ctx context.Context) (int64, error)
}

// Corpus holds the open listings in memory for all runs of a process, each of them read once for all searches, and takes in
// what changed: thousands of digests at one hour are made from the same listings. It is safe for concurrent use.
type Corpus struct {
	Store CorpusStore

	mu    sync.Mutex
	held  snapshot
	index *relevance.Index[handle]
	full  time.Time // when all was read
}

// handle names an appearance in the index.
type handle struct {
	role int64
	ref  scoring.Ref
}

// A corpus that has stood for so long is read anew, whole: listings that were closed and deleted meanwhile leave no change.
const corpusPatience = 24 * time.Hour

// snapshot is the open listings at one moment; nobody changes it.
type snapshot struct {
	version int64
	roles   [][]appearance          // by the number of the role
	view    *relevance.View[handle] // nil while nothing was read
	boards  map[string]int          // listings by board
	seen    []int64                 // when each listing was first seen, Unix milliseconds, sorted
}

// appearance is a role's on one board, with what a search looks at.
type appearance struct {
	*scoring.Listing
	doc *relevance.Document
}

// open returns the listings as they are now.
func (c *Corpus) open(ctx context.Context) (snapshot, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.full) > corpusPatience {
		c.held, c.index = snapshot{}, &relevance.Index[handle]{}
	}
	// The version is read first: what changes while the listings are read is only read again.
	version, err := c.Store.ListingsVersion(ctx)
	if err != nil || version == c.held.version {
		return c.held, err
	}
	fresh := map[int64][]change{}
	err = c.Store.EachChanged(ctx, c.held.version, func(l scoring.Listing, closed bool) error {
		ch := change{ref: l.Ref}
		if closed {
			c.index.Remove(handle{l.Role, l.Ref})
		} else {
			ch.now = &appearance{&l, relevance.Read(&l)}
			c.index.Put(handle{l.Role, l.Ref}, ch.now.doc)
		}
		fresh[l.Role] = append(fresh[l.Role], ch)
		return nil
	})
	if err != nil {
		c.full = time.Time{} // the index may have taken in a part: all is read anew
		return snapshot{}, err
	}
	if c.held.version == 0 {
		c.full = time.Now()
	}
	c.held = c.held.with(fresh, version)
	c.held.view = c.index.View()
	return c.held, nil
}

// change is a listing that is new or other than it was; now is nil for one that was closed.
type change struct {
	ref scoring.Ref
	now *appearance
}

// with is the snapshot after some changes, by role.
func (s snapshot) with(fresh map[int64][]change, version int64) snapshot {
	next := snapshot{version: version, boards: map[string]int{}, roles: make([][]appearance, 0, len(s.roles)+len(fresh))}
	for _, role := range s.roles {
		id := role[0].Role
		if changes, ok := fresh[id]; ok {
			role = changed(role, changes)
			delete(fresh, id)
		}
		if len(role) > 0 {
			next.roles = append(next.roles, role)
		}
	}
	for _, changes := range fresh {
		if role := changed(nil, changes); len(role) > 0 {
			next.roles = append(next.roles, role)
		}
	}
	slices.SortFunc(next.roles, func(a, b []appearance) int { return cmp.Compare(a[0].Role, b[0].Role) })
	for _, role := range next.roles {
		for _, a := range role {
			next.boards[a.Board]++
			next.seen = append(next.seen, a.SeenAt.UnixMilli())
		}
	}
	slices.Sort(next.seen)
	return next
}

// changed is a role after changes to it, in the order of its refs; the given one stays as it is.
func changed(role []appearance, changes []change) []appearance {
	next := slices.Clone(role)
	for _, ch := range changes {
		next = slices.DeleteFunc(next, func(a appearance) bool { return a.Ref == ch.ref })
		if ch.now != nil {
			next = append(next, *ch.now)
		}
	}
	slices.SortFunc(next, func(a, b appearance) int {
		return cmp.Or(cmp.Compare(a.Board, b.Board), cmp.Compare(a.ID, b.ID))
	})
	return next
}

// candidates are the roles that a search may admit, by number; the others have nothing that it looks for in their titles.
func (s snapshot) candidates(search *relevance.Search) [][]appearance {
	if s.view == nil {
		return nil
	}
	seen := map[int64]bool{}
	var out [][]appearance
	for h := range s.view.Search(search) {
		if !seen[h.role] {
			seen[h.role] = true
			out = append(out, s.role(h.role))
		}
	}
	slices.SortFunc(out, func(a, b []appearance) int { return cmp.Compare(a[0].Role, b[0].Role) })
	return out
}

// count counts the listings: in all, first seen after a moment, and by board.
func (s snapshot) count(since time.Time) store.Counts {
	first, _ := slices.BinarySearch(s.seen, since.UnixMilli()+1)
	return store.Counts{Open: len(s.seen), New: len(s.seen) - first, ByBoard: s.boards}
}

// role returns the open appearances of a role.
func (s snapshot) role(id int64) []appearance {
	i, found := slices.BinarySearchFunc(s.roles, id, func(role []appearance, id int64) int { return cmp.Compare(role[0].Role, id) })
	if !found {
		return nil
	}
	return s.roles[i]
}
