package place

import (
	"strings"
	"unicode"
)

// reader gathers what the alternatives of a line name.
type reader struct {
	namesUS   bool // the United States are named somewhere, so that "TX" and "IN" are states
	budget    int  // how many more parts are read
	countries []string
	regions   []string
	cities    []string
}

func namesUS(text string) bool {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '.' }) {
		switch w {
		case "US", "USA", "U.S.", "U.S.A.", "U.S":
			return true
		}
	}
	return strings.Contains(text, "United States")
}

// readAlternative reads one place of a list: pieces apart by spaced dashes, each a run of parts apart by commas.
func (r *reader) readAlternative(text string) {
	text = strings.TrimSpace(dropMore(text))
	if p, ok := known(text); ok {
		r.resolve(chain{parts: []part{p}})
		return
	}
	pieces := splitDashes(text)
	chains := make([]chain, 0, len(pieces))
	for _, piece := range pieces {
		chains = append(chains, r.commas(piece)...)
	}
	for _, c := range joinDashed(chains) {
		r.resolve(c)
	}
}

// dropMore takes a trailing "+3 more…" off.
func dropMore(text string) string {
	if i := strings.LastIndex(text, "+"); i >= 0 && strings.Contains(text[i:], " more") {
		return text[:i]
	}
	return text
}

// splitDashes cuts at dashes and colons that have a space on a side. A dash between letters stays: it may be part of a
// name.
func splitDashes(text string) []string {
	var pieces []string
	start := 0
	runes := []rune(text)
	spaced := func(i int) bool {
		return i > 0 && unicode.IsSpace(runes[i-1]) || i+1 < len(runes) && unicode.IsSpace(runes[i+1])
	}
	for i, c := range runes {
		if c == '–' || c == '—' || (c == '-' || c == ':') && spaced(i) {
			pieces = append(pieces, string(runes[start:i]))
			start = i + 1
		}
	}
	return append(pieces, string(runes[start:]))
}

// commas reads a piece. Parentheses read like commas: "Leuven (BE)". A part like "USA-WA-Tacoma" is a chain of its own.
func (r *reader) commas(piece string) []chain {
	var chains []chain
	var run chain
	for text := range strings.FieldsFuncSeq(piece, func(c rune) bool { return strings.ContainsRune(",()[]", c) }) {
		if r.budget--; r.budget < 0 {
			break
		}
		if hyphened := splitHyphens(strings.TrimSpace(text)); hyphened != nil {
			c := chain{dashed: true}
			for _, h := range hyphened {
				c.parts = classify(h, c.parts)
			}
			chains = append(chains, c)
			continue
		}
		run.parts = classify(text, run.parts)
	}
	if len(run.parts) > 0 {
		chains = append(chains, run)
	}
	return chains
}

// splitHyphens cuts "Kansas-Wichita" and "Remote-Brazil", where what stands before the first hyphen is a country, a
// state, a region or "remote", but not "Levallois-Perret".
func splitHyphens(text string) []string {
	head, rest, ok := strings.Cut(text, "-")
	if !ok || head == "" || rest == "" || len(text) > 300 {
		return nil
	}
	if _, whole := known(text); whole {
		return nil
	}
	p, ok := known(head)
	if ok && (p.kind == cityPart || p.kind == noise) {
		return nil
	}
	if !ok && !edgeWords[Fold(head)] {
		return nil
	}
	if _, whole := known(rest); whole || isPostal(text) {
		return []string{head, rest}
	}
	return append([]string{head}, strings.Split(rest, "-")...)
}

// joinDashed joins pieces that are one place written with dashes: "Poland - Bydgoszcz", "ES - Barcelona, Spain",
// "INDIA - HYDERABAD - OFFICE". Other pieces stand for themselves: "Columbus Headquarters - Columbus, OH".
func joinDashed(chains []chain) []chain {
	var out []chain
	for _, c := range chains {
		c = c.withoutNoise()
		if len(c.parts) == 0 {
			continue
		}
		if n := len(out); n > 0 && !out[n-1].closed && out[n-1].leads() && !c.dashed {
			out[n-1].parts = append(out[n-1].parts, c.parts...)
			out[n-1].dashed = true
			out[n-1].closed = len(c.parts) > 1
			continue
		}
		c.closed = c.dashed || len(c.parts) > 1
		out = append(out, c)
	}
	return out
}
