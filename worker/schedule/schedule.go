// Package schedule turns a cron expression and a time zone into slots; it is pure.
//
// An expression has five fields: minute, hour, day of month, month, day of week (0 and 7 are Sunday). Its rules:
//
//   - Days. When day of month and day of week are both restricted, a day that matches either is taken. When one of the
//     two starts with a star ("*", "*/2"), a day must match both. This is the rule of Vixie cron.
//   - A wall time that the clock skips (spring) runs at the first instant after the gap. Several skipped times of one
//     gap are one slot, and that slot is the same as one that is really there.
//   - A wall time that the clock repeats (autumn) runs once, the first time.
//   - An expression whose hour field starts with a star ("*/30 * * * *", "0 */6 * * *") counts an interval rather than
//     naming times: it runs through both passes of a repeated hour, and a skipped time is left out.
//   - A date that a zone never had (30 December 2011 in Apia) has no slots, as 30 February has none.
package schedule

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"time"
)

// horizonYears is how far ahead a slot is looked for: the longest wait of an accepted expression is for a 29 February
// over a year like 2100, eight years.
const horizonYears = 8

// maxExprs bounds the expressions of one schedule.
const maxExprs = 24

// Schedule is one or more cron expressions in one zone. It is immutable and safe for concurrent use; schedules of equal
// zones share one *time.Location. The zero Schedule has no slots.
type Schedule struct {
	exprs []Expr
	loc   *time.Location
}

// Parse reads the expressions of one schedule and its IANA zone. Its error joins one error for each fault; each names
// the expression or zone, what is wrong with it and what to write instead. Expressions that would together run less
// than MinGap apart are refused too; slots that are the same instant count once.
func Parse(exprs []string, zone string) (Schedule, error) {
	var problems []error
	loc, err := Zone(zone)
	if err != nil {
		problems = append(problems, err)
	}
	switch {
	case len(exprs) == 0:
		problems = append(problems, errors.New(`the schedule is empty: write at least one expression, for example "0 8 * * *"`))
	case len(exprs) > maxExprs:
		problems = append(problems, fmt.Errorf("the schedule has %d expressions: write at most %d; lists such as %q join several",
			len(exprs), maxExprs, "0 8,12,18 * * *"))
		exprs = nil
	}
	s := Schedule{loc: loc}
	for _, text := range exprs {
		e, err := ParseExpr(text)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		for _, other := range s.exprs {
			if gap := nearest(other, e); gap < MinGap {
				problems = append(problems, fmt.Errorf("schedule %q and %q: run %s on some day: leave at least %d minutes between two slots",
					other, e, apart(gap), int(MinGap.Minutes())))
			}
		}
		s.exprs = append(s.exprs, e)
	}
	if len(problems) > 0 {
		return Schedule{}, errors.Join(problems...)
	}
	return s, nil
}

// Next returns the first slot strictly after the given instant, in the schedule's zone. ok is false when there is none
// within eight years.
func (s Schedule) Next(after time.Time) (slot time.Time, ok bool) {
	if year := after.Year(); s.loc == nil || year < 1 || year > 9999 {
		return time.Time{}, false
	}
	limit := after.UTC().AddDate(horizonYears, 0, 0).Unix()
	for _, e := range s.exprs {
		if sec, found := e.next(s.loc, after.Unix(), limit); found {
			ok, limit = true, sec // a later expression must come no later than this one
		}
	}
	if !ok {
		return time.Time{}, false
	}
	return time.Unix(limit, 0).In(s.loc), true
}

// Upcoming returns the next n slots strictly after the given instant, fewer where there are fewer.
func (s Schedule) Upcoming(after time.Time, n int) []time.Time {
	var slots []time.Time
	for len(slots) < n {
		slot, ok := s.Next(after)
		if !ok {
			break
		}
		slots, after = append(slots, slot), slot
	}
	return slots
}

// Between returns the slots with after < slot <= until, oldest first, at most max of them; more says that there are
// others up to until.
func (s Schedule) Between(after, until time.Time, max int) (slots []time.Time, more bool) {
	for {
		slot, ok := s.Next(after)
		if !ok || slot.After(until) {
			return slots, false
		}
		if len(slots) >= max {
			return slots, true
		}
		slots, after = append(slots, slot), slot
	}
}

// Last returns the latest slot with after < slot <= until.
func (s Schedule) Last(after, until time.Time) (time.Time, bool) {
	// Looking back over windows that double keeps the forward walk short: the half of the window next to until is
	// already known to be empty, so the walk crosses at most one window of slots.
	for window := time.Hour; ; window *= 2 {
		from, whole := until.Add(-window), false
		if !from.After(after) || window > 1<<61 {
			from, whole = after, true
		}
		var last time.Time
		for slot, ok := s.Next(from); ok && !slot.After(until); slot, ok = s.Next(slot) {
			last = slot
		}
		if !last.IsZero() || whole {
			return last, !last.IsZero()
		}
	}
}

// Location returns the schedule's zone; nil for the zero Schedule.
func (s Schedule) Location() *time.Location { return s.loc }

// Jitter returns a delay in [0, max) that depends on the profile's name alone, so that it is the same after a restart
// and on every replica. It is 0 where max is not positive.
func Jitter(profile string, max time.Duration) time.Duration {
	if max <= 0 {
		return 0
	}
	sum := sha256.Sum256([]byte(profile))
	delay, _ := bits.Mul64(binary.BigEndian.Uint64(sum[:8]), uint64(max))
	return time.Duration(delay)
}
