package app

import (
	"context"
	"errors"
	"shortlist/cmd/internal/config"
	"shortlist/guardrail"
	"shortlist/guardrail/hostile"
	"shortlist/scoring"
	"shortlist/scoring/judge"
	"shortlist/scoring/judge/command"
	"shortlist/scoring/judge/gemini"
	"shortlist/scoring/judge/openai"
	"shortlist/scoring/judge/replay"
	"time"
)

// model is a provider's model with what a process does with it besides asking.
type model interface {
	judge.Model
	// Check asks the provider whether the model can be used. Its error says what to set.
	Check(ctx context.Context) error
	Close() error
}

// newModel makes the configured model, nil where there is none. Nothing is asked yet.
func (a *App) newModel(ctx context.Context, c config.Judge) (model, error) {
	switch c.Provider {
	case config.ProviderGemini:
		return gemini.New(ctx, gemini.Settings{Model: c.Model, Key: c.Key.Reveal(), BaseURL: c.BaseURL, Timeout: c.Timeout, Log: a.Log})
	case config.ProviderOpenAI:
		return openai.New(openai.Settings{Model: c.Model, Key: c.Key.Reveal(), BaseURL: c.BaseURL, Timeout: c.Timeout, Log: a.Log})
	case config.ProviderCommand:
		return command.New(command.Settings{Argv: c.Command, Env: c.Env, Model: c.Model, Timeout: c.Timeout})
	case config.ProviderReplay:
		return replay.Open(a.Config.Path(c.Replay))
	}
	return nil, nil
}

// newJudge makes the judge of a configuration, nil where it names none, and what closes it.
func (a *App) newJudge(ctx context.Context, c *config.Config) (*judge.Judge, model, error) {
	m, err := a.newModel(ctx, c.Judge)
	if err != nil || m == nil {
		return nil, nil, judgeError(err)
	}
	j, err := judge.New(m, judge.Options{
		Envelope: judge.EnvelopeFunc(hostile.Wrap), Spans: hostile.Spans, MoreSamples: func(_ *scoring.Listing, p *scoring.Profile, v scoring.Verdict) bool { return guardrail.CouldTurn(v, p) },
		Cache: a.Store.Replies(), Ledger: a.Store.JudgeUse(), Daily: judge.Use{Calls: c.Judge.DailyCalls, Tokens: c.Judge.DailyTokens},
		InFlight: c.Judge.InFlight, Timeout: c.Judge.Timeout, Meter: a.Metrics, Log: a.Log,
	})
	if err != nil {
		return nil, nil, judgeError(err)
	}
	return j, m, nil
}

// JudgeError is a judge that cannot be used as it is configured.
type JudgeError struct{ Err error }

func (e *JudgeError) Error() string { return "judge: " + e.Err.Error() }
func (e *JudgeError) Unwrap() error { return e.Err }

func judgeError(err error) error {
	if err == nil {
		return nil
	}
	return &JudgeError{err}
}

// CheckJudge asks the provider whether the model can be used. A provider that cannot be reached now is none of the
// configuration's mistakes: what it should have judged waits.
func (a *App) CheckJudge(ctx context.Context) error { return a.checkModel(ctx, a.parts.Load().model) }

func (a *App) checkModel(ctx context.Context, m model) error {
	if m == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, checkJudgeTime)
	defer cancel()
	err := m.Check(ctx)
	var failed *scoring.JudgeError
	if errors.As(err, &failed) && failed.Failure != scoring.FailModelGone {
		a.Log.Warn("the judge does not answer; what it should judge waits", "error", err)
		return nil
	}
	if c, ok := m.(interface{ Constrained() bool }); ok && err == nil && !c.Constrained() {
		a.Log.Warn("the judge's server does not hold its replies to the form that is asked for; those of another form are refused here, so more of them may be lost", "model", m.Name())
	}
	return judgeError(err)
}

const checkJudgeTime = 20 * time.Second
