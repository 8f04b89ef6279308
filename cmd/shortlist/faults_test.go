package main_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"shortlist/digest/mail/mailtest"
)

type fault struct {
	name    string
	handler http.HandlerFunc
	outcome string
}

// faults are the ways a board breaks, and the outcome that each must have.
var faults = []fault{
	{"challenge page", always(403, "text/html", "<!doctype html><title>Just a moment...</title>"), "blocked"},
	{"404", always(404, "text/plain", "gone"), "gone"},
	{"429", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Retry-After", "30"); w.WriteHeader(429) }, "rate_limited"},
	{"500", always(500, "text/plain", "upstream error"), "server_error"},
	{"503", always(503, "text/plain", "upstream error"), "server_error"},
	{"empty", always(200, "application/json", ""), "malformed"},
	{"no listings", always(200, "application/json", ""), "none"}, // its body depends on the board
	{"page", always(200, "text/html", "<!doctype html><title>Remote jobs</title><p>We moved."), "wrong_type"},
	{"cut", always(200, "application/json", `[{"legal":"x"},{"position":"Gophe`), "malformed"},
	{"random bytes", always(200, "application/json", "\x8f\x03\xffabc\x00"), "malformed"},
	{"private redirect", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://169.254.169.254/latest/meta-data/", http.StatusFound)
	}, "redirected"},
	{"reset", reset, "network"},
	{"a byte a second", drip, "timeout"},
	{"silence", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, "timeout"},
	{"endless", endless, "too_large"},
}

func always(code int, kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(code)
		_, _ = io.WriteString(w, body)
	}
}

func reset(w http.ResponseWriter, _ *http.Request) {
	if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
		_ = conn.Close()
	}
}

func endless(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `[{"legal":"x"},{"position":"`)
	block := strings.Repeat("A", 1<<20)
	for range 200 {
		if _, err := io.WriteString(w, block); err != nil {
			return
		}
	}
}

func drip(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_, _ = io.WriteString(w, "[")
			_ = http.NewResponseController(w).Flush()
		case <-r.Context().Done():
			return
		}
	}
}

var emptyAnswer = map[string]string{
	"remoteok": `[{"last_updated":1,"legal":"x"}]`, "himalayas": `{"totalCount":0,"jobs":[]}`, "remotive": `{"job-count":0,"jobs":[]}`, "jobicy": `{"jobCount":0,"jobs":[]}`,
}

// names are the boards with the names that people read.
var names = []struct{ board, label string }{{"remoteok", "Remote OK"}, {"himalayas", "Himalayas"}, {"remotive", "Remotive"}, {"jobicy", "Jobicy"}}

// TestEveryBoardEveryFault breaks each board in each way, two boards at a time. The run must end well, send the others'
// listings, and say what broke in the mail, in its reasons and in `boards`; and a board that had worked loses nothing.
func TestEveryBoardEveryFault(t *testing.T) {
	t.Parallel()
	for i := 0; i < len(faults); i += 2 {
		for b := range names {
			one, two := faults[i], faults[(i+1)%len(faults)]
			t.Run(fmt.Sprintf("%s on %s, %s on %s", one.name, names[b].board, two.name, names[(b+1)%4].board), func(t *testing.T) {
				t.Parallel()
				h := newHost(t, "sqlite:shortlist.db", mailtest.Script{})
				h.breakBoard(b, one)
				h.breakBoard((b+1)%4, two)
				d := h.digest(0)
				if d.Outcome != "sent" || d.Picks == 0 {
					t.Fatalf("%+v", d)
				}
				h.told(d, b, one)
				h.told(d, (b+1)%4, two)
				h.losesNothing(b, one)
			})
		}
	}
}

func (h *host) breakBoard(b int, f fault) {
	handler := f.handler
	if f.outcome == "none" {
		handler = always(200, "application/json", emptyAnswer[names[b].board])
	}
	h.boards.set(names[b].board, handler)
}

// told checks that everybody hears of the fault.
func (h *host) told(d digest, b int, f fault) {
	h.t.Helper()
	label := names[b].label
	if text := plain(h.smtp.Messages()[0]); !strings.Contains(text, label+": ") || !strings.Contains(strings.Join(d.Reasons, "\n"), label+" ") {
		h.t.Errorf("the mail does not say that %s broke; reasons %q", label, d.Reasons)
	}
	if s := h.state(names[b].board); s.Outcome != f.outcome || s.Error == "" {
		h.t.Errorf("%+v, want %s", s, f.outcome)
	}
}

// losesNothing lets the board work and then break again: what it had stays.
func (h *host) losesNothing(b int, f fault) {
	h.t.Helper()
	h.boards.set(names[b].board, nil)
	h.boards.set(names[(b+1)%4].board, nil)
	good := h.check(names[b].board)
	if f.outcome != "timeout" { // that was waited for once
		h.breakBoard(b, f)
		h.check(names[b].board)
	}
	if s := h.state(names[b].board); good.Outcome != "ok" || s.Listings != good.Listings {
		h.t.Errorf("before %+v, after %+v", good, s)
	}
}

// plain is a message without the line breaks of quoted-printable.
func plain(message string) string { return strings.ReplaceAll(message, "=\r\n", "") }

type boardState struct {
	Board, Outcome, Error string
	Listings              int
}

func (h *host) state(board string) boardState { return h.boardsCommand(board, "boards", "--json") }
func (h *host) check(board string) boardState {
	return h.boardsCommand(board, "boards", "check", "--json")
}

func (h *host) boardsCommand(board string, args ...string) boardState {
	h.t.Helper()
	a := h.run(args...)
	var states []boardState
	if err := json.Unmarshal([]byte(a.out), &states); err != nil || a.code != 0 {
		h.t.Fatalf("%v %+v", err, a)
	}
	for _, s := range states {
		if s.Board == board {
			return s
		}
	}
	h.t.Fatalf("no %s in %s", board, a.out)
	return boardState{}
}
