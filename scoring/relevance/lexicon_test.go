package relevance

import (
	"strings"
	"testing"
)

func TestLexicon(t *testing.T) {
	t.Parallel()
	sections := map[string]string{
		"lexicon/generic.txt": "role level place filler stop",
		"lexicon/stack.txt":   "ambiguous capitals role stack lead verb link",
		"lexicon/level.txt":   "level",
		"lexicon/synonym.txt": "",
	}
	seen := map[string]string{}
	for name, known := range sections {
		lines := 0
		eachLine(name, func(section, line string) {
			lines++
			if known != "" && (section == "" || !strings.Contains(" "+known+" ", " "+section+" ")) {
				t.Errorf("%s: %q stands in the unknown section %q", name, line, section)
			}
			for _, f := range readTerm(line, classTopic).forms {
				if len(f.words) == 0 || len(f.words) > longestTerm {
					t.Errorf("%s: a spelling of %q has %d words", name, line, len(f.words))
				}
				if before, twice := seen[f.text()]; twice && (name == "lexicon/generic.txt" || name == "lexicon/synonym.txt") {
					t.Errorf("%s: %q stands in %q and in %q", name, f.text(), before, line)
				}
				if name == "lexicon/generic.txt" || name == "lexicon/synonym.txt" {
					seen[f.text()] = line
				}
			}
		})
		if lines == 0 {
			t.Errorf("%s is empty", name)
		}
	}
}
