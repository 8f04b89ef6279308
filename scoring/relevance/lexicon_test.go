package relevance

import (
	"strings"
	"testing"
)

// TestLexicon: every line stands in a known section and names each spelling once, and what it belongs to is there.
func TestLexicon(t *testing.T) {
	t.Parallel()
	ld := loadLoader()
	for _, s := range ld.twice {
		if !ld.levels[s] {
			t.Errorf("%q stands in two entries", s)
		}
	}
	topics := map[string]bool{}
	for _, term := range ld.terms {
		if term.kind.isTopic() {
			topics[term.name] = true
		}
	}
	for id, parents := range ld.parents {
		for _, p := range parents {
			if !topics[p] {
				t.Errorf("%s belongs to %q, which is no topic", ld.terms[id].name, p)
			}
		}
	}
	for _, ps := range ld.begin {
		for _, p := range ps {
			if len(p.rest) >= longestName+1 {
				t.Errorf("a spelling of %q has %d words", ld.terms[p.term].name, len(p.rest)+1)
			}
		}
	}
	if len(ld.terms) < 500 || len(ld.families) < 30 {
		t.Errorf("%d terms, %d families: a list is missing", len(ld.terms), len(ld.families))
	}
}

func TestLexiconSections(t *testing.T) {
	t.Parallel()
	for name, known := range map[string]string{
		"generic": "place terms filler stop cut",
		"stack":   "activity ambiguous capitals proper hidden role stack lead verb link",
		"level":   "intern entry mid senior lead staff principal manager director executive none",
		"section": "needed duties optional company offer openings",
		"role":    "plain open trade",
		"topic":   "language tool field broad role soft domain",
		"family":  "",
	} {
		lines := 0
		eachLine("lexicon/"+name+".txt", func(section, line string) {
			lines++
			kind, families, _ := strings.Cut(strings.ReplaceAll(section, ":", ""), " ")
			if known != "" && !strings.Contains(" "+known+" ", " "+kind+" ") {
				t.Errorf("%s: %q stands in the unknown section %q", name, line, section)
			}
			for f := range strings.FieldsSeq(families) {
				if theLexicon().familyBy[f] == 0 {
					t.Errorf("%s: the section %q names no family", name, section)
				}
			}
			if name != "family" {
				return
			}
			_, ties, _ := strings.Cut(line, ":")
			for f := range strings.FieldsSeq(strings.ReplaceAll(ties, ";", " ")) {
				if theLexicon().familyBy[f] == 0 {
					t.Errorf("family: %q names the unknown %q", line, f)
				}
			}
		})
		if lines == 0 {
			t.Errorf("%s is empty", name)
		}
	}
}
