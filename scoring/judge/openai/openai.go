// Package openai judges with any server that speaks OpenAI's chat completions: OpenAI itself, Ollama, llama.cpp, vLLM, OpenRouter,
// Gemini's compatible endpoint. Such servers differ in what they take and in what they do with it, so it starts with the most that
// the protocol offers, steps down where a server refuses, remembers that, and tests at start whether a schema is obeyed.
package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"shortlist/scoring"
	"shortlist/scoring/judge"
	"shortlist/scoring/judge/internal/wire"
)

const (
	// DefaultBaseURL is OpenAI's; /chat/completions is added to it.
	DefaultBaseURL = "https://api.openai.com/v1"

	providerName = "openai"
	path         = "/chat/completions"
)

// Settings say which server is asked for which model.
type Settings struct {
	Model   string        // required
	Key     string        // empty for servers that want none
	BaseURL string        // empty: DefaultBaseURL; for example http://127.0.0.1:11434/v1
	Timeout time.Duration // of one call; zero: two minutes
	Log     *slog.Logger  // hears of what the server refuses or disobeys; nil: nobody does
}

// Model is a judge.Model. It is safe for concurrent use.
type Model struct {
	name    string
	address string
	key     wire.Secret
	wire    *wire.Client
	log     *slog.Logger

	mu      sync.Mutex
	manners manners
	obeys   verdict
}

// New reads the settings. Nothing is sent. An error is one of the settings, and holds no key.
func New(s Settings) (*Model, error) {
	name := strings.TrimSpace(s.Model)
	if name == "" || len(name) > 200 {
		return nil, errors.New("the judge openai needs the name of a model: set judge.model")
	}
	key, err := wire.ReadSecret(s.Key)
	if err != nil {
		return nil, fmt.Errorf("judge key: %w", err)
	}
	if s.BaseURL == "" {
		s.BaseURL = DefaultBaseURL
	}
	base, err := wire.BaseURL(s.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("judge %w", err)
	}
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	return &Model{name: name, address: address(base), key: key, wire: wire.NewClient(key, s.Timeout), log: s.Log, manners: mannersOf(base)}, nil
}

// address takes a base URL that already ends with the path, as documentation often shows it.
func address(base *url.URL) string {
	return strings.TrimSuffix(base.String(), path) + path
}

// Close drops the connections.
func (m *Model) Close() error { m.wire.Close(); return nil }

// Provider is "openai".
func (m *Model) Provider() string { return providerName }

// Name is the model that is asked for.
func (m *Model) Name() string { return m.name }

// Generate asks for one reply. Each refusal of a setting costs one more request, once.
func (m *Model) Generate(ctx context.Context, r judge.Request) (judge.Reply, error) {
	if err := wire.Sendable(r.System, r.User); err != nil {
		return judge.Reply{}, err
	}
	for {
		used, obeys := m.state()
		reply, err := m.ask(ctx, r, used, obeys)
		var p *wire.Problem
		if !errors.As(err, &p) {
			return reply, err
		}
		next, refused := used.after(p, r)
		if refused == "" {
			return reply, err
		}
		m.remember(ctx, used, next, refused)
	}
}

func (m *Model) state() (manners, verdict) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.manners, m.obeys
}

// remember steps down once, although several calls in flight may have met the same refusal.
func (m *Model) remember(ctx context.Context, used, next manners, refused string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.manners != used {
		return
	}
	m.manners = next
	m.log.InfoContext(ctx, "the judge's server refuses a setting", "setting", refused)
}

func (m *Model) ask(ctx context.Context, r judge.Request, how manners, obeys verdict) (judge.Reply, error) {
	body, err := json.Marshal(how.body(m.name, r, obeys))
	if err != nil {
		return judge.Reply{}, wire.Fail(scoring.FailSchema, "the reply's schema is not JSON")
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, m.address, bytes.NewReader(body))
	if err != nil {
		return judge.Reply{}, wire.Fail(scoring.FailTransport, "base_url is not an address")
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	if key := m.key.Reveal(); key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	answer, err := m.wire.Do(req)
	if err != nil {
		return judge.Reply{}, m.named(err)
	}
	reply, err := read(answer, m.key)
	return reply, m.named(err)
}

// named adds the model to a failure that a person must set right.
func (m *Model) named(err error) error {
	var failure *scoring.JudgeError
	if !errors.As(err, &failure) || failure.Failure != scoring.FailModelGone {
		return err
	}
	gone := *failure
	gone.Err = fmt.Errorf("the server does not know the model %q, or base_url is wrong: %w", wire.Cut(m.name, 60), failure.Err)
	return &gone
}
