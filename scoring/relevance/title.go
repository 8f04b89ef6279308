package relevance

// maxTokens bounds how many words of a title are read.
const maxTokens = 80

// reading is what a title, or a query, says: what the person is, in which family of work, and which topics.
type reading struct {
	source string
	tokens []token
	hits   []hit
	part   []uint8 // by token: which part of the title it stands in
	after  uint8   // the first part that a word such as "for" begins; 255: none
	head   int     // the hit that says what the person is; -1 where none does
	family family
	field  int // the hit that gave the title its family; -1 where none did
	level  Level
}

// read reads a title.
func (lx *lexicon) read(title string, as writing) *reading {
	r := &reading{source: title, tokens: lx.scan(title, make([]token, 0, 16)), head: -1, field: -1, after: 255}
	if len(r.tokens) > maxTokens {
		r.tokens = r.tokens[:maxTokens]
	}
	r.hits = lx.find(title, r.tokens, as, make([]hit, 0, 8))
	r.split(lx)
	r.findHead(lx)
	r.level = lx.levelOf(r)
	return r
}

// split cuts a title into parts, at punctuation and at words such as "for": of "Writer, Sales Tools" the first says what the
// person is.
func (r *reading) split(lx *lexicon) {
	r.part = make([]uint8, len(r.tokens))
	part, next := uint8(0), 0
	for i, t := range r.tokens {
		if i > 0 && t.gap == gapBreak && part < 255 {
			part++
		}
		for next < len(r.hits) && r.hits[next].to <= i {
			next++
		}
		if next < len(r.hits) && r.hits[next].from == i && i > 0 && lx.terms[r.hits[next].term].kind == kindCut && part < 255 {
			part++
			r.after = min(r.after, part)
		}
		r.part[i] = part
	}
}

// findHead finds the hit that says what the person is. The first part whose noun has a family decides, or else the first
// with a noun; where no noun names a person, the first that names what one does.
func (r *reading) findHead(lx *lexicon) {
	for _, least := range []heads{headFull, headWeak} {
		for i := range r.hits {
			if r.hits[i].head < least || r.head >= 0 && (r.family != 0 || r.part[r.hits[i].from] >= r.after) {
				continue
			}
			h := r.headOfPart(lx, i, least)
			if f, field := r.familyOf(lx, h); r.head < 0 || f != 0 {
				r.head, r.family, r.field = h, f, field
			}
		}
		if r.head >= 0 {
			break
		}
	}
	if r.family == 0 {
		r.family, r.field = r.fieldFamily(lx)
	}
	if r.head >= 0 && lx.technical.has(r.family) && leads(r.hits[r.head].level) {
		r.family = lx.managers
	}
}

// headOfPart is the noun of the part that hit i stands in: the last, or the first where it stands before what qualifies it.
func (r *reading) headOfPart(lx *lexicon, i int, least heads) int {
	if lx.terms[r.hits[i].term].first {
		return i
	}
	part, best := r.part[r.hits[i].from], i
	for j := i + 1; j < len(r.hits) && r.part[r.hits[j].from] == part; j++ {
		if r.hits[j].head >= least && !(r.tokens[r.hits[j].from].gap == gapSlash && r.hits[best].to == r.hits[j].from) {
			best = j
		}
	}
	return best
}

// familyOf is the family that hit h gives a title: its own, or that of the topic that stands nearest before it in its part,
// or else of the first behind it there.
func (r *reading) familyOf(lx *lexicon, h int) (family, int) {
	t := &lx.terms[r.hits[h].term]
	if t.kind != kindPlain && t.kind != kindOpen {
		return t.family, h
	}
	part := r.part[r.hits[h].from]
	usable := func(f family) bool {
		return f != 0 && (t.kind == kindOpen || f == t.family || t.takes.has(f))
	}
	same := func(j int) bool { return j >= 0 && j < len(r.hits) && r.part[r.hits[j].from] == part }
	for j := h - 1; same(j); j-- {
		if f := lx.terms[r.hits[j].term].family; usable(f) {
			return f, j
		}
	}
	for j := h + 1; same(j); j++ {
		if f := lx.terms[r.hits[j].term].family; usable(f) && !(r.hits[j].head == headFull && t.kind == kindPlain) {
			return f, j
		}
	}
	if t.kind == kindPlain && !r.qualified(lx, h) {
		for j := h + 1; j < len(r.hits); j++ { // "Engineer, Data"
			if f := lx.terms[r.hits[j].term].family; usable(f) && r.hits[j].head != headFull {
				return f, j
			}
		}
	}
	return t.family, h
}

// qualified reports whether a topic stands beside a noun in its part.
func (r *reading) qualified(lx *lexicon, h int) bool {
	for j := range r.hits {
		if j != h && r.part[r.hits[j].from] == r.part[r.hits[h].from] && lx.terms[r.hits[j].term].kind.isTopic() {
			return true
		}
	}
	return false
}

// fieldFamily is the family of the first topic of a title that no noun gives one.
func (r *reading) fieldFamily(lx *lexicon) (family, int) {
	for i, h := range r.hits {
		if t := &lx.terms[h.term]; t.kind.isTopic() && t.family != 0 {
			return t.family, i
		}
	}
	return 0, -1
}

// leads reports whether a noun of this level makes who bears it a manager of those who do the work.
func leads(l Level) bool { return l == Manager || l == Director || l == Executive }

// said is what the person is in the title's own words: "Frontend Engineer".
func (r *reading) said() string {
	if r.head < 0 {
		return ""
	}
	h := r.hits[r.head]
	from, to := h.from, h.to
	if r.field >= 0 && r.part[r.hits[r.field].from] == r.part[h.from] {
		from, to = min(from, r.hits[r.field].from), max(to, r.hits[r.field].to)
	}
	return r.source[r.tokens[from].from:r.tokens[to-1].to]
}
