package relevance

import (
	"unicode"
	"unicode/utf8"
)

// gap is what stands between a word and the one before it.
type gap uint8

const (
	gapBreak gap = iota // punctuation, a line's end, the text's start: no phrase crosses it
	gapSoft             // spaces or one tight hyphen or apostrophe: a phrase goes on
	gapSlash            // "a/b", "a / b"
)

// maxWord bounds a folded word in bytes. Nothing in a lexicon or a sensible query is longer, so what is cut off cannot
// change a comparison: a longer word compares with nothing.
const maxWord = 64

// scanner cuts a text into folded words in one pass. The symbols that belong to names are part of a word: "c++", "c#",
// ".net"; "react.js" reads "reactjs", "A.I." reads "ai", "python's" reads "python", and "&" reads "and".
type scanner struct {
	src string
	pos int

	word     []byte // the folded word; valid until the next call of next
	from, to int    // where it stands in src
	gap      gap
	edge     edge
}

// edge is a set of bits that say which ends of a larger part stand before a word.
type edge uint8

const (
	edgeLine  edge = 1 << iota // a line's end, or the text's start
	edgeStop                   // a sentence's end or a list's mark
	edgeColon                  // a colon
)

// next goes to the following word and reports whether there is one.
func (s *scanner) next() bool {
	abbreviated := string(s.word) == "sr" || string(s.word) == "jr" || string(s.word) == "snr"
	dialect := string(s.word) == "asp" || string(s.word) == "vb" || string(s.word) == "ado"
	first := s.pos == 0
	start := s.pos
	s.gap = s.skip(abbreviated)
	if s.pos >= len(s.src) {
		return false
	}
	if first {
		s.gap, s.edge = gapBreak, edgeLine
	}
	s.word, s.from = s.word[:0], s.pos
	if s.src[s.pos] == '&' {
		s.pos++
		s.word, s.to = append(s.word, "and"...), s.pos
		return true
	}
	s.letters()
	s.suffix()
	if string(s.word) == "net" && s.from > start && s.src[s.from-1] == '.' && (dialect || s.from-1 > start || first) {
		s.word, s.from = append(s.word[:0], ".net"...), s.from-1
		if dialect {
			s.gap = gapSoft
		}
	}
	s.to = s.pos
	return true
}

// skip passes over what is no word and says what kind of gap it was.
func (s *scanner) skip(abbreviated bool) gap {
	start, marks, spaces := s.pos, 0, 0
	var mark, last rune
	s.edge = 0
	for s.pos < len(s.src) {
		r, n := rune(s.src[s.pos]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s.src[s.pos:])
		}
		if r == '&' || isWordRune(r) {
			break
		}
		s.pos += n
		s.edge |= edgeOf(r, last)
		last = r
		switch {
		case r == '\n' || r == '\r':
			marks, mark = marks+1, '\n'
		case r == ' ' || r == '\t' || unicode.IsSpace(r):
			spaces++
		default:
			marks, mark = marks+1, r
		}
	}
	switch {
	case s.pos == start || marks == 0:
		return gapSoft
	case marks > 1:
		return gapBreak
	case mark == '/':
		return gapSlash
	case spaces == 0 && (isHyphen(mark) || isApostrophe(mark)), mark == '.' && abbreviated:
		return gapSoft
	}
	return gapBreak
}

// edgeOf says what a rune between words ends, given the one before it.
func edgeOf(r, last rune) edge {
	switch r {
	case '\n', '\r':
		return edgeLine
	case ' ', '\t', '\u00a0':
		if last == '.' || last == '!' || last == '?' || last == ';' {
			return edgeStop
		}
	case '•', '·', '●', '*', '|':
		return edgeStop
	case ':', '：':
		return edgeColon
	}
	return 0
}

func isHyphen(r rune) bool     { return r == '-' || r == '_' || r == '\u2010' || r == '\u2011' }
func isApostrophe(r rune) bool { return r == '\'' || r == '\u2019' || r == '\u2018' }

// letters reads the run of letters and digits at pos.
func (s *scanner) letters() {
	unspaced := -1
	for s.pos < len(s.src) {
		if c := s.src[s.pos]; c < utf8.RuneSelf {
			low := asciiWord[c]
			if low == 0 || unspaced == 1 {
				return
			}
			unspaced = 0
			if len(s.word) < maxWord {
				s.word = append(s.word, low)
			}
			s.pos++
			continue
		}
		r, n := utf8.DecodeRuneInString(s.src[s.pos:])
		if !isWordRune(r) {
			return
		}
		kind := 0
		if isUnspaced(r) {
			kind = 1
		}
		if unspaced >= 0 && kind != unspaced {
			return
		}
		unspaced = kind
		if len(s.word) < maxWord {
			s.word = appendFolded(s.word, r)
		}
		s.pos += n
	}
}

// suffix adds the symbols that belong to the word just read.
func (s *scanner) suffix() {
	rest := s.src[s.pos:]
	single := len(s.word) == 1 && s.word[0] >= 'a'
	switch {
	case len(rest) < 1:
	case len(rest) >= 2 && rest[:2] == "++":
		s.word = append(s.word, "++"...)
		s.pos += 2
		for s.pos < len(s.src) && s.src[s.pos] >= '0' && s.src[s.pos] <= '9' { // the standard's year: "C++17"
			s.pos++
		}
	case rest[0] == '#' && single:
		s.word = append(s.word, '#')
		s.pos++
	case len(rest) >= 3 && rest[0] == '.' && rest[1]|0x20 == 'j' && rest[2]|0x20 == 's' && !wordAt(rest, 3):
		s.word = append(s.word, "js"...)
		s.pos += 3
	case rest[0] == '.' && single:
		s.initials()
	default:
		s.possessive(rest)
	}
}

// possessive drops a trailing 's.
func (s *scanner) possessive(rest string) {
	r, n := utf8.DecodeRuneInString(rest)
	if isApostrophe(r) && len(rest) > n && rest[n]|0x20 == 's' && !wordAt(rest, n+1) {
		s.pos += n + 1
	}
}

// initials joins what is written letter by letter: "A.I.", "U.S".
func (s *scanner) initials() {
	for len(s.word) < maxWord {
		rest := s.src[s.pos:]
		if len(rest) < 2 || rest[0] != '.' || rest[1]|0x20 < 'a' || rest[1]|0x20 > 'z' || wordAt(rest, 2) {
			break
		}
		s.word = append(s.word, rest[1]|0x20)
		s.pos += 2
	}
	if len(s.word) > 1 && s.pos < len(s.src) && s.src[s.pos] == '.' {
		s.pos++
	}
}

// wordAt reports whether a word's rune stands at byte i of s.
func wordAt(s string, i int) bool {
	if i >= len(s) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return isWordRune(r)
}
