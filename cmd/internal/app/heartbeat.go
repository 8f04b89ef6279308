package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Bounds of a heartbeat.
const (
	beatEvery   = time.Minute
	beatTimeout = 10 * time.Second
)

// heartbeat tells a service elsewhere that this host sweeps: no metric survives a host that is gone.
type heartbeat struct {
	url string
	log *slog.Logger

	mu      sync.Mutex
	last    time.Time
	failing bool
}

// beat asks the address, unless it did so within the last minute. It does not wait for the answer: a slow service must not
// hold up a sweep.
func (h *heartbeat) beat(now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.url == "" || now.Sub(h.last) < beatEvery && !now.Before(h.last) {
		return
	}
	h.last = now
	go h.ask()
}

func (h *heartbeat) ask() {
	ctx, cancel := context.WithTimeout(context.Background(), beatTimeout)
	defer cancel()
	err := get(ctx, h.url)
	h.mu.Lock()
	defer h.mu.Unlock()
	// The address is a secret, and net/http puts it into its errors: they are not logged.
	if failing := err != nil; failing != h.failing {
		h.failing = failing
		if failing {
			h.log.Warn("schedule.heartbeat_url does not answer as it should; digests go on")
		} else {
			h.log.Info("schedule.heartbeat_url answers again")
		}
	}
}

func get(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	if resp.StatusCode >= 300 {
		err = fmt.Errorf("answered %d", resp.StatusCode)
	}
	_ = resp.Body.Close()
	return err
}
