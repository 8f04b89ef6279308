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
func (lx *lexicon) isStackWord(text string, ts []token, i int) bool {
	t := ts[i]
	left, right := lx.leftSide(ts, i), lx.rightSide(ts, i)
	if left == sideVerb || lx.gluedOutside(text, ts, i) {
		return false
	}
	if first := text[t.from]; first >= 'a' { // without a capital only next to a word of the trade, or alone in brackets
		bracketed := t.from > 0 && text[t.from-1] == '(' && int(t.to) < len(text) && text[t.to] == ')'
		return bracketed || right == sideStrong || left == sideStrong && ts[i].gap == gapSlash
	}
	return right == sideStrong || right == sideEdge && left >= sideEdge
}

// gluedOutside reports whether a symbol ties the token to what is no word of the trade: "R&D", "to-Go", "go.example".
func (lx *lexicon) gluedOutside(text string, ts []token, i int) bool {
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
		return i+1 >= len(ts) || lx.trait(ts[i+1])&traitRole == 0
	}
	return false
}

func (lx *lexicon) leftSide(ts []token, i int) side {
	if i == 0 || ts[i].gap == gapBreak {
		return sideEdge
	}
	k := lx.trait(ts[i-1])
	switch {
	case k&traitTrade != 0:
		return sideStrong
	case ts[i].gap == gapSlash:
		return sideOther
	case k&traitVerb != 0:
		return sideVerb
	case k&traitLink != 0: // "Python and Go", but "Grab & Go"
		if i > 1 && lx.trait(ts[i-2])&traitTrade != 0 {
			return sideEdge
		}
		return sideVerb
	case k&traitLead != 0:
		return sideEdge
	}
	return sideOther
}

func (lx *lexicon) rightSide(ts []token, i int) side {
	if i+1 >= len(ts) || ts[i+1].gap == gapBreak {
		return sideEdge
	}
	k := lx.trait(ts[i+1])
	switch {
	case k&traitTrade != 0:
		return sideStrong
	case k&traitLink != 0 && i+2 < len(ts) && lx.trait(ts[i+2])&traitTrade != 0:
		return sideEdge
	}
	return sideOther
}

// isCapitals reports whether a token is written in capitals alone: "US" and "IT", not "us" and "it".
func isCapitals(text string, t token) bool {
	w := text[t.from:t.to]
	return strings.ToUpper(w) == w
}

func (lx *lexicon) trait(t token) trait {
	if t.word >= foreign {
		return 0
	}
	return lx.traits[t.word]
}
