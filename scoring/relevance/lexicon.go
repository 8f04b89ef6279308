package relevance

import (
	"embed"
	"slices"
	"strings"
	"sync"
)

// kind says what a term of the lexicon is.
type kind uint8

const (
	kindHidden    kind = iota // a phrase that only keeps its words from counting
	kindLanguage              // Go
	kindTool                  // Kubernetes
	kindField                 // embedded systems
	kindBroad                 // data: a field whose name stands in any advert
	kindRole                  // product manager: a field whose names say what a person is
	kindTrade                 // nurse
	kindSoft                  // backend: a side of software work
	kindDomain                // fintech: what an employer's business is
	kindPlain                 // engineer: a noun that has a family of its own
	kindOpen                  // manager: a noun whose family is said by what stands before it
	kindLevel                 // senior
	kindCondition             // remote
	kindFiller                // job
	kindStop                  // and
	kindCut                   // for: what follows it does not name the job
)

// isTech reports whether an advert's text may show that work is done with the term.
func (k kind) isTech() bool { return k == kindLanguage || k == kindTool }

// isTopic reports whether the term is something that work is done with or about.
func (k kind) isTopic() bool { return k >= kindLanguage && k <= kindDomain }

// form is one spelling of a term: its words, and whether they are joined by slashes.
type form struct {
	words []string
	slash bool
}

// text is the form's words apart by spaces, the key of a spelling.
func (f form) text() string { return strings.Join(f.words, " ") }

// termID numbers the terms of the lexicon.
type termID uint16

// term is a thing that a title or a text may name.
type term struct {
	name   string // as readers see it
	kind   kind
	family family
	takes  families // of the families beside a plain noun, those it takes
	level  Level
	first  bool // the noun stands before what qualifies it
	up     []kin
}

// kin is a term that another belongs to, and how much naming the other is worth for it, at most 1.
type kin struct {
	term  termID
	worth float64
}

// lexicon is the embedded word lists, read once and never changed.
type lexicon struct {
	notes sync.Pool // of *notes

	terms    []term
	words    map[string]word   // each word of a spelling, with its plurals
	begin    [][]phrase        // by word: the spellings that begin with it, longest first
	sections [][]phrase        // by word: the headings that begin with it; the term is the section
	traits   []trait           // by word
	byText   map[string]termID // every spelling
	strict   map[string][]form // by spelling: the spellings of the same name
	levels   map[string]bool   // spellings that an exclusion judges by the title alone
	families []familyTies      // by family
	country  map[string]termID // by ISO 3166-1 code
	familyBy map[string]family // by name

	software   family
	managers   family   // engineering managers
	technical  families // whose managers are engineering managers
	individual families // whose managers manage no people
}

// phrase is the rest of a spelling after its first word.
type phrase struct {
	rest  []word
	slash bool
	whole bool // its words do not count by themselves
	head  heads
	level Level
	term  termID
}

// heads says whether a spelling names what a person is.
type heads uint8

const (
	headNone heads = iota
	headWeak       // it names what the person does: "product management"
	headFull       // it names the person: "product manager"
)

// trait is what a word says about an ambiguous word beside it, or that it is one; a set of bits.
type trait uint16

const (
	traitAmbiguous trait = 1 << iota // "go"
	traitCapitals                    // "us"
	traitProper                      // "swift"
	traitRole                        // "developer"
	traitStack                       // "python"
	traitLead                        // "in", "senior"
	traitVerb                        // "to", "let's"
	traitLink                        // "and"
	traitActivity                    // "payroll"
	traitDoubtful  = traitAmbiguous | traitCapitals | traitProper
	traitTrade     = traitRole | traitStack
)

//go:embed lexicon/*.txt
var lexiconFiles embed.FS

var theLexicon = sync.OnceValue(loadLexicon)

func loadLexicon() *lexicon { return loadLoader().lexicon }

func loadLoader() *loader {
	lx := &lexicon{
		words: map[string]word{"": 0}, begin: make([][]phrase, 1), sections: make([][]phrase, 1), traits: make([]trait, 1),
		byText: map[string]termID{}, strict: map[string][]form{}, levels: map[string]bool{}, country: map[string]termID{}, familyBy: map[string]family{},
		terms: make([]term, 1), // the term 0 is none
	}
	ld := &loader{lexicon: lx, parents: map[termID][]string{}, tech: map[string]bool{}}
	ld.loadFamilies()
	lx.managers = lx.familyBy["engmgmt"]
	lx.software = lx.familyBy["software"]
	lx.technical = ld.familySet("software infra data ml security qa hardware science")
	lx.individual = ld.familySet("product project marketing community success")
	eachLine("lexicon/stack.txt", ld.stackLine)
	eachLine("lexicon/role.txt", ld.roleLine)
	eachLine("lexicon/topic.txt", ld.topicLine)
	eachLine("lexicon/generic.txt", ld.genericLine)
	eachLine("lexicon/level.txt", ld.levelLine)
	eachLine("lexicon/section.txt", ld.sectionLine)
	ld.setLevels()
	ld.close()
	ld.inflect()
	for _, ps := range [][][]phrase{lx.begin, lx.sections} {
		for _, p := range ps {
			slices.SortStableFunc(p, func(a, b phrase) int { return len(b.rest) - len(a.rest) })
		}
	}
	return ld
}

// worth says what naming a is worth for b: 1 where they are one, 0 where a does not belong to b.
func (lx *lexicon) worth(a, b termID) float64 {
	if a == b {
		return 1
	}
	for _, k := range lx.terms[a].up {
		if k.term == b {
			return k.worth
		}
	}
	return 0
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
