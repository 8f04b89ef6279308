package eval

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The figures were worked out by hand.
func TestMeasureRelevance(t *testing.T) {
	t.Parallel()
	corpus, err := Corpus(strings.NewReader(`
{"id": "a", "board": "x", "title": "Golang Developer", "company": "Quillmoor", "description": "Go.", "posted": "2026-03-02T00:00:00+00:00"}
{"id": "b", "board": "x", "title": "Golang Developer", "company": "Tansyfold", "description": "Go.", "posted": "2026-03-01T00:00:00+00:00"}
{"id": "c", "board": "x", "title": "Golang Developer", "company": "Fennelley", "description": "Go.", "posted": null}
{"id": "d", "board": "x", "title": "Cook", "company": "Otterbeck", "description": "Soup."}
`))
	if err != nil {
		t.Fatal(err)
	}
	queries, err := Queries(strings.NewReader(`[
		{"id": "q1", "query": "golang", "grades": {"a": 2, "b": 0, "d": 1}},
		{"id": "q2", "query": "beekeeper", "grades": {}, "empty_ok": true},
		{"id": "q3", "query": "astronaut", "grades": {"d": 2}}
	]`))
	if err != nil {
		t.Fatal(err)
	}
	got, err := MeasureRelevance(corpus, queries, 12)
	if err != nil {
		t.Fatal(err)
	}
	// q1 returns a, b, c: one of three graded 1 or 2; its one 2 is found; 3/log2(2) of 3/log2(2) + 1/log2(3).
	want := map[string][3]float64{"q1": {1.0 / 3, 1, 3 / (3 + 1/math.Log2(3))}, "q2": {1, -1, 1}, "q3": {0, 0, 0}}
	for _, q := range got.Queries {
		recall := -1.0
		if q.R2 != nil {
			recall = *q.R2
		}
		for i, v := range []float64{q.P, recall, q.NDCG} {
			if math.Abs(v-want[q.ID][i]) > 1e-9 {
				t.Errorf("%s: figure %d is %v, want %v", q.ID, i, v, want[q.ID][i])
			}
		}
	}
	if got.P != 0.444 || got.R2 != 0.5 || got.NDCG != 0.609 || got.Ungraded != 1 {
		t.Errorf("%+v", got)
	}
	if diff := cmp.Diff(map[string][]string{"q1": {"a", "b", "c"}, "q2": {}, "q3": {}}, got.Rankings()); diff != "" {
		t.Error(diff)
	}
}

func TestFrozenFilter(t *testing.T) {
	t.Parallel()
	got, err := MeasureFilter()
	if err != nil || got.Wrong != 0 || got.Right < 9 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestBadFilesAreNamed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                      "no row",
		"{\"id\": \"a\", \"title\": \"T\"}\n{x": "line 2",
		`{"id": "a"}`:                           "row 1",
	} {
		if _, err := Corpus(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	for text, want := range map[string]string{"": "no JSON list", "[]": "no query", `[{"id": "a"}]`: "query 1", `[{"id":"a","query":"x"},{"id":"a","query":"y"}]`: "stands twice"} {
		if _, err := Queries(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := Verdicts(strings.NewReader(`{"id": "a", "score": 3, "rationale": "x", "expect": ["odd"]}`)); err == nil || !strings.Contains(err.Error(), "odd") {
		t.Errorf("an unknown reason: %v", err)
	}
}

// The corpus of real adverts, where it is: the figures that the search must keep.
func TestGradedQueries(t *testing.T) {
	t.Parallel()
	dir := filepath.Join("..", "..", "..", "shared", "data", "relevance")
	c, err := os.Open(filepath.Join(dir, "corpus.jsonl"))
	if err != nil {
		t.Skipf("no graded corpus on this machine: %v", err)
	}
	defer func() { _ = c.Close() }()
	q, err := os.Open(filepath.Join(dir, "queries-dev.json"))
	if err != nil {
		t.Skipf("no graded queries on this machine: %v", err)
	}
	defer func() { _ = q.Close() }()
	corpus, errC := Corpus(c)
	queries, errQ := Queries(q)
	if errC != nil || errQ != nil {
		t.Fatal(errC, errQ)
	}
	got, err := MeasureRelevance(corpus, queries, 12)
	if err != nil || got.P < 0.87 || got.R2 < 0.85 || got.NDCG < 0.88 {
		t.Errorf("P %v, R2 %v, nDCG %v, %v", got.P, got.R2, got.NDCG, err)
	}
}
