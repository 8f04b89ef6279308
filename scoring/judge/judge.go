// Package judge asks a model to score a listing against a person's rubric, and believes only a reply of the exact form
// whose quotes stand in the advert. A failure is never a score.
package judge

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"strings"
	"time"

	"shortlist/scoring"
)

// Envelope wraps an advert so that its text can neither close nor imitate the wrapping. The nonce is new for each call; it is
// empty where only what becomes of the text matters, since quotes are looked for in what the model was shown.
type Envelope interface {
	Wrap(text, nonce string) string
}

// EnvelopeFunc is an Envelope that is a function.
type EnvelopeFunc func(text, nonce string) string

// Wrap calls f.
func (f EnvelopeFunc) Wrap(text, nonce string) string { return f(text, nonce) }

// Finding is what a gate says of a listing, for the prompt. It holds no word of the advert.
type Finding struct {
	Gate   string // its name or, for a title cap, its id
	Cap    int    // the highest score that it leaves; 0 where Unsure
	Unsure bool
}

// Options are what a Judge is made of. Envelope is required.
type Options struct {
	Envelope Envelope
	// Spans are the byte ranges of a wrapped text that are flagged as hostile; a quote wholly inside one is void. Nil: none is.
	Spans func(text string, flags []scoring.Flag) [][2]int
	// Gates are the gates that fired or are unsure, told to the model. Nil: none is told.
	Gates func(*scoring.Listing, *scoring.Profile) []Finding
	// MoreSamples says whether two further samples could turn what is done with the listing. Nil: one sample does.
	MoreSamples func(*scoring.Listing, *scoring.Profile, scoring.Verdict) bool

	Cache    Cache         // nil: nothing is kept
	Ledger   Ledger        // nil: one in memory
	Daily    Use           // limits of a day; zero: none
	InFlight int           // calls at once; 0: 4
	Timeout  time.Duration // of one call; 0: 60 s
	// MaxTokens bounds one reply; a reply cut by it is asked for once more with twice as many. 0: 2048.
	MaxTokens int
	Meter     Meter         // nil: nothing is counted
	Log       *slog.Logger  // nil: nothing is logged
	Nonce     func() string // nil: random; it must be safe for concurrent use
}

// Judge is a scoring.Judge over a Model. It is safe for concurrent use. What all runs of a process share is in it: calls in
// flight, pauses, the circuit breaker and the day's budget; so a process makes one per model.
type Judge struct {
	model  Model
	o      Options
	pace   *pace
	budget budget
	served served
}

// New returns a Judge that asks m.
func New(m Model, o Options) (*Judge, error) {
	if m == nil || o.Envelope == nil {
		return nil, errors.New("judge: a model and an envelope are required")
	}
	if o.InFlight <= 0 {
		o.InFlight = 4
	}
	if o.Timeout <= 0 {
		o.Timeout = time.Minute
	}
	if o.MaxTokens <= 0 {
		o.MaxTokens = 2048
	}
	if o.Ledger == nil {
		o.Ledger = NewMemory()
	}
	if o.Meter == nil {
		o.Meter = noMeter{}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Nonce == nil {
		o.Nonce = func() string { return strings.ToLower(rand.Text()[:20]) }
	}
	return &Judge{model: m, o: o, pace: newPace(o.InFlight),
		budget: budget{ledger: o.Ledger, daily: o.Daily, provider: m.Provider(), meter: o.Meter}}, nil
}

// Judge scores one listing outside of any run: the day's limits hold, those of a run do not. The error is a
// *scoring.JudgeError.
func (j *Judge) Judge(ctx context.Context, l *scoring.Listing, p *scoring.Profile) (scoring.Verdict, error) {
	return j.judge(ctx, nil, l, p, func() {})
}

// judge is Judge within a run, or within none. It calls admitted once a call has its place in the budget.
func (j *Judge) judge(ctx context.Context, s *Session, l *scoring.Listing, p *scoring.Profile, admitted func()) (scoring.Verdict, error) {
	q := j.question(l, p)
	q.admitted = admitted
	first, err := j.sample(ctx, s, q, 0)
	if err != nil {
		return scoring.Verdict{}, err
	}
	samples := []scoring.Verdict{first}
	if j.o.MoreSamples != nil && j.o.MoreSamples(l, p, middle(samples)) {
		for n := 1; n <= 2; n++ {
			v, err := j.sample(ctx, s, q, n)
			if err != nil {
				// A sample that failed is no score. What is there stands, and the session has seen the failure.
				j.o.Log.Warn("a further sample failed", "listing", l.Ref.String(), "failure", failureOf(err), "error", err)
				s.note(err)
				break
			}
			samples = append(samples, v)
		}
	}
	return middle(samples), nil
}
