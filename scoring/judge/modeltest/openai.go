package modeltest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"shortlist/scoring"
)

type openaiProtocol struct{}

func (openaiProtocol) reply(q Request, s Step) string {
	finish := [...]string{Stop: "stop", Length: "length", Filter: "content_filter", Other: "whatever_new"}[s.Finish]
	message := map[string]any{"role": "assistant", "content": nil, "refusal": nil}
	if s.Text != "" {
		message["content"] = s.Text
	}
	if s.Thought != "" {
		message["reasoning_content"] = s.Thought
	}
	served := s.Model
	if served == "" {
		served = q.Model
	}
	t := s.Tokens
	return mustJSON(map[string]any{"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": served,
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": finish, "logprobs": nil}},
		"usage": map[string]any{"prompt_tokens": t.Prompt, "completion_tokens": t.Output + t.Thinking, "total_tokens": t.Total(),
			"prompt_tokens_details": map[string]int{"cached_tokens": t.Cached}, "completion_tokens_details": map[string]int{"reasoning_tokens": t.Thinking}}})
}

func (openaiProtocol) refuse(f scoring.Failure, model string, wait time.Duration, header map[string]string) (int, string) {
	status, kind, code, message := http.StatusServiceUnavailable, "server_error", "", "The engine is currently overloaded, please try again later."
	switch f {
	case scoring.FailQuotaMinute:
		status, kind, code, message = http.StatusTooManyRequests, "requests", "rate_limit_exceeded", "Rate limit reached for requests per min (RPM): Limit 15, Used 15, Requested 1."
		if wait >= 0 {
			header["Retry-After"] = strconv.FormatFloat(wait.Seconds(), 'f', -1, 64)
		}
	case scoring.FailQuotaDay:
		status, kind, code, message = http.StatusTooManyRequests, "insufficient_quota", "insufficient_quota", "You exceeded your current quota, please check your plan and billing details."
	case scoring.FailAuth:
		status, kind, code, message = http.StatusUnauthorized, "invalid_request_error", "invalid_api_key", "Incorrect API key provided."
	case scoring.FailModelGone:
		status, kind, code, message = http.StatusNotFound, "invalid_request_error", "model_not_found", fmt.Sprintf("The model `%s` does not exist or you do not have access to it.", model)
	}
	return status, mustJSON(map[string]any{"error": map[string]any{"message": message, "type": kind, "param": nil, "code": code}})
}

func readOpenAI(q *Request) {
	var body struct {
		Model          string
		Messages       []struct{ Role, Content string }
		MaxTokens      int `json:"max_tokens"`
		MaxCompletion  int `json:"max_completion_tokens"`
		ResponseFormat struct {
			JSONSchema struct{ Schema json.RawMessage } `json:"json_schema"`
		} `json:"response_format"`
	}
	_ = json.Unmarshal(q.Body, &body) // a request that cannot be read has no texts
	q.Model, q.Schema, q.MaxTokens = body.Model, body.ResponseFormat.JSONSchema.Schema, max(body.MaxTokens, body.MaxCompletion)
	for _, m := range body.Messages {
		if m.Role == "system" {
			q.System += m.Content
		} else {
			q.User += m.Content
		}
	}
}

// mustJSON writes values that are maps, lists, texts and numbers, which never fails.
func mustJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}
