package metrics

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// maxRoutes bounds the routes that are told apart. The pages are far fewer; the bound holds should somebody take the path
// of a request for a route.
const maxRoutes = 64

// codes are the status codes that are told apart.
var codes = []string{"200", "204", "302", "303", "304", "400", "401", "403", "404", "405", "409", "429", "500", "503", other}

type routes struct {
	vec   *prometheus.HistogramVec
	mu    sync.Mutex
	named []string
}

func newRoutes(g *group) *routes {
	v := prometheus.NewHistogramVec(histogramOpts("http_request_seconds", "How long a request took, by the pattern of its route and its status code.",
		[]float64{0.005, 0.025, 0.1, 0.5, 2.5, 10}), []string{"route", "code"})
	*g = append(*g, v)
	return &routes{vec: v}
}

// HTTP tells how long each request to next takes. route is the pattern under which next is served, never the path of a
// request: after 64 of them the rest is "other".
func (m *Metrics) HTTP(route string, next http.Handler) http.Handler {
	if m == nil {
		return next
	}
	byCode := m.http.get(route)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began, rec, returned := time.Now(), &recorder{ResponseWriter: w}, false
		defer func() {
			if !returned { // it panicked, and whatever it had sent is cut off
				rec.code = http.StatusInternalServerError
			}
			observe(byCode.get(rec.status()), time.Since(began))
		}()
		next.ServeHTTP(rec, r)
		returned = true
	})
}

func (r *routes) get(route string) closed[prometheus.Observer] {
	route = strings.ToValidUTF8(route, "?")
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Contains(r.named, route) {
		if len(r.named) == maxRoutes {
			route = other
		} else {
			r.named = append(r.named, route)
		}
	}
	return closedSet(r.vec.MustCurryWith(prometheus.Labels{"route": route}).WithLabelValues, codes...)
}

// recorder remembers the status code of an answer.
type recorder struct {
	http.ResponseWriter
	code int
}

// Unwrap lets http.ResponseController reach what the server's own writer can do.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

func (r *recorder) WriteHeader(code int) {
	if r.code == 0 && code >= 200 { // a 1xx comes before the answer
		r.code = code
	}
	r.ResponseWriter.WriteHeader(code)
}

func (r *recorder) Write(p []byte) (int, error) {
	if r.code == 0 {
		r.code = http.StatusOK
	}
	return r.ResponseWriter.Write(p)
}

func (r *recorder) status() string {
	if r.code == 0 {
		return "200" // net/http sends it for a handler that wrote nothing
	}
	return strconv.Itoa(r.code)
}

// Handler serves what gatherer holds: as text, or as protobuf, which alone carries native histograms, to a Prometheus that
// asks for it. OpenMetrics is off, since it would be preferred by some and has no native histograms. On a nil *Metrics it
// answers 404.
func (m *Metrics) Handler(gatherer prometheus.Gatherer) http.Handler {
	if m == nil {
		return http.NotFoundHandler()
	}
	return promhttp.HandlerFor(gatherer, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: 4})
}
