package worker_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"shortlist/scoring"
	"shortlist/worker"
	"shortlist/worker/pipeline"
	"shortlist/worker/riverqueue"
	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
)

// clock is the time of the product; River has the machine's.
type clock struct{ ms atomic.Int64 }

func (c *clock) now() time.Time      { return time.UnixMilli(c.ms.Load()).UTC() }
func (c *clock) add(d time.Duration) { c.ms.Add(d.Milliseconds()) }

// counts is a Meter.
type counts struct {
	mu          sync.Mutex
	slots, runs map[string]int
}

func (c *counts) Lag(time.Duration)              {}
func (c *counts) Sweep(time.Time, time.Duration) {}
func (c *counts) Run(outcome string, _ time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.runs[outcome]++
}
func (c *counts) Slot(outcome string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slots[outcome]++
}
func (c *counts) slot(outcome string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.slots[outcome]
}

// bench is an engine with what it works on.
type bench struct {
	worker.Engine
	*worker.Handler
	kind  kind
	dsn   string
	clock *clock
	store *store.Store
	meter *counts
}

// kind is one of the engines, and how a test sees into its queue.
type kind struct {
	engine func(t *testing.T, b *bench) worker.Engine
	// next is how long until the one unfinished run is tried again, and false where it is not waiting for that.
	next func(t *testing.T, b *bench) (time.Duration, bool)
	// due makes the one unfinished run's next try due.
	due func(t *testing.T, b *bench)
	// orphan makes the queued run one that a process took which died.
	orphan func(t *testing.T, b *bench)
}

const workers = 3

func executorKind() kind {
	return kind{
		engine: func(_ *testing.T, b *bench) worker.Engine {
			return worker.NewExecutor(worker.ExecutorOptions{Store: b.store, Handler: b.Handler, Workers: workers})
		},
		next: func(t *testing.T, b *bench) (time.Duration, bool) {
			runs := b.unfinished(t)
			if len(runs) != 1 {
				return 0, false
			}
			in := runs[0].DueAt.Sub(b.clock.now())
			return in, in > 0
		},
		due: func(t *testing.T, b *bench) {
			in, _ := b.kind.next(t, b)
			b.clock.add(in)
			b.Wake()
		},
		orphan: func(t *testing.T, b *bench) {
			if runs, err := b.store.ClaimRuns(t.Context(), "dead", time.Minute, 10); err != nil || len(runs) != 1 {
				t.Fatal(runs, err)
			}
			b.clock.add(time.Minute + time.Second)
		},
	}
}

func riverKind() kind {
	return kind{
		engine: func(t *testing.T, b *bench) worker.Engine {
			q, err := riverqueue.New(riverqueue.Options{DSN: b.dsn, Store: b.store, Handler: b.Handler, Workers: workers, Log: b.Log})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := q.Close(); err != nil {
					t.Error(err)
				}
			})
			if err := q.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			return q
		},
		next: func(t *testing.T, b *bench) (time.Duration, bool) {
			var seconds float64
			err := b.river(t).QueryRow(`SELECT extract(epoch FROM scheduled_at - now()) FROM river_job WHERE state IN ('retryable', 'scheduled')`).Scan(&seconds)
			if err != nil && !errors.Is(err, sql.ErrNoRows) {
				t.Fatal(err)
			}
			return time.Duration(seconds * float64(time.Second)), err == nil
		},
		due: func(t *testing.T, b *bench) {
			b.exec(t, `UPDATE river_job SET state = 'available', scheduled_at = now() WHERE state IN ('retryable', 'scheduled')`)
			b.exec(t, `SELECT pg_notify(current_schema() || '.river_insert', '{"queue":"default"}')`)
		},
		orphan: func(t *testing.T, b *bench) {
			// Longer ago than any run may take.
			b.exec(t, `UPDATE river_job SET state = 'running', attempt = 1, attempted_at = now() - interval '4 minutes 45 seconds'`)
		},
	}
}

// river is the connection by which a test looks into River's table.
func (b *bench) river(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("pgx", b.dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	return db
}

func (b *bench) exec(t *testing.T, statement string) {
	t.Helper()
	if _, err := b.river(t).Exec(statement); err != nil {
		t.Fatal(err)
	}
}

// engines runs do on each engine, whose Serve is to be set.
func engines(t *testing.T, do func(t *testing.T, b *bench)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, dsn string) { do(t, newBench(t, executorKind(), dsn)) })
	t.Run("river", func(t *testing.T) {
		t.Parallel()
		do(t, newBench(t, riverKind(), storetest.Postgres(t)))
	})
}

func newBench(t *testing.T, k kind, dsn string) *bench {
	t.Helper()
	c := &clock{}
	c.ms.Store(time.Date(2026, 3, 2, 7, 0, 0, 0, time.UTC).UnixMilli())
	b := &bench{kind: k, dsn: dsn, clock: c, store: storetest.Open(t, dsn, c.now), meter: &counts{slots: map[string]int{}, runs: map[string]int{}}}
	return b.another(t)
}

// another is an engine of another process on the same database.
func (b *bench) another(t *testing.T) *bench {
	t.Helper()
	c := *b
	c.Handler = &worker.Handler{Abandon: b.store.AbandonRun, Serve: c.end, Meter: b.meter, Now: b.clock.now, Log: slog.New(slog.DiscardHandler)}
	c.Engine = b.kind.engine(t, &c)
	return &c
}

// queue puts n due runs into the queue.
func (b *bench) queue(t *testing.T, n int) {
	t.Helper()
	for i := range n {
		p := scoring.Profile{Name: fmt.Sprint("p", i), Email: "ada@example.org", Timezone: "UTC", Schedule: []string{"0 8 * * *"}}
		if err := b.store.PutProfile(t.Context(), p, ""); err != nil {
			t.Fatal(err)
		}
	}
	slot := b.clock.now()
	if _, _, err := b.store.Sweep(t.Context(), slot, n, func(d store.Due) store.Plan {
		return store.Plan{Run: []store.Run{{ID: "run-" + d.Profile.Name, Profile: d.Profile.Name, Key: worker.SlotKey(slot), Slot: slot, DueAt: slot}}}
	}, b.Enqueue); err != nil {
		t.Fatal(err)
	}
	b.Wake()
}

// end is what Runner.Serve does in the end.
func (b *bench) end(ctx context.Context, r store.Run) (pipeline.Result, error) {
	return pipeline.Result{Outcome: pipeline.Sent}, b.store.EndRun(ctx, r.ID, "sent", "")
}

func (b *bench) unfinished(t *testing.T) (left []store.Run) {
	t.Helper()
	runs, err := b.store.Runs(t.Context(), "", 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range runs {
		if r.EndedAt.IsZero() {
			left = append(left, r)
		}
	}
	return left
}

// during runs the engine while do runs, and stops it in order.
func (b *bench) during(t *testing.T, do func()) {
	t.Helper()
	take, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { b.Run(take, t.Context()) })
	defer running.Wait()
	defer stop()
	do()
}

// until waits for what an engine does in its own time.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !ok(); <-time.After(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("in vain: ", what)
		}
	}
}

func (b *bench) done(t *testing.T, left int) {
	t.Helper()
	until(t, fmt.Sprint(left, " unfinished runs"), func() bool { return len(b.unfinished(t)) == left })
}

// waiting waits until the one unfinished run waits for its next try, and returns for how long.
func (b *bench) waiting(t *testing.T) (in time.Duration) {
	t.Helper()
	until(t, "the next try", func() (ok bool) { in, ok = b.kind.next(t, b); return ok })
	return in
}
