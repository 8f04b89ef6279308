package relevance

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shortlist/scoring"
)

// oddQueries ask for what has no topic, or nearly none.
var oddQueries = []string{"senior", "intern", "director", "remote job", "remote germany", "manager", "engineer", "junior developer", "head of marketing",
	"support", "software", "c", "smart contract", "vp", "bafaq", "bafaq-begaq engineer", "fintech", "part-time"}

// TestIndexFindsWhatRankFinds: a search over the index admits the same listings, with the same results, as one over all.
func TestIndexFindsWhatRankFinds(t *testing.T) {
	t.Parallel()
	w := newWorld(1)
	var x Index[scoring.Ref]
	held := map[scoring.Ref]*scoring.Listing{}
	admitted, shown, searches := 0, 0, 0
	check := func(s *Search) {
		t.Helper()
		var all []*scoring.Listing
		for _, l := range held {
			all = append(all, l)
		}
		want, _, _ := s.Rank(all, 0)
		var got []Ranked
		for ref, d := range x.View().Search(s) {
			shown++
			r := s.Matches(d)
			if brief := s.Decides(d); brief.Admitted != r.Admitted || brief.Relevance != r.Relevance || brief.Query != r.Query || cmp.Diff(brief.Discard, r.Discard) != "" {
				t.Fatalf("Decides says %+v, Matches %+v", brief, r)
			}
			if r.Admitted {
				got = append(got, Ranked{held[ref], r})
			}
		}
		slices.SortStableFunc(got, compareRanked)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%d by Rank, %d by the index; (-Rank +index):\n%.2000s", len(want), len(got), diff)
		}
		admitted, searches = admitted+len(want), searches+1
	}
	for step := range 40 {
		for range w.IntN(150) {
			l := w.Listing(w.IntN(1500), 300+w.IntN(1200))
			if w.IntN(4) == 0 {
				x.Remove(l.Ref)
				delete(held, l.Ref)
				continue
			}
			x.Put(l.Ref, Read(l))
			held[l.Ref] = l
		}
		if v := x.View(); v.Len() != len(held) {
			t.Fatalf("step %d: %d documents, want %d", step, v.Len(), len(held))
		}
		for range 3 {
			check(w.search())
		}
	}
	for _, q := range oddQueries {
		check(compile(t, []string{q}, []string{"crypto"}, nil))
	}
	if admitted == 0 || shown > searches*len(held)/5 {
		t.Errorf("%d admitted and %d shown by %d searches among %d documents: the index is no use", admitted, shown, searches, len(held))
	}
}

// TestViewStands: what is put and removed later does not change a view, and half-empty parts of an index are given up.
func TestViewStands(t *testing.T) {
	t.Parallel()
	s := compile(t, []string{"rust"}, nil, nil)
	all := func(v *View[int]) (found []int) {
		for i := range v.Search(s) {
			found = append(found, i)
		}
		return found
	}
	var x Index[int]
	rust := Read(&scoring.Listing{Title: "Rust Developer"})
	for i := range 4 * segmentSize {
		x.Put(i, rust)
	}
	old := x.View()
	want := all(old)
	if len(want) != 4*segmentSize || !slices.IsSorted(want) {
		t.Fatalf("%d found of %d", len(want), 4*segmentSize)
	}
	nurse := Read(&scoring.Listing{Title: "Nurse"})
	var stay []int
	for i := range 4 * segmentSize {
		switch {
		case i%3 == 0:
			x.Put(i, nurse)
		case i%10 > 0:
			x.Remove(i)
		default:
			stay = append(stay, i)
		}
	}
	if diff := cmp.Diff(stay, slices.Sorted(slices.Values(all(x.View())))); diff != "" {
		t.Errorf("of what stays (-want +got):\n%.500s", diff)
	}
	if diff := cmp.Diff(want, all(old)); diff != "" {
		t.Errorf("the old view changed:\n%.500s", diff)
	}
	slots := 0
	for _, b := range x.View().segments {
		if b != nil {
			slots += len(b.docs)
		}
	}
	if now := x.View(); now.Len() > slots || slots > 2*now.Len()+segmentSize {
		t.Errorf("%d documents stand in %d places", now.Len(), slots)
	}
	for range all(old) {
		for range old.Search(s) {
			break // a reader may stop
		}
	}
}

// TestIndexShared: readers search while a writer changes the index.
func TestIndexShared(t *testing.T) {
	t.Parallel()
	w := newWorld(3)
	var docs []*Document
	for i := range 200 {
		docs = append(docs, Read(w.Listing(i, 300)))
	}
	s := compile(t, []string{"developer"}, nil, nil)
	var x Index[int]
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for range 50 {
				v := x.View()
				first, again := 0, 0
				for range v.Search(s) {
					first++
				}
				for range v.Search(s) {
					again++
				}
				if first != again {
					t.Errorf("one view has %d, then %d", first, again)
				}
			}
		})
	}
	for i := range 3000 {
		x.Put(i%1000, docs[i%len(docs)])
		x.Remove((i * 7) % 1000)
	}
	readers.Wait()
}

// TestIndexOfHugeDocument: a document of very many words is found as any other.
func TestIndexOfHugeDocument(t *testing.T) {
	t.Parallel()
	w := newWorld(4)
	var b strings.Builder
	for range 60_000 {
		b.WriteString(w.Word())
		b.WriteByte(' ')
	}
	var x Index[int]
	x.Put(1, Read(&scoring.Listing{Title: "Rust Developer", Text: b.String()}))
	x.Put(2, Read(nil))
	found := 0
	for i := range x.View().Search(compile(t, []string{"rust"}, nil, nil)) {
		found += i
	}
	if found != 1 {
		t.Errorf("found %d, want document 1 alone", found)
	}
}
