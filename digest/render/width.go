package render

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// textWidth is the line length of the text part, which every mail program shows without folding it again.
const textWidth = 76

// columns is how many cells a terminal gives to s.
func columns(s string) int {
	n := 0
	for _, r := range s {
		n += cells(r)
	}
	return n
}

func cells(r rune) int {
	if r < 0x20 || unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// fill cuts s to n columns, with an ellipsis where something is lost, and pads it to n.
func fill(s string, n int) string {
	if columns(s) > n {
		s = head(s, n-1) + "…"
	}
	return s + strings.Repeat(" ", max(n-columns(s), 0))
}

// head is the longest beginning of s that takes at most n columns.
func head(s string, n int) string {
	used := 0
	for i, r := range s {
		if used += cells(r); used > n {
			return s[:i]
		}
	}
	return s
}

// wrap folds s at spaces into lines of at most limit columns. The first line begins with lead, the others with as many
// spaces. A word longer than a line is broken.
func wrap(lead, s string, limit int) string {
	indent := strings.Repeat(" ", columns(lead))
	room := max(limit-len(indent), 10)
	var b strings.Builder
	b.WriteString(lead)
	used := 0
	for word := range strings.FieldsSeq(s) {
		n := columns(word)
		switch {
		case used == 0:
		case used+1+n <= room:
			b.WriteByte(' ')
			used++
		default:
			b.WriteString("\n" + indent)
			used = 0
		}
		for n > room {
			part := head(word, room)
			b.WriteString(part + "\n" + indent)
			word = word[len(part):]
			n = columns(word)
		}
		b.WriteString(word)
		used += n
	}
	return b.String()
}
