package schedule

import (
	"math"
	"time"
)

// span is a stretch of time over which a zone keeps one offset: begin <= t < end, in Unix seconds. Adjacent spans may
// have the same offset.
type span struct {
	begin, end int64
	offset     int64 // wall clock minus UTC, in seconds
}

// unbounded stands for the far ends of a zone's first and last span, and leaves room to add an offset.
const unbounded = math.MaxInt64 / 4

func spanAt(loc *time.Location, sec int64) span {
	t := time.Unix(sec, 0).In(loc)
	_, offset := t.Zone()
	begin, end := t.ZoneBounds()
	s := span{begin: -unbounded, end: unbounded, offset: int64(offset)}
	if !begin.IsZero() {
		s.begin = begin.Unix()
	}
	if !end.IsZero() {
		s.end = end.Unix()
	}
	if s.end <= sec {
		// Past a zone's last listed change, the library ends the year after 365 days: on 31 December of a leap year
		// it names an end that is over. The offset then holds until the year's end in UTC.
		s.end = midnight(sec) + daySeconds
	}
	return s
}

// next returns the first slot with after < slot <= limit, in Unix seconds.
//
// It goes from span to span: within one, the wall clock runs evenly and the search is pure calendar; what a change of
// the clock skips or repeats is decided where two spans meet.
func (e Expr) next(loc *time.Location, after, limit int64) (int64, bool) {
	for at := after + 1; at <= limit; {
		s := spanAt(loc, at)
		low := at + s.offset
		if !e.interval && s.begin > -unbounded {
			left := s.begin + spanAt(loc, s.begin-1).offset // where the wall clock stood when the span began
			if at == s.begin && e.skipped(left, s.begin+s.offset) {
				return at, true
			}
			low = max(low, left) // what is before it on the clock has been before
		}
		if w, ok := e.nextWall(low, min(s.end, limit+1)+s.offset); ok {
			return w - s.offset, true
		}
		at = s.end
	}
	return 0, false
}

// skipped reports whether the expression takes a wall time in a gap of the clock from left to right. Dates that the gap
// swallows whole do not count.
func (e Expr) skipped(left, right int64) bool {
	if left >= right {
		return false
	}
	lastDay := midnight(right)
	if lastDay > left {
		if first := midnight(left); first < left {
			if _, ok := e.nextWall(left, first+daySeconds); ok {
				return true
			}
		}
		left = lastDay
	}
	_, ok := e.nextWall(left, right)
	return ok
}
