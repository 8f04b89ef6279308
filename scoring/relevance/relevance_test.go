package relevance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shortlist/scoring"
)

func compile(t testing.TB, queries, exclude, blocked []string) *Search {
	t.Helper()
	s, err := Compile(queries, exclude, blocked)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCompileRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		queries, exclude, blocked []string
		want                      []string
	}{
		{nil, nil, nil, []string{"at least one"}},
		{[]string{"go", " -- "}, nil, nil, []string{`queries[1]: " -- "`}},
		{[]string{""}, []string{"senior", "!"}, []string{" "}, []string{`queries[0]: ""`, `exclude[1]: "!"`, `block_companies[0]: " "`}},
		{[]string{strings.Repeat("go ", 101)}, []string{strings.Repeat("a", 301)}, nil, []string{"queries[0]: longer", "exclude[0]: longer"}},
	} {
		_, err := Compile(c.queries, c.exclude, c.blocked)
		for _, want := range c.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("Compile(%q, %q, %q) = %v, want %s", c.queries, c.exclude, c.blocked, err, want)
			}
		}
	}
}

// TestOrder ranks titles, best first, for one query.
func TestOrder(t *testing.T) {
	t.Parallel()
	often := strings.Repeat("data ", 500)
	for _, c := range []struct {
		name, query string
		want        []scoring.Listing
	}{
		{"role nouns and order break ties", "data engineer",
			[]scoring.Listing{{Title: "Data Engineer"}, {Title: "Engineer, Data"}, {Title: "Data Analyst"}}},
		{"two topics pass any text", "data backend engineer",
			[]scoring.Listing{{Title: "Data and Backend"}, {Title: "Data Engineer", Text: often + "backend backend"}}},
		{"the text reorders", "rust",
			[]scoring.Listing{{Title: "Rust", Text: "Rust, Rust, Rust"}, {Title: "Rust", Text: "Rust"}, {Title: "Rust", Text: "trust"}}},
		{"level breaks ties", "senior product manager",
			[]scoring.Listing{{Title: "Sr. Product Manager"}, {Title: "Product Manager, Senior"}, {Title: "Product Manager"}}},
		{"newer first", "rust", []scoring.Listing{
			{Ref: scoring.Ref{Board: "b", ID: "1"}, Title: "Rust", PostedAt: time.Unix(9, 0)},
			{Ref: scoring.Ref{Board: "a", ID: "1"}, Title: "Rust", PostedAt: time.Unix(8, 0)},
			{Ref: scoring.Ref{Board: "a", ID: "2"}, Title: "Rust", PostedAt: time.Unix(8, 0)},
			{Ref: scoring.Ref{Board: "b", ID: "0"}, Title: "Rust", PostedAt: time.Unix(8, 0)},
		}},
	} {
		var backwards []*scoring.Listing
		for i := range c.want {
			backwards = append(backwards, &c.want[len(c.want)-1-i])
		}
		best, admitted, _ := compile(t, []string{c.query}, nil, nil).Rank(backwards, 0)
		if admitted != len(c.want) {
			t.Errorf("%s: %d admitted, want %d", c.name, admitted, len(c.want))
			continue
		}
		for i, b := range best {
			if b.Listing != &c.want[i] {
				t.Errorf("%s: at %d stands %q (%.3f), want %q", c.name, i, b.Listing.Title, b.Relevance, c.want[i].Title)
			}
		}
	}
}

func TestExplanation(t *testing.T) {
	t.Parallel()
	s := compile(t, []string{"Haskell", "senior Golang kubernetes engineer"}, nil, nil)
	for _, c := range []struct {
		title, text, why, query string
		parts                   []string
	}{
		{"Go Developer", "K8s here. Kubernetes there, k8s.", "Golang in the title; kubernetes ×3 in the text", s.queries[1].text,
			[]string{"Golang title 1", "kubernetes text 3"}},
		{"Senior Go Engineer, Kubernetes", "Golang, k8s, k8s", "senior Golang, kubernetes and engineer in the title; kubernetes ×2 and Golang in the text", s.queries[1].text,
			[]string{"senior title 1", "Golang title 1", "kubernetes title 1", "engineer title 1", "senior Golang title 1", "Golang text 1", "kubernetes text 2"}},
		{"Haskell and Go Developer", "", "Haskell in the title", "Haskell", []string{"Haskell title 1"}},
		{"Nurse", "Haskell", "the title names nothing that a query asks for", "", nil},
	} {
		r := s.Match(&scoring.Listing{Title: c.title, Text: c.text})
		var parts []string
		sum := 0.0
		for _, p := range r.Parts {
			parts = append(parts, fmt.Sprintf("%s %s %d", p.Term, p.Where, p.Count))
			sum += p.Points
		}
		if r.Why != c.why || r.Query != c.query {
			t.Errorf("%q: %q by %q, want %q by %q", c.title, r.Why, r.Query, c.why, c.query)
		}
		if diff := cmp.Diff(c.parts, parts); diff != "" {
			t.Errorf("%q: parts (-want +got):\n%s", c.title, diff)
		}
		if math.Abs(sum-r.Relevance) > 1e-9 {
			t.Errorf("%q: parts add up to %v, relevance is %v", c.title, sum, r.Relevance)
		}
	}
}

// TestSameTwice: what is written twice counts once, and the first of two equal queries is named.
func TestSameTwice(t *testing.T) {
	t.Parallel()
	l := &scoring.Listing{Title: "Go Developer", Text: "Golang"}
	once := compile(t, []string{"golang"}, nil, nil).Match(l)
	twice := compile(t, []string{"golang Go", "go golang"}, nil, nil).Match(l)
	if twice.Relevance != once.Relevance || len(twice.Parts) != len(once.Parts) || twice.Query != "golang Go" {
		t.Errorf("%+v, want as %+v by the first query", twice, once)
	}
}

func TestRankCounts(t *testing.T) {
	t.Parallel()
	s := compile(t, []string{"rust", "go"}, []string{"senior", "gambling"}, []string{"Oatworks"})
	var ls []*scoring.Listing
	for title, n := range map[string]int{"Rust Dev": 5, "Senior Rust Dev": 3, "Nurse": 2, "Senior Nurse": 1} {
		for range n {
			ls = append(ls, &scoring.Listing{Title: title})
		}
	}
	ls = append(ls, &scoring.Listing{Title: "Go Dev", Text: "gambling"}, &scoring.Listing{Title: "Go Dev", Company: "Oatworks AG"}, nil)
	best, admitted, dropped := s.Rank(ls, 2)
	if len(best) != 2 || admitted != 5 {
		t.Errorf("%d of %d admitted, want 2 of 5", len(best), admitted)
	}
	want := []Dropped{{NoTitleHit, "", 4}, {BlockedCompany, "Oatworks", 1}, {Excluded, "senior", 3}, {Excluded, "gambling", 1}}
	if diff := cmp.Diff(want, dropped); diff != "" {
		t.Errorf("dropped (-want +got):\n%s", diff)
	}
}

// TestOneAsMany: a listing has the same result by itself as among others, whatever their order.
func TestOneAsMany(t *testing.T) {
	t.Parallel()
	s := compile(t, []string{"golang backend", "data engineer", "c++"}, []string{"senior", "crypto"}, []string{"Oatworks"})
	pick := rand.New(rand.NewPCG(1, 2))
	bag := strings.Fields("Go backend Backend, data engineer Engineer (C++) C Senior sr. crypto nurse - to analyst/ golang & kubernetes")
	sentence := func(n int) string {
		var ws []string
		for range n {
			ws = append(ws, bag[pick.IntN(len(bag))])
		}
		return strings.Join(ws, " ")
	}
	var ls []*scoring.Listing
	for i := range 500 {
		l := &scoring.Listing{Ref: scoring.Ref{Board: "b", ID: fmt.Sprint(i)}, Title: sentence(4), Text: sentence(40)}
		if i%9 == 0 {
			l.Company = "Oatworks"
		}
		ls = append(ls, l)
	}
	first, admitted, dropped := s.Rank(ls, 0)
	total := admitted
	for _, d := range dropped {
		total += d.Count
	}
	if total != len(ls) || admitted == 0 || len(dropped) < 4 {
		t.Fatalf("%d admitted, dropped %v: want all of %d", admitted, dropped, len(ls))
	}
	for _, b := range first {
		if diff := cmp.Diff(b.Result, s.Match(b.Listing)); diff != "" {
			t.Fatalf("%q (-many +one):\n%s", b.Listing.Title, diff)
		}
	}
	pick.Shuffle(len(ls), func(i, j int) { ls[i], ls[j] = ls[j], ls[i] })
	again, _, droppedAgain := s.Rank(ls, 0)
	if diff := cmp.Diff(first, again) + cmp.Diff(dropped, droppedAgain); diff != "" {
		t.Errorf("the order of the listings changed the answer:\n%s", diff)
	}
}

// TestLongInput: what a board sends costs no more than its length.
func TestLongInput(t *testing.T) {
	t.Parallel()
	s := compile(t, []string{"go rust c r", "a a a"}, []string{"go go go go", "go c", "r&d"}, nil)
	for _, unit := range []string{"go ", "go go go c r ", "a.", "&", "c++", "\u0301", "r&d ", "日a", "sr. ", "'s"} {
		long := strings.Repeat(unit, 200_000/len(unit))
		s.Match(&scoring.Listing{Title: long, Text: long, Company: long, Place: scoring.Place{Raw: long}})
		s.Match(&scoring.Listing{Title: "Rust", Text: long, Company: long, Place: scoring.Place{Raw: long}})
	}
}

func FuzzMatch(f *testing.F) {
	f.Add("golang backend", "senior", "Oatworks", "Senior Go Engineer (C++/.NET)", "R&D, A.I. and node.js’s", "Berlin")
	f.Add("c#", "ci/cd", "x", "c#c++.net&&'s", "\xff\u0301.js", "\u2011-")
	f.Add("日本 go", "é", "x", "Goエンジニア", "ＧＯ ﬁn ß İ", "a/b/c")
	f.Fuzz(func(t *testing.T, query, exclude, company, title, text, place string) {
		s, err := Compile([]string{query, "go"}, []string{exclude}, []string{company})
		if err != nil {
			return
		}
		l := &scoring.Listing{Title: title, Text: text, Company: company + title, Place: scoring.Place{Raw: place}}
		for range 2 {
			r := s.Match(l)
			if r.Relevance < 0 || r.Relevance > 1 || math.IsNaN(r.Relevance) || r.Admitted != (r.Relevance > 0) || r.Admitted != (r.Discard == nil) || r.Why == "" {
				t.Fatalf("%q on %q: %+v", query, title, r)
			}
			l.Text, l.Title = title, text
		}
	})
}

// advert is a made-up text of about 3 KB.
func advert() string {
	const paragraph = "Quillfeather keeps the ledgers of small bakeries. You will build services in Go and Python, run them on Kubernetes, " +
		"and talk to the people who bake.\n\n• Five years of writing software that others rely on\n• PostgreSQL, gRPC and a feeling for data\n" +
		"• You don't go home before the bread is sold\n\nWe offer 30 days off, a budget for learning, and the heel of every loaf. "
	return strings.Repeat(paragraph, 3000/len(paragraph)+1)[:3000]
}

func BenchmarkMatch(b *testing.B) {
	s := compile(b, []string{"golang backend", "platform engineer", "data engineer", "machine learning", "kubernetes devops"},
		[]string{"senior", "director", "crypto", "on call", "canonical"}, []string{"Oatworks"})
	l := &scoring.Listing{Title: "Backend Engineer (Go)", Company: "Quillfeather", Text: advert(), Place: scoring.Place{Raw: "Remote, Europe"}}
	if r := s.Match(l); !r.Admitted {
		b.Fatal(r.Why)
	}
	b.SetBytes(int64(len(l.Text)))
	b.ReportAllocs()
	for b.Loop() {
		s.Match(l)
	}
}

func BenchmarkMatchMiss(b *testing.B) {
	s := compile(b, []string{"golang backend", "platform engineer", "data engineer", "machine learning", "kubernetes devops"}, nil, nil)
	l := &scoring.Listing{Title: "Night Nurse, Cardiology Ward", Text: advert()}
	b.ReportAllocs()
	for b.Loop() {
		s.Match(l)
	}
}

func BenchmarkCompile(b *testing.B) {
	for b.Loop() {
		compile(b, []string{"golang backend", "platform engineer", "data engineer"}, []string{"senior", "crypto"}, nil)
	}
}
