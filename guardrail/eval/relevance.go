package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"shortlist/scoring"
	"shortlist/scoring/place"
	"shortlist/scoring/relevance"
)

// Query is one search with the grades of its listings: 2 fits, 1 fits in part, 0 does not.
type Query struct {
	ID      string         `json:"id"`
	Query   string         `json:"query"`
	Grades  map[string]int `json:"grades"`
	EmptyOK bool           `json:"empty_ok"` // nothing is a right answer
}

// Queries reads a JSON list of queries.
func Queries(r io.Reader) ([]Query, error) {
	var qs []Query
	if err := json.NewDecoder(r).Decode(&qs); err != nil {
		return nil, fmt.Errorf("it is no JSON list of queries: %w", err)
	}
	if len(qs) == 0 {
		return nil, errors.New("there is no query in it")
	}
	seen := map[string]bool{}
	for i, q := range qs {
		if q.ID == "" || q.Query == "" {
			return nil, fmt.Errorf("query %d: it needs an id and a query", i+1)
		}
		if seen[q.ID] {
			return nil, fmt.Errorf("query %d: the id %q stands twice", i+1, q.ID)
		}
		seen[q.ID] = true
	}
	return qs, nil
}

// Corpus reads listings, a JSON object a line: id, board, title, company, location, posted, description.
func Corpus(r io.Reader) ([]*scoring.Listing, error) {
	type line struct {
		ID, Board, Title, Company, Location, Description string
		Posted                                           *string
	}
	lines, err := rows[line](r)
	if err != nil {
		return nil, err
	}
	out := make([]*scoring.Listing, 0, len(lines))
	for i, row := range lines {
		if row.ID == "" || row.Title == "" {
			return nil, fmt.Errorf("row %d: it needs an id and a title", i+1)
		}
		l := &scoring.Listing{
			Ref: scoring.Ref{Board: row.Board, ID: row.ID}, Title: row.Title, Company: row.Company, Text: row.Description, Place: place.Parse(row.Location, false),
		}
		if row.Posted != nil { // one that cannot be read is none
			l.PostedAt, _ = time.Parse(time.RFC3339, *row.Posted)
		}
		out = append(out, l)
	}
	return out, nil
}

// Relevance is how well searches rank, as means over the queries.
type Relevance struct {
	P        float64        `json:"P"`        // share of what was returned that was graded 1 or 2
	R2       float64        `json:"R2"`       // share of the listings graded 2 that was found, of at most k
	NDCG     float64        `json:"nDCG"`     // with gain 2^grade-1
	Ungraded int            `json:"ungraded"` // returned and graded by nobody; they count as 0
	Queries  []QueryMeasure `json:"queries"`
}

// QueryMeasure is Relevance of one query.
type QueryMeasure struct {
	ID       string   `json:"id"`
	Query    string   `json:"query"`
	P        float64  `json:"P"`
	R2       *float64 `json:"R2"` // null where nothing was graded 2
	NDCG     float64  `json:"nDCG"`
	Ungraded int      `json:"ungraded"`
	Ranking  []string `json:"ranking"` // ids of listings, best first
}

// Rankings are the rankings by the queries' ids.
func (r Relevance) Rankings() map[string][]string {
	out := make(map[string][]string, len(r.Queries))
	for _, q := range r.Queries {
		out[q.ID] = q.Ranking
	}
	return out
}

// MeasureRelevance runs each query over the corpus and measures the best k.
func MeasureRelevance(corpus []*scoring.Listing, queries []Query, k int) (Relevance, error) {
	var out Relevance
	twos := 0
	for _, q := range queries {
		search, err := relevance.New(relevance.Settings{Queries: []string{q.Query}})
		if err != nil {
			return Relevance{}, fmt.Errorf("query %s: %w", q.ID, err)
		}
		best, _, _ := search.Rank(corpus, k)
		m := QueryMeasure{ID: q.ID, Query: q.Query, Ranking: []string{}}
		for _, b := range best {
			m.Ranking = append(m.Ranking, b.Listing.ID)
		}
		q.measure(&m, k)
		out.Queries = append(out.Queries, m)
		out.P, out.NDCG, out.Ungraded = out.P+m.P, out.NDCG+m.NDCG, out.Ungraded+m.Ungraded
		if m.R2 != nil {
			out.R2, twos = out.R2+*m.R2, twos+1
		}
	}
	n := float64(len(queries))
	out.P, out.R2, out.NDCG = round(out.P/n), round(out.R2/float64(max(1, twos))), round(out.NDCG/n)
	return out, nil
}

func round(x float64) float64 { return math.Round(x*1000) / 1000 }

func (q Query) measure(m *QueryMeasure, k int) {
	var ideal, got []int
	twos, found, fits := 0, 0, 0
	for _, g := range q.Grades {
		ideal = append(ideal, g)
		twos += g / 2
	}
	slices.Sort(ideal)
	slices.Reverse(ideal)
	for _, id := range m.Ranking {
		g, graded := q.Grades[id]
		if !graded {
			m.Ungraded++
		}
		got = append(got, g)
		fits += min(g, 1)
		found += g / 2
	}
	switch best := dcg(ideal[:min(k, len(ideal))]); {
	case len(got) == 0 && q.EmptyOK:
		m.P, m.NDCG = 1, 1
	case len(got) > 0:
		m.P = float64(fits) / float64(len(got))
		if best > 0 {
			m.NDCG = dcg(got) / best
		}
	}
	if twos > 0 {
		recall := float64(found) / float64(min(k, twos))
		m.R2 = &recall
	}
}

func dcg(grades []int) (sum float64) {
	for i, g := range grades {
		sum += (math.Exp2(float64(g)) - 1) / math.Log2(float64(i+2))
	}
	return sum
}
