package worker_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"shortlist/worker"
	"shortlist/worker/pipeline"
	"shortlist/worker/store"
)

func TestEachRunOnceAndNotTooManyAtOnce(t *testing.T) {
	engines(t, func(t *testing.T, b *bench) {
		b.queue(t, 40)
		other := b.another(t)
		var mu sync.Mutex
		var now, most int
		served := map[string]int{}
		serve := func(ctx context.Context, r store.Run) (pipeline.Result, error) {
			mu.Lock()
			now++
			most = max(most, now)
			served[r.ID]++
			mu.Unlock()
			defer func() { mu.Lock(); now--; mu.Unlock() }()
			<-time.After(time.Millisecond)
			return b.end(ctx, r)
		}
		b.Serve, other.Serve = serve, serve
		b.during(t, func() { other.during(t, func() { b.done(t, 0) }) })
		for run, n := range served {
			if n != 1 {
				t.Errorf("%s was served %d times", run, n)
			}
		}
		if len(served) != 40 || most > 2*workers || most < 2 {
			t.Errorf("%d of 40 served, %d at once", len(served), most)
		}
	})
}

func TestAFailureIsTriedAgainLaterAndNotForEver(t *testing.T) {
	engines(t, func(t *testing.T, b *bench) {
		b.queue(t, 1)
		var tries atomic.Int32
		b.Serve = func(_ context.Context, r store.Run) (pipeline.Result, error) {
			if n := tries.Add(1); int(n) != r.Attempts {
				t.Errorf("try %d is told that it is %d", n, r.Attempts)
			}
			return pipeline.Result{Outcome: pipeline.Failed}, errors.New("the disk is full")
		}
		b.during(t, func() {
			for i := 1; i < worker.MaxAttempts; i++ {
				want := worker.Backoff(i)
				if in := b.waiting(t); in > want || in < want-5*time.Second {
					t.Fatalf("after try %d: next in %v, want %v", i, in, want)
				}
				b.kind.due(t, b)
				until(t, "the next try", func() bool { return int(tries.Load()) > i })
			}
			b.done(t, 0)
		})
		if tries.Load() != worker.MaxAttempts || b.meter.slot("failed") != 1 {
			t.Errorf("%d tries, %v", tries.Load(), b.meter.slots)
		}
	})
}

func TestAMailServerThatIsAwayIsTriedForLonger(t *testing.T) {
	engines(t, func(t *testing.T, b *bench) {
		b.queue(t, 1)
		var tries atomic.Int32
		b.Serve = func(context.Context, store.Run) (pipeline.Result, error) {
			tries.Add(1)
			return pipeline.Result{Outcome: pipeline.Deferred}, pipeline.ErrNotDelivered
		}
		b.during(t, func() {
			for i := 1; i <= 2*worker.MaxAttempts; i++ {
				until(t, "the try", func() bool { return int(tries.Load()) == i })
				want := worker.Backoff(i)
				if in := b.waiting(t); in > want || in < want-5*time.Second {
					t.Fatalf("after try %d: next in %v, want %v", i, in, want)
				}
				b.kind.due(t, b)
			}
		})
		if len(b.unfinished(t)) != 1 || b.meter.slot("failed") != 0 {
			t.Errorf("given up: %v", b.meter.slots)
		}
	})
}

func TestWhatCannotBecomeBetterIsNotTriedAgain(t *testing.T) {
	engines(t, func(t *testing.T, b *bench) {
		b.queue(t, 3)
		b.Serve = func(_ context.Context, r store.Run) (pipeline.Result, error) {
			switch r.Profile {
			case "p0":
				return pipeline.Result{Outcome: pipeline.Unknown}, pipeline.ErrNotDelivered
			case "p1":
				return pipeline.Result{Outcome: pipeline.Rejected}, pipeline.ErrNotDelivered
			}
			return pipeline.Result{Outcome: pipeline.Failed}, fmt.Errorf("profile: %w", store.ErrNotFound)
		}
		b.during(t, func() {
			b.done(t, 0)
			until(t, "the counts", func() bool { return b.meter.slot("failed") == 3 })
		})
	})
}

func TestAPanicEndsOneTryAndNotTheProcess(t *testing.T) {
	engines(t, func(t *testing.T, b *bench) {
		b.queue(t, 2)
		b.Serve = func(ctx context.Context, r store.Run) (pipeline.Result, error) {
			if r.Profile == "p0" {
				panic("a bug")
			}
			return b.end(ctx, r)
		}
		b.during(t, func() {
			b.done(t, 1)
			if in := b.waiting(t); in > time.Minute {
				t.Errorf("tried again in %v", in)
			}
			until(t, "the other's count", func() bool { return b.meter.slot("on_time") == 1 })
		})
	})
}

func TestAStopWaitsForWhatIsInFlight(t *testing.T) {
	engines(t, func(t *testing.T, b *bench) {
		b.queue(t, 1)
		began, release := make(chan struct{}), make(chan struct{})
		b.Serve = func(ctx context.Context, r store.Run) (pipeline.Result, error) {
			close(began)
			<-release
			return b.end(ctx, r)
		}
		take, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { b.Run(take, t.Context()); close(done) }()
		<-began
		stop()
		select {
		case <-done:
			t.Fatal("it did not wait")
		case <-time.After(50 * time.Millisecond):
		}
		close(release)
		<-done
		if len(b.unfinished(t)) != 0 {
			t.Error("the run was cut short")
		}
	})
}

func TestAStopGivesBackWhatIsInFlight(t *testing.T) {
	engines(t, func(t *testing.T, b *bench) {
		b.queue(t, 1)
		began := make(chan struct{})
		b.Serve = func(ctx context.Context, _ store.Run) (pipeline.Result, error) {
			close(began)
			<-ctx.Done()
			return pipeline.Result{Outcome: pipeline.Failed}, errors.New("cut short") // not every error tells why
		}
		take, stopTaking := context.WithCancel(t.Context())
		work, stopWorking := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { b.Run(take, work); close(done) }()
		<-began
		stopTaking()
		stopWorking()
		select {
		case <-done:
		case <-time.After(5 * time.Second):
			t.Fatal("it does not stop")
		}
		// Another process has it at once, and the try did not count.
		other := b.another(t)
		other.Serve = func(ctx context.Context, r store.Run) (pipeline.Result, error) {
			if r.Attempts != 1 {
				t.Errorf("try %d", r.Attempts)
			}
			return b.end(ctx, r)
		}
		other.during(t, func() { b.done(t, 0) })
	})
}

func TestADeadProcessesRunsAreTakenOver(t *testing.T) {
	engines(t, func(t *testing.T, b *bench) {
		b.queue(t, 1)
		b.kind.orphan(t, b)
		b.during(t, func() { b.done(t, 0) })
	})
}

func TestLateSlotsCountAsLate(t *testing.T) {
	engines(t, func(t *testing.T, b *bench) {
		b.queue(t, 1)
		b.clock.add(time.Hour)
		b.during(t, func() { until(t, "the count", func() bool { return b.meter.slot("late") == 1 }) })
	})
}
