package relevance

import (
	"shortlist/scoring"
	"shortlist/scoring/role"
)

// What the parts of a relevance weigh, before it is divided by the most that the query could have. All that only breaks
// ties weighs less together than one topic in the title, so that more topics in the title always rank higher.
const (
	weightTitle = 1.0  // each topic in the title
	weightOther = 0.25 // all other words of the query in the title
	weightOrder = 0.2  // the words of the query side by side in the title, in its order
	weightText  = 0.5  // all topics in the text, however often

	halfText = 1.5 // a topic named so often in the text has half of its weight there
)

// How much of a listing is read, in bytes. The longest advert seen has a tenth of maxText; a line longer than maxLine is
// no title, company or place.
const (
	maxText = 400_000
	maxLine = 1_000
)

// Match decides about one listing.
func (s *Search) Match(l *scoring.Listing) Result {
	if l == nil {
		return discarded(NoTitleHit, "", "")
	}
	title := s.readTitle(l.Title)
	if !title.admitsAny(s.queries) {
		return discarded(NoTitleHit, "", "")
	}
	if len(s.blocked) > 0 && l.Company != "" {
		key := role.CompanyKey(l.Company)
		for _, b := range s.blocked {
			if b.key == key {
				return discarded(BlockedCompany, b.text, "company")
			}
		}
	}
	text := s.count(l.Text, maxText)
	if r, where := s.excludes(l, title.counts, text); where != "" {
		return discarded(Excluded, r.text, where)
	}
	var matched *query
	best := 0.0
	for i := range s.queries {
		if q := &s.queries[i]; title.admits(q) {
			if r := q.relevance(title, text, nil); r > best {
				best, matched = r, q
			}
		}
	}
	r := Result{Admitted: true, Query: matched.text, Relevance: best, Parts: make([]Part, 0, 2*len(matched.words))}
	matched.relevance(title, text, func(p Part) { r.Parts = append(r.Parts, p) })
	r.Why = why(matched.named(title), r.Parts)
	return r
}

// titleHits is what a title names.
type titleHits struct {
	tokens []token
	hits   []hit
	counts []int // by term
}

func (s *Search) readTitle(title string) *titleHits {
	title = title[:min(len(title), maxLine)]
	t := &titleHits{counts: make([]int, s.vocabulary.terms), tokens: s.vocabulary.scan(title, make([]token, 0, 16))}
	s.vocabulary.find(title, t.tokens, func(h hit) {
		t.hits = append(t.hits, h)
		t.counts[h.term]++
	})
	return t
}

// admits reports whether the title names a topic of the query.
func (t *titleHits) admits(q *query) bool {
	for _, w := range q.words {
		if w.topic && t.counts[w.term] > 0 {
			return true
		}
	}
	return false
}

func (t *titleHits) admitsAny(qs []query) bool {
	for i := range qs {
		if t.admits(&qs[i]) {
			return true
		}
	}
	return false
}

// adjacent reports whether term b follows term a with nothing between them.
func (t *titleHits) adjacent(a, b int32) bool {
	for _, x := range t.hits {
		if x.term != a || x.to >= len(t.tokens) || t.tokens[x.to].gap == gapBreak {
			continue
		}
		for _, y := range t.hits {
			if y.term == b && y.from == x.to {
				return true
			}
		}
	}
	return false
}

// count says how often a text names each term in its first bytes.
func (s *Search) count(text string, bytes int) []int {
	text = text[:min(len(text), bytes)]
	counts := make([]int, s.vocabulary.terms)
	ts := s.vocabulary.scan(text, make([]token, 0, len(text)/5+8))
	s.vocabulary.find(text, ts, func(h hit) { counts[h.term]++ })
	return counts
}

// excludes finds the rule that keeps a listing out and where its words stand, "" where none does. The title decides
// first, then company, place and text; in each the first rule of the settings.
func (s *Search) excludes(l *scoring.Listing, title, text []int) (rule, string) {
	for _, r := range s.rules {
		if title[r.term] > 0 {
			return r, "title"
		}
	}
	if !s.anywhere {
		return rule{}, ""
	}
	company := s.count(l.Company, maxLine)
	for _, r := range s.rules {
		if !r.titleOnly && company[r.term] > 0 {
			return r, "company"
		}
	}
	place := s.countPlace(l.Place)
	for _, r := range s.rules {
		if !r.titleOnly && place[r.term] > 0 && s.everywhere(l, r.term) {
			return r, "place"
		}
	}
	for _, r := range s.rules {
		if !r.titleOnly && text[r.term] > 0 {
			return r, "text"
		}
	}
	return rule{}, ""
}

// everywhere reports whether all places of a role name a term: one that is open elsewhere too stays.
func (s *Search) everywhere(l *scoring.Listing, term int32) bool {
	for _, other := range l.Sightings {
		if s.countPlace(other.Place)[term] == 0 {
			return false
		}
	}
	return true
}

func (s *Search) countPlace(p scoring.Place) []int {
	counts := s.count(p.Raw, maxLine)
	for _, city := range p.Cities {
		for term, n := range s.count(city, maxLine) {
			counts[term] += n
		}
	}
	return counts
}

// relevance adds up what a query is worth for a listing that it admits, and gives each part to tell, if there is one.
func (q *query) relevance(title *titleHits, text []int, tell func(Part)) float64 {
	most := weightTitle*float64(q.topics) + weightText
	if q.others > 0 {
		most += weightOther
	}
	if len(q.words) > 1 {
		most += weightOrder
	}
	sum := 0.0
	add := func(term, where string, count int, weight float64) {
		sum += weight / most
		if tell != nil {
			tell(Part{term, where, count, weight / most})
		}
	}
	for _, w := range q.words {
		n := title.counts[w.term]
		switch {
		case n == 0:
		case w.topic:
			add(w.label, "title", n, weightTitle)
		default:
			add(w.label, "title", n, weightOther/float64(q.others))
		}
	}
	for i := 1; i < len(q.words); i++ {
		if title.adjacent(q.words[i-1].term, q.words[i].term) {
			add(q.words[i].beside, "title", 1, weightOrder/float64(len(q.words)-1))
		}
	}
	for _, w := range q.words {
		if n := float64(text[w.term]); w.topic && n > 0 {
			add(w.label, "text", int(n), weightText/float64(q.topics)*n/(n+halfText))
		}
	}
	return min(sum, 1) // a sum of fractions may pass it by a rounding
}

// named lists the words of the query that a title names, those side by side as one.
func (q *query) named(title *titleHits) []string {
	var out []string
	for i, w := range q.words {
		switch {
		case title.counts[w.term] == 0:
		case i > 0 && title.adjacent(q.words[i-1].term, w.term):
			out[len(out)-1] += " " + w.label
		default:
			out = append(out, w.label)
		}
	}
	return out
}
