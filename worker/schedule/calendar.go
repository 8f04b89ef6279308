package schedule

import (
	"math/bits"
	"time"
)

// Wall times are counted in seconds of the wall clock since 1970, as if the clock showed UTC: a plain calendar without
// gaps. Zones come in only in next.go.
const (
	daySeconds = 24 * 60 * 60

	allDaysOfMonth = 1<<32 - 2
	allMonths      = 1<<13 - 2
	allWeekdays    = 1<<7 - 1
)

// yearMonth is one month of the calendar.
type yearMonth struct {
	year  int
	month time.Month
}

func (m yearMonth) following() yearMonth {
	if m.month == time.December {
		return yearMonth{m.year + 1, time.January}
	}
	return yearMonth{m.year, m.month + 1}
}

// begin returns the wall time of the month's first second.
func (m yearMonth) begin() int64 {
	return time.Date(m.year, m.month, 1, 0, 0, 0, 0, time.UTC).Unix()
}

// length returns the number of the month's days.
func (m yearMonth) length() int {
	return int((m.following().begin() - m.begin()) / daySeconds)
}

// days returns the days of the month that the expression takes, bit n for day n.
func (e Expr) days(m yearMonth) uint64 {
	if e.month>>uint(m.month)&1 == 0 {
		return 0
	}
	first := time.Unix(m.begin(), 0).UTC().Weekday()
	// The set of weekdays six times over, turned so that bit 1 stands for the weekday of the first.
	weeks := e.dow * (1 | 1<<7 | 1<<14 | 1<<21 | 1<<28 | 1<<35)
	weekdays := weeks >> uint(first) << 1
	inMonth := uint64(2)<<m.length() - 2
	if e.bothDays {
		return e.dom & weekdays & inMonth
	}
	return (e.dom | weekdays) & inMonth
}

// nextWall returns the first wall time w with low <= w < high that the expression takes.
func (e Expr) nextWall(low, high int64) (w int64, ok bool) {
	if over := low - midnight(low); over%60 != 0 {
		low += 60 - over%60
	}
	if low >= high {
		return 0, false
	}
	t := time.Unix(low, 0).UTC()
	m := yearMonth{t.Year(), t.Month()}
	days := e.days(m) >> t.Day() << t.Day()
	if days>>t.Day()&1 == 1 {
		if minute, ok := e.nextMinute(t.Hour()*60 + t.Minute()); ok {
			w := midnight(low) + int64(minute)*60
			return w, w < high
		}
		days &^= 1 << t.Day()
	}
	for ; days == 0; days = e.days(m) {
		if m = m.following(); m.begin() >= high {
			return 0, false
		}
	}
	minute, ok := e.nextMinute(0)
	w = m.begin() + int64(bits.TrailingZeros64(days)-1)*daySeconds + int64(minute)*60
	return w, ok && w < high
}

// nextMinute returns the first minute of a day, at or after from, that the expression takes whatever the date.
func (e Expr) nextMinute(from int) (minute int, ok bool) {
	h, m := uint(from/60), uint(from%60)
	if rest := e.minute >> m << m; e.hour>>h&1 == 1 && rest != 0 {
		return int(h)*60 + bits.TrailingZeros64(rest), true
	}
	hours := e.hour >> (h + 1) << (h + 1)
	if hours == 0 || e.minute == 0 {
		return 0, false
	}
	return bits.TrailingZeros64(hours)*60 + bits.TrailingZeros64(e.minute), true
}

// midnight returns the wall time at which the day of w begins.
func midnight(w int64) int64 {
	return w - (w%daySeconds+daySeconds)%daySeconds
}
