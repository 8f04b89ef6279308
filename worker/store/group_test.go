package store_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
)

// Many writers at once, some of whom fail: what succeeded is there, what failed is not, on both databases.
func TestShortTransactionsStayApart(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, dsn string) {
		s := storetest.Open(t, dsn, nil)
		ctx := context.Background()
		var wg sync.WaitGroup
		for i := range 40 {
			wg.Go(func() {
				run := store.Run{ID: fmt.Sprint("run-", i), Profile: "ada", Key: fmt.Sprint("slot-", i/2), Slot: time.UnixMilli(1)}
				started, err := s.StartRun(ctx, run)
				if err != nil || !started {
					return // the other one of the pair has the key
				}
				e := store.Edition{ID: "edition-" + run.ID, Run: run.ID, Profile: "ada", MessageID: fmt.Sprint(i), Recipient: "ada@example.org"}
				items := []store.Item{{Role: int64(i)}, {Role: int64(i) + 1000}}
				if _, err := s.PutEdition(ctx, e, items, store.Lease{}); err != nil {
					t.Error(err)
				}
				// An edition that is not there cannot be settled: a failure in the midst of the others' work.
				if err := s.Settle(ctx, store.Edition{ID: "nobody's", Run: "none"}, store.Accepted, "", "sent", ""); !errors.Is(err, store.ErrSettled) {
					t.Errorf("settling nothing: %v", err)
				}
				// One that fails after it has written something: its run is marked before its edition's id turns out to be taken.
				second := store.Run{ID: "second-" + run.ID, Profile: "bob", Key: run.ID}
				if _, err := s.StartRun(ctx, second); err != nil {
					t.Error(err)
				}
				if _, err := s.PutEdition(ctx, store.Edition{ID: e.ID, Run: second.ID, Profile: "bob"}, nil, store.Lease{}); err == nil {
					t.Error("an edition was written under an id that is taken")
				}
				if _, err := s.BeginSending(ctx, e.ID); err != nil {
					t.Error(err)
				}
				if err := s.Settle(ctx, e, store.Accepted, "250 ok", "sent", ""); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		bobs, err := s.Runs(ctx, "bob", 100)
		for _, r := range bobs {
			if r.Stage != "" || err != nil {
				t.Errorf("run %s is at %q, %v: its failed transaction left something", r.ID, r.Stage, err)
			}
		}
		runs, err := s.Runs(ctx, "ada", 100)
		if err != nil || len(runs) != 20 {
			t.Fatalf("%d runs, %v; one for each key was right", len(runs), err)
		}
		for _, r := range runs {
			e, err := s.EditionOf(ctx, r.ID)
			if err != nil || e.State != store.Accepted || e.Reply != "250 ok" || r.Outcome != "sent" {
				t.Errorf("run %s ended as %q with edition %+v, %v", r.ID, r.Outcome, e, err)
			}
		}
	})
}

// Who gives up while others write has written nothing, and holds nobody up.
func TestGivingUpWritesNothing(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, dsn string) {
		s := storetest.Open(t, dsn, nil)
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if ok, err := s.Acquire(ctx, "late", "me", time.Minute); !errors.Is(err, context.Canceled) || ok {
			t.Errorf("acquired = %v, %v by a caller that had given up", ok, err)
		}
		if ok, err := s.Acquire(context.Background(), "late", "you", time.Minute); err != nil || !ok {
			t.Errorf("acquired = %v, %v; nobody holds it", ok, err)
		}
	})
}
