package schedule

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"time"
)

const (
	mondayToFriday = 1<<6 - 2
	mostNamed      = 4 // times, days or months that a description lists by name
)

// Describe says in plain English when the expression runs ("every day at 08:00", "Monday to Friday at 08:00 and
// 18:00", "every 30 minutes"), and returns the expression itself where it is not of a common form.
func (e Expr) Describe() string {
	days, times := e.describeDays(), e.describeTimes()
	switch {
	case days == "" || times == "":
		return e.text
	case strings.HasPrefix(times, "at "):
		return days + " " + times
	case days == "every day":
		return times
	}
	return times + ", " + days
}

// Describe says in plain English when the schedule runs, expressions of the same days together: "every day at 08:00 and
// 18:00; Monday to Friday at 12:00, Europe/Berlin time". It is empty for the zero Schedule.
func (s Schedule) Describe() string {
	times := map[string][]string{} // of days that have plain times
	var parts []string
	for _, e := range s.exprs {
		days, at := e.describeDays(), strings.TrimPrefix(e.describeTimes(), "at ")
		if days == "" || at == "" || at == e.describeTimes() {
			days, at = e.Describe(), ""
		}
		if _, ok := times[days]; !ok {
			parts = append(parts, days)
		}
		if at != "" {
			times[days] = append(times[days], strings.Split(strings.ReplaceAll(at, " and ", ", "), ", ")...)
		} else {
			times[days] = nil
		}
	}
	if len(parts) == 0 {
		return ""
	}
	for i, days := range parts {
		if at := times[days]; len(at) > 0 {
			slices.Sort(at)
			parts[i] = days + " at " + list(slices.Compact(at))
		}
	}
	return strings.Join(parts, "; ") + ", " + s.loc.String() + " time"
}

// describeTimes returns "at 08:00 and 18:00", "every 30 minutes from 08:00 to 17:30" or "every hour"; empty where the
// times are many and uneven.
func (e Expr) describeTimes() string {
	var minutes []int
	for m, ok := e.nextMinute(0); ok && m < 24*60; m, ok = e.nextMinute(m + 1) {
		minutes = append(minutes, m)
	}
	if n := len(minutes); n <= mostNamed {
		names := make([]string, n)
		for i, m := range minutes {
			names[i] = clock(m)
		}
		return "at " + list(names)
	}
	step := minutes[1] - minutes[0]
	for i := 2; i < len(minutes); i++ {
		if minutes[i]-minutes[i-1] != step {
			return ""
		}
	}
	every := fmt.Sprintf("every %d minutes", step)
	switch {
	case step == 60:
		every = "every hour"
	case step%60 == 0:
		every = fmt.Sprintf("every %d hours", step/60)
	}
	switch {
	case len(minutes)*step < 24*60:
		return fmt.Sprintf("%s from %s to %s", every, clock(minutes[0]), clock(minutes[len(minutes)-1]))
	case minutes[0] > 0:
		return every + " from " + clock(minutes[0])
	}
	return every
}

// describeDays returns "every day", "every Monday", "on the 1st of each month" and the like; empty where the days are
// many or the fields restrict each other.
func (e Expr) describeDays() string {
	months, ok := e.describeMonths()
	domOpen, dowOpen := e.dom == allDaysOfMonth, e.dow == allWeekdays
	if !e.bothDays && (domOpen || dowOpen) {
		domOpen, dowOpen = true, true // either matches, so one open field opens the other
	}
	switch {
	case !ok:
		return ""
	case domOpen && dowOpen:
		return "every day" + prefixed(" in ", months)
	case domOpen:
		return e.weekdays() + prefixed(" in ", months)
	}
	ordinals := named(e.dom, 31, ordinal)
	if ordinals == "" {
		return ""
	}
	of := months
	if of == "" {
		of = "each month"
		if e.dom>>29 != 0 {
			of += " that has it"
		}
	}
	switch {
	case dowOpen:
		return fmt.Sprintf("on the %s of %s", ordinals, of)
	case !e.bothDays && months == "":
		return fmt.Sprintf("%s and on the %s of %s", e.weekdays(), ordinals, of)
	}
	return ""
}

// weekdays returns "Monday to Friday" or "every Monday and Thursday".
func (e Expr) weekdays() string {
	if e.dow == mondayToFriday {
		return "Monday to Friday"
	}
	var names []string
	for i := 1; i <= 7; i++ { // the week begins on Monday
		if day := time.Weekday(i % 7); e.dow>>uint(day)&1 == 1 {
			names = append(names, day.String())
		}
	}
	return "every " + list(names)
}

// describeMonths returns the months' names, empty for all; ok is false where they are too many to name.
func (e Expr) describeMonths() (names string, ok bool) {
	if e.month == allMonths {
		return "", true
	}
	names = named(e.month, 12, func(n int) string { return time.Month(n).String() })
	return names, names != ""
}

// named lists the names of the set's values up to most; empty where they are too many to name.
func named(set uint64, most int, name func(int) string) string {
	if bits.OnesCount64(set) > mostNamed {
		return ""
	}
	var names []string
	for n := 1; n <= most; n++ {
		if set>>uint(n)&1 == 1 {
			names = append(names, name(n))
		}
	}
	return list(names)
}

func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

func ordinal(n int) string {
	suffix := "th"
	switch {
	case n/10 == 1:
	case n%10 == 1:
		suffix = "st"
	case n%10 == 2:
		suffix = "nd"
	case n%10 == 3:
		suffix = "rd"
	}
	return fmt.Sprintf("%d%s", n, suffix)
}

// list joins names as "a, b and c".
func list(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

func clock(minute int) string { return fmt.Sprintf("%02d:%02d", minute/60, minute%60) }
