package digest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// weekdays names the day fields that people write; other cron expressions are shown as they are.
var weekdays = map[string]string{
	"*": "every day", "?": "every day", "1-5": "on weekdays", "mon-fri": "on weekdays",
	"0": "on Sundays", "7": "on Sundays", "1": "on Mondays", "2": "on Tuesdays", "3": "on Wednesdays",
	"4": "on Thursdays", "5": "on Fridays", "6": "on Saturdays",
	"sun": "on Sundays", "mon": "on Mondays", "tue": "on Tuesdays", "wed": "on Wednesdays",
	"thu": "on Thursdays", "fri": "on Fridays", "sat": "on Saturdays",
}

// schedule says in words when the digests come: "every day at 08:00 and 18:00, Europe/Berlin time".
func schedule(crons []string, zone string) string {
	times := map[string][]string{} // days → hours
	var order, raw []string
	for _, expr := range crons {
		days, hours, ok := plain(expr)
		if !ok {
			raw = append(raw, "“"+line(expr, maxWord)+"”")
			continue
		}
		if times[days] == nil {
			order = append(order, days)
		}
		times[days] = append(times[days], hours...)
	}
	var parts []string
	for _, days := range order {
		hours := times[days]
		slices.Sort(hours)
		parts = append(parts, days+" at "+list(slices.Compact(hours)))
	}
	if len(raw) > 0 {
		parts = append(parts, "by cron "+list(first(raw, maxRules)))
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("%s, %s time", strings.Join(parts, "; "), zone)
}

// plain reads a cron expression that names only hours of the day and days of the week.
func plain(expr string) (days string, hours []string, ok bool) {
	f := strings.Fields(strings.ToLower(expr))
	if len(f) != 5 || f[2] != "*" && f[2] != "?" || f[3] != "*" {
		return "", nil, false
	}
	if days, ok = weekdays[f[4]]; !ok {
		return "", nil, false
	}
	minute, err := strconv.Atoi(f[0])
	if err != nil || minute < 0 || minute > 59 {
		return "", nil, false
	}
	for h := range strings.SplitSeq(f[1], ",") {
		hour, err := strconv.Atoi(h)
		if err != nil || hour < 0 || hour > 23 || len(hours) == 24 {
			return "", nil, false
		}
		hours = append(hours, fmt.Sprintf("%02d:%02d", hour, minute))
	}
	return days, hours, true
}

// list joins words as a sentence does: "a", "a and b", "a, b and c".
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// first keeps the first n words and says how many it left out.
func first(words []string, n int) []string {
	if len(words) <= n {
		return words
	}
	return append(slices.Clone(words[:n]), number(len(words)-n)+" more")
}
