package pipeline

import (
	"context"
	"sync"
	"time"

	"shortlist/scoring"
	"shortlist/worker/store"
)

// CorpusStore is what a corpus needs of the store.
type CorpusStore interface {
	// EachOpen gives the listings of one role one after another.
	EachOpen(ctx context.Context, do func(scoring.Listing) error) error
	ListingsVersion(ctx context.Context) (int64, error)
}

// Corpus holds the open listings in memory for all runs of a process, and reads them anew when they changed: thousands of
// digests at one hour are made from the same listings. It is safe for concurrent use.
type Corpus struct {
	Store CorpusStore

	mu   sync.Mutex
	held snapshot
}

// snapshot is the open listings at one moment; nobody changes it.
type snapshot struct {
	version int64
	roles   [][]scoring.Listing // the appearances of a role
}

// open returns the listings as they are now.
func (c *Corpus) open(ctx context.Context) (snapshot, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	// The version is read first: what changes while the listings are read only makes the next one read again.
	version, err := c.Store.ListingsVersion(ctx)
	if err != nil || version == c.held.version {
		return c.held, err
	}
	fresh := snapshot{version: version}
	err = c.Store.EachOpen(ctx, func(l scoring.Listing) error {
		if n := len(fresh.roles); n > 0 && fresh.roles[n-1][0].Role == l.Role {
			fresh.roles[n-1] = append(fresh.roles[n-1], l)
		} else {
			fresh.roles = append(fresh.roles, []scoring.Listing{l})
		}
		return nil
	})
	if err != nil {
		return snapshot{}, err
	}
	c.held = fresh
	return fresh, nil
}

// count counts the listings: in all, first seen after a moment, and by board.
func (s snapshot) count(since time.Time) store.Counts {
	c := store.Counts{ByBoard: map[string]int{}}
	for _, role := range s.roles {
		for i := range role {
			c.Open++
			c.ByBoard[role[i].Board]++
			if role[i].SeenAt.After(since) {
				c.New++
			}
		}
	}
	return c
}
