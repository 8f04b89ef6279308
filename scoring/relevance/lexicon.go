package relevance

import (
	"embed"
	"strings"
)

// class says what a word of a query is about.
type class uint8

const (
	classTopic  class = iota // a technology, a field, a trade
	classRole                // engineer, specialist
	classLevel               // senior, intern
	classPlace               // remote, Europe
	classFiller              // job, position
	classStop                // and, with
)

// form is one spelling of a term: its words, and whether they are joined by slashes.
type form struct {
	words []string
	slash bool
}

// text is the form's words apart by spaces, the key of the lexicon.
func (f form) text() string { return strings.Join(f.words, " ") }

// term is a thing that a text may name, with all its spellings.
type term struct {
	key   string // its first spelling; terms of one key are the same
	class class
	known bool // it stands in the lexicon, so its last letters are not a plural's
	whole bool // its words do not count by themselves where they stand together
	forms []form
}

// lexicon is the embedded word lists, read once.
type lexicon struct {
	byText map[string]*term // every spelling
	whole  []*term
	level  map[string]bool // spellings of what an exclusion judges by the title alone

	kinds map[string]kind // what tells Go the language from the verb
}

// kind is what a word says about an ambiguous word beside it, or that it is one; a set of bits.
type kind uint8

const (
	kindAmbiguous kind = 1 << iota // "go"
	kindCapitals                   // "us"
	kindRole                       // "developer"
	kindStack                      // "python"
	kindLead                       // "in", "senior"
	kindVerb                       // "to", "let's"
	kindLink                       // "and"
	kindTrade     = kindRole | kindStack
)

//go:embed lexicon/*.txt
var lexiconFiles embed.FS

var words = loadLexicon()

func loadLexicon() *lexicon {
	lx := &lexicon{byText: map[string]*term{}, level: map[string]bool{}, kinds: map[string]kind{}}
	classes := map[string]class{
		"role": classRole, "level": classLevel, "place": classPlace, "filler": classFiller, "stop": classStop,
	}
	eachLine("lexicon/synonym.txt", func(_, line string) { lx.add(line, classTopic) })
	eachLine("lexicon/generic.txt", func(section, line string) {
		t := lx.add(line, classes[section])
		if t.class == classLevel {
			lx.addLevel(t)
		}
	})
	eachLine("lexicon/level.txt", func(_, line string) {
		t := lx.byText[line]
		if t == nil {
			t = readTerm(line, classLevel)
		}
		lx.addLevel(t)
	})
	kinds := map[string]kind{
		"ambiguous": kindAmbiguous, "capitals": kindCapitals,
		"role": kindRole, "stack": kindStack, "lead": kindLead, "verb": kindVerb, "link": kindLink,
	}
	eachLine("lexicon/stack.txt", func(section, line string) { lx.kinds[line] |= kinds[section] })
	return lx
}

func (lx *lexicon) add(line string, c class) *term {
	t := readTerm(line, c)
	for _, f := range t.forms {
		if lx.byText[f.text()] == nil {
			lx.byText[f.text()] = t
		}
	}
	if t.whole {
		lx.whole = append(lx.whole, t)
	}
	return t
}

func (lx *lexicon) addLevel(t *term) {
	for _, f := range t.forms {
		lx.level[f.text()] = true
	}
}

// readTerm reads "a = b b = c", with "!" in front where the words do not count by themselves.
func readTerm(line string, c class) *term {
	t := &term{class: c, known: true}
	line, t.whole = strings.CutPrefix(line, "!")
	for spelling := range strings.SplitSeq(line, "=") {
		f := readForm(spelling)
		t.forms = append(t.forms, f)
	}
	t.key = t.forms[0].text()
	return t
}

func readForm(s string) form {
	var f form
	for sc := (scanner{src: s}); sc.next(); {
		f.words = append(f.words, string(sc.word))
		f.slash = f.slash || sc.gap == gapSlash
	}
	return f
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
