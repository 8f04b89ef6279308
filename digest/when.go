package digest

import (
	"fmt"
	"strconv"
	"time"
)

// oldDays is the age from which on a card warns: many adverts are filled by then though still open on the board.
const oldDays = 30

// age says how long ago posted was, counted in calendar days of the person, and whether that is old. A date that lies
// more than two days ahead is no date.
func age(posted, now time.Time, zone *time.Location) (text string, old bool) {
	if posted.IsZero() || posted.Sub(now) > 48*time.Hour {
		return "date not said", false
	}
	days := dayNumber(now.In(zone)) - dayNumber(posted.In(zone))
	switch {
	case days <= 0:
		return "today", false
	case days == 1:
		return "yesterday", false
	case days <= oldDays:
		return fmt.Sprintf("%d days ago", days), false
	case days < 365:
		return ago((days*2+30)/61, "month"), true
	default:
		return ago(days/365, "year"), true
	}
}

func ago(n int, unit string) string { return count(max(n, 1), unit) + " ago" }

// dayNumber numbers civil days, so that days of 23 and 25 hours count as one.
func dayNumber(t time.Time) int {
	y, m, d := t.Date()
	return int(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / 86400)
}

// clock names an instant as a person would from slot: the hour today, the day this week, else the date. Both are in
// the person's zone.
func clock(t, slot time.Time) string {
	switch days := dayNumber(slot) - dayNumber(t); {
	case days == 0:
		return t.Format("15:04")
	case days > 0 && days < 7:
		return t.Format("Mon 15:04")
	case t.Year() == slot.Year():
		return t.Format("2 January")
	default:
		return t.Format("2 January 2006")
	}
}

// count writes "1 job" or "1,204 jobs".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return number(n) + " " + noun + "s"
}

func number(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
