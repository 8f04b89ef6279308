package schedule

import (
	"errors"
	"fmt"
	"strings"

	"github.com/robfig/cron/v3"
)

// maxLength bounds an expression, in bytes.
const maxLength = 100

// Expr is one cron expression without a zone. It is immutable; the zero Expr matches nothing.
type Expr struct {
	text string

	// Bit n stands for the value n.
	minute, hour, dom, month, dow uint64

	bothDays bool // a day must match day of month and day of week, not just one of them
	interval bool // counts an interval: runs in both passes of a repeated hour and leaves skipped times out
}

// String returns the expression as it was written, with single spaces.
func (e Expr) String() string { return e.text }

// parser reads five fields or a descriptor. Only its bit sets are used.
var parser = cron.NewParser(cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow | cron.Descriptor)

// ParseExpr reads a cron expression of five fields or one of @hourly, @daily, @midnight, @weekly, @monthly, @yearly and
// @annually. It refuses an expression that is longer than 100 bytes, names a zone, stays without a slot for eight years
// or has two slots less than MinGap apart. The error names the expression, what is wrong and what to write instead.
func ParseExpr(expr string) (Expr, error) {
	e, err := parseExpr(expr)
	if err != nil {
		return Expr{}, fmt.Errorf("schedule %q: %w", clip(expr), err)
	}
	return e, nil
}

func parseExpr(expr string) (Expr, error) {
	if len(expr) > maxLength {
		return Expr{}, fmt.Errorf("is %d bytes long where %d are allowed: split it into several expressions", len(expr), maxLength)
	}
	text := strings.Join(strings.Fields(expr), " ")
	spec := strings.ToLower(text)
	var words []string
	var err error
	switch {
	case text == "":
		err = errors.New(`is empty: write minute hour day-of-month month day-of-week, for example "0 8 * * *"`)
	case strings.HasPrefix(spec, "tz=") || strings.HasPrefix(spec, "cron_tz="):
		err = errors.New("names a time zone: the zone belongs in the profile's timezone, not in the expression")
	case spec[0] == '@':
		err = checkDescriptor(spec)
	default:
		if words, err = checkFields(strings.Fields(spec)); err == nil {
			spec = strings.Join(words, " ")
		}
	}
	if err != nil {
		return Expr{}, err
	}
	sets, err := bitSets(spec)
	if err != nil {
		return Expr{}, explain(words, err)
	}
	e := newExpr(text, sets)
	if words == nil {
		e.bothDays, e.interval = true, spec == "@hourly" // each descriptor leaves one of the day fields open
	} else {
		// Read from the text: the parser forgets the star of "*/2", and counts one that does not come first.
		e.bothDays, e.interval = startsWithStar(words[2]) || startsWithStar(words[4]), startsWithStar(words[1])
	}
	return e, e.check()
}

// bitSets runs the parser, whose panics on odd input are errors here.
func bitSets(spec string) (sets *cron.SpecSchedule, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("is not understood (%v): write five fields, for example %q", r, "0 8 * * *")
		}
	}()
	parsed, err := parser.Parse(spec)
	if err != nil {
		return nil, err
	}
	sets, ok := parsed.(*cron.SpecSchedule)
	if !ok {
		return nil, fmt.Errorf("does not name clock times: write five fields, for example %q", "0 8 * * *")
	}
	return sets, nil
}

// newExpr takes the values of the parser's sets, without the mark of a star in their top bit.
func newExpr(text string, sets *cron.SpecSchedule) Expr {
	const values = 1<<60 - 1
	return Expr{
		text:   text,
		minute: sets.Minute & values,
		hour:   sets.Hour & values,
		dom:    sets.Dom & values,
		month:  sets.Month & values,
		dow:    sets.Dow & values,
	}
}

func startsWithStar(word string) bool { return word[0] == '*' || word[0] == '?' }

// clip shortens a foreign text for a message.
func clip(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
