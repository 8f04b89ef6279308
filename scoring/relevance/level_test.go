package relevance

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shortlist/scoring"
)

func TestLevelOf(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]Level{
		"Software Engineering Intern, Lead Generation Platform": Intern, "Marketing Intern - Senior Living Community": Intern,
		"Junior Staff Accountant": Entry, "Engineer II - Senior Platform Group": Mid, "Senior General QA": Senior, "Sr. Rust Engineer": Senior,
		"Assistant, reports to the Director": LevelUnknown, "Executive Assistant to the Chief Baker": LevelUnknown, "Engineer": LevelUnknown,
		"Staff Engineer": Staff, "Staff Nurse": LevelUnknown, "Senior Staff Engineer": Staff, "Principal Engineer": Principal,
		"Associate Principal PM": Principal, "Associate Director": Director, "Head of Sales": Director, "VP of Sales": Executive,
		"Vice President, Sales": Executive, "Chief of Staff": LevelUnknown, "Team Lead": Lead, "Lead Designer": Lead, "Tech Lead": Lead,
		"Project Manager": Mid, "Senior Product Manager": Senior, "Sales Manager": Manager, "Senior Manager, Sales": Manager,
		"Assistant Manager": LevelUnknown, "Graduate Engineer": Entry, "Engineer III": Senior, "Engineer I": Entry, "Clerk 2": Mid,
		"Praktikant Vertrieb": Intern, "Werkstudent:in Controlling": Intern, "Dev Rust Júnior": Entry, "Engenheiro Sênior": Senior,
		"Data Analyst (6-month internship)": Intern, "Engineer/Sr Engineer": LevelUnknown, "Designer (Senior)": Senior, "": LevelUnknown,
		"Director of Engineering": Director, "Internal Auditor": LevelUnknown, "Level 4 Engineer": LevelUnknown,
	} {
		if got := LevelOf(title); got != want {
			t.Errorf("%q is %q, want %q", title, got, want)
		}
	}
}

func TestLevelsSetting(t *testing.T) {
	t.Parallel()
	s, err := New(Settings{Queries: []string{"rust"}, Levels: []string{"junior", "mid"}})
	if err != nil {
		t.Fatal(err)
	}
	for title, kept := range map[string]bool{
		"Rust Engineer": true, "Junior Rust Engineer": true, "Entry Level Rust Engineer": true, "Rust Engineer II": true,
		"Senior Rust Engineer": false, "Rust Intern": false,
	} {
		r := s.Match(&scoring.Listing{Title: title, Text: "You work with a senior and an intern."})
		if r.Admitted != kept || !kept && (r.Discard.Reason != WrongLevel || r.Discard.Where != "title" || r.Discard.Rule != string(LevelOf(title))) {
			t.Errorf("%q: %+v", title, r)
		}
	}
	_, _, dropped := s.Rank([]*scoring.Listing{{Title: "Rust Intern"}, {Title: "Sr Rust Dev"}, {Title: "Senior Rust Dev"}}, 0)
	if diff := cmp.Diff([]Dropped{{WrongLevel, "intern", 1}, {WrongLevel, "senior", 2}}, dropped); diff != "" {
		t.Error(diff)
	}
	_, err = New(Settings{Queries: []string{"rust"}, Levels: []string{"mid", "wizard"}})
	if err == nil || !strings.Contains(err.Error(), `levels[1]: "wizard"`) || !strings.Contains(err.Error(), "intern, entry, mid, senior") {
		t.Errorf("an unknown level: %v", err)
	}
}

func TestDiscardSentence(t *testing.T) {
	t.Parallel()
	for d, want := range map[Discard]string{
		{Reason: NoTitleHit}: "neither the title nor what the text is about answers a query",
		{Reason: BlockedCompany, Rule: "Oatworks", Where: "company"}: "Oatworks is a blocked company",
		{Reason: Excluded, Rule: "crypto", Where: "text"}:            `kept out by the exclusion "crypto" in the text`,
		{Reason: WrongLevel, Rule: "senior", Where: "title"}:         "the title names the level senior, which is not asked for",
	} {
		if got := d.String(); got != want {
			t.Errorf("%+v reads %q, want %q", d.Reason, got, want)
		}
	}
}

// TestLabelledLevels holds LevelOf to titles that were labelled by hand.
func TestLabelledLevels(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "data", "labelled", "level.jsonl"))
	if err != nil {
		t.Skipf("no labelled titles on this machine: %v", err)
	}
	right, all := 0, 0
	for line := range bytes.Lines(data) {
		var row struct{ Title, Level string }
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		if row.Level == "unknown" {
			row.Level = ""
		}
		all++
		if got := LevelOf(row.Title); string(got) == row.Level {
			right++
		} else {
			t.Logf("%q is %q, labelled otherwise", row.Title, got)
		}
	}
	if share := float64(right) / float64(all); share < 0.92 {
		t.Errorf("%d of %d levels right, %.3f", right, all, share)
	} else {
		t.Logf("%d of %d levels right, %.3f", right, all, share)
	}
}
