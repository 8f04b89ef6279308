package relevance

import (
	"cmp"
	"slices"

	"shortlist/scoring"
	"shortlist/scoring/role"
)

// How much of a listing is read. The longest advert seen has a tenth of maxText; a line longer than maxLine is no title,
// company or place.
const (
	maxText   = 400_000 // bytes
	maxLine   = 1_000   // bytes
	maxPlaces = 64
	maxWords  = 1 << 13 // different words
)

// Document is a listing read once, whatever the searches are: what its title says, which terms its text names and where, and
// its words. It is immutable and safe for concurrent use. It takes about as many bytes as the listing's text.
type Document struct {
	family  family
	level   Level
	company string // role.CompanyKey
	short   bool   // the board gives the beginning of the text alone
	noun    termID // the noun by itself; 0: the title has none
	said    string // what the person is, in the title's words
	tech    bool   // the title names a language or tool

	heading string    // the title
	terms   []mention // by term

	// words are the different words, sorted; seq are all words in the order of the listing: the index into words, and what
	// stands before.
	words []word
	seq   []uint16
	// Where in seq the zones end: title, company, text, and each place, the listing's own first.
	titleEnd, companyEnd, textEnd uint32
	placeEnds                     []uint32
}

// mention is how a document names one term.
type mention struct {
	term   termID
	title  uint8 // what the title says of it, in hundredths
	needed uint8 // how often the requirements name it
	text   uint8 // how often the rest of the text does, but for what is optional and what speaks of the employer
	weight uint8 // how much the text shows that the work is done with it, in sixteenths
	where  spot
	// The bytes of the title that name it, or what belongs to it.
	from, to uint16
}

// spot is a set of bits that say where a term stands.
type spot uint8

const (
	spotTitle spot = 1 << iota // by its own name
	spotPlace
)

const (
	seqBreak  = 1 << 15 // punctuation stands before the word
	seqSlash  = 1 << 14
	seqHidden = 1 << 13 // the word does not count by itself
	seqIndex  = seqHidden - 1
)

// Read reads a listing; nil reads as a listing without words.
func Read(l *scoring.Listing) *Document {
	if l == nil {
		return &Document{}
	}
	lx := theLexicon()
	n := lx.takeNotes()
	defer lx.giveBack(n)
	return lx.document(l, n)
}

// document reads a listing with the help of notes that nothing is written in.
func (lx *lexicon) document(l *scoring.Listing, n *notes) *Document {
	title := l.Title[:min(len(l.Title), maxLine)]
	r := lx.read(title, writtenInLine)
	d := &Document{family: r.family, level: r.level, said: r.said(), heading: title}
	if r.head >= 0 {
		d.noun = lx.noun(r)
	}
	for _, h := range r.hits {
		d.tech = d.tech || lx.terms[h.term].kind.isTech() && lx.terms[h.term].family == lx.software
	}
	if l.Company != "" {
		d.company = role.CompanyKey(l.Company)
	}
	text := l.Text[:min(len(l.Text), maxText)]
	d.short = len(text) < shortText

	ts := append(n.tokens, r.tokens...)
	mark := func(source string) {
		from := len(ts)
		ts = lx.scan(source, ts)
		n.hits = lx.find(source, ts[from:], writtenInLine, n.hits[:0])
	}
	d.titleEnd = uint32(len(ts))
	mark(l.Company[:min(len(l.Company), maxLine)])
	d.companyEnd = uint32(len(ts))
	ts = lx.scan(text, ts)
	n.hits = lx.find(text, ts[d.companyEnd:], writtenInText, n.hits[:0])
	n.tally.text(ts[d.companyEnd:], n.hits)
	d.textEnd = uint32(len(ts))
	n.tally.title(r)
	for i, p := range places(l) {
		for _, line := range append([]string{p.Raw}, p.Cities...) {
			mark(line[:min(len(line), maxLine)])
			if i == 0 {
				n.tally.place(p, n.hits)
			}
		}
		d.placeEnds = append(d.placeEnds, uint32(len(ts)))
	}
	d.terms = n.tally.mentions()
	d.number(ts, n)
	n.tokens = ts
	return d
}

// places are the listing's own place and those of its other appearances.
func places(l *scoring.Listing) []scoring.Place {
	ps := []scoring.Place{l.Place}
	for _, s := range l.Sightings {
		if len(ps) < maxPlaces {
			ps = append(ps, s.Place)
		}
	}
	return ps
}

// number writes the words of a listing as indexes of its different words.
func (d *Document) number(ts []token, n *notes) {
	n.different.begin(len(ts))
	for _, t := range ts {
		if n.different.add(t.word) {
			n.words = append(n.words, t.word)
		}
	}
	slices.Sort(n.words)
	for i, w := range n.words {
		n.different.set(w, uint32(i))
	}
	d.words = slices.Clone(n.words[:min(len(n.words), maxWords)])
	d.seq = make([]uint16, len(ts))
	for i, t := range ts {
		at := n.different.get(t.word)
		if at >= maxWords { // one of too many words: it stands for none
			d.seq[i] = seqBreak | seqHidden
			continue
		}
		v := uint16(at)
		switch t.gap {
		case gapBreak:
			v |= seqBreak
		case gapSlash:
			v |= seqSlash
		}
		if t.hidden {
			v |= seqHidden
		}
		d.seq[i] = v
	}
}

// mention finds how the document names a term; nil where it does not.
func (d *Document) mention(id termID) *mention {
	if i, ok := slices.BinarySearchFunc(d.terms, id, func(m mention, id termID) int { return cmp.Compare(m.term, id) }); ok {
		return &d.terms[i]
	}
	return nil
}

// zone is a part of a document's words.
type zone struct{ from, to uint32 }

func (d *Document) title() zone { return zone{0, d.titleEnd} }
func (d *Document) named() zone { return zone{d.titleEnd, d.companyEnd} }
func (d *Document) text() zone  { return zone{d.companyEnd, d.textEnd} }
func (d *Document) place(i int) zone {
	if i == 0 {
		return zone{d.textEnd, d.placeEnds[0]}
	}
	return zone{d.placeEnds[i-1], d.placeEnds[i]}
}

// sequence is one spelling to look for: its words, and whether a slash may part them.
type sequence struct {
	words []word
	slash bool
}

// count says how often a zone has a sequence, at most most times.
func (d *Document) count(z zone, s sequence, most int) (n int) {
	var buf [8]uint16
	at := buf[:0]
	for _, w := range s.words {
		i, ok := slices.BinarySearch(d.words, w)
		if !ok {
			return 0
		}
		at = append(at, uint16(i))
	}
	if len(at) == 0 || len(d.placeEnds) == 0 {
		return 0
	}
	seq := d.seq[z.from:z.to]
	for i, v := range seq {
		if v&seqIndex != at[0] || len(at) == 1 && v&seqHidden != 0 || len(seq)-i < len(at) {
			continue
		}
		if follows(seq[i+1:], at[1:], s.slash) {
			if n++; n == most {
				break
			}
		}
	}
	return n
}

func follows(seq, at []uint16, slash bool) bool {
	for i, w := range at {
		if v := seq[i]; v&seqIndex != w || v&seqBreak != 0 || v&seqSlash != 0 && !slash {
			return false
		}
	}
	return true
}
