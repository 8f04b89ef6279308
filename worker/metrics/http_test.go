package metrics_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestHTTPTellsTheStatusCode(t *testing.T) {
	t.Parallel()
	status := func(codes ...int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			for _, c := range codes {
				w.WriteHeader(c)
			}
		}
	}
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		want    string
	}{
		"nothing written":   {status(), "200"},
		"a body alone":      {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "x") }, "200"},
		"a code":            {status(404), "404"},
		"a code and a body": {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "x", http.StatusServiceUnavailable) }, "503"},
		"hints come first":  {status(103, 204), "204"},
		"an unlisted code":  {status(418), "other"},
		"a panic":           {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "500"},
		"a panic after bytes": {func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "x")
			panic(http.ErrAbortHandler)
		}, "500"},
		"a flush": {flush, "200"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := newInstance(t)
			h := i.HTTP("GET /x/{id}", c.handler)
			func() {
				defer func() {
					if p := recover(); (p != nil) != strings.HasPrefix(name, "a panic") {
						t.Errorf("panic: %v", p)
					}
				}()
				h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/x/17", nil))
			}()
			for series, v := range i.series(t) {
				if !strings.HasPrefix(series, "http_request_seconds_count{") {
					continue
				}
				want := 0.0
				if series == `http_request_seconds_count{code="`+c.want+`",route="GET /x/{id}"}` {
					want = 1
				}
				if v != want {
					t.Errorf("%s is %g and not %g", series, v, want)
				}
			}
		})
	}
}

// flush fails the test by a panic where the server's writer cannot be reached.
func flush(w http.ResponseWriter, _ *http.Request) {
	if err := http.NewResponseController(w).Flush(); err != nil {
		panic(err)
	}
}

func TestRoutesAreBounded(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	for k := range 10_000 {
		h := i.HTTP(fmt.Sprintf("/odd \xff%d", k), http.NotFoundHandler())
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
	}
	routes, total := map[string]bool{}, 0.0
	for series, v := range i.series(t) {
		if labels, ok := strings.CutPrefix(series, "http_request_seconds_count{"); ok {
			routes[labels[strings.Index(labels, "route="):]] = true
			total += v
		}
	}
	if len(routes) != 65 || !routes[`route="other"}`] {
		t.Errorf("%d routes", len(routes))
	}
	if total != 10_000 {
		t.Errorf("%g requests were counted", total)
	}
}

func TestHandlerFormats(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ accept, want string }{
		"a browser":       {"text/html,*/*;q=0.8", "text/plain; version=0.0.4"},
		"an older server": {"application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5", "text/plain; version=0.0.4"},
		"a native server": {"application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited,text/plain;q=0.5", "application/vnd.google.protobuf"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := newInstance(t)
			r := httptest.NewRequest(http.MethodGet, "/metrics", nil)
			r.Header.Set("Accept", c.accept)
			rec := httptest.NewRecorder()
			i.Handler(i.reg).ServeHTTP(rec, r)
			if got := rec.Header().Get("Content-Type"); rec.Code != http.StatusOK || !strings.HasPrefix(got, c.want) {
				t.Errorf("%d, %s", rec.Code, got)
			}
		})
	}
}
