package relevance

import (
	"fmt"
	"slices"
	"strings"
)

// Where a part of a relevance comes from.
const (
	inTitle  = "title"
	inText   = "text"
	inNeeded = "requirements" // of the text, where they alone name it
	inPlace  = "place"
	byFamily = "field" // the title's family of work is the query's
	bySide   = "side"  // the title names the side of the work that a language or tool belongs to
	byTitle  = "kind"  // the title is of the kind that the query names
	byNoun   = "noun"  // the title has the query's noun
	byLevel  = "level"
	byWord   = "word"  // the title has the query's own word
	byOrder  = "order" // the title has the query's words in their order
)

// result writes the answer for a reader.
func (f *found) result(lx *lexicon, d *Document) Result {
	r := Result{Admitted: true, Query: f.query.text, Relevance: f.relevance, Parts: make([]Part, 0, 2*len(f.query.wants)+4)}
	f.query.parts(d, f, func(w *want, where string, points float64) {
		p := Part{Where: where, Count: 1, Points: points}
		switch {
		case w != nil:
			p.Term = w.label
			if where == inText {
				p.Count, p.Where = w.inText(d)
			}
			switch where {
			case inTitle, byWord:
				p.Term = w.namedAs(d)
			case bySide:
				p.Term = w.sideNamed(d)
			}
		case where == byFamily:
			p.Term = lx.families[d.family].name
		case where == byLevel:
			p.Term = string(d.level)
		case where == byOrder:
			p.Term = strings.TrimSpace(f.query.text)
		case where == byWord && w == nil, where == byNoun, where == byTitle:
			p.Term = d.said
		}
		r.Parts = append(r.Parts, p)
	})
	r.Why = why(r.Parts, d.said)
	return r
}

// inText says how often the text names what is wanted, and whether in its requirements.
func (w *want) inText(d *Document) (int, string) {
	if w.term == 0 {
		return d.count(d.text(), w.words, 99), inText
	}
	m := d.mention(w.term)
	switch {
	case m == nil:
		return 0, inText
	case m.needed > 0:
		return int(m.needed), inNeeded
	}
	return int(m.text), inText
}

// namedAs is what names something wanted, in the title's own words.
func (w *want) namedAs(d *Document) string {
	if m := d.mention(w.term); w.term != 0 && m != nil && m.to > 0 {
		return d.heading[m.from:m.to]
	}
	return w.label
}

// sideNamed is what names in the title what a language or tool belongs to.
func (w *want) sideNamed(d *Document) string {
	for _, up := range w.up {
		if m := d.mention(up.term); m != nil && m.to > 0 {
			return d.heading[m.from:m.to]
		}
	}
	return w.label
}

// why writes the parts as one sentence: what the title names, then what the text names.
func why(parts []Part, noun string) string {
	var title, needed, text, places []string
	level := ""
	for _, p := range parts {
		term := p.Term
		if p.Count > 1 {
			term = fmt.Sprintf("%s ×%d", term, p.Count)
		}
		switch {
		case (p.Where == inTitle || p.Where == bySide) && !slices.Contains(title, term):
			title = append(title, term)
		case p.Where == inNeeded:
			needed = append(needed, term)
		case p.Where == inText && p.Count > 0:
			text = append(text, term)
		case p.Where == inPlace:
			places = append(places, term)
		case p.Where == byLevel:
			level = p.Term
		}
	}
	var out []string
	say := func(what []string, where string) {
		if len(what) > 0 {
			out = append(out, enumerate(what)+where)
		}
	}
	if len(title) == 0 && noun != "" {
		title = []string{noun}
	}
	if level != "" {
		level = ", level " + level
	}
	say(title, " in the title"+level)
	say(needed, " in the requirements")
	say(text, " in the text")
	say(places, "")
	if len(out) == 0 {
		return "the title is of the kind that is asked for"
	}
	return strings.Join(out, "; ")
}

// enumerate writes "a", "a and b" or "a, b and c".
func enumerate(ws []string) string {
	if len(ws) < 2 {
		return strings.Join(ws, "")
	}
	last := len(ws) - 1
	return strings.Join(ws[:last], ", ") + " and " + ws[last]
}

// discarded is the result for a listing that is kept out.
func discarded(d *Discard) Result { return Result{Discard: d, Why: d.String()} }

// String says for a reader what kept a listing out.
func (d Discard) String() string {
	switch d.Reason {
	case NoTitleHit:
		return "neither the title nor what the text is about answers a query"
	case BlockedCompany:
		return fmt.Sprintf("%s is a blocked company", d.Rule)
	case Excluded:
		return fmt.Sprintf("kept out by the exclusion %q in the %s", d.Rule, d.Where)
	case WrongLevel:
		return fmt.Sprintf("the title names the level %s, which is not asked for", d.Rule)
	}
	return string(d.Reason)
}
