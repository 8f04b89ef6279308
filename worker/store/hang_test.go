package store_test

import (
	"context"
	"database/sql"
	"strings"
	"sync"
	"testing"
	"time"

	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
)

// TestLostConnections: the connections of the pool lead nowhere any more and nobody says so. What uses one fails in time,
// and what comes after it gets a new one.
func TestLostConnections(t *testing.T) {
	t.Parallel()
	p, dsn := storetest.NewProxy(t, storetest.Postgres(t))
	and := "?"
	if strings.Contains(dsn, "?") {
		and = "&"
	}
	s := storetest.Open(t, dsn+and+"statement_timeout=1000", time.Now)
	// As many as the pool keeps, each used a moment ago or longer.
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if err := s.Ping(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	p.Lose()
	began := time.Now()
	sweep := func() error {
		// Without a deadline, as the daemon's own loops are.
		_, _, err := s.Sweep(context.Background(), time.Now(), 10, func(store.Due) store.Plan { return store.Plan{} }, func(context.Context, *sql.Tx, []store.Run) error { return nil })
		return err
	}
	failed := 0
	for sweep() != nil {
		if failed++; failed > 4 {
			t.Fatal("every connection is lost for good")
		}
	}
	if failed == 0 {
		t.Error("no connection was lost")
	}
	t.Logf("%d statements failed; well again after %s", failed, time.Since(began))
}
