package relevance

import (
	"cmp"
	"math"
	"slices"

	"shortlist/scoring"
)

// section is a part of an advert's text.
type section uint8

const (
	sectionMain section = iota
	sectionNeeded
	sectionDuties
	sectionOptional
	sectionCompany
	sectionOffer
	sectionOpenings
)

var sectionNames = map[string]section{
	"needed": sectionNeeded, "duties": sectionDuties, "optional": sectionOptional, "company": sectionCompany,
	"offer": sectionOffer, "openings": sectionOpenings,
}

// tally adds up how a listing names the terms of the lexicon.
type tally struct {
	lx    *lexicon
	slot  []uint16 // by term: where it stands in found, from 1 on
	found []sums
}

type sums struct {
	term         termID
	title        float64
	weight       float64
	aside        float64 // what the parts show that do not speak of the work
	needed, text int
	where        spot
	from, to     uint16
}

func newTally(lx *lexicon) *tally {
	return &tally{lx: lx, slot: make([]uint16, len(lx.terms)), found: make([]sums, 0, 64)}
}

// clear makes a tally new.
func (t *tally) clear() {
	for i := range t.found {
		t.slot[t.found[i].term] = 0
	}
	t.found = t.found[:0]
}

func (t *tally) of(id termID) *sums {
	if t.slot[id] == 0 {
		t.found = append(t.found, sums{term: id})
		t.slot[id] = uint16(len(t.found))
	}
	return &t.found[t.slot[id]-1]
}

// title adds what a title names, and what that belongs to.
func (t *tally) title(r *reading) {
	if r.family == t.lx.managers && r.head >= 0 {
		t.of(t.lx.byText["engineering manager"]).names(r, r.hits[r.head], kinWorth)
	}
	own := uint8(0)
	if r.head >= 0 {
		own = r.part[r.hits[r.head].from]
	}
	for _, h := range r.hits {
		switch t.lx.terms[h.term].kind {
		case kindHidden, kindFiller, kindStop, kindCut:
			continue
		}
		worth := titleWorth
		switch {
		case t.lx.terms[h.term].kind == kindCondition:
			worth = wordWorth
		case r.part[h.from] != own:
			worth = asideWorth
		}
		s := t.of(h.term)
		s.where |= spotTitle
		s.names(r, h, worth)
		for _, up := range t.lx.terms[h.term].up {
			t.of(up.term).names(r, h, worth*up.worth)
		}
	}
}

// names notes that a hit of the title names a term.
func (s *sums) names(r *reading, h hit, worth float64) {
	if worth > s.title {
		s.title, s.from, s.to = worth, uint16(r.tokens[h.from].from), uint16(r.tokens[h.to-1].to)
	}
}

// place adds the conditions that a place names.
func (t *tally) place(p scoring.Place, hits []hit) {
	if p.Remote == scoring.RemoteYes {
		hits = append(hits, hit{term: t.lx.byText["remote"]})
	}
	for _, code := range p.Countries {
		hits = append(hits, hit{term: t.lx.country[code]})
	}
	for _, region := range p.Regions {
		hits = append(hits, hit{term: t.lx.byText[region]})
	}
	for _, h := range hits {
		if t.lx.terms[h.term].kind == kindCondition {
			s := t.of(h.term)
			worth := placeWorth
			if s.where&spotTitle != 0 {
				worth = bothWorth
			}
			s.title, s.where = max(s.title, worth), s.where|spotPlace
		}
	}
}

// text adds what a text names, sentence by sentence.
func (t *tally) text(ts []token, hits []hit) {
	in, next := sectionMain, 0
	for from := 0; from < len(ts); {
		to := from + 1
		for to < len(ts) && ts[to].edge&(edgeLine|edgeStop) == 0 {
			to++
		}
		in = t.lx.heading(ts, from, to, in)
		here := in
		if here != sectionOffer && here != sectionOpenings && t.lx.isOptional(ts[from:to]) {
			here = sectionOptional
		}
		first := next
		for next < len(hits) && hits[next].from < to {
			next++
		}
		t.sentence(hits[first:next], here)
		from = to
	}
}

// sentence adds what one sentence names. A language that is one of many there, or a tool of very many, counts for less.
func (t *tally) sentence(hits []hit, in section) {
	languages, tools := 0, 0
	for _, h := range hits {
		switch k := t.lx.terms[h.term].kind; {
		case k == kindLanguage:
			languages++
		case k == kindTool:
			tools++
		}
	}
	for _, h := range hits {
		term := &t.lx.terms[h.term]
		if !term.kind.isTopic() && term.kind != kindCondition {
			continue
		}
		w := sectionWeight[in]
		switch {
		case term.kind == kindLanguage && languages > fewLanguages:
			w *= fewLanguages / float64(languages)
		case term.kind == kindTool && tools > fewTools:
			w *= fewTools / float64(tools)
		}
		s := t.of(h.term)
		s.adds(w, in)
		switch in {
		case sectionNeeded:
			s.needed++
		case sectionMain, sectionDuties:
			s.text++
		}
		for _, up := range term.up {
			t.of(up.term).adds(w*up.worth*kinInText, in)
		}
	}
}

func (s *sums) adds(weight float64, in section) {
	if in == sectionMain || in == sectionNeeded || in == sectionDuties {
		s.weight += weight
	} else {
		s.aside += weight
	}
}

// mentions lists what was found by term.
func (t *tally) mentions() []mention {
	slices.SortFunc(t.found, func(a, b sums) int { return cmp.Compare(a.term, b.term) })
	ms := make([]mention, 0, len(t.found))
	for i := range t.found {
		s := &t.found[i]
		s.weight += min(s.aside, mostAside)
		m := mention{
			term: s.term, title: uint8(math.Round(s.title * 100)), where: s.where,
			from: s.from, to: s.to, needed: uint8(min(s.needed, 255)), text: uint8(min(s.text, 255)), weight: uint8(min(math.Round(s.weight*16), 255)),
		}
		if m.title > 0 || m.weight > 0 {
			ms = append(ms, m)
		}
	}
	return ms
}

const (
	headingWords = 9 // a longer line is no heading
	headingLead  = 3 // words that may stand before what makes it one
)

// heading says which section the sentence of tokens from ≤ i < to begins or stands in.
func (lx *lexicon) heading(ts []token, from, to int, in section) section {
	line := ts[from].edge&edgeLine != 0 && (to == len(ts) || ts[to].edge&edgeLine != 0)
	for i := from; i < min(from+headingLead, to); i++ {
		if ts[i].word >= foreign {
			continue
		}
		for _, p := range lx.sections[ts[i].word] {
			end := i + 1 + len(p.rest)
			if end > to || !p.at(ts[i+1:]) {
				continue
			}
			colon := end < len(ts) && ts[end].edge&edgeColon != 0
			whole := line && i == from && end == to
			if whole || colon && (i == from || to-from <= headingWords) || line && to-from <= headingWords && len(p.rest) > 0 {
				return section(p.term)
			}
		}
	}
	if line && to-from <= headingWords && to < len(ts) && ts[to].edge&edgeColon != 0 && in != sectionNeeded && in != sectionDuties {
		return sectionMain // a heading that says nothing to us
	}
	return in
}

// isOptional reports whether a sentence says that what it names is not needed.
func (lx *lexicon) isOptional(ts []token) bool {
	for i := range ts {
		if ts[i].word >= foreign {
			continue
		}
		for _, p := range lx.sections[ts[i].word] {
			if section(p.term) == sectionOptional && p.at(ts[i+1:]) {
				return true
			}
		}
	}
	return false
}
