package hostile

import (
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// The detector reads a copy of its own: compatibility forms undone (full-width and mathematical letters), accents off,
// letters of other scripts that look like Latin ones taken for these, all in lower case. The copy never leaves the
// detector, so that nothing a reader sees is changed by it.

const (
	folded   = 0x600 // below this a table answers
	noSymbol = 0     // not part of a word
	strange  = 1     // a letter that the lists do not hold
)

// foldTable maps a rune below folded to its letters in the detector's copy.
var foldTable = func() (t [folded]string) {
	for r := range rune(folded) {
		t[r] = foldSlow(r)
	}
	return t
}()

// fold returns the letters a–z and digits that r stands for; "\x01" for a letter of which none is known, and nothing
// for what is no part of a word. ok is false for a mark, which belongs to the letter before it.
func fold(r rune) (letters string, ok bool) {
	if r < folded {
		s := foldTable[r]
		return s, s != "" || !unicode.IsMark(r)
	}
	s := foldSlow(r)
	return s, s != "" || !unicode.IsMark(r)
}

func foldSlow(r rune) string {
	if s, ok := lookalikes[r]; ok {
		return s
	}
	var buf [16]byte
	out := make([]byte, 0, 4)
	for _, d := range string(norm.NFKD.AppendString(buf[:0], string(r))) {
		d = unicode.ToLower(d)
		switch {
		case d >= 'a' && d <= 'z', d >= '0' && d <= '9':
			out = append(out, byte(d))
		case unicode.IsLetter(d):
			if s, ok := lookalikes[d]; ok {
				out = append(out, s...)
			} else {
				out = append(out, strange)
			}
		case unicode.IsMark(d):
		default:
			return ""
		}
	}
	return string(out)
}

// lookalikes are letters of other scripts and Latin letters that no decomposition takes apart, in lower and upper case
// as far as they look alike.
var lookalikes = func() map[rune]string {
	m := map[rune]string{'ß': "ss", 'ẞ': "ss", 'æ': "ae", 'Æ': "ae", 'œ': "oe", 'Œ': "oe", 'þ': "th", 'Þ': "th"}
	for latin, others := range map[string]string{
		"a": "аАαΑɑᴀ", "b": "ВΒЬʙ", "c": "сСϲϹᴄ", "d": "đĐðÐԁɗᴅ", "e": "еЕεΕєЄᴇ", "f": "ƒғ", "g": "ɡɢԌ", "h": "һНΗħĦʜ",
		"i": "іІιΙıɪӏ", "j": "јЈϳᴊ", "k": "кКκΚᴋ", "l": "łŁʟⅼ", "m": "мМΜᴍ", "n": "пΝηɴո", "o": "оОοΟøØσᴏօ", "p": "рРρΡᴘ",
		"q": "ԛգ", "r": "гʀᴦ", "s": "ѕЅꜱ", "t": "тТτΤŧŦᴛ", "u": "υцᴜ", "v": "νѵᴠ", "w": "ԝшωᴡ", "x": "хХχΧ", "y": "уУγΥүʏ", "z": "Ζᴢ",
	} {
		for _, r := range others {
			m[r] = latin
		}
	}
	return m
}()
