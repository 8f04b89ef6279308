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
	sweeper  *worker.Sweeper
	executor *worker.Executor
	swept    atomic.Int64 // Unix milliseconds of the last good sweep
	loops    sync.WaitGroup
}

// assembleDaemon makes the parts. The first owner of an SQLite file is the only one.
func (a *App) assembleDaemon() error {
	release, err := a.Store.Own()
	if err != nil {
		return err
	}
	a.onStop("ownership of the database", func(context.Context) error { return release() })
	policy := worker.Policy{CatchUp: worker.CatchUp(a.Config.Schedule.CatchUp), Within: a.Config.Schedule.Within, Jitter: a.Config.Schedule.Jitter}
	a.daemon.executor = worker.NewExecutor(worker.ExecutorOptions{
		Store: a.Store, Workers: a.Config.Schedule.Workers, Policy: policy, Meter: a.Metrics, Now: a.Now, Log: a.Log,
		Serve: func(ctx context.Context, r store.Run) (pipeline.Result, error) { return a.Runner().Serve(ctx, r) },
	})
	a.daemon.sweeper = &worker.Sweeper{
		Store: a.Store, Policy: policy, Meter: a.Metrics, Now: a.Now, Log: a.Log, Queued: a.daemon.executor.Wake,
		Swept: func() { a.daemon.swept.Store(a.Now().UnixMilli()); a.notify(daemon.SdNotifyWatchdog) },
	}
	return nil
}

// startDaemon begins to sweep and to work. The first sweep comes before it returns: what says that it is ready has done
// its round once.
func (a *App) startDaemon(ctx context.Context) error {
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
		case <-ctx.Done():
		}
		stopWorking() // what is in flight is given back; its rows say how far it came
		select {
		case <-done:
			return nil
		case <-time.After(recordTime):
			return errors.New("runs did not end in time; their leases end by themselves")
		}
	})
	a.daemon.loops.Go(func() { a.daemon.sweeper.Run(take) })
	a.daemon.loops.Go(func() { a.daemon.executor.Run(take, work) })
	a.daemon.loops.Go(func() { every(take, 0, boardsEvery, a.refreshBoards) })
	a.daemon.loops.Go(func() { every(take, 0, gaugesEvery, a.gauge) })
	a.daemon.loops.Go(func() { every(take, upkeepAfter, upkeepEvery, a.upkeep) })
	a.notify(daemon.SdNotifyReady)
	return nil
}

// recordTime is what a stop leaves for writing down what was cut short.
const recordTime = 3 * time.Second

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
