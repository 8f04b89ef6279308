package mail

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Bounds of the pool. Servers hang up on who is silent for a minute or more, and some after a number of messages.
const (
	connections = 10
	keep        = 30 * time.Second
	most        = 100
)

// clock is the time; tests put their own in.
type clock struct {
	now   func() time.Time
	after func(time.Duration, func()) (stop func() bool)
}

func wallClock() clock {
	return clock{
		// Without its monotonic part, which on many machines stands still while they sleep.
		now:   func() time.Time { return time.Now().Round(0) },
		after: func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop },
	}
}

// pool keeps open sessions between messages. Those that are open, in use or not, are never more than its slots: a new one
// is opened only by who has a slot and finds none idle.
type pool struct {
	slots chan struct{}
	keep  time.Duration // how long a session may be idle
	most  int           // messages over one session
	clock clock

	mu      sync.Mutex
	idle    []*session // the one used last is last
	closed  bool
	leaving sync.WaitGroup
}

func newPool(size int) *pool {
	return &pool{slots: make(chan struct{}, size), keep: keep, most: most, clock: wallClock()}
}

// enter waits for a slot; exit gives it back.
func (p *pool) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case p.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *pool) exit() { <-p.slots }

// take returns an idle session, or nil where there is none. The one used last goes first, so that those which the load no
// longer needs grow old.
func (p *pool) take() *session {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.clock.now()
	for len(p.idle) > 0 {
		s := p.idle[len(p.idle)-1]
		p.idle = p.idle[:len(p.idle)-1]
		s.stop()
		// The timer is late where the machine slept; a clock that was set back tells nothing.
		if age := now.Sub(s.since); age >= 0 && age < p.keep {
			return s
		}
		s.conn.close()
	}
	return nil
}

// put keeps a session whose message was accepted, or ends it where it has served enough.
func (p *pool) put(s *session) {
	s.taken++
	p.mu.Lock()
	if p.closed || s.taken >= p.most || !s.clean() {
		p.mu.Unlock()
		s.leave()
		return
	}
	defer p.mu.Unlock()
	s.since = p.clock.now()
	s.stop = p.clock.after(p.keep, func() { p.end(s) })
	p.idle = append(p.idle, s)
}

// end ends a session that was idle for too long.
func (p *pool) end(s *session) {
	p.mu.Lock()
	i := slices.Index(p.idle, s)
	if i < 0 { // taken, or the pool was closed
		p.mu.Unlock()
		return
	}
	p.idle = slices.Delete(p.idle, i, i+1)
	p.leaving.Add(1)
	p.mu.Unlock()
	defer p.leaving.Done()
	s.leave()
}

// close ends the idle sessions and waits until they are gone; from then on none is kept.
func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	idle := p.idle
	p.idle = nil
	p.leaving.Add(len(idle))
	p.mu.Unlock()
	for _, s := range idle {
		s.stop()
		go func() {
			defer p.leaving.Done()
			s.leave()
		}()
	}
	p.leaving.Wait()
}
