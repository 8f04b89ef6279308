package profile_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shortlist/scoring"
	"shortlist/worker/profile"
	"shortlist/worker/strict"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var expression = regexp.MustCompile(`( schedule(?:\[\d+\])?: )(?:"|the).*`)

const whole = `
name: ada
email: ada@example.org
timezone: Europe/Berlin
schedule: ["0 8 * * *", "30 18 * * 1-7"]
queries: ["golang backend", "C++"]
exclude: [senior, crypto]
block_companies: [Brightwick]
about:
  languages: [en, de]
  home: {city: Berlin, country: DE}
  work_from: [EU, worldwide, Switzerland]
  markets: [gb]
  pay_floor: {amount: 60000, currency: EUR, per: year}
  levels: [mid, senior]
  clearance: false
caps: {language: 2, seniority: 4}
title_caps: [{id: chief, cap: 8, kind: soft, titles: ["chief gardener"]}]
rubric: |
  Likes small teams.
thresholds: {pick: 8, review: [6, 7]}
limits: {picks: 5, judge_calls: 0}
pause_until: 2026-12-20
send_empty: true
`

func TestParse(t *testing.T) {
	t.Parallel()
	got, problems := profile.Parse("ada.yaml", []byte(whole))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	no, yes := false, true
	want := scoring.Profile{
		Name: "ada", Email: "ada@example.org", Timezone: "Europe/Berlin",
		Schedule: []string{"0 8 * * *", "30 18 * * 1-7"},
		Queries:  []string{"golang backend", "C++"}, Exclude: []string{"senior", "crypto"}, BlockCompanies: []string{"Brightwick"},
		About: scoring.About{
			Languages: []string{"en", "de"}, Home: scoring.Home{City: "Berlin", Country: "DE"},
			WorkFrom: []string{"eu", "worldwide", "CH"}, Markets: []string{"GB"},
			PayFloor: &scoring.PayFloor{Amount: 60000, Currency: "EUR", Per: scoring.PerYear},
			Levels:   []string{"mid", "senior"}, Clearance: &no,
		},
		Caps:       map[string]int{"language": 2, "seniority": 4},
		TitleCaps:  []scoring.TitleCap{{ID: "chief", Cap: 8, Kind: "soft", Titles: []string{"chief gardener"}}},
		Rubric:     "Likes small teams.\n",
		Thresholds: scoring.Thresholds{Pick: 8, Review: []int{6, 7}}, Limits: scoring.Limits{Picks: 5},
		PauseUntil: "2026-12-20", SendEmpty: &yes,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestParseDefaults(t *testing.T) {
	t.Parallel()
	got, problems := profile.Parse("f", []byte("name: a\nemail: a@b.example\ntimezone: UTC\nschedule: '@daily'\nqueries: go\n"))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	want := scoring.DefaultProfile()
	want.Name, want.Email, want.Timezone, want.Schedule, want.Queries = "a", "a@b.example", "UTC", []string{"@daily"}, []string{"go"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestParseLowPickTrimsDefaultReview(t *testing.T) {
	t.Parallel()
	got, problems := profile.Parse("f", []byte("name: a\nemail: a@b.example\ntimezone: UTC\nschedule: '@daily'\nqueries: go\nthresholds: {pick: 6}\n"))
	if len(problems) > 0 || len(got.Thresholds.Review) != 1 || got.Thresholds.Review[0] != 5 {
		t.Errorf("review %v, %v", got.Thresholds.Review, problems)
	}
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/mistakes/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("found %d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			_, problems := profile.Parse(filepath.Base(file), data)
			if len(problems) == 0 {
				t.Fatal("no problem found")
			}
			golden := strings.TrimSuffix(file, ".yaml") + ".golden"
			// The words about an expression are tested where they are written.
			got := expression.ReplaceAllString(problems.Error()+"\n", "$1…")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			for _, p := range problems {
				if p.Remedy == "" && !strings.HasPrefix(p.Key, "schedule") && !strings.Contains(p.Message, "expects ") && !strings.Contains(p.Message, "control character") {
					t.Errorf("no remedy: %s", p)
				}
			}
		})
	}
}

func TestValidateWithoutFile(t *testing.T) {
	t.Parallel()
	problems := profile.Validate(scoring.Profile{}, strict.Positions{})
	if len(problems) < 6 || problems[0].File != "" || problems[0].Line != 0 {
		t.Errorf("got %v", problems)
	}
}

func TestCheckAddress(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"ada@example.org", "a+b.c@sub.example.org", "ada@localhost", "ada@bücher.example", "o'neil@example.org"} {
		if err := profile.CheckAddress(good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	for _, bad := range []string{
		"", "ada", "@example.org", "ada@", "<ada@example.org>", "ada@example.org ", "ada@example.org\x00", "Ada <ada@example.org>",
		"ada@example.org,bob@example.org", "ada@[127.0.0.1]", "ada@example.org.", "ada@.example.org", "ada@example", `"a b"@example.org`, `"ab"@example.org`,
		"ada@example.org\r\nBcc: eve@example.org", "ada(note)@example.org", "a\u202eda@example.org", strings.Repeat("a", 65) + "@example.org",
		"ada@" + strings.Repeat("a.", 200) + "org", "ada\u00a0@example.org",
	} {
		if profile.CheckAddress(bad) == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(whole))
	f.Add([]byte("schedule: ['CRON_TZ=UTC']\nemail: \"a@b\\nc\""))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, problems := profile.Parse("f", data)
		for _, problem := range problems {
			if strings.ContainsAny(problem.Error(), "\r\n") {
				t.Errorf("more than one line: %q", problem.Error())
			}
		}
		if len(problems) == 0 {
			if again := profile.Validate(p, strict.Positions{}); len(again) > 0 {
				t.Errorf("what Parse accepted is no longer valid: %v", again)
			}
		}
	})
}
