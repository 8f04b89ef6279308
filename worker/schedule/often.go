package schedule

import (
	"errors"
	"fmt"
	"time"
)

// MinGap is the least distance between two slots of one schedule, on the wall clock. A change of the clock may bring two
// slots nearer on its day.
const MinGap = 15 * time.Minute

// cycleBegin and cycleYears are a stretch in which each day of the year falls on each weekday; over the centuries the
// same dates come again in longer waits only.
const (
	cycleBegin = 2001
	cycleYears = 28
)

// check refuses an expression that runs never, too seldom to be found again, or too often.
func (e Expr) check() error {
	switch wait, ever := e.longestWait(); {
	case !ever:
		return errors.New("never runs: none of its months has such a day, so write a day that they have, for example 28")
	case wait >= horizonYears*12:
		return fmt.Errorf("may wait %d years for its next run, since its days match on chosen weekdays alone: leave day-of-month or day-of-week open with *",
			wait/12)
	}
	if gap := nearest(e, e); gap < MinGap {
		return fmt.Errorf("runs %s: leave at least %d minutes between two slots", apart(gap), int(MinGap.Minutes()))
	}
	return nil
}

// longestWait returns the longest distance of two months with slots, in months; 0 stands for any that weekdays have no
// part in, which is at most that of two leap days. ever is false where no month has a slot.
func (e Expr) longestWait() (months int, ever bool) {
	if !e.bothDays || e.dow == allWeekdays || e.dom == allDaysOfMonth {
		const leapYear = 2004
		for m := (yearMonth{leapYear, time.January}); m.year == leapYear; m = m.following() {
			if e.days(m) != 0 {
				return 0, true
			}
		}
		return 0, false
	}
	// The calendar repeats after 400 years.
	since := 0
	for m := (yearMonth{cycleBegin, time.January}); m.year < cycleBegin+400+horizonYears; m = m.following() {
		since++
		if e.days(m) != 0 {
			if ever {
				months = max(months, since)
			}
			since, ever = 0, true
		}
	}
	return max(months, since), ever
}

// nearest returns the least distance between a slot of a and another one of b, on the wall clock; slots at the same
// time are one. Distances from MinGap on are all MinGap.
func nearest(a, b Expr) time.Duration {
	const far = int(MinGap / time.Minute)
	sameDay, aFirst, bFirst := far, far, far // the last two over midnight
	for d := far - 1; d > 0; d-- {
		near := (a.minute<<d|a.minute>>d)&b.minute != 0
		// Over the turn of an hour a minute of 60-d comes d before minute 0.
		aTurns, bTurns := a.minute>>(60-d)&b.minute != 0, b.minute>>(60-d)&a.minute != 0
		if near && a.hour&b.hour != 0 || aTurns && a.hour<<1&b.hour != 0 || bTurns && b.hour<<1&a.hour != 0 {
			sameDay = d
		}
		if aTurns && a.hour>>23&b.hour&1 == 1 {
			aFirst = d
		}
		if bTurns && b.hour>>23&a.hour&1 == 1 {
			bFirst = d
		}
	}
	least := far
	if sameDay < least && meet(a, b, 0) {
		least = sameDay
	}
	if aFirst < least && meet(a, b, 1) {
		least = aFirst
	}
	if bFirst < least && meet(b, a, 1) {
		least = bFirst
	}
	return time.Duration(least) * time.Minute
}

// meet reports whether b takes a day that comes later days (0 or 1) after one that a takes.
func meet(a, b Expr, later int) bool {
	end := yearMonth{cycleBegin + cycleYears, time.January}
	for m := (yearMonth{cycleBegin, time.January}); m != end; m = m.following() {
		shifted := a.days(m) << later
		if shifted&b.days(m) != 0 {
			return true
		}
		if shifted>>(m.length()+1)&1 == 1 && b.days(m.following())>>1&1 == 1 {
			return true
		}
	}
	return false
}

func apart(gap time.Duration) string {
	if gap == time.Minute {
		return "1 minute apart"
	}
	return fmt.Sprintf("%d minutes apart", int(gap.Minutes()))
}
