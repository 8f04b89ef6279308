// Package pay reads what a job pays from structured fields and from free text.
package pay

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"shortlist/scoring"
)

const (
	maxText  = 128 << 10 // bytes of a text that are read
	maxField = 80        // bytes up to which a text is read as a salary field
	maxRaw   = 200       // runes of Pay.Raw
	maxPay   = 1e10      // no pay is larger, in any currency
)

// FromText finds the pay in free text: a salary field or a whole advert, in English, German, French or Spanish. Raw is
// the span as written, of at most 200 runes. The zero Pay means that none was found.
//
// A range gives both bounds; several ranges for one role merge to the widest. A single figure gives both bounds too,
// but only the lower one in German and Spanish adverts, where the figure by custom (in Austria by law) is the least
// that is paid. "From" and "up to" give one bound.
func FromText(text string) scoring.Pay {
	text = clip(text)
	if len(text) <= maxField && !strings.Contains(strings.TrimSpace(text), "\n") && !strings.Contains(text, ". ") {
		if p := read(text, brief); p.Known() {
			return p
		}
	}
	return read(text, advert)
}

// FromField reads a board's own salary field, where no word needs to say that pay is meant. Raw is the whole field, of
// at most 200 runes, even where no figure can be read ("competitive"); an empty field or a dash gives the zero Pay.
func FromField(raw string) scoring.Pay {
	raw = oneLine(raw)
	if strings.Trim(raw, "-–—./ ") == "" {
		return scoring.Pay{}
	}
	p := read(clip(raw), field)
	p.Raw = truncate(raw)
	return p
}

// FromNumbers reads structured fields. Zero, negative, infinite and absurd bounds are none; swapped bounds are put
// right; currency is an ISO 4217 code or a sign. Period is the board's own word ("annual", "yearly", "hour"); where it
// says nothing, or what cannot be, the size tells (below 500 an hour, from 15,000 a year) or it stays unknown.
func FromNumbers(minimum, maximum float64, currency, period string) scoring.Pay {
	lo, hi := sane(minimum), sane(maximum)
	if lo == 0 && hi == 0 {
		return scoring.Pay{}
	}
	if hi != 0 && lo > hi {
		lo, hi = hi, lo
	}
	p := scoring.Pay{Min: lo, Max: hi, Currency: parseCurrency(currency), Period: parsePeriod(period)}
	switch {
	case p.Period == scoring.PerUnknown:
		p.Period = guess(lo, hi, p.Currency)
	case !plausible(lo, hi, p.Currency, p.Period) && p.Period == scoring.PerYear:
		p.Period = scoring.PerUnknown
	}
	p.Raw = rawNumbers(p)
	return p
}

// sane is v where it can be pay, else 0.
func sane(v float64) float64 {
	if !(v > 0 && v <= maxPay) {
		return 0
	}
	return v
}

func rawNumbers(p scoring.Pay) string {
	num := func(v float64) string { return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64) }
	var parts []string
	switch {
	case p.Max == 0:
		parts = append(parts, "from", num(p.Min))
	case p.Min == 0:
		parts = append(parts, "up to", num(p.Max))
	case p.Min == p.Max:
		parts = append(parts, num(p.Min))
	default:
		parts = append(parts, num(p.Min)+"-"+num(p.Max))
	}
	if p.Currency != "" {
		parts = append(parts, p.Currency)
	}
	if p.Period != "" {
		parts = append(parts, "per "+string(p.Period))
	}
	return strings.Join(parts, " ")
}

// parseCurrency is the ISO code a board's currency field names, or "".
func parseCurrency(s string) string {
	s = strings.TrimSpace(s)
	if code := codeOf(strings.ToUpper(s)); code != "" {
		return code
	}
	if m, start := currencyBefore(s, len(s)); m.code != "" && start == 0 {
		return m.code
	}
	if len(s) != 3 {
		return ""
	}
	for i := range 3 {
		if !isASCIILetter(s[i]) {
			return ""
		}
	}
	return strings.ToUpper(s)
}

// parsePeriod reads a board's period word, in any of the languages.
func parsePeriod(s string) scoring.Period {
	word := lower(strings.TrimSpace(s))
	word = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(word, "per-"), "per "), "-salary")
	if strings.HasPrefix(word, "bi") && strings.HasSuffix(word, "weekly") {
		return scoring.PerFortnight
	}
	e := classify(strings.TrimSuffix(word, "-wage"))
	if e.period != "" {
		return e.period
	}
	return e.span
}

// clip bounds a text, at a rune's start.
func clip(s string) string {
	if len(s) <= maxText {
		return s
	}
	n := maxText
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// oneLine trims s and writes each run of white space as one space.
func oneLine(s string) string {
	return strings.Join(strings.Fields(clip(strings.ToValidUTF8(s, ""))), " ")
}

// truncate cuts s to maxRaw runes.
func truncate(s string) string {
	n := 0
	for i := range s {
		if n == maxRaw {
			return strings.TrimSpace(s[:i])
		}
		n++
	}
	return s
}
