package relevance

import (
	"strings"
	"testing"
	"unsafe"

	"shortlist/scoring"
)

// advert is a made-up text of about 3 KB.
func advert() string {
	const paragraph = "Quillfeather keeps the ledgers of small bakeries. You will build services in Go and Python, run them on Kubernetes, " +
		"and talk to the people who bake.\n\n• Five years of writing software that others rely on\n• PostgreSQL, gRPC and a feeling for data\n" +
		"• You don't go home before the bread is sold\n\nWe offer 30 days off, a budget for learning, and the heel of every loaf. "
	return strings.Repeat(paragraph, 3000/len(paragraph)+1)[:3000]
}

func benchSearch(b *testing.B) *Search {
	s, err := Compile([]string{"golang backend", "platform engineer", "data engineer", "machine learning", "kubernetes devops"},
		[]string{"senior", "director", "crypto", "on call", "canonical"}, []string{"Oatworks"})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func BenchmarkRead(b *testing.B) {
	l := &scoring.Listing{Title: "Backend Engineer (Go)", Company: "Quillfeather", Text: advert(), Place: scoring.Place{Raw: "Remote, Europe"}}
	b.ReportAllocs()
	for b.Loop() {
		Read(l)
	}
}

func BenchmarkReadReal(b *testing.B) {
	ls, _ := readCorpus(b)
	bytes, size := 0, 0
	for _, l := range ls {
		d := Read(l)
		bytes += len(l.Text)
		size += int(unsafe.Sizeof(*d)) + cap(d.terms)*int(unsafe.Sizeof(mention{})) + 8*cap(d.words) + 2*cap(d.seq) + 4*cap(d.placeEnds) + len(d.company)
	}
	b.Logf("text %d B, document %d B on average", bytes/len(ls), size/len(ls))
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		Read(ls[i%len(ls)])
		i++
	}
}

func BenchmarkMatches(b *testing.B) {
	s := benchSearch(b)
	d := Read(&scoring.Listing{Title: "Backend Engineer (Go)", Company: "Quillfeather", Text: advert(), Place: scoring.Place{Raw: "Remote, Europe"}})
	if r := s.Matches(d); !r.Admitted {
		b.Fatal(r.Why)
	}
	b.ReportAllocs()
	for b.Loop() {
		s.Matches(d)
	}
}

func BenchmarkMatchesMiss(b *testing.B) {
	s := benchSearch(b)
	d := Read(&scoring.Listing{Title: "Night Nurse, Cardiology Ward", Text: advert()})
	b.ReportAllocs()
	for b.Loop() {
		s.Matches(d)
	}
}

func BenchmarkNew(b *testing.B) {
	theLexicon()
	b.ReportAllocs()
	for b.Loop() {
		Compile([]string{"golang backend", "platform engineer", "data engineer"}, []string{"senior", "crypto", "on call", "director", "canonical"}, nil)
	}
}

func BenchmarkLexicon(b *testing.B) {
	for b.Loop() {
		loadLexicon()
	}
}
