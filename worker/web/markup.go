package web

import (
	"slices"
	"strings"
	"unicode/utf8"

	"shortlist/guardrail/hostile"
	"shortlist/guardrail/review"
	"shortlist/scoring"
)

// run is a piece of text that is marked as a whole, or not at all.
type run struct {
	Text  string
	Mark  string // kind of the mark, for the style sheet: quote, against, flag; empty where there is none
	Label string // what the mark means, for those who do not see it
}

// block is a paragraph or a list of an advert.
type block struct {
	Lines []line // of a paragraph
	Items []item // of a list
}

type line []run

type item struct {
	Level  string // "l1" to "l4"
	Number string // "2." where the list is numbered
	Runs   []run
}

// note is a piece of a text with what is to be said of it.
type note struct {
	from, to int
	mark     string
	label    string
}

// The kinds of marks, the weightiest last.
const (
	markQuote   = "quote"   // what the judge rests on
	markAgainst = "against" // what a gate or the judge holds against the listing
	markFlag    = "flag"    // what hides from a reader or speaks to a machine
)

var markWeight = map[string]int{markQuote: 1, markAgainst: 2, markFlag: 3}

// quoted is a quote with what it is a quote for.
type quoted struct{ text, mark, label string }

// maxQuotes bounds how many quotes are looked for in one advert.
const maxQuotes = 80

// quotes lists what was quoted of an item's advert, as far as its page shows it.
func quotes(it review.Item) []quoted {
	var out []quoted
	add := func(text, mark, label string) {
		if strings.TrimSpace(text) != "" && len(out) < maxQuotes {
			out = append(out, quoted{text, mark, label})
		}
	}
	for _, g := range it.Snapshot.Gates {
		if g.Fired {
			add(strings.TrimSuffix(g.Quote, "…"), markAgainst, "Rule: "+gateWords(g))
		}
	}
	v := it.Snapshot.Verdict
	if v == nil {
		return out
	}
	for _, d := range v.Disqualifiers {
		add(d.Quote, markAgainst, "Judge, rules it out: "+shorten(d.ID, 60))
	}
	for _, c := range v.Criteria {
		mark := markQuote
		if c.Verdict == scoring.MetNo {
			mark = markAgainst
		}
		add(c.Quote, mark, "Judge, "+metWords(c.Verdict)+": "+shorten(c.ID, 60))
	}
	for _, e := range v.Evidence {
		add(e, markQuote, "Quoted by the judge")
	}
	return out
}

// marks finds the quotes and flagged spans in a text.
func marks(text string, qs []quoted, flags []scoring.Flag) []note {
	var notes []note
	for _, f := range flags {
		for _, span := range hostile.Spans(text, []scoring.Flag{f}) {
			notes = append(notes, note{span[0], span[1], markFlag, "Suspicious, " + flagWords(f.Kind)})
		}
	}
	if len(qs) > 0 {
		f := fold(text)
		for _, q := range qs {
			for _, at := range f.find(q.text) {
				notes = append(notes, note{at[0], at[1], q.mark, q.label})
			}
		}
	}
	return notes
}

// segments cuts a text where notes begin and end, and gives each piece its weightiest mark and all labels.
func segments(text string, notes []note) []segment {
	edges := []int{0, len(text)}
	for _, n := range notes {
		edges = append(edges, n.from, n.to)
	}
	slices.Sort(edges)
	edges = slices.Compact(edges)
	var out []segment
	for i := 1; i < len(edges); i++ {
		seg := segment{from: edges[i-1], to: edges[i]}
		for _, n := range notes {
			if n.from > seg.from || n.to < seg.to {
				continue
			}
			if markWeight[n.mark] > markWeight[seg.mark] {
				seg.mark = n.mark
			}
			if !slices.Contains(seg.labels, n.label) && len(seg.labels) < 3 {
				seg.labels = append(seg.labels, n.label)
			}
		}
		out = append(out, seg)
	}
	return out
}

type segment struct {
	from, to int
	mark     string
	labels   []string
}

// marked is a text with its marks, which the lines of it are cut from in their order.
type marked struct {
	text string
	segs []segment
}

func newMarked(text string, qs []quoted, flags []scoring.Flag) *marked {
	return &marked{text, segments(text, marks(text, qs, flags))}
}

// cut returns the runs between two offsets. Each cut begins where the last one ended or later.
func (m *marked) cut(from, to int) []run {
	var out []run
	for len(m.segs) > 0 && m.segs[0].to <= from {
		m.segs = m.segs[1:]
	}
	for _, s := range m.segs {
		if s.from >= to {
			break
		}
		if a, b := max(s.from, from), min(s.to, to); a < b {
			out = append(out, run{Text: m.text[a:b], Mark: s.mark, Label: strings.Join(s.labels, "; ")})
		}
	}
	return out
}

// all returns the runs of the whole text.
func (m *marked) all() []run { return m.cut(0, len(m.text)) }

// advert is a cleaned text as a page shows it: paragraphs, and lists with their levels.
func advert(text string, qs []quoted, flags []scoring.Flag) []block {
	m := newMarked(text, qs, flags)
	var out []block
	open := false // the last block goes on
	at := 0
	for l := range strings.SplitSeq(text, "\n") {
		from, to := at, at+len(l)
		at = to + 1
		body := strings.TrimLeft(l, " ")
		if strings.TrimSpace(body) == "" {
			open = false
			continue
		}
		indent := len(l) - len(body)
		number, size := bullet(body)
		isItem := size > 0
		if !isItem && indent > 0 && open && len(out[len(out)-1].Items) > 0 { // the item goes on
			items := out[len(out)-1].Items
			last := &items[len(items)-1]
			last.Runs = append(append(last.Runs, run{Text: " "}), m.cut(from+indent, to)...)
			continue
		}
		if !open || isItem != (len(out[len(out)-1].Items) > 0) {
			out = append(out, block{})
			open = true
		}
		b := &out[len(out)-1]
		runs := m.cut(from+indent+size, to)
		if isItem {
			b.Items = append(b.Items, item{Level: levels[min(indent/2, len(levels)-1)], Number: number, Runs: runs})
		} else {
			b.Lines = append(b.Lines, runs)
		}
	}
	return out
}

var levels = [...]string{"l1", "l2", "l3", "l4"}

// bullet reads the mark of a list item: its number, where it has one, and how many bytes it takes; 0 where there is none.
func bullet(s string) (number string, size int) {
	const dot = "• "
	if strings.HasPrefix(s, dot) {
		return "", len(dot)
	}
	n := 0
	for n < len(s) && n < 3 && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	if n > 0 && strings.HasPrefix(s[n:], ". ") {
		return s[:n+1], n + 2
	}
	return "", 0
}

// unplaced are the flags whose text a reader of the advert does not see.
func unplaced(l *scoring.Listing) []flagRow {
	var out []flagRow
	for _, f := range l.Flags {
		one := []scoring.Flag{f}
		if len(hostile.Spans(l.Text, one)) == 0 && len(hostile.Spans(l.Title, one)) == 0 {
			out = append(out, flagRow{capital(flagWords(f.Kind)), visible(f.Text)})
		}
	}
	return out
}

// visible stands for what shows nothing, so that a span of such characters is not an empty row.
func visible(s string) string {
	if strings.TrimSpace(s) == "" || !utf8.ValidString(s) {
		return "(nothing that shows)"
	}
	return s
}
