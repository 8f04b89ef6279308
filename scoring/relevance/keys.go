package relevance

import "slices"

// key is something by which a query finds a document: a term that the title names, or the text shows, a family of work, a
// noun, a level or a word.
type key uint64

const (
	keyTitle key = (iota + 1) << 32
	keyText      // of a family, or of any
	keyFamily
	keyNoun
	keyLevel
	keyWord
)

// wordKey is the key of a word; those that the lexicon does not know keep their highest bit and cannot be taken for others.
func wordKey(w word) key {
	if w >= foreign {
		return key(w)
	}
	return keyWord | key(w)
}

// textKey is the key of a term that a text shows beside a title of a family; family 0 stands for any.
func textKey(id termID, f family) key { return keyText | key(f)<<16 | key(id) }

func levelKey(l Level) key { return keyLevel | key(l.rank()+1) }

// eachKey calls do for each key of a document. A term or word of the text is one where the text may show it strongly enough to
// admit.
func (d *Document) eachKey(do func(key)) {
	do(keyFamily | key(d.family))
	do(keyNoun | key(d.noun))
	do(levelKey(d.level))
	for i := range d.terms {
		switch m := &d.terms[i]; {
		case m.title > 0:
			do(keyTitle | key(m.term))
		case d.strength(float64(m.weight)/16) >= techStrength:
			do(textKey(m.term, 0))
			if d.family != 0 {
				do(textKey(m.term, d.family))
			}
		}
	}
	d.eachShown(func(w word) { do(wordKey(w)) })
}

// eachShown calls do for each word that stands in the title, or so often that the text may show it strongly enough to admit.
func (d *Document) eachShown(do func(word)) {
	if d.strength(sectionWeight[sectionMain]) >= techStrength { // once is enough
		for _, w := range d.words {
			do(w)
		}
		return
	}
	var once, shown [maxWords / 64]uint64
	for i, v := range d.seq {
		at := v & seqIndex
		bit := uint64(1) << (at % 64)
		if uint32(i) < d.titleEnd || once[at/64]&bit != 0 {
			shown[at/64] |= bit
		}
		once[at/64] |= bit
	}
	for i, w := range d.words {
		if shown[i/64]>>(i%64)&1 != 0 {
			do(w)
		}
	}
}

// clause is a set of keys of which a document that a query admits has one at least.
type clause struct {
	keys   []key
	common float64 // how often documents have one of them, by guess: 1 for the name of a tool
}

// clauses are what a query needs, all of them; none at all says that it may admit any document.
func (q *query) clauses() (all []clause) {
	var ones clause
	for i := range q.wants {
		switch w := &q.wants[i]; w.need {
		case needOne:
			c := q.clauseOf(w)
			ones = clause{append(ones.keys, c.keys...), ones.common + c.common}
		case needTitle, needPlace:
			all = append(all, q.clauseOf(w))
		}
	}
	if len(ones.keys) > 0 {
		all = append(all, ones)
	}
	switch {
	case q.families == 0:
	case len(all) == 0: // the family is all that the query asks for
		c := clause{keys: familyKeys(q.families), common: commonFamily}
		if len(q.wants) == 0 && q.noun == q.head {
			c.keys = append(c.keys, keyNoun|key(q.noun))
		}
		all = append(all, c)
	case q.person: // a title of another family is none of what the query names
		all = append(all, clause{append(familyKeys(q.families|q.near|q.far), keyFamily), commonFamilies})
	}
	if c := q.levelClause(); len(c.keys) <= len(allLevels) {
		all = append(all, c)
	}
	return all
}

// How common the keys are beside the name of a tool.
const (
	commonWord     = 0.5 // one that the lexicon does not know
	commonKnown    = 5.0
	commonFamily   = 20
	commonFamilies = 100
	commonLevel    = 5   // each
	commonNoLevel  = 100 // most titles name none
	commonTerm     = 3
	commonBroad    = 8
	commonPlace    = 30
)

func (q *query) clauseOf(w *want) clause {
	if w.term == 0 {
		one, common := slices.Max(w.words.words), commonWord
		if one < foreign {
			common = commonKnown
		}
		return clause{[]key{wordKey(one)}, common}
	}
	c := clause{keys: []key{keyTitle | key(w.term)}, common: commonTerm}
	switch w.kind {
	case kindLanguage, kindTool:
		c.common = 1
	case kindBroad, kindSoft:
		c.common = commonBroad
	case kindCondition:
		c.common = commonPlace
	}
	shown := q.families // the families in which a text may stand for the title
	switch {
	case w.need == needPlace, w.kind == kindCondition:
		return c
	case w.need == needTitle && (w.person || w.kind == kindBroad && len(w.up) == 0):
		return c
	case q.families == 0:
		c.keys = append(c.keys, textKey(w.term, 0))
		return c
	case w.need == needOne:
		shown |= q.near
	}
	for f := family(1); f < 64; f++ {
		if shown.has(f) {
			c.keys = append(c.keys, textKey(w.term, f))
		}
	}
	return c
}

func familyKeys(fs families) (keys []key) {
	for f := family(1); f < 64; f++ {
		if fs.has(f) {
			keys = append(keys, keyFamily|key(f))
		}
	}
	return keys
}

// levelClause are the levels that a query allows.
func (q *query) levelClause() (c clause) {
	for _, l := range allLevels {
		if q.allows(l) {
			c.keys, c.common = append(c.keys, levelKey(l)), c.common+commonLevel
		}
	}
	if q.allows(LevelUnknown) {
		c.keys, c.common = append(c.keys, levelKey(LevelUnknown)), c.common+commonNoLevel
	}
	return c
}

// rarest is the clause that the fewest documents answer.
func rarest(all []clause) clause {
	best := all[0]
	for _, c := range all[1:] {
		if c.common < best.common {
			best = c
		}
	}
	return best
}

// gate is what a document's title must be like for a query, as far as two sets can say it.
type gate struct {
	families uint64 // bit 0: no family
	levels   uint32 // bit 0: no level
}

func (q *query) gate() gate {
	g := gate{families: ^uint64(0)}
	switch {
	case q.families == 0:
	case q.needsAny() && q.person:
		g.families = uint64(q.families|q.near|q.far) | 1
	case !q.needsAny() && len(q.wants) > 0:
		g.families = uint64(q.families)
	}
	for _, l := range append(allLevels[:len(allLevels):len(allLevels)], LevelUnknown) {
		if q.allows(l) {
			g.levels |= 1 << (l.rank() + 1)
		}
	}
	return g
}

// gate is the same of a document, one bit in each set.
func (d *Document) gate() gate { return gate{1 << d.family, 1 << (d.level.rank() + 1)} }

func (g gate) lets(d gate) bool { return g.families&d.families != 0 && g.levels&d.levels != 0 }

// words are such that what a rule keeps out has one of them.
func (r *rule) words() (ws []word) {
	for _, f := range r.forms {
		w := slices.Max(f.words) // one that the lexicon does not know, where there is one
		if !slices.Contains(ws, w) {
			ws = append(ws, w)
		}
	}
	return ws
}
