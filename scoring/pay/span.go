package pay

import (
	"strings"
	"unicode/utf8"

	"shortlist/scoring"
)

// span is what one stretch of the text says of pay: a figure or a range, with what the words around it say.
type span struct {
	start, end int
	lo, hi     float64
	money      money
	period     scoring.Period
	ranged     bool
	sized      bool // written as money is: in thousands, grouped, or with a currency
	plus       bool
	yearly     bool
	plain      int
	tongue     tongue
	total      bool
	atLeast    bool
	atMost     bool
	strong     bool // a word near it names pay
}

// maxGap is the longest text, in bytes, that joins two figures to a range.
const maxGap = 60

// spans joins figures to ranges.
func spans(text, low string, figures []amount) []span {
	var out []span
	for i := 0; i < len(figures); i++ {
		a := figures[i]
		if i+1 < len(figures) {
			if s, ok := join(text, low, a, figures[i+1]); ok {
				out = append(out, s)
				i++
				continue
			}
		}
		out = append(out, span{start: a.start, end: a.end, lo: a.value, hi: a.value, money: a.money, plus: a.plus, yearly: a.yearly,
			sized: a.money.code != "" || a.scaled || a.grouped, plain: a.plain})
	}
	return out
}

// join reads a and b as one range where the text between them says so. Thousands written once count for both.
func join(text, low string, a, b amount) (span, bool) {
	if b.start < a.end || b.start-a.end > maxGap || !joins(low, a, b.start) {
		return span{}, false
	}
	lo, hi := a, b
	switch {
	case lo.scaled && !hi.scaled && hi.value < 1000 && hi.value >= lo.value/1000:
		hi.scale(1000)
	case hi.scaled && !lo.scaled && lo.value < 1000 && lo.value <= hi.value/thousand(hi):
		lo.scale(thousand(hi))
	}
	if lo.value > hi.value {
		if a.money.code == "" || b.money.code == "" {
			return span{}, false
		}
		lo, hi = hi, lo
	}
	if lo.value*50 < hi.value {
		return span{}, false
	}
	m := a.money.or(b.money)
	if !a.money.bare && !b.money.bare && a.money.code != "" && b.money.code != "" && a.money.code != b.money.code {
		return span{}, false
	}
	return span{start: a.start, end: b.end, lo: lo.value, hi: hi.value, money: m, ranged: true, plus: b.plus, yearly: a.yearly || b.yearly,
		sized: m.code != "" || a.scaled || b.scaled || a.grouped && b.grouped, plain: min(a.plain, b.plain)}, true
}

// thousand is the scale of a scaled figure.
func thousand(a amount) float64 {
	if a.money.code == "INR" && a.value >= 1e5 {
		return 1e5
	}
	return 1000
}

// joins reports whether the text between a and the figure at end makes a range of them: a dash, a slash, "to", "bis",
// or "and" after "between". Words of period and currency may stand before it ("$20/hr - $25/hr").
func joins(low string, a amount, end int) bool {
	gap := withoutBrackets(low[a.end:end])
	if strings.ContainsAny(gap, "\n•;|") {
		return false
	}
	joined, words := false, 0
	for i := 0; i < len(gap); {
		r, w := utf8.DecodeRuneInString(gap[i:])
		switch {
		case letterWidth(gap, i) > 0:
			word, to := lettersOn(gap, i)
			e := classify(word)
			switch {
			case e.has(joiner), e.has(both) && opened(low, a.start):
				joined = true
			case joined:
				if !e.has(filler) {
					return false
				}
			case e.period == "" && e.span == "" && !e.has(gross|unit|total) && codeOf(word) == "":
				return false
			}
			i = to
			if words++; words > 5 {
				return false
			}
			continue
		case strings.ContainsRune("-–—‒―−~→", r):
			joined = true
		case r == '/':
			joined = joined || strings.TrimSpace(gap) == "/"
		case spaceWidth(gap, i) > 0, strings.ContainsRune("+.()$€", r):
		default:
			return false
		}
		i += w
	}
	return joined
}

// withoutBrackets drops a remark in brackets: "$67,500 (entry level) – $79,000".
func withoutBrackets(gap string) string {
	from, to := strings.IndexByte(gap, '('), strings.IndexByte(gap, ')')
	if from < 0 || to < from {
		return gap
	}
	return gap[:from] + gap[to+1:]
}

// opened reports whether "between" or its like stands shortly before the figure.
func opened(low string, start int) bool {
	from := max(0, start-40)
	for i := from; i < start; {
		w := letterWidth(low, i)
		if w == 0 {
			i++
			continue
		}
		word, to := lettersOn(low[:start], i)
		if to <= i {
			to = i + w
		}
		if classify(word).has(opener) {
			return true
		}
		i = to
	}
	return false
}
