package relevance

import "strings"

// longestTerm is how many words a term of the lexicon has at most.
const longestTerm = 4

// piece is one word of a person's own text.
type piece struct {
	word     string
	from, to int
	gap      gap
}

// named is a term as a person wrote it.
type named struct {
	*term
	label string
}

// parse reads a query or an exclusion into terms, the longest that the lexicon knows first.
func (lx *lexicon) parse(text string) []named {
	var ps []piece
	for sc := (scanner{src: text}); sc.next(); {
		if len(sc.word) > 0 {
			ps = append(ps, piece{string(sc.word), sc.from, sc.to, sc.gap})
		}
	}
	var out []named
	for i := 0; i < len(ps); {
		t, n := lx.termAt(ps[i:], text)
		out = append(out, named{t, text[ps[i].from:ps[i+n-1].to]})
		i += n
	}
	return out
}

// termAt reads the term that ps begins with and says how many words it takes.
func (lx *lexicon) termAt(ps []piece, text string) (*term, int) {
	n := 1
	for n < min(longestTerm, len(ps)) && ps[n].gap != gapBreak {
		n++
	}
	for ; n > 0; n-- {
		ws := make([]string, n)
		for i := range ws {
			ws[i] = ps[i].word
		}
		if t := lx.lookUp(strings.Join(ws, " ")); t != nil {
			return t, n
		}
	}
	if n = lx.compound(ps, text); n > 1 {
		joined, apart := "", form{}
		for _, p := range ps[:n] {
			joined += p.word
			apart.words = append(apart.words, p.word)
		}
		return &term{key: apart.text(), forms: []form{apart, {words: []string{joined}}}}, n
	}
	w := ps[0].word
	if base := withoutVersion(w); base != w && (lx.byText[base] != nil || lx.kinds[base]&kindStack != 0) {
		if t := lx.byText[base]; t != nil {
			return t, 1
		}
		w = base
	}
	c := classTopic
	if strings.Trim(w, "0123456789") == "" {
		c = classFiller
	}
	return &term{key: w, class: c, forms: []form{{words: []string{w}}}}, 1
}

// lookUp finds a spelling or its plural.
func (lx *lexicon) lookUp(text string) *term {
	if t := lx.byText[text]; t != nil {
		return t
	}
	for _, plural := range []string{"s", "es"} {
		if one, ok := strings.CutSuffix(text, plural); ok && len(one) > 2 {
			if t := lx.byText[one]; t != nil {
				return t
			}
		}
	}
	return nil
}

// compound counts the words at the front of ps that are written as one: "pre-sales" and "M&A" are one term,
// "python-developer" two, since a technology or a generic word stands by itself.
func (lx *lexicon) compound(ps []piece, text string) int {
	n := 0
	for n < min(longestTerm, len(ps)) {
		p := ps[n]
		touches := n > 0 && p.from == ps[n-1].to
		hyphened := n > 0 && p.from == ps[n-1].to+1 && text[ps[n-1].to] == '-'
		if n > 0 && !touches && !hyphened {
			break
		}
		ampersand := touches || strings.HasPrefix(text[p.to:], "&")
		if !ampersand && lx.standsAlone(p.word) {
			break
		}
		n++
	}
	if n > 0 && text[ps[n-1].from] == '&' {
		n--
	}
	return n
}

func (lx *lexicon) standsAlone(word string) bool {
	t := lx.lookUp(word)
	return lx.kinds[word]&kindTrade != 0 || t != nil && t.class != classTopic
}

// isLevel reports whether an exclusion names a seniority: a level word with nothing but role nouns and small words.
func (lx *lexicon) isLevel(ts []named) bool {
	level := false
	for _, t := range ts {
		switch {
		case lx.level[t.key]:
			level = true
		case t.class != classRole && t.class != classFiller && t.class != classStop:
			return false
		}
	}
	return level
}

// withoutVersion takes the version off a word: "python3" is "python". A base of one letter stays ("s3", "k8"), as do
// words that are digits alone.
func withoutVersion[T string | []byte](w T) T {
	i := len(w)
	for i > 0 && len(w)-i < 4 && w[i-1] >= '0' && w[i-1] <= '9' {
		i--
	}
	if i == len(w) || i < 2 || w[i-1] < 'a' {
		return w
	}
	return w[:i]
}

// inflected lists the words that a term's last word stands for: itself, its plurals and its "js" spelling, and the
// singular of what a person wrote in the plural.
func (t *term) inflected(w string) []string {
	out := []string{w}
	for i := range len(w) {
		if c := w[i]; c < '0' || c > '9' && c < 'a' {
			return out // "c++", ".net"
		}
	}
	if len(w) < 3 {
		return out // "ais" and "goes" are other words
	}
	out = append(out, w+"s")
	if t.class == classTopic && !strings.HasSuffix(w, "js") {
		out = append(out, w+"js")
	}
	if len(w) < 4 {
		return out
	}
	out = append(out, w+"es")
	if stem, ok := strings.CutSuffix(w, "y"); ok {
		out = append(out, stem+"ies")
	}
	if one, ok := strings.CutSuffix(w, "s"); ok && !t.known && len(w) > 4 && !strings.HasSuffix(one, "s") {
		out = append(out, one)
	}
	return out
}
