package gemini

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/generative-ai-go/genai"

	"shortlist/scoring"
	"shortlist/scoring/judge/internal/wire"
)

// Check asks the service for the model by its name, which costs no tokens. A model that is retired, unknown or unable to answer
// prompts is a *scoring.JudgeError with FailModelGone that names it and one that is current; a wrong key is one with FailAuth. An
// end that is still to come is a warning in the log.
func (m *Model) Check(ctx context.Context) error { return m.checkAt(ctx, time.Now()) }

func (m *Model) checkAt(ctx context.Context, now time.Time) error {
	sentence, retired := Retirement(m.name, now)
	if retired {
		return wire.Fail(scoring.FailModelGone, sentence)
	}
	if sentence != "" {
		m.log.WarnContext(ctx, "the judge's model will end", "model", m.name, "why", sentence)
	}
	var info *genai.ModelInfo
	err := guarded(func() (err error) {
		info, err = m.sdk.GenerativeModel(m.name).Info(ctx)
		return err
	})
	if err != nil {
		failure := typed(ctx, err)
		if failure.Failure != scoring.FailModelGone {
			return failure
		}
		gone := *failure
		gone.Err = fmt.Errorf("%s is not known to Gemini; a current model is %s: %w", m.name, DefaultModel, failure.Err)
		return &gone
	}
	if methods := info.SupportedGenerationMethods; len(methods) > 0 && !slices.Contains(methods, "generateContent") {
		return wire.Fail(scoring.FailModelGone, fmt.Sprintf("%s does not answer prompts; a current model is %s", m.name, DefaultModel))
	}
	return nil
}
