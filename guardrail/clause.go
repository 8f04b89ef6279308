package guardrail

import "slices"

// item is a word, a phrase of the lexicon, a figure or a place.
type item struct {
	text       string
	tags       tags
	lang       language
	where      *where
	tok        token // the first of its tokens
	start, end int
	ask        bool // a question mark follows
}

// clause is a run of items between marks and joining words.
type clause struct {
	items      []item
	sentence   int
	contrast   bool // begins with "but", "despite" or the like
	colon      bool // begins after a colon, a bracket or a dash
	start, end int
	doubt      polarity // "if", "formerly", "the sister company", here or before it in the sentence
	doubtAt    int      // the item that says so, -1 where it stands in a clause before
}

func (c *clause) has(t tag) bool { return c.find(t, 0) >= 0 }

// find returns the index of the first item from i on that carries t, or -1.
func (c *clause) find(t tag, i int) int {
	for ; i < len(c.items); i++ {
		if c.items[i].tags.has(t) {
			return i
		}
	}
	return -1
}

// near returns the index of an item with t at most d items from i, or -1. The nearest wins, the later of two.
func (c *clause) near(t tag, i, d int) int {
	for k := 1; k <= d; k++ {
		if i+k < len(c.items) && c.items[i+k].tags.has(t) {
			return i + k
		}
		if i-k >= 0 && c.items[i-k].tags.has(t) {
			return i - k
		}
	}
	return -1
}

// hasAny reports whether any item carries one of the tags.
func (c *clause) hasAny(of ...tag) bool {
	return slices.ContainsFunc(c.items, func(it item) bool { return it.tags.any(of...) })
}

// parse makes items of the tokens and clauses of the items.
func parse(tokens []token) []clause {
	var out []clause
	var cur clause
	sentence := 0
	flush := func() {
		if len(cur.items) > 0 {
			cur.sentence = sentence
			cur.start, cur.end = cur.items[0].start, cur.items[len(cur.items)-1].end
			out = append(out, cur)
		}
		cur = clause{}
	}
	for i := 0; i < len(tokens); {
		it, n := readItem(tokens, i)
		switch g := tokens[i].gap; {
		case g == gapSentence:
			flush()
			sentence++
		case g == gapBreak:
			flush()
			cur.colon = true
		case g == gapComma:
			flush()
		case it.tags.has(tagSplit), it.text == "and" && startsAnew(tokens, i+1):
			flush()
		}
		if len(cur.items) == 0 {
			cur.contrast = it.tags.has(tagContrast)
		}
		cur.items = append(cur.items, it)
		i += n
	}
	flush()
	return out
}

// startsAnew reports whether a new statement follows an "and".
func startsAnew(tokens []token, i int) bool {
	if i >= len(tokens) {
		return false
	}
	switch tokens[i].text {
	case "no", "not", "without", "it", "there", "the", "they", "she", "he", "this", "that", "pays", "requires", "needs", "demands",
		"asks", "wants", "insists", "found", "is", "has", "does", "doesnt", "isnt", "none", "nothing":
		return true
	}
	return false
}

// readItem reads the item at i and how many tokens it takes.
func readItem(tokens []token, i int) (item, int) {
	rest := tokens[i:]
	first := rest[0]
	it := item{text: first.text, tok: first, start: first.start, end: first.end}
	n, found := words.match(rest)
	placeWords, w := 0, (*where)(nil)
	if first.value == 0 {
		before := ""
		if i > 0 {
			before = tokens[i-1].text
		}
		placeWords, w = readPeople(rest)
		if w == nil {
			placeWords, w = readPlace(rest, before)
		}
	}
	if w != nil && (first.text == "anywhere" || first.text == "everywhere") && len(rest) > placeWords && leadsToPlace(rest[placeWords].text) {
		placeWords, w = 0, nil // "anywhere in the US"
	}
	l, isLang := words.langs[first.text]
	if first.text == "polish" && !first.capital {
		isLang = false // the verb
	}
	switch {
	case w != nil && placeWords >= n:
		it.where, n = w, placeWords
	case n > 0:
		it.tags = found
	default:
		n = 1
	}
	if isLang && n == 1 {
		it.lang = l
		if it.where == nil {
			it.where = &where{countries: []string{l.country}}
		}
		it.tags = found
	}
	it.end, it.ask = rest[n-1].end, rest[n-1].ask
	for _, t := range rest[1:n] {
		it.text += " " + t.text
	}
	return it, n
}

// readPeople reads an adjective of a people or region.
func readPeople(tokens []token) (int, *where) {
	for n := min(2, len(tokens)); n > 0; n-- {
		if n == 2 && tokens[1].gap != gapNone {
			continue
		}
		key := tokens[0].text
		if n == 2 {
			key += " " + tokens[1].text
		}
		list, ok := words.peoples[key]
		if !ok || len(key) <= 2 && !tokens[0].capital {
			continue
		}
		w := &where{}
		for _, what := range list {
			if len(what) == 2 {
				w.countries = append(w.countries, what)
			} else {
				w.regions = append(w.regions, what)
			}
		}
		return n, w
	}
	return 0, nil
}
