package worker

import (
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"shortlist/scoring"
	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
)

type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.t }
func (c *clock) set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = t
}
func (c *clock) add(d time.Duration) { c.set(c.now().Add(d)) }

// meter counts.
type meter struct {
	mu    sync.Mutex
	slots map[string]int
	runs  map[string]int
}

func newMeter() *meter { return &meter{slots: map[string]int{}, runs: map[string]int{}} }

func (m *meter) Run(outcome string, _ time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.runs[outcome]++
}
func (m *meter) Slot(outcome string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.slots[outcome]++
}
func (m *meter) Lag(time.Duration)              {}
func (m *meter) Sweep(time.Time, time.Duration) {}

type sweeping struct {
	*Sweeper
	clock *clock
	store *store.Store
	meter *meter
}

func sweepers(t *testing.T, do func(t *testing.T, s sweeping)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, dsn string) {
		k := &clock{t: at("2026-03-02T06:00:00Z")}
		s := storetest.Open(t, dsn, k.now)
		do(t, newSweeping(s, k))
	})
}

func newSweeping(s *store.Store, k *clock) sweeping {
	m := newMeter()
	return sweeping{&Sweeper{
		Store: s, Policy: Policy{CatchUp: CatchUpLast, Within: 6 * time.Hour}, Meter: m, Now: k.now, Log: slog.New(slog.DiscardHandler),
		Queued: func() {}, Swept: func() {},
	}, k, s, m}
}

func (s sweeping) add(t *testing.T, people ...scoring.Profile) {
	t.Helper()
	for _, p := range people {
		if err := s.store.PutProfile(t.Context(), p, ""); err != nil {
			t.Fatal(err)
		}
	}
}

func (s sweeping) sweep(t *testing.T) {
	t.Helper()
	if err := s.Once(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// runs are the keys of a person's runs with their outcomes, oldest slot first.
func (s sweeping) runs(t *testing.T, name string) []string {
	t.Helper()
	runs, err := s.store.Runs(t.Context(), name, 1000)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for _, r := range runs {
		seen[r.Key] = r.Outcome
	}
	var out []string
	for day := at("2026-03-01T00:00:00Z"); day.Before(at("2026-03-10T00:00:00Z")); day = day.Add(time.Minute) {
		if o, ok := seen[SlotKey(day)]; ok {
			out = append(out, day.Format("02T15:04")+o)
		}
	}
	return out
}

func wantRuns(t *testing.T, got []string, want ...string) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("runs %v, want %v", got, want)
	}
}

func TestASlotIsQueuedOnceWhateverSweeps(t *testing.T) {
	sweepers(t, func(t *testing.T, s sweeping) {
		for i := range 30 {
			p := person("0 8,18 * * *")
			p.Name = fmt.Sprint("p", i)
			s.add(t, p)
		}
		others := []sweeping{s, newSweeping(s.store, s.clock), newSweeping(s.store, s.clock)}
		for range 3 * 24 * 4 {
			var wg sync.WaitGroup
			for _, o := range others {
				wg.Go(func() {
					if err := o.Once(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			s.clock.add(15 * time.Minute)
		}
		s.sweep(t) // SKIP LOCKED may have left some to the next sweep
		for _, name := range []string{"p0", "p29"} {
			wantRuns(t, s.runs(t, name), "02T07:00", "02T17:00", "03T07:00", "03T17:00", "04T07:00", "04T17:00")
		}
	})
}

func TestSleepingOverSlots(t *testing.T) {
	sweepers(t, func(t *testing.T, s sweeping) {
		s.add(t, person("0 8,18 * * *"))
		s.sweep(t)
		s.clock.set(at("2026-03-04T16:00:00Z")) // woke nine hours after the last slot
		s.sweep(t)
		wantRuns(t, s.runs(t, "ada"), "02T07:00missed", "02T17:00missed", "03T07:00missed", "03T17:00missed", "04T07:00missed")
		s.clock.set(at("2026-03-05T12:00:00Z"))
		s.sweep(t)
		wantRuns(t, s.runs(t, "ada")[5:], "04T17:00missed", "05T07:00")
		if s.meter.slots["skipped"] != 6 {
			t.Errorf("%v", s.meter.slots)
		}
		counts, err := s.store.CountMissed(t.Context())
		if err != nil || counts != [4]int{0, 0, 0, 1} {
			t.Errorf("%v %v", counts, err)
		}
		if missed, err := s.store.Missed(t.Context(), at("2026-03-05T00:00:00Z"), 10); err != nil || len(missed) != 1 || !missed[0].Slot.Equal(at("2026-03-04T17:00:00Z")) {
			t.Errorf("%+v %v", missed, err)
		}
	})
}

func TestTheClockIsSetBack(t *testing.T) {
	sweepers(t, func(t *testing.T, s sweeping) {
		s.add(t, person("0 8 * * *"))
		s.sweep(t)
		s.clock.set(at("2026-03-02T07:00:05Z"))
		s.sweep(t)
		s.clock.set(at("2026-03-02T05:00:00Z")) // by two hours: the slot comes again, and is not served again
		s.sweep(t)
		s.clock.set(at("2026-03-02T07:00:05Z"))
		s.sweep(t)
		s.clock.set(at("2026-03-03T07:00:05Z"))
		s.sweep(t)
		wantRuns(t, s.runs(t, "ada"), "02T07:00", "03T07:00")
	})
}

func TestAChangedScheduleIsPlannedAnew(t *testing.T) {
	sweepers(t, func(t *testing.T, s sweeping) {
		s.add(t, person("0 8 * * *"))
		s.sweep(t)
		s.add(t, person("30 7 * * *"))
		s.sweep(t)
		s.clock.set(at("2026-03-02T06:31:00Z"))
		s.sweep(t)
		moved := person("30 7 * * *")
		moved.Timezone = "Europe/London"
		s.add(t, moved)
		s.sweep(t)
		s.clock.set(at("2026-03-02T07:31:00Z"))
		s.sweep(t)
		wantRuns(t, s.runs(t, "ada"), "02T06:30", "02T07:30")
		// Saving the same again plans nothing anew.
		s.clock.set(at("2026-03-03T07:29:00Z"))
		s.add(t, moved)
		s.sweep(t)
		s.clock.set(at("2026-03-03T07:30:05Z"))
		s.sweep(t)
		wantRuns(t, s.runs(t, "ada")[2:], "03T07:30")
	})
}

func TestAPauseLeavesNoBacklog(t *testing.T) {
	sweepers(t, func(t *testing.T, s sweeping) {
		s.add(t, person("0 8 * * *"))
		s.sweep(t)
		if err := s.store.SetPaused(t.Context(), "ada", true); err != nil {
			t.Fatal(err)
		}
		s.clock.set(at("2026-03-04T09:00:00Z"))
		s.sweep(t)
		if err := s.store.SetPaused(t.Context(), "ada", false); err != nil {
			t.Fatal(err)
		}
		s.sweep(t)
		s.clock.set(at("2026-03-05T07:00:00Z"))
		s.sweep(t)
		wantRuns(t, s.runs(t, "ada"), "05T07:00")
	})
}

func TestOnePersonsBadZoneStopsNobodyElse(t *testing.T) {
	sweepers(t, func(t *testing.T, s sweeping) {
		bad := person("0 8 * * *")
		bad.Name, bad.Timezone = "bad", "Mars/Base"
		s.add(t, bad, person("0 8 * * *"))
		s.sweep(t)
		s.clock.set(at("2026-03-02T07:00:05Z"))
		s.sweep(t)
		wantRuns(t, s.runs(t, "ada"), "02T07:00")
		c, err := s.store.CountSlots(t.Context(), s.clock.now(), time.Minute)
		if err != nil || c.Active != 1 || c.Broken != 1 {
			t.Errorf("%+v %v", c, err)
		}
	})
}
