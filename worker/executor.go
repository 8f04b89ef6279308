package worker

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"shortlist/worker/pipeline"
	"shortlist/worker/store"
)

// Bounds of the executor. A run's lease is renewed three times as often as it would end, so a dead process's runs are taken
// over within half a minute.
const (
	pollEvery  = 5 * time.Second
	runLease   = 30 * time.Second
	runTimeout = 4 * time.Minute
	// maxAttempts ends a run that fails for reasons of our own. One whose mail server is away is tried for longer: its
	// digest is made, and gets stale only after hours.
	maxAttempts = 6
)

// QueueStore is what the executor needs of the store.
type QueueStore interface {
	ClaimRuns(ctx context.Context, owner string, ttl time.Duration, n int) ([]store.Run, error)
	RenewRun(ctx context.Context, run, owner string, ttl time.Duration) (bool, error)
	ReturnRun(ctx context.Context, run, owner string, at time.Time, forgiven bool) error
	AbandonRun(ctx context.Context, run, outcome, summary string) (bool, error)
}

// ExecutorOptions are what an Executor is made of; all are required.
type ExecutorOptions struct {
	Store   QueueStore
	Serve   func(context.Context, store.Run) (pipeline.Result, error)
	Workers int
	Policy  Policy
	Meter   Meter
	Now     func() time.Time
	Log     *slog.Logger
}

// Executor works queued runs off, a bounded number at once.
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

// Run takes runs until take ends and then waits for those in flight, which work ends if they take too long. What is not
// finished then is given back, so that another process, or the next start, takes it up at once.
func (e *Executor) Run(take, work context.Context) {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for take.Err() == nil {
		full, err := e.claim(take, work)
		if err != nil && take.Err() == nil {
			e.Log.Error("the queue could not be read; trying again in 5 s", "error", err)
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
	runs, err := e.Store.ClaimRuns(take, e.owner, runLease, free)
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
	began := time.Now()
	ctx, cancel := context.WithTimeout(work, runTimeout)
	defer cancel()
	held, lost := context.WithCancelCause(ctx)
	renewed := make(chan struct{})
	go func() {
		defer close(renewed)
		e.renew(held, r, lost)
	}()
	result, err := e.serve(held, r)
	lost(nil)
	<-renewed
	// Recorded although everything may have been told to stop.
	record, done := context.WithTimeout(context.WithoutCancel(work), 10*time.Second)
	defer done()
	if err := e.settle(record, work, r, result, err); err != nil {
		e.Log.Error("what became of a run could not be recorded; its lease ends by itself", "profile", r.Profile, "run", r.ID, "error", err)
	}
	e.Meter.Run(string(result.Outcome), time.Since(began))
}

// serve keeps one run's panic from ending the process and with it everybody's digests.
func (e *Executor) serve(ctx context.Context, r store.Run) (result pipeline.Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			result.Outcome, err = pipeline.Failed, fmt.Errorf("panic: %v", p)
		}
	}()
	return e.Serve(ctx, r)
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

// settle decides what follows a try.
func (e *Executor) settle(record, work context.Context, r store.Run, result pipeline.Result, err error) error {
	late := e.Now().Sub(r.Slot) > grace+e.Policy.Jitter
	switch {
	case err == nil && result.Outcome == pipeline.Empty:
		e.Meter.Slot("empty")
		return nil
	case err == nil:
		e.Meter.Slot(map[bool]string{false: "on_time", true: "late"}[late])
		return nil
	case work.Err() != nil:
		return e.Store.ReturnRun(record, r.ID, e.owner, e.Now(), true) // we were stopped; the run is not to blame
	case errors.Is(err, store.ErrNotFound), result.Outcome == pipeline.Unknown, result.Outcome == pipeline.Rejected:
		e.Meter.Slot("failed")
		e.Log.Error("a digest ended badly", "profile", r.Profile, "slot", r.Slot, "outcome", result.Outcome, "error", err)
		_, err := e.Store.AbandonRun(record, r.ID, string(pipeline.Failed), "")
		return err
	case result.Outcome != pipeline.Deferred && r.Attempts >= maxAttempts:
		e.Meter.Slot("failed")
		e.Log.Error("a digest failed for the last time", "profile", r.Profile, "slot", r.Slot, "attempts", r.Attempts, "error", err)
		_, err := e.Store.AbandonRun(record, r.ID, string(pipeline.Failed), "")
		return err
	}
	wait := backoff(r.Attempts)
	e.Log.Warn("a digest is tried again later", "profile", r.Profile, "slot", r.Slot, "outcome", result.Outcome, "in", wait, "error", err)
	return e.Store.ReturnRun(record, r.ID, e.owner, e.Now().Add(wait), false)
}

// backoff is a minute after the first attempt, then two, four and so on up to half an hour.
func backoff(attempts int) time.Duration {
	return min(time.Minute<<min(max(attempts-1, 0), 10), 30*time.Minute)
}
