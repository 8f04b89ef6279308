package judge

import (
	"strings"
	"testing"

	"shortlist/scoring"
)

// BenchmarkListing is all that judging one advert of 3 KB costs beside the model: prompt, key, decoding and quotes.
func BenchmarkListing(b *testing.B) {
	j, err := New(&fake{}, Options{Envelope: plainEnvelope})
	if err != nil {
		b.Fatal(err)
	}
	l, p := listing("1"), person1()
	l.Text = strings.Repeat(l.Text+"\n\n", 24)
	b.SetBytes(int64(len(l.Text)))
	for b.Loop() {
		q := j.question(l, p)
		q.request(plainEnvelope, newMarks("n0nce"), 0, 1)
		j.key(q, "owl", 0)
		v, err := Decode(whole)
		if err != nil || len(q.unfound(&v)) > 0 {
			b.Fatal(err, v.Unfound)
		}
	}
}

// BenchmarkWorstQuotes is a reply of as many quotes as may be, none of them found, over the longest text shown.
func BenchmarkWorstQuotes(b *testing.B) {
	j, err := New(&fake{}, Options{Envelope: plainEnvelope})
	if err != nil {
		b.Fatal(err)
	}
	l := listing("1")
	l.Text = strings.Repeat("a", maxHead+maxTail)
	q := j.question(l, person1())
	var v scoring.Verdict
	for i := range 3 * maxItems {
		v.Evidence = append(v.Evidence, strings.Repeat("a", maxQuote-200)+"b"+strings.Repeat("a", i))
	}
	for b.Loop() {
		q.unfound(&v)
	}
}
