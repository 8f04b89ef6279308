// Package hostile treats what a board sends as hostile input: it cleans an advert once, at intake, and flags what
// hides from a reader or speaks to a machine.
package hostile

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"shortlist/scoring"
)

// The closed set of scoring.Flag.Kind that cleaning raises. In 7,270 real adverts none of them occurred in honest
// use, so each is worth a person's look; none of them says that the job is bad.
const (
	FlagHidden    = "hidden_text"         // text of three words or more that a reader of the page cannot see
	FlagBidi      = "bidi_control"        // embeddings, overrides or isolates that reorder what is read
	FlagTags      = "tag_characters"      // U+E0000 to U+E007F outside a flag emoji; the flag's text is their ASCII
	FlagSelectors = "variation_selectors" // two or more in a row, which can carry a byte each
	FlagFiller    = "filler_characters"   // letters that show as nothing: Hangul fillers, the blank braille pattern
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
	s, _ = head(s, maxField)
	s = repair(validUTF8(s))
	var found flags
	s = cleanChars(s, &found)
	if decoded := unescape(s); decoded != s {
		s = cleanChars(decoded, &found)
	}
	s = settle(stripTags(s), &found)
	s = strings.Join(strings.Fields(maskTags(s)), " ")
	return shorten(trimSeparators(s), maxLine)
}

// Text cleans a description: HTML, HTML whose tags are themselves escaped, or plain text, whose line breaks are kept.
// It never fails; what cannot be read is left out.
func Text(html string) Cleaned {
	var found flags
	s, cut := head(html, maxText)
	s = cleanChars(repair(validUTF8(s)), &found)
	if escapedBody(s) {
		s = cleanChars(repair(unescape(s)), &found)
	}
	s = settle(render(s, &found), &found)
	s = tidy(maskTags(dropTrailers(s)))
	return Cleaned{Text: s, Flags: found.list, Cut: cut}
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
