package schedule

import (
	"strings"
	"testing"
	"time"
)

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	const berlin = "Europe/Berlin"
	for _, c := range []struct {
		expr, zone string
		want       []string // each is in the message
	}{
		{"", berlin, []string{`""`, "is empty", `"0 8 * * *"`}},
		{" \t\n", berlin, []string{"is empty"}},
		{"0 0 7 * * *", berlin, []string{`"0 0 7 * * *"`, "has 6 fields where five are expected: minute hour day-of-month month day-of-week"}},
		{"0 8 * *", berlin, []string{"has 4 fields"}},
		{"daily", berlin, []string{"has 1 field where"}},
		{"CRON_TZ=UTC", berlin, []string{"the zone belongs in the profile's timezone"}},
		{"TZ= 0 8 * * *", berlin, []string{"the zone belongs in the profile's timezone"}},
		{" cron_tz=Europe/Paris 0 8 * * *", berlin, []string{"the zone belongs in the profile's timezone"}},
		{"0 8 * * *" + strings.Repeat(" ", 100), berlin, []string{"is 109 bytes long where 100 are allowed"}},
		{"@every 1h", berlin, []string{"@every 1h", "each restart moves it", `"0 */6 * * *"`}},
		{"@every", berlin, []string{"each restart moves it"}},
		{"@reboot", berlin, []string{"when the daemon starts"}},
		{"@fortnightly", berlin, []string{"is not known", "@weekly"}},
		{"@daily 8", berlin, []string{"has text after @daily"}},
		{"60 8 * * *", berlin, []string{`the minute field "60"`, "0-59"}},
		{"0 24 * * *", berlin, []string{`the hour field "24"`, "0-23"}},
		{"0 8 0 * *", berlin, []string{`the day-of-month field "0"`, "1-31"}},
		{"0 8 32 * *", berlin, []string{`the day-of-month field "32"`}},
		{"0 8 * 13 *", berlin, []string{`the month field "13"`, "jan-dec"}},
		{"0 8 * * 8", berlin, []string{`the day-of-week field "8"`, "0-7"}},
		{"0 8 * * 7-2", berlin, []string{`the day-of-week field "7-2"`, "low to high"}},
		{"0 8 * * 5-7/0", berlin, []string{"day-of-week", "at least 1"}},
		{"0 22-2 * * *", berlin, []string{`the hour field "22-2"`, "low to high"}},
		{"0 */0 * * *", berlin, []string{"hour", "at least 1"}},
		{"0 8 * * foo", berlin, []string{`the day-of-week field "foo"`}},
		{"0 mon * * *", berlin, []string{`the hour field "mon"`}},
		{"0 8,,9 * * *", berlin, []string{`the hour field "8,,9" is not understood`}},
		{", 8 * * *", berlin, []string{"minute", "not understood"}},
		{"0 *-5 * * *", berlin, []string{"hour", "not understood"}},
		{"+0 8 * * *", berlin, []string{"minute", "not understood"}},
		{"0 8 L * *", berlin, []string{"day-of-month", "L, W and # are not supported"}},
		{"0 8 * * 5#2", berlin, []string{"day-of-week", "not understood"}},
		{"*/90 * * * *", berlin, []string{`"*/90" has a step past its end`, "0-59"}},
		{"0 */24 * * *", berlin, []string{`"*/24" has a step past its end`, "0-23"}},
		{"0 0 31 2 *", berlin, []string{"never runs"}},
		{"0 0 30,31 feb *", berlin, []string{"never runs"}},
		{"0 0 31 4,6,9,11 *", berlin, []string{"never runs"}},
		{"0 0 29 2 */6", berlin, []string{"may wait", "leave day-of-month or day-of-week open"}},
		{"0 0 */31 1 0", berlin, []string{"may wait 1"}},
		{"* * * * *", berlin, []string{"runs 1 minute apart", "at least 15 minutes"}},
		{"*/14 * * * *", berlin, []string{"runs 4 minutes apart"}},
		{"0,14 8 * * *", berlin, []string{"runs 14 minutes apart"}},
		{"55,5 8,9 * * *", berlin, []string{"runs 10 minutes apart"}},
		{"55,5 23,0 * * *", berlin, []string{"runs 10 minutes apart"}},
		{"55,5 23,0 * * 6,0", berlin, []string{"runs 10 minutes apart"}},
		{"55,5 23,0 1,31 * *", berlin, []string{"runs 10 minutes apart"}}, // over the turn of a month
		{"0 8 * * *", "", []string{"the time zone is empty"}},
		{"0 8 * * *", "Local", []string{`"Local"`, "depends on the machine"}},
		{"0 8 * * *", "localtime", []string{`"localtime"`, "depends on the machine"}},
		{"0 8 * * *", "Mars/Base", []string{`"Mars/Base" is not known`, "Europe/Berlin"}},
		{"0 8 * * *", "../etc/passwd", []string{"is not an IANA name"}},
		{"0 8 * * *", "posix/Europe/Berlin", []string{"is not an IANA name"}},
		{"0 8 * * *", "UTC+1\n", []string{"is not an IANA name"}},
		{"0 25 * * *", "Mars/Base", []string{"Mars/Base", "hour"}}, // both faults are told
	} {
		_, err := Parse([]string{c.expr}, c.zone)
		if err == nil {
			t.Errorf("%q in %q is accepted", c.expr, c.zone)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q in %q: %q does not say %q", c.expr, c.zone, err, want)
			}
		}
	}
}

func TestParseRefusesTogether(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		exprs []string
		want  string // empty for accepted
	}{
		{nil, "the schedule is empty"},
		{make([]string, 25), "has 25 expressions: write at most 24"},
		{[]string{"0 8 * * *", "10 8 * * *"}, `"0 8 * * *" and "10 8 * * *": run 10 minutes apart on some day`},
		{[]string{"0 8 * * *", "15 8 * * *"}, ""},
		{[]string{"0 8 * * *", "0 8 * * 1"}, ""},             // the same instant is one slot
		{[]string{"0 8 * * 1-5", "10 8 * * 6"}, ""},          // never on one day
		{[]string{"0 8 1 * *", "10 8 * * 6"}, "10 minutes"},  // the first may be a Saturday
		{[]string{"55 23 * * 6", "5 0 * * 0"}, "10 minutes"}, // over midnight
		{[]string{"5 0 * * 0", "55 23 * * 6"}, "10 minutes"}, // whatever the order
		{[]string{"55 23 * * 0", "5 0 * * 0"}, ""},           // the day's two ends
		{[]string{"55 23 31 12 *", "5 0 1 1 *"}, "10 minutes"},
		{[]string{"55 7 * * *", "0 8 * * *"}, "5 minutes"},
		{[]string{"61 8 * * *", "0 25 * * *"}, `"0 25 * * *": the hour`},
	} {
		_, err := Parse(c.exprs, "UTC")
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.exprs, err, c.want)
		}
	}
}

func TestParseAccepts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ expr, same string }{
		{"  0\t8  * * *\n", "0 8 * * *"},
		{"0 8 ? * MON", "0 8 * * 1"},
		{"0 8 * JAN,dec sat", "0 8 * 1,12 6"},
		{"@daily", "0 0 * * *"},
		{"@Midnight", "0 0 * * *"},
		{"@hourly", "0 * * * *"},
		{"@weekly", "0 0 * * 0"},
		{"@monthly", "0 0 1 * *"},
		{"@yearly", "0 0 1 1 *"},
		{"@annually", "0 0 1 1 *"},
		{"0 8 * * 7", "0 8 * * 0"},
		{"0 8 * * 7-7", "0 8 * * 0"},
		{"0 8 * * 5-7", "0 8 * * 0,5,6"},
		{"0 8 * * fri-sun", "0 8 * * 0,5,6"},
		{"0 8 * * 1-7", "0 8 * * 0-6"},
		{"0 8 * * 0-7", "0 8 * * 0-6"},
		{"0 8 * * 0-7/7", "0 8 * * 0"},
		{"0 8 * * 1-7/2", "0 8 * * 0,1,3,5"},
		{"0 8 * * 3,7", "0 8 * * 0,3"},
		{"0 8 * * sun-tue", "0 8 * * 0-2"},
		{"5/15 8 * * *", "5,20,35,50 8 * * *"},
		{"55,5 23,0 * * 1", "5,55 0,23 * * 1"}, // no two days in a row
		{"55,5 23,0 1 * *", "5,55 0,23 1 * *"},
		{"*/15 * * * *", "0,15,30,45 * * * *"},
		{"0 0 29 2 *", "0 0 29 feb *"},
		{"0 0 */2 * 3", "0 0 */2 * wed"},
	} {
		got, want := mustExpr(t, c.expr), mustExpr(t, c.same)
		got.text, want.text = "", ""
		if got != want {
			t.Errorf("%q is %+v, want as %q: %+v", c.expr, got, c.same, want)
		}
	}
	if got := mustExpr(t, "  0\t8  * * MON\n").String(); got != "0 8 * * MON" {
		t.Errorf("String is %q", got)
	}
}

func TestDescribe(t *testing.T) {
	t.Parallel()
	for expr, want := range map[string]string{
		"0 8 * * *":               "every day at 08:00",
		"0 8,18 * * *":            "every day at 08:00 and 18:00",
		"0 8,12,18 * * *":         "every day at 08:00, 12:00 and 18:00",
		"0 8 * * 1":               "every Monday at 08:00",
		"0 8 * * 0,3":             "every Wednesday and Sunday at 08:00",
		"0 8,18 * * 1-5":          "Monday to Friday at 08:00 and 18:00",
		"0 8 1 * *":               "on the 1st of each month at 08:00",
		"0 8 2,3,11,22 * *":       "on the 2nd, 3rd, 11th and 22nd of each month at 08:00",
		"0 8 31 * *":              "on the 31st of each month that has it at 08:00",
		"0 8 29 2 *":              "on the 29th of February at 08:00",
		"0 8 * 3,9 *":             "every day in March and September at 08:00",
		"0 8 * 3 1":               "every Monday in March at 08:00",
		"0 16 4 * 5":              "every Friday and on the 4th of each month at 16:00",
		"0 8 4 * 0-6":             "every day at 08:00",
		"@weekly":                 "every Sunday at 00:00",
		"@hourly":                 "every hour",
		"15 * * * *":              "every hour from 00:15",
		"*/30 * * * *":            "every 30 minutes",
		"0 */2 * * *":             "every 2 hours",
		"0 */6 * * *":             "every day at 00:00, 06:00, 12:00 and 18:00",
		"*/30 8-17 * * 1-5":       "every 30 minutes from 08:00 to 17:30, Monday to Friday",
		"*/30 8-17 * * *":         "every 30 minutes from 08:00 to 17:30",
		"0 0 */2 * 3":             "0 0 */2 * 3",
		"0 8 1,2,3,4,5 * *":       "0 8 1,2,3,4,5 * *",
		"0 8 1 1,2,3,4,5 *":       "0 8 1 1,2,3,4,5 *",
		"0 1,2,3,5,8,13  *   * *": "0 1,2,3,5,8,13 * * *",
	} {
		if got := mustExpr(t, expr).Describe(); got != want {
			t.Errorf("%q is %q, want %q", expr, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, expr := range append(propertyExprs, "CRON_TZ=UTC", "TZ= 0 8 * * *", "@every 1h", "@hourly", "0 8 * * fri-sun",
		"0 8 * * 1-7/2", "0 0 29 2 */2", "0 0 31 2 *", "55,5 23,0 1,31 * *", ", , , , ,", "0 8 ? JAN 5#2", "99999999999999999999 8 * * *") {
		f.Add(expr, "Africa/Cairo", int64(1777000000))
	}
	f.Add("0 9 30 12 *", "Pacific/Apia", int64(1293840000))
	f.Fuzz(func(t *testing.T, expr, zone string, unix int64) {
		e, err := ParseExpr(expr)
		if err != nil {
			if len(err.Error()) > 1000 {
				t.Fatalf("an error of %d bytes", len(err.Error()))
			}
			return
		}
		e.Describe()
		s, err := Parse([]string{expr}, zone)
		if err != nil {
			s = Schedule{exprs: []Expr{e}, loc: time.UTC}
		}
		after := time.Unix(unix%(1<<37), 0) // some 4,000 years around 1970
		begun := time.Now()
		for range 3 {
			slot, ok := s.Next(after)
			if took := time.Since(begun); took > 10*time.Second {
				t.Fatalf("%q in %s after %s takes %s", expr, zone, after, took)
			}
			if !ok {
				if year := after.Year(); year >= 1 && year < 9990 {
					t.Fatalf("%q in %s has no slot after %s", expr, zone, after)
				}
				return
			}
			if !slot.After(after) {
				t.Fatalf("%q in %s: %s is not after %s", expr, zone, slot, after)
			}
			if last, ok := s.Last(after, slot); !ok || !last.Equal(slot) {
				t.Fatalf("%q in %s: the last slot up to %s is %s", expr, zone, slot, last)
			}
			after = slot
		}
	})
}

func BenchmarkNext(b *testing.B) {
	for _, c := range []struct{ name, zone, expr, after string }{
		{"daily", "Europe/Berlin", "0 8 * * *", "2026-06-01T12:00:00Z"},
		{"weekly", "Africa/Cairo", "0 8 * * 5", "2026-04-23T12:00:00Z"},
		{"gap", "America/Los_Angeles", "30 2 * * *", "2026-03-08T08:00:00Z"},
		{"half hourly", "Europe/London", "*/30 * * * *", "2026-06-01T12:00:00Z"},
		{"yearly", "Europe/Berlin", "0 8 1 1 *", "2026-01-02T12:00:00Z"},
		{"leap day over 2100", "Europe/Berlin", "0 8 29 2 *", "2096-03-01T12:00:00Z"},
	} {
		b.Run(c.name, func(b *testing.B) {
			s, after := mustParse(b, c.zone, c.expr), at(b, c.after)
			b.ReportAllocs()
			for b.Loop() {
				if _, ok := s.Next(after); !ok {
					b.Fatal("no slot")
				}
			}
		})
	}
}

func BenchmarkLast(b *testing.B) {
	s := mustParse(b, "Europe/Berlin", "0 8 * * *", "0 18 * * 1-5")
	after, until := at(b, "2016-06-01T12:00:00Z"), at(b, "2026-06-01T12:00:00Z")
	for b.Loop() {
		s.Last(after, until)
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse([]string{"0 8 * * *", "0 18 * * 1-5"}, "Europe/Berlin"); err != nil {
			b.Fatal(err)
		}
	}
}
