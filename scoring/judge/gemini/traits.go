package gemini

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// thinking is how a model is told to think as little as it can, and how many tokens that may still take: they count against the
// limit of the answer.
type thinking struct {
	config  string
	reserve int
}

// traits are what differs between generations of models.
type traits struct {
	sampling bool // takes a temperature; newer models ignore or refuse it
	thinking *thinking
}

// traitsOf reads the generation from a name such as gemini-3.5-flash-lite. A name without a number (gemini-flash-latest) is the
// newest generation; a model of another family is told nothing.
func traitsOf(name string) traits {
	rest, isGemini := strings.CutPrefix(name, "gemini-")
	if !isGemini {
		return traits{}
	}
	number, _, _ := strings.Cut(rest, "-")
	version, err := strconv.ParseFloat(number, 64)
	pro := strings.Contains(rest, "pro")
	switch {
	case err != nil || version >= 3:
		if pro {
			return traits{thinking: &thinking{`{"thinkingLevel":"low"}`, 2048}}
		}
		return traits{thinking: &thinking{`{"thinkingLevel":"minimal"}`, 512}}
	case version >= 2.5 && pro:
		return traits{sampling: true, thinking: &thinking{`{"thinkingBudget":128}`, 128}} // its least
	case version >= 2.5:
		return traits{sampling: true, thinking: &thinking{`{"thinkingBudget":0}`, 0}}
	}
	return traits{sampling: true}
}

// retirements are models that Google has ended or will end, by the start of their name; the first that fits counts. Empty `except`
// means all. From ai.google.dev/gemini-api/docs/deprecations.
var retirements = [...]struct{ start, except, on string }{
	{"gemini-1.", "", "2025-09-29"},
	{"gemini-2.0-", "", "2026-06-01"},
	{"gemini-2.5-flash", "gemini-2.5-flash-lite", "2026-12-01"},
	{"gemini-2.5-pro", "", "2026-12-01"},
}

// Retirement says in a sentence that a model has ended or will end, and whether it has. The sentence is empty for a model of which
// no end is known.
func Retirement(model string, now time.Time) (sentence string, retired bool) {
	for _, r := range retirements {
		if !strings.HasPrefix(model, r.start) || r.except != "" && strings.HasPrefix(model, r.except) {
			continue
		}
		on, err := time.Parse(time.DateOnly, r.on)
		if err != nil || now.Before(on) {
			return fmt.Sprintf("%s will be retired on %s; %s takes its place", model, r.on, DefaultModel), false
		}
		return fmt.Sprintf("%s was retired on %s; set judge.model to %s", model, r.on, DefaultModel), true
	}
	return "", false
}
