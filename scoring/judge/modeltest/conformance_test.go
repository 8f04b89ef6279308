package modeltest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"shortlist/scoring"
	"shortlist/scoring/judge"
	"shortlist/scoring/judge/command"
	"shortlist/scoring/judge/gemini"
	"shortlist/scoring/judge/modeltest"
	"shortlist/scoring/judge/openai"
	"shortlist/scoring/judge/replay"
)

// key is no key of anybody.
const key = "sk-test-4Fq9Zr2Lw8Xb-not-a-real-key"

const tooMuch = 4<<20 + 1

// program is the argument that turns the test's own binary into a program for the provider command.
const program = "speak-as-a-model"

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == program {
		os.Exit(speak(os.Args[2]))
	}
	os.Exit(m.Run())
}

// speak answers with a step as a program would.
func speak(raw string) int {
	var s modeltest.Step
	if err := json.Unmarshal([]byte(raw), &s); err != nil {
		return 3
	}
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return 3
	}
	switch {
	case s.Fault == modeltest.Hang:
		select {}
	case s.Refuse != "" || s.Status != 0:
		fmt.Fprintf(os.Stderr, "first line\n%s: refused with %s %s\n", s.Refuse, os.Getenv("CONFORMANCE_KEY"), s.Body)
		return 1
	case s.Size > 0:
		fmt.Print(strings.Repeat("x", s.Size))
	}
	fmt.Print(s.Text)
	return 0
}

var request = judge.Request{
	System: "You judge adverts. Answer in JSON.", User: "Advert: a lamp maker is sought.", MaxTokens: 400,
	Schema:  json.RawMessage(`{"type":"object","properties":{"rationale":{"type":"string"},"score":{"type":"integer"}},"required":["rationale","score"],"additionalProperties":false}`),
	Listing: scoring.Ref{Board: "lamps", ID: "7"}, Rubric: "abc", Sample: 1,
}

// target is one provider, set up so that its next answer is the step. sent counts the requests of a server.
type target struct {
	name string
	http bool
	open func(t *testing.T, step modeltest.Step, log *slog.Logger) (m judge.Model, sent func() int)
}

func targets() []target {
	overHTTP := func(numbers, google bool) func(*testing.T, modeltest.Step, *slog.Logger) (judge.Model, func() int) {
		return func(t *testing.T, step modeltest.Step, log *slog.Logger) (judge.Model, func() int) {
			s := modeltest.Serve(t, modeltest.Options{Numbers: numbers, Answer: func(modeltest.Request) modeltest.Step { return step }})
			sent := func() int { return len(s.Requests()) }
			if google {
				m, err := gemini.New(t.Context(), gemini.Settings{Model: "gemini-3.5-flash-lite", Key: key, BaseURL: s.URL, Log: log})
				fatal(t, err)
				t.Cleanup(func() { _ = m.Close() })
				return m, sent
			}
			m, err := openai.New(openai.Settings{Model: "lamp-1", Key: key, BaseURL: s.URL + "/v1", Log: log})
			fatal(t, err)
			t.Cleanup(func() { _ = m.Close() })
			return m, sent
		}
	}
	return []target{
		{"gemini with numbers", true, overHTTP(true, true)},
		{"gemini with names", true, overHTTP(false, true)},
		{"openai", true, overHTTP(false, false)},
		{"command", false, openCommand},
		{"replay", false, openReplay},
	}
}

func openCommand(t *testing.T, step modeltest.Step, _ *slog.Logger) (judge.Model, func() int) {
	raw, err := json.Marshal(step)
	fatal(t, err)
	m, err := command.New(command.Settings{Argv: []string{os.Args[0], program, string(raw)}, Env: []string{"CONFORMANCE_KEY"}, Model: "lamp-1"})
	fatal(t, err)
	return m, func() int { return 1 }
}

// openReplay records what a good provider would have said of the step.
func openReplay(t *testing.T, step modeltest.Step, _ *slog.Logger) (judge.Model, func() int) {
	r := replay.Record{Listing: "lamps:7", Sample: 1, Reply: step.Text, Model: step.Model, Tokens: step.Tokens}
	switch {
	case step.Refuse != "":
		r.Reply, r.Failure = "", step.Refuse
	case step.Text == "":
		r.Failure = scoring.FailEmpty
	}
	line, err := json.Marshal(r)
	fatal(t, err)
	m, err := replay.OpenFS(fstest.MapFS{"r.jsonl": {Data: line}}, "r.jsonl")
	fatal(t, err)
	return m, func() int { return 1 }
}

const reply = `{"rationale":"Lamps \u00fc <b>","score":7}`

// cases are what every provider must type alike. A case that only a server can bring about is left out for the others; program is
// the failure where a program cannot say more.
var cases = []struct {
	name     string
	step     modeltest.Step
	httpOnly bool
	brief    bool // the caller waits for a moment only
	want     scoring.Failure
	program  scoring.Failure
	says     bool // the server names a time to wait
	wait     time.Duration
}{
	{name: "reply", step: modeltest.Step{Text: reply, Model: "lamp-2", Tokens: scoring.Tokens{Prompt: 90, Cached: 10, Output: 12, Thinking: 30}}},
	{name: "thinking is no part of it", step: modeltest.Step{Text: reply, Model: "lamp-2", Thought: `{"score":9}`, Tokens: scoring.Tokens{Prompt: 90, Output: 12, Thinking: 51}}, httpOnly: true},
	{name: "no text", want: scoring.FailEmpty},
	{name: "thinking alone", step: modeltest.Step{Thought: "Let me see."}, httpOnly: true, want: scoring.FailEmpty},
	{name: "cut at the limit", step: modeltest.Step{Text: `{"rationale":"La`, Finish: modeltest.Length, Tokens: scoring.Tokens{Prompt: 90, Output: 400}}, httpOnly: true, want: scoring.FailTruncated},
	{name: "thinking took the limit", step: modeltest.Step{Finish: modeltest.Length, Tokens: scoring.Tokens{Prompt: 90, Thinking: 943}}, httpOnly: true, want: scoring.FailTruncated},
	{name: "blocked", step: modeltest.Step{Text: reply, Finish: modeltest.Filter, Tokens: scoring.Tokens{Prompt: 90}}, httpOnly: true, want: scoring.FailBlocked},
	{name: "unknown end", step: modeltest.Step{Text: reply, Finish: modeltest.Other}, httpOnly: true, want: scoring.FailMalformed},
	{name: "unknown end without text", step: modeltest.Step{Finish: modeltest.Other}, httpOnly: true, want: scoring.FailEmpty},
	{name: "overloaded", step: modeltest.Step{Refuse: scoring.FailOverloaded}, want: scoring.FailOverloaded, program: scoring.FailTransport},
	{name: "quota of the minute", step: modeltest.Step{Refuse: scoring.FailQuotaMinute, Wait: 34074824224}, want: scoring.FailQuotaMinute, program: scoring.FailTransport, says: true, wait: 34074824224},
	{name: "quota of the minute, at once", step: modeltest.Step{Refuse: scoring.FailQuotaMinute}, want: scoring.FailQuotaMinute, program: scoring.FailTransport, says: true, wait: 0},
	{name: "quota of the minute, unsaid", step: modeltest.Step{Refuse: scoring.FailQuotaMinute, Wait: -1}, want: scoring.FailQuotaMinute, program: scoring.FailTransport},
	{name: "quota of the day", step: modeltest.Step{Refuse: scoring.FailQuotaDay, Wait: -1}, want: scoring.FailQuotaDay, program: scoring.FailTransport},
	{name: "bad key", step: modeltest.Step{Refuse: scoring.FailAuth}, want: scoring.FailAuth, program: scoring.FailTransport},
	{name: "no such model", step: modeltest.Step{Refuse: scoring.FailModelGone}, want: scoring.FailModelGone, program: scoring.FailTransport},
	{name: "the key comes back", step: modeltest.Step{Status: 401, Body: `{"error":{"message":"Incorrect API key provided: ` + key + ` (` + key[:14] + `...)","code":"` + key + `","type":"` + key[:20] + `","param":"` + key + `"}}`},
		want: scoring.FailAuth, program: scoring.FailTransport, httpOnly: true},
	{name: "the key comes back in a good answer", step: modeltest.Step{Body: `{"error":"` + key + `"}`}, want: scoring.FailOverloaded, httpOnly: true},
	{name: "forbidden", step: modeltest.Step{Status: 403, Body: `{"error":{"code":403,"message":"no caller","status":"PERMISSION_DENIED"}}`}, httpOnly: true, want: scoring.FailAuth},
	{name: "bad request", step: modeltest.Step{Status: 400, Body: `{"error":{"code":400,"message":"Invalid value at contents"}}`}, httpOnly: true, want: scoring.FailSchema},
	{name: "500", step: modeltest.Step{Status: 500, Body: `{"error":{"code":500,"message":"Internal error encountered.","status":"INTERNAL"}}`}, httpOnly: true, want: scoring.FailOverloaded},
	{name: "502 with a page", step: modeltest.Step{Status: 502, Body: "<html><h1>502 Bad Gateway</h1></html>", Header: map[string]string{"Content-Type": "text/html"}}, httpOnly: true, want: scoring.FailOverloaded},
	{name: "504", step: modeltest.Step{Status: 504, Body: `{"error":{"code":504,"message":"late","status":"DEADLINE_EXCEEDED"}}`}, httpOnly: true, want: scoring.FailOverloaded},
	{name: "a quota without details", step: modeltest.Step{Status: 429, Body: `{"error":{"code":429,"message":"Resource has been exhausted (e.g. check quota).","status":"RESOURCE_EXHAUSTED"}}`}, httpOnly: true, want: scoring.FailQuotaMinute},
	{name: "a quota in an array", step: modeltest.Step{Status: 429, Body: `[{"error":{"code":429,"message":"Please retry in 10.05676626s.","status":"RESOURCE_EXHAUSTED"}}]`}, httpOnly: true, want: scoring.FailQuotaMinute, says: true, wait: 10056766260},
	{name: "a quota with nothing", step: modeltest.Step{Status: 429, Header: map[string]string{"Retry-After": "20"}}, httpOnly: true, want: scoring.FailQuotaMinute, says: true, wait: 20 * time.Second},
	{name: "leads elsewhere", step: modeltest.Step{Status: 307, Header: map[string]string{"Location": "http://127.0.0.1:9/?key=" + key}}, httpOnly: true, want: scoring.FailTransport},
	{name: "an empty body", step: modeltest.Step{Body: " "}, httpOnly: true, want: scoring.FailMalformed},
	{name: "a page", step: modeltest.Step{Body: "<html>sign in</html>", Header: map[string]string{"Content-Type": "text/html"}}, httpOnly: true, want: scoring.FailMalformed},
	{name: "an empty object", step: modeltest.Step{Body: "{}"}, httpOnly: true, want: scoring.FailEmpty},
	{name: "trailing garbage", step: modeltest.Step{Body: "{} {}"}, httpOnly: true, want: scoring.FailMalformed},
	{name: "a key twice", step: modeltest.Step{Body: `{"choices":[],"choices":[],"candidates":[],"candidates":[]}`}, httpOnly: true, want: scoring.FailMalformed},
	{name: "null candidates", step: modeltest.Step{Body: `{"choices":[null],"candidates":[null]}`}, httpOnly: true, want: scoring.FailMalformed},
	{name: "an array", step: modeltest.Step{Body: `[]`}, httpOnly: true, want: scoring.FailMalformed},
	{name: "cut on the way", step: modeltest.Step{Text: reply, Fault: modeltest.Cut}, httpOnly: true, want: scoring.FailTransport},
	{name: "an error cut on the way", step: modeltest.Step{Refuse: scoring.FailOverloaded, Fault: modeltest.Cut}, httpOnly: true, want: scoring.FailOverloaded},
	{name: "closed", step: modeltest.Step{Fault: modeltest.Close}, httpOnly: true, want: scoring.FailTransport},
	{name: "too large", step: modeltest.Step{Text: reply, Size: tooMuch}, want: scoring.FailMalformed},
	{name: "late", step: modeltest.Step{Text: reply, Delay: time.Hour}, httpOnly: true, brief: true, want: scoring.FailTimeout},
	{name: "in time", step: modeltest.Step{Text: reply, Model: "lamp-2", Delay: time.Millisecond}, httpOnly: true},
	{name: "hangs", step: modeltest.Step{Fault: modeltest.Hang}, brief: true, want: scoring.FailTimeout},
	{name: "trickles", step: modeltest.Step{Text: reply, Fault: modeltest.Trickle}, httpOnly: true, brief: true, want: scoring.FailTimeout},
}

func TestEveryProviderTypesAlike(t *testing.T) {
	t.Setenv("CONFORMANCE_KEY", key) // before the subtests, which run side by side
	for _, to := range targets() {
		for _, c := range cases {
			if c.httpOnly && !to.http || to.name == "replay" && (c.brief || c.step.Size > 0) {
				continue
			}
			t.Run(to.name+"/"+c.name, func(t *testing.T) {
				want := c.want
				if to.name == "command" && c.program != "" {
					want = c.program
				}
				var logged bytes.Buffer
				m, sent := to.open(t, c.step, slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug})))
				ctx := t.Context()
				if c.brief {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, 200*time.Millisecond)
					defer cancel()
				}
				got, err := m.Generate(ctx, request)
				noKey(t, fmt.Sprintf("%v %v %#v %+v %s", got, m, m, m, logged.String()))
				if n := sent(); n != 1 {
					t.Errorf("%d requests, want 1", n)
				}
				if want == "" {
					fatal(t, err)
					whole := judge.Reply{Text: reply, Model: c.step.Model, Tokens: c.step.Tokens}
					if to.name == "command" {
						whole = judge.Reply{Text: reply}
					}
					if got != whole {
						t.Errorf("got %+v, want %+v", got, whole)
					}
					return
				}
				failed(t, err, want, c.step.Tokens)
				var e *scoring.JudgeError
				wait := time.Duration(-1)
				if c.says && to.http {
					wait = c.wait
				}
				if errors.As(err, &e); e.RetryAfter != wait {
					t.Errorf("try again after %v, want %v", e.RetryAfter, wait)
				}
			})
		}
	}
}

func failed(t *testing.T, err error, want scoring.Failure, tokens scoring.Tokens) {
	t.Helper()
	var e *scoring.JudgeError
	if !errors.As(err, &e) {
		t.Fatalf("error is %T %v, not a *JudgeError", err, err)
	}
	if e.Failure != want {
		t.Errorf("failure is %s (%v), want %s", e.Failure, err, want)
	}
	if e.Tokens != tokens {
		t.Errorf("tokens are %+v, want %+v", e.Tokens, tokens)
	}
	if len(err.Error()) > 700 || strings.ContainsAny(err.Error(), "\n\r") {
		t.Errorf("not a line: %q", err)
	}
	for ; err != nil; err = errors.Unwrap(err) {
		noKey(t, fmt.Sprintf("%v %+v %#v", err, err, err))
	}
}

// noKey looks for any ten characters of the key.
func noKey(t *testing.T, text string) {
	t.Helper()
	for i := 0; i+10 <= len(key); i++ {
		if strings.Contains(text, key[i:i+10]) {
			t.Fatalf("the key is in …%.200q", text[max(0, strings.Index(text, key[i:i+10])-100):])
		}
	}
}

func fatal(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestNobodyListens(t *testing.T) {
	t.Parallel()
	const nowhere = "http://127.0.0.1:1"
	g, err := gemini.New(t.Context(), gemini.Settings{Key: key, BaseURL: nowhere})
	fatal(t, err)
	o, err := openai.New(openai.Settings{Model: "lamp-1", Key: key, BaseURL: nowhere})
	fatal(t, err)
	for _, m := range []judge.Model{g, o} {
		_, err := m.Generate(t.Context(), request)
		failed(t, err, scoring.FailTransport, scoring.Tokens{})
	}
}

// A caller that has gone already costs nothing, and can be told from one whose time ran out.
func TestCallerHasGone(t *testing.T) {
	t.Parallel()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, to := range targets() {
		m, _ := to.open(t, modeltest.Step{Text: reply}, nil)
		_, err := m.Generate(gone, request)
		failed(t, err, scoring.FailTimeout, scoring.Tokens{})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v does not say that the caller left", to.name, err)
		}
	}
}

func TestKeyTravelsInAHeader(t *testing.T) {
	t.Parallel()
	s := modeltest.Serve(t, modeltest.Options{Answer: func(modeltest.Request) modeltest.Step { return modeltest.Step{Text: reply} }})
	g, err := gemini.New(t.Context(), gemini.Settings{Key: key, BaseURL: s.URL + "/"})
	fatal(t, err)
	o, err := openai.New(openai.Settings{Model: "lamp-1", Key: key, BaseURL: s.URL + "/v1/"})
	fatal(t, err)
	for _, m := range []judge.Model{g, o} {
		_, err := m.Generate(t.Context(), request)
		fatal(t, err)
	}
	seen := s.Requests()
	if len(seen) != 2 {
		t.Fatalf("%d requests, want 2", len(seen))
	}
	if got := seen[0].Header.Get("X-Goog-Api-Key"); got != key {
		t.Errorf("x-goog-api-key is %q", got)
	}
	if got := seen[1].Header.Get("Authorization"); got != "Bearer "+key {
		t.Errorf("authorization is %q", got)
	}
	for _, r := range seen {
		noKey(t, r.Path+r.Query+string(r.Body))
		if r.System != request.System || r.User != request.User || r.Method != http.MethodPost {
			t.Errorf("asked %s with system %q and user %q", r.Method, r.System, r.User)
		}
		if r.MaxTokens < request.MaxTokens || len(r.Schema) == 0 {
			t.Errorf("asked for %d tokens and schema %s", r.MaxTokens, r.Schema)
		}
	}
}
