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
	checks := map[string]string{"database": "ok"}
	code := http.StatusOK
	if err := s.Store.Ping(ctx); err != nil {
		s.Log.Error("not ready", "error", err)
		checks["database"] = "does not answer; the log says why"
		code = http.StatusServiceUnavailable
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(map[string]any{"ready": code == http.StatusOK, "checks": checks})
}

func getStyle(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "max-age=3600")
	http.ServeFileFS(w, r, templates.FS, "web/style.css")
}
