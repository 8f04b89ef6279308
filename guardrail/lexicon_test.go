package guardrail

import (
	"slices"
	"strings"
	"testing"

	"shortlist/scoring/place"
)

// TestLexicon holds that every line can be matched: its section is known, and it is written as tokens are.
func TestLexicon(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"en", "de", "fr", "es", "trade"} {
		type entry struct{ section, line string }
		seen := map[entry]bool{}
		lines := 0
		eachLine("lexicon/"+file+".txt", func(section, line string) {
			lines++
			if !slices.Contains(tagNames[:], section) {
				t.Errorf("%s: unknown section %q", file, section)
			}
			if e := (entry{section, line}); seen[e] {
				t.Errorf("%s: %q stands twice in %s", file, line, section)
			} else {
				seen[e] = true
			}
			var words []string
			for _, tok := range tokenise(strings.ReplaceAll(line, "*", "")) {
				words = append(words, tok.text)
			}
			if got := strings.Join(words, " "); got != strings.ReplaceAll(line, "*", "") {
				t.Errorf("%s: %q is read as %q", file, line, got)
			}
		})
		if lines == 0 {
			t.Errorf("%s is empty", file)
		}
	}
	if words.langs["dutch"].code != "nl" || words.langs["deutschkenntnisse"].code != "de" {
		t.Error("languages are not read")
	}
	for adjective, list := range words.peoples {
		for _, what := range list {
			if _, country := place.Country(what); !country && !place.IsRegion(what) {
				t.Errorf("%s means %q, which is no place", adjective, what)
			}
		}
	}
	for _, name := range tagNames {
		if name == "" {
			t.Error("a tag has no section")
		}
	}
}

func TestFigures(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]float64{
		"57k": 57000, "52,000": 52000, "3.700": 3700, "60 000": 60000, "45 K€": 45000, "1.5": 1.5, "58,500 EUR": 58500, "€45.000,00": 45000,
		"56 thousand": 56000, "forty-nine thousand": 49000, "fifty two thousand": 52000, "sixty k": 60000, "2024": 2024, "99999999999999999999": 0,
	} {
		toks := tokenise(text)
		if len(toks) == 0 || toks[0].value != want {
			t.Errorf("%q is read as %+v, want %v", text, toks, want)
		}
	}
	for _, text := range []string{"c1", "3d", "b2b", "k8s"} {
		if toks := tokenise(text); len(toks) != 1 || toks[0].value != 0 {
			t.Errorf("%q is a figure: %+v", text, toks)
		}
	}
}

func TestClauses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"Good pay, yet on-site; i.e. Oslo.":          {"Good pay", "yet on-site", "i.e. Oslo"},
		"Great fit although German is a must.":       {"Great fit", "although German is a must"},
		"Language: German (C1) – and no remote.":     {"Language", "German", "C1", "and no remote"},
		"Senior role and it requires U.S. papers.":   {"Senior role", "and it requires U.S. papers"},
		"Pays 58.000 - 71.000 EUR. Nothing else? No": {"Pays 58.000 - 71.000 EUR", "Nothing else", "No"},
	} {
		var got []string
		for _, c := range parse(tokenise(text)) {
			got = append(got, text[c.start:c.end])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
