package web

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"sync"
	"time"
)

// readyTimeout bounds one check.
const readyTimeout = 5 * time.Second

func getHealth(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, "ok\n")
}

// Check is one condition of being able to work.
type Check struct {
	Name   string
	Do     func(context.Context) error
	Remedy string // what the host can do where it fails
}

// Readiness asks the checks and remembers since when each answers as it does. It is safe for concurrent use.
type Readiness struct {
	Checks []Check
	Now    func() time.Time

	mu    sync.Mutex
	since map[string]answer
}

// answer is a check's in the JSON of /readyz.
type answer struct {
	OK      bool      `json:"ok"`
	Since   time.Time `json:"since"` // when it was first seen to answer as it does
	Problem string    `json:"problem,omitempty"`
	Remedy  string    `json:"remedy,omitempty"`
}

// Look asks every check, all at once; each has five seconds.
func (r *Readiness) Look(ctx context.Context) (ready bool, answers map[string]answer) {
	errs := make([]error, len(r.Checks))
	var asking sync.WaitGroup
	for i, c := range r.Checks {
		asking.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, readyTimeout)
			defer cancel()
			errs[i] = c.Do(ctx)
		})
	}
	asking.Wait()
	answers = make(map[string]answer, len(r.Checks))
	ready = true
	for i, c := range r.Checks {
		a := answer{OK: errs[i] == nil}
		if errs[i] != nil {
			a.Problem, a.Remedy, ready = errs[i].Error(), c.Remedy, false
		}
		a.Since = r.seen(c.Name, a)
		answers[c.Name] = a
	}
	return ready, answers
}

func (r *Readiness) seen(name string, a answer) time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.since == nil {
		r.since = map[string]answer{}
	}
	before, known := r.since[name]
	if a.Since = before.Since; !known || before.OK != a.OK {
		a.Since = r.Now().UTC().Truncate(time.Second)
	}
	r.since[name] = a
	return a.Since
}

// getReady says whether the daemon can do its work: for each check since when it answers so and, where it fails, what is
// wrong and what to do.
func (s *Site) getReady(w http.ResponseWriter, r *http.Request) {
	ready, answers := s.Readiness.Look(r.Context())
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if !ready {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"ready": ready, "checks": answers}) // fails only where the client is gone
}
