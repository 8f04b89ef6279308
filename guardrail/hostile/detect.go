package hostile

import (
	"slices"
	"strings"
	"unicode/utf8"

	"shortlist/scoring"
)

// Detect reads a cleaned text, of one line or of many, and returns a flag for each span that speaks to a machine. It
// is the second half of Text and Field, for texts that were cleaned before.
func Detect(clean string) []scoring.Flag {
	var found flags
	clean, _ = head(clean, maxText)
	found.detect(clean)
	return found.list
}

// detect flags what speaks to a machine in the visible text, then in what was hidden, then in what stood aside.
func (f *flags) detect(clean string) {
	for _, h := range findings(clean) {
		f.add(h.kind, h.text)
	}
	for _, h := range findings(string(f.hidden)) {
		f.add(h.kind, h.text)
	}
	for _, h := range findings(string(f.aside)) {
		f.add(HiddenMarkup, h.text)
		f.add(h.kind, h.text)
	}
}

// finding is a hit with the span that it marks.
type finding struct {
	kind, text string
	at         int
}

// findings finds what speaks to a machine in a text, in the text's order.
func findings(text string) []finding {
	if text == "" {
		return nil
	}
	r := read(text)
	hits := append(match(r), structure(text)...)
	slices.SortStableFunc(hits, func(a, b hit) int { return a.start - b.start })
	found := make([]finding, 0, len(hits))
	covered := map[string]int{} // by kind, up to where the last span goes at least
	for _, h := range hits {
		if h.end <= covered[h.kind] {
			continue
		}
		start, end := r.span(h)
		covered[h.kind] = min(end, start+maxSpan)
		found = append(found, finding{h.kind, r.text[start:end], h.start})
	}
	found = append(found, r.payloads()...)
	if len(r.mixed) == minMixed {
		first := r.mixed[0]
		start, end := r.span(hit{HiddenCharacters, first[0], first[1]})
		found = append(found, finding{HiddenCharacters, r.text[start:end], first[0]})
	}
	slices.SortStableFunc(found, func(a, b finding) int { return a.at - b.at })
	return found
}

// minMixed is how many words that mix scripts are no accident: one in thousands of honest adverts has a single one.
const minMixed = 3

// span is what a hit puts in quarantine: its sentence, and what follows in the line where the hit gives orders, since
// these come next.
func (r *reading) span(h hit) (start, end int) {
	start, end = h.start, h.end
	if s, ok := r.sentenceAt(h.start); ok {
		start, end = min(start, s.start), max(end, s.end)
	}
	if utf8.RuneCountInString(r.text[start:h.end]) > maxSpan*3/4 {
		start = h.start
	}
	rest, _ := head(r.text[end:], 4*maxSpan)
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	return start, r.lineEnd(h, end, len(rest))
}

// lineEnd moves the end of a span on: to the end of the line, rest bytes away, or over the punctuation that follows.
func (r *reading) lineEnd(h hit, end, rest int) int {
	switch h.kind {
	case InstructionOverride, RoleConfusion, EnvelopeEscape:
		return end + rest
	}
	if i := strings.IndexAny(r.text[end:end+rest], " \n"); i >= 0 {
		return end + i
	}
	return end + rest
}

// sentenceAt returns the sentence that holds an offset.
func (r *reading) sentenceAt(at int) (sentence, bool) {
	i, _ := slices.BinarySearchFunc(r.sentences, at, func(s sentence, at int) int {
		switch {
		case s.end <= at:
			return -1
		case s.start > at:
			return 1
		}
		return 0
	})
	if i < len(r.sentences) && r.sentences[i].start <= at {
		return r.sentences[i], true
	}
	return sentence{}, false
}
