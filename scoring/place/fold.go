package place

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// letters that Unicode does not take apart into a base letter and a mark.
var plainLetters = map[rune]string{
	'ß': "ss", 'ø': "o", 'ł': "l", 'đ': "d", 'æ': "ae", 'œ': "oe", 'ı': "i", 'þ': "th", 'ð': "d",
}

// Fold reduces a name to the form in which names are compared: lower case, without accents, dots and apostrophes
// gone, every other mark a single space. "Saint-Étienne" becomes "saint etienne".
func Fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	space := false
	put := func(r rune) {
		if space && b.Len() > 0 {
			b.WriteByte(' ')
		}
		space = false
		b.WriteRune(r)
	}
	if !isASCII(s) {
		s = norm.NFD.String(s)
	}
	for _, r := range s {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			put(r)
		case r >= 'A' && r <= 'Z':
			put(r + 'a' - 'A')
		case r == '.', r == '\'', r == '’', r == '‘', r == '`', r == 'ʻ':
		case r < utf8.RuneSelf:
			space = true
		case unicode.Is(unicode.Mn, r):
		default:
			r = unicode.ToLower(r)
			if plain, ok := plainLetters[r]; ok {
				for _, p := range plain {
					put(p)
				}
			} else if unicode.IsLetter(r) || unicode.IsDigit(r) {
				put(r)
			} else {
				space = true
			}
		}
	}
	return b.String()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
