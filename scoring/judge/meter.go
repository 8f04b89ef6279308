package judge

import "time"

// OutcomeOK is the outcome of a call that gave a verdict; every other outcome is a scoring.Failure.
const OutcomeOK = "ok"

// Meter counts what judging does. Its methods are called from many goroutines.
type Meter interface {
	// Call is one call of the model that was made, retries included; its outcome is OutcomeOK or a scoring.Failure.
	Call(provider, outcome string, took time.Duration)
	// Tokens are those of one call, by kind: prompt, cached, output, thinking.
	Tokens(provider, kind string, n int)
	// BudgetRemaining is what is left of the day's limit, of calls or of tokens, whichever has less: from 0 to 1.
	BudgetRemaining(ratio float64)
}

type noMeter struct{}

func (noMeter) Call(string, string, time.Duration) {}
func (noMeter) Tokens(string, string, int)         {}
func (noMeter) BudgetRemaining(float64)            {}
