package relevance

import "slices"

// noTerm marks a phrase of the lexicon that only hides its words.
const noTerm = -1

// vocabulary finds the terms of one Search in a text. Words and terms are numbered; word 0 is every other word.
type vocabulary struct {
	word    map[string]int32
	entries []entry
	term    map[string]int32
	terms   int
}

// entry is what one word may begin.
type entry struct {
	alone   []int32 // terms that the word is by itself
	phrases []phrase
	kind    kind
}

// phrase is the rest of a term of several words.
type phrase struct {
	rest  []int32
	slash bool
	whole bool
	term  int32
}

// token is one word of a text: which, where in the source, and what stands before it.
type token struct {
	word     int32
	from, to uint32
	gap      gap
}

// hit is a term found at the tokens from ≤ i < to.
type hit struct {
	term     int32
	from, to int
}

func newVocabulary(lx *lexicon) *vocabulary {
	v := &vocabulary{word: map[string]int32{}, entries: make([]entry, 1), term: map[string]int32{}}
	for _, t := range lx.whole {
		for _, f := range t.forms {
			v.addForm(lx, f, noTerm, true)
		}
	}
	for w := range lx.kinds {
		v.number(lx, w)
	}
	return v
}

// add numbers a term; terms with one key have one number.
func (v *vocabulary) add(lx *lexicon, t *term) int32 {
	if n, ok := v.term[t.key]; ok {
		return n
	}
	n := int32(v.terms)
	v.terms++
	v.term[t.key] = n
	for _, f := range t.forms {
		last := len(f.words) - 1
		for _, w := range t.inflected(f.words[last]) {
			v.addForm(lx, form{append(slices.Clone(f.words[:last]), w), f.slash}, n, t.whole)
		}
	}
	return n
}

func (v *vocabulary) addForm(lx *lexicon, f form, n int32, whole bool) {
	ids := make([]int32, len(f.words))
	for i, w := range f.words {
		ids[i] = v.number(lx, w)
	}
	e := &v.entries[ids[0]]
	if len(ids) > 1 {
		e.phrases = append(e.phrases, phrase{rest: ids[1:], slash: f.slash, whole: whole, term: n})
	} else if n != noTerm && !slices.Contains(e.alone, n) {
		e.alone = append(e.alone, n)
	}
}

func (v *vocabulary) number(lx *lexicon, w string) int32 {
	if id, ok := v.word[w]; ok {
		return id
	}
	id := int32(len(v.entries))
	v.word[w] = id
	v.entries = append(v.entries, entry{kind: lx.kinds[w]})
	return id
}

func (v *vocabulary) kind(t token) kind { return v.entries[t.word].kind }

// scan appends the tokens of a text.
func (v *vocabulary) scan(text string, out []token) []token {
	var buf [maxWord + 8]byte
	sc := scanner{src: text, word: buf[:0]}
	for sc.next() {
		id, ok := v.word[string(sc.word)]
		if n := len(sc.word); !ok && n > 2 && sc.word[n-1] <= '9' {
			id = v.word[string(withoutVersion(sc.word))]
		}
		out = append(out, token{word: id, from: uint32(sc.from), to: uint32(sc.to), gap: sc.gap})
	}
	return out
}

// find calls found for each term in the tokens of a text, in the order of the text.
func (v *vocabulary) find(text string, ts []token, found func(hit)) {
	for i := 0; i < len(ts); i++ {
		if ts[i].word == 0 {
			continue
		}
		e := &v.entries[ts[i].word]
		hidden := 0
		for _, p := range e.phrases {
			n := 1 + len(p.rest)
			if !p.at(ts[i+1:]) {
				continue
			}
			if p.whole {
				hidden = max(hidden, n)
			}
			if p.term != noTerm {
				found(hit{p.term, i, i + n})
			}
		}
		if hidden > 0 {
			i += hidden - 1
			continue
		}
		if len(e.alone) > 0 && v.counts(text, ts, i) {
			for _, n := range e.alone {
				found(hit{n, i, i + 1})
			}
		}
	}
}

// counts reports whether token i, if its word is ambiguous or asks for capitals, means the term here.
func (v *vocabulary) counts(text string, ts []token, i int) bool {
	switch k := v.kind(ts[i]); {
	case k&kindAmbiguous != 0:
		return v.isStackWord(text, ts, i)
	case k&kindCapitals != 0:
		return isCapitals(text, ts[i])
	}
	return true
}

// at reports whether the tokens begin with the rest of the phrase.
func (p *phrase) at(ts []token) bool {
	if len(ts) < len(p.rest) {
		return false
	}
	for i, id := range p.rest {
		if ts[i].word != id || ts[i].gap == gapBreak || ts[i].gap == gapSlash && !p.slash {
			return false
		}
	}
	return true
}
