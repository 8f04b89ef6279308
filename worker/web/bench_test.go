package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"shortlist/guardrail"
	"shortlist/guardrail/review"
	"shortlist/worker/store/storetest"
)

// full is a house in which 5,000 items wait for ada, and 400 are decided, and the cookies of her session.
func full(b testing.TB, dsn string) (*house, []*http.Cookie, []string) {
	p := open(b, dsn, nil)
	var ids []string
	for part := range 9 {
		var items []review.Item
		for i := range 600 {
			n := part*600 + i
			items = append(items, itemOf("ada", int64(n+1), func(it *review.Item) {
				it.CreatedAt = t0.Add(-time.Duration(n) * time.Minute)
				it.Company = fmt.Sprintf("Kaihaus %d", n%50)
				it.Reasons = []guardrail.Reason{guardrail.Reasons()[n%len(guardrail.Reasons())]}
				it.Listing.Board = []string{"remotive", "jobicy"}[n%2]
			}))
		}
		ids = append(ids, p.ask(b, items...)...)
	}
	for i := range 8 {
		if _, err := p.Decide(b.Context(), "ada", ids[5000+50*i:5050+50*i], review.Decision{Kind: review.Reject, Reason: review.Reasons()[i], By: "ada"}); err != nil {
			b.Fatal(err)
		}
	}
	here, _ := url.Parse(p.url)
	return p, p.as(b, "ada").Jar.Cookies(here), ids[:5000]
}

// BenchmarkPages measures the server's time for pages of a queue of 5,000.
func BenchmarkPages(b *testing.B) {
	for name, dsn := range map[string]func(testing.TB) string{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		b.Run(name, func(b *testing.B) {
			p, cookies, ids := full(b, dsn(b))
			for _, c := range []struct{ name, path string }{
				{"list", "/review"}, {"filtered", "/review?reason=audit&board=jobicy&age=7&text=kaihaus+7"}, {"deep", "/review?after=" + fmt.Sprint(t0.Add(-80*time.Hour).UnixMilli()) + "-a"},
				{"item", "/review/" + ids[2500]}, {"home", "/"},
			} {
				b.Run(c.name, func(b *testing.B) {
					for b.Loop() {
						r := httptest.NewRequest(http.MethodGet, p.url+c.path, nil)
						for _, cookie := range cookies {
							r.AddCookie(cookie)
						}
						w := httptest.NewRecorder()
						if p.site.ServeHTTP(w, r); w.Code != http.StatusOK {
							b.Fatal(w.Code)
						}
					}
				})
			}
		})
	}
}
