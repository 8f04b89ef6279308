// Package hostile treats what a board sends as hostile input: it cleans an advert once, at intake, and flags what
// hides from a reader or speaks to a machine.
package hostile

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"shortlist/scoring"
)

const (
	maxText  = 256 << 10 // bytes of a description that are read
	maxField = 16 << 10  // bytes of a one-line field that are read
	maxLine  = 300       // runes of a one-line field that are kept
)

// Cleaned is a description as Shortlist keeps it.
type Cleaned struct {
	// Text is valid UTF-8 in NFC without control characters but the newline, without invisible characters and without
	// HTML: paragraphs apart by one blank line, list items on lines of their own that start with "• " or "1. ", two
	// spaces deeper for each level of nesting, table cells apart by " | ".
	Text  string
	Flags []scoring.Flag // what was found and taken out, in the order of the text; nil where there was nothing
	Cut   bool           // the description was longer than 256 KB and only its head was read
}

// Line cleans a one-line field (title, company, place, tag). The result is trimmed of space and of separators that
// hang at its ends, holds no line break and is at most 300 runes long. It is empty where nothing readable remains.
func Line(s string) string {
	var found flags
	s, _ = line(s, &found)
	return s
}

// Field is Line with the flags of what hides in the field or speaks to a machine.
func Field(s string) Cleaned {
	var found flags
	s, cut := line(s, &found)
	found.detect(s)
	return Cleaned{Text: s, Flags: found.list, Cut: cut}
}

func line(s string, found *flags) (string, bool) {
	s, cut := head(s, maxField)
	s = repair(validUTF8(s))
	s = cleanChars(s, found)
	if decoded := unescape(s); decoded != s {
		s = cleanChars(decoded, found)
	}
	s = settle(stripTags(s), found)
	s = strings.Join(strings.Fields(maskTags(s)), " ")
	return shorten(trimSeparators(s), maxLine), cut
}

// Text cleans a description: HTML, HTML whose tags are themselves escaped, or plain text, whose line breaks are kept.
// It never fails; what cannot be read is left out. Three copies of an advert matter: the board's own, which nobody is
// shown; the result, which is stored, hashed, shown and quoted; and the detector's, which is folded and decoded
// further, holds what was hidden besides, and of which nothing but the flags leaves this package.
func Text(html string) Cleaned {
	var found flags
	html, cut := head(html, maxText)
	s := clean(html, &found)
	found.detect(s)
	return Cleaned{Text: s, Flags: found.list, Cut: cut}
}

func clean(s string, found *flags) string {
	s = cleanChars(repair(validUTF8(s)), found)
	if escapedBody(s) {
		s = cleanChars(repair(unescape(s)), found)
	}
	s = settle(render(s, found), found)
	return tidy(maskTags(dropTrailers(s)))
}

// settle brings decoded text to its last form. Decoding can bring mojibake to light that was written in entities, and
// repairing that can bring control characters to light.
func settle(s string, found *flags) string {
	s = compose(s)
	if repaired := repair(s); repaired != s {
		s = compose(cleanChars(repaired, found))
	}
	return s
}

// compose is NFC without the U+034F that the library puts into runs of more than 30 combining marks.
func compose(s string) string {
	if ascii(s) || norm.NFC.IsNormalString(s) {
		return s
	}
	return strings.ReplaceAll(norm.NFC.String(s), "\u034f", "")
}

// head returns at most n bytes of s, cut between two runes.
func head(s string, n int) (string, bool) {
	if len(s) <= n {
		return s, false
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n], true
}

// validUTF8 leaves out what is not UTF-8.
func validUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "")
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// trimSeparators takes commas and the like off both ends. Dashes, colons and slashes go only where a space sets them
// apart, since they may belong to a word.
func trimSeparators(s string) string {
	const always, apart = ",;|·•、，", "-–—:/"
	for {
		t := strings.Trim(s, " "+always)
		if r, n := utf8.DecodeLastRuneInString(t); strings.ContainsRune(apart, r) && (n == len(t) || t[len(t)-n-1] == ' ') {
			t = t[:len(t)-n]
		}
		if r, n := utf8.DecodeRuneInString(t); strings.ContainsRune(apart, r) && (n == len(t) || t[n] == ' ') {
			t = t[n:]
		}
		if t == s {
			return s
		}
		s = t
	}
}

// shorten cuts s to at most n runes, the last of them an ellipsis, at the end of a word where there is one in the
// second half.
func shorten(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	end := 0
	for i := 1; i < n; i++ {
		_, size := utf8.DecodeRuneInString(s[end:])
		end += size
	}
	kept := s[:end]
	if s[end] != ' ' {
		if i := strings.LastIndexByte(kept, ' '); i > len(kept)/2 {
			kept = kept[:i]
		}
	}
	return trimSeparators(kept) + "…"
}
