package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/mapping"

	"shortlist/scoring"
	"shortlist/scoring/relevance"
	"shortlist/scoring/relevance/relevancetest"
)

const (
	stored   = 10_000 // listings
	size     = 3_000  // bytes of text of each
	together = 500    // new listings at a time
	shown    = 12
)

var queries = []string{"golang backend", "data engineer", "react developer", "senior product manager", "kubernetes devops", "technical writer",
	"customer support specialist", "rust", "machine learning engineer", "java spring", "ux researcher", "salesforce consultant"}

func listings(seed uint64, n int) []*scoring.Listing {
	w := relevancetest.New(seed)
	ls := make([]*scoring.Listing, n)
	for i := range ls {
		ls[i] = w.Listing(i, size)
	}
	return ls
}

// BenchmarkQuery answers one query over the stored listings.
//   - way=index: the query is understood, all that it admits are ranked, and the best 12 explained
//   - way=contains: the listings that have each of its words somewhere, by strings.Contains over texts in lower case
//   - way=bleve: the best 12 that match one of its words
func BenchmarkQuery(b *testing.B) {
	ls := listings(1, stored)
	b.Run("way=index", func(b *testing.B) {
		var x relevance.Index[int]
		for i, l := range ls {
			x.Put(i, relevance.Read(l))
		}
		v := x.View()
		found, n := 0, 0
		for b.Loop() {
			found += len(search(b, v, queries[n%len(queries)]))
			n++
		}
		b.ReportMetric(float64(found)/float64(n), "found/query")
	})
	b.Run("way=contains", func(b *testing.B) {
		lowered := make([]string, len(ls))
		for i, l := range ls {
			lowered[i] = strings.ToLower(l.Title + "\n" + l.Text)
		}
		found, n := 0, 0
		for b.Loop() {
			words := strings.Fields(queries[n%len(queries)])
			for _, text := range lowered {
				if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
					found++
				}
			}
			n++
		}
		b.ReportMetric(float64(found)/float64(n), "found/query")
	})
	b.Run("way=bleve", func(b *testing.B) {
		x := newBleve(b)
		for chunk := range slices.Chunk(ls, together) {
			putBleve(b, x, 0, chunk)
		}
		found, n := 0, 0
		for b.Loop() {
			q := queries[n%len(queries)]
			inTitle, inText := bleve.NewMatchQuery(q), bleve.NewMatchQuery(q)
			inTitle.SetField("Title")
			inText.SetField("Text")
			r, err := x.Search(bleve.NewSearchRequestOptions(bleve.NewDisjunctionQuery(inTitle, inText), shown, 0, false))
			if err != nil {
				b.Fatal(err)
			}
			found += int(r.Total)
			n++
		}
		b.ReportMetric(float64(found)/float64(n), "found/query")
	})
}

type hit struct {
	id        int
	doc       *relevance.Document
	relevance float64
}

func search(b *testing.B, v *relevance.View[int], query string) (hits []hit) {
	s, err := relevance.New(relevance.Settings{Queries: []string{query}})
	if err != nil {
		b.Fatal(err)
	}
	for id, d := range v.Search(s) {
		if r := s.Decides(d); r.Admitted {
			hits = append(hits, hit{id, d, r.Relevance})
		}
	}
	slices.SortFunc(hits, func(a, b hit) int { return cmp.Or(cmp.Compare(b.relevance, a.relevance), cmp.Compare(a.id, b.id)) })
	for _, h := range hits[:min(shown, len(hits))] {
		if s.Matches(h.doc).Why == "" {
			b.Fatal("no explanation")
		}
	}
	return hits
}

// BenchmarkUpkeep takes new listings into an index that holds the stored ones, 500 at a time; an operation is one listing.
//   - way=index: the listing is read and put, and after each 500 there is a new view
//   - way=bleve: each by itself, in memory, title and text alone, nothing stored
//   - way=bleve-batch: the same, 500 at a time; it works on several processors at once
func BenchmarkUpkeep(b *testing.B) {
	old, fresh := listings(1, stored), listings(2, 5_000)
	b.Run("way=index", func(b *testing.B) {
		var x relevance.Index[int]
		for i, l := range old {
			x.Put(i, relevance.Read(l))
		}
		b.ReportAllocs()
		i := 0
		for b.Loop() {
			x.Put(stored+i%len(fresh), relevance.Read(fresh[i%len(fresh)]))
			if i++; i%together == 0 {
				x.View()
			}
		}
	})
	for _, atOnce := range []int{1, together} {
		way := "way=bleve"
		if atOnce > 1 {
			way = "way=bleve-batch"
		}
		b.Run(way, func(b *testing.B) {
			x := newBleve(b)
			for chunk := range slices.Chunk(old, together) {
				putBleve(b, x, 0, chunk)
			}
			b.ReportAllocs()
			b.ResetTimer()
			for left, from := b.N, 0; left > 0; left, from = left-atOnce, (from+atOnce)%len(fresh) {
				putBleve(b, x, stored+from, fresh[from:from+min(left, atOnce)])
			}
		})
	}
}

func newBleve(b *testing.B) bleve.Index {
	field := bleve.NewTextFieldMapping()
	field.Store, field.IncludeTermVectors, field.IncludeInAll, field.DocValues = false, false, false, false
	doc := bleve.NewDocumentStaticMapping()
	doc.AddFieldMappingsAt("Title", field)
	doc.AddFieldMappingsAt("Text", field)
	m := mapping.NewIndexMapping()
	m.DefaultMapping = doc
	x, err := bleve.NewUsing("", m, scorch.Name, scorch.Name, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { x.Close() })
	return x
}

func putBleve(b *testing.B, x bleve.Index, first int, ls []*scoring.Listing) {
	batch := x.NewBatch()
	for i, l := range ls {
		id := l.ID
		if first > 0 {
			id = fmt.Sprint(first + i)
		}
		if err := batch.Index(id, struct{ Title, Text string }{l.Title, l.Text}); err != nil {
			b.Fatal(err)
		}
	}
	if err := x.Batch(batch); err != nil {
		b.Fatal(err)
	}
}
