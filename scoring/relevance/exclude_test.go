package relevance

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"shortlist/scoring"
)

func TestExclusions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, rule string
		listing    scoring.Listing
		where      string // where the rule is found; empty: the listing stays
	}{
		{"level in title", "senior", scoring.Listing{Title: "Senior Rust Engineer"}, "title"},
		{"level in text", "senior", scoring.Listing{Title: "Rust Engineer", Text: "You work with senior engineers."}, ""},
		{"abbreviation", "senior", scoring.Listing{Title: "Sr. Rust Engineer"}, "title"},
		{"abbreviation's reverse", "sr", scoring.Listing{Title: "Rust Engineer, Senior"}, "title"},
		{"Portuguese", "senior", scoring.Listing{Title: "Engenheiro Rust Sênior"}, "title"},
		{"accents in the rule", "sênior", scoring.Listing{Title: "Senior Rust Engineer"}, "title"},
		{"junior", "junior", scoring.Listing{Title: "Jr Rust Dev"}, "title"},
		{"júnior", "jr", scoring.Listing{Title: "Dev Rust Júnior"}, "title"},
		{"director in text", "director", scoring.Listing{Title: "Rust Engineer", Text: "Reports to the Director."}, ""},
		{"director", "director", scoring.Listing{Title: "Director, Rust"}, "title"},
		{"directrice", "directeur", scoring.Listing{Title: "Directrice Rust"}, "title"},
		{"vice president", "vp", scoring.Listing{Title: "Vice President, Rust"}, "title"},
		{"head", "head", scoring.Listing{Title: "Rust Engineer", Text: "A head start."}, ""},
		{"lead", "lead", scoring.Listing{Title: "Lead Rust Engineer"}, "title"},
		{"lead generation", "lead", scoring.Listing{Title: "Rust Intern, Lead Generation Platform"}, ""},
		{"senior living", "senior", scoring.Listing{Title: "Rust Intern - Senior Living Community"}, ""},
		{"leader", "lead", scoring.Listing{Title: "Rust Leadership Coach"}, ""},
		{"intern", "intern", scoring.Listing{Title: "Rust Internship"}, "title"},
		{"internal", "intern", scoring.Listing{Title: "Rust, Internal Tools, International"}, ""},
		{"Praktikant", "praktikant", scoring.Listing{Title: "Praktikantin Rust"}, "title"},
		{"Werkstudent", "werkstudent", scoring.Listing{Title: "Werkstudent:in Rust", Text: ""}, "title"},
		{"estágio", "estagio", scoring.Listing{Title: "Estágio Rust"}, "title"},
		{"stagiaire in text", "stagiaire", scoring.Listing{Title: "Rust", Text: "avec un stagiaire"}, ""},
		{"becario", "becario", scoring.Listing{Title: "Becaria Rust"}, "title"},
		{"manager in text", "manager", scoring.Listing{Title: "Rust", Text: "your manager"}, ""},
		{"level phrase in text", "team lead", scoring.Listing{Title: "Rust", Text: "your team lead"}, ""},
		{"level phrase", "team lead", scoring.Listing{Title: "Rust Team-Lead"}, "title"},
		{"level and role", "Senior Engineer", scoring.Listing{Title: "Sr. Engineer, Rust", Text: ""}, "title"},
		{"level and topic", "senior living", scoring.Listing{Title: "Rust", Text: "A senior living home."}, "text"},
		{"level and unknown topic", "senior bakers", scoring.Listing{Title: "Rust", Text: "You join senior bakers."}, "text"},
		{"word in text", "gambling", scoring.Listing{Title: "Rust", Text: "We do gambling."}, "text"},
		{"part of a word", "java", scoring.Listing{Title: "Rust", Text: "JavaScript and Java Script"}, ""},
		{"ios", "ios", scoring.Listing{Title: "Rust", Text: "curiosity"}, ""},
		{"plural", "crypto wallet", scoring.Listing{Title: "Rust", Text: "crypto-wallets"}, "text"},
		{"phrase over a stop", "crypto wallet", scoring.Listing{Title: "Rust", Text: "We like crypto. Wallet."}, ""},
		{"synonyms in a phrase", "ml research", scoring.Listing{Title: "Rust", Text: "machine learning research"}, "text"},
		{"ampersand", "Sales & Marketing", scoring.Listing{Title: "Rust for sales and marketing"}, "title"},
		{"R&D", "r&d", scoring.Listing{Title: "Rust", Text: "our R&D unit"}, "text"},
		{"company", "canonical", scoring.Listing{Title: "Rust", Company: "Canonical"}, "company"},
		{"company's level word", "chief", scoring.Listing{Title: "Rust", Company: "Chief Oats"}, ""},
		{"place", "new york", scoring.Listing{Title: "Rust", Place: scoring.Place{Raw: "New York, NY"}}, "place"},
		{"city", "Zürich", scoring.Listing{Title: "Rust", Place: scoring.Place{Cities: []string{"Zurich"}}}, "place"},
		{"open elsewhere too", "new york", scoring.Listing{Title: "Rust", Place: scoring.Place{Raw: "New York"}, Sightings: []scoring.Sighting{
			{Place: scoring.Place{Raw: "New York"}}, {Place: scoring.Place{Raw: "Oslo"}}}}, ""},
		{"us the country", "US", scoring.Listing{Title: "Rust", Text: "Join us."}, ""},
		{"US in text", "us", scoring.Listing{Title: "Rust", Text: "In the U.S. only"}, "text"},
		{"go the verb", "go", scoring.Listing{Title: "Rust", Text: "You'll go through interviews. Go to market."}, ""},
		{"go the language", "golang", scoring.Listing{Title: "Rust", Text: "We write Python, Go and C."}, "text"},
		{"c++", "c++", scoring.Listing{Title: "Rust", Text: "needs C++."}, "text"},
		{".NET", ".net", scoring.Listing{Title: "Rust", Text: "strong net results at shop.example.net"}, ""},
		{"title first", "php", scoring.Listing{Title: "Rust, PHP", Text: "PHP"}, "title"},
	} {
		s, err := Compile([]string{"rust"}, []string{"nothing here", c.rule}, nil)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var want *Discard
		if c.where != "" {
			want = &Discard{Excluded, c.rule, c.where}
		}
		r := s.Match(&c.listing)
		if diff := cmp.Diff(want, r.Discard); diff != "" || r.Admitted != (want == nil) {
			t.Errorf("%s: admitted %t, discard (-want +got):\n%s", c.name, r.Admitted, diff)
		}
	}
}

func TestBlockedCompanies(t *testing.T) {
	t.Parallel()
	s, err := Compile([]string{"rust"}, nil, []string{"Quillfeather Labs", "oatworks"})
	if err != nil {
		t.Fatal(err)
	}
	for company, rule := range map[string]string{
		"QuillfeatherLabs Inc.": "Quillfeather Labs", "Oatworks GmbH": "oatworks", "OATWORKS": "oatworks",
		"Oatworks Foods": "", "Quillfeather": "", "": "",
	} {
		r := s.Match(&scoring.Listing{Title: "Rust Engineer", Company: company})
		if got := r.Discard; (got != nil) != (rule != "") || got != nil && *got != (Discard{BlockedCompany, rule, "company"}) {
			t.Errorf("%q: %+v, want rule %q", company, got, rule)
		}
	}
}
