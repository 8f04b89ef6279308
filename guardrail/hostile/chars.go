package hostile

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// class says what becomes of a character.
type class uint8

const (
	keep     class = iota
	space          // becomes a plain space
	newline        // becomes a line feed
	drop           // goes silently: honest adverts hold it, no reader sees it
	control        // C1: what windows-1252 puts at its place, or nothing
	joiner         // U+200C, U+200D: kept where a script or an emoji needs it
	selector       // variation selectors: one kept after an emoji
	tagChar        // U+E0000 to U+E007F
	bidi           // reorders what is read
	filler         // an invisible letter
	bullet         // the private-use bullets of word processors' symbol fonts
)

// classify sorts the characters that are not plain ASCII text.
func classify(r rune) class {
	switch {
	case r < 0x80:
		return classifyASCII(r)
	case r < 0xa0:
		return control
	case r == 0xad:
		return drop
	case r < 0x300:
		if r == 0xa0 {
			return space
		}
		return keep
	case r >= 0x2000 && r <= 0x206f:
		return classifyPunctuation(r)
	case r >= 0xe000 && r <= 0xf8ff:
		if r == 0xf0b7 || r == 0xf0a7 || r == 0xf0d8 {
			return bullet
		}
		return drop
	case r >= 0xe0000:
		return classifyHigh(r)
	}
	switch r {
	case 0x1680, 0x3000:
		return space
	case 0x115f, 0x1160, 0x3164, 0xffa0, 0x2800:
		return filler
	case 0x34f, 0x17b4, 0x17b5, 0xfffc, utf8.RuneError:
		return drop
	}
	if r >= 0xfe00 && r <= 0xfe0f {
		return selector
	}
	if r&0xfffe == 0xfffe || r >= 0xfdd0 && r <= 0xfdef || r >= 0xfff0 && r <= 0xfff8 || r >= 0x180b && r <= 0x180f {
		return drop
	}
	// Format characters, but for those Arabic and Indic ones that show as signs around a number.
	if unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r) {
		return drop
	}
	return keep
}

func classifyASCII(r rune) class {
	switch {
	case r == '\n':
		return newline
	case r == ' ' || r == '\t' || r == '\v' || r == '\f':
		return space
	case r < ' ' || r == 0x7f:
		return drop
	}
	return keep
}

func classifyPunctuation(r rune) class {
	switch {
	case r <= 0x200a || r == 0x202f || r == 0x205f:
		return space
	case r == 0x200c || r == 0x200d:
		return joiner
	case r == 0x2028 || r == 0x2029:
		return newline
	case r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069:
		return bidi
	case r <= 0x200f || r >= 0x2060:
		return drop
	}
	return keep
}

func classifyHigh(r rune) class {
	switch {
	case r <= 0xe007f:
		return tagChar
	case r >= 0xe0100 && r <= 0xe01ef:
		return selector
	}
	return drop
}

// cleanChars takes out of s what no reader sees and brings line breaks and spaces to one form each. What was hidden on
// purpose goes into found.
func cleanChars(s string, found *flags) string {
	i := firstOdd(s)
	if i == len(s) {
		return s
	}
	c := charCleaner{src: s, out: make([]byte, 0, len(s)), found: found, bidiAt: -1, fillerAt: -1}
	c.copy(i)
	for c.pos < len(s) {
		if b := s[c.pos]; b < utf8.RuneSelf && b >= ' ' && b != 0x7f {
			c.copy(c.pos + 1)
			continue
		}
		c.step()
	}
	c.finish()
	return string(c.out)
}

// firstOdd returns where the first character stands that cleanChars would change, or len(s).
func firstOdd(s string) int {
	for i := 0; i < len(s); {
		b := s[i]
		if b >= ' ' && b < 0x7f || b == '\n' {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if c := classify(r); c != keep {
			return i
		}
		i += n
	}
	return len(s)
}

type charCleaner struct {
	src   string
	pos   int // in src
	out   []byte
	found *flags

	tags       []byte // ASCII of the tag characters met
	selectors  []byte // bytes that the runs of variation selectors carry
	overridden []byte
	bidiAt     int // offset in out of the first bidi control, or -1
	row        zeroWidths
	fillerAt   int // offset in out of the first filler, or -1
}

// copy takes src up to end as it is.
func (c *charCleaner) copy(end int) {
	c.out = append(c.out, c.src[c.pos:end]...)
	c.pos = end
}

// step handles the one character at pos, or the one sequence where they hang together.
func (c *charCleaner) step() {
	r, n := utf8.DecodeRuneInString(c.src[c.pos:])
	switch classify(r) {
	case keep:
		c.copy(c.pos + n)
		return
	case space:
		c.out = append(c.out, ' ')
	case newline:
		c.out = append(c.out, '\n')
	case control:
		c.out = appendWindows1252(c.out, byte(r))
	case bullet:
		c.out = append(c.out, "•"...)
	case joiner:
		if c.joins(r, c.pos+n) {
			c.copy(c.pos + n)
			return
		}
		c.row.add(r, len(c.out))
	case selector:
		c.variation()
		return
	case tagChar:
		c.tagRun()
		return
	case bidi:
		if c.bidiAt < 0 {
			c.bidiAt = len(c.out)
		}
		if r == leftToRightOverride || r == rightToLeftOverride {
			c.override(c.pos + n)
			return
		}
	case filler:
		if c.fillerAt < 0 {
			c.fillerAt = len(c.out)
		}
		// They take a letter's width on the page, so words on both sides are apart for a reader; the conjoining jamo
		// fillers do not.
		if r != 0x115f && r != 0x1160 {
			c.out = append(c.out, ' ')
		}
	case drop:
		c.row.add(r, len(c.out))
		if r == '\r' && !strings.HasPrefix(c.src[c.pos+n:], "\n") {
			c.out = append(c.out, '\n')
		}
	}
	c.pos += n
}

// zeroWidths counts characters of no width that stand in a row. A few are left behind by editors; a long row of two
// kinds or more spells something.
type zeroWidths struct {
	at, count int
	first     rune
	mixed     bool
	found     int // offset of the first long row plus one
}

const minZeroWidths = 8

func (z *zeroWidths) add(r rune, at int) {
	if r < 0x200b || r > 0x200f && r != 0x2060 && r != 0xfeff && (r < 0x2061 || r > 0x2064) {
		return
	}
	if z.count == 0 || z.at != at {
		*z = zeroWidths{at: at, first: r, found: z.found}
	}
	z.count++
	z.mixed = z.mixed || r != z.first
	if z.count >= minZeroWidths && z.mixed && z.found == 0 {
		z.found = at + 1
	}
}

const (
	popDirection        = 0x202c
	leftToRightOverride = 0x202d
	rightToLeftOverride = 0x202e
)

// override takes out what stands under an override, up to its end, the end of the line or the next tag: its letters are not
// in the order in which they are read, so that without the override they read as nothing.
func (c *charCleaner) override(from int) {
	c.pos = from
	for c.pos < len(c.src) {
		r, n := utf8.DecodeRuneInString(c.src[c.pos:])
		if r == '\n' || r == '<' {
			return
		}
		if c.pos += n; r == popDirection {
			return
		}
		if classify(r) == keep && len(c.overridden) < 4*maxSpan {
			c.overridden = utf8.AppendRune(c.overridden, r)
		}
	}
}

// joins reports whether the joiner r is part of what a reader sees: between two emoji, or between letters of a script
// that shapes by it.
func (c *charCleaner) joins(r rune, next int) bool {
	before, _ := utf8.DecodeLastRune(c.out)
	after, _ := utf8.DecodeRuneInString(c.src[next:])
	if r == 0x200d && emoji(after) && (emoji(before) || before == 0xfe0f) {
		return true
	}
	return shaped(before) && shaped(after)
}

// variation keeps one emoji selector after an emoji and drops every other; two or more in a row are a channel.
func (c *charCleaner) variation() {
	start, count := c.pos, 0
	var first rune
	for c.pos < len(c.src) {
		r, n := utf8.DecodeRuneInString(c.src[c.pos:])
		if classify(r) != selector {
			break
		}
		if count == 0 {
			first = r
		}
		count++
		c.pos += n
	}
	if before, _ := utf8.DecodeLastRune(c.out); (first == 0xfe0e || first == 0xfe0f) && emojiBase(before) {
		c.out = utf8.AppendRune(c.out, first)
	}
	if count < 2 {
		return
	}
	for _, r := range c.src[start:c.pos] {
		if len(c.selectors) == 4*maxSpan {
			break
		}
		if r <= 0xfe0f {
			c.selectors = append(c.selectors, byte(r-0xfe00))
		} else {
			c.selectors = append(c.selectors, byte(r-0xe0100+16))
		}
	}
	c.selectors = append(c.selectors, ' ')
}

// tagRun keeps the tag characters of a flag emoji (a region of ISO 3166-2 after the black flag) and decodes all others.
func (c *charCleaner) tagRun() {
	start := c.pos
	for c.pos < len(c.src) {
		r, n := utf8.DecodeRuneInString(c.src[c.pos:])
		if classify(r) != tagChar {
			break
		}
		c.pos += n
	}
	run := c.src[start:c.pos]
	if before, _ := utf8.DecodeLastRune(c.out); before == 0x1f3f4 && flagTags(run) {
		c.out = append(c.out, run...)
		return
	}
	for _, r := range run {
		if a := byte(r - 0xe0000); a >= ' ' && a < 0x7f && len(c.tags) < 4*maxSpan {
			c.tags = append(c.tags, a)
		}
	}
	c.tags = append(c.tags, ' ')
}

// flagTags reports whether run spells a subdivision and is closed by the cancel tag: "gbsct" for Scotland.
func flagTags(run string) bool {
	n := utf8.RuneCountInString(run)
	if n < 4 || n > 7 {
		return false
	}
	i := 0
	for _, r := range run {
		a := r - 0xe0000
		i++
		switch {
		case i == n:
			return a == 0x7f
		case a >= 'a' && a <= 'z', i > 2 && a >= '0' && a <= '9':
		default:
			return false
		}
	}
	return false
}

func (c *charCleaner) finish() {
	if len(c.overridden) > 0 {
		c.found.hide(HiddenCharacters, string(c.overridden))
	} else if c.bidiAt >= 0 {
		c.found.add(HiddenCharacters, c.around(c.bidiAt))
	}
	if c.row.found > 0 {
		c.found.add(HiddenCharacters, c.around(c.row.found-1))
	}
	if len(c.tags) > 0 {
		c.found.hide(HiddenCharacters, string(c.tags))
	}
	if len(c.selectors) > 0 {
		c.found.hide(HiddenCharacters, printable(c.selectors))
	}
	if c.fillerAt >= 0 {
		c.found.add(HiddenCharacters, c.around(c.fillerAt))
	}
}

// around quotes the cleaned text on both sides of an offset of out, up to the nearest tags.
func (c *charCleaner) around(at int) string {
	const side = 60
	before, after := string(c.out[max(0, at-side):at]), string(c.out[at:min(len(c.out), at+side)])
	if i := strings.LastIndexAny(before, "<>"); i >= 0 {
		before = before[i+1:]
	}
	if i := strings.IndexAny(after, "<>"); i >= 0 {
		after = after[:i]
	}
	return strings.TrimSpace(strings.ToValidUTF8(before+after, ""))
}

// printable keeps the ASCII of b, since what selectors carry is bytes of any kind.
func printable(b []byte) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f {
			return -1
		}
		return r
	}, string(b))
}
