package pipeline_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"shortlist/guardrail/hostile"
	"shortlist/scoring"
	"shortlist/scoring/pay"
	"shortlist/scoring/place"
	"shortlist/scoring/role"
	"shortlist/worker/board"
	"shortlist/worker/board/remoteok"
	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
)

// An intake is 10,000 listings of some 3 KB, as four answers of the size that a board may send.
const (
	answers   = 4
	perAnswer = 2500
)

var stems = []string{"Backend Engineer", "Platform Engineer", "Data Analyst", "Product Designer", "Support Specialist", "Account Executive", "QA Engineer", "Technical Writer"}

// advert is a body of about 3 KB with what real ones have: lists, entities, links, a figure of pay, a trailer.
func advert(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<p><strong>About the team</strong></p><p>Team %d keeps the ledgers of small shops in order &amp; its tools simple. We don&#8217;t chase fashions.</p><ul>", n)
	for i := range 14 {
		fmt.Fprintf(&b, "<li>Own service %d of the payments platform, from the first sketch to its retirement, with two colleagues who review each step you take</li>\n", n+i)
	}
	fmt.Fprintf(&b, "</ul><p>The salary range is $%d,000 - $%d,000 a year. <a href=\"https://shop.example/%d\">Read more</a> about us, our plans and the people whom you would meet.</p>", 60+n%80, 90+n%90, n)
	b.WriteString("<p>Please mention the word **SNUG** and tag RMjAzLjAuMTEzLjc= when applying to show you read the job post completely (#RMjAzLjAuMTEzLjc=). This is a beta feature to avoid spam applicants. Companies can search these words to find applicants that read this and see they're human.</p>")
	return b.String()
}

// answer is the a-th answer: an eighth of its roles stand in the answer before as well, under other ids.
func answer(a int) []byte {
	rows := []map[string]any{{"legal": "x"}}
	for i := range perAnswer {
		n := a*perAnswer + i
		of := n
		if a > 0 && i%8 == 0 {
			of = n - perAnswer
		}
		rows = append(rows, map[string]any{
			"id": fmt.Sprint(n), "date": "2026-02-20T10:00:00+00:00", "company": fmt.Sprintf("Company %d Ltd", of/4), "position": stems[of%len(stems)] + " (Remote)",
			"location": "Berlin, Germany", "description": advert(of), "url": fmt.Sprintf("https://remoteok.com/remote-jobs/%d", n), "salary_min": 0, "salary_max": 0,
		})
	}
	body, err := json.Marshal(rows)
	if err != nil {
		panic(err)
	}
	return body
}

// feed serves the answers in turn and fetches them through the real client.
type feed struct {
	bodies [][]byte
	next   int
	board  *remoteok.Board
}

func newFeed(tb testing.TB) *feed {
	tb.Helper()
	f := &feed{}
	for a := range answers {
		f.bodies = append(f.bodies, answer(a))
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(f.bodies[f.next%answers])
	}))
	tb.Cleanup(s.Close)
	c, err := board.NewClient(s.URL, "Shortlist/test")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(c.Close)
	f.board = remoteok.New(c, func() time.Time { return t0 })
	return f
}

func (f *feed) fetch(tb testing.TB) []scoring.Listing {
	tb.Helper()
	got, err := f.board.Fetch(context.Background(), board.Validators{})
	f.next++
	if err != nil || len(got.Listings) != perAnswer {
		tb.Fatal(len(got.Listings), err)
	}
	return got.Listings
}

func perSecond(b *testing.B, n int) {
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "listings/s")
}

// BenchmarkIntake takes 10,000 listings in: fetched over HTTP, parsed, cleaned, deduplicated and stored.
func BenchmarkIntake(b *testing.B) {
	for name, dsn := range map[string]func(testing.TB) string{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		b.Run(name+"/new", func(b *testing.B) {
			f := newFeed(b)
			for b.Loop() {
				b.StopTimer()
				s := storetest.Open(b, dsn(b), nil)
				b.StartTimer()
				intake(b, f, s)
			}
			perSecond(b, answers*perAnswer)
		})
		b.Run(name+"/known", func(b *testing.B) {
			f, s := newFeed(b), storetest.Open(b, dsn(b), nil)
			intake(b, f, s)
			// As autovacuum would have done within the minute: without statistics Postgres guesses the plans.
			if err := s.Tidy(context.Background()); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				intake(b, f, s)
			}
			perSecond(b, answers*perAnswer)
		})
	}
}

func intake(b *testing.B, f *feed, s *store.Store) {
	for range answers {
		if _, err := s.Take(context.Background(), "remoteok", f.fetch(b), t0); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkIntakeParts is where an intake's time goes, one answer of 2,500 listings at a time.
func BenchmarkIntakeParts(b *testing.B) {
	b.Run("fetch,parse,clean", func(b *testing.B) {
		f := newFeed(b)
		for b.Loop() {
			f.fetch(b)
		}
		perSecond(b, perAnswer)
	})
	b.Run("text", func(b *testing.B) {
		body := advert(7)
		for b.Loop() {
			hostile.Text(body)
		}
		perSecond(b, 1)
	})
	b.Run("pay", func(b *testing.B) {
		text := hostile.Text(advert(7)).Text
		for b.Loop() {
			pay.FromText(text)
		}
		perSecond(b, 1)
	})
	b.Run("place", func(b *testing.B) {
		for b.Loop() {
			place.Parse("Berlin, Germany", true)
		}
		perSecond(b, 1)
	})
	b.Run("role", func(b *testing.B) {
		for b.Loop() {
			role.Key("Company 7 Ltd", "Backend Engineer (Remote)")
			role.CanonicalURL("https://remoteok.com/remote-jobs/7")
		}
		perSecond(b, 1)
	})
}

// BenchmarkTakeAfter stores one answer of new listings beside those that are there: its bytes must not grow with them.
func BenchmarkTakeAfter(b *testing.B) {
	for _, before := range []int{0, 10_000, 40_000} {
		b.Run(fmt.Sprint(before), func(b *testing.B) {
			s := storetest.Open(b, storetest.SQLite(b), nil)
			f := newFeed(b)
			ls := f.fetch(b)
			n := 0
			take := func() {
				for i := range ls {
					ls[i].ID, ls[i].Company = fmt.Sprint("x", n), fmt.Sprint("Company ", n)
					ls[i].URL = fmt.Sprint("https://remoteok.com/remote-jobs/x", n)
					n++
				}
				if _, err := s.Take(context.Background(), "remoteok", ls, t0); err != nil {
					b.Fatal(err)
				}
			}
			for n < before {
				take()
			}
			for b.Loop() {
				take()
			}
			perSecond(b, perAnswer)
		})
	}
}
