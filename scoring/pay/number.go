package pay

import "strings"

// maxDigits is the most digits a figure may have: anything longer is an account or phone number.
const maxDigits = 12

// number is a run of digits with its separators.
type number struct {
	value   float64
	end     int  // offset after the last byte
	grouped bool // written with thousands separators
	plain   int  // digits before any separator
	ok      bool // false for dates, versions, clock times, percentages
}

// readNumber reads the number that starts at s[i], a digit. It knows 60,000.00, 60.000,00, 60 000, 60'000, 12,00,000
// (Indian groups), 31,2 and the empty decimals of "2.500,-".
func readNumber(s string, i int) number {
	j := skipDigits(s, i)
	n := number{value: digitsValue(s[i:j]), end: j, plain: j - i, ok: j-i <= maxDigits}
	if !n.ok {
		return n
	}
	sep := n.readGroups(s, i)
	n.readDecimals(s, sep)
	if c := at(s, n.end); (c == '.' || c == ',' || c == ':') && isDigit(at(s, n.end+1)) {
		n.ok = false
		for n.end < len(s) && (isDigit(s[n.end]) || strings.IndexByte(".,:", s[n.end]) >= 0) {
			n.end++
		}
	}
	k := skipSpaces(s, n.end, 1)
	if at(s, k) == '%' {
		n.ok = false
	}
	return n
}

// readGroups reads the groups of three after the first digits and returns the separator they use.
func (n *number) readGroups(s string, i int) rune {
	if n.plain > 3 || s[i] == '0' {
		return 0
	}
	if end := indianGroups(s, i); end > 0 {
		n.value, n.end, n.grouped = digitsValue(s[i:end]), end, true
		return ','
	}
	sep, w := groupSeparator(s, n.end)
	digits := n.plain
	for sep != 0 && skipDigits(s, n.end+w) == n.end+w+3 && digits <= maxDigits {
		next := n.end + w + 3
		if c := at(s, next); sep == ' ' && (c == '.' || c == ',') && skipDigits(s, next+1) == next+4 {
			break // "Level 2 150,000": the space parts two numbers
		}
		n.value = n.value*1000 + digitsValue(s[next-3:next])
		n.end, n.grouped, digits = next, true, digits+3
		var again rune
		if again, w = groupSeparator(s, next); again != sep {
			break
		}
	}
	if digits > maxDigits {
		n.ok = false
	}
	return sep
}

// readDecimals reads one or two decimals, or the dash that stands for none.
func (n *number) readDecimals(s string, groupSep rune) {
	c := at(s, n.end)
	if c != '.' && c != ',' || n.grouped && rune(c) == groupSep {
		return
	}
	end := skipDigits(s, n.end+1)
	switch width := end - n.end - 1; {
	case width == 1:
		n.value += digitsValue(s[end-1:end]) / 10
		n.end = end
	case width == 2:
		n.value = (n.value*100 + digitsValue(s[end-2:end])) / 100
		n.end = end
	case width == 0 && at(s, n.end+1) == '-' && !isDigit(at(s, n.end+2)):
		n.end += 2
		if at(s, n.end) == '-' {
			n.end++
		}
	case width == 0 && strings.HasPrefix(s[n.end+1:], "–") && !isDigit(at(s, n.end+4)) && at(s, n.end+4) != ' ':
		n.end += 1 + len("–")
	}
}

// indianGroups returns the end of a number grouped in lakhs (12,00,000), or 0.
func indianGroups(s string, i int) int {
	j := skipDigits(s, i)
	if j-i > 2 {
		return 0
	}
	pairs := 0
	for pairs < 4 && at(s, j) == ',' {
		k := skipDigits(s, j+1)
		switch k - j - 1 {
		case 2:
			j, pairs = k, pairs+1
			continue
		case 3:
			if pairs > 0 {
				return k
			}
		}
		return 0
	}
	return 0
}

// groupSeparator reads a thousands separator at s[i]; all kinds of space count as one.
func groupSeparator(s string, i int) (rune, int) {
	switch c := at(s, i); c {
	case '.', ',', '\'':
		return rune(c), 1
	}
	if strings.HasPrefix(s[min(i, len(s)):], "’") {
		return '\'', len("’")
	}
	if w := spaceWidth(s, i); w > 0 {
		return ' ', w
	}
	return 0, 0
}

// spaceWidth is the length in bytes of a space, no-break space, thin space or narrow no-break space at s[i], else 0.
func spaceWidth(s string, i int) int {
	switch c := at(s, i); {
	case c == ' ':
		return 1
	case c == 0xC2 && at(s, i+1) == 0xA0:
		return 2
	case c == 0xE2 && at(s, i+1) == 0x80 && (at(s, i+2) == 0xAF || at(s, i+2) == 0x89):
		return 3
	}
	return 0
}

// skipSpaces passes at most n spaces from s[i] on.
func skipSpaces(s string, i, n int) int {
	for range n {
		w := spaceWidth(s, i)
		if w == 0 {
			break
		}
		i += w
	}
	return i
}

// skipSpacesBack passes at most n spaces that end at s[i].
func skipSpacesBack(s string, i, n int) int {
	for range n {
		w := 0
		for k := 1; k <= 3 && k <= i; k++ {
			if spaceWidth(s, i-k) == k {
				w = k
				break
			}
		}
		if w == 0 {
			break
		}
		i -= w
	}
	return i
}

// skipDigits returns the offset of the first byte from s[i] on that is no digit.
func skipDigits(s string, i int) int {
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i
}

// digitsValue is the number the digits of s spell, whatever stands between them.
func digitsValue(s string) float64 {
	v := 0.0
	for i := range len(s) {
		if isDigit(s[i]) {
			v = v*10 + float64(s[i]-'0')
		}
	}
	return v
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isASCIILetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// at is s[i], or 0 outside s.
func at(s string, i int) byte {
	if i < 0 || i >= len(s) {
		return 0
	}
	return s[i]
}
