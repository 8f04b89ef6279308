package modeltest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"shortlist/scoring"
)

// protocol writes what a step says.
type protocol interface {
	reply(Request, Step) string
	refuse(f scoring.Failure, model string, wait time.Duration, header map[string]string) (status int, body string)
}

type geminiProtocol struct{ numbers bool }

// geminiFinish are the reason's name and number; Other has a name and number that no library knows.
func geminiFinish(f Finish) (name string, number int) {
	switch f {
	case Length:
		return "MAX_TOKENS", 2
	case Filter:
		return "SAFETY", 3
	case Other:
		return "WHATEVER_NEW", 99
	}
	return "STOP", 1
}

func (g geminiProtocol) reply(q Request, s Step) string {
	var parts []map[string]any
	if s.Thought != "" {
		parts = append(parts, map[string]any{"text": s.Thought, "thought": true})
	}
	if s.Text != "" {
		parts = append(parts, map[string]any{"text": s.Text, "thoughtSignature": "c2lnbmVk"})
	}
	content := map[string]any{"role": "model"}
	if parts != nil {
		content["parts"] = parts
	}
	name, number := geminiFinish(s.Finish)
	candidate := map[string]any{"content": content, "index": 0, "finishReason": name}
	if g.numbers {
		candidate["finishReason"] = number
	}
	served := s.Model
	if served == "" {
		served = q.Model
	}
	t := s.Tokens
	return mustJSON(map[string]any{"candidates": []any{candidate}, "modelVersion": served, "responseId": "r-1", "usageMetadata": map[string]int{
		"promptTokenCount": t.Prompt, "cachedContentTokenCount": t.Cached, "candidatesTokenCount": t.Output, "thoughtsTokenCount": t.Thinking, "totalTokenCount": t.Total()}})
}

func (geminiProtocol) refuse(f scoring.Failure, model string, wait time.Duration, _ map[string]string) (int, string) {
	const kind = "type.googleapis.com/google.rpc."
	status, code, message := http.StatusServiceUnavailable, "UNAVAILABLE", "The model is overloaded. Please try again later."
	var details []any
	switch f {
	case scoring.FailQuotaMinute, scoring.FailQuotaDay:
		status, code, message = http.StatusTooManyRequests, "RESOURCE_EXHAUSTED", "You exceeded your current quota, please check your plan and billing details."
		id := "GenerateRequestsPerMinutePerProjectPerModel-FreeTier"
		if f == scoring.FailQuotaDay {
			id = "GenerateRequestsPerDayPerProjectPerModel-FreeTier"
		}
		details = append(details, map[string]any{"@type": kind + "QuotaFailure", "violations": []any{map[string]any{"quotaMetric": "generativelanguage.googleapis.com/generate_content_free_tier_requests",
			"quotaId": id, "quotaDimensions": map[string]string{"location": "global", "model": model}, "quotaValue": "15"}}},
			map[string]any{"@type": kind + "Help", "links": []any{map[string]string{"description": "Learn more", "url": "https://ai.google.dev"}}})
		if wait >= 0 {
			details = append(details, map[string]any{"@type": kind + "RetryInfo", "retryDelay": fmt.Sprintf("%.9fs", wait.Seconds())})
		}
	case scoring.FailAuth:
		status, code, message = http.StatusBadRequest, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."
		details = append(details, map[string]any{"@type": kind + "ErrorInfo", "reason": "API_KEY_INVALID", "domain": "googleapis.com"},
			map[string]any{"@type": kind + "LocalizedMessage", "locale": "en-US", "message": message})
	case scoring.FailModelGone:
		status, code = http.StatusNotFound, "NOT_FOUND"
		message = "models/" + model + " is not found for API version v1beta, or is not supported for generateContent."
	}
	return status, mustJSON(map[string]any{"error": map[string]any{"code": status, "message": message, "status": code, "details": details}})
}

func readGemini(q *Request) {
	type content struct {
		Parts []struct{ Text string }
	}
	var body struct {
		SystemInstruction content
		Contents          []content
		GenerationConfig  struct {
			MaxOutputTokens int
			ResponseSchema  json.RawMessage
		}
	}
	_ = json.Unmarshal(q.Body, &body) // a request that cannot be read has no texts
	texts := func(cs ...content) string {
		var b strings.Builder
		for _, c := range cs {
			for _, p := range c.Parts {
				b.WriteString(p.Text)
			}
		}
		return b.String()
	}
	q.System, q.User = texts(body.SystemInstruction), texts(body.Contents...)
	q.Schema, q.MaxTokens = body.GenerationConfig.ResponseSchema, body.GenerationConfig.MaxOutputTokens
}
