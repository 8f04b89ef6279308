package app

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestHeartbeat(t *testing.T) {
	t.Parallel()
	beats := make(chan struct{}, 10)
	var broken atomic.Bool
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if broken.Load() {
			w.WriteHeader(http.StatusInternalServerError)
		}
		beats <- struct{}{}
	}))
	defer s.Close()
	var log bytes.Buffer
	h := &heartbeat{url: s.URL + "/secret-uuid", log: slog.New(slog.NewTextHandler(&log, nil))}
	now := time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)
	for _, after := range []time.Duration{0, 15 * time.Second, 45 * time.Second, time.Minute, 75 * time.Second, -time.Hour} {
		h.beat(now.Add(after)) // sweeps come every 15 s; the clock goes back at the end
	}
	for range 3 {
		<-beats
	}
	broken.Store(true)
	h.ask()
	h.ask()
	broken.Store(false)
	h.ask()
	if n := len(beats); n != 3 {
		t.Errorf("%d beats more, want 3", n)
	}
	if text := log.String(); strings.Count(text, "does not answer") != 1 || strings.Count(text, "answers again") != 1 || strings.Contains(text, "secret-uuid") {
		t.Error(text)
	}
	(&heartbeat{}).beat(now) // none is set
}
