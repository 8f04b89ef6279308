package store_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"shortlist/scoring/judge"
	"shortlist/worker/store/storetest"
)

func TestRepliesAreKept(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, dsn string) {
		now := t0
		s := storetest.Open(t, dsn, func() time.Time { return now })
		ctx := t.Context()
		var cache judge.Cache = s.Replies()
		if _, ok, err := cache.Get(ctx, "a"); ok || err != nil {
			t.Errorf("an empty cache gave something: %v", err)
		}
		for _, reply := range []string{"first", `{"text": "second ☂"}`} {
			if err := cache.Put(ctx, "a", []byte(reply)); err != nil {
				t.Fatal(err)
			}
			if got, ok, err := cache.Get(ctx, "a"); string(got) != reply || !ok || err != nil {
				t.Errorf("%q, %v, %v", got, ok, err)
			}
		}
		if err := cache.Put(ctx, "b", []byte("never used")); err != nil {
			t.Fatal(err)
		}
		now = now.Add(48 * time.Hour)
		if _, _, err := cache.Get(ctx, "a"); err != nil { // which notes the use
			t.Fatal(err)
		}
		if n, err := s.DropReplies(ctx, now.Add(-time.Hour)); n != 1 || err != nil {
			t.Errorf("forgot %d, %v; want the one that nothing used", n, err)
		}
		if _, ok, err := cache.Get(ctx, "a"); !ok || err != nil {
			t.Errorf("forgot what was used: %v", err)
		}
	})
}

// However many processes reserve at once, the limit of the day holds to the call and to the token.
func TestTheDaysBudgetIsShared(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, dsn string) {
		ctx := context.Background()
		replicas := []judge.Ledger{storetest.Open(t, dsn, nil).JudgeUse(), storetest.Open(t, dsn, nil).JudgeUse()}
		for _, limit := range []judge.Use{{Calls: 25}, {Tokens: 2500}, {Calls: 30, Tokens: 2500}} {
			day := fmt.Sprint("2026-03-0", limit.Calls%7)
			var mu sync.Mutex
			granted := 0
			var wg sync.WaitGroup
			for i := range 40 {
				wg.Go(func() {
					_, ok, err := replicas[i%2].Reserve(ctx, day, judge.Use{Calls: 1, Tokens: 100}, limit)
					if err != nil {
						t.Error(err)
					}
					mu.Lock()
					defer mu.Unlock()
					if ok {
						granted++
					}
				})
			}
			wg.Wait()
			if granted != 25 {
				t.Errorf("%v: %d granted, want 25", limit, granted)
			}
			// A correction gives back, and what is given back can be had.
			if err := replicas[0].Correct(ctx, day, judge.Use{Calls: -1, Tokens: -100}); err != nil {
				t.Fatal(err)
			}
			if used, ok, err := replicas[1].Reserve(ctx, day, judge.Use{Calls: 1, Tokens: 100}, limit); !ok || err != nil || used != (judge.Use{Calls: 25, Tokens: 2500}) {
				t.Errorf("%v: after a correction %v, %v, %v", limit, used, ok, err)
			}
			if used, ok, err := replicas[1].Reserve(ctx, day, judge.Use{Calls: 1, Tokens: 100}, limit); ok || err != nil || used != (judge.Use{Calls: 25, Tokens: 2500}) {
				t.Errorf("%v: past the limit %v, %v, %v", limit, used, ok, err)
			}
		}
	})
}
