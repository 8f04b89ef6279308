package relevance

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shortlist/scoring"
)

// TestSubscriptionsFindWhatSearchesFind: for each document the profiles, and their results, are those that each search by
// itself gives, however profiles came, changed and went.
func TestSubscriptionsFindWhatSearchesFind(t *testing.T) {
	t.Parallel()
	w := newWorld(5)
	var x Subscriptions
	held := map[string]*Search{}
	put := func(name string, s *Search) {
		x.Put(name, s)
		held[name] = s
	}
	for i, q := range oddQueries {
		put(fmt.Sprint("odd ", i), compile(t, []string{q, strings.ToUpper(q)}, []string{"crypto"}, nil))
	}
	admitted := 0
	for step := range 60 {
		for range w.IntN(40) {
			name := fmt.Sprint("profile ", w.IntN(300))
			if w.IntN(4) == 0 {
				x.Remove(name)
				delete(held, name)
				continue
			}
			put(name, w.search())
		}
		if x.Len() != len(held) {
			t.Fatalf("step %d: %d profiles, want %d", step, x.Len(), len(held))
		}
		d := Read(w.Listing(step, 300+w.IntN(3000)))
		var want, got []string
		for _, name := range slices.Sorted(maps.Keys(held)) {
			if r := held[name].Decides(d); r.Admitted {
				want = append(want, fmt.Sprintf("%s %+v", name, r))
			}
		}
		for name, r := range x.Match(d) {
			got = append(got, fmt.Sprintf("%s %+v", name, r))
		}
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("step %d, %q: (-alone +together)\n%.3000s", step, d.heading, diff)
		}
		admitted += len(want)
	}
	if admitted < 200 {
		t.Errorf("only %d admitted, so little was compared", admitted)
	}
	for name := range held {
		x.Remove(name)
	}
	if n := len(x.postings) + len(x.barring) + len(x.always) + len(x.meanings.ids) + len(x.wordings.ids) + len(x.rules.ids) + len(x.companies.ids) + x.Len(); n > 0 {
		t.Errorf("%d things are left of profiles that went", n)
	}
}

// TestSubscriptionsOrder: best first, equals always in one order, a profile's own words are named, and of its equal queries the
// first.
func TestSubscriptionsOrder(t *testing.T) {
	t.Parallel()
	var x Subscriptions
	for _, name := range []string{"eve", "ada", "cyd", "bob", "dan", "fay"} {
		x.Put(name, compile(t, []string{"rust developer"}, nil, nil))
	}
	x.Remove("cyd")
	x.Remove("nobody")
	x.Put("ada", compile(t, []string{"cook", "rust", "Rust Developer"}, nil, nil))
	x.Put("cyd", compile(t, []string{"RUST remote"}, nil, nil))
	x.Put("bob", compile(t, []string{"rust"}, []string{"crypto"}, nil))
	x.Put("gil", compile(t, []string{"Rust  developer", "rust developer"}, nil, nil))
	x.Put("hal", compile(t, []string{"rust developer", "Rust  developer"}, nil, nil))
	x.Put("ida", compile(t, []string{"rust"}, nil, []string{"OATWORKS"}))
	d := Read(&scoring.Listing{Title: "Rust Developer", Company: "Oatworks", Text: "We trade crypto."})
	var got []string
	for name, r := range x.Match(d) {
		got = append(got, name+": "+r.Query)
	}
	want := []string{"eve: rust developer", "dan: rust developer", "fay: rust developer", "ada: Rust Developer", "gil: Rust  developer",
		"hal: rust developer", "cyd: RUST remote"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestMeaning: what is written otherwise and means the same is one query, and what means something else is another.
func TestMeaning(t *testing.T) {
	t.Parallel()
	meaning := func(q string) string { return compile(t, []string{q}, nil, nil).queries[0].meaning() }
	if a, b := meaning("Golang  Backend"), meaning("golang backend"); a != b {
		t.Error("the case of letters makes another meaning")
	}
	seen := map[string]string{}
	for _, q := range append(slices.Clone(oddQueries), "golang backend", "backend golang", "senior golang backend", "golang backend engineer", "analyst II", "analyst ii") {
		if other, ok := seen[meaning(q)]; ok {
			t.Errorf("%q means the same as %q", q, other)
		}
		seen[meaning(q)] = q
	}
}

// TestSubscriptionsShared: documents are matched while profiles change, also from within the loop.
func TestSubscriptionsShared(t *testing.T) {
	t.Parallel()
	w := newWorld(6)
	var searches []*Search
	for range 60 {
		searches = append(searches, w.search())
	}
	var x Subscriptions
	x.Put("always", compile(t, []string{"developer"}, nil, nil))
	doc := Read(&scoring.Listing{Title: "Developer"})
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for range 200 {
				found := false
				for name := range x.Match(doc) {
					found = found || name == "always"
					x.Remove("from within")
					if found {
						break
					}
				}
				if !found {
					t.Error("a profile that never changed was missed")
				}
			}
		})
	}
	for i := range 2000 {
		x.Put(fmt.Sprint(i%97), searches[i%len(searches)])
		x.Remove(fmt.Sprint(i * 5 % 97))
	}
	readers.Wait()
}
