package app

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"shortlist/guardrail/review"
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
	decided int                         // questions that people had decided when their agreement was last measured
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
	if err := errors.Join(a.daemon.migrate(ctx), a.CheckJudge(ctx)); err != nil {
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

// gauge counts what nobody's request counts. The checks are asked as well, so that they know since when they fail.
func (a *App) gauge(ctx context.Context) {
	a.ready.Look(ctx)
	c, err := a.Store.CountSlots(ctx, a.Now(), overdueFor)
	if err != nil {
		if ctx.Err() == nil {
			a.Log.Error("the schedules could not be counted", "error", err)
		}
		return
	}
	a.Metrics.Profiles(c)
	a.gaugeQueue(ctx)
	missed, err := a.Store.CountMissed(ctx)
	if err != nil {
		a.Log.Error("the missed slots could not be counted", "error", err)
		return
	}
	a.Metrics.MissedSlots(missed)
}

// gaugeQueue counts the questions to people, and how well they agree with the judge.
func (a *App) gaugeQueue(ctx context.Context) {
	counts, err := a.Store.CountQueue(ctx, "")
	if err != nil {
		a.Log.Error("the review queue could not be counted", "error", err)
		return
	}
	oldest := time.Duration(0)
	if !counts.OldestAt.IsZero() {
		oldest = a.Now().Sub(counts.OldestAt)
	}
	a.Metrics.Queue(counts.States, oldest)
	if n := counts.States[review.Decided]; n != a.daemon.decided {
		a.daemon.decided = n
		a.gaugeAgreement(ctx)
	}
}

// gaugeAgreement tells how well the judge of the newest decision agrees with people, where that can be told.
func (a *App) gaugeAgreement(ctx context.Context) {
	all, err := a.Agreement(ctx, "")
	if err != nil {
		a.Log.Error("the agreement of judge and people could not be measured", "error", err)
		return
	}
	kappa := math.NaN()
	if len(all) > 0 && all[0].All.Verdict != review.TooFew && all[0].All.Kappa != nil {
		kappa = all[0].All.Kappa.Value
	}
	a.Metrics.Agreement(kappa)
}

func (a *App) upkeep(ctx context.Context) {
	if err := a.Upkeep.Run(ctx); err != nil && ctx.Err() == nil {
		a.Log.Error("upkeep failed in part; it is tried again tomorrow", "error", err)
	}
	if l := a.parts.Load().links; l != nil {
		if err := l.renew(ctx, a); err != nil && ctx.Err() == nil {
			a.Log.Error("the keys of the links in mails could not be read; the ones from before go on", "error", err)
		}
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
