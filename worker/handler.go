package worker

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"shortlist/worker/pipeline"
	"shortlist/worker/store"
)

// Engine brings queued runs to a Handler, a bounded number at once, until each has ended. The run's row is the truth about
// it; an engine may bring a run twice after a crash, and never loses one.
type Engine interface {
	// Run takes runs until take ends and then waits for those in flight, which work ends if they take too long. What is not
	// finished then is given back, for another process or the next start, and that try does not count.
	Run(take, work context.Context)
	// Wake makes the engine look at its queue now.
	Wake()
	// Enqueue makes runs, whose rows tx writes, known to every process's engine when tx is committed.
	Enqueue(ctx context.Context, tx *sql.Tx, runs []store.Run) error
}

// Bounds of a try, whatever the engine.
const (
	// RunTimeout is how long one try may take.
	RunTimeout = 4 * time.Minute
	// MaxAttempts ends a run that fails for reasons of our own. One whose mail server is away is tried for longer: its
	// digest is made, and gets stale only after hours.
	MaxAttempts = 6
	recordTime  = 10 * time.Second
)

// Next says what an engine is to do with a run after a try.
type Next int

// The closed set of Next.
const (
	Ended   Next = iota // the run is over, and well
	Dropped             // the run is over, and failed
	Stopped             // give it back at once: the try was cut short and does not count
	Retry               // again after Verdict.In
	Wait                // again after Verdict.In, however often that was: what it waits for is not of our making
)

// Verdict is what follows a try.
type Verdict struct {
	Next Next
	In   time.Duration // for Retry and Wait
	Err  error         // why the run did not end well
}

// Handler makes one try of a run and decides what follows; the engines share it. All fields are required.
type Handler struct {
	Serve   func(context.Context, store.Run) (pipeline.Result, error)
	Abandon func(ctx context.Context, run, outcome, summary string) (bool, error) // as store.AbandonRun
	Policy  Policy
	Meter   Meter
	Now     func() time.Time
	Log     *slog.Logger
}

// Handle makes a try. r.Attempts counts the tries, this one included. stopped tells whether ctx ended because the process
// is to end; what has to be recorded is recorded even then.
func (h *Handler) Handle(ctx context.Context, r store.Run, stopped func() bool) Verdict {
	began := time.Now()
	result, err := h.serve(ctx, r)
	record, done := context.WithTimeout(context.WithoutCancel(ctx), recordTime)
	defer done()
	v := h.settle(record, stopped(), r, result, err)
	h.Meter.Run(string(result.Outcome), time.Since(began))
	return v
}

// serve keeps one run's panic from ending the process and with it everybody's digests.
func (h *Handler) serve(ctx context.Context, r store.Run) (result pipeline.Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			result.Outcome, err = pipeline.Failed, fmt.Errorf("panic: %v", p)
		}
	}()
	return h.Serve(ctx, r)
}

func (h *Handler) settle(record context.Context, stopped bool, r store.Run, result pipeline.Result, err error) Verdict {
	late := h.Now().Sub(r.Slot) > grace+h.Policy.Jitter
	switch {
	case err == nil && result.Outcome == pipeline.Empty:
		h.Meter.Slot("empty")
		return Verdict{Next: Ended}
	case err == nil:
		h.Meter.Slot(map[bool]string{false: "on_time", true: "late"}[late])
		return Verdict{Next: Ended}
	case stopped:
		return Verdict{Next: Stopped, Err: err} // the run is not to blame
	case errors.Is(err, store.ErrNotFound), result.Outcome == pipeline.Unknown, result.Outcome == pipeline.Rejected:
		// The pipeline may have ended the run already, with an outcome that says more.
		if _, failed := h.Abandon(record, r.ID, string(pipeline.Failed), ""); failed != nil {
			return h.later(Wait, r, result, errors.Join(err, failed))
		}
		h.Meter.Slot("failed")
		h.Log.Error("a digest ended badly", "profile", r.Profile, "slot", r.Slot, "outcome", result.Outcome, "error", err)
		return Verdict{Next: Dropped, Err: err}
	case result.Outcome == pipeline.Deferred:
		return h.later(Wait, r, result, err)
	case r.Attempts < MaxAttempts:
		return h.later(Retry, r, result, err)
	}
	abandoned, failed := h.Abandon(record, r.ID, string(pipeline.Failed), "")
	if failed != nil || !abandoned {
		// What lies in the outbox is owed to somebody: it is tried until it is stale.
		return h.later(Wait, r, result, errors.Join(err, failed))
	}
	h.Meter.Slot("failed")
	h.Log.Error("a digest failed for the last time", "profile", r.Profile, "slot", r.Slot, "attempts", r.Attempts, "error", err)
	return Verdict{Next: Dropped, Err: err}
}

func (h *Handler) later(next Next, r store.Run, result pipeline.Result, err error) Verdict {
	in := Backoff(r.Attempts)
	h.Log.Warn("a digest is tried again later", "profile", r.Profile, "slot", r.Slot, "outcome", result.Outcome, "in", in, "error", err)
	return Verdict{Next: next, In: in, Err: err}
}

// Backoff is a minute after the first attempt, then two, four and so on up to half an hour.
func Backoff(attempts int) time.Duration {
	return min(time.Minute<<min(max(attempts-1, 0), 10), 30*time.Minute)
}
