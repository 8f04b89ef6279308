package schedule

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// fields describes the five fields, in order.
var fields = [5]struct {
	name, takes string
	max         int // the largest value and so the largest step
}{
	{"minute", "0-59", 59},
	{"hour", "0-23", 23},
	{"day-of-month", "1-31", 31},
	{"month", "1-12 or jan-dec", 12},
	{"day-of-week", "0-7 or sun-sat (0 and 7 are Sunday)", 7},
}

var weekdayNames = []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// item is one entry of a field's list: a star, a value or a range, then a step.
var item = regexp.MustCompile(`^(?:[*?]|([0-9]{1,2}|[a-z]{3})(?:-([0-9]{1,2}|[a-z]{3}))?)(?:/([0-9]{1,2}))?$`)

// checkDescriptor refuses the descriptors that do not name a time.
func checkDescriptor(spec string) error {
	switch name, _, more := strings.Cut(spec, " "); name {
	case "@every":
		return errors.New(`counts from the start of the daemon, so each restart moves it: write clock times, for example "0 */6 * * *"`)
	case "@reboot":
		return errors.New(`runs when the daemon starts and not at a time: write clock times, for example "0 8 * * *"`)
	case "@hourly", "@daily", "@midnight", "@weekly", "@monthly", "@yearly", "@annually":
		if more {
			return fmt.Errorf("has text after %s: write %s alone", name, name)
		}
		return nil
	}
	return errors.New("is not known: write @hourly, @daily, @weekly, @monthly, @yearly or five fields")
}

// checkFields holds each field to the forms that are supported and returns the fields with a Sunday of 7 as 0. The
// parser alone would let "1,,2", "*-5" and "+3" through.
func checkFields(words []string) ([]string, error) {
	if n := len(words); n != len(fields) {
		noun := "fields"
		if n == 1 {
			noun = "field"
		}
		return nil, fmt.Errorf("has %d %s where five are expected: minute hour day-of-month month day-of-week", n, noun)
	}
	for i, word := range words {
		f := fields[i]
		items := strings.Split(word, ",")
		for j, it := range items {
			m := item.FindStringSubmatch(it)
			if m == nil {
				return nil, fmt.Errorf("the %s field %q is not understood: write values (%s), lists a,b, ranges a-b and steps */n; L, W and # are not supported",
					f.name, word, f.takes)
			}
			if step, _ := strconv.Atoi(m[3]); step > f.max {
				return nil, fmt.Errorf("the %s field %q has a step past its end: it takes %s, and steps start anew there",
					f.name, word, f.takes)
			}
			if f.name == "day-of-week" {
				items[j] = sundayAsZero(it, m[1], m[2], m[3])
			}
		}
		words[i] = strings.Join(items, ",")
	}
	return words, nil
}

// sundayAsZero rewrites an item that counts Sunday as 7 ("7", "5-7", "fri-sun", "1-7/2") as a list of 0 to 6. Any other
// item stays as it is, the wrong ones too: the parser refuses them.
func sundayAsZero(it, low, high, step string) string {
	first, last := weekday(low), weekday(high)
	switch {
	case high == "" && first == 7:
		return "0"
	case high == "sun" && first > 0:
		last = 7
	}
	if first < 0 || last != 7 {
		return it
	}
	by := 1
	if step != "" {
		by, _ = strconv.Atoi(step)
	}
	if by < 1 {
		return it
	}
	var days []string
	for day := first; day <= 7; day += by {
		days = append(days, strconv.Itoa(day%7))
	}
	if days == nil {
		return it
	}
	return strings.Join(days, ",")
}

// weekday returns the number of a weekday's number or name, -1 for anything else.
func weekday(s string) int {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	return slices.Index(weekdayNames, s)
}

// explain turns the parser's error into one that names the field.
func explain(words []string, err error) error {
	for i, word := range words {
		alone := []string{"*", "*", "*", "*", "*"}
		alone[i] = word
		if _, refused := bitSets(strings.Join(alone, " ")); refused != nil {
			return fmt.Errorf("the %s field %q is out of range: it takes %s, ranges go from low to high, and a step is at least 1",
				fields[i].name, word, fields[i].takes)
		}
	}
	return err
}
