package relevance

import (
	"strings"
)

// need says what a query's word does.
type need uint8

const (
	needRank  need = iota // it only ranks
	needOne               // one of these must be named, in the title or as what the text is about
	needTitle             // the title must name it, or for a field of work the text very clearly
	needPlace             // a condition that the query has nothing but
)

// want is one thing that a query asks for: a term of the lexicon, or a word that it does not know.
type want struct {
	term   termID
	words  sequence // as the person wrote it
	kind   kind
	need   need
	weight float64
	label  string // as readers see it
	up     []kin
	person bool // it says what a person is, as "nurse" does and "nursing" does not
}

// query is one query, understood.
type query struct {
	text     string
	wants    []want
	level    Level
	strict   bool // the title must be of the query's level
	families families
	near     families
	far      families
	head     termID // the noun; 0 where it names none
	person   bool   // it names what a person is: "nurse", not "nursing"
	noun     termID // the noun, or the last word of its name
	order    sequence

	most       float64 // the weights of all that it could have
	topics     float64 // the weights of what it wants but for conditions
	conditions float64
}

// understand reads a query.
func (lx *lexicon) understand(text string) (query, bool) {
	r := lx.read(text, writtenByPerson)
	q := query{text: text}
	if l := lx.weigh(r, func(uint8) bool { return true }); l != Manager { // "product manager" names no level
		q.level = l
	}
	if r.head >= 0 {
		q.head = r.hits[r.head].term
		q.noun, q.person = lx.noun(r), r.hits[r.head].head == headFull
	}
	q.order = wordsOf(r.tokens)
	lx.addWants(&q, r)
	lx.setFamilies(&q, r)
	lx.setNeeds(&q, r)
	q.setMost()
	return q, len(q.wants) > 0 || q.head != 0 || q.level != LevelUnknown
}

// noun is the noun of a title or a query by itself, the last word of its name: of a product manager, the manager.
func (lx *lexicon) noun(r *reading) termID {
	h := r.hits[r.head]
	at := h.to - 1
	if lx.terms[h.term].first {
		at = h.from
	}
	for _, p := range lx.phrasesOf(r.tokens[at].word) {
		if k := lx.terms[p.term].kind; len(p.rest) == 0 && (k == kindPlain || k == kindOpen) {
			return p.term
		}
	}
	return 0
}

func (lx *lexicon) phrasesOf(w word) []phrase {
	if w >= foreign {
		return nil
	}
	return lx.begin[w]
}

// addWants lists the topics and conditions of a query, and the words that the lexicon does not know; those tied by a hyphen
// or an ampersand are one.
func (lx *lexicon) addWants(q *query, r *reading) {
	seen := map[termID]bool{}
	next := 0
	for i := 0; i < len(r.tokens) && len(q.wants) < maxWants-1; {
		if next < len(r.hits) && r.hits[next].from == i {
			h := r.hits[next]
			next++
			i = h.to
			if t := &lx.terms[h.term]; (t.kind.isTopic() || t.kind == kindCondition) && !seen[h.term] {
				seen[h.term] = true
				q.wants = append(q.wants, want{term: h.term, kind: t.kind, label: t.name, up: t.up, person: h.head == headFull, words: wordsOf(r.tokens[h.from:h.to])})
			}
			continue
		}
		to := i + 1
		for to < len(r.tokens) && (next >= len(r.hits) || r.hits[next].from > to) && tied(r.source, r.tokens[to-1], r.tokens[to]) {
			to++
		}
		if w := r.source[r.tokens[i].from:r.tokens[to-1].to]; strings.Trim(w, "0123456789+") != "" {
			q.wants = append(q.wants, want{words: wordsOf(r.tokens[i:to]), kind: kindHidden, label: w})
		}
		i = to
	}
}

func wordsOf(ts []token) sequence {
	s := sequence{words: make([]word, len(ts)), slash: true}
	for i, t := range ts {
		s.words[i] = t.word
	}
	return s
}

// tied reports whether two words are written as one.
func tied(source string, a, b token) bool {
	between := source[a.to:b.from]
	return between == "" || between == "-" || b.gap == gapSoft && (source[b.from] == '&' || source[a.from] == '&')
}

// setFamilies says which families of work a query asks for: that of its noun, or without a noun those of its topics.
func (lx *lexicon) setFamilies(q *query, r *reading) {
	switch {
	case q.head != 0 && r.family != 0:
		q.families = r.family.set()
	case q.head == 0:
		for _, w := range q.wants {
			if w.term != 0 {
				q.families |= lx.terms[w.term].family.set()
			}
		}
	}
	for f := range lx.families {
		if q.families.has(family(f)) {
			q.near |= lx.families[f].near
			q.far |= lx.families[f].far
		}
	}
}

// setNeeds says what of a query must be found. Languages and tools: one of them, but those that only belong to a field which
// the query names rank. Fields: each, but sides of software work and what an employer's business is only rank beside others.
func (lx *lexicon) setNeeds(q *query, r *reading) {
	tech, field := false, false
	for i := range q.wants {
		w := &q.wants[i]
		switch {
		case w.kind.isTech() && !lx.belongs(q, *w):
			w.need, tech = needOne, true
		case w.kind == kindField || w.kind == kindBroad || w.kind == kindRole || w.kind == kindTrade:
			w.need, field = needTitle, true
		}
	}
	noun := q.head != 0 && r.family != 0
	for i := range q.wants {
		w := &q.wants[i]
		switch {
		case tech || field || w.need != needRank:
		case w.kind == kindSoft && w.label != "Software" && w.label != "Engineering":
			w.need = needTitle
		case w.kind == kindHidden, w.kind.isTech(), w.kind == kindDomain && !noun:
			w.need = needOne
		}
	}
	for i := range q.wants {
		w := &q.wants[i]
		if w.weight = 1; w.need == needRank {
			w.weight = softNeed
		}
	}
	q.strict = q.level == Intern || q.level == Director || q.level == Executive
	lx.setBare(q)
}

// setBare gives a query that names no topic something to be found by: its noun where that has no family, its level, or its
// conditions.
func (lx *lexicon) setBare(q *query) {
	needed := q.families != 0
	for _, w := range q.wants {
		needed = needed || w.need != needRank
	}
	switch {
	case needed:
	case q.head != 0 && lx.terms[q.head].level == LevelUnknown:
		q.wants = append(q.wants, want{term: q.head, kind: kindOpen, need: needTitle, weight: 1, label: lx.terms[q.head].name})
	case q.level != LevelUnknown:
		q.strict = true
	default:
		for i := range q.wants {
			q.wants[i].need, q.wants[i].weight = needPlace, 1
		}
	}
}

// belongs reports whether a language or tool belongs to a field that the query names too.
func (lx *lexicon) belongs(q *query, w want) bool {
	for _, other := range q.wants {
		if k := other.kind; (k == kindField || k == kindBroad || k == kindRole) && other.term != w.term && lx.worth(w.term, other.term) > 0 {
			return true
		}
	}
	return false
}
