package profile

import (
	"strings"
	"testing"
	"time"
)

func TestCheckCron(t *testing.T) {
	t.Parallel()
	for _, good := range []string{
		"0 8 * * *", "0 8,18 * * mon-fri", "*/15 * * * *", "0 8 29 2 *", "0 8 31 2 1", "0 8 31 2,3 *", "30 7 1 JAN ?", "@daily", "@hourly",
		"@weekly", "@monthly", "@midnight", "0 8 * * 7", "0 8 * * 5-7", "0 8 * * 0-7/2", "5,55 8 * * *", "  0 8 * * *  ", "0,15,30,45 * * * *",
	} {
		if err := checkCron(good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	for expr, want := range map[string]string{
		"": "empty", "  ": "empty", "0 8 * *": "has 4 fields, five are expected: minute hour day month weekday", "8": "has 1 field,",
		"0 0 8 * * *": "has 6 fields", "CRON_TZ=UTC": "timezone", "TZ=UTC 0 8 * * *": "timezone", "TZ=": "timezone",
		"60 8 * * *": "the minute", "0 24 * * *": "the hour", "0 8 0 * *": "the day", "0 8 * 13 *": "the month", "0 8 * * 8": "the weekday",
		"0 8 * * 7-8": "the weekday", "0 22-2 * * *": "the hour", "0 8 L * *": "the day", "0 8 * * 1#2": "the weekday", "x x x x x": "the minute",
		"0 8 30 2 *": "no day", "0 8 31 4,6 *": "no day", "* * * * *": "more often", "*/14 * * * *": "more often", "0,10 8 * * *": "more often",
		"50,0 8,9 * * *": "more often", "@every 1s": "@every", "@every": "@every", "@reboot": "not known", "@daily now": "not known", "@": "not known",
		", , , , ,": "the minute", "*/0 * * * *": "the minute", "0 8 */99999999999999999999 * *": "the day", strings.Repeat("0", 101): "longer",
		"\x00 8 * * *": "the minute",
	} {
		if err := checkCron(expr); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", expr, err, want)
		}
	}
}

func TestSundayAsZero(t *testing.T) {
	t.Parallel()
	for expr, want := range map[string]string{
		"0 8 * * 7": "0 8 * * 0", "0 8 * * 5-7": "0 8 * * 5,6,0", "0 8 * * 1-7/2": "0 8 * * 1,3,5,0", "0 8 * * 7,1": "0 8 * * 0,1",
		"0 7 * * 1": "0 7 * * 1", "0 8 * * *": "0 8 * * *", "@daily": "@daily", "": "", "0 8 * * 7-7": "0 8 * * 0", "0 8 * * 8-7": "0 8 * * 8-7",
		"0 8 * * 1-7/0": "0 8 * * 1-7/0",
	} {
		if got := sundayAsZero(expr); got != want {
			t.Errorf("%q became %q, want %q", expr, got, want)
		}
	}
}

// FuzzCron holds that no expression panics or hangs, and that an accepted one comes true and not too often.
func FuzzCron(f *testing.F) {
	for _, seed := range []string{"0 8 * * *", "CRON_TZ=UTC", "5,55 8-9 31 2 7", "@every 1h", "0 8 * * 1-7/3", "*/20 22,23,0 1 1 *"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, expr string) {
		if checkCron(expr) != nil || strings.HasPrefix(strings.TrimSpace(expr), "@") {
			return
		}
		schedule, err := parseCron(sundayAsZero(expr))
		if err != nil {
			t.Fatalf("%q was accepted and cannot be read: %v", expr, err)
		}
		schedule.Location = time.UTC
		first := schedule.Next(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
		if first.IsZero() {
			t.Fatalf("%q was accepted and never comes true", expr)
		}
		for range 100 {
			next := schedule.Next(first)
			if next.IsZero() || next.Sub(first) < leastMinutes*time.Minute {
				t.Fatalf("%q: %v follows %v", expr, next, first)
			}
			first = next
		}
	})
}
