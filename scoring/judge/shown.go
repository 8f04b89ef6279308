package judge

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"shortlist/scoring"
	"shortlist/scoring/pay"
	"shortlist/scoring/place"
)

// Bounds of what is shown of one advert, in runes. A longer one is cut in its middle: adverts say what they ask in the
// first part and what they pay, and from where, at the end.
const (
	maxHead = 12000
	maxTail = 4000
	maxLine = 300
)

// shown is what of a listing the model sees: valid UTF-8 in NFC.
type shown struct {
	head string // the lines of title, company, place and pay, a blank line, and the advert or the first part of it
	tail string // the last part of an advert that was cut
	left int    // runes that were left out between them
}

func show(l *scoring.Listing) shown {
	var b strings.Builder
	write := func(name, value string) {
		if value = line(plain(value)); value != "" {
			b.WriteString(name + ": " + clipRunes(value, maxLine) + "\n")
		}
	}
	write("Title", l.Title)
	write("Company", l.Company)
	where, paid := place.Format(l.Place), pay.Format(l.Pay)
	write("Place", where)
	if l.Place.Raw != where {
		write("Place, as written", l.Place.Raw)
	}
	write("Pay", paid)
	if l.Pay.Raw != paid {
		write("Pay, as written", l.Pay.Raw)
	}
	head, tail, left := cut(strings.TrimSpace(plain(l.Text)))
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	b.WriteString(head)
	return shown{head: b.String(), tail: tail, left: left}
}

// text is what is wrapped, with a mark where the advert was cut.
func (s *shown) text(mark string) string {
	if s.left == 0 {
		return s.head
	}
	return s.head + "\n\n[" + mark + "]\n\n" + s.tail
}

// parts are what hangs together in the text.
func (s *shown) parts() []string {
	if s.left == 0 {
		return []string{s.head}
	}
	return []string{s.head, s.tail}
}

// cut leaves the middle out of a long text, at spaces where there are any near.
func cut(text string) (head, tail string, left int) {
	n := utf8.RuneCountInString(text)
	if n <= maxHead+maxTail {
		return text, "", 0
	}
	end, start := runeOffset(text, maxHead), runeOffset(text, n-maxTail)
	const near = 200
	if i := strings.LastIndexFunc(text[:end], unicode.IsSpace); i > end-near {
		end = i
	}
	if i := strings.IndexFunc(text[start:], unicode.IsSpace); i >= 0 && i < near {
		start += i
	}
	left = utf8.RuneCountInString(text[end:start])
	return text[:end], strings.TrimSpace(text[start:]), left
}

// runeOffset is where the rune number n begins.
func runeOffset(s string, n int) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

func clipRunes(s string, n int) string { return s[:runeOffset(s, n)] }

// plain makes a text what the model and the quote check both take it for, should a listing not come from intake.
func plain(s string) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "")
	}
	return norm.NFC.String(strings.ReplaceAll(s, "\x00", ""))
}
