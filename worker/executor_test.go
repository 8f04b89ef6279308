package worker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"shortlist/worker/pipeline"
	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
)

type executing struct {
	*Executor
	clock *clock
	store *store.Store
	meter *meter
}

// executors runs do with an executor whose Serve is given.
func executors(t *testing.T, do func(t *testing.T, e executing)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, dsn string) {
		k := &clock{t: at("2026-03-02T07:00:00Z")}
		s := storetest.Open(t, dsn, k.now)
		do(t, newExecuting(s, k))
	})
}

func newExecuting(s *store.Store, k *clock) executing {
	m := newMeter()
	return executing{NewExecutor(ExecutorOptions{Store: s, Workers: 3, Meter: m, Now: k.now, Log: slog.New(slog.DiscardHandler)}), k, s, m}
}

// queue puts n due runs into the queue.
func (e executing) queue(t *testing.T, n int) {
	t.Helper()
	for i := range n {
		p := person("0 8 * * *")
		p.Name = fmt.Sprint("p", i)
		if err := e.store.PutProfile(t.Context(), p, ""); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := e.store.Sweep(t.Context(), e.clock.now(), n, func(d store.Due) store.Plan {
		return store.Plan{Run: []store.Run{{ID: "run-" + d.Profile.Name, Profile: d.Profile.Name, Key: SlotKey(e.clock.now()), Slot: e.clock.now(), DueAt: e.clock.now()}}}
	}); err != nil {
		t.Fatal(err)
	}
}

// end is what Runner.Serve does in the end.
func (e executing) end(ctx context.Context, r store.Run) (pipeline.Result, error) {
	return pipeline.Result{Outcome: pipeline.Sent}, e.store.EndRun(ctx, r.ID, "sent", "")
}

func (e executing) left(t *testing.T) (unfinished int, next time.Time) {
	t.Helper()
	runs, err := e.store.Runs(t.Context(), "", 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range runs {
		if r.EndedAt.IsZero() {
			unfinished++
			next = r.DueAt
		}
	}
	return unfinished, next
}

// once takes what is due and waits for it.
func (e executing) once(t *testing.T) {
	t.Helper()
	for {
		full, err := e.claim(t.Context(), t.Context())
		if err != nil {
			t.Fatal(err)
		}
		e.running.Wait()
		if !full {
			return
		}
	}
}

func TestEachRunOnceAndNotTooManyAtOnce(t *testing.T) {
	executors(t, func(t *testing.T, e executing) {
		e.queue(t, 40)
		other := newExecuting(e.store, e.clock)
		var mu sync.Mutex
		var now, most atomic.Int32
		served := map[string]int{}
		serve := func(ctx context.Context, r store.Run) (pipeline.Result, error) {
			most.Store(max(most.Load(), now.Add(1)))
			defer now.Add(-1)
			mu.Lock()
			served[r.ID]++
			mu.Unlock()
			return e.end(ctx, r)
		}
		e.Serve, other.Serve = serve, serve
		take, stop := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		wg.Go(func() { e.Run(take, t.Context()) })
		wg.Go(func() { other.Run(take, t.Context()) })
		for deadline := time.Now().Add(20 * time.Second); ; <-time.After(10 * time.Millisecond) {
			if n, _ := e.left(t); n == 0 || time.Now().After(deadline) {
				break
			}
		}
		stop()
		wg.Wait()
		for run, n := range served {
			if n != 1 {
				t.Errorf("%s was served %d times", run, n)
			}
		}
		if len(served) != 40 || most.Load() > 6 {
			t.Errorf("%d of 40 served, %d at once", len(served), most.Load())
		}
	})
}

func TestAFailureIsTriedAgainLaterAndNotForEver(t *testing.T) {
	executors(t, func(t *testing.T, e executing) {
		e.queue(t, 1)
		tries := 0
		e.Serve = func(context.Context, store.Run) (pipeline.Result, error) {
			tries++
			return pipeline.Result{Outcome: pipeline.Failed}, errors.New("the disk is full")
		}
		for i := range maxAttempts {
			e.once(t)
			e.once(t) // not due yet
			if tries != i+1 {
				t.Fatalf("%d tries, want %d", tries, i+1)
			}
			e.clock.add(backoff(i+1) + time.Second)
		}
		if n, _ := e.left(t); n != 0 || e.meter.slots["failed"] != 1 {
			t.Errorf("%d unfinished, %v", n, e.meter.slots)
		}
	})
}

func TestAMailServerThatIsAwayIsTriedForLonger(t *testing.T) {
	executors(t, func(t *testing.T, e executing) {
		e.queue(t, 1)
		e.Serve = func(context.Context, store.Run) (pipeline.Result, error) {
			return pipeline.Result{Outcome: pipeline.Deferred}, pipeline.ErrNotDelivered
		}
		for i := range 2 * maxAttempts {
			e.once(t)
			n, next := e.left(t)
			if n != 1 || next.Sub(e.clock.now()) != backoff(i+1) {
				t.Fatalf("try %d: %d unfinished, next in %v", i+1, n, next.Sub(e.clock.now()))
			}
			e.clock.set(next)
		}
	})
}

func TestAPanicEndsOneRunAndNotTheProcess(t *testing.T) {
	executors(t, func(t *testing.T, e executing) {
		e.queue(t, 2)
		e.Serve = func(ctx context.Context, r store.Run) (pipeline.Result, error) {
			if r.Profile == "p0" {
				panic("a bug")
			}
			return e.end(ctx, r)
		}
		e.once(t)
		if n, _ := e.left(t); n != 1 || e.meter.slots["on_time"] != 1 {
			t.Errorf("%d unfinished, %v", n, e.meter.slots)
		}
	})
}

func TestAStopGivesBackWhatIsInFlight(t *testing.T) {
	executors(t, func(t *testing.T, e executing) {
		e.queue(t, 1)
		began := make(chan struct{})
		e.Serve = func(ctx context.Context, _ store.Run) (pipeline.Result, error) {
			close(began)
			<-ctx.Done()
			return pipeline.Result{Outcome: pipeline.Failed}, ctx.Err()
		}
		take, stopTaking := context.WithCancel(t.Context())
		work, stopWorking := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { e.Executor.Run(take, work); close(done) }()
		<-began
		stopTaking()
		stopWorking()
		<-done
		// Another process has it at once, and the try did not count.
		runs, err := e.store.ClaimRuns(t.Context(), "other", time.Minute, 10)
		if err != nil || len(runs) != 1 || runs[0].Attempts != 1 {
			t.Errorf("%+v %v", runs, err)
		}
	})
}

func TestADeadProcessesRunsAreTakenOver(t *testing.T) {
	executors(t, func(t *testing.T, e executing) {
		e.queue(t, 1)
		if runs, err := e.store.ClaimRuns(t.Context(), "dead", runLease, 10); err != nil || len(runs) != 1 {
			t.Fatal(runs, err)
		}
		e.Serve = e.end
		e.once(t)
		if n, _ := e.left(t); n != 1 {
			t.Fatal("taken from a process that may live")
		}
		e.clock.add(runLease + time.Second)
		e.once(t)
		if n, _ := e.left(t); n != 0 {
			t.Error("not taken over")
		}
	})
}

func TestLateSlotsCountAsLate(t *testing.T) {
	executors(t, func(t *testing.T, e executing) {
		e.queue(t, 1)
		e.Serve = e.end
		e.clock.add(time.Hour)
		e.once(t)
		if e.meter.slots["late"] != 1 {
			t.Errorf("%v", e.meter.slots)
		}
	})
}
