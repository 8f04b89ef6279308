package judge

import (
	"sync"
	"time"

	"shortlist/scoring"
)

// Bounds of the breaker: it opens after so many failures in a row, first for minOpen, then for twice as long after each
// probe that fails.
const (
	breakAfter = 5
	minOpen    = 30 * time.Second
	maxOpen    = 5 * time.Minute
)

// breaker is a circuit breaker: while a provider cannot be reached it is asked by one call at a time, and seldom.
// The zero value is closed.
type breaker struct {
	mu       sync.Mutex
	failures int           // in a row
	open     time.Duration // how long it is open; 0: closed
	until    time.Time
	probing  bool
	changed  chan struct{} // closed when a probe ends
}

// pass is leave to call. The zero value is none.
type pass int

const (
	passCall  pass = iota + 1
	passProbe      // the one call that finds out whether the provider is back
)

// ask gives a pass, or says how long to wait before asking again; sooner where changed is closed.
func (b *breaker) ask(now time.Time) (pass, time.Duration, <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.open == 0:
		return passCall, 0, nil
	case b.probing:
		return 0, maxWait, b.changed
	case now.Before(b.until):
		return 0, b.until.Sub(now), nil
	}
	b.probing, b.changed = true, make(chan struct{})
	return passProbe, 0, nil
}

// report tells how a call went. asked is false where it was not made or was broken off by our side: that says nothing of
// the provider.
func (b *breaker) report(p pass, asked bool, f scoring.Failure) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if p == passProbe {
		b.probing = false
		defer close(b.changed)
	}
	if !asked {
		return
	}
	switch f {
	default:
		b.failures, b.open = 0, 0
	case scoring.FailTransport, scoring.FailOverloaded, scoring.FailTimeout:
		b.failures++
		if p == passProbe || b.open == 0 && b.failures >= breakAfter {
			b.open = min(max(2*b.open, minOpen), maxOpen)
			b.until = time.Now().Add(b.open)
		}
	}
}
