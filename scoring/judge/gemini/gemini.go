// Package gemini judges with Google's models through github.com/google/generative-ai-go. That library is out of support and loses
// half of what today's service says, so a transport of our own stands under it: it sends the key in a header, adds what the library
// cannot say, reads the answer under a limit, takes out of it what the library cannot bear, and types every refusal.
package gemini

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/generative-ai-go/genai"
	"google.golang.org/api/option"
	"google.golang.org/api/option/internaloption"
	gtransport "google.golang.org/api/transport/grpc"

	"shortlist/scoring"
	"shortlist/scoring/judge"
	"shortlist/scoring/judge/internal/wire"
)

const (
	// DefaultModel is the model that gemini-2.5-flash is routed to since its end.
	DefaultModel = "gemini-3.5-flash-lite"
	// DefaultBaseURL is Google's address; /v1beta/models/… is added to it.
	DefaultBaseURL = "https://generativelanguage.googleapis.com"

	providerName   = "gemini"
	defaultTimeout = time.Minute
)

// Settings say which model is asked, and where.
type Settings struct {
	Model   string        // empty: DefaultModel; "models/…" and "tunedModels/…" are taken too
	Key     string        // required
	BaseURL string        // empty: DefaultBaseURL; it may carry a path prefix
	Timeout time.Duration // of one call; zero: one minute
	Log     *slog.Logger  // hears of a model that will be retired; nil: nobody does
}

// Model is a judge.Model. It is safe for concurrent use, and one of them serves a whole process.
type Model struct {
	name       string
	sdk        *genai.Client
	wire       *wire.Client
	log        *slog.Logger
	traits     traits
	noThinking atomic.Bool // the model refused to be told how much to think
}

var modelName = regexp.MustCompile(`^(tunedModels/)?[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`)

// New opens the provider. Nothing is sent. An error is one of the settings, and holds no key.
func New(ctx context.Context, s Settings) (*Model, error) {
	name := strings.TrimPrefix(s.Model, "models/")
	if name == "" {
		name = DefaultModel
	}
	if !modelName.MatchString(name) {
		return nil, fmt.Errorf("judge model %q: not the name of a model; write for example %s", wire.Cut(name, 40), DefaultModel)
	}
	key, err := wire.ReadSecret(s.Key)
	if err != nil {
		return nil, fmt.Errorf("judge key: %w", err)
	}
	if key.Reveal() == "" {
		return nil, errors.New("the judge gemini needs a key: set key_file or GEMINI_API_KEY (https://ai.google.dev)")
	}
	if s.BaseURL == "" {
		s.BaseURL = DefaultBaseURL
	}
	base, err := wire.BaseURL(s.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("judge %w", err)
	}
	if s.Timeout <= 0 {
		s.Timeout = defaultTimeout
	}
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	m := &Model{name: name, wire: wire.NewClient(key, s.Timeout), log: s.Log, traits: traitsOf(name)}
	// The library's logger is silent, since a variable of the environment could otherwise make it write whole prompts.
	m.sdk, err = genai.NewClient(ctx, option.WithHTTPClient(&http.Client{Transport: &transport{client: m.wire, key: key}}),
		gtransport.WithConnPool(noPool{}), internaloption.SkipDialSettingsValidation(),
		option.WithEndpoint(base.String()), option.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		return nil, errors.New("gemini: " + key.Sentence(err.Error()))
	}
	return m, nil
}

// Close drops the connections.
func (m *Model) Close() error {
	// Not the library's own end, which takes its client from under the calls on their way; it holds nothing but the wire.
	m.wire.Close()
	return nil
}

// Provider is "gemini".
func (m *Model) Provider() string { return providerName }

// Name is the model that is asked for, without "models/".
func (m *Model) Name() string { return m.name }

// Generate asks once. Where a model refuses the setting that keeps its thinking short, it is asked again without, and never told
// again.
func (m *Model) Generate(ctx context.Context, r judge.Request) (judge.Reply, error) {
	if err := wire.Sendable(r.System, r.User); err != nil {
		return judge.Reply{}, err
	}
	c := &call{max: r.MaxTokens}
	var err error
	if c.schema, err = convert(r.Schema); err != nil {
		return judge.Reply{}, wire.Fail(scoring.FailSchema, "the reply's schema cannot be told to Gemini: "+err.Error())
	}
	if !m.noThinking.Load() {
		c.thinking = m.traits.thinking
	}
	reply, err := m.ask(ctx, c, r)
	var p *wire.Problem
	if c.thinking != nil && errors.As(err, &p) && p.Status == http.StatusBadRequest && p.Tells("thinking") {
		m.noThinking.Store(true)
		again := *c
		again.thinking, again.answer = nil, nil
		return m.ask(ctx, &again, r)
	}
	return reply, err
}

func (m *Model) ask(ctx context.Context, c *call, r judge.Request) (judge.Reply, error) {
	model := m.sdk.GenerativeModel(m.name)
	model.ResponseMIMEType = "application/json"
	if m.traits.sampling {
		model.SetTemperature(0)
	}
	if r.System != "" {
		model.SystemInstruction = genai.NewUserContent(genai.Text(r.System))
	}
	var resp *genai.GenerateContentResponse
	err := guarded(func() (err error) {
		resp, err = model.GenerateContent(context.WithValue(ctx, callKey{}, c), genai.Text(r.User))
		return err
	})
	if c.answer == nil {
		return judge.Reply{}, typed(ctx, err)
	}
	if failure := c.answer.failure(); failure != nil {
		return judge.Reply{}, failure
	}
	if err != nil { // the transport has read the answer, the library could not
		failure := typed(ctx, err)
		failure.Tokens = c.answer.tokens
		return judge.Reply{}, failure
	}
	return judge.Reply{Text: joined(resp), Model: c.answer.served, Tokens: c.answer.tokens}, nil
}

// joined is the answer's text, which may come in several parts.
func joined(resp *genai.GenerateContentResponse) string {
	var b strings.Builder
	for _, candidate := range resp.Candidates {
		if candidate.Content == nil {
			continue
		}
		for _, part := range candidate.Content.Parts {
			if text, ok := part.(genai.Text); ok {
				b.WriteString(string(text))
			}
		}
	}
	return b.String()
}

// guarded turns a panic of the library into an error; it has one for a part that it does not know.
func guarded(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = wire.Fail(scoring.FailMalformed, "the library cannot read the answer")
		}
	}()
	return f()
}

// typed finds what our transport said under what the library made of it. What is left is the end of the context before anything was
// sent, or an answer that the library cannot read, whose words are not worth showing.
func typed(ctx context.Context, err error) *scoring.JudgeError {
	var failure *scoring.JudgeError
	switch {
	case errors.As(err, &failure):
		return failure
	case ctx.Err() != nil:
		return wire.Ended(ctx.Err())
	}
	return wire.Fail(scoring.FailMalformed, "the library cannot read the answer")
}
