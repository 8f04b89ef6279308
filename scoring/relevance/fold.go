package relevance

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// foldedLatin holds the folded form of every rune below its length: lower case, without accents. Adverts in Latin
// letters need nothing else.
var foldedLatin = func() (t [0x250]string) {
	for r := range t {
		t[r] = foldRune(rune(r))
	}
	return t
}()

// undecomposed are letters that readers spell with plain ones though Unicode does not decompose them.
var undecomposed = map[rune]string{
	'ß': "ss", 'ø': "o", 'ł': "l", 'đ': "d", 'æ': "ae", 'œ': "oe", 'ı': "i", 'þ': "th", 'ð': "d", 'ħ': "h", 'ŧ': "t",
}

// foldRune writes one letter, digit or mark in its folded form; a combining mark folds to nothing.
func foldRune(r rune) string {
	r = unicode.ToLower(r)
	if s, ok := undecomposed[r]; ok {
		return s
	}
	whole := string(r)
	parts := norm.NFKD.PropertiesString(whole).Decomposition()
	if parts == nil {
		if unicode.Is(unicode.M, r) {
			return ""
		}
		return whole
	}
	var out []rune
	for len(parts) > 0 {
		p, n := utf8.DecodeRune(parts)
		parts = parts[n:]
		if !unicode.Is(unicode.M, p) {
			out = append(out, unicode.ToLower(p))
		}
	}
	return string(out)
}

// appendFolded appends the folded form of a rune of a word.
func appendFolded(buf []byte, r rune) []byte {
	if int(r) < len(foldedLatin) {
		return append(buf, foldedLatin[r]...)
	}
	return append(buf, foldRune(r)...)
}

// isWordRune reports whether a rune stands inside a word.
func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return asciiWord[r] != 0
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r)
}

// asciiWord maps the letters and digits of ASCII to lower case, and the rest to zero.
var asciiWord = func() (t [utf8.RuneSelf]byte) {
	for c := byte('a'); c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = c, c
	}
	for c := byte('0'); c <= '9'; c++ {
		t[c] = c
	}
	return t
}()

// isUnspaced reports whether a rune belongs to a script that writes no spaces between words; such a run is parted
// from Latin words that touch it.
func isUnspaced(r rune) bool {
	return r >= 0x2E80 && r < 0xFB00 || r >= 0x1F000
}
