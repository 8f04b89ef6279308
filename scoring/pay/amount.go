package pay

import (
	"slices"
	"strings"
)

// amount is one figure of money: the number, its scale and the currency beside it.
type amount struct {
	start, end int // with the currency
	value      float64
	money      money
	scaled     bool // written in thousands: 60k, 60 T€
	yearly     bool // "LPA", lakhs per annum
	grouped    bool
	plain      int  // digits before the first separator
	plus       bool // "120k+"
}

// maxAmounts bounds the work on one text; no advert comes near it.
const maxAmounts = 600

// amounts finds every figure of s that could be money.
func amounts(s string) []amount {
	var out []amount
	for i := 0; i < len(s) && len(out) < maxAmounts; {
		if !isDigit(s[i]) {
			i++
			continue
		}
		a, next, ok := readAmount(s, i)
		if ok {
			out = append(out, a)
		}
		i = next
	}
	return out
}

// readAmount reads the figure whose first digit is s[i]. The second result is where to go on.
func readAmount(s string, i int) (amount, int, bool) {
	n := readNumber(s, i)
	before, start := currencyBefore(s, i)
	if before.code == "" && glued(s, i) {
		n.ok = false
	}
	if !n.ok {
		return amount{}, n.end, false
	}
	a := amount{start: start, value: n.value, money: before, grouped: n.grouped, plain: n.plain}
	end, ok := a.readScale(s, n.end)
	if !ok || a.scaled && n.value == 401 { // the American pension plan
		return amount{}, max(end, n.end), false
	}
	a.end = end
	after, end := currencyAfter(s, a.end)
	if after.code != "" && (a.money.code == "" || a.money.bare && !after.bare) {
		a.money, a.end = after, end
	} else if after.code == before.code {
		a.end = end
	}
	if a.money.code == "PHP" && a.value < 1000 { // the language: "PHP 8.2"
		return amount{}, a.end, false
	}
	if at(s, a.end) == '+' {
		a.plus, a.end = true, a.end+1
	}
	if a.money.code == "" && !a.scaled && counts(s, a.end) {
		return amount{}, a.end, false
	}
	return a, a.end, true
}

// glued reports whether the digit at s[i] belongs to a word, a code or an address rather than to a figure.
func glued(s string, i int) bool {
	if i == 0 {
		return false
	}
	c := s[i-1]
	if isASCIILetter(c) || isDigit(c) || strings.IndexByte("_#@=\\&", c) >= 0 {
		return true
	}
	if c == '.' || c == ':' || c == ',' {
		return isDigit(at(s, i-2)) || c == '.' && isASCIILetter(at(s, i-2))
	}
	return c >= 0x80 && lastIsLetter(s[:i])
}

// readScale reads what stands behind the digits: thousands, lakhs, or something that makes the figure no pay
// (millions, "37h", "2nd").
func (a *amount) readScale(s string, i int) (int, bool) {
	k := skipSpaces(s, i, 1)
	attached := k == i
	word, end := lettersOn(s, k)
	if word == "" {
		return i, true
	}
	sign, _ := currencyAfter(s, end)
	signed := sign.code != ""
	switch w := lower(word); {
	case w == "k" && (attached || signed || a.money.code != ""), w == "t" && at(s, end) == 0xE2 && signed,
		w == "tsd", w == "tausend", w == "thousand", w == "mil" && signed && !sign.bare:
		if w == "tsd" && at(s, end) == '.' {
			end++
		}
		a.scale(1000)
		return end, true
	case (w[0] == 'k' || w[0] == 't') && len(w) > 3 && codeOf(word[1:]) != "" && codes[strings.ToUpper(word[1:])]:
		a.scale(1000)
		return k + 1, true
	case slices.Contains([]string{"lpa", "lakh", "lakhs", "lac", "lacs"}, w):
		a.scale(1e5)
		a.yearly = w == "lpa"
		a.money = money{code: "INR"}
		return end, true
	case millions[w], attached && (w == "m" || w == "b" || w == "t"):
		return end, false
	case attached && codeOf(word) == "" && !a.takes(w):
		return end, false
	}
	return i, true
}

// takes reports whether a word may hang on the figure without a space: "2000brutto", "$50hr".
func (a *amount) takes(w string) bool {
	e := classify(w)
	return e.has(gross|pays|joiner) || e.period != "" || e.span != "" && a.money.code != ""
}

func (a *amount) scale(by float64) { a.value, a.scaled = a.value*by, true }

// millions are the words that make a figure a company's money, not a person's.
var millions = wordSet(`m€ mm mn mln mio mil million millions millionen millón millones milhão milhões miljoen b bn billion billions
	mrd milliarde milliarden milliard milliards tn trillion cr crore crores`)

// counted are the words behind a figure without currency that say what is counted.
var counted = wordSet(`h hour hours hr hrs std stunden stunde heures heure horas hora ore day days tage tagen tag jours jour día días dias
	week weeks wochen woche semaines semanas month months monate monaten mois meses year years yr yrs jahre jahren jahr ans años anos anni
	people employees mitarbeiter mitarbeitende mitarbeitenden personnes personas salariés collaborateurs empleados customers kunden clients
	words articles pages units orders requests companies users countries teams offices members mal times percent prozent rabattaktionen`)

// counts reports whether the figure that ends at s[i] counts things.
func counts(s string, i int) bool {
	k := skipSpaces(s, i, 2)
	if k == i && at(s, i) == '-' {
		k++ // "4-day"
	}
	if k == i {
		return false
	}
	word, _ := lettersOn(s, k)
	return word != "" && counted[lower(word)]
}
