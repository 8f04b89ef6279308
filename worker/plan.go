// Package worker makes digests come by themselves: a sweep claims the slots that are due, and an engine works the runs off
// that the sweep queued; on SQLite that is the executor here, on Postgres River. What is due and what was done stands in
// the database: a process can die at any moment, and any number of them can share the work.
package worker

import (
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"shortlist/worker/schedule"
	"shortlist/worker/store"
)

// CatchUp says what becomes of slots that nobody was there to serve.
type CatchUp string

// The closed set of CatchUp.
const (
	CatchUpNone CatchUp = "none" // they are missed
	CatchUpLast CatchUp = "last" // the last of them is made up for, once
	CatchUpAll  CatchUp = "all"  // each is made up for
)

// Policy says how slots are planned.
type Policy struct {
	CatchUp CatchUp
	Within  time.Duration // older slots are missed, whatever CatchUp says
	Jitter  time.Duration // the most that a person's digests start after their slot, so that 08:00 is not one spike
}

// grace is how late a slot may be served and still count as served in time: a sweep, a queue and a slow board need some of
// it.
const grace = 5 * time.Minute

// Bounds of one catch-up: how far back past slots are looked at (no setting makes up for more than a week, and four an hour
// are under maxPast), and how many missed ones are recorded.
const (
	farthest  = 8 * 24 * time.Hour
	maxPast   = 1000
	maxMissed = 50
)

// retryBroken is when a profile that cannot be planned is looked at again; a change of it comes sooner.
const retryBroken = time.Hour

// Plan decides what is to be done about a person who is due, and when they are due next. An error says that no plan can be
// made; the plan that comes with it parks the person for an hour.
func (p Policy) Plan(d store.Due, now time.Time) (store.Plan, error) {
	parked := store.Plan{At: now.Add(retryBroken)}
	if d.Err != nil {
		return parked, d.Err
	}
	s, err := schedule.Parse(d.Profile.Schedule, d.Profile.Timezone)
	if err != nil {
		return parked, fmt.Errorf("profile %s: %w", d.Profile.Name, err)
	}
	next, ok := s.Next(d.Profile.From(now))
	if !ok {
		return parked, fmt.Errorf("profile %s: %w", d.Profile.Name, errNoSlot)
	}
	plan := store.Plan{Slot: next, At: next.Add(schedule.Jitter(d.Profile.Name, p.Jitter))}
	if d.Slot.IsZero() || d.Slot.After(now) {
		return plan, nil
	}
	from := d.Slot
	if far := now.Add(-farthest); from.Before(far) {
		from = far
	}
	back, absent := d.Profile.Back()
	past, _ := s.Between(from.Add(-time.Nanosecond), now, maxPast)
	for i, slot := range past {
		if absent && slot.Before(back) {
			continue // nobody wanted it
		}
		r := store.Run{ID: rand.Text(), Profile: d.Profile.Name, Key: SlotKey(slot), Slot: slot, DueAt: now}
		switch {
		case p.serves(slot, now, i == len(past)-1):
			plan.Run = append(plan.Run, r)
		case len(past)-i <= maxMissed:
			plan.Missed = append(plan.Missed, r)
		}
	}
	return plan, nil
}

var errNoSlot = errors.New("its schedule has no slot in the years to come")

// serves reports whether a past slot is made up for.
func (p Policy) serves(slot, now time.Time, newest bool) bool {
	late := now.Sub(slot)
	switch {
	case late <= grace+p.Jitter:
		return newest || p.CatchUp == CatchUpAll
	case p.CatchUp == CatchUpNone, late > p.Within:
		return false
	}
	return newest || p.CatchUp == CatchUpAll
}

// SlotKey is the key of a slot's run: one slot, one run, whoever plans it.
func SlotKey(slot time.Time) string { return "slot-" + slot.UTC().Format(time.RFC3339) }
