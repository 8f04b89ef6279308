package web

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"

	"shortlist/templates"
)

// readyTimeout bounds the round trip to the database.
const readyTimeout = 5 * time.Second

func getHealth(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, "ok\n")
}

// getReady says whether the daemon can do its work, with a reason for each check.
func (s *server) getReady(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	answers := make(map[string]string, len(s.Checks))
	ready := true
	for name, check := range s.Checks {
		answers[name] = "ok"
		if err := check(ctx); err != nil {
			answers[name], ready = err.Error(), false
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if !ready {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"ready": ready, "checks": answers}) // fails only where the client is gone
}

func getStyle(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "max-age=3600")
	http.ServeFileFS(w, r, templates.FS, "web/style.css")
}
