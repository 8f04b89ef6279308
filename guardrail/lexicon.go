package guardrail

import (
	"embed"
	"slices"
	"strings"
)

//go:embed lexicon/*.txt
var lexiconFiles embed.FS

// phrase is one entry of the lexicon: its words, of which any may stand for all words that begin so.
type phrase struct {
	words  []string
	prefix []bool
	tags   tags
}

// lexicon finds phrases by their first word, or by the first three letters where that word is a prefix.
type lexicon struct {
	byWord   map[string][]phrase
	byPrefix map[string][]phrase
	langs    map[string]language
	peoples  map[string][]string // adjective → country codes and regions
}

// language is one that adverts ask for.
type language struct{ code, country string }

const prefixKey = 3

var words = loadLexicon()

func loadLexicon() *lexicon {
	lx := &lexicon{byWord: map[string][]phrase{}, byPrefix: map[string][]phrase{}, langs: map[string]language{}, peoples: map[string][]string{}}
	names := map[string]tag{}
	for t, name := range tagNames {
		names[name] = tag(t)
	}
	for _, file := range []string{"en", "de", "fr", "es", "trade"} {
		eachLine("lexicon/"+file+".txt", func(section, line string) { lx.add(line, names[section]) })
	}
	eachLine("lexicon/languages.txt", func(_, line string) {
		head, rest, _ := strings.Cut(line, " = ")
		fields := strings.Fields(head)
		l := language{code: fields[0], country: fields[1]}
		for _, name := range append(fields[2:], strings.Split(rest, " = ")...) {
			if name != "" {
				lx.langs[name] = l
			}
		}
	})
	eachLine("lexicon/adjectives.txt", func(_, line string) {
		what, list, _ := strings.Cut(line, ": ")
		for adjective := range strings.SplitSeq(list, ", ") {
			lx.peoples[adjective] = append(lx.peoples[adjective], what)
		}
	})
	for key, list := range lx.byWord {
		lx.byWord[key] = longestFirst(list)
	}
	for key, list := range lx.byPrefix {
		lx.byPrefix[key] = longestFirst(list)
	}
	return lx
}

func longestFirst(list []phrase) []phrase {
	slices.SortStableFunc(list, func(a, b phrase) int { return len(b.words) - len(a.words) })
	return list
}

// add files one line; the same phrase in several sections carries all their tags.
func (lx *lexicon) add(line string, t tag) {
	var p phrase
	for w := range strings.FieldsSeq(line) {
		stem, isPrefix := strings.CutSuffix(w, "*")
		p.words = append(p.words, stem)
		p.prefix = append(p.prefix, isPrefix)
	}
	table, key := lx.byWord, p.words[0]
	if p.prefix[0] {
		table, key = lx.byPrefix, key[:prefixKey]
	}
	for i, have := range table[key] {
		if slices.Equal(have.words, p.words) && slices.Equal(have.prefix, p.prefix) {
			table[key][i].tags.add(t)
			return
		}
	}
	p.tags.add(t)
	table[key] = append(table[key], p)
}

// match finds the longest phrase at the start of the tokens, and the tags of all phrases of that length.
func (lx *lexicon) match(tokens []token) (n int, found tags) {
	if len(tokens) == 0 {
		return 0, found
	}
	first := tokens[0].text
	lists := [3][]phrase{lx.byWord[first]}
	if tokens[0].possessive {
		lists[2] = lx.byWord[strings.TrimSuffix(first, "s")]
	}
	if len(first) >= prefixKey {
		lists[1] = lx.byPrefix[first[:prefixKey]]
	}
	for _, list := range lists {
		for _, p := range list {
			if len(p.words) < n {
				break
			}
			if !p.fits(tokens) {
				continue
			}
			if len(p.words) > n {
				n, found = len(p.words), tags{}
			}
			found[0] |= p.tags[0]
			found[1] |= p.tags[1]
		}
	}
	return n, found
}

// fits reports whether the tokens begin with the phrase. A phrase does not reach over a mark that parts clauses.
func (p phrase) fits(tokens []token) bool {
	if len(p.words) > len(tokens) {
		return false
	}
	for i, w := range p.words {
		if i > 0 && tokens[i].gap > gapSlash {
			return false
		}
		if tokens[i].text != w && !(tokens[i].possessive && tokens[i].text == w+"s") && !(p.prefix[i] && strings.HasPrefix(tokens[i].text, w)) {
			return false
		}
	}
	return true
}

// eachLine calls do for each entry of an embedded list with the section it stands in.
func eachLine(name string, do func(section, line string)) {
	data, _ := lexiconFiles.ReadFile(name) // the file is part of the program; a test reads each
	section := ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			section = strings.Trim(line, "[]")
		default:
			do(section, line)
		}
	}
}
