package main_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"

	"shortlist/digest/mail/mailtest"
)

// span is what the test looks at of a span that came.
type span struct{ name, parent, attributes string }

// collect is a collector of traces that keeps what it gets.
func collect(t *testing.T) (url string, spans func() []span) {
	t.Helper()
	var mu sync.Mutex
	var got []*collector.ExportTraceServiceRequest
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var request collector.ExportTraceServiceRequest
		if err != nil || proto.Unmarshal(body, &request) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		got = append(got, &request)
	}))
	t.Cleanup(s.Close)
	return s.URL, func() (out []span) {
		mu.Lock()
		defer mu.Unlock()
		names := map[string]string{}
		for range 2 { // a parent may come after its child
			out = nil
			for _, request := range got {
				for _, rs := range request.ResourceSpans {
					for _, scope := range rs.ScopeSpans {
						for _, s := range scope.Spans {
							names[string(s.SpanId)] = s.Name
							var attributes strings.Builder
							for _, a := range s.Attributes {
								attributes.WriteString(a.Key + "=" + a.Value.GetStringValue() + " ")
							}
							out = append(out, span{s.Name, names[string(s.ParentSpanId)], rs.Resource.String() + attributes.String()})
						}
					}
				}
			}
		}
		return out
	}
}

// TestTraces: a run is a trace of its stages, the boards below the one that asks them, and nothing in it tells whose it is.
func TestTraces(t *testing.T) {
	t.Parallel()
	url, spans := collect(t)
	h := newHost(t, "sqlite:shortlist.db", mailtest.Script{})
	h.digest(0)
	if n := len(spans()); n != 0 {
		t.Fatalf("%d spans that nobody asked for", n)
	}
	h.env = []string{"OTEL_EXPORTER_OTLP_ENDPOINT=" + url}
	h.boards.set("jobicy", always(500, "text/plain", "no"))
	h.write("shortlist.yaml", strings.Replace(h.read("shortlist.yaml"), "sqlite:shortlist.db", "sqlite:other.db", 1))
	if a := h.run("profile", "apply", "ada.yaml"); a.code != 0 {
		t.Fatalf("%+v", a)
	}
	h.digest(0)
	var got []string
	for _, s := range spans() {
		got = append(got, s.parent+"/"+s.name)
		if strings.Contains(s.attributes, "ada") || !strings.Contains(s.attributes, "shortlist") {
			t.Errorf("%+v", s)
		}
		if s.name == "run" && !strings.Contains(s.attributes, "outcome=sent") {
			t.Errorf("%+v", s)
		}
	}
	slices.Sort(got)
	want := []string{"/run", "collect/board", "collect/board", "collect/board", "collect/board", "run/collect", "run/compose", "run/deliver", "run/gate", "run/guard", "run/judge", "run/match", "run/render"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	// A collector that is away costs nothing but a word.
	h.env = []string{"OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:1"}
	if a := h.run("run", "ada", "--json"); a.code != 0 || !strings.Contains(a.out, `"outcome"`) {
		t.Errorf("%+v", a)
	}
}
