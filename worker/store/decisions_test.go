package store_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"shortlist/guardrail"
	"shortlist/guardrail/review"
	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
)

// Many decide, undo, put and expire at once, over two processes' worth of stores: of each item's decisions one stands at a
// time, what is reported as changed is there, once, and nobody fails.
func TestEachItemIsDecidedOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, dsn string) {
		ctx := t.Context()
		stores := []*store.Store{storetest.Open(t, dsn, nil), storetest.Open(t, dsn, nil)}
		person(t, ctx, stores[0], "ada")
		var roles []int64
		for i := range int64(60) {
			roles = append(roles, i+1)
		}
		now := time.Now()
		ids := ask(t, ctx, stores[0], now, "ada", roles...)
		var mu sync.Mutex
		made, undone := map[string]int{}, map[string]int{}
		won := map[string]string{} // who, where nothing was undone
		var wg sync.WaitGroup
		for g := range 20 {
			wg.Go(func() {
				s, who := stores[g%2], fmt.Sprint("p", g)
				r := rand.New(rand.NewPCG(uint64(g), 7))
				for range 30 {
					pick := []string{ids[r.IntN(len(ids))], ids[r.IntN(len(ids))], ids[r.IntN(len(ids))]}
					as, err := s.Decide(ctx, "", pick, review.Decision{Kind: review.Score, Score: 1 + r.IntN(10), By: who})
					if err != nil {
						t.Error(err)
						return
					}
					counted := map[string]bool{}
					mu.Lock()
					for i, a := range as {
						if a.Err != nil && !errors.Is(a.Err, review.ErrConflict) && !errors.Is(a.Err, review.ErrGone) {
							t.Error(a.Err)
						}
						if a.Changed && !counted[pick[i]] {
							counted[pick[i]] = true
							made[pick[i]]++
							won[pick[i]] = who
						}
					}
					mu.Unlock()
					switch r.IntN(8) {
					case 0:
						it, err := s.Undo(ctx, who, "")
						if err == nil {
							mu.Lock()
							undone[it.ID]++
							mu.Unlock()
						} else if !errors.Is(err, review.ErrNothingToUndo) {
							t.Error(err)
						}
					case 1:
						role := roles[r.IntN(len(roles))]
						if _, err := s.PutReviews(ctx, "ada", []review.Item{question("ada", role, "r1", now), question("ada", role%60+1, "r1", now)}); err != nil {
							t.Error(err)
						}
					case 2: // the roles have no listing, so this ends what is open
						if _, err := s.ExpireReviews(ctx, now); err != nil {
							t.Error(err)
						}
					}
				}
			})
		}
		wg.Wait()
		decided := 0
		must(t, stores[0].EachReview(ctx, store.ReviewFilter{}, false, func(it review.Item) error {
			standing := 0
			if it.State == review.Decided {
				standing, decided = 1, decided+1
			}
			if made[it.ID]-undone[it.ID] != standing {
				t.Errorf("%s: decided %d times, undone %d, and it is %s", it.ID, made[it.ID], undone[it.ID], it.State)
			}
			if undone[it.ID] == 0 && it.State == review.Decided && it.Decision.By != won[it.ID] {
				t.Errorf("%s is decided by %s and %s was told so", it.ID, it.Decision.By, won[it.ID])
			}
			return nil
		}))
		if decided == 0 {
			t.Error("nothing was decided")
		}
	})
}

// Of twenty that undo one decision at once, one does.
func TestEachDecisionIsUndoneOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, dsn string) {
		ctx := t.Context()
		stores := []*store.Store{storetest.Open(t, dsn, nil), storetest.Open(t, dsn, nil)}
		person(t, ctx, stores[0], "ada")
		for role := range int64(5) {
			ids := ask(t, ctx, stores[0], time.Now(), "ada", role+1)
			_, err := stores[0].Decide(ctx, "ada", ids, approve)
			must(t, err)
			if n := race(t, stores, review.ErrNothingToUndo, func(s *store.Store) error { _, err := s.Undo(ctx, "ada", ids[0]); return err }); n != 1 {
				t.Errorf("undone %d times", n)
			}
		}
		// Five without a name undo five.
		ids := ask(t, ctx, stores[0], time.Now(), "ada", 11, 12, 13, 14, 15)
		_, err := stores[0].Decide(ctx, "ada", ids, approve)
		must(t, err)
		if n := race(t, stores, review.ErrNothingToUndo, func(s *store.Store) error { _, err := s.Undo(ctx, "ada", ""); return err }); n != 5 {
			t.Errorf("%d of five undone", n)
		}
	})
}

// race does something twenty times at once and counts how often it works; it may fail in one way.
func race(t *testing.T, stores []*store.Store, loser error, do func(*store.Store) error) int {
	t.Helper()
	errs := make([]error, 20)
	var wg sync.WaitGroup
	for g := range errs {
		wg.Go(func() { errs[g] = do(stores[g%len(stores)]) })
	}
	wg.Wait()
	won := 0
	for _, err := range errs {
		if err == nil {
			won++
		} else if !errors.Is(err, loser) {
			t.Error(err)
		}
	}
	return won
}

func benchmarkReviews(b *testing.B, dsn string) {
	ctx := b.Context()
	s := storetest.Open(b, dsn, nil)
	person(b, ctx, s, "ada", "bob")
	t1 := time.Now().Add(-48 * time.Hour)
	for _, name := range []string{"ada", "bob"} {
		var items []review.Item
		for i := range int64(5000) {
			it := question(name, i+1, "r1", t1.Add(time.Duration(i)*time.Second))
			it.Snapshot.Listing.Text = fmt.Sprintf("%06000d", i)
			items = append(items, it)
		}
		if _, err := s.PutReviews(ctx, name, items); err != nil {
			b.Fatal(err)
		}
	}
	f := store.ReviewFilter{Profile: "ada", State: review.Open}
	middle, err := s.Reviews(ctx, f, store.ReviewPage{Limit: 2500})
	if err != nil {
		b.Fatal(err)
	}
	for name, do := range map[string]func() error{
		"first page": func() error { _, err := s.Reviews(ctx, f, store.ReviewPage{Limit: 100}); return err },
		"middle page": func() error {
			_, err := s.Reviews(ctx, f, store.ReviewPage{Limit: 100, After: place(middle[2499])})
			return err
		},
		"all 5000": func() error { _, err := s.Reviews(ctx, f, store.ReviewPage{Limit: 5000}); return err },
		"search": func() error {
			g := f
			g.Text, g.Reason = "lamp 47", guardrail.Unstable
			_, err := s.Reviews(ctx, g, store.ReviewPage{Limit: 100})
			return err
		},
		"counts": func() error { _, err := s.CountQueue(ctx, "ada"); return err },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := do(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkReviewsSQLite(b *testing.B)   { benchmarkReviews(b, storetest.SQLite(b)) }
func BenchmarkReviewsPostgres(b *testing.B) { benchmarkReviews(b, storetest.Postgres(b)) }
