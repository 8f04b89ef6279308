package gemini

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"shortlist/scoring"
	"shortlist/scoring/judge/internal/wire"
)

// answer is what a 200 said, read from the bytes themselves: the library knows neither the served model nor thinking, and of the
// reasons why an answer ended it knows half.
type answer struct {
	candidates int
	finish     string // the service's name of the reason; FINISH_n for a number without a name
	blocked    string // the reason why the prompt was refused; empty: it was not
	empty      bool   // no text besides thinking
	served     string
	tokens     scoring.Tokens
	clean      []byte // what the library is given
}

// reason is a value of an enumeration, sent as its name or as its number.
type reason string

// UnmarshalJSON takes a string or a number; anything else is no reason that we know.
func (r *reason) UnmarshalJSON(b []byte) error {
	var name string
	if json.Unmarshal(b, &name) == nil {
		*r = reason(wire.Cut(name, 40))
		return nil
	}
	*r = reason("FINISH_" + wire.Cut(string(b), 20))
	if n, err := strconv.Atoi(string(b)); err == nil && n >= 0 && n < len(finishNames) {
		*r = reason(finishNames[n])
	}
	return nil
}

// finishNames are Candidate.FinishReason by number (generative_service.proto, v1beta). Later numbers are not needed: what is unknown
// is no answer.
var finishNames = [...]string{"FINISH_REASON_UNSPECIFIED", "STOP", "MAX_TOKENS", "SAFETY", "RECITATION", "OTHER", "LANGUAGE", "BLOCKLIST",
	"PROHIBITED_CONTENT", "SPII", "MALFORMED_FUNCTION_CALL", "IMAGE_SAFETY"}

type part struct {
	Text    *string
	Thought bool
}

type reply struct {
	Candidates []*struct {
		Content      struct{ Parts []*part }
		FinishReason reason
	}
	PromptFeedback struct{ BlockReason json.RawMessage }
	UsageMetadata  struct{ PromptTokenCount, CachedContentTokenCount, CandidatesTokenCount, ThoughtsTokenCount, TotalTokenCount wire.Count }
	ModelVersion   string
	Error          json.RawMessage
}

// readAnswer reads the body of a 200 and writes the one that the library can bear: text parts alone, an end that it knows.
func readAnswer(body []byte, key wire.Secret) (*answer, error) {
	var r reply
	if err := wire.Decode(body, &r); err != nil {
		return nil, wire.Fail(scoring.FailMalformed, "not the JSON of an answer: "+key.Sentence(err.Error()))
	}
	if len(r.Error) > 0 && !bytes.Equal(r.Error, []byte("null")) {
		return nil, wire.ReadProblem(http.StatusOK, nil, body, key, time.Now()).Failure()
	}
	u := r.UsageMetadata
	a := &answer{candidates: len(r.Candidates), blocked: blockReason(r.PromptFeedback.BlockReason), served: key.ModelName(r.ModelVersion)}
	a.tokens = scoring.Tokens{Prompt: int(u.PromptTokenCount), Cached: int(u.CachedContentTokenCount), Output: int(u.CandidatesTokenCount), Thinking: int(u.ThoughtsTokenCount)}
	if a.tokens.Thinking == 0 { // billed all the same
		a.tokens.Thinking = max(0, int(u.TotalTokenCount-u.PromptTokenCount-u.CandidatesTokenCount))
	}
	var texts []map[string]string
	for _, c := range r.Candidates {
		if c == nil {
			return nil, wire.Fail(scoring.FailMalformed, "a candidate is null")
		}
		a.finish = key.Sentence(string(c.FinishReason))
		for _, p := range c.Content.Parts {
			if p == nil {
				return nil, wire.Fail(scoring.FailMalformed, "a part is null")
			}
			if !p.Thought && p.Text != nil && *p.Text != "" {
				texts = append(texts, map[string]string{"text": *p.Text})
			}
		}
	}
	a.empty = len(texts) == 0
	var err error
	a.clean, err = json.Marshal(map[string]any{"candidates": []any{map[string]any{"content": map[string]any{"role": "model", "parts": texts}, "finishReason": 1}}})
	return a, err
}

// blockReason is the name or number under promptFeedback; zero, under whichever name, is none.
func blockReason(raw json.RawMessage) string {
	name := strings.Trim(string(raw), `"`)
	switch name {
	case "", "null", "0", "BLOCK_REASON_UNSPECIFIED", "BLOCKED_REASON_UNSPECIFIED":
		return ""
	}
	return wire.Cut(name, 40)
}

// failure is why the answer is no reply; nil where it is one: one candidate that ended by itself and has a text.
func (a *answer) failure() *scoring.JudgeError {
	fail := func(f scoring.Failure, sentence string) *scoring.JudgeError {
		e := wire.Fail(f, sentence)
		e.Tokens = a.tokens
		return e
	}
	switch {
	case a.blocked != "":
		return fail(scoring.FailBlocked, "the prompt was blocked: "+a.blocked)
	case a.candidates == 0:
		return fail(scoring.FailEmpty, "an answer without a candidate")
	case a.candidates > 1:
		return fail(scoring.FailMalformed, "more than one candidate")
	}
	switch a.finish {
	case "STOP":
		if a.empty {
			return fail(scoring.FailEmpty, "an answer without text")
		}
		return nil
	case "MAX_TOKENS":
		return fail(scoring.FailTruncated, "the answer was cut at its token limit")
	case "SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION":
		return fail(scoring.FailBlocked, "the answer was blocked: "+a.finish)
	}
	if a.empty {
		return fail(scoring.FailEmpty, "an answer without text that ended with "+a.finish)
	}
	return fail(scoring.FailMalformed, "the answer ended with "+a.finish)
}
