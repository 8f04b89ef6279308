package openai

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"shortlist/scoring"
	"shortlist/scoring/judge"
	"shortlist/scoring/judge/internal/wire"
)

type choice struct {
	FinishReason *string `json:"finish_reason"`
	Message      struct {
		Content content         `json:"content"`
		Refusal json.RawMessage `json:"refusal"`
	} `json:"message"`
	Error json.RawMessage `json:"error"`
}

type completion struct {
	Choices []*choice       `json:"choices"`
	Model   string          `json:"model"`
	Usage   *usage          `json:"usage"`
	Error   json.RawMessage `json:"error"`
}

type usage struct {
	Prompt     wire.Count `json:"prompt_tokens"`
	Completion wire.Count `json:"completion_tokens"`
	Total      wire.Count `json:"total_tokens"`
	PromptOf   struct {
		Cached wire.Count `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	CompletionOf struct {
		Reasoning wire.Count `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
}

// tokens tells the answer from the thinking. OpenAI counts thinking in the completion; others count it beside, some in the total
// alone, and bill it all the same.
func (u *usage) tokens() scoring.Tokens {
	if u == nil {
		return scoring.Tokens{}
	}
	billed := max(u.Total-u.Prompt, u.Completion)
	thinking := min(billed, max(u.CompletionOf.Reasoning, billed-u.Completion))
	return scoring.Tokens{Prompt: int(u.Prompt), Cached: int(u.PromptOf.Cached), Output: int(billed - thinking), Thinking: int(thinking)}
}

// content is a string, null, or a list of parts of which the texts count.
type content string

// UnmarshalJSON reads the three forms.
func (c *content) UnmarshalJSON(b []byte) error {
	if len(b) == 0 || b[0] != '[' {
		return json.Unmarshal(b, (*string)(c))
	}
	var parts []struct{ Type, Text string }
	if err := json.Unmarshal(b, &parts); err != nil {
		return err
	}
	for _, p := range parts {
		if p.Type == "text" {
			*c += content(p.Text)
		}
	}
	return nil
}

// read types a 200. Servers that pass a request on put the other's failure into it.
func read(body []byte, key wire.Secret) (judge.Reply, error) {
	var r completion
	if err := wire.Decode(body, &r); err != nil {
		return judge.Reply{}, wire.Fail(scoring.FailMalformed, "not the JSON of a completion: "+key.Sentence(err.Error()))
	}
	if present(r.Error) {
		return judge.Reply{}, wire.ReadProblem(http.StatusOK, nil, body, key, time.Now()).Failure()
	}
	tokens := r.Usage.tokens()
	fail := func(f scoring.Failure, sentence string) (judge.Reply, error) {
		e := wire.Fail(f, sentence)
		e.Tokens = tokens
		return judge.Reply{}, e
	}
	switch {
	case len(r.Choices) == 0:
		return fail(scoring.FailEmpty, "a completion without a choice")
	case len(r.Choices) > 1 || r.Choices[0] == nil:
		return fail(scoring.FailMalformed, "not exactly one choice")
	}
	only := r.Choices[0]
	if present(only.Error) {
		inner, err := json.Marshal(map[string]json.RawMessage{"error": only.Error})
		if err != nil {
			return fail(scoring.FailMalformed, "not the JSON of a completion")
		}
		failure := wire.ReadProblem(http.StatusOK, nil, inner, key, time.Now()).Failure()
		failure.Tokens = tokens
		return judge.Reply{}, failure
	}
	finish := ""
	if only.FinishReason != nil {
		finish = *only.FinishReason
	}
	text := answerOf(string(only.Message.Content))
	switch {
	case finish == "length" || finish == "model_length":
		return fail(scoring.FailTruncated, "the answer was cut at its token limit")
	case finish == "content_filter":
		return fail(scoring.FailBlocked, "the answer was blocked")
	case present(only.Message.Refusal) && !bytes.Equal(only.Message.Refusal, []byte(`""`)):
		return fail(scoring.FailRefused, "the model declined: "+refusal(only.Message.Refusal, key))
	case text == "":
		return fail(scoring.FailEmpty, "a completion without text")
	case finish != "stop" && finish != "eos_token":
		return fail(scoring.FailMalformed, "the answer ended with "+key.Sentence("\""+finish+"\""))
	}
	return judge.Reply{Text: text, Model: key.ModelName(r.Model), Tokens: tokens}, nil
}

func present(raw json.RawMessage) bool { return len(raw) > 0 && !bytes.Equal(raw, []byte("null")) }

func refusal(raw json.RawMessage, key wire.Secret) string {
	var words string
	_ = json.Unmarshal(raw, &words) // of another shape, it says no more than that it is there
	return key.Sentence(words)
}

// answerOf leaves out the thinking that local models write in front of their answer. An answer that holds nothing else is empty.
func answerOf(text string) string {
	trimmed := strings.TrimSpace(text)
	rest, thinks := strings.CutPrefix(trimmed, "<think>")
	if !thinks {
		if trimmed == "" {
			return ""
		}
		return text
	}
	_, answer, _ := strings.Cut(rest, "</think>")
	return strings.TrimSpace(answer)
}
