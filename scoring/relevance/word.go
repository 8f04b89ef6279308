package relevance

import "strings"

// word is a folded word: those of the lexicon have small numbers, all others are a hash of their stem with the highest bit
// set.
type word uint64

const foreign word = 1 << 63

// wordOf reads a folded word.
func (lx *lexicon) wordOf(w []byte) word {
	if n, ok := lx.words[string(w)]; ok {
		return n
	}
	if n := len(w); n > 2 && w[n-1] <= '9' {
		if base, ok := lx.words[string(withoutVersion(w))]; ok {
			return base
		}
	}
	h := uint64(14695981039346656037) // FNV-1a
	for _, c := range stem(w) {
		h = (h ^ uint64(c)) * 1099511628211
	}
	h ^= h >> 32 // spread the low bits
	return foreign | word(h*0x9E3779B97F4A7C15)
}

// stem takes the plural's ending or "js" off a word.
func stem(w []byte) []byte {
	n := len(w)
	if n < 4 || w[n-1] != 's' || w[0] < 'a' {
		return w
	}
	switch rest := string(w); {
	case strings.HasSuffix(rest, "js"):
		if n > 4 {
			return w[:n-2]
		}
	case strings.HasSuffix(rest, "ss"), strings.HasSuffix(rest, "us"), strings.HasSuffix(rest, "is"):
	case strings.HasSuffix(rest, "ies") && n > 4:
		w[n-3] = 'y'
		return w[:n-2]
	case strings.HasSuffix(rest, "sses"), strings.HasSuffix(rest, "xes"), strings.HasSuffix(rest, "ches"), strings.HasSuffix(rest, "shes"):
		return w[:n-2]
	default:
		return w[:n-1]
	}
	return w
}

// withoutVersion takes the version off a word: "python3" is "python". A base of one letter stays ("s3", "k8"), as do
// words that are digits alone.
func withoutVersion(w []byte) []byte {
	i := len(w)
	for i > 0 && len(w)-i < 4 && w[i-1] >= '0' && w[i-1] <= '9' {
		i--
	}
	if i == len(w) || i < 2 || w[i-1] < 'a' {
		return w
	}
	return w[:i]
}

// token is one word of a text: which, where in the source, and what stands before it.
type token struct {
	word     word
	from, to uint32
	gap      gap
	edge     edge
	hidden   bool // the word does not count by itself here
}

// scan appends the tokens of a text.
func (lx *lexicon) scan(text string, out []token) []token {
	var buf [maxWord + 8]byte
	sc := scanner{src: text, word: buf[:0]}
	for sc.next() {
		if len(sc.word) == 0 {
			continue
		}
		out = append(out, token{word: lx.wordOf(sc.word), from: uint32(sc.from), to: uint32(sc.to), gap: sc.gap, edge: sc.edge})
	}
	return out
}

// hit is a term found at the tokens from ≤ i < to.
type hit struct {
	term     termID
	head     heads
	level    Level
	from, to int
}

// writing says what kind of text words stand in.
type writing uint8

const (
	writtenInText   writing = iota
	writtenInLine           // a title, a place
	writtenByPerson         // a query: what looks like the name of a language is one
)

// find appends the terms in the tokens of a text, in the order of the text: at each place the longest that begins there.
// It marks the words that do not count by themselves.
func (lx *lexicon) find(text string, ts []token, as writing, out []hit) []hit {
	for i := 0; i < len(ts); {
		n := 1
		if w := ts[i].word; w < foreign {
			if p := lx.at(text, ts, i, as); p != nil {
				n += len(p.rest)
				for j := i; n > 1 && j < i+n; j++ {
					ts[j].hidden = ts[j].hidden || p.whole || lx.trait(ts[j])&traitDoubtful != 0
				}
				if p.term != 0 {
					out = append(out, hit{p.term, p.head, p.level, i, i + n})
				}
			}
		}
		i += n
	}
	return out
}

// at returns the longest spelling that begins at token i.
func (lx *lexicon) at(text string, ts []token, i int, as writing) *phrase {
	ps := lx.begin[ts[i].word]
	for j := range ps {
		p := &ps[j]
		if !p.at(ts[i+1:]) {
			continue
		}
		if len(p.rest) == 0 && !lx.counts(text, ts, i, as) {
			ts[i].hidden = true
			return nil
		}
		return p
	}
	return nil
}

// counts reports whether token i, if its word is ambiguous or asks for capitals, means the term here.
func (lx *lexicon) counts(text string, ts []token, i int, as writing) bool {
	switch k := lx.traits[ts[i].word]; {
	case as == writtenByPerson:
		return true
	case k&traitAmbiguous != 0:
		return lx.isStackWord(text, ts, i)
	case k&traitCapitals != 0:
		return isCapitals(text, ts[i])
	case k&traitProper != 0 && as == writtenInText:
		return text[ts[i].from] < 'a'
	}
	return true
}

// at reports whether the tokens begin with the rest of the phrase.
func (p *phrase) at(ts []token) bool {
	if len(ts) < len(p.rest) {
		return false
	}
	for i, w := range p.rest {
		if ts[i].word != w || ts[i].gap == gapBreak || ts[i].gap == gapSlash && !p.slash {
			return false
		}
	}
	return true
}
