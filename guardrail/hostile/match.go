package hostile

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// hit is a rule that holds: the words of the text from start to end.
type hit struct {
	kind       string
	start, end int // bytes
}

// matcher tries the rules on a reading.
type matcher struct {
	*reading
	hits []hit
}

const window = 64 // words that one match may span

// match finds where rules hold, in the order of the text, at most one of a kind in a row of words.
func match(r *reading) []hit {
	m := matcher{reading: r}
	for i := range r.words {
		for c := uint64(r.words[i].class); c != 0; c &= c - 1 {
			m.tryAll(rules.byClass[bits.TrailingZeros64(c)], i)
		}
		if r.words[i].class&special != 0 {
			var buf [longestWord]byte
			m.tryAll(rules.byWord[string(m.spelling(buf[:0], i))], i)
		}
	}
	return m.hits
}

// possible reports whether a sentence with these classes can hold the rule.
func (r *rule) possible(has sense) bool {
	for i := range r.steps {
		if r.steps[i].any&has == 0 {
			return false
		}
	}
	return r.company == 0 || r.company&has != 0
}

func (m *matcher) tryAll(rules []*rule, i int) {
	has := m.sentences[m.words[i].sentence].has
	for _, r := range rules {
		if r.possible(has) {
			m.try(r, i)
		}
	}
}

func (m *matcher) try(r *rule, i int) {
	first := &m.words[i]
	for j := len(m.hits) - 1; j >= 0 && j >= len(m.hits)-4; j-- {
		if m.hits[j].kind == r.kind && first.start < m.hits[j].end {
			return
		}
	}
	if !m.fits(&r.steps[0], i) || r.command && !m.commanded(i) || r.apart && m.others(i) {
		return
	}
	last, ok := m.walk(r, i)
	if !ok || r.apart && m.discussed(i) || r.after && !m.goesOn(last) || r.address && !m.addressed(last) {
		return
	}
	m.hits = append(m.hits, hit{r.kind, first.start, m.words[last].end})
}

// walk goes through the steps behind the first. Each bit of reached is a word that the steps so far can end at, so
// that all ways are followed at once and the time is bounded by the window.
func (m *matcher) walk(r *rule, i int) (last int, ok bool) {
	reached := uint64(1)
	for k := 1; k < len(r.steps); k++ {
		s := &r.steps[k]
		near := uint64(0)
		for d := 1; d <= s.gap+1; d++ {
			near |= reached << d
		}
		if reached = near & m.holders(s, i); reached == 0 {
			return 0, false
		}
	}
	at := m.words[i].at + bits.TrailingZeros64(reached)
	for last = i; m.words[last].at != at; last++ {
	}
	return last, true
}

// holders are the words behind words[i], in its sentence, that a step can be.
func (m *matcher) holders(s *step, i int) uint64 {
	from := &m.words[i]
	found := uint64(0)
	for j := i + 1; j < len(m.words) && m.words[j].sentence == from.sentence; j++ {
		d := m.words[j].at - from.at
		if d >= window {
			break
		}
		if m.fits(s, j) {
			found |= 1 << d
		}
	}
	return found
}

func (m *matcher) fits(s *step, i int) bool {
	w := &m.words[i]
	return w.class&s.any != 0 && w.marks&s.marks == s.marks && w.marks&s.not == 0 && (s.text == nil || m.is(i, s.text)) && m.speaks(s.voice, i)
}

// is reports whether words[i] is one of these, in the detector's spelling.
func (m *matcher) is(i int, these []string) bool {
	var buf [longestWord]byte
	word := m.spelling(buf[:0], i)
	for _, t := range these {
		if t == string(word) {
			return true
		}
	}
	return false
}

const longestWord = 24 // bytes; longer ones need memory of their own

// spelling appends words[i] in the detector's spelling.
func (m *matcher) spelling(to []byte, i int) []byte {
	for _, r := range m.text[m.words[i].start:m.words[i].end] {
		if r < utf8.RuneSelf {
			if r >= 'A' && r <= 'Z' {
				r |= 0x20
			}
			to = append(to, byte(r))
			continue
		}
		letters, _ := fold(r)
		to = append(to, letters...)
	}
	return to
}

// next returns the word right behind words[i], if the lists know it.
func (m *matcher) next(i int) *word {
	if i+1 < len(m.words) && m.words[i+1].at == m.words[i].at+1 {
		return &m.words[i+1]
	}
	return nil
}

// before returns the word d places before words[i], if the lists know it and it is of the same sentence.
func (m *matcher) before(i, d int) *word {
	for j := i - 1; j >= 0 && j >= i-d; j-- {
		if m.words[j].at == m.words[i].at-d && m.words[j].sentence == m.words[i].sentence {
			return &m.words[j]
		}
	}
	return nil
}

// speaks reports whether what follows words[i] is as the voice asks.
func (m *matcher) speaks(v voice, i int) bool {
	if v == anyVoice || m.words[i].marks&pause != 0 {
		return true
	}
	n := m.next(i)
	if n != nil && n.class&profession != 0 {
		return false
	}
	return v == notHuman || n != nil && n.class&(model|never|readWord|language|must|evaluator|screening|are|who) != 0
}

// commanded reports whether words[i] stands where an order does.
func (m *matcher) commanded(i int) bool {
	if m.words[i].marks&(opens|severed|lineHead) != 0 {
		return true
	}
	b := m.before(i, 1)
	return b != nil && b.class&(please|must|instead|now) != 0
}

// others reports whether somebody else than the reader does what words[i] says: "candidates who ignore …".
func (m *matcher) others(i int) bool {
	if m.words[i].marks&opens != 0 {
		return false
	}
	for d := 1; d <= 3; d++ {
		if b := m.before(i, d); b != nil && b.class&must == 0 && (b.class&ifWord != 0 || d < 3 && b.class&who != 0) {
			return true
		}
		if d == 1 && m.words[i].marks&severed != 0 {
			return false
		}
	}
	return false
}

// discussed reports whether the sentence is about attacks and does not begin with one.
func (m *matcher) discussed(i int) bool {
	s := &m.sentences[m.words[i].sentence]
	return s.has&topic != 0 && m.words[i].marks&opens == 0
}

// goesOn reports whether a sentence of three words or more follows the one that holds words[i].
func (m *matcher) goesOn(i int) bool {
	for _, s := range m.sentences[m.words[i].sentence+1:] {
		if s.words >= 3 {
			return true
		}
	}
	return false
}

// addressed reports whether an address stands right behind words[i].
func (m *matcher) addressed(i int) bool {
	rest, _ := head(m.text[m.words[i].end:], 60)
	return strings.Contains(rest, "@") || strings.Contains(rest, "://")
}
