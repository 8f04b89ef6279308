package hostile

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"shortlist/scoring"
)

const (
	maxFlags = 16  // flags kept of one advert
	maxSpan  = 200 // runes of a flag's text
)

// flags gathers what one advert hides.
type flags struct {
	list []scoring.Flag
}

// add keeps a flag, once per kind and text, as long as there is room.
func (f *flags) add(kind, text string) {
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) > maxSpan {
		text = string([]rune(text)[:maxSpan])
	}
	if len(f.list) == maxFlags {
		return
	}
	for _, known := range f.list {
		if known.Kind == kind && known.Text == text {
			return
		}
	}
	f.list = append(f.list, scoring.Flag{Kind: kind, Text: text})
}

// words counts the words of s up to limit. Scripts that write without spaces count two letters as a word.
func words(s string, limit int) int {
	n, dense, inWord := 0, 0, false
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer):
			inWord = false
			if dense++; dense%2 == 0 {
				n++
			}
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if !inWord {
				n++
			}
			inWord = true
		case unicode.IsSpace(r):
			inWord = false
		}
		if n >= limit {
			break
		}
	}
	return n
}
