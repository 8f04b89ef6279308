package schedule

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The oracle knows nothing of spans, bit sets or the parser: it looks at the wall clock of each minute that passes and
// applies the package's rules as its comment states them.

// naive is an expression as lists of flags.
type naive struct {
	text                          string
	minute, hour, dom, month, dow []bool
	both, interval                bool
}

// newNaive reads the plain forms that the property test uses: *, */n, a, a-b and lists.
func newNaive(text string) *naive {
	f := strings.Fields(text)
	star := func(s string) bool { return strings.HasPrefix(s, "*") }
	return &naive{
		text:   text,
		minute: flags(f[0], 0, 59), hour: flags(f[1], 0, 23),
		dom: flags(f[2], 1, 31), month: flags(f[3], 1, 12), dow: flags(f[4], 0, 6),
		both: star(f[2]) || star(f[4]), interval: star(f[1]),
	}
}

func flags(field string, low, high int) []bool {
	on := make([]bool, high+1)
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			panic(err)
		}
		return n
	}
	for _, part := range strings.Split(field, ",") {
		part, step, stepped := strings.Cut(part, "/")
		from, to := low, high
		if part != "*" {
			a, b, isRange := strings.Cut(part, "-")
			from, to = number(a), number(a)
			if isRange {
				to = number(b)
			}
		}
		by := 1
		if stepped {
			by = number(step)
		}
		for i := from; i <= to; i += by {
			on[i] = true
		}
	}
	return on
}

// wall is what a clock on the wall shows, as minutes of a calendar without gaps.
type wall struct {
	minutes      int64
	year, day    int
	month        time.Month
	hour, minute int
	weekday      time.Weekday
}

func wallAt(t time.Time) wall {
	_, offset := t.Zone()
	return wallOf((t.Unix() + int64(offset)) / 60)
}

func wallOf(minutes int64) wall {
	c := time.Unix(minutes*60, 0).UTC()
	w := wall{minutes: minutes, hour: c.Hour(), minute: c.Minute(), weekday: c.Weekday()}
	w.year, w.month, w.day = c.Date()
	return w
}

func (n *naive) takes(w wall) bool {
	if !n.minute[w.minute] || !n.hour[w.hour] || !n.month[w.month] {
		return false
	}
	if n.both {
		return n.dom[w.day] && n.dow[w.weekday]
	}
	return n.dom[w.day] || n.dow[w.weekday]
}

// oracle walks each minute of from <= t < until and returns the slots of each expression in it. It starts two days
// earlier, to know what has been on the clock before.
func oracle(loc *time.Location, exprs []*naive, from, until time.Time) [][]int64 {
	start := from.AddDate(0, 0, -2)
	slots := make([][]int64, len(exprs))
	before := wallAt(start.Add(-time.Minute).In(loc))
	first := before.minutes - 2*24*60
	var minutes [60]bool // those that any expression takes, to pass over the rest fast
	for _, n := range exprs {
		for m, on := range n.minute {
			minutes[m] = minutes[m] || on
		}
	}
	shown := make([]bool, until.Sub(start)/time.Minute+4*24*60) // by wall minute since first
	for t := start; t.Before(until); t = t.Add(time.Minute) {
		now := wallAt(t.In(loc))
		repeated := shown[now.minutes-first]
		shown[now.minutes-first] = true
		var gap []wall
		for m := before.minutes + 1; m < now.minutes; m++ {
			w := wallOf(m)
			sameDate := func(o wall) bool { return w.year == o.year && w.month == o.month && w.day == o.day }
			if sameDate(before) || sameDate(now) { // other dates never were
				gap = append(gap, w)
			}
		}
		before = now
		if t.Before(from) || len(gap) == 0 && !minutes[now.minute] {
			continue
		}
		for i, n := range exprs {
			takes := n.takes(now) && (n.interval || !repeated)
			if !n.interval {
				takes = takes || slices.ContainsFunc(gap, n.takes)
			}
			if takes {
				slots[i] = append(slots[i], t.Unix())
			}
		}
	}
	return slots
}

var propertyExprs = []string{
	"0 8 * * *", "30 2 * * *", "0 0 * * *", "30 0 * * *", "15,45 1-3 * * *", "30 23 * * *",
	"0 8 * * 0", "0 8 * * 1", "0 8 * * 2", "0 8 * * 3", "0 8 * * 4", "0 8 * * 5", "0 8 * * 6",
	"0 0 * * 0", "0 0 * * 1", "0 0 * * 2", "0 0 * * 3", "0 0 * * 4", "0 0 * * 5", "0 0 * * 6",
	"0 8 1 * *", "0 8 29 * *", "0 8 30 * *", "0 8 31 * *", "0 0 31 12 *", "30 2 29 2 *",
	"*/30 * * * *", "0 */6 * * *", "15 * * * *", "0 8,18 * * 1-5", "0 0 */2 * 3", "0 0 13 * 5",
}

// hardZones are walked whole: gaps and repeats at midnight, changes by half an hour and by two, standard time over
// Ramadan, odd offsets, and a plain zone of each hemisphere.
var hardZones = []string{
	"Africa/Cairo", "Asia/Beirut", "America/Havana", "America/Santiago", "Atlantic/Azores", "America/Nuuk",
	"America/Asuncion", "America/St_Johns", "Australia/Lord_Howe", "Antarctica/Troll", "Africa/Casablanca",
	"Pacific/Chatham", "Asia/Kathmandu", "Europe/Berlin", "Pacific/Auckland",
}

func TestNextAgainstOracleInAllZones(t *testing.T) {
	t.Parallel()
	names, err := os.ReadFile("testdata/zones.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, zone := range strings.Fields(string(names)) {
		t.Run(zone, func(t *testing.T) {
			t.Parallel()
			from, until := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2029, 1, 1, 0, 0, 0, 0, time.UTC)
			loc, err := Zone(zone)
			if err != nil {
				t.Fatal(err)
			}
			if slices.Contains(hardZones, zone) {
				compare(t, loc, from, until)
				return
			}
			for _, w := range changes(loc, from, until) {
				compare(t, loc, w[0], w[1])
			}
			// The year's end, where the library's own bounds of a zone's offset are inexact.
			compare(t, loc, until.AddDate(0, 0, -2), until.AddDate(0, 0, 1))
		})
	}
}

// Dates that were skipped or repeated whole, changes of the base offset, and odd seconds of local mean time.
func TestNextAgainstOracleInHistory(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ zone, from, until string }{
		{"Pacific/Apia", "2011-12-20", "2012-01-10"},
		{"Pacific/Fakaofo", "2011-12-20", "2012-01-10"},
		{"Pacific/Kwajalein", "1993-08-10", "1993-09-01"},
		{"Pacific/Kwajalein", "1969-09-20", "1969-10-10"},
		{"Pacific/Kiritimati", "1994-12-20", "1995-01-10"},
		{"America/Caracas", "2007-12-01", "2007-12-20"},
		{"Asia/Pyongyang", "2018-04-25", "2018-05-15"},
		{"Europe/Istanbul", "2016-03-01", "2016-11-30"},
		{"America/St_Johns", "2006-03-25", "2006-11-05"},
		{"America/Sao_Paulo", "2018-10-25", "2019-02-25"},
		{"Asia/Gaza", "2014-03-20", "2014-11-01"},
		{"Antarctica/Casey", "2018-03-01", "2018-03-20"},
	} {
		t.Run(c.zone+" "+c.from, func(t *testing.T) {
			t.Parallel()
			loc, err := Zone(c.zone)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, loc, day(t, c.from), day(t, c.until))
		})
	}
}

func day(t *testing.T, date string) time.Time {
	t.Helper()
	d, err := time.Parse(time.DateOnly, date)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// changes returns the stretches of three days around each change of the zone's offset, joined where they touch.
func changes(loc *time.Location, from, until time.Time) [][2]time.Time {
	const step = 2 * time.Hour
	var out [][2]time.Time
	_, last := from.In(loc).Zone()
	for t := from; t.Before(until); t = t.Add(step) {
		_, offset := t.In(loc).Zone()
		if offset == last {
			continue
		}
		last = offset
		begin, end := t.Truncate(24*time.Hour).AddDate(0, 0, -3), t.Truncate(24*time.Hour).AddDate(0, 0, 3)
		if n := len(out); n > 0 && begin.Before(out[n-1][1]) {
			out[n-1][1] = end
			continue
		}
		out = append(out, [2]time.Time{begin, end})
	}
	return out
}

func compare(t *testing.T, loc *time.Location, from, until time.Time) {
	t.Helper()
	exprs := make([]*naive, len(propertyExprs))
	for i, text := range propertyExprs {
		exprs[i] = newNaive(text)
	}
	for i, want := range oracle(loc, exprs, from, until) {
		s := Schedule{exprs: []Expr{mustExpr(t, propertyExprs[i])}, loc: loc}
		got, _ := s.Between(from.Add(-time.Second), until.Add(-time.Second), 1<<20)
		for j := range max(len(got), len(want)) {
			if j < len(got) && j < len(want) && got[j].Unix() == want[j] {
				continue
			}
			g, w := "none", "none"
			if j < len(got) {
				g = got[j].Format(time.RFC3339)
			}
			if j < len(want) {
				w = time.Unix(want[j], 0).In(loc).Format(time.RFC3339)
			}
			t.Fatalf("%s in %s: slot %d is %s, want %s", propertyExprs[i], loc, j, g, w)
		}
		checkLast(t, s, from.Add(-time.Second), until.Add(-time.Second), want)
	}
}

// checkLast holds Last to the same slots.
func checkLast(t *testing.T, s Schedule, after, until time.Time, want []int64) {
	t.Helper()
	last, ok := s.Last(after, until)
	if ok != (len(want) > 0) || ok && last.Unix() != want[len(want)-1] {
		t.Fatalf("%s in %s: the last slot of (%s, %s] is %s, %v", s.exprs[0], s.loc, after, until, last, ok)
	}
}

func mustExpr(t testing.TB, text string) Expr {
	t.Helper()
	e, err := ParseExpr(text)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
