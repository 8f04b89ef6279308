package profile

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/robfig/cron/v3"
)

const (
	maxCronLength = 100
	leastMinutes  = 15 // between two digests
)

// cronFields are the five fields in order, with what each may hold.
var cronFields = [5]struct{ name, values string }{
	{"minute", "0 to 59"}, {"hour", "0 to 23"}, {"day", "1 to 31"}, {"month", "1 to 12 or jan to dec"},
	{"weekday", "0 to 7 or sun to sat"},
}

// cronWords are the descriptors that are accepted.
var cronWords = []string{"@hourly", "@daily", "@midnight", "@weekly", "@monthly"}

// checkCron accepts a cron expression of five fields, Sunday being 0 or 7, or one of cronWords. It refuses one that
// never comes true and one that comes true more often than every 15 minutes.
func checkCron(expr string) error {
	switch {
	case strings.TrimSpace(expr) == "":
		return errors.New("the expression is empty")
	case len(expr) > maxCronLength:
		return fmt.Errorf("the expression is longer than %d characters", maxCronLength)
	case strings.Contains(expr, "TZ="):
		return errors.New("the expression names a zone: say the zone in timezone")
	}
	fields := strings.Fields(expr)
	if strings.HasPrefix(fields[0], "@") {
		return checkWord(fields)
	}
	if len(fields) != len(cronFields) {
		return fmt.Errorf("has %s, five are expected: minute hour day month weekday", count(len(fields)))
	}
	fields[4] = sundayAsZero(fields[4])
	for i, field := range fields {
		alone := []string{"*", "*", "*", "*", "*"}
		alone[i] = field
		if _, err := parseCron(strings.Join(alone, " ")); err != nil {
			return fmt.Errorf("the %s %s is not valid: it may be %s", cronFields[i].name, quoted(field), cronFields[i].values)
		}
	}
	schedule, err := parseCron(strings.Join(fields, " "))
	if err != nil {
		return err
	}
	switch {
	case !satisfiable(schedule):
		return errors.New("no day is ever the one that it names")
	case tooOften(schedule):
		return fmt.Errorf("comes true more often than every %d minutes", leastMinutes)
	}
	return nil
}

func checkWord(fields []string) error {
	word := fields[0]
	switch {
	case word == "@every":
		return errors.New("@every counts from the start of the program, so its times would move: name the hours")
	case len(fields) == 1 && slices.Contains(cronWords, word):
		return nil
	}
	return fmt.Errorf("%s is not known: the words are %s", quoted(strings.Join(fields, " ")), strings.Join(cronWords, ", "))
}

func count(fields int) string {
	if fields == 1 {
		return "1 field"
	}
	return fmt.Sprintf("%d fields", fields)
}

// parseCron guards the library's parser, which panics on some input.
func parseCron(expr string) (schedule *cron.SpecSchedule, err error) {
	defer func() {
		if recover() != nil {
			schedule, err = nil, errors.New("the expression cannot be read")
		}
	}()
	parsed, err := cron.ParseStandard(expr)
	if err != nil {
		return nil, fmt.Errorf("the expression cannot be read: %w", err)
	}
	schedule, ok := parsed.(*cron.SpecSchedule)
	if !ok || schedule.Minute&valueBits == 0 || schedule.Hour&valueBits == 0 || schedule.Dom&valueBits == 0 ||
		schedule.Month&valueBits == 0 || schedule.Dow&valueBits == 0 {
		return nil, errors.New("the expression names no time")
	}
	return schedule, nil
}

// The library keeps the values of a field as bits, and in the highest whether the field was a star.
const (
	starBit   = uint64(1) << 63
	valueBits = starBit - 1
)

// satisfiable reports whether any day fits. Where day and weekday are both named, either will do.
func satisfiable(s *cron.SpecSchedule) bool {
	if s.Dom&starBit != 0 || s.Dow&starBit == 0 {
		return true
	}
	days := [12]int{31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
	first := bits.TrailingZeros64(s.Dom & valueBits)
	for i, last := range days {
		if s.Month&(1<<(i+1)) != 0 && first <= last {
			return true
		}
	}
	return false
}

// tooOften reports whether two times lie closer than leastMinutes, also across the hour.
func tooOften(s *cron.SpecSchedule) bool {
	var minutes []int
	for m := range 60 {
		if s.Minute&(1<<m) != 0 {
			minutes = append(minutes, m)
		}
	}
	for i := 1; i < len(minutes); i++ {
		if minutes[i]-minutes[i-1] < leastMinutes {
			return true
		}
	}
	if minutes[0]+60-minutes[len(minutes)-1] >= leastMinutes {
		return false
	}
	for h := range 24 {
		if s.Hour&(1<<h) != 0 && s.Hour&(1<<((h+1)%24)) != 0 {
			return true
		}
	}
	return false
}

// sundayAsZero rewrites the last field of an expression so that 7 is 0, which is all that the library reads.
func sundayAsZero(expr string) string {
	fields := strings.Fields(expr)
	if len(fields) == 0 {
		return expr
	}
	last := len(fields) - 1
	parts := strings.Split(fields[last], ",")
	for i, part := range parts {
		parts[i] = weekdayPart(part)
	}
	fields[last] = strings.Join(parts, ",")
	return strings.Join(fields, " ")
}

// weekdayPart rewrites "7" and ranges that end in 7, as "5-7" or "1-7/2", into lists.
func weekdayPart(part string) string {
	span, stepText, stepped := strings.Cut(part, "/")
	low, high, ranged := strings.Cut(span, "-")
	if part == "7" {
		return "0"
	}
	from, err := strconv.Atoi(low)
	if !ranged || high != "7" || err != nil || from < 0 || from > 7 {
		return part
	}
	step := 1
	if stepped {
		if step, err = strconv.Atoi(stepText); err != nil || step < 1 || step > 7 {
			return part
		}
	}
	var days []string
	for day := from; day <= 7; day += step {
		days = append(days, strconv.Itoa(day%7))
	}
	return strings.Join(days, ",")
}
