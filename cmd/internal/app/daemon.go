package app

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"shortlist/worker"
	"shortlist/worker/pipeline"
	"shortlist/worker/riverqueue"
	"shortlist/worker/store"
)

// Every so often the daemon does what no digest asks for.
const (
	boardsEvery = time.Minute
	gaugesEvery = time.Minute
	upkeepAfter = 10 * time.Minute // of the start, so that a restart is quick
	upkeepEvery = 24 * time.Hour
	overdueFor  = 15 * time.Minute
)

// daemonParts are what serve runs beside the pages.
type daemonParts struct {
	sweeper *worker.Sweeper
	engine  worker.Engine
	migrate func(context.Context) error // makes what the engine keeps beside the store
	swept   atomic.Int64                // Unix milliseconds of the last good sweep
	beat    heartbeat
	loops   sync.WaitGroup
}

// assembleDaemon makes the parts. The first owner of an SQLite file is the only one.
func (a *App) assembleDaemon() error {
	release, err := a.Store.Own()
	if err != nil {
		return err
	}
	a.onStop("ownership of the database", func(context.Context) error { return release() })
	policy := worker.Policy{CatchUp: worker.CatchUp(a.Config.Schedule.CatchUp), Within: a.Config.Schedule.Within, Jitter: a.Config.Schedule.Jitter}
	handler := &worker.Handler{
		Serve:   func(ctx context.Context, r store.Run) (pipeline.Result, error) { return a.Runner().Serve(ctx, r) },
		Abandon: a.Store.AbandonRun, Policy: policy, Meter: a.Metrics, Now: a.Now, Log: a.Log,
	}
	if err := a.assembleEngine(handler); err != nil {
		return err
	}
	a.daemon.beat.url, a.daemon.beat.log = a.Config.Schedule.HeartbeatURL.Reveal(), a.Log
	a.daemon.sweeper = &worker.Sweeper{
		Store: a.Store, Policy: policy, Meter: a.Metrics, Now: a.Now, Log: a.Log, Enqueue: a.daemon.engine.Enqueue, Queued: a.daemon.engine.Wake,
		Swept: func() {
			now := a.Now()
			a.daemon.swept.Store(now.UnixMilli())
			a.notify(daemon.SdNotifyWatchdog)
			a.daemon.beat.beat(now)
		},
	}
	return nil
}

// assembleEngine makes the engine that fits the database.
func (a *App) assembleEngine(h *worker.Handler) error {
	workers := a.Config.Schedule.Workers
	if a.Store.Dialect() != "postgres" {
		a.daemon.engine = worker.NewExecutor(worker.ExecutorOptions{Store: a.Store, Handler: h, Workers: workers})
		a.daemon.migrate = func(context.Context) error { return nil }
		return nil
	}
	q, err := riverqueue.New(riverqueue.Options{DSN: a.Config.Database.Reveal(), Store: a.Store, Handler: h, Workers: workers, Log: a.Log})
	if err != nil {
		return err
	}
	a.onStop("queue", func(context.Context) error { return q.Close() })
	a.daemon.engine, a.daemon.migrate = q, q.Migrate
	return nil
}

// startDaemon begins to sweep and to work. The first sweep comes before it returns: what says that it is ready has done
// its round once.
func (a *App) startDaemon(ctx context.Context) error {
	if err := a.daemon.migrate(ctx); err != nil {
		return err
	}
	if err := a.daemon.sweeper.Once(ctx); err != nil {
		return fmt.Errorf("the first sweep: %w", err)
	}
	take, stopTaking := context.WithCancel(context.WithoutCancel(ctx))
	work, stopWorking := context.WithCancel(context.WithoutCancel(ctx))
	a.onStop("daemon", func(ctx context.Context) error {
		a.notify(daemon.SdNotifyStopping)
		stopTaking()
		done := make(chan struct{})
		go func() { a.daemon.loops.Wait(); close(done) }()
		defer stopWorking()
		select {
		case <-done:
			return nil
		case <-time.After(patience):
		case <-ctx.Done():
		}
		stopWorking() // what is in flight is given back; its rows say how far it came
		select {
		case <-done:
			return nil
		case <-time.After(recordTime):
			return errors.New("runs did not end in time; they are taken up again when they count as dead")
		}
	})
	a.daemon.loops.Go(func() { a.daemon.sweeper.Run(take) })
	a.daemon.loops.Go(func() { a.daemon.engine.Run(take, work) })
	a.daemon.loops.Go(func() { every(take, 0, boardsEvery, a.refreshBoards) })
	a.daemon.loops.Go(func() { every(take, 0, gaugesEvery, a.gauge) })
	a.daemon.loops.Go(func() { every(take, upkeepAfter, upkeepEvery, a.upkeep) })
	a.notify(daemon.SdNotifyReady)
	return nil
}

// Of the 25 s of a stop, runs in flight have patience to end by themselves, and recordTime to write down how far they came.
const (
	patience   = 18 * time.Second
	recordTime = 5 * time.Second
)

// every calls do after a delay, and then again and again until ctx ends.
func every(ctx context.Context, first, then time.Duration, do func(context.Context)) {
	t := time.NewTimer(first)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			do(ctx)
			t.Reset(then)
		case <-ctx.Done():
			return
		}
	}
}

// refreshBoards reads the boards that are due, so that a digest finds fresh listings and need not wait for them.
func (a *App) refreshBoards(ctx context.Context) {
	if _, err := a.Collector().Refresh(ctx, pipeline.IfDue); err != nil && ctx.Err() == nil {
		a.Log.Error("the boards could not be refreshed", "error", err)
	}
}

func (a *App) gauge(ctx context.Context) {
	c, err := a.Store.CountSlots(ctx, a.Now(), overdueFor)
	if err != nil {
		if ctx.Err() == nil {
			a.Log.Error("the schedules could not be counted", "error", err)
		}
		return
	}
	a.Metrics.Profiles(c.Active, c.Paused, c.Broken, c.Overdue)
	missed, err := a.Store.CountMissed(ctx)
	if err != nil {
		a.Log.Error("the missed slots could not be counted", "error", err)
		return
	}
	a.Metrics.MissedSlots(missed)
}

func (a *App) upkeep(ctx context.Context) {
	if err := a.Upkeep.Run(ctx); err != nil && ctx.Err() == nil {
		a.Log.Error("upkeep failed in part; it is tried again tomorrow", "error", err)
	}
}

// notify tells systemd, where it asked to be told. The watchdog is fed by good sweeps alone.
func (a *App) notify(state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		a.Log.Warn("systemd could not be notified", "error", err)
	}
}

// LastSweep is when the schedules were last swept well, zero before the first time.
func (a *App) LastSweep() time.Time {
	if ms := a.daemon.swept.Load(); ms > 0 {
		return time.UnixMilli(ms)
	}
	return time.Time{}
}
