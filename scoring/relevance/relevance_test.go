package relevance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
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

// TestOrder ranks listings, best first, for one query.
func TestOrder(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, query string
		want        []scoring.Listing
	}{
		{"what belongs to the topic ranks below it", "data engineer",
			[]scoring.Listing{{Title: "Data Engineer"}, {Title: "Engineer, Data"}, {Title: "ETL Engineer"}, {Title: "Manager, Data Engineering"}}},
		{"the title passes any text", "rust developer",
			[]scoring.Listing{{Title: "Rust Developer"}, {Title: "Developer", Text: strings.Repeat("You write Rust. ", 50)}}},
		{"the text reorders", "rust",
			[]scoring.Listing{{Title: "Rust", Text: "We write Rust. Rust it is. Rust!"}, {Title: "Rust", Text: "Some Rust"}, {Title: "Rust", Text: "trust"}}},
		{"needed passes optional", "rust developer",
			[]scoring.Listing{{Title: "Rust Developer", Text: "Requirements\nRust\n"}, {Title: "Rust Developer", Text: "Nice to have\nRust\n"}}},
		{"the level", "senior product manager", []scoring.Listing{{Title: "Senior Product Manager"}, {Title: "Sr. Product Manager"},
			{Title: "Staff Product Manager"}, {Title: "Product Manager"}}},
		{"the side of the work", "react developer", []scoring.Listing{{Title: "Frontend Engineer", Text: "We build in React. React it is."},
			{Title: "Software Engineer", Text: "We build in React. React it is."}}},
		{"places rank", "rust developer remote", []scoring.Listing{{Title: "Rust Developer", Place: scoring.Place{Remote: scoring.RemoteYes}},
			{Title: "Rust Developer", Place: scoring.Place{Raw: "Oslo"}}}},
		{"countries rank", "rust developer germany", []scoring.Listing{{Title: "Rust Developer", Place: scoring.Place{Countries: []string{"DE"}}},
			{Title: "Rust Developer", Place: scoring.Place{Countries: []string{"FR"}}}}},
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
		{"Go Developer", "K8s here. Kubernetes there, k8s.", "Go in the title; Kubernetes ×3 in the text", s.queries[1].text,
			[]string{"Go title 1", "Kubernetes text 3", "software field 1"}},
		{"Senior Golang Engineer", "Requirements:\nGolang\nKubernetes and more Kubernetes\nNice to have:\nGo",
			"Golang in the title, level senior; Go and Kubernetes ×2 in the requirements", s.queries[1].text,
			[]string{"Golang title 1", "Golang word 1", "Go requirements 1", "Kubernetes requirements 2", "software field 1", "Golang Engineer noun 1", "senior level 1"}},
		{"Platform Engineer", "You run Kubernetes. All of it is Kubernetes.", "Platform Engineer in the title; Kubernetes ×2 in the text", s.queries[1].text,
			[]string{"Kubernetes text 2", "Platform Engineer side 1", "infra field 1", "Platform Engineer noun 1"}},
		{"Haskell and Go Developer", "", "Haskell in the title", "Haskell", []string{"Haskell title 1", "Haskell word 1", "software field 1"}},
		{"Nurse", "Haskell", "neither the title nor what the text is about answers a query", "", nil},
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
		slices.Sort(parts)
		slices.Sort(c.parts)
		if diff := cmp.Diff(c.parts, parts); diff != "" {
			t.Errorf("%q: parts (-want +got):\n%s", c.title, diff)
		}
		if math.Abs(sum-r.Relevance) > 1e-9 {
			t.Errorf("%q: parts add up to %v, relevance is %v", c.title, sum, r.Relevance)
		}
	}
}

// TestEqualQueries: of two equal queries the first is named, and what stands twice in one counts once.
func TestEqualQueries(t *testing.T) {
	t.Parallel()
	l := &scoring.Listing{Title: "Go Developer", Text: "Golang"}
	if r := compile(t, []string{"Golang", "golang"}, nil, nil).Match(l); r.Query != "Golang" {
		t.Errorf("named %q", r.Query)
	}
	if q := compile(t, []string{"go golang GO"}, nil, nil).queries[0]; len(q.wants) != 1 {
		t.Errorf("%d wants of one language", len(q.wants))
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
		one := s.Match(b.Listing)
		if diff := cmp.Diff(b.Result, one) + cmp.Diff(one, s.Matches(Read(b.Listing))); diff != "" {
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
	s := compile(t, []string{"go rust c r", "b b b", strings.Repeat("rust zig0 ", 29)}, []string{"go go go go", "go c", "r&d"}, nil)
	for _, unit := range []string{"go ", "go go go c r ", "a.", "&", "c++", "\u0301", "r&d ", "日a", "sr. ", "'s"} {
		long := strings.Repeat(unit, 200_000/len(unit))
		s.Match(&scoring.Listing{Title: long, Text: long, Company: long, Place: scoring.Place{Raw: long}})
		s.Match(&scoring.Listing{Title: "Rust", Text: long, Company: long, Place: scoring.Place{Raw: long}})
	}
}

func FuzzMatch(f *testing.F) {
	f.Add("golang backend", "senior", "Oatworks", "Senior Go Engineer (C++/.NET)", "R&D, A.I. and node.js’s", "Berlin")
	f.Add("c#", "ci/cd", "x", "c#c++.net&&'s", "\xff\u0301.js", "\u2011-")
	f.Add("a b1 c2 d3 e4 f5 g6 h7 i8 j9 k0 l1 m2 n3 o4 p5 q6 r7 s8 t9 u0 v1 w2 x3 y4 z5", "senior", "Oatworks", "a b1 c2 (Senior) Lead/Director", "Requirements:\nb1\nNice to have: c2", "Remote")
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
			sum := 0.0
			for _, p := range r.Parts {
				sum += p.Points
			}
			if math.Abs(sum-r.Relevance) > 1e-9 {
				t.Fatalf("%q on %q: parts add up to %v, relevance is %v", query, title, sum, r.Relevance)
			}
			l.Text, l.Title = title, text
		}
	})
}
