package mail

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"shortlist/digest/mail/mailtest"
)

// sender is one for the server, closed before it.
func sender(t *testing.T, f *mailtest.Server, options ...Option) *Sender {
	t.Helper()
	s := NewSender(server(t, f.URL("")), options...)
	t.Cleanup(s.Close)
	return s
}

func send(t *testing.T, s *Sender, want Outcome) Result {
	t.Helper()
	began := 0
	got := s.Send(t.Context(), digest(), func() error { began++; return nil })
	if got.Outcome != want || began > 1 || want == Accepted && began != 1 {
		t.Errorf("%s: %q, %v, began %d times; want %s", got.Outcome, got.Detail, got.Err, began, want)
	}
	return got
}

func wantConnections(t *testing.T, f *mailtest.Server, want int) {
	t.Helper()
	if all, _ := f.Connections(); all != want {
		t.Errorf("%d connections, want %d", all, want)
	}
}

func TestMessagesShareASession(t *testing.T) {
	t.Parallel()
	secured, pool := certificate(t)
	for name, c := range map[string]struct {
		script mailtest.Script
		ehlos  int // STARTTLS greets again
		signed int
	}{
		"plain":    {mailtest.Script{}, 1, 0},
		"sign-in":  {mailtest.Script{Extensions: []string{"AUTH PLAIN"}}, 1, 1},
		"starttls": {mailtest.Script{Extensions: []string{"STARTTLS", "AUTH PLAIN"}, TLS: secured}, 2, 1},
		"implicit": {mailtest.Script{Extensions: []string{"AUTH LOGIN"}, TLS: secured, Implicit: true}, 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := mailtest.Serve(t, c.script)
			s := sender(t, f)
			s.tls.RootCAs = pool
			for range 5 {
				send(t, s, Accepted)
			}
			wantConnections(t, f, 1)
			if f.Saw("EHLO") != c.ehlos || len(f.Secrets()) != c.signed || len(f.Messages()) != 5 || f.Saw("NOOP")+f.Saw("RSET")+f.Saw("QUIT") != 0 {
				t.Errorf("EHLO %d, sign-ins %d, messages %d, NOOP %d, RSET %d, QUIT %d", f.Saw("EHLO"), len(f.Secrets()), len(f.Messages()), f.Saw("NOOP"), f.Saw("RSET"), f.Saw("QUIT"))
			}
			s.Close()
			if f.Saw("QUIT") != 1 {
				t.Error("no QUIT at the end")
			}
			f.Gone()
		})
	}
}

func TestASessionServesSoManyMessages(t *testing.T) {
	t.Parallel()
	f := mailtest.Serve(t, mailtest.Script{})
	s := sender(t, f)
	s.pool.most = 3
	for range 7 {
		send(t, s, Accepted)
	}
	wantConnections(t, f, 3)
	if f.Saw("QUIT") != 2 {
		t.Errorf("QUIT %d times, want 2", f.Saw("QUIT"))
	}
}

// TestConnectionsAreBounded: none answers before three talk at once, and never do four.
func TestConnectionsAreBounded(t *testing.T) {
	t.Parallel()
	var talking atomic.Int32
	three := make(chan struct{})
	f := mailtest.Serve(t, mailtest.Script{On: func(verb string) {
		if verb == "MAIL" && talking.Add(1) == 3 {
			close(three)
		}
		if verb == "MAIL" {
			<-three
		}
	}})
	s := sender(t, f, Connections(3))
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() { send(t, s, Accepted) })
	}
	all.Wait()
	if all, most := f.Connections(); all != 3 || most != 3 || len(f.Messages()) != 20 {
		t.Errorf("%d connections, %d at once, %d messages", all, most, len(f.Messages()))
	}
}

// fakeClock runs what is due when it is told to.
type fakeClock struct {
	mu    sync.Mutex
	now   time.Time
	calls []func() // of the pool, all due after the same time
}

func (c *fakeClock) clock() clock {
	return clock{now: func() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.now }, after: func(_ time.Duration, f func()) func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.calls = append(c.calls, f)
		return func() bool { return false } // as if it were too late to stop it
	}}
}

func (c *fakeClock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func (c *fakeClock) fire() {
	c.mu.Lock()
	calls := c.calls
	c.calls = nil
	c.mu.Unlock()
	for _, f := range calls {
		f()
	}
}

func TestIdleSessionsEnd(t *testing.T) {
	t.Parallel()
	c := &fakeClock{now: time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)}
	f := mailtest.Serve(t, mailtest.Script{On: func(verb string) {
		if verb == "DATA" {
			c.fire() // what is in use does not expire
		}
	}})
	s := sender(t, f)
	s.pool.clock = c.clock()
	send(t, s, Accepted)
	c.pass(keep - time.Second)
	send(t, s, Accepted)
	wantConnections(t, f, 1)

	// The machine slept, and the timers with it.
	c.pass(9 * time.Hour)
	send(t, s, Accepted)
	wantConnections(t, f, 2)
	// The clock was set back.
	c.pass(-time.Hour)
	send(t, s, Accepted)
	wantConnections(t, f, 3)

	if f.Saw("QUIT") != 0 {
		t.Error("QUIT was said over a connection that was taken for dead")
	}
	c.pass(keep)
	c.fire() // all of them; the sessions of the earlier ones are gone
	f.Gone()
	if f.Saw("QUIT") != 1 {
		t.Errorf("QUIT %d times, want 1", f.Saw("QUIT"))
	}
}

// TestWallClockExpires runs on the real clock.
func TestWallClockExpires(t *testing.T) {
	t.Parallel()
	said := make(chan string, 100)
	f := mailtest.Serve(t, mailtest.Script{On: func(verb string) { said <- verb }})
	s := sender(t, f)
	s.pool.keep = 10 * time.Millisecond
	send(t, s, Accepted)
	for verb := range said {
		if verb == "QUIT" {
			break
		}
	}
	f.Gone()
	if now := s.pool.clock.now(); now != now.Round(0) {
		t.Error("the clock has a monotonic part, which stands still while the machine sleeps")
	}
}

func TestWaitingForAConnectionCanBeStopped(t *testing.T) {
	t.Parallel()
	in, out := make(chan struct{}), make(chan struct{})
	f := mailtest.Serve(t, mailtest.Script{On: func(verb string) {
		if verb == "DATA" {
			in <- struct{}{}
			<-out
		}
	}})
	s := sender(t, f, Connections(1))
	var first sync.WaitGroup
	first.Go(func() { send(t, s, Accepted) })
	<-in
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	got := s.Send(ctx, digest(), func() error { t.Error("began"); return nil })
	if got.Outcome != Temporary || !errors.Is(got.Err, context.DeadlineExceeded) || !strings.Contains(got.Detail, "came free") {
		t.Errorf("%+v", got)
	}
	close(out)
	first.Wait()
	wantConnections(t, f, 1)
}

// TestAStopOnAKeptSession: the connection breaks because the caller ends it, which is no reason to try another.
func TestAStopOnAKeptSession(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var second atomic.Bool
	f := mailtest.Serve(t, mailtest.Script{Answer: func(_, messages int, verb string) string {
		if messages == 1 && verb == "RCPT" && second.Load() {
			cancel()
			return "silence"
		}
		return ""
	}})
	s := sender(t, f)
	send(t, s, Accepted)
	second.Store(true)
	if got := s.Send(ctx, digest(), nil); got.Outcome != Temporary {
		t.Errorf("%+v", got)
	}
	f.Gone()
	wantConnections(t, f, 1)
}

func TestCloseWhileSending(t *testing.T) {
	t.Parallel()
	in, out := make(chan struct{}), make(chan struct{})
	f := mailtest.Serve(t, mailtest.Script{Answer: func(connection, _ int, verb string) string {
		if connection == 1 && verb == "." {
			close(in)
			<-out
		}
		return ""
	}})
	s := sender(t, f)
	var first sync.WaitGroup
	first.Go(func() { send(t, s, Accepted) })
	<-in
	send(t, s, Accepted)
	s.Close()
	if f.Saw("QUIT") != 1 {
		t.Error("the idle session was not ended")
	}
	close(out)
	first.Wait()
	f.Gone()
	send(t, s, Accepted) // a run that began before a reload
	f.Gone()
	s.Close()
	wantConnections(t, f, 3)
	if f.Saw("QUIT") != 3 || len(f.Messages()) != 3 {
		t.Errorf("QUIT %d times, messages %d", f.Saw("QUIT"), len(f.Messages()))
	}
}
