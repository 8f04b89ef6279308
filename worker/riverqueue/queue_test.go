package riverqueue

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/riverqueue/river/rivertype"
	"go.uber.org/goleak"

	"shortlist/scoring"
	"shortlist/worker"
	"shortlist/worker/pipeline"
	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
)

type noMeter struct{}

func (noMeter) Run(string, time.Duration)      {}
func (noMeter) Lag(time.Duration)              {}
func (noMeter) Sweep(time.Time, time.Duration) {}
func (noMeter) Slot(string)                    {}

type fixture struct {
	*Queue
	store *store.Store
	db    *sql.DB
	log   *bytes.Buffer // read it when nothing runs
}

// newFixture is a queue on a database of its own, whose runs end well until Handler.Serve is set.
func newFixture(t *testing.T) *fixture {
	t.Helper()
	dsn := storetest.Postgres(t)
	f := &fixture{store: storetest.Open(t, dsn, time.Now), log: &bytes.Buffer{}}
	f.Queue = f.another(t, dsn)
	if err := f.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	f.db = db
	return f
}

func (f *fixture) another(t testing.TB, dsn string) *Queue {
	t.Helper()
	log := slog.New(slog.NewTextHandler(f.log, nil))
	h := &worker.Handler{Abandon: f.store.AbandonRun, Meter: noMeter{}, Now: time.Now, Log: log, Serve: func(ctx context.Context, r store.Run) (pipeline.Result, error) {
		return pipeline.Result{Outcome: pipeline.Sent}, f.store.EndRun(ctx, r.ID, "sent", "")
	}}
	q, err := New(Options{DSN: dsn, Store: f.store, Handler: h, Workers: 2, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := q.Close(); err != nil {
			t.Error(err)
		}
	})
	return q
}

// sweep writes n runs, with enqueue in their transaction.
func (f *fixture) sweep(t *testing.T, n int, enqueue func(context.Context, *sql.Tx, []store.Run) error) error {
	t.Helper()
	for i := range n {
		p := scoring.Profile{Name: fmt.Sprint("p", i), Email: "ada@example.org", Timezone: "UTC", Schedule: []string{"0 8 * * *"}}
		if err := f.store.PutProfile(t.Context(), p, ""); err != nil {
			return err
		}
	}
	slot := time.Now().Truncate(time.Second)
	_, _, err := f.store.Sweep(t.Context(), slot, n, func(d store.Due) store.Plan {
		return store.Plan{Run: []store.Run{{ID: "run-" + d.Profile.Name, Profile: d.Profile.Name, Key: worker.SlotKey(slot), Slot: slot, DueAt: slot}}}
	}, enqueue)
	return err
}

func (f *fixture) mustSweep(t *testing.T, n int, enqueue func(context.Context, *sql.Tx, []store.Run) error) {
	t.Helper()
	if err := f.sweep(t, n, enqueue); err != nil {
		t.Fatal(err)
	}
}

func (f *fixture) exec(t *testing.T, statement string) {
	t.Helper()
	if _, err := f.db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

func (f *fixture) count(t *testing.T, query string) (n int) {
	t.Helper()
	if err := f.db.QueryRow(query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// until runs the queue until a query counts n, and stops it in order.
func (f *fixture) until(t *testing.T, n int, query string) {
	t.Helper()
	take, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { f.Run(take, t.Context()) })
	defer running.Wait()
	defer stop()
	f.wait(t, n, query)
}

func (f *fixture) wait(t *testing.T, n int, query string) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); f.count(t, query) != n; <-time.After(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d in vain: %s\n%s", n, query, f.jobs(t))
		}
	}
}

// jobs is River's table, for messages.
func (f *fixture) jobs(t *testing.T) (all string) {
	t.Helper()
	if err := f.db.QueryRow(`SELECT coalesce(string_agg(concat_ws(' ', args, state, attempt, metadata, errors), E'\n'), '') FROM river_job`).Scan(&all); err != nil {
		t.Error(err)
	}
	return all
}

const (
	endedRuns = `SELECT count(*) FROM runs WHERE outcome = 'sent'`
	allJobs   = `SELECT count(*) FROM river_job`
)

func TestTheBoundsRiverIsGiven(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	c, err := f.config()
	if err != nil {
		t.Fatal(err)
	}
	if c.JobTimeout != 4*time.Minute || c.RescueStuckJobsAfter != 4*time.Minute+30*time.Second || c.MaxAttempts != 6 ||
		c.SoftStopTimeout <= 0 || c.SoftStopTimeout >= 25*time.Second || c.Queues["default"].MaxWorkers != 2 {
		t.Errorf("%+v", c)
	}
	f.mustSweep(t, 1, f.Enqueue)
	if n := f.count(t, `SELECT max_attempts FROM river_job`); n != 6 {
		t.Errorf("a job has %d attempts", n)
	}
}

// TestSeveralMakeTheTables: replicas that start at once on an empty database, and again on a full one.
func TestSeveralMakeTheTables(t *testing.T) {
	t.Parallel()
	dsn := storetest.Postgres(t)
	f := &fixture{store: storetest.Open(t, dsn, time.Now), log: &bytes.Buffer{}}
	queues := []*Queue{f.another(t, dsn), f.another(t, dsn), f.another(t, dsn), f.another(t, dsn)}
	for range 2 {
		var wg sync.WaitGroup
		for _, q := range queues {
			wg.Go(func() {
				if err := q.Migrate(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	}
}

func TestJobsAreWrittenWithTheirRuns(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	failed := errors.New("the transaction fails")
	err := f.sweep(t, 3, func(ctx context.Context, tx *sql.Tx, runs []store.Run) error {
		return errors.Join(f.Enqueue(ctx, tx, runs), failed)
	})
	if n := f.count(t, allJobs); !errors.Is(err, failed) || n != 0 {
		t.Errorf("%d jobs of no run, %v", n, err)
	}
	f.mustSweep(t, 3, func(ctx context.Context, tx *sql.Tx, runs []store.Run) error {
		return errors.Join(f.Enqueue(ctx, tx, runs), f.Enqueue(ctx, tx, runs), f.Enqueue(ctx, tx, nil))
	})
	if n := f.count(t, allJobs); n != 3 {
		t.Errorf("%d jobs of 3 runs", n)
	}
	f.until(t, 3, endedRuns)
}

func TestRunsWithoutAJobAreQueuedAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.mustSweep(t, 5, f.Enqueue)
	f.exec(t, `DELETE FROM river_job WHERE args->>'run' IN ('run-p0', 'run-p1')`)
	f.exec(t, `UPDATE river_job SET state = 'discarded', finalized_at = now() WHERE args->>'run' = 'run-p2'`)
	if n, err := f.queueLost(t.Context()); n != 3 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if n, err := f.queueLost(t.Context()); n != 0 || err != nil {
		t.Errorf("once more: %d, %v", n, err)
	}
	f.exec(t, `DELETE FROM river_job`)
	f.until(t, 5, endedRuns)
}

func TestAJobTooManyDoesNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.mustSweep(t, 2, f.Enqueue)
	f.exec(t, `UPDATE runs SET ended_at = 1, outcome = 'empty' WHERE id = 'run-p0'`)
	f.exec(t, `DELETE FROM runs WHERE id = 'run-p1'`)
	f.Handler.Serve = func(context.Context, store.Run) (pipeline.Result, error) {
		t.Error("served")
		return pipeline.Result{}, nil
	}
	f.until(t, 2, `SELECT count(DISTINCT args) FROM river_job WHERE state = CASE args->>'run' WHEN 'run-p0' THEN 'completed' ELSE 'cancelled' END::river_job_state`)
}

// TestStatesAfterATry: what River makes of each end, and which of them use up an attempt.
func TestStatesAfterATry(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	outcomes := []pipeline.Outcome{pipeline.Sent, pipeline.Deferred, pipeline.Failed, pipeline.Unknown}
	f.mustSweep(t, len(outcomes), f.Enqueue)
	f.Handler.Serve = func(ctx context.Context, r store.Run) (pipeline.Result, error) {
		o := outcomes[int(r.Profile[1]-'0')]
		if o == pipeline.Sent {
			return pipeline.Result{Outcome: o}, f.store.EndRun(ctx, r.ID, "sent", "")
		}
		return pipeline.Result{Outcome: o}, pipeline.ErrNotDelivered
	}
	f.until(t, 4, `SELECT count(DISTINCT args) FROM river_job WHERE (args->>'run', state::text, attempt) IN
		(('run-p0', 'completed', 1), ('run-p1', 'scheduled', 0), ('run-p2', 'retryable', 1), ('run-p3', 'cancelled', 1))`)
	if n := f.count(t, `SELECT count(*) FROM runs WHERE id = 'run-p3' AND outcome = 'failed'`); n != 1 {
		t.Error("the run of a cancelled job has not ended")
	}
}

// TestWhatLiesInTheOutboxIsNotGivenUp: a digest that is made is owed, however often the way to it fails.
func TestWhatLiesInTheOutboxIsNotGivenUp(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.mustSweep(t, 1, f.Enqueue)
	f.exec(t, `UPDATE runs SET stage = 'outbox'`)
	f.exec(t, `UPDATE river_job SET attempt = 5`)
	f.Handler.Serve = func(context.Context, store.Run) (pipeline.Result, error) {
		return pipeline.Result{Outcome: pipeline.Failed}, errors.New("the disk is full")
	}
	f.until(t, 1, `SELECT count(*) FROM river_job WHERE state = 'scheduled' AND attempt = 5`)
}

func TestARunThatCannotBeReadWaits(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.mustSweep(t, 1, f.Enqueue)
	f.exec(t, `ALTER TABLE runs RENAME COLUMN summary TO away`)
	f.until(t, 1, `SELECT count(*) FROM river_job WHERE state = 'scheduled' AND attempt = 0`)
	f.exec(t, `ALTER TABLE runs RENAME COLUMN away TO summary`)
	f.exec(t, `UPDATE river_job SET state = 'available', scheduled_at = now()`)
	f.until(t, 1, endedRuns)
}

// TestPostgresCutsEveryConnection: what is queued afterwards is served, and so is what was in flight.
func TestPostgresCutsEveryConnection(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.mustSweep(t, 1, f.Enqueue)
	began, release := make(chan struct{}), make(chan struct{})
	var first atomic.Bool
	serve := f.Handler.Serve
	f.Handler.Serve = func(ctx context.Context, r store.Run) (pipeline.Result, error) {
		if first.CompareAndSwap(false, true) {
			close(began)
			<-release
		}
		return serve(ctx, r)
	}
	take, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { f.Run(take, t.Context()) })
	defer running.Wait()
	defer stop()
	<-began
	f.exec(t, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
	close(release)
	for deadline := time.Now().Add(20 * time.Second); f.sweep(t, 4, f.Enqueue) != nil; <-time.After(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("nothing can be queued")
		}
	}
	// The one in flight may have met its cut connection, and then it is tried again in a minute.
	f.wait(t, 4, `SELECT count(DISTINCT runs.id) FROM river_job JOIN runs ON args->>'run' = runs.id WHERE outcome = 'sent' OR runs.id = 'run-p0' AND state = 'retryable'`)
}

// TestNothingIsLeftRunning is not parallel, since other tests' goroutines would be in the way.
func TestNothingIsLeftRunning(t *testing.T) {
	f := newFixture(t)
	f.mustSweep(t, 3, f.Enqueue)
	before := goleak.IgnoreCurrent()
	f.Queue = f.another(t, f.DSN)
	f.until(t, 3, endedRuns)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	goleak.VerifyNone(t, before)
}

func TestRunWaitsForPostgres(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.pool.Close()
	take, stop := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() { f.Run(take, t.Context()); close(stopped) }()
	select {
	case <-stopped:
		t.Fatal("it gave up")
	case <-time.After(50 * time.Millisecond):
	}
	stop()
	<-stopped
	if !strings.Contains(f.log.String(), "could not be started") {
		t.Errorf("said: %s", f.log)
	}
}

func TestTheNextTry(t *testing.T) {
	t.Parallel()
	for ago, want := range map[time.Duration]time.Duration{time.Second: 4 * time.Minute, 4 * time.Minute: 4 * time.Minute, 4*time.Minute + 31*time.Second: 0} {
		at := time.Now().Add(-ago)
		if in := time.Until(retryPolicy{}.NextRetry(&rivertype.JobRow{Attempt: 3, AttemptedAt: &at, Metadata: []byte(`{}`)})); in > want || in < want-time.Second {
			t.Errorf("begun %v ago: in %v, want %v", ago, in, want)
		}
	}
}

func TestTries(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		attempt int
		meta    string
		want    int
	}{
		{1, `{}`, 1}, {1, `{"snoozes": 3}`, 4}, {2, `{"snoozes": 1, "other": [1]}`, 3}, {1, ``, 1}, {1, `{"snoozes": "x"}`, 1}, {1, `{"snoozes": -5}`, 1},
	} {
		if got := tries(&rivertype.JobRow{Attempt: c.attempt, Metadata: []byte(c.meta)}); got != c.want {
			t.Errorf("%d %s: %d, want %d", c.attempt, c.meta, got, c.want)
		}
	}
}

func TestRiverIsHeardFromWarningsOn(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	l := quiet(slog.New(slog.NewTextHandler(&b, nil))).With("a", 1).WithGroup("g")
	l.Info("started")
	l.Warn("trouble", "x", 2)
	l.With("b", 2).Warn("trouble", "x", 3) // the same again, by another of its parts
	l.Error("worse")
	if got := b.String(); strings.Contains(got, "started") || strings.Count(got, "trouble") != 1 || !strings.Contains(got, "a=1 g.x=2") || !strings.Contains(got, "worse") {
		t.Error(got)
	}
	later := slog.NewRecord(time.Now().Add(tellAgain+time.Second), slog.LevelWarn, "trouble", 0)
	if err := l.Handler().Handle(t.Context(), later); err != nil || strings.Count(b.String(), "trouble") != 2 {
		t.Errorf("ten minutes later: %v\n%s", err, &b)
	}
}

func TestAnAddressIsNotQuoted(t *testing.T) {
	t.Parallel()
	_, err := New(Options{DSN: "postgres://ada:secret@host:port/name", Log: slog.New(slog.DiscardHandler)})
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("%v", err)
	}
}
