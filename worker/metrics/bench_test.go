package metrics_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func BenchmarkRun(b *testing.B) {
	i := newInstance(b)
	b.ReportAllocs()
	for b.Loop() {
		i.Run("sent", time.Second)
	}
}

func BenchmarkStage(b *testing.B) {
	i := newInstance(b)
	b.ReportAllocs()
	for b.Loop() {
		i.Stage("render", time.Second)
	}
}

func BenchmarkFetch(b *testing.B) {
	i := newInstance(b)
	b.ReportAllocs()
	for b.Loop() {
		i.Fetch("alpha", "ok")
	}
}

// BenchmarkScrape is of a daemon with twenty routes, every code of which was seen.
func BenchmarkScrape(b *testing.B) {
	i := newInstance(b)
	for k := range 20 {
		i.HTTP(fmt.Sprintf("GET /route/%d", k), http.NotFoundHandler())
	}
	everything(i)
	h := i.Handler(i.reg)
	size := 0
	for b.Loop() {
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		size = rec.Body.Len()
	}
	b.ReportMetric(float64(size), "bytes/scrape")
}
