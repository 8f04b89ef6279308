package riverqueue

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"shortlist/scoring"
	"shortlist/worker"
	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
)

// BenchmarkEmptyRuns is what the queue itself costs: runs that only end, four at once. It reports how many are queued in a
// sweep and how many are worked off a second.
func BenchmarkEmptyRuns(b *testing.B) {
	dsn := storetest.Postgres(b)
	f := &fixture{store: storetest.Open(b, dsn, time.Now), log: &bytes.Buffer{}}
	q := f.another(b, dsn)
	q.Workers = 4
	if err := q.clients(); err != nil {
		b.Fatal(err)
	}
	if err := q.Migrate(b.Context()); err != nil {
		b.Fatal(err)
	}
	for i := range b.N {
		if err := f.store.PutProfile(b.Context(), scoring.Profile{Name: fmt.Sprint("p", i), Email: "ada@example.org", Timezone: "UTC", Schedule: []string{"0 8 * * *"}}, ""); err != nil {
			b.Fatal(err)
		}
	}
	slot := time.Now().Truncate(time.Second)
	b.ResetTimer()
	for due := 500; due == 500; {
		var err error
		if due, _, err = f.store.Sweep(b.Context(), slot, 500, func(d store.Due) store.Plan {
			return store.Plan{Run: []store.Run{{ID: "run-" + d.Profile.Name, Profile: d.Profile.Name, Key: worker.SlotKey(slot), Slot: slot, DueAt: slot}}}
		}, q.Enqueue); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "queued/s")
	swept := b.Elapsed()
	take, stop := context.WithCancel(b.Context())
	var running sync.WaitGroup
	running.Go(func() { q.Run(take, b.Context()) })
	for left := 1; left > 0; <-time.After(20 * time.Millisecond) {
		runs, err := f.store.QueuedRuns(b.Context(), "", 1)
		if err != nil {
			b.Fatal(err)
		}
		left = len(runs)
	}
	b.ReportMetric(float64(b.N)/(b.Elapsed()-swept).Seconds(), "worked/s")
	b.StopTimer()
	stop()
	running.Wait()
}
