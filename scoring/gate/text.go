package gate

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"shortlist/scoring/place"
)

// What is read of a text at most; an advert has some three thousand bytes and five hundred words.
const (
	maxText   = 64 << 10
	maxClause = 120 // tokens; a longer clause is read in pieces
)

// gap says what stands between a token and the one before it; a set of bits.
type gap uint16

const (
	gapHyphen gap = 1 << iota
	gapSlash
	gapComma
	gapOpen  // an opening bracket or quotation mark
	gapClose // a closing one
	gapColon
	gapDash // a dash, or a hyphen with spaces
	gapAnd  // "&", "+"
	gapOther
)

// gapCut are the marks that part what belongs together.
const gapCut = gapComma | gapOpen | gapClose | gapColon | gapDash

// token is one word or number.
type token struct {
	from, to int    // where it stands in the text
	word     string // folded: small letters without accents; "US" in capitals reads "usa"
	gap      gap    // before it
	capital  bool   // begins with a capital letter
}

// clause is a sentence, a list item or a line, or a piece of one between semicolons.
type clause struct {
	from, to int  // tokens
	question bool // ends in a question mark
	bullet   bool // a list item
	line     int  // the number of its line
	heading  int  // for a list item: the clause that heads its list, or -1
}

// text is an advert or a title taken apart.
type text struct {
	src     string
	tokens  []token
	clauses []clause
}

// foldedRunes holds the folded form of the runes of Latin script.
var foldedRunes = func() (t [0x250]string) {
	for r := range t {
		t[r] = place.Fold(string(rune(r)))
	}
	return t
}()

// abbreviations end in a dot that ends no sentence.
var abbreviations = wordSet(`eg ie etc incl inkl min mind max ca bzw ggf evtl usw vgl approx resp excl zzgl dr mr mrs ms prof st
	no nr vs inc ltd bv tj np m.in p.ej ej dh zb ua svp aprox bl dvs osv tzn mgr tel abs sr sra jr ing ud uds`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// takeApart cuts a text into tokens and clauses, in one pass.
func takeApart(src string) *text {
	if len(src) > maxText {
		src = strings.ToValidUTF8(src[:maxText], "")
	}
	s := splitter{text: &text{src: src, tokens: make([]token, 0, len(src)/5+4)}, heading: -1}
	s.run()
	return s.text
}

type splitter struct {
	*text
	pos     int
	start   int // the token at which the clause began
	line    int
	bullet  bool // the line is a list item
	heading int  // the clause that heads the list, or -1
	last    int  // the last clause of the last line that was no list item, or -1
	buf     []byte
}

func (s *splitter) run() {
	s.last = -1
	s.lineStart()
	for s.pos < len(s.src) {
		g := s.skip()
		if s.pos < len(s.src) {
			s.word(g)
		}
		if len(s.tokens)-s.start >= maxClause {
			s.end(false)
		}
	}
	s.end(false)
}

// lineStart looks whether the line at pos is a list item.
func (s *splitter) lineStart() {
	rest := strings.TrimLeft(s.src[s.pos:min(len(s.src), s.pos+24)], " \t")
	s.line++
	s.bullet = false
	for _, mark := range []string{"•", "- ", "– ", "* ", "· ", "▪", "●", "◦", "✓", "✔", "➔", "►", "‣", "○", "■", "o ", "+ "} {
		if strings.HasPrefix(rest, mark) {
			s.bullet = true
		}
	}
}

// end closes the clause that is open.
func (s *splitter) end(question bool) {
	if len(s.tokens) == s.start {
		return
	}
	c := clause{from: s.start, to: len(s.tokens), question: question, bullet: s.bullet, line: s.line, heading: -1}
	if s.bullet {
		c.heading = s.last
	} else {
		s.last = len(s.clauses)
	}
	s.clauses = append(s.clauses, c)
	s.start = len(s.tokens)
}

// gaps are the marks that say how two words stand to each other.
var gaps = map[rune]gap{
	'–': gapDash, '·': gapDash, '—': gapDash, '―': gapDash, '/': gapSlash, ',': gapComma, '、': gapComma, '，': gapComma, ':': gapColon, '：': gapColon,
	'(': gapOpen, '[': gapOpen, '{': gapOpen, '“': gapOpen, '„': gapOpen, '«': gapOpen, '（': gapOpen,
	')': gapClose, ']': gapClose, '}': gapClose, '”': gapClose, '»': gapClose, '）': gapClose, '&': gapAnd, '+': gapAnd,
	' ': 0, '\t': 0, '\u00a0': 0, '\u202f': 0, '\'': 0, '’': 0, '‘': 0, '`': 0, '´': 0,
}

// stops are the marks that end a clause wherever they stand.
var stops = map[rune]bool{
	'\n': true, ';': true, '；': true, '|': true, '•': true, '▪': true, '●': true, '⸱': true, '…': true, '。': true,
	'!': true, '！': true, '?': true, '？': true,
}

// skip passes over what is no word, and ends the clause where it ends.
func (s *splitter) skip() gap {
	var g gap
	for s.pos < len(s.src) {
		r, n := rune(s.src[s.pos]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s.src[s.pos:])
		}
		if r != ' ' && isWordRune(r) {
			return g
		}
		s.pos += n
		switch {
		case r == ' ':
		case stops[r], r == '.' && s.ends():
			s.end(r == '?' || r == '？')
			if r == '\n' {
				s.lineStart()
			}
			g = 0
		case r == '-', r == '\u2010', r == '\u2011':
			g |= s.hyphen(n)
		default:
			mark, known := gaps[r]
			if !known {
				mark = gapOther
			}
			g |= mark
		}
	}
	return g
}

// hyphen tells the hyphen before pos, of n bytes, from one that serves as a dash.
func (s *splitter) hyphen(n int) gap {
	if before := s.pos - n - 1; before > 0 && s.src[before] == ' ' && s.pos < len(s.src) && s.src[s.pos] == ' ' {
		return gapDash
	}
	return gapHyphen
}

// ends reports whether the dot before pos ends a sentence.
func (s *splitter) ends() bool {
	if s.pos < len(s.src) && s.src[s.pos] != ' ' && s.src[s.pos] != '\n' && s.src[s.pos] != '\t' {
		return false
	}
	if len(s.tokens) > s.start {
		last := s.tokens[len(s.tokens)-1]
		dotted := strings.Contains(s.src[last.from:last.to], ".") && !isDigit(last.word[0])
		if last.to == s.pos-1 && (dotted || abbreviations[last.word] || len(last.word) == 1 && last.word[0] > '9') {
			return false
		}
	}
	rest := strings.TrimLeft(s.src[s.pos:min(len(s.src), s.pos+8)], " \t")
	r, _ := utf8.DecodeRuneInString(rest)
	return !unicode.IsLower(r)
}

// word reads the token at pos.
func (s *splitter) word(g gap) {
	t := token{from: s.pos, gap: g}
	first, _ := utf8.DecodeRuneInString(s.src[s.pos:])
	t.capital = unicode.IsUpper(first)
	s.buf = s.buf[:0]
	for s.pos < len(s.src) {
		n := s.letter(isWide(first))
		if n == 0 {
			break
		}
		s.pos += n
	}
	t.to = s.pos
	if t.word = s.src[t.from:t.to]; t.word != string(s.buf) {
		t.word = string(s.buf)
	}
	if t.word == "us" && s.src[t.from] == 'U' && s.src[t.to-1] != 's' {
		t.word = "usa"
	}
	s.tokens = append(s.tokens, t)
}

// letter folds the letter at pos into the word being read and returns its length in bytes, 0 where the word ends.
func (s *splitter) letter(wide bool) int {
	c := s.src[s.pos]
	switch {
	case c >= utf8.RuneSelf:
		return s.accented(wide)
	case wide:
		return 0
	case c >= 'a' && c <= 'z' || isDigit(c):
		s.buf = append(s.buf, c)
	case c >= 'A' && c <= 'Z':
		s.buf = append(s.buf, c+'a'-'A')
	case !s.joins(c):
		return 0
	}
	return 1
}

// accented is letter beyond ASCII.
func (s *splitter) accented(wide bool) int {
	r, n := utf8.DecodeRuneInString(s.src[s.pos:])
	switch {
	case (r == '’' || r == '‘') && s.apostrophe(n):
	case !isWordRune(r) || isWide(r) != wide:
		return 0
	case int(r) < len(foldedRunes):
		s.buf = append(s.buf, foldedRunes[r]...)
	case !unicode.Is(unicode.Mn, r):
		s.buf = utf8.AppendRune(s.buf, unicode.ToLower(r))
	}
	return n
}

// joins reports whether a mark stands inside the word being read: the dots of "U.S." and "z.B.", the apostrophe of
// "don't", the comma or dot inside a number.
func (s *splitter) joins(c byte) bool {
	switch c {
	case '\'':
		return s.apostrophe(1)
	case '.', ',':
		if s.pos == 0 || s.pos+1 >= len(s.src) {
			return false
		}
		before, after := s.src[s.pos-1], s.src[s.pos+1]
		if isDigit(before) && isDigit(after) {
			return true
		}
		if c == ',' || !isLetter(before) {
			return false
		}
		// "U.S.": single letters with a dot after each.
		alone := s.pos < 2 || !isLetter(s.src[s.pos-2]) && s.src[s.pos-2] < utf8.RuneSelf
		if !alone {
			return false
		}
		if isLetter(after) {
			return s.pos+2 >= len(s.src) || !isLetter(s.src[s.pos+2]) && s.src[s.pos+2] < utf8.RuneSelf
		}
		return len(s.buf) > 1 && len(s.buf) <= 4 && after == ' ' && s.pos+2 < len(s.src) && s.src[s.pos+2] >= 'a'
	}
	return false
}

// apostrophe reports whether the one at pos, of n bytes, is that of "don't".
func (s *splitter) apostrophe(n int) bool {
	rest := s.src[s.pos+n:]
	return len(s.buf) > 1 && s.buf[len(s.buf)-1] == 'n' && len(rest) > 0 && rest[0]|0x20 == 't' && (len(rest) == 1 || !isLetter(rest[1]))
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// isWordRune reports whether a rune stands inside a word.
func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return isLetter(byte(r)) || isDigit(byte(r))
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r)
}

// isWide reports whether a rune belongs to a script that writes no spaces between words.
func isWide(r rune) bool { return r >= 0x2E80 && r < 0xFB00 }

// quote is the text of a clause as it stands.
func (t *text) quote(c clause) string { return t.src[t.tokens[c.from].from:t.tokens[c.to-1].to] }
