package worker

import (
	"context"
	"database/sql"
	"log/slog"
	"sync"
	"time"

	"shortlist/worker/store"
)

// Bounds of a sweep.
const (
	sweepEvery = 15 * time.Second
	sweepBatch = 500
)

// A clock that reads this much less than at the sweep before was set back.
const setBack = time.Minute

// SweepStore is what a sweep needs of the store.
type SweepStore interface {
	Sweep(ctx context.Context, now time.Time, batch int, plan func(store.Due) store.Plan, enqueue func(context.Context, *sql.Tx, []store.Run) error) (due int, queued []store.Run, err error)
	Replan(ctx context.Context) error
}

// Meter counts what the worker does; *metrics.Metrics is one.
type Meter interface {
	Run(outcome string, took time.Duration)
	Lag(d time.Duration)
	Sweep(at time.Time, took time.Duration)
	Slot(outcome string)
}

// Sweeper queues the runs of the slots that are due.
type Sweeper struct {
	Store  SweepStore
	Policy Policy
	Meter  Meter
	Now    func() time.Time
	Log    *slog.Logger
	// Enqueue, of the Engine, is called in the transaction that writes the runs; nil where their rows are the queue.
	Enqueue func(context.Context, *sql.Tx, []store.Run) error
	// Queued is called after a sweep that queued runs; Swept after each that ended well.
	Queued, Swept func()

	mu     sync.Mutex
	last   time.Time         // of the sweep before
	broken map[string]string // profile → problem, so that each is told once
}

// Run sweeps at once and then every 15 s until ctx ends. The wall clock is read anew each time, so that a machine which
// slept, or whose clock jumped, is right again within one sweep.
func (s *Sweeper) Run(ctx context.Context) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	var failing trouble
	for {
		if err := s.Once(ctx); ctx.Err() == nil {
			failing.tell(s.Log, "the schedules could not be swept; trying again every 15 s", "the schedules are swept again", err)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// Once is one sweep.
func (s *Sweeper) Once(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	began := time.Now()
	now := s.Now()
	if now.Before(s.last.Add(-setBack)) {
		s.Log.Warn("the clock was set back; the schedules are planned anew, and no slot is served twice", "from", s.last, "to", now)
		if err := s.Store.Replan(ctx); err != nil {
			return err
		}
	}
	s.last = now
	queued := 0
	for {
		due, runs, err := s.Store.Sweep(ctx, now, sweepBatch, func(d store.Due) store.Plan { return s.plan(d, now) }, s.Enqueue)
		if err != nil {
			return err
		}
		for _, r := range runs {
			s.Meter.Lag(now.Sub(r.Slot))
		}
		if queued += len(runs); due < sweepBatch {
			break
		}
	}
	s.Meter.Sweep(now, time.Since(began))
	if queued > 0 {
		s.Log.Debug("slots are due", "runs", queued)
		s.Queued()
	}
	s.Swept()
	return nil
}

func (s *Sweeper) plan(d store.Due, now time.Time) store.Plan {
	p, err := s.Policy.Plan(d, now)
	s.tell(d.Profile.Name, err)
	for _, m := range p.Missed {
		s.Meter.Slot("skipped")
		s.Log.Warn("a slot was missed", "profile", m.Profile, "slot", m.Slot)
	}
	return p
}

// tell logs what keeps a person from being planned when it changes, and not every hour.
func (s *Sweeper) tell(profile string, err error) {
	if s.broken == nil {
		s.broken = map[string]string{}
	}
	before := s.broken[profile]
	switch {
	case err == nil && before != "":
		delete(s.broken, profile)
		s.Log.Info("this person's schedule works again", "profile", profile)
	case err != nil && err.Error() != before:
		s.broken[profile] = err.Error()
		s.Log.Error("no digest can be planned for this person; the others go on", "profile", profile, "error", err)
	}
}
