package mail

import (
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"shortlist/digest/mail/mailtest"
)

// TestDeadSessions: what the server does to the second message over a connection, and whether that costs the message its
// attempt.
func TestDeadSessions(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		verb, reply string
		want        Outcome
		connections int
	}{
		"421 at MAIL":             {"MAIL", "421 4.4.2 idle for too long hangup", Accepted, 2},
		"421 at RCPT":             {"RCPT", "421 4.7.0 too many messages", Accepted, 2},
		"lost at MAIL":            {"MAIL", "hangup", Accepted, 2},
		"lost at RCPT":            {"RCPT", "hangup", Accepted, 2},
		"lost at DATA":            {"DATA", "hangup", Accepted, 2},
		"enough for a session":    {"MAIL", "550 5.7.0 too many messages in this session", Accepted, 2},
		"greylisted":              {"MAIL", "451 4.7.1 later", Temporary, 1},
		"busy":                    {"RCPT", "450 4.2.1 later", Temporary, 1},
		"no such person":          {"RCPT", "550 5.1.1 unknown", Permanent, 1},
		"no data":                 {"DATA", "554 5.7.1 no", Permanent, 1},
		"lost after the last dot": {".", "hangup", Unknown, 1},
		"closed after the dot":    {".", "421 4.3.2 closing hangup", Temporary, 1},
		"spam":                    {".", "554 5.7.1 spam", Permanent, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var refuse atomic.Bool
			f := mailtest.Serve(t, mailtest.Script{Answer: func(connection, messages int, verb string) string {
				if connection == 1 && verb == c.verb && refuse.Load() {
					return c.reply
				}
				return ""
			}})
			s := sender(t, f)
			send(t, s, Accepted)
			refuse.Store(true)
			send(t, s, c.want)
			wantConnections(t, f, c.connections)
			// After an error nothing is said over the same connection.
			send(t, s, Accepted)
			wantConnections(t, f, 2)
		})
	}
}

func TestTheServerDropsIdleSessions(t *testing.T) {
	t.Parallel()
	for _, last := range []string{"", "421 4.4.2 idle for too long"} {
		f := mailtest.Serve(t, mailtest.Script{})
		s := sender(t, f)
		send(t, s, Accepted)
		f.Drop(last)
		f.Gone()
		send(t, s, Accepted)
		wantConnections(t, f, 2)
	}
}

func TestOneSecondTry(t *testing.T) {
	t.Parallel()
	var dead atomic.Bool
	f := mailtest.Serve(t, mailtest.Script{Answer: func(_, _ int, verb string) string {
		return map[bool]string{true: "hangup"}[verb == "MAIL" && dead.Load()]
	}})
	s := sender(t, f)
	send(t, s, Accepted)
	dead.Store(true)
	send(t, s, Temporary) // over the dead one and over one more
	wantConnections(t, f, 2)
	send(t, s, Temporary) // over a new one, which does not deserve another try
	wantConnections(t, f, 3)
}

func TestAcceptedThenBroken(t *testing.T) {
	t.Parallel()
	for _, reply := range []string{"250 2.0.0 queued as 4711 hangup", "250 2.0.0 queued as 4711\r\n421 4.3.2 closing hangup", "250 2.0.0 queued as 4711\r\n250 what"} {
		f := mailtest.Serve(t, mailtest.Script{Answer: func(connection, _ int, verb string) string {
			return map[bool]string{true: reply}[verb == "." && connection == 1]
		}})
		s := sender(t, f)
		if got := send(t, s, Accepted); !strings.Contains(got.Detail, "4711") {
			t.Errorf("%+v", got)
		}
		if strings.Contains(reply, "\r\n") && len(s.pool.idle) != 0 {
			t.Errorf("a session is kept on which more was said than asked: %q", reply)
		}
		send(t, s, Accepted)
		wantConnections(t, f, 2)
	}
}

// TestHalfAMessageIsNeverFinished: a command after it would end it with the final dot.
func TestHalfAMessageIsNeverFinished(t *testing.T) {
	t.Parallel()
	f := mailtest.Serve(t, mailtest.Script{})
	s := sender(t, f)
	send(t, s, Accepted)
	cause := errors.New("the database is gone")
	for range 2 { // over a kept session and over a new one
		if got := s.Send(t.Context(), digest(), func() error { return cause }); got.Outcome != Temporary || !errors.Is(got.Err, cause) {
			t.Errorf("%+v", got)
		}
	}
	s.Close()
	f.Gone()
	if len(f.Messages()) != 1 || f.Saw(".") != 1 {
		t.Errorf("%d messages came whole, want 1", len(f.Messages()))
	}
	wantConnections(t, f, 2)
}

// TestEachMessageAtMostOnce sends from many goroutines to a server that hangs up at random, and holds what each result says
// against what the server took.
func TestEachMessageAtMostOnce(t *testing.T) {
	t.Parallel()
	f := mailtest.Serve(t, mailtest.Script{Answer: func(connection, messages int, verb string) string {
		h := fnv.New32a()
		fmt.Fprint(h, connection, messages, verb)
		if slices.Contains([]string{"MAIL", "RCPT", "DATA", "."}, verb) && h.Sum32()%8 == 0 {
			return "hangup"
		}
		return ""
	}})
	s := sender(t, f, Connections(4))
	results := make([]Result, 200)
	var all sync.WaitGroup
	for i := range results {
		all.Go(func() {
			m := digest()
			m.ID, m.HTML, m.Text = fmt.Sprintf("message-%d@example.org", i), "<p>Hello</p>", "Hello"
			results[i] = s.Send(t.Context(), m, nil)
		})
	}
	all.Wait()
	s.Close()
	f.Gone()
	came := map[string]int{}
	for _, m := range f.Messages() {
		_, id, _ := strings.Cut(m, "Message-ID: <")
		id, _, _ = strings.Cut(id, ">")
		came[id]++
	}
	outcomes := map[Outcome]int{}
	for i, r := range results {
		outcomes[r.Outcome]++
		want := map[Outcome]int{Accepted: 1, Unknown: 1, Temporary: 0, Permanent: 0}[r.Outcome]
		if n := came[fmt.Sprintf("message-%d@example.org", i)]; n != want {
			t.Errorf("message %d is %s and came %d times: %s", i, r.Outcome, n, r.Detail)
		}
	}
	if outcomes[Accepted] < 100 || outcomes[Unknown] == 0 {
		t.Errorf("outcomes %v", outcomes)
	}
}
