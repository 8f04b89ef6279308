package worker

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"sync"
	"time"

	"shortlist/worker/store"
)

// Bounds of the executor. A run's lease is renewed three times as often as it would end, so a dead process's runs are taken
// over within half a minute.
const (
	pollEvery = 5 * time.Second
	runLease  = 30 * time.Second
)

// QueueStore is what the executor needs of the store.
type QueueStore interface {
	ClaimRuns(ctx context.Context, owner string, ttl time.Duration, n int) ([]store.Run, error)
	RenewRun(ctx context.Context, run, owner string, ttl time.Duration) (bool, error)
	ReturnRun(ctx context.Context, run, owner string, at time.Time, forgiven bool) error
}

// ExecutorOptions are what an Executor is made of; all are required.
type ExecutorOptions struct {
	Store   QueueStore
	Handler *Handler
	Workers int
}

// Executor is the Engine whose queue is the run rows themselves.
type Executor struct {
	ExecutorOptions
	wake    chan struct{}
	running sync.WaitGroup
	slots   chan struct{}
	owner   string
}

// NewExecutor returns an executor that does nothing before Run.
func NewExecutor(o ExecutorOptions) *Executor {
	return &Executor{ExecutorOptions: o, wake: make(chan struct{}, 1), slots: make(chan struct{}, o.Workers), owner: rand.Text()}
}

// Wake makes the executor look at the queue now.
func (e *Executor) Wake() {
	select {
	case e.wake <- struct{}{}:
	default:
	}
}

// Enqueue has nothing to do.
func (e *Executor) Enqueue(context.Context, *sql.Tx, []store.Run) error { return nil }

// Run works the queue off, as Engine says.
func (e *Executor) Run(take, work context.Context) {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	var failing trouble
	for take.Err() == nil {
		full, err := e.claim(take, work)
		if take.Err() == nil {
			failing.tell(e.Handler.Log, "the queue could not be read; trying again every 5 s", "the queue can be read again", err)
		}
		if full && err == nil {
			// There may be more: as soon as a worker is free.
			select {
			case e.slots <- struct{}{}:
				<-e.slots
				continue
			case <-take.Done():
			}
		}
		select {
		case <-tick.C:
		case <-e.wake:
		case <-take.Done():
		}
	}
	e.running.Wait()
}

// claim takes as many runs as there are free workers, and reports whether the queue may hold more.
func (e *Executor) claim(take, work context.Context) (bool, error) {
	free := e.Workers - len(e.slots)
	if free == 0 {
		return true, nil
	}
	// A claim that is cut off may have been made all the same, and its runs would lie there until their leases end.
	ctx, done := context.WithTimeout(context.WithoutCancel(take), recordTime)
	defer done()
	runs, err := e.Store.ClaimRuns(ctx, e.owner, runLease, free)
	for _, r := range runs {
		e.slots <- struct{}{}
		e.running.Go(func() {
			defer func() { <-e.slots }()
			e.one(work, r)
		})
	}
	return len(runs) == free, err
}

func (e *Executor) one(work context.Context, r store.Run) {
	ctx, cancel := context.WithTimeout(work, RunTimeout)
	defer cancel()
	held, lost := context.WithCancelCause(ctx)
	renewed := make(chan struct{})
	go func() {
		defer close(renewed)
		e.renew(held, r, lost)
	}()
	v := e.Handler.Handle(held, r, func() bool { return work.Err() != nil })
	lost(nil)
	<-renewed
	if v.Next == Ended || v.Next == Dropped {
		return
	}
	// Recorded although everything may have been told to stop.
	record, done := context.WithTimeout(context.WithoutCancel(work), recordTime)
	defer done()
	if err := e.Store.ReturnRun(record, r.ID, e.owner, e.Handler.Now().Add(v.In), v.Next == Stopped); err != nil {
		e.Handler.Log.Error("a run could not be given back; its lease ends by itself", "profile", r.Profile, "run", r.ID, "error", err)
	}
}

func (e *Executor) renew(ctx context.Context, r store.Run, lost context.CancelCauseFunc) {
	tick := time.NewTicker(runLease / 3)
	defer tick.Stop()
	last := time.Now()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		asked := time.Now()
		ok, err := e.Store.RenewRun(ctx, r.ID, e.owner, runLease)
		switch {
		case ctx.Err() != nil:
			return
		case err == nil && ok:
			last = asked
		case err == nil:
			return // it has ended, or another process has it: the run finds that out where it matters
		case time.Since(last) > runLease*2/3:
			lost(fmt.Errorf("the lease of run %s could not be renewed: %w", r.ID, err))
			return
		}
	}
}
