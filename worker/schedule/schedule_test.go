package schedule

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

func mustParse(t testing.TB, zone string, exprs ...string) Schedule {
	t.Helper()
	s, err := Parse(exprs, zone)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func at(t testing.TB, text string) time.Time {
	t.Helper()
	instant, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return instant
}

func TestNext(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, zone, expr, after string
		want                    []string // the slots that follow, "none" for no more
	}{
		{"plain day", "Europe/Berlin", "0 8 * * *", "2026-06-01T05:00:00Z",
			[]string{"2026-06-01T08:00:00+02:00", "2026-06-02T08:00:00+02:00"}},
		{"strictly after", "Europe/Berlin", "0 8 * * *", "2026-06-01T08:00:00+02:00", []string{"2026-06-02T08:00:00+02:00"}},
		{"a nanosecond before", "UTC", "0 8 * * *", "2026-06-01T07:59:59.999999999Z", []string{"2026-06-01T08:00:00Z"}},
		{"a nanosecond after", "UTC", "0 8 * * *", "2026-06-01T08:00:00.000000001Z", []string{"2026-06-02T08:00:00Z"}},
		{"twice a day in the person's zone", "America/New_York", "0 8,20 * * *", "2026-06-30T20:00:00Z",
			[]string{"2026-06-30T20:00:00-04:00", "2026-07-01T08:00:00-04:00", "2026-07-01T20:00:00-04:00"}},
		{"same wall time in summer and winter", "Europe/Berlin", "0 9 * * *", "2026-10-24T00:00:00Z",
			[]string{"2026-10-24T09:00:00+02:00", "2026-10-25T09:00:00+01:00"}},

		{"gap: runs right after it", "America/Los_Angeles", "0 2 * * *", "2025-03-08T20:00:00Z",
			[]string{"2025-03-09T03:00:00-07:00", "2025-03-10T02:00:00-07:00"}},
		{"gap: half past too", "America/Los_Angeles", "30 2 * * *", "2025-03-08T20:00:00Z",
			[]string{"2025-03-09T03:00:00-07:00", "2025-03-10T02:30:00-07:00"}},
		{"gap: several skipped are one", "America/Los_Angeles", "0,30 2 * * *", "2025-03-08T20:00:00Z",
			[]string{"2025-03-09T03:00:00-07:00", "2025-03-10T02:00:00-07:00"}},
		{"gap: one with a real slot", "America/Los_Angeles", "0 2,3 * * *", "2025-03-08T20:00:00Z",
			[]string{"2025-03-09T03:00:00-07:00", "2025-03-10T02:00:00-07:00"}},
		{"gap: last instant before it", "America/Los_Angeles", "30 2 * * *", "2025-03-09T01:59:59-08:00",
			[]string{"2025-03-09T03:00:00-07:00"}},
		{"gap: first instant after it", "America/Los_Angeles", "30 2 * * *", "2025-03-09T03:00:00-07:00",
			[]string{"2025-03-10T02:30:00-07:00"}},
		{"gap: interval leaves it out", "America/Los_Angeles", "*/30 * * * *", "2025-03-09T01:00:00-08:00",
			[]string{"2025-03-09T01:30:00-08:00", "2025-03-09T03:00:00-07:00", "2025-03-09T03:30:00-07:00"}},
		{"gap: interval of hours leaves it out", "America/Los_Angeles", "0 */2 * * *", "2025-03-09T00:00:00-08:00",
			[]string{"2025-03-09T04:00:00-07:00"}},
		{"gap: minute steps in a named hour are times", "America/Los_Angeles", "*/30 2 * * *", "2025-03-08T20:00:00Z",
			[]string{"2025-03-09T03:00:00-07:00", "2025-03-10T02:00:00-07:00"}},

		{"overlap: once, the first", "America/Los_Angeles", "0 1 * * *", "2014-11-01T20:00:00Z",
			[]string{"2014-11-02T01:00:00-07:00", "2014-11-03T01:00:00-08:00"}},
		{"overlap: half past too", "America/Los_Angeles", "30 1 * * *", "2014-11-01T20:00:00Z",
			[]string{"2014-11-02T01:30:00-07:00", "2014-11-03T01:30:00-08:00"}},
		{"overlap: asked in the second pass", "America/Los_Angeles", "30 1 * * *", "2014-11-02T01:10:00-08:00",
			[]string{"2014-11-03T01:30:00-08:00"}},
		{"overlap: interval runs through both", "Europe/London", "*/30 * * * *", "2025-10-26T00:30:00+01:00",
			[]string{"2025-10-26T01:00:00+01:00", "2025-10-26T01:30:00+01:00", "2025-10-26T01:00:00Z",
				"2025-10-26T01:30:00Z", "2025-10-26T02:00:00Z"}},
		{"overlap: interval of hours runs twice", "America/Havana", "0 */6 * * *", "2026-10-31T18:00:00-04:00",
			[]string{"2026-11-01T00:00:00-04:00", "2026-11-01T00:00:00-05:00", "2026-11-01T06:00:00-05:00"}},
		{"overlap over midnight: the day before again", "America/St_Johns", "*/30 * * * *", "2006-10-28T23:30:00-02:30",
			[]string{"2006-10-29T00:00:00-02:30", "2006-10-28T23:30:00-03:30", "2006-10-29T00:00:00-03:30"}},
		{"overlap over midnight: daily once", "America/St_Johns", "0 0 * * *", "2006-10-28T12:00:00Z",
			[]string{"2006-10-29T00:00:00-02:30", "2006-10-30T00:00:00-03:30"}},

		{"midnight gap: the Friday of the change", "Africa/Cairo", "0 8 * * 5", "2026-04-23T12:00:00Z",
			[]string{"2026-04-24T08:00:00+03:00", "2026-05-01T08:00:00+03:00"}},
		{"midnight gap: Thursday stays Thursday", "Africa/Cairo", "0 8 * * 4", "2026-04-23T12:00:00Z",
			[]string{"2026-04-30T08:00:00+03:00"}},
		{"midnight gap: midnight itself", "Africa/Cairo", "0 0 * * 5", "2026-04-23T12:00:00Z",
			[]string{"2026-04-24T01:00:00+03:00", "2026-05-01T00:00:00+03:00"}},
		{"midnight gap: monthly", "Africa/Cairo", "0 8 30 4 *", "2027-04-24T00:00:00Z", []string{"2027-04-30T08:00:00+03:00"}},
		{"midnight gap: Sunday", "Asia/Beirut", "0 8 * * 0", "2026-03-28T12:00:00Z", []string{"2026-03-29T08:00:00+03:00"}},
		{"midnight gap: Saturday in Havana", "America/Havana", "0 8 * * 6", "2026-03-07T20:00:00Z", []string{"2026-03-14T08:00:00-04:00"}},
		{"midnight gap: Saturday in Santiago", "America/Santiago", "0 8 * * 6", "2026-09-05T20:00:00Z", []string{"2026-09-12T08:00:00-03:00"}},
		{"midnight gap: Saturday in the Azores", "Atlantic/Azores", "0 8 * * 6", "2026-03-28T20:00:00Z", []string{"2026-04-04T08:00:00Z"}},
		{"half an hour: spring", "Australia/Lord_Howe", "0 8 * * *", "2026-10-03T12:00:00Z",
			[]string{"2026-10-04T08:00:00+11:00", "2026-10-05T08:00:00+11:00"}},
		{"half an hour: autumn", "Australia/Lord_Howe", "0 8 * * *", "2026-04-04T12:00:00Z",
			[]string{"2026-04-05T08:00:00+10:30", "2026-04-06T08:00:00+10:30"}},
		{"half an hour: skipped", "Australia/Lord_Howe", "15 2 * * *", "2026-10-03T12:00:00Z",
			[]string{"2026-10-04T02:30:00+11:00", "2026-10-05T02:15:00+11:00"}},

		{"no such date: daily", "Pacific/Apia", "0 8 * * *", "2011-12-29T12:00:00-10:00",
			[]string{"2011-12-31T08:00:00+14:00", "2012-01-01T08:00:00+14:00"}},
		{"no such date: yearly", "Pacific/Apia", "0 9 30 12 *", "2011-01-01T00:00:00Z", []string{"2012-12-30T09:00:00+14:00"}},
		{"no such date: Kwajalein", "Pacific/Kwajalein", "0 0 * * *", "1993-08-20T00:00:00-12:00",
			[]string{"1993-08-22T00:00:00+12:00"}},
		{"base offset moved", "America/Caracas", "30 2 * * *", "2016-04-30T12:00:00Z",
			[]string{"2016-05-01T03:00:00-04:00", "2016-05-02T02:30:00-04:00"}},
		{"last day of a leap year", "Europe/Berlin", "0 8 * * *", "2028-12-30T12:00:00Z",
			[]string{"2028-12-31T08:00:00+01:00", "2029-01-01T08:00:00+01:00"}},
		{"last day of a leap year, past the zone's list", "Europe/Berlin", "0 8 * * *", "2096-12-30T12:00:00Z",
			[]string{"2096-12-31T08:00:00+01:00", "2097-01-01T08:00:00+01:00"}},
		{"from the last day of a leap year to summer", "Europe/Berlin", "0 8 1 7 *", "2096-12-31T12:00:00Z",
			[]string{"2097-07-01T08:00:00+02:00"}},

		{"day fields: either", "UTC", "0 16 4 * 5", "2026-06-01T00:00:00Z",
			[]string{"2026-06-04T16:00:00Z", "2026-06-05T16:00:00Z", "2026-06-12T16:00:00Z"}},
		{"day fields: a step is a star, so both", "UTC", "0 0 */2 * 3", "2026-06-01T00:00:00Z",
			[]string{"2026-06-03T00:00:00Z", "2026-06-17T00:00:00Z", "2026-07-01T00:00:00Z"}},
		{"day fields: */10 and a weekday", "UTC", "0 0 */10 * 1", "2026-06-01T00:00:00Z",
			[]string{"2026-08-31T00:00:00Z", "2026-09-21T00:00:00Z"}},
		{"day fields: 1-31/10 or a weekday", "UTC", "0 0 1-31/10 * 1", "2026-06-01T00:00:00Z",
			[]string{"2026-06-08T00:00:00Z", "2026-06-11T00:00:00Z", "2026-06-15T00:00:00Z"}},
		{"day fields: a star in second place is none", "UTC", "0 0 1,* * 1", "2026-06-01T00:00:00Z", []string{"2026-06-02T00:00:00Z"}},
		{"Sunday is 7", "UTC", "0 8 * * 7", "2026-06-01T00:00:00Z", []string{"2026-06-07T08:00:00Z"}},
		{"Friday to Sunday", "UTC", "0 8 * * 5-7", "2026-06-01T00:00:00Z",
			[]string{"2026-06-05T08:00:00Z", "2026-06-06T08:00:00Z", "2026-06-07T08:00:00Z", "2026-06-12T08:00:00Z"}},
		{"31st", "UTC", "0 8 31 * *", "2026-05-31T08:00:00Z", []string{"2026-07-31T08:00:00Z", "2026-08-31T08:00:00Z"}},
		{"leap day", "UTC", "0 8 29 2 *", "2026-01-01T00:00:00Z", []string{"2028-02-29T08:00:00Z", "2032-02-29T08:00:00Z"}},
		{"leap day over 2100", "UTC", "0 8 29 2 *", "2096-02-29T08:00:00Z", []string{"2104-02-29T08:00:00Z"}},
		{"before 1970", "Africa/Monrovia", "0 8 * * *", "1960-01-01T00:00:00Z", []string{"1960-01-01T08:44:30Z"}},
		{"the first years", "UTC", "0 8 * * *", "0001-01-01T00:00:00Z", []string{"0001-01-01T08:00:00Z"}},
		{"the zero time of another zone", "Asia/Tokyo", "@yearly", "0001-01-01T00:00:00Z", []string{"0002-01-01T00:00:00+09:18"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := mustParse(t, c.zone, c.expr).Upcoming(at(t, c.after), len(c.want))
			if len(got) != len(c.want) {
				t.Fatalf("got %v, want %v", got, c.want)
			}
			for i, want := range c.want {
				if c.zone == "Asia/Tokyo" { // RFC 3339 has no seconds of an offset
					if s := got[i].Format("2006-01-02T15:04:05"); s != want[:19] {
						t.Errorf("slot %d is %s, want %s", i, s, want)
					}
				} else if !got[i].Equal(at(t, want)) {
					t.Errorf("slot %d is %s, want %s", i, got[i].Format(time.RFC3339), want)
				}
				if got[i].Location().String() != c.zone {
					t.Errorf("slot %d is in %s, want %s", i, got[i].Location(), c.zone)
				}
			}
		})
	}
}

func TestNextEnds(t *testing.T) {
	t.Parallel()
	far := time.Unix(1<<60, 0)
	for name, s := range map[string]Schedule{"zero": {}, "no expression": {loc: time.UTC}, "zero expression": {exprs: []Expr{{}}, loc: time.UTC}} {
		for _, after := range []time.Time{{}, at(t, "2026-06-01T00:00:00Z"), far} {
			if slot, ok := s.Next(after); ok || !slot.IsZero() {
				t.Errorf("%s after %v: got %v, %v", name, after, slot, ok)
			}
		}
	}
	s := mustParse(t, "Europe/Berlin", "0 8 * * *")
	for _, after := range []time.Time{far, time.Unix(-1<<60, 0), time.Date(-5, 1, 1, 0, 0, 0, 0, time.UTC)} {
		if slot, ok := s.Next(after); ok {
			t.Errorf("after %v: got %v", after, slot)
		}
	}
}

func TestSeveralExpressions(t *testing.T) {
	t.Parallel()
	s := mustParse(t, "Europe/Berlin", "0 18 * * *", "0 8 * * *", "0 8 * * 1")
	got := s.Upcoming(at(t, "2026-06-01T00:00:00Z"), 4) // a Monday: both 08:00 are one slot
	want := []string{"2026-06-01T06:00:00Z", "2026-06-01T16:00:00Z", "2026-06-02T06:00:00Z", "2026-06-02T16:00:00Z"}
	for i, w := range want {
		if !got[i].Equal(at(t, w)) {
			t.Errorf("slot %d is %v, want %s", i, got[i], w)
		}
	}
	// A skipped time meets another expression's real one.
	s = mustParse(t, "America/Los_Angeles", "30 2 * * *", "0 3 * * *")
	got, more := s.Between(at(t, "2025-03-09T00:00:00Z"), at(t, "2025-03-09T20:00:00Z"), 10)
	if len(got) != 1 || more || !got[0].Equal(at(t, "2025-03-09T10:00:00Z")) {
		t.Errorf("got %v, %v, want the one slot at 03:00", got, more)
	}
}

func TestBetween(t *testing.T) {
	t.Parallel()
	s := mustParse(t, "UTC", "0 8 * * *")
	for _, c := range []struct {
		after, until string
		max, want    int
		more         bool
	}{
		{"2026-06-01T08:00:00Z", "2026-06-04T08:00:00Z", 10, 3, false}, // open below, closed above
		{"2026-06-01T08:00:00Z", "2026-06-04T08:00:00Z", 3, 3, false},
		{"2026-06-01T08:00:00Z", "2026-06-04T08:00:00Z", 2, 2, true},
		{"2026-06-01T08:00:00Z", "2026-06-04T08:00:00Z", 0, 0, true},
		{"2026-06-01T08:00:00Z", "2026-06-02T07:59:59Z", 10, 0, false},
		{"2026-06-01T08:00:00Z", "2026-06-02T07:59:59Z", 0, 0, false},
		{"2026-06-04T08:00:00Z", "2026-06-01T08:00:00Z", 10, 0, false},
	} {
		slots, more := s.Between(at(t, c.after), at(t, c.until), c.max)
		if len(slots) != c.want || more != c.more {
			t.Errorf("Between(%s, %s, %d): %d slots, more %v; want %d, %v", c.after, c.until, c.max, len(slots), more, c.want, c.more)
		}
		if len(slots) > 0 && !slots[0].Equal(at(t, "2026-06-02T08:00:00Z")) {
			t.Errorf("the first slot is %v, want the oldest", slots[0])
		}
	}
}

func TestLast(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ expr, after, until, want string }{
		{"0 8 * * *", "2026-06-01T08:00:00Z", "2026-06-04T08:00:00Z", "2026-06-04T08:00:00Z"},
		{"0 8 * * *", "2026-06-01T08:00:00Z", "2026-06-04T07:59:59Z", "2026-06-03T08:00:00Z"},
		{"0 8 * * *", "2026-06-03T08:00:00Z", "2026-06-04T07:59:59Z", ""},
		{"0 8 * * *", "2026-06-04T08:00:00Z", "2026-06-01T08:00:00Z", ""},
		{"*/15 * * * *", "2016-06-01T08:00:00Z", "2026-06-04T08:07:00Z", "2026-06-04T08:00:00Z"},
		{"0 8 29 2 *", "1896-01-01T00:00:00Z", "1904-02-28T00:00:00Z", "1896-02-29T08:00:00Z"},
		{"0 8 29 2 *", "0001-01-01T00:00:00Z", "2027-01-01T00:00:00Z", "2024-02-29T08:00:00Z"},
	} {
		last, ok := mustParse(t, "UTC", c.expr).Last(at(t, c.after), at(t, c.until))
		if ok != (c.want != "") || ok && !last.Equal(at(t, c.want)) {
			t.Errorf("%s: Last(%s, %s) is %v, %v, want %q", c.expr, c.after, c.until, last, ok, c.want)
		}
	}
	if last, ok := (Schedule{}).Last(time.Time{}, at(t, "2026-06-01T00:00:00Z")); ok {
		t.Errorf("the zero schedule has a last slot %v", last)
	}
}

func TestJitter(t *testing.T) {
	t.Parallel()
	const most = 90 * time.Second
	var delays []time.Duration
	for i := range 1000 {
		d := Jitter(fmt.Sprintf("person-%d", i), most)
		if d < 0 || d >= most {
			t.Fatalf("person-%d waits %v", i, d)
		}
		delays = append(delays, d)
	}
	slices.Sort(delays)
	for third := range 3 { // even: about 333 in each third
		low, _ := slices.BinarySearch(delays, most/3*time.Duration(third))
		high, _ := slices.BinarySearch(delays, most/3*time.Duration(third+1))
		if n := high - low; n < 270 || n > 400 {
			t.Errorf("%d of 1000 fall into third %d", n, third)
		}
	}
	if a, b := Jitter("ada", most), Jitter("ada", most); a != b || a != 89272515455 {
		t.Errorf("ada waits %d and %d ns: the delay of a name must never change", a, b)
	}
	if a, b := Jitter("ada", 0), Jitter("ada", -time.Second); a != 0 || b != 0 {
		t.Errorf("without room ada waits %v and %v", a, b)
	}
}

func TestZone(t *testing.T) {
	t.Parallel()
	one, err := Zone("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	if two, _ := Zone("Europe/Berlin"); one != two {
		t.Error("the same zone is two locations")
	}
	if s := mustParse(t, "Europe/Berlin", "0 8 * * *"); s.Location() != one {
		t.Error("a schedule has a location of its own")
	}
}

func TestScheduleInWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		exprs []string
		want  string
	}{
		{[]string{"0 8 * * *", "0 18 * * *"}, "every day at 08:00 and 18:00, UTC time"},
		{[]string{"30 18,6 * * *"}, "every day at 06:30 and 18:30, UTC time"},
		{[]string{"0 7 * * 1-5", "0 10 * * sun", "0 12 * * 1-5"}, "Monday to Friday at 07:00 and 12:00; every Sunday at 10:00, UTC time"},
		{[]string{"*/30 * * * *"}, "every 30 minutes, UTC time"},
		{[]string{"0 8 1 * *"}, "on the 1st of each month at 08:00, UTC time"},
	} {
		s, err := Parse(c.exprs, "UTC")
		if got := s.Describe(); err != nil || got != c.want {
			t.Errorf("%q: %q %v, want %q", c.exprs, got, err, c.want)
		}
	}
	if got := (Schedule{}).Describe(); got != "" {
		t.Errorf("the zero schedule: %q", got)
	}
}
