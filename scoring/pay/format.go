package pay

import (
	"strconv"
	"strings"

	"shortlist/scoring"
)

// prefixes are the signs readers know; every other currency is written as its code.
var prefixes = map[string]string{"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "CAD": "CA$", "AUD": "A$"}

var periodPhrases = map[scoring.Period]string{
	scoring.PerHour: " an hour", scoring.PerDay: " a day", scoring.PerWeek: " a week", scoring.PerFortnight: " a fortnight",
	scoring.PerMonth: " a month", scoring.PerYear: " a year",
}

// Format writes p for a reader: "€60,000–80,000 a year", "from €2,000 a month", "up to $300,000 a year",
// "CHF 100,000 a year". It is empty where no figure is known.
func Format(p scoring.Pay) string {
	if !p.Known() {
		return ""
	}
	sign := prefixes[p.Currency]
	if sign == "" && p.Currency != "" {
		sign = p.Currency + " "
	}
	var b strings.Builder
	switch {
	case p.Max <= 0:
		b.WriteString("from " + sign + figure(p.Min))
	case p.Min <= 0:
		b.WriteString("up to " + sign + figure(p.Max))
	case p.Min == p.Max:
		b.WriteString(sign + figure(p.Min))
	default:
		b.WriteString(sign + figure(p.Min) + "–" + figure(p.Max))
	}
	b.WriteString(periodPhrases[p.Period])
	return b.String()
}

// figure writes v with thousands separators, and with cents where it has any: "17.20" and not "17.2".
func figure(v float64) string {
	s := strconv.FormatFloat(v, 'f', 2, 64)
	s = strings.TrimSuffix(s, ".00")
	whole, decimals, cut := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if cut {
		return whole + "." + decimals
	}
	return whole
}
