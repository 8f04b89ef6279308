package relevance

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"shortlist/scoring"
)

// graded is one query with the grades of its listings, 0 to 2.
type graded struct {
	ID      string         `json:"id"`
	Query   string         `json:"query"`
	Grades  map[string]int `json:"grades"`
	EmptyOK bool           `json:"empty_ok"`
}

func readCorpus(t testing.TB) ([]*scoring.Listing, []graded) {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "shared", "data", "relevance")
	corpus, err := os.ReadFile(filepath.Join(dir, "corpus.jsonl"))
	if err != nil {
		t.Skipf("no graded corpus on this machine: %v", err)
	}
	var ls []*scoring.Listing
	for line := range bytes.Lines(corpus) {
		var row struct {
			ID, Board, Title, Company, Location, Description string
			Posted                                           *string
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		l := &scoring.Listing{
			Ref: scoring.Ref{Board: row.Board, ID: row.ID}, Title: row.Title, Company: row.Company,
			Text: row.Description, Place: scoring.Place{Raw: row.Location},
		}
		if row.Posted != nil {
			l.PostedAt, _ = time.Parse(time.RFC3339, *row.Posted)
		}
		ls = append(ls, l)
	}
	data, err := os.ReadFile(filepath.Join(dir, "queries-dev.json"))
	if err != nil {
		t.Skipf("no graded queries on this machine: %v", err)
	}
	var queries []graded
	if err := json.Unmarshal(data, &queries); err != nil {
		t.Fatal(err)
	}
	return ls, queries
}

// TestGradedCorpus holds the rules to their figures on real listings. What nobody graded counts as wrong in them; of what was
// graded nearly all must fit. With RANKINGS=FILE it writes the rankings as {query id: [listing id…]}.
func TestGradedCorpus(t *testing.T) {
	const k = 12
	ls, queries := readCorpus(t)
	docs := make([]*Document, len(ls))
	for i, l := range ls {
		docs[i] = Read(l)
	}
	rankings := map[string][]string{}
	var p, r2, ndcg float64
	withTwos, fit, known := 0, 0, 0
	for _, q := range queries {
		s := compile(t, []string{q.Query}, nil, nil)
		best := rankDocuments(s, ls, docs)
		ids := []string{}
		for _, b := range best[:min(k, len(best))] {
			ids = append(ids, b.Listing.ID)
			if g, ok := q.Grades[b.Listing.ID]; ok {
				known++
				fit += min(g, 1)
			}
		}
		rankings[q.ID] = ids
		precision, recall, gain, ok := q.measure(ids, k)
		p, ndcg = p+precision, ndcg+gain
		if ok {
			r2, withTwos = r2+recall, withTwos+1
		}
		t.Logf("%s %-32s admitted %3d  P %.2f  R2 %.2f  nDCG %.2f", q.ID, q.Query, len(best), precision, recall, gain)
	}
	p, r2, ndcg = p/float64(len(queries)), r2/float64(max(1, withTwos)), ndcg/float64(len(queries))
	share := float64(fit) / float64(max(1, known))
	t.Logf("P@%d %.3f  R2@%d %.3f  nDCG@%d %.3f  of the graded %.3f", k, p, k, r2, k, ndcg, share)
	if p < 0.88 || r2 < 0.86 || ndcg < 0.89 || share < 0.97 {
		t.Errorf("P %.3f of 0.88, R2 %.3f of 0.86, nDCG %.3f of 0.89, of the graded %.3f of 0.97", p, r2, ndcg, share)
	}
	if name := os.Getenv("RANKINGS"); name != "" {
		out, err := json.Marshal(rankings)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, out, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// rankDocuments is Rank over listings that are read already.
func rankDocuments(s *Search, ls []*scoring.Listing, docs []*Document) (best []Ranked) {
	for i, d := range docs {
		if r := s.Matches(d); r.Admitted {
			best = append(best, Ranked{ls[i], r})
		}
	}
	slices.SortStableFunc(best, compareRanked)
	return best
}

// measure gives the share of what was returned that fits at all, the share of the best listings that was found (ok
// where there are any), and nDCG with gain 2^grade-1. What nobody graded counts as wrong.
func (q graded) measure(ids []string, k int) (precision, recall, ndcg float64, ok bool) {
	dcg := func(grades []int) (sum float64) {
		for i, g := range grades {
			sum += (math.Exp2(float64(g)) - 1) / math.Log2(float64(i+2))
		}
		return sum
	}
	var got, ideal []int
	fits, found, twos := 0, 0, 0
	for _, g := range q.Grades {
		ideal = append(ideal, g)
		if g == 2 {
			twos++
		}
	}
	slices.Sort(ideal)
	slices.Reverse(ideal)
	for _, id := range ids {
		g := q.Grades[id]
		got = append(got, g)
		fits += min(g, 1)
		found += g / 2
	}
	if len(ids) > 0 {
		precision = float64(fits) / float64(len(ids))
	} else if q.EmptyOK {
		precision, ndcg = 1, 1
	}
	if best := dcg(ideal[:min(k, len(ideal))]); best > 0 && len(ids) > 0 {
		ndcg = dcg(got) / best
	}
	if twos > 0 {
		recall = float64(found) / float64(min(k, twos))
	}
	return precision, recall, ndcg, twos > 0
}
