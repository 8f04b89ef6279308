package worker

import (
	"container/heap"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"shortlist/scoring"
	"shortlist/worker/schedule"
	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
)

// virtualZones are forty, among them every kind of change of the clock: at midnight, by half an hour, on a Friday or a
// Saturday, backwards in spring, twice round Ramadan, of old daylight saving given up, and none with odd offsets.
var virtualZones = []string{
	"Africa/Cairo", "Africa/Casablanca", "Africa/El_Aaiun", "Africa/Johannesburg", "Africa/Lagos", "America/Asuncion", "America/Caracas", "America/Chicago",
	"America/Coyhaique", "America/Havana", "America/Los_Angeles", "America/Miquelon", "America/New_York", "America/Nuuk", "America/Santiago", "America/Sao_Paulo",
	"America/Scoresbysund", "America/St_Johns", "Antarctica/Troll", "Asia/Beirut", "Asia/Gaza", "Asia/Hebron", "Asia/Jerusalem", "Asia/Kathmandu",
	"Asia/Kolkata", "Asia/Tehran", "Asia/Tokyo", "Atlantic/Azores", "Australia/Adelaide", "Australia/Eucla", "Australia/Lord_Howe", "Europe/Berlin",
	"Europe/Chisinau", "Europe/Dublin", "Europe/London", "Pacific/Apia", "Pacific/Auckland", "Pacific/Chatham", "Pacific/Kiritimati", "UTC",
}

// wanted is an expression as a Go condition, so that the oracle shares no parser with the program.
type wanted struct {
	expr     string
	interval bool // its hour field begins with a star: it counts rather than names times
	minute   int
	takes    func(w time.Time) bool // of a time at that minute
}

// virtualSchedules are what people have; several expressions are one schedule.
var virtualSchedules = [][]wanted{
	{{"0 8 * * *", false, 0, func(w time.Time) bool { return w.Hour() == 8 }}},
	{{"0 0 * * *", false, 0, func(w time.Time) bool { return w.Hour() == 0 }}},
	{{"30 2 * * *", false, 30, func(w time.Time) bool { return w.Hour() == 2 }}},
	{{"15 0 * * 5", false, 15, func(w time.Time) bool { return w.Hour() == 0 && w.Weekday() == time.Friday }}},
	{{"30 1 * * 0", false, 30, func(w time.Time) bool { return w.Hour() == 1 && w.Weekday() == time.Sunday }}},
	{{"0 8 * * 7", false, 0, func(w time.Time) bool { return w.Hour() == 8 && w.Weekday() == time.Sunday }}},
	{{"59 23 * * 6", false, 59, func(w time.Time) bool { return w.Hour() == 23 && w.Weekday() == time.Saturday }}},
	{{"0 8 1,15 * *", false, 0, func(w time.Time) bool { return w.Hour() == 8 && (w.Day() == 1 || w.Day() == 15) }}},
	{{"0 7 29 2 *", false, 0, func(w time.Time) bool { return w.Hour() == 7 && w.Day() == 29 && w.Month() == time.February }}},
	{{"0 9 13 * 5", false, 0, func(w time.Time) bool { return w.Hour() == 9 && (w.Day() == 13 || w.Weekday() == time.Friday) }}},
	{
		{"0 8 * * 1-5", false, 0, func(w time.Time) bool { return w.Hour() == 8 && !weekend(w) }},
		{"30 10 * * 0,6", false, 30, func(w time.Time) bool { return w.Hour() == 10 && weekend(w) }},
		{"0 2 * * *", false, 0, func(w time.Time) bool { return w.Hour() == 2 }},
	},
	{{"0 */6 * * *", true, 0, func(w time.Time) bool { return w.Hour()%6 == 0 }}},
	{
		{"30 */12 * * *", true, 30, func(w time.Time) bool { return w.Hour()%12 == 0 }},
		{"45 2 * * *", false, 45, func(w time.Time) bool { return w.Hour() == 2 }},
	},
}

func weekend(w time.Time) bool { return w.Weekday() == time.Saturday || w.Weekday() == time.Sunday }

// oracle walks every minute of from <= t < until and looks at the clock on the wall. What the clock has shown before does
// not count again, what it skips counts when it has skipped it; an interval counts what is shown and nothing else.
func oracle(loc *time.Location, schedules [][]wanted, from, until time.Time) []map[int64]bool {
	type owned struct {
		wanted
		schedule int
	}
	var byMinute [60][]owned
	slots := make([]map[int64]bool, len(schedules))
	for i, exprs := range schedules {
		slots[i] = map[int64]bool{}
		for _, e := range exprs {
			byMinute[e.minute] = append(byMinute[e.minute], owned{e, i})
		}
	}
	wall := func(t time.Time) int64 {
		_, offset := t.In(loc).Zone()
		return (t.Unix() + int64(offset)) / 60
	}
	start := from.Add(-48 * time.Hour) // to know what has been shown before
	highest := wall(start.Add(-time.Minute))
	for t := start; t.Before(until); t = t.Add(time.Minute) {
		now := wall(t)
		for m := min(highest+1, now); m <= now; m++ {
			for _, e := range byMinute[m%60] {
				counts := e.interval && m == now || !e.interval && m > highest
				if counts && !t.Before(from) && e.takes(time.Unix(m*60, 0).UTC()) {
					slots[e.schedule][t.Unix()] = true
				}
			}
		}
		highest = max(highest, now)
	}
	return slots
}

// people are the schedules in memory, the next due first.
type people []*store.Plan

func (p people) Len() int           { return len(p) }
func (p people) Less(i, j int) bool { return p[i].At.Before(p[j].At) }
func (p people) Swap(i, j int)      { p[i], p[j] = p[j], p[i] }
func (p *people) Push(x any)        { *p = append(*p, x.(*store.Plan)) }
func (p *people) Pop() any {
	last := (*p)[len(*p)-1]
	*p = (*p)[:len(*p)-1]
	return last
}

// TestFourHundredDays lets 1,000 people in 40 zones live for 400 days. Each gets the oracle's slots, each once and in order,
// and none is missed.
func TestFourHundredDays(t *testing.T) {
	t.Parallel()
	const perZone, days = 25, 400
	from := at("2026-03-01T00:00:00Z")
	until := from.AddDate(0, 0, days)
	for _, zone := range virtualZones {
		t.Run(zone, func(t *testing.T) {
			t.Parallel()
			loc, err := schedule.Zone(zone)
			if err != nil {
				t.Fatal(err)
			}
			want := oracle(loc, virtualSchedules, from, until)
			due := map[*store.Plan]store.Due{}
			var queue people
			for i := range perZone {
				p := scoring.Profile{Name: fmt.Sprint("p", i), Timezone: zone}
				for _, e := range virtualSchedules[i%len(virtualSchedules)] {
					p.Schedule = append(p.Schedule, e.expr)
				}
				plan := &store.Plan{At: from.Add(-time.Minute)} // the first plan is of slots after it
				due[plan], queue = store.Due{Profile: p}, append(queue, plan)
			}
			got := live(t, queue, due, from, until)
			for i := range perZone {
				name, slots := fmt.Sprint("p", i), slices.Sorted(maps.Keys(want[i%len(virtualSchedules)]))
				if !slices.Equal(got[name], slots) {
					t.Errorf("%s: %s", strings.Join(virtualExprs(i), " and "), difference(got[name], slots, loc))
				}
			}
		})
	}
}

func virtualExprs(person int) (out []string) {
	for _, e := range virtualSchedules[person%len(virtualSchedules)] {
		out = append(out, e.expr)
	}
	return out
}

// live sweeps each time somebody is due, on the beat of 15 s, and returns each person's slots as they were queued.
func live(t *testing.T, queue people, due map[*store.Plan]store.Due, from, until time.Time) map[string][]int64 {
	t.Helper()
	policy := Policy{CatchUp: CatchUpLast, Within: 6 * time.Hour, Jitter: 90 * time.Second}
	got := map[string][]int64{}
	heap.Init(&queue)
	// The slots before until are due before a jitter and a beat after it.
	for end := until.Add(policy.Jitter + sweepEvery); queue[0].At.Before(end); {
		plan := queue[0]
		now := plan.At
		if over := now.Sub(from) % sweepEvery; over > 0 {
			now = now.Add(sweepEvery - over)
		}
		d := due[plan]
		d.Slot = plan.Slot
		next, err := policy.Plan(d, now)
		if err != nil || len(next.Missed) > 0 || !next.At.After(now) {
			t.Fatalf("%s at %s: %+v, %v", d.Profile.Name, now, next, err)
		}
		for _, r := range next.Run {
			if late := now.Sub(r.Slot); late < 0 || late > policy.Jitter+sweepEvery || r.Key != SlotKey(r.Slot) {
				t.Errorf("%s: slot %s with key %s at %s", d.Profile.Name, r.Slot, r.Key, now)
			}
			if r.Slot.Before(until) {
				got[d.Profile.Name] = append(got[d.Profile.Name], r.Slot.Unix())
			}
		}
		*plan = next
		heap.Fix(&queue, 0)
	}
	return got
}

// difference tells the first slot at which two lists part.
func difference(got, want []int64, loc *time.Location) string {
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			show := func(s []int64) string {
				if i >= len(s) {
					return "nothing"
				}
				return time.Unix(s[i], 0).In(loc).String()
			}
			return fmt.Sprintf("slot %d is %s, want %s", i, show(got), show(want))
		}
	}
	return "the same"
}

// TestALaptopSleepsOverItsSlot: the process stands still for nine hours of the wall clock and none of its own. Within 30 s of
// waking one digest is queued, whatever number of slots has passed.
func TestALaptopSleepsOverItsSlot(t *testing.T) {
	t.Parallel()
	for expr, want := range map[string][]string{
		"0 8 * * *":   {"slot-2000-01-01T08:00:00Z"},
		"0 6,8 * * *": {"slot-2000-01-01T06:00:00Z missed", "slot-2000-01-01T08:00:00Z"},
	} {
		t.Run(expr, func(t *testing.T) {
			t.Parallel()
			dsn := storetest.SQLite(t)
			synctest.Test(t, func(t *testing.T) { // it begins at midnight
				var slept atomic.Int64
				now := func() time.Time { return time.Now().UTC().Add(time.Duration(slept.Load())) }
				s := newSweeping(storetest.Open(t, dsn, now), &clock{})
				s.Now = now
				p := person(expr)
				p.Timezone = "UTC"
				s.add(t, p)
				go s.Run(t.Context())
				time.Sleep(time.Hour + 7*time.Second)
				synctest.Wait()
				if runs := stored(t, s); len(runs) != 0 {
					t.Fatalf("before the sleep: %v", runs)
				}
				slept.Store(int64(9 * time.Hour))
				time.Sleep(30 * time.Second)
				synctest.Wait()
				if runs := stored(t, s); !slices.Equal(runs, want) {
					t.Errorf("30 s after waking: %v, want %v", runs, want)
				}
				time.Sleep(2 * time.Hour)
				synctest.Wait()
				if runs := stored(t, s); !slices.Equal(runs, want) {
					t.Errorf("two hours later: %v, want %v", runs, want)
				}
			})
		})
	}
}

// stored are the keys of all runs with their outcomes.
func stored(t *testing.T, s sweeping) []string {
	t.Helper()
	runs, err := s.store.Runs(t.Context(), "", 100)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, r := range runs {
		out = append(out, strings.TrimSpace(r.Key+" "+r.Outcome))
	}
	slices.Sort(out)
	return out
}
