package relevance

import "shortlist/scoring"

// Match reads a listing and decides about it.
func (s *Search) Match(l *scoring.Listing) Result { return s.Matches(Read(l)) }

// Matches decides about one document. The same document has the same result alone and among many.
func (s *Search) Matches(d *Document) Result {
	q, _, drop := s.decide(d)
	if drop != nil {
		return discarded(drop)
	}
	var f found
	q.match(s.lexicon, d, &f)
	return f.result(s.lexicon, d)
}

// Decides is Matches without the words, for those who rank many and explain few: Why and Parts stay empty.
func (s *Search) Decides(d *Document) Result {
	q, relevance, drop := s.decide(d)
	if drop != nil {
		return Result{Discard: drop}
	}
	return Result{Admitted: true, Relevance: relevance, Query: q.text}
}

// decide finds the query that admits a document best, or what keeps it out.
func (s *Search) decide(d *Document) (best *query, relevance float64, drop *Discard) {
	var f found
	for i := range s.queries {
		if q := &s.queries[i]; q.match(s.lexicon, d, &f) && f.relevance > relevance {
			best, relevance = q, f.relevance
		}
	}
	if best == nil {
		return nil, 0, &Discard{Reason: NoTitleHit}
	}
	return best, relevance, s.keepsOut(d)
}

// maxWants bounds how many things one query asks for.
const maxWants = 24

// found is how a document answers a query.
type found struct {
	query     *query
	close     closeness
	relevance float64
	title     [maxWants]float64 // by want, at most 1; beyond the query's wants stands anything
	text      [maxWants]float64
}

// match decides whether a query admits a document, and writes into f what it is worth.
func (q *query) match(lx *lexicon, d *Document, f *found) bool {
	f.query, f.close, f.relevance = q, q.closeTo(lx, d), 0
	if !q.allows(d.level) {
		return false
	}
	if len(q.wants) == 0 && f.close != closeSame {
		return false
	}
	one, ones, literal := false, false, false
	for i := range q.wants {
		w := &q.wants[i]
		f.title[i], f.text[i] = q.weigh(d, w)
		named := f.title[i] > 0
		literal = literal || f.title[i] >= titleWorth || f.title[i] >= asideWorth && (w.kind.isTech() || w.kind == kindHidden || w.kind == kindDomain)
		switch w.need {
		case needOne:
			ones = true
			one = one || named || f.close >= closeNear && d.family != 0 && f.text[i] >= techStrength && q.showsTech(f.close, f.text[i], w)
		case needTitle:
			if !named && !(f.close == closeSame && q.showsField(d, w, f.text[i])) {
				return false
			}
		case needPlace:
			if !named {
				return false
			}
		}
	}
	switch {
	case ones && !one:
		return false
	case f.close == closeNone && (q.person || !literal):
		return false
	case f.close < closeSame && !ones && !q.needsAny():
		return false
	}
	f.relevance = min(q.parts(d, f, nil), 1) // a sum of fractions may pass it by a rounding
	return f.relevance > 0
}

// showsTech reports whether a text shows strongly enough that work is done with a language or tool.
func (q *query) showsTech(c closeness, strength float64, w *want) bool {
	return c == closeSame || q.head == 0 || strength >= nearStrength
}

// showsField reports whether a text shows strongly enough that work is done in a field: very clearly, or clearly where the
// title names what the field belongs to.
func (q *query) showsField(d *Document, w *want, strength float64) bool {
	if w.person || w.term == 0 {
		return false
	}
	return strength >= techStrength && q.side(d, w) > 0 || strength >= fieldStrength && w.kind != kindBroad
}

func (q *query) needsAny() bool {
	for i := range q.wants {
		if q.wants[i].need != needRank {
			return true
		}
	}
	return false
}

// closeTo says how near a family is to what the query asks for.
func (q *query) closeTo(lx *lexicon, d *Document) closeness {
	f := d.family
	switch {
	case q.families == 0, len(q.wants) == 0 && q.noun == q.head && q.noun == d.noun:
		return closeSame
	case q.families.has(f):
		if q.person && d.said == "" {
			return closeNear
		}
		return lx.nounsClose(q, d)
	case f == 0 || q.near.has(f):
		return closeNear
	case q.far.has(f):
		return closeFar
	}
	return closeNone
}

// nounsClose says how near the noun of a title comes to the query's in one family: an engineer is no analyst and no specialist,
// and who looks for a manager's work does not look for an assistant's.
func (lx *lexicon) nounsClose(q *query, d *Document) closeness {
	asked, has := &lx.terms[q.noun], &lx.terms[d.noun]
	switch {
	case asked.kind == kindPlain && has.kind == kindPlain && asked.family != has.family:
		return closeFar
	case asked.kind == kindPlain && has.kind == kindOpen && has.level == LevelUnknown:
		return closeFar
	case leads(asked.level) && q.level == LevelUnknown && (d.level == Intern || d.level == Entry):
		return closeNone
	}
	return closeSame
}

// weigh says how much the title and the text of a document name what is wanted, each at most 1.
func (q *query) weigh(d *Document, w *want) (title, text float64) {
	if w.term == 0 {
		if d.count(d.title(), w.words, 1) > 0 {
			title = titleWorth
		}
		n := float64(d.count(d.text(), w.words, 9))
		return title, d.strength(n * sectionWeight[sectionMain])
	}
	if m := d.mention(w.term); m != nil {
		title, text = float64(m.title)/100, d.strength(float64(m.weight)/16)
	}
	switch {
	case w.kind == kindCondition:
		text = 0
	case title == 0 && w.kind.isTech() && d.tech:
		text *= otherTech
	}
	return title, text
}

// strength turns a weight in a text into a share of the most.
func (d *Document) strength(weight float64) float64 {
	if d.short {
		weight *= shortFactor
	}
	return weight / (weight + halfText)
}

// parts adds up what a query is worth for a document, and gives each part to tell, if there is one.
func (q *query) parts(d *Document, f *found, tell func(w *want, where string, points float64)) float64 {
	most := q.most / closeFactor[f.close]
	sum := 0.0
	add := func(w *want, where string, weight float64) {
		if weight <= 0 {
			return
		}
		sum += weight / most
		if tell != nil {
			tell(w, where, weight/most)
		}
	}
	for i := range q.wants {
		w := &q.wants[i]
		if w.ranksAsPlace() {
			add(w, inPlace, weightPlace/q.conditions*f.title[i])
			continue
		}
		share := w.weight / q.topics
		add(w, inTitle, weightTitle*share*f.title[i])
		if f.title[i] > 0 && d.count(d.title(), w.words, 1) > 0 {
			add(w, byWord, weightWord*share)
		}
		if f.title[i] == 0 && f.text[i] > 0 {
			add(w, bySide, weightTitle*share*q.side(d, w))
		}
		add(w, inText, weightText*share*f.text[i])
	}
	if q.families != 0 {
		add(nil, byFamily, weightFamily*[...]float64{otherFamily, farFamily, nearFamily, 1}[f.close])
	}
	if len(q.wants) == 0 {
		add(nil, byTitle, weightTitle)
	}
	if q.noun != 0 && q.noun == d.noun {
		add(nil, byNoun, weightHead)
	}
	add(nil, byLevel, weightLevel*q.levelFits(d.level))
	if len(q.order.words) > 1 && d.count(d.title(), q.order, 1) > 0 {
		add(nil, byOrder, weightOrder)
	}
	return sum
}

// ranksAsPlace reports whether a want is a condition beside something else.
func (w *want) ranksAsPlace() bool { return w.kind == kindCondition && w.need == needRank }

// setMost adds up the most that a query can be worth.
func (q *query) setMost() {
	q.most = weightTitle + weightText
	for i := range q.wants {
		if w := &q.wants[i]; w.ranksAsPlace() {
			q.conditions++
		} else {
			q.topics += w.weight
		}
	}
	for _, part := range []struct {
		asked  bool
		weight float64
	}{
		{q.families != 0, weightFamily}, {q.conditions > 0, weightPlace}, {q.noun != 0, weightHead},
		{q.level != LevelUnknown, weightLevel}, {len(q.order.words) > 1, weightOrder}, {len(q.wants) > 0, weightWord},
	} {
		if part.asked {
			q.most += part.weight
		}
	}
}

// side says how well a title that does not name a language or tool names the side of the work that it belongs to.
func (q *query) side(d *Document, w *want) float64 {
	best := 0.0
	for _, up := range w.up {
		if m := d.mention(up.term); m != nil && m.title > 0 {
			best = max(best, sideWorth*up.worth*float64(m.title)/100)
		}
	}
	return best
}

// allows reports whether a level is not the contrary of what a query names.
func (q *query) allows(l Level) bool {
	switch {
	case q.level == l:
		return true
	case q.strict:
		return q.level == Director && l == Executive
	case l == LevelUnknown || q.level == LevelUnknown:
		return true
	case q.level == Entry:
		return l.rank() <= Mid.rank()
	}
	return l != Intern && (l != Entry || q.level.rank() < Senior.rank())
}

// levelFits says how well a level answers the one that a query names: who asks for senior work is served by all that stands
// above it too.
func (q *query) levelFits(l Level) float64 {
	switch {
	case q.level == LevelUnknown:
		return 0
	case l == q.level:
		return 1
	case l == LevelUnknown:
		return 0
	case q.level == Senior && (l == Lead || l == Staff || l == Principal):
		return 0.9
	case leads(q.level) && leads(l) && l.rank() > q.level.rank():
		return 0.7
	}
	return 0
}
