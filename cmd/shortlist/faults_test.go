package main_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"shortlist/digest/mail/mailtest"
)

// faults are the ways a board breaks, and the outcome that each must have.
var faults = []struct {
	name    string
	handler http.HandlerFunc
	outcome string
}{
	{"challenge page", answer200(403, "text/html", "<!doctype html><title>Just a moment...</title>"), "blocked"},
	{"404", answer200(404, "text/plain", "gone"), "gone"},
	{"429", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Retry-After", "30"); w.WriteHeader(429) }, "rate_limited"},
	{"500", answer200(500, "text/plain", "upstream error"), "server_error"},
	{"503", answer200(503, "text/plain", "upstream error"), "server_error"},
	{"empty", answer200(200, "application/json", ""), "malformed"},
	{"no listings", answer200(200, "application/json", ""), "none"}, // its body depends on the board
	{"page", answer200(200, "text/html", "<!doctype html><title>Remote jobs</title><p>We moved."), "wrong_type"},
	{"cut", answer200(200, "application/json", `[{"legal":"x"},{"position":"Gophe`), "malformed"},
	{"random bytes", answer200(200, "application/json", "\x8f\x03\xffabc\x00"), "malformed"},
	{"private redirect", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://169.254.169.254/latest/meta-data/", http.StatusFound)
	}, "redirected"},
	{"reset", reset, "network"},
	{"endless", endless, "too_large"},
	{"a byte a second", drip, "timeout"},
	{"silence", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, "timeout"},
}

func answer200(code int, kind, body string) http.HandlerFunc {
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

// TestEveryBoardEveryFault breaks each board in each way after it once worked. The run must end well and within 40 s, send
// the others' listings, say what broke in the mail and in `boards`, lose nothing, and take little memory.
func TestEveryBoardEveryFault(t *testing.T) {
	t.Parallel()
	for _, f := range faults {
		for _, board := range []string{"remoteok", "himalayas", "remotive", "jobicy"} {
			t.Run(f.name+"/"+board, func(t *testing.T) {
				t.Parallel()
				h := newHost(t, "sqlite:shortlist.db", mailtest.Script{})
				handler := f.handler
				if f.outcome == "none" {
					handler = answer200(200, "application/json", emptyAnswer[board])
				}
				h.boards.set(board, handler)
				d := h.digest(0)
				if d.Outcome != "sent" || d.Picks == 0 {
					t.Fatalf("%+v", d)
				}
				label := map[string]string{"remoteok": "Remote OK", "himalayas": "Himalayas", "remotive": "Remotive", "jobicy": "Jobicy"}[board]
				if text := plain(h.smtp.Messages()[0]); !strings.Contains(text, label+": ") || !strings.Contains(strings.Join(d.Reasons, "\n"), label+" ") {
					t.Errorf("the mail does not say that %s broke; reasons %q", label, d.Reasons)
				}
				if s := h.state(board); s.Outcome != f.outcome || s.Error == "" {
					t.Errorf("%+v, want %s", s, f.outcome)
				}
				// It works again, and breaks again: what it had stays.
				h.boards.set(board, nil)
				good := h.check(board)
				h.boards.set(board, handler)
				if f.outcome != "timeout" { // those were waited for once
					h.check(board)
				}
				if s := h.state(board); good.Outcome != "ok" || s.Listings != good.Listings {
					t.Errorf("before %+v, after %+v", good, s)
				}
			})
		}
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
