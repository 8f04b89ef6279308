// Package riverqueue is the engine on Postgres: River carries the runs, the run rows stay the truth. A job holds no more than
// a run's id, so that a job too many does nothing and a job too few is made again from the rows.
package riverqueue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"shortlist/worker"
	"shortlist/worker/store"
)

// River's bounds. It has no heartbeat: a run whose process died is taken over when it has run for longer than any run may.
const (
	rescueAfter = worker.RunTimeout + 30*time.Second
	// softStop leaves three of the 25 s that a stop may take for giving back what is in flight.
	softStop = 22 * time.Second
	// Bounds the fetches a second: with four workers it allows some hundreds of runs a second, and idle it costs nothing.
	fetchCooldown = 5 * time.Millisecond
	// Notifications come at once; the poll is for those that were lost.
	fetchPoll = 5 * time.Second
	// River's own connections: one listens, the others fetch, complete and elect.
	connections = 5
	startAgain  = 5 * time.Second
)

// Runs that have no job are looked for at the start, and then again now and then.
const (
	refillEvery = 10 * time.Minute
	refillBatch = 1000
)

// Store is what the queue needs of the store.
type Store interface {
	Run(ctx context.Context, id string) (store.Run, error)
	QueuedRuns(ctx context.Context, after string, n int) ([]store.Run, error)
}

// Options are what a Queue is made of; all are required.
type Options struct {
	// DSN is the postgres:// URL of the store's database.
	DSN     string
	Store   Store
	Handler *worker.Handler
	Workers int // runs at once in this process
	Log     *slog.Logger
}

// Queue is a worker.Engine.
type Queue struct {
	Options
	pool   *pgxpool.Pool
	client *river.Client[pgx.Tx]
	insert *river.Client[*sql.Tx] // only inserts, inside the store's transactions
	log    *slog.Logger           // River's, from warnings on
}

// New makes a queue and does not connect yet. Call Migrate before Run, and Close in the end.
func New(o Options) (*Queue, error) {
	pool, err := newPool(o.DSN, connections)
	if err != nil {
		return nil, err
	}
	q := &Queue{Options: o, pool: pool, log: quiet(o.Log)}
	if err := q.clients(); err != nil {
		pool.Close()
		return nil, fmt.Errorf("queue: %w", err)
	}
	return q, nil
}

func (q *Queue) clients() (err error) {
	if q.insert, err = river.NewClient(riverdatabasesql.New(nil), &river.Config{Logger: q.log, FetchCooldown: fetchCooldown}); err != nil {
		return err
	}
	config, err := q.config()
	if err != nil {
		return err
	}
	q.client, err = river.NewClient(riverpgxv5.New(q.pool), config)
	return err
}

func (q *Queue) config() (*river.Config, error) {
	workers := river.NewWorkers()
	if err := river.AddWorkerSafely(workers, &digestWorker{store: q.Store, handler: q.Handler}); err != nil {
		return nil, err
	}
	return &river.Config{
		Queues:               map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: q.Workers}},
		Workers:              workers,
		MaxAttempts:          worker.MaxAttempts,
		JobTimeout:           worker.RunTimeout,
		RescueStuckJobsAfter: rescueAfter,
		SoftStopTimeout:      softStop,
		RetryPolicy:          retryPolicy{},
		FetchCooldown:        fetchCooldown,
		FetchPollInterval:    fetchPoll,
		Logger:               q.log,
	}, nil
}

// Migrate makes or renews River's tables, as the function Migrate does.
func (q *Queue) Migrate(ctx context.Context) error { return migrate(ctx, q.pool, q.log) }

// Close gives the connections back. A run that ignores its end may keep one; the process's end takes it.
func (q *Queue) Close() error {
	closed := make(chan struct{})
	go func() { q.pool.Close(); close(closed) }()
	select {
	case <-closed:
		return nil
	case <-time.After(time.Second):
		return errors.New("the queue's connections are still in use")
	}
}

// Wake has nothing to do: Postgres notifies every process of what is queued.
func (q *Queue) Wake() {}

// Enqueue writes a job for each run in the transaction that writes the run.
func (q *Queue) Enqueue(ctx context.Context, tx *sql.Tx, runs []store.Run) error {
	if len(runs) == 0 {
		return nil
	}
	if _, err := q.insert.InsertManyTx(ctx, tx, jobs(runs)); err != nil {
		return fmt.Errorf("queue runs: %w", err)
	}
	return nil
}

// Run works the queue off, as worker.Engine says. While Postgres is away it waits for it.
func (q *Queue) Run(take, work context.Context) {
	q.refill(take)
	if !q.start(take) {
		return
	}
	tick := time.NewTicker(refillEvery)
	defer tick.Stop()
	for take.Err() == nil {
		select {
		case <-tick.C:
			q.refill(take)
		case <-take.Done():
		}
	}
	if err := q.client.Stop(work); err != nil {
		// What is in flight is cut short; River makes it available again without counting the try.
		if err := q.client.StopAndCancel(context.WithoutCancel(work)); err != nil {
			q.Log.Error("the queue did not stop in order", "error", err)
		}
	}
}

// start reports false where take ended first.
func (q *Queue) start(take context.Context) bool {
	for take.Err() == nil {
		err := q.client.Start(context.WithoutCancel(take))
		if err == nil {
			return true
		}
		q.Log.Error("the queue could not be started; trying again in 5 s", "error", err)
		select {
		case <-time.After(startAgain):
		case <-take.Done():
		}
	}
	return false
}

// refill queues the runs that have no job: a database was put back in part, or a run took its process with it six times. A
// run that ends meanwhile may be among them; its job does nothing.
func (q *Queue) refill(ctx context.Context) {
	switch n, err := q.queueLost(ctx); {
	case ctx.Err() != nil:
	case err != nil:
		q.Log.Error("runs without a job could not be looked for; trying again in 10 minutes", "error", err)
	case n > 0:
		q.Log.Info("runs without a job were queued again", "runs", n)
	}
}

// queueLost queues every unfinished run; those that have a job are skipped by its uniqueness. It returns how many had none.
func (q *Queue) queueLost(ctx context.Context) (int, error) {
	lost, after := 0, ""
	for {
		runs, err := q.Store.QueuedRuns(ctx, after, refillBatch)
		if err != nil || len(runs) == 0 {
			return lost, err
		}
		results, err := q.client.InsertMany(ctx, jobs(runs))
		if err != nil {
			return lost, fmt.Errorf("queue runs: %w", err)
		}
		for _, r := range results {
			if !r.UniqueSkippedAsDuplicate {
				lost++
			}
		}
		after = runs[len(runs)-1].ID
	}
}

func jobs(runs []store.Run) []river.InsertManyParams {
	out := make([]river.InsertManyParams, 0, len(runs))
	for _, r := range runs {
		out = append(out, river.InsertManyParams{Args: digestArgs{Run: r.ID}, InsertOpts: &river.InsertOpts{
			MaxAttempts: worker.MaxAttempts,
			// A job that ended keeps no run from getting another: only the row says that the run has ended.
			UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
				rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled,
			}},
		}})
	}
	return out
}
