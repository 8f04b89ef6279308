package pay

import "strings"

// scope is the stretch of text before a figure that speaks of it.
type scope struct {
	from  int  // its start
	line  int  // the start of the figure's line
	colon bool // the figure, or its line, is labelled with a colon
}

// shortLead is the longest start of a line, in bytes, that is still completed by the line above: "From $50,000".
const shortLead = 16

// scopeOf finds the clause of the figure at start: back to a sentence's end, a bullet or a line break. A line that
// holds next to nothing before the figure has its label on the line above, unless that is an item of a list.
func scopeOf(low string, start int) scope {
	limit := max(0, start-backWindow)
	sc := scope{from: limit, line: limit, colon: endsWithColon(low[limit:start])}
	wordy, above := false, false
	for i := start; i > limit; i-- {
		switch c := low[i-1]; {
		case isASCIILetter(c):
			wordy = true
		case c == '\n':
			if above && wordy || start-i > shortLead && wordy {
				sc.from = i
				return sc.label(low, above, start, i)
			}
			if wordy || !above {
				sc.line, sc.colon = i, sc.colon || endsWithColon(low[limit:i])
			}
			wordy, above = false, true
		case c == '!' || c == '?' || c == '|',
			c == '.' && (at(low, i) == ' ' || at(low, i) == '\n') && endsSentence(low[:i-1]) && (wordy || !above),
			c == 0xA2 && strings.HasSuffix(low[:i], "•") && wordy:
			sc.from = i
			return sc.label(low, above, start, i)
		}
	}
	return sc.label(low, above, start, limit)
}

// label settles whether the line above, which starts at i, labels the figure's line.
func (sc scope) label(low string, above bool, start, i int) scope {
	if !above {
		sc.line = i
		return sc
	}
	item := strings.TrimLeft(low[i:start], " \t")
	if !sc.colon && (strings.HasPrefix(item, "- ") || strings.HasPrefix(item, "* ") || strings.HasSuffix(low[:i], "•")) {
		sc.from = sc.line
	}
	return sc
}

func endsWithColon(s string) bool { return strings.HasSuffix(strings.TrimRight(s, " \t\n"), ":") }

// headedPay is the distance of a word of pay that stands in a heading above a list of figures.
const headedPay = 10

// headed reports whether a line shortly above, ending with a colon, names pay: "Pay range:" over a list of levels.
func headed(low string, sc scope) bool {
	end := sc.line
	for range 5 {
		if end <= 0 {
			return false
		}
		from := strings.LastIndexByte(low[max(0, end-1-backWindow):end-1], '\n') + 1 + max(0, end-1-backWindow)
		if line := low[from : end-1]; endsWithColon(line) {
			var buf [backWords]word
			for _, w := range clauseWords(line, 0, len(line), buf[:0]) {
				if classify(w.text).has(pays) {
					return true
				}
			}
		}
		end = from
	}
	return false
}

// endsSentence reports whether a full stop after s ends a sentence, rather than an abbreviation or an ordinal.
func endsSentence(s string) bool {
	i := len(s)
	for i > 0 && len(s)-i < 4 && (isASCIILetter(s[i-1]) || s[i-1] >= 0x80 || isDigit(s[i-1]) || s[i-1] == ')') {
		i--
	}
	return len(s)-i >= 4 || len(s)-i == 3 && isDigit(at(s, len(s)-1)) || at(s, len(s)-1) == ')'
}
