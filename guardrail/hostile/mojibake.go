package hostile

import (
	"strings"
	"unicode/utf8"
)

// windows1252 holds what the encoding has at 0x80 to 0x9F, where Latin-1 has control characters; 0 where it has nothing.
var windows1252 = [32]rune{
	'€', 0, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0, 'Ž', 0,
	0, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0, 'ž', 'Ÿ',
}

// windows1252Bytes is the way back.
var windows1252Bytes = func() map[rune]byte {
	m := make(map[rune]byte, len(windows1252))
	for i, r := range windows1252 {
		if r != 0 {
			m[r] = byte(0x80 + i)
		}
	}
	return m
}()

// appendWindows1252 reads a C1 control as the byte of windows-1252 that it stands for.
func appendWindows1252(out []byte, b byte) []byte {
	if r := windows1252[b-0x80]; r != 0 {
		return utf8.AppendRune(out, r)
	}
	return out
}

// repair undoes UTF-8 that was read as Latin-1 or windows-1252, up to three times over. Where every character of s
// beyond ASCII is part of such a sequence, all are decoded. Elsewhere, where sound and broken passages stand together,
// only the sequences that sound text does not hold are.
func repair(s string) string {
	for range 3 {
		t := repairOnce(s)
		if t == s {
			break
		}
		s = t
	}
	return s
}

func repairOnce(s string) string {
	first := firstSequence(s)
	if first < 0 {
		return s
	}
	end := truncated(s)
	whole := allSequences(s[:end])
	if whole {
		s = s[:end]
	}
	out := make([]byte, 0, len(s))
	done := 0 // s up to here is in out
	for i := first; i < len(s); {
		if next := strings.IndexByte(s[i:], 0xc3); next != 0 {
			if next < 0 {
				break
			}
			i += next
			continue
		}
		run := sequences(s[i:])
		switch {
		case run.bytes == 0:
			n := broken(s[i:])
			if n == 0 {
				i += 2
				continue
			}
			out = append(out, s[done:i]...)
			i += n
			done = i
		case whole || run.strong:
			out = append(out, s[done:i]...)
			out = append(out, run.decoded...)
			i += run.bytes
			done = i
		default:
			i += run.bytes
		}
	}
	return string(append(out, s[done:]...))
}

// truncated returns where a sequence starts that the end of s cuts off, or len(s).
func truncated(s string) int {
	end := len(s)
	for range 3 {
		r, n := utf8.DecodeLastRuneInString(s[:end])
		end -= n
		if r >= 0xe0 && r <= 0xf4 && end+n < len(s) {
			if _, n := sequence(s[end:]); n == 0 {
				return end
			}
			break
		}
		if _, ok := continuation(r); !ok {
			break
		}
	}
	return len(s)
}

// firstSequence returns where the first sequence that can be decoded, or a broken one, stands in s, or -1. Every lead
// byte of UTF-8, read as Latin-1, is a letter from U+00C2 to U+00F4, whose own UTF-8 starts with 0xC3.
func firstSequence(s string) int {
	for i := 0; i < len(s); {
		next := strings.IndexByte(s[i:], 0xc3)
		if next < 0 {
			return -1
		}
		i += next
		if _, n := sequence(s[i:]); n > 0 || broken(s[i:]) > 0 {
			return i
		}
		i += 2
	}
	return -1
}

// allSequences reports whether every character of s beyond ASCII belongs to a sequence.
func allSequences(s string) bool {
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := sequence(s[i:])
		if n == 0 {
			return false
		}
		// One ideograph out of letter, quote and no-break space is what French typography does at a closing quote.
		if dense(r) && !strings.ContainsFunc(s[i:i+n], func(r rune) bool { return r >= 0x80 && r < 0xa0 }) {
			if _, again := sequence(s[i+n:]); again == 0 && (i == 0 || s[i-1] < utf8.RuneSelf) {
				return false
			}
		}
		i += n
	}
	return true
}

// run is a stretch of adjacent sequences.
type run struct {
	decoded []byte
	bytes   int  // of the source
	strong  bool // sound text does not hold it
}

func sequences(s string) run {
	var found run
	count := 0
	for {
		r, n := sequence(s[found.bytes:])
		if n == 0 {
			break
		}
		lead, _ := utf8.DecodeRuneInString(s[found.bytes:])
		count++
		found.strong = found.strong || count > 1 || telling(lead, r)
		found.decoded = utf8.AppendRune(found.decoded, r)
		found.bytes += n
	}
	return found
}

// sequence decodes the one UTF-8 character that the Latin-1 or windows-1252 characters at the start of s spell. n is
// their length in s, 0 where they spell none or one that no advert holds.
func sequence(s string) (r rune, n int) {
	lead, size := utf8.DecodeRuneInString(s)
	if lead < 0xc2 || lead > 0xf4 {
		return 0, 0
	}
	want := 2
	if lead >= 0xf0 {
		want = 4
	} else if lead >= 0xe0 {
		want = 3
	}
	var buf [4]byte
	buf[0] = byte(lead)
	n = size
	for i := 1; i < want; i++ {
		c, size := utf8.DecodeRuneInString(s[n:])
		b, ok := continuation(c)
		if !ok {
			// The right double quote ends in 0x9D, which windows-1252 lacks: some decoders leave U+FFFD for it.
			if i == 2 && c == utf8.RuneError && size == 3 && buf[0] == 0xe2 && buf[1] == 0x80 {
				b = 0x9d
			} else {
				return 0, 0
			}
		}
		buf[i] = b
		n += size
	}
	r, size = utf8.DecodeRune(buf[:want])
	if size != want || !plausible(r) {
		return 0, 0
	}
	return r, n
}

func continuation(r rune) (byte, bool) {
	if r >= 0x80 && r < 0xc0 {
		return byte(r), true
	}
	b, ok := windows1252Bytes[r]
	return b, ok
}

// broken returns the length of a dash, quote or emoji at the start of s whose last bytes were cut off.
func broken(s string) int {
	lead, n := utf8.DecodeRuneInString(s)
	second, size := utf8.DecodeRuneInString(s[n:])
	b, ok := continuation(second)
	if !ok || !(lead == 'â' && b == 0x80 || lead == 'ð' && b == 0x9f) {
		return 0
	}
	n += size
	if third, size := utf8.DecodeRuneInString(s[n:]); lead == 'ð' {
		if _, ok := continuation(third); ok {
			n += size
		}
	}
	return n
}

// plausible reports whether r is a character that adverts are written in. It leaves out the phonetic and rare letters
// that a capital and a no-break space, side by side in sound French, would spell.
func plausible(r rune) bool {
	switch {
	case r < 0x180:
		return true
	case r < 0x250:
		return r == 0x192 || r == 0x1a0 || r == 0x1a1 || r == 0x1af || r == 0x1b0 || r >= 0x1cd && r <= 0x1dc || r >= 0x218 && r <= 0x21b
	case r < 0x300:
		return r >= 0x2bb && r <= 0x2bd || r == 0x2c6 || r == 0x2c7 || r == 0x2da || r == 0x2dc || r == 0x259
	case r < 0x460:
		return true
	case r < 0x700:
		return r == 0x490 || r == 0x491 || r >= 0x492 && r <= 0x4af || r >= 0x4d8 && r <= 0x4e9 || r >= 0x530
	case r < 0x900:
		return false
	case r < 0x1200:
		return true
	case r < 0x1e00:
		return r >= 0x1780 && r <= 0x17ff
	case r < 0x2c00:
		return true
	case r < 0x10000:
		return r >= 0x2e80 && r <= 0xa4cf || r >= 0xac00 && r <= 0xd7a3 || r >= 0xf900 && r <= 0xfaff || r >= 0xfe00
	}
	return r >= 0x1d400 && r <= 0x1d7ff || r >= 0x1f000 && r <= 0x1faff || r >= 0x20000 && r <= 0x3ffff
}

// telling reports whether lead and what follows it, which spell r, prove a wrong decoding alone: accented Latin
// letters, punctuation, symbols, emoji. Letters of other scripts prove it only in company.
func telling(lead, r rune) bool {
	switch lead {
	case 'Â', 'Ã', 'Ä', 'Å', 'â', 'ð', 'ï':
		return true
	case 'È':
		return r >= 0x218
	case 'á':
		return r >= 0x1e00 && r < 0x1f00
	}
	return false
}

func dense(r rune) bool { return r >= 0x900 && (r < 0x1e00 || r >= 0x2e80) && r < 0xfe00 }
