package scoring

import (
	"context"
	"fmt"
	"time"
)

// Judge scores one listing against one person's rubric. An error is a *JudgeError and never stands for a score.
type Judge interface {
	Judge(ctx context.Context, l *Listing, p *Profile) (Verdict, error)
}

// Verdict is what a judge said of one listing for one person. Its texts are as the model wrote them: data, never markup.
type Verdict struct {
	Criteria      []Criterion    `json:"criteria"`
	Disqualifiers []Disqualifier `json:"disqualifiers"`
	Evidence      []string       `json:"evidence"`             // verbatim quotes of the advert
	Rationale     string         `json:"rationale"`            // at most 200 runes
	Score         int            `json:"score"`                // 1-10; the median where several samples were taken
	ScoreOnly     bool           `json:"score_only,omitempty"` // the reply held a score and a rationale and nothing else
	Unfound       []string       `json:"unfound,omitempty"`    // quotes that the text shown to the model does not hold, or only inside a flagged span: they void the verdict
	Samples       []int          `json:"samples,omitempty"`    // each sample's score, in the order taken
	Provider      string         `json:"provider"`
	ModelAsked    string         `json:"model_asked"`
	ModelServed   string         `json:"model_served"` // as the provider says; it may differ from what was asked
	Tokens        Tokens         `json:"tokens"`       // of all samples and retries
	Rubric        string         `json:"rubric"`       // sha256 of the rubric, hexadecimal
	Prompt        string         `json:"prompt"`       // version of the prompt
	JudgedAt      time.Time      `json:"judged_at"`
}

// Criterion is one line of the rubric and whether the advert meets it.
type Criterion struct {
	ID      string `json:"id"`
	Quote   string `json:"quote"`   // empty where nothing was to be quoted
	Verdict Met    `json:"verdict"` //
}

// Met says whether a criterion is met.
type Met string

// The closed set of Met.
const (
	MetYes     Met = "met"
	MetNo      Met = "unmet"
	MetUnknown Met = "unknown"
)

// Disqualifier is what rules a listing out for the person, with the words of the advert that say so.
type Disqualifier struct {
	ID    string `json:"id"`
	Quote string `json:"quote"`
}

// Tokens counts what a call used, by kind. A provider that does not say counts as zero.
type Tokens struct {
	Prompt   int `json:"prompt"`
	Cached   int `json:"cached,omitempty"` // part of Prompt
	Output   int `json:"output"`
	Thinking int `json:"thinking,omitempty"` // billed as output, not part of Output
}

// Total is what a budget is charged.
func (t Tokens) Total() int { return t.Prompt + t.Output + t.Thinking }

// Plus adds the tokens of two calls.
func (t Tokens) Plus(o Tokens) Tokens {
	return Tokens{t.Prompt + o.Prompt, t.Cached + o.Cached, t.Output + o.Output, t.Thinking + o.Thinking}
}

// Failure is why there is no verdict.
type Failure string

// The closed set of Failure.
const (
	FailTransport   Failure = "transport"    // the provider could not be reached, or the answer broke off
	FailTimeout     Failure = "timeout"      // no answer in time
	FailOverloaded  Failure = "overloaded"   // 500, 502, 503, 504
	FailQuotaMinute Failure = "quota_minute" // 429 that ends soon: wait
	FailQuotaDay    Failure = "quota_day"    // 429 that ends with the provider's day: stop until then
	FailAuth        Failure = "auth"         // the key is refused, or may not do this
	FailModelGone   Failure = "model_gone"   // the model is unknown or retired
	FailBlocked     Failure = "blocked"      // the provider's safety filter took the prompt or the answer
	FailTruncated   Failure = "truncated"    // the answer was cut by its token limit
	FailEmpty       Failure = "empty"        // an answer without text
	FailMalformed   Failure = "malformed"    // not exactly one JSON object
	FailSchema      Failure = "schema"       // JSON of another shape, or a value outside of its range
	FailRefused     Failure = "refused"      // the model declined in words
	FailBudget      Failure = "budget"       // our own limit, or our own pause after too many failures; nothing was asked
)

// Failures lists the closed set.
func Failures() []Failure {
	return []Failure{FailTransport, FailTimeout, FailOverloaded, FailQuotaMinute, FailQuotaDay, FailAuth, FailModelGone, FailBlocked, FailTruncated,
		FailEmpty, FailMalformed, FailSchema, FailRefused, FailBudget}
}

// JudgeError is a failed call. Its text never holds a key.
type JudgeError struct {
	Failure Failure
	// RetryAfter is how long the provider asks to wait; negative where it does not say, since zero is an answer too.
	RetryAfter time.Duration
	Tokens     Tokens // used although nothing came of it
	Err        error
}

func (e *JudgeError) Error() string {
	if e.Err == nil {
		return "judge: " + string(e.Failure)
	}
	return fmt.Sprintf("judge: %s: %v", e.Failure, e.Err)
}

func (e *JudgeError) Unwrap() error { return e.Err }
