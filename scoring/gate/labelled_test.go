package gate

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/goccy/go-yaml"

	"shortlist/scoring"
)

// labelledDir holds clauses of adverts whose meaning was read by a person. They are no part of the repository.
var labelledDir = filepath.Join("..", "..", "..", "shared", "data", "gates")

func readCases(t *testing.T, path string) []Case {
	t.Helper()
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no labelled clauses at %s", path)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var cases []Case
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c Case
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return cases
}

func readProfile(t *testing.T, path string) *scoring.Profile {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p := scoring.DefaultProfile()
	if err := yaml.Unmarshal(data, &p); err != nil {
		t.Fatal(err)
	}
	return &p
}

func TestLabelledClauses(t *testing.T) {
	t.Parallel()
	path := os.Getenv("GATE_CASES")
	if path == "" {
		path = filepath.Join(labelledDir, "clauses.jsonl")
	}
	cases := readCases(t, path)
	report := Measure(cases, readProfile(t, filepath.Join(labelledDir, "profile.yaml")))
	for class, tally := range report.Classes {
		t.Logf("%s: %+v", class, *tally)
		if tally.Precision < 0.93 || tally.Recall < 0.90 {
			t.Errorf("%s: precision %.3f, recall %.3f; want 0.93 and 0.90", class, tally.Precision, tally.Recall)
		}
	}
	if os.Getenv("GATE_QUIET") != "" {
		return
	}
	for i, item := range report.Items {
		if (item.Label == LabelHit) != (item.Got == Fired) && item.Label != LabelDepends {
			t.Logf("%s %s got %s: %s", cases[i].Class, item.Label, item.Got, cases[i].Text)
		}
	}
}
