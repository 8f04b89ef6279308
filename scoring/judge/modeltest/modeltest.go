// Package modeltest is a model's server for tests: it speaks Gemini's generateContent and OpenAI's chat completions, and answers each
// call as it is told.
package modeltest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"shortlist/scoring"
)

// Finish is why a reply ended, in no protocol's words.
type Finish int

// The closed set of Finish.
const (
	Stop Finish = iota
	Length
	Filter
	Other // a reason that nobody knows
)

// Fault is what happens to an answer on its way.
type Fault int

// The closed set of Fault.
const (
	None    Fault = iota
	Hang          // no answer until the caller or the test ends
	Close         // the connection is closed before any answer
	Cut           // half of the body, although all of it was announced
	Trickle       // a byte now and then
)

// Step is one answer. The zero step is a reply without text.
type Step struct {
	Text    string // of the reply
	Thought string // thinking in front of it
	Finish  Finish
	Model   string         // that served; empty: the one that was asked for
	Tokens  scoring.Tokens // of the reply

	// Refuse answers with the error that the protocol has for overloaded, quota_minute, quota_day, auth or model_gone. Wait is what
	// the error asks for; a quota that names no wait has -1.
	Refuse scoring.Failure
	Wait   time.Duration

	// Status and Body answer as they are, in place of a reply. Size fills the body up with spaces to so many bytes.
	Status int
	Body   string
	Size   int
	Header map[string]string // Content-Type too

	Delay time.Duration // before the answer
	Fault Fault
}

// Request is what was asked, with what both protocols say read from it.
type Request struct {
	Method, Path, Query string
	Header              http.Header
	Body                []byte
	Gemini              bool // else OpenAI
	Model               string
	System, User        string
	Schema              json.RawMessage // as sent
	MaxTokens           int
}

// Options say how the server is.
type Options struct {
	Numbers bool               // Gemini's enumerations as numbers, as its library asks for; else as names
	Models  []string           // that exist; nil: all do
	Answer  func(Request) Step // for what the script does not answer; nil: a reply of {}
}

// Server answers with its script, step by step over all connections, and then with Options.Answer.
type Server struct {
	// URL is the base URL for Gemini; for OpenAI add /v1.
	URL string

	options Options
	done    chan struct{}
	mu      sync.Mutex
	script  []Step
	seen    []Request
}

// Serve starts a server that ends with the test.
func Serve(t testing.TB, o Options) *Server {
	t.Helper()
	s := &Server{options: o, done: make(chan struct{})}
	web := httptest.NewServer(http.HandlerFunc(s.serve))
	s.URL = web.URL
	t.Cleanup(func() {
		close(s.done)
		web.Close()
	})
	return s
}

// Script adds steps for the next calls of a model. Questions about models are answered from Options.Models alone.
func (s *Server) Script(steps ...Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = append(s.script, steps...)
}

// Requests are all that came so far, in order.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.seen)
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the caller has gone
	}
	q := Request{Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery, Header: r.Header.Clone(), Body: body}
	_, rest, gemini := strings.Cut(r.URL.Path, "/v1beta/models")
	model, generate := strings.CutSuffix(strings.TrimPrefix(rest, "/"), ":generateContent")
	var step Step
	var p protocol
	switch {
	case gemini && r.Method == http.MethodPost && generate:
		q.Gemini, q.Model, p = true, model, geminiProtocol{s.options.Numbers}
		readGemini(&q)
		step = s.next(q)
	case gemini && r.Method == http.MethodGet:
		q.Gemini, q.Model, p = true, model, geminiProtocol{s.options.Numbers}
		s.record(q)
		step = s.about(model)
	case r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/chat/completions"):
		p = openaiProtocol{}
		readOpenAI(&q)
		step = s.next(q)
	default:
		s.record(q)
		http.NotFound(w, r)
		return
	}
	s.answer(w, r, q, p, step)
}

func (s *Server) record(q Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, q)
}

// next records the request and takes the step that answers it.
func (s *Server) next(q Request) Step {
	s.mu.Lock()
	s.seen = append(s.seen, q)
	if s.options.Models != nil && !slices.Contains(s.options.Models, q.Model) {
		s.mu.Unlock()
		return Step{Refuse: scoring.FailModelGone}
	}
	if len(s.script) > 0 {
		step := s.script[0]
		s.script = s.script[1:]
		s.mu.Unlock()
		return step
	}
	s.mu.Unlock()
	if s.options.Answer == nil {
		return Step{Text: "{}"}
	}
	return s.options.Answer(q)
}

func (s *Server) about(model string) Step {
	switch {
	case model == "": // the list
		names := make([]map[string]string, 0, len(s.options.Models))
		for _, m := range s.options.Models {
			names = append(names, map[string]string{"name": "models/" + m})
		}
		return Step{Status: http.StatusOK, Body: mustJSON(map[string]any{"models": names})}
	case s.options.Models != nil && !slices.Contains(s.options.Models, model):
		return Step{Refuse: scoring.FailModelGone}
	}
	return Step{Status: http.StatusOK, Body: mustJSON(map[string]any{"name": "models/" + model, "version": "001", "inputTokenLimit": 1048576, "outputTokenLimit": 65536,
		"supportedGenerationMethods": []string{"generateContent", "countTokens"}, "thinking": true})}
}

func (s *Server) answer(w http.ResponseWriter, r *http.Request, q Request, p protocol, step Step) {
	if step.Delay > 0 && !s.wait(r, step.Delay) {
		return
	}
	switch step.Fault {
	case Hang:
		s.wait(r, time.Hour)
		return
	case Close:
		panic(http.ErrAbortHandler)
	}
	status, body := step.Status, step.Body
	header := map[string]string{"Content-Type": "application/json; charset=UTF-8"}
	switch {
	case step.Refuse != "":
		status, body = p.refuse(step.Refuse, q.Model, step.Wait, header)
	case status == 0 && body == "":
		status, body = http.StatusOK, p.reply(q, step)
	case status == 0:
		status = http.StatusOK
	}
	if missing := step.Size - len(body); missing > 0 {
		body += strings.Repeat(" ", missing)
	}
	for name, value := range step.Header {
		header[name] = value
	}
	for name, value := range header {
		w.Header().Set(name, value)
	}
	s.send(w, r, status, body, step.Fault)
}

func (s *Server) send(w http.ResponseWriter, r *http.Request, status int, body string, fault Fault) {
	out := http.NewResponseController(w)
	switch fault {
	case Cut:
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body[:len(body)/2]) // an error is the caller's leaving
		_ = out.Flush()
		panic(http.ErrAbortHandler)
	case Trickle:
		w.WriteHeader(status)
		for i := range len(body) {
			if _, err := io.WriteString(w, body[i:i+1]); err != nil || out.Flush() != nil || !s.wait(r, 50*time.Millisecond) {
				return
			}
		}
	default:
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// wait is false where the caller or the test ended first.
func (s *Server) wait(r *http.Request, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.Context().Done():
	case <-s.done:
	}
	return false
}
