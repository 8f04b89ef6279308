package relevance

import "strings"

// side says what stands on one side of an ambiguous word.
type side uint8

const (
	sideOther  side = iota
	sideVerb        // "to go", "let's go"
	sideEdge        // the text's edge, punctuation, or a word that a list begins with: "in", "with"
	sideStrong      // a word of the trade: "developer", "Python"
)

// isStackWord reports whether token i, a word such as Go, C or R, names a programming language where it stands: "Go
// Developer", "Backend Engineer (Go)", "Python/Go", but neither "Go-to-Market" nor "Ready to go".
func (v *vocabulary) isStackWord(text string, ts []token, i int) bool {
	t := ts[i]
	left, right := v.leftSide(ts, i), v.rightSide(ts, i)
	if left == sideVerb || v.gluedOutside(text, ts, i) {
		return false
	}
	if first := text[t.from]; first >= 'a' { // without a capital only next to a word of the trade, or alone in brackets
		bracketed := t.from > 0 && text[t.from-1] == '(' && int(t.to) < len(text) && text[t.to] == ')'
		return bracketed || right == sideStrong || left == sideStrong && ts[i].gap == gapSlash
	}
	return right == sideStrong || right == sideEdge && left >= sideEdge
}

// gluedOutside reports whether a symbol ties the token to what is no word of the trade: "R&D", "to-Go", "go.example".
func (v *vocabulary) gluedOutside(text string, ts []token, i int) bool {
	t := ts[i]
	if t.from > 0 {
		switch c := text[t.from-1]; {
		case c == '-' || c == '&' || c == '\'' || c == '@' || c == '.' || c == '_':
			return true
		case strings.HasSuffix(text[:t.from], "\u2019"), strings.HasSuffix(text[:t.from], "\u2011"):
			return true
		}
	}
	if int(t.to) >= len(text) {
		return false
	}
	rest := text[t.to:]
	switch {
	case rest[0] == '&' || rest[0] == '@' || rest[0] == '_' || rest[0] == '\'' || strings.HasPrefix(rest, "\u2019"):
		return true
	case rest[0] == '.':
		return wordAt(rest, 1)
	case rest[0] == '-' || strings.HasPrefix(rest, "\u2011") || strings.HasPrefix(rest, "\u2010"):
		return i+1 >= len(ts) || v.kind(ts[i+1])&kindRole == 0
	}
	return false
}

func (v *vocabulary) leftSide(ts []token, i int) side {
	if i == 0 || ts[i].gap == gapBreak {
		return sideEdge
	}
	k := v.kind(ts[i-1])
	switch {
	case k&kindTrade != 0:
		return sideStrong
	case ts[i].gap == gapSlash:
		return sideOther
	case k&kindVerb != 0:
		return sideVerb
	case k&kindLink != 0: // "Python and Go", but "Grab & Go"
		if i > 1 && v.kind(ts[i-2])&kindTrade != 0 {
			return sideEdge
		}
		return sideVerb
	case k&kindLead != 0:
		return sideEdge
	}
	return sideOther
}

func (v *vocabulary) rightSide(ts []token, i int) side {
	if i+1 >= len(ts) || ts[i+1].gap == gapBreak {
		return sideEdge
	}
	k := v.kind(ts[i+1])
	switch {
	case k&kindTrade != 0:
		return sideStrong
	case k&kindLink != 0 && i+2 < len(ts) && v.kind(ts[i+2])&kindTrade != 0:
		return sideEdge
	}
	return sideOther
}

// isCapitals reports whether a token is written in capitals alone: "US" and "IT", not "us" and "it".
func isCapitals(text string, t token) bool {
	w := text[t.from:t.to]
	return strings.ToUpper(w) == w
}
