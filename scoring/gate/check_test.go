package gate

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"

	"shortlist/scoring"
	"shortlist/scoring/place"
)

// TestMoreClauses reads a file of clauses that were written after the rules, without a look at the lexicons.
func TestMoreClauses(t *testing.T) {
	t.Parallel()
	f, err := os.Open("testdata/clauses.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		parts := strings.SplitN(lines.Text(), "|", 3)
		if len(parts) != 3 || strings.HasPrefix(parts[0], "#") {
			continue
		}
		got, ok := Ask(Case{Class: parts[0], Text: parts[2]}, afar())
		if !ok || (got == Fired) != (parts[1] == "hit") {
			t.Errorf("%s is %s: %s", parts[0], got, lines.Text())
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	l := &scoring.Listing{
		Title: "Senior Product Manager, Brazil", Text: "We build scales.\n\nWhat you bring\n• You speak fluent German\n• Hybrid, three days a week in Recife",
		Place: place.Parse("Recife, Brazil", false), Pay: scoring.Pay{Max: 30000, Currency: "EUR", Period: scoring.PerYear, Raw: "30k"},
	}
	p := afar()
	p.Caps = map[string]int{Language: 1, Pay: 6}
	p.TitleCaps = []scoring.TitleCap{{ID: "pm", Cap: 8, Kind: "soft", Titles: []string{"senior product manager"}}, {ID: "pmm", Cap: 5, Kind: "hard", Titles: []string{"product market"}}}
	got := Check(l, p)
	want := []Result{
		{Gate: Language, State: Fired, Cap: 1, Hard: true, Quote: "You speak fluent German"},
		{Gate: Pay, State: Fired, Cap: 6, Hard: true, Quote: "30k"},
		{Gate: Office, State: Fired, Cap: 3, Hard: true, Quote: "Hybrid, three days a week in Recife"},
		{Gate: Territory, State: Fired, Cap: 4, Hard: true, Quote: l.Title},
		{Gate: TitlePrefix + "pm", State: Fired, Cap: 8, Hard: false, Quote: l.Title},
	}
	if !slices.EqualFunc(got, want, func(a, b Result) bool { a.Why = ""; return a == b }) {
		t.Errorf("got %+v", got)
	}
	if limit, name := Cap(got); limit != 1 || name != Language {
		t.Errorf("the lowest cap is %d of %q", limit, name)
	}
	if Effective(9, got) != 1 || Effective(9, nil) != 9 || !Closed(got) || Closed(got[4:]) || Closed(nil) {
		t.Error("the caps are not held")
	}
	if limit, name := Cap(nil); limit != NoCap || name != "" {
		t.Errorf("no gate caps at %d, %q", limit, name)
	}
}

func TestUnsureDoesNotCap(t *testing.T) {
	t.Parallel()
	got := Check(&scoring.Listing{Title: "Lead Engineer", Text: "Are you fluent in German?"}, afar())
	if len(got) != 2 || got[0].State != Unsure || got[0].Cap != NoCap || got[0].Hard || Effective(10, got) != 10 {
		t.Errorf("got %+v", got)
	}
}

// TestFactsLeftOut: whoever says nothing of themselves is capped by nothing.
func TestFactsLeftOut(t *testing.T) {
	t.Parallel()
	l := &scoring.Listing{
		Title: "Junior Sales Manager, Brazil (German)", Place: place.Parse("Hybrid - Recife, Brazil", false), Pay: scoring.Pay{Max: 9, Currency: "EUR", Period: scoring.PerHour},
		Text: "Du sprichst fließend Deutsch. Wir bauen Waagen und suchen dich. You must live in Brazil. A top secret clearance is required. You work on-site in Recife five days a week.",
	}
	if got := Check(l, &scoring.Profile{}); len(got) > 0 {
		t.Errorf("got %+v", got)
	}
	if got := Check(l, afar()); len(got) != len(rules) {
		t.Errorf("%d of %d gates fire: %+v", len(got), len(rules), got)
	}
}

func TestHome(t *testing.T) {
	t.Parallel()
	berlin := scoring.About{Home: scoring.Home{City: "Berlin", Country: "DE"}, WorkFrom: []string{"EU", "worldwide"}, Clearance: no()}
	for _, tc := range []struct {
		class, text, where string
		want               State
	}{
		{Office, "Hybrid, two days a week in our office", "Berlin, Germany", Silent},
		{Office, "Hybrid, two days a week in our Berlin office", "", Silent},
		{Office, "Hybrid, two days a week in our office", "Munich, Germany", Fired},
		{Office, "Hybrid, two days a week in our office", "Paris, France", Fired},
		{Office, "Hybrid, two days a week in our office", "", Unsure},
		{Residency, "You must live in Germany", "", Silent},
		{Residency, "You must be based in Europe", "", Silent},
		{Residency, "You must be based in Romania", "", Fired},
		{Residency, "Remote (US only)", "", Fired},
		{Residency, "A valid work permit is required", "Hamburg, Germany", Silent},
		{Residency, "A valid work permit is required", "Austin, United States", Fired},
		{Residency, "We can not sponsor visas", "Berlin, Germany", Silent},
		{Residency, "At most two hours from Pacific Time", "", Unsure},
		{Clearance, "Only EU citizens can be considered", "", Silent},
		{Clearance, "Only US citizens can be considered", "", Fired},
	} {
		if got, _ := Ask(Case{Class: tc.class, Text: tc.text, Location: tc.where}, &scoring.Profile{About: berlin}); got != tc.want {
			t.Errorf("%s in %q is %s, want %s", tc.text, tc.where, got, tc.want)
		}
	}
}

// TestHeadings: what stands under "Nice to have" is wished for and no more.
func TestHeadings(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text string
		want State
	}{
		{"Requirements\n• Fluent German\n• Go", Fired},
		{"Nice to have\n• Fluent German\n• Go", Silent},
		{"Bonus points:\n- An active security clearance\n- Fluent German", Silent},
		{"Languages\n• English\n• German", Fired},
		{"Nice to have\n• Rust\n\nRequired\n• Fluent German", Fired},
	} {
		if got, _ := Ask(Case{Class: Language, Title: "Engineer", Description: tc.text}, afar()); got != tc.want {
			t.Errorf("%q is %s, want %s", tc.text, got, tc.want)
		}
	}
}

func TestBoardSaysOffice(t *testing.T) {
	t.Parallel()
	l := &scoring.Listing{Title: "Engineer", Text: "We build scales.", Place: place.Parse("Hybrid - Oslo, Norway", false)}
	got := Check(l, afar())
	if len(got) != 1 || got[0].Gate != Office || got[0].Quote != l.Place.Raw {
		t.Errorf("got %+v", got)
	}
}

func TestTitleCaps(t *testing.T) {
	t.Parallel()
	c := scoring.TitleCap{ID: "c", Cap: 5, Titles: []string{"head of", "e-commerce", "PM"}}
	for title, want := range map[string]State{
		"Head of Scales": Fired, "Senior E-Commerce Engineer": Fired, "Ecommerce": Silent, "Technical PM (Go)": Fired, "HPM": Silent, "PMO": Silent,
		"Ahead of Time": Silent, "HÉAD OF SCALES": Fired, "": Silent,
	} {
		if got := titleCap(newListing(&scoring.Listing{Title: title}), c); got.state != want {
			t.Errorf("%q is %s, want %s", title, got.state, want)
		}
	}
}

func TestLongQuote(t *testing.T) {
	t.Parallel()
	text := "You speak fluent German, " + strings.Repeat("é", 500)
	got := Check(&scoring.Listing{Text: text}, &scoring.Profile{About: scoring.About{Languages: []string{"en"}}})
	if len(got) == 0 || len([]rune(got[0].Quote)) != maxQuote || !strings.HasPrefix(text, got[0].Quote) {
		t.Errorf("got %+v", got)
	}
}

func TestMeasure(t *testing.T) {
	t.Parallel()
	report := Measure([]Case{
		{ID: "a", Class: "language_required", Label: LabelHit, Text: "You speak fluent German."},
		{Class: "language_required", Label: LabelNearMiss, Text: "You speak fluent German."},
		{Class: "language_required", Label: LabelHit, Text: "You like chess."},
		{Class: "language_required", Label: LabelDepends, Text: "Are you fluent in German?"},
		{Class: "language_required", Label: LabelNearMiss, Text: "No German needed."},
		{Class: "horoscope", Label: LabelHit, Text: "You are a Leo."},
		{Class: Clearance, Label: LabelHit, Title: "Engineer", Company: "Nivelle", Location: "Oslo", Description: "An active secret clearance is required."},
	}, afar())
	if got, want := *report.Classes["language_required"], (Tally{1, 1, 1, 1, 0.5, 0.5}); got != want {
		t.Errorf("got %+v", got)
	}
	if got, want := *report.Classes[Clearance], (Tally{1, 0, 0, 0, 1, 1}); got != want {
		t.Errorf("got %+v", got)
	}
	want := []Answer{{"a", "hit", Fired}, {"2", "near_miss", Fired}, {"3", "hit", Silent}, {"4", "depends", Unsure}, {"5", "near_miss", Silent}, {"7", "hit", Fired}}
	if !slices.Equal(report.Items, want) {
		t.Errorf("got %+v", report.Items)
	}
}

// TestLexicons reads every file and finds each section filled in the languages that the gates promise.
func TestLexicons(t *testing.T) {
	t.Parallel()
	for i, code := range tongues {
		data, err := lexiconFiles.ReadFile("lexicon/" + code + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 && tongue(i) != english {
			t.Error("English is not the first")
		}
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "[") && tagNames[strings.Trim(line, "[]")] == tagNone {
				t.Errorf("%s: %s is no section", code, line)
			}
		}
		if i > 7 {
			continue // the eight in which the gates must work come first
		}
		for _, section := range []string{"function", "require", "soft", "not", "or", "other", "language", "fluent", "clearance", "citizen", "office", "hybrid", "remote",
			"reside", "permit", "sponsor", "level", "years"} {
			if !strings.Contains(string(data), "\n["+section+"]\n") && !(code == "pl" && section == "language") {
				t.Errorf("%s has no [%s]", code, section)
			}
		}
	}
}
