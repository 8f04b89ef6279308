package guardrail

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// labelledFile holds verdicts of which a person said what must be found. It is no part of the repository.
var labelledFile = filepath.Join("..", "..", "shared", "data", "guardrail", "verdicts-dev.jsonl")

func TestLabelledVerdicts(t *testing.T) {
	t.Parallel()
	f, err := os.Open(labelledFile)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no labelled verdicts at %s", labelledFile)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var cases []Case
	lines := bufio.NewScanner(f)
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
	p := ReferenceProfile()
	rep := Measure(cases, &p)
	t.Logf("%d verdicts: precision %.3f, recall %.3f", len(cases), rep.Precision, rep.Recall)
	if rep.Precision < 0.92 || rep.Recall < 0.88 || !rep.Borderline {
		t.Errorf("precision %.3f (0.92), recall %.3f (0.88), borderline exact %v", rep.Precision, rep.Recall, rep.Borderline)
	}
}

func TestMeasure(t *testing.T) {
	t.Parallel()
	p := ReferenceProfile()
	rep := Measure([]Case{
		{ID: "found", Score: 8, Rationale: "Fluent Dutch is required.", Expect: []Reason{StrongDespiteDisqualifier}},
		{ID: "missed", Score: 8, Rationale: "Splendid.", Expect: []Reason{StrongDespiteDisqualifier}},
		{ID: "wrong", Score: 2, Rationale: "Splendid."},
		{ID: "other", Score: 2, Rationale: "Splendid.", Expect: []Reason{CapWithoutDisqualifier}},
		{ID: "band", Score: 5, Rationale: "Fluent Dutch is required.", Expect: []Reason{Borderline}},
	}, &p)
	if rep.Precision != 2.0/3 || rep.Recall != 2.0/3 || !rep.Borderline || len(rep.Items) != 5 {
		t.Errorf("got %+v", rep)
	}
	if rep := Measure(nil, &p); rep.Precision != 1 || rep.Recall != 1 || rep.Items == nil {
		t.Errorf("of nothing: %+v", rep)
	}
	if rep := Measure([]Case{{Score: 6}}, &p); rep.Borderline {
		t.Error("an unexpected borderline passes as exact")
	}
	if rep := Measure([]Case{{Score: 12}}, &p); rep.Items[0].Got[0] != Unjudged {
		t.Errorf("a score out of range is a score: %+v", rep.Items)
	}
}
