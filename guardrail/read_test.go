package guardrail

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"shortlist/scoring"
)

// rationales reads one of the lists of testdata, a rationale a line.
func rationales(t testing.TB, name string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "rationales", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out
}

func TestRationales(t *testing.T) {
	t.Parallel()
	p := ReferenceProfile()
	for _, tc := range []struct {
		name  string
		score int
		want  []Reason
	}{
		{"strong_stated", 8, []Reason{StrongDespiteDisqualifier}},
		{"strong_clean", 8, []Reason{}},
		{"low_explained", 3, []Reason{}},
		{"low_bare", 3, []Reason{CapWithoutDisqualifier}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			for _, text := range rationales(t, tc.name) {
				rep := Measure([]Case{{Score: tc.score, Rationale: text}}, &p)
				if got := rep.Items[0].Got; !slices.Equal(got, tc.want) {
					t.Errorf("%q with %d: got %v, want %v; read %+v", text, tc.score, got, tc.want, Read(text, &p))
				}
			}
		})
	}
}

func TestReadSaysWhatAndHow(t *testing.T) {
	t.Parallel()
	p := ReferenceProfile()
	for _, tc := range []struct {
		text     string
		concept  Concept
		polarity polarity
		clause   string
	}{
		{"Nice team, but fluent Dutch is required.", ConceptLanguage, applies, "but fluent Dutch is required"},
		{"No Dutch is required.", ConceptLanguage, negated, "No Dutch is required"},
		{"Fluent Dutch is a plus.", ConceptLanguage, optional, "Fluent Dutch is a plus"},
		{"The sister vacancy requires Dutch.", ConceptLanguage, otherSubject, "The sister vacancy requires Dutch"},
		{"Formerly fluent Dutch was required.", ConceptLanguage, past, "Formerly fluent Dutch was required"},
		{"If Dutch were required, it would be out.", ConceptLanguage, hypothetical, "If Dutch were required"},
		{"Dutch or English is required.", ConceptLanguage, satisfied, "Dutch or English is required"},
		{"The advert is written in Dutch.", ConceptBodyLanguage, applies, "The advert is written in Dutch"},
		{"Pays 48k a year.", ConceptPay, applies, "Pays 48k a year"},
		{"Pays 68k a year.", ConceptPay, satisfied, "Pays 68k a year"},
		{"On-site in Porto.", ConceptOffice, applies, "On-site in Porto"},
		{"On-site in Berlin.", ConceptOffice, satisfied, "On-site in Berlin"},
		{"Canadian residents only.", ConceptResidency, applies, "Canadian residents only"},
		{"EU residents only.", ConceptResidency, satisfied, "EU residents only"},
		{"Covers the Japanese market.", ConceptTerritory, applies, "Covers the Japanese market"},
		{"Security clearance needed.", ConceptClearance, applies, "Security clearance needed"},
		{"A nursing degree is required.", ConceptLicence, applies, "A nursing degree is required"},
		{"Far too senior.", ConceptSeniority, applies, "Far too senior"},
		{"A three-month contract.", ConceptContract, applies, "A three-month contract"},
		{"Wrong field.", ConceptField, applies, "Wrong field"},
		{"Looks like a scam.", ConceptScam, applies, "Looks like a scam"},
		{"The vacancy is no longer open.", ConceptClosed, applies, "The vacancy is no longer open"},
		{"A dealbreaker applies.", ConceptExplicit, applies, "A dealbreaker applies"},
		{"It lacks any AI content.", ConceptField, applies, "It lacks any AI content"},
		{"No gardens.", ConceptLack, applies, "No gardens"},
	} {
		got := Read(tc.text, &p)
		if !slices.ContainsFunc(got, func(f Finding) bool {
			return f.Concept == tc.concept && f.Polarity == string(tc.polarity) && f.Clause == tc.clause
		}) {
			t.Errorf("Read(%q) = %+v, want %s %s %q", tc.text, got, tc.concept, tc.polarity, tc.clause)
		}
	}
}

// TestOtherPerson reads the same words for a person who lives elsewhere, speaks more and asks less.
func TestOtherPerson(t *testing.T) {
	t.Parallel()
	cleared := true
	p := scoring.DefaultProfile()
	p.Queries = []string{"java", "nursing"}
	p.About = scoring.About{
		Languages: []string{"en", "de"}, Home: scoring.Home{City: "Porto", Country: "PT"},
		WorkFrom: []string{"US"}, Markets: []string{"latam"}, Levels: []string{"junior"}, Clearance: &cleared,
		PayFloor: &scoring.PayFloor{Amount: 2500, Currency: "EUR", Per: scoring.PerMonth},
	}
	for text, stated := range map[string]bool{
		"Fluent German is required.":         false,
		"Fluent French is required.":         true,
		"On-site in Porto.":                  false,
		"On-site in Berlin.":                 true,
		"US work authorization is required.": false,
		"Owns the LATAM market.":             false,
		"Owns the Nordics market.":           true,
		"A junior position.":                 false,
		"An active clearance is required.":   false,
		"Pays 35k a year.":                   false,
		"Pays 28k a year.":                   true,
	} {
		if _, got := Read(text, &p).States(); got != stated {
			t.Errorf("%q: states %v, want %v; %+v", text, got, stated, Read(text, &p))
		}
	}
}

// TestUnknownFacts holds that what a profile leaves out is never held against a strong score.
func TestUnknownFacts(t *testing.T) {
	t.Parallel()
	p := scoring.DefaultProfile()
	for _, text := range []string{
		"Fluent German is required.", "On-site in Oslo.", "US residents only.", "Owns the Japanese market.", "Pays 20k a year.",
	} {
		if f, stated := Read(text, &p).States(); stated {
			t.Errorf("%q is held against an unknown person: %+v", text, f)
		}
	}
}

func TestLongRationale(t *testing.T) {
	t.Parallel()
	p := ReferenceProfile()
	for _, part := range []string{"no German, ", "if only ", "((((", "60k ", "München", "a", "\xff\xfe", "which is fine ", "–"} {
		if got := Read(strings.Repeat(part, 1<<16), &p); len(got) > maxFindings {
			t.Errorf("%q: %d findings", part, len(got))
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"strong_stated", "strong_clean", "low_explained", "low_bare"} {
		for _, text := range rationales(f, name)[:20] {
			f.Add(text)
		}
	}
	p := ReferenceProfile()
	empty := scoring.DefaultProfile()
	f.Fuzz(func(t *testing.T, text string) {
		for _, who := range []*scoring.Profile{&p, &empty} {
			got := Read(text, who)
			if len(got) > maxFindings {
				t.Fatalf("%d findings", len(got))
			}
			for _, finding := range got {
				if finding.Concept == "" || finding.Polarity == "" || !strings.Contains(strings.ToValidUTF8(text, ""), finding.Clause) {
					t.Fatalf("finding %+v of %q", finding, text)
				}
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	me := ReferenceProfile()
	who := newPerson(&me)
	texts := rationales(b, "strong_clean")
	for i := 0; b.Loop(); i++ {
		read(texts[i%len(texts)], who)
	}
}
