package hostile

import (
	"strings"
	"unicode/utf8"
)

// word is a word of the detector's copy that a list knows.
type word struct {
	start, end int // bytes in the text
	at         int // its number among all words
	sentence   int
	class      sense
	marks      mark
}

// mark says how a word stands.
type mark uint16

const (
	opens    mark = 1 << iota // the first of a sentence
	lineHead                  // the first of a line
	lineTail                  // the last of a line
	colon                     // a colon or an equals sign follows
	pause                     // any punctuation or the end follows
	severed                   // punctuation stands before it
	shouted                   // in capitals
	early                     // among the first three of a sentence
	slash                     // a slash follows: "10/10"
)

// sentence is a stretch of text within which words belong together.
type sentence struct {
	start, end int
	has        sense // of all its words
	words      int
}

// reading is a text as the detector reads it.
type reading struct {
	text      string
	words     []word
	sentences []sentence
	spelled   [][2]int // runs of single letters, apart by spaces, and very long words
	mixed     [][2]int // the first words that mix Latin letters with lookalikes of other scripts
}

const (
	minJoined   = 16 // letters of a word that may be several without the spaces between them
	minSpelled  = 8  // letters in a row that are taken for a word spelled out
	maxSentence = 90 // words
)

// reader splits a text into words and sentences in one pass.
type reader struct {
	reading
	pos      int
	count    int
	marks    mark
	from     int // start of the sentence, -1 before its first word
	spelling int // start of a run of single letters
	singles  int
	lastEnd  int
	lastHit  bool // the last word is in words
}

// read makes the detector's copy of text.
func read(text string) *reading {
	r := reader{reading: reading{text: text, words: make([]word, 0, len(text)/24+8), sentences: make([]sentence, 0, len(text)/80+2)},
		from: -1, marks: opens | lineHead | severed}
	for r.pos < len(text) {
		if b := text[r.pos]; b < utf8.RuneSelf {
			if byteFold[b] == 0 {
				r.between(b)
				r.pos++
				continue
			}
		} else if c, n := utf8.DecodeRuneInString(text[r.pos:]); true {
			if s, _ := fold(c); s == "" {
				r.betweenRune(c)
				r.pos += n
				continue
			}
		}
		r.word()
	}
	r.tail(lineTail | pause)
	r.endSpelled()
	r.endSentence()
	return &r.reading
}

// byteFold maps ASCII letters and digits to their place in the alphabet plus one.
var byteFold = func() (t [utf8.RuneSelf]uint8) {
	for b := range byte(utf8.RuneSelf) {
		switch {
		case b >= '0' && b <= '9', b >= 'a' && b <= 'z':
			t[b] = uint8(symbol(b)) + 1
		case b >= 'A' && b <= 'Z':
			t[b] = uint8(symbol(b|0x20)) + 1
		}
	}
	return t
}()

// shape is what a word is made of.
type shape struct {
	letters, digits, latin, upper, foreign int
	accents                                bool // or anything beyond ASCII
}

// word reads one word.
func (r *reader) word() {
	start := r.pos
	var s shape
	c := r.lookUp(&s)
	text := r.text[start:r.pos]
	switch {
	case c != 0:
	case s.digits > 0 && s.latin > 1 && !s.accents:
		c = leet(text)
	case s.letters > 3 && named(text):
		c = machine
	}
	if s.letters >= minJoined && len(r.spelled) < maxFlags {
		r.spelled = append(r.spelled, [2]int{start, r.pos})
	}
	if s.latin > 0 && s.foreign > 0 && len(r.mixed) < minMixed {
		r.mixed = append(r.mixed, [2]int{start, r.pos})
	}
	if s.upper > 1 && s.upper == s.latin {
		r.marks |= shouted
	}
	r.spell(start, s.letters)
	r.put(start, c)
}

// lookUp reads a word to its end and looks it up on the way.
func (r *reader) lookUp(w *shape) (c sense) {
	at := uint16(root)
	step := func(s int) {
		if at = lexicon.next[at][s]; at != 0 {
			c |= lexicon.starts[at]
		}
	}
	for r.pos < len(r.text) {
		b := r.text[r.pos]
		if b < utf8.RuneSelf {
			s := byteFold[b]
			if s == 0 {
				break
			}
			w.add(b)
			r.pos++
			if at != 0 {
				step(int(s) - 1)
			}
			continue
		}
		char, size := utf8.DecodeRuneInString(r.text[r.pos:])
		s, ok := fold(char)
		if s == "" && ok {
			break
		}
		w.addRune(char, s)
		r.pos += size
		for i := range len(s) {
			switch {
			case s[i] == strange:
				at = 0
			case at != 0:
				step(symbol(s[i]))
			}
		}
	}
	if at != 0 {
		c |= lexicon.whole[at]
	}
	return c
}

func (w *shape) add(b byte) {
	w.letters++
	if b <= '9' {
		w.digits++
	} else if w.latin++; b <= 'Z' {
		w.upper++
	}
}

func (w *shape) addRune(r rune, letters string) {
	w.accents = true
	if letters != "" {
		w.letters++
	}
	if r >= 0x370 && r < folded {
		w.foreign++
	}
}

// named reports whether a name is one that models are given: "HarborGPT".
func named(w string) bool {
	return strings.HasSuffix(w, "GPT") || strings.HasSuffix(w, "Bot")
}

// put ends a word.
func (r *reader) put(start int, c sense) {
	if r.from < 0 {
		r.from = start
		r.sentences = append(r.sentences, sentence{start: start})
	}
	s := len(r.sentences) - 1
	if r.sentences[s].words < 3 {
		r.marks |= early
	}
	r.sentences[s].words++
	r.sentences[s].has |= c
	if r.lastHit = c != 0; r.lastHit {
		r.words = append(r.words, word{start: start, end: r.pos, at: r.count, sentence: s, class: c, marks: r.marks})
	}
	r.count++
	r.marks, r.lastEnd = 0, r.pos
	if r.sentences[s].words == maxSentence {
		r.endSentence()
	}
}

// leet looks up a word in which digits stand for letters.
func leet(w string) sense {
	const longest = 24
	if len(w) > longest {
		return 0
	}
	var buf [longest]byte
	for _, one := range [...]byte{'i', 'l'} {
		for i := range len(w) {
			b := w[i] | 0x20
			switch w[i] {
			case '0':
				b = 'o'
			case '1':
				b = one
			case '3':
				b = 'e'
			case '4':
				b = 'a'
			case '5':
				b = 's'
			case '7':
				b = 't'
			case '2', '6', '8', '9':
				return 0
			}
			buf[i] = b
		}
		if c := lexicon.classOf(string(buf[:len(w)])); c != 0 {
			return c
		}
	}
	return 0
}

// tail marks the last word, where it is one that the lists know.
func (r *reader) tail(m mark) {
	if r.lastHit {
		r.words[len(r.words)-1].marks |= m
	}
}

// between takes an ASCII character between two words.
func (r *reader) between(b byte) {
	switch b {
	case ' ', '\'', '_':
		return
	case '\n':
		r.tail(lineTail | pause)
		r.endSpelled()
		if r.breaks() {
			r.endSentence()
		}
		r.marks |= lineHead
		return
	case '.', '!', '?':
		r.tail(pause)
		if next := r.pos + 1; next == len(r.text) || r.text[next] == ' ' || r.text[next] == '\n' || r.text[next] == '"' {
			if r.singles < minSpelled/2 {
				r.endSentence()
			}
		}
	case ':', '=':
		r.tail(colon | pause)
	case '/':
		r.tail(slash)
	case '"', '*', '-', '#', '[', ']', '(', ')', '%', '+':
	default:
		r.tail(pause)
	}
	r.marks |= severed
}

func (r *reader) betweenRune(c rune) {
	switch c {
	case '’':
		return
	case '•', '。', '！', '？':
		r.endSentence()
	case '：':
		r.tail(colon | pause)
	}
	r.tail(pause)
	r.marks |= severed
}

// breaks reports whether the line break at pos ends a sentence: not where the next line goes on in lower case, as in
// text that was wrapped.
func (r *reader) breaks() bool {
	next := r.pos + 1
	return next >= len(r.text) || r.text[next] < 'a' || r.text[next] > 'z'
}

func (r *reader) endSentence() {
	if r.from >= 0 {
		r.sentences[len(r.sentences)-1].end = r.lastEnd
	}
	r.from = -1
	r.marks |= opens | severed
}

// spell follows runs of single letters: "i g n o r e".
func (r *reader) spell(start, letters int) {
	if letters != 1 {
		r.endSpelled()
		return
	}
	if r.singles == 0 {
		r.spelling = start
	} else if start-r.lastEnd > 3 {
		r.endSpelled()
		r.spelling = start
	}
	r.singles++
}

func (r *reader) endSpelled() {
	if r.singles >= minSpelled && len(r.spelled) < maxFlags {
		r.spelled = append(r.spelled, [2]int{r.spelling, r.lastEnd})
	}
	r.singles = 0
}
