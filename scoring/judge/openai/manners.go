package openai

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"shortlist/scoring/judge"
	"shortlist/scoring/judge/internal/wire"
)

// manners are what a server takes, as far as it is known. Each step leads down, so there are few.
type manners struct {
	format  format
	limit   limit
	retried bool // the limit's other name was tried
	warm    bool // refuses a temperature
}

type format int

const (
	formatSchema format = iota // response_format json_schema
	formatObject               // response_format json_object
	formatNone
)

type limit int

const (
	limitOld limit = iota // max_tokens, which all but OpenAI's newer models take
	limitNew              // max_completion_tokens
	limitNone
)

// mannersOf starts from what OpenAI documents for itself and from what everybody else takes.
func mannersOf(base *url.URL) manners {
	if strings.HasSuffix(base.Hostname(), "openai.com") {
		return manners{limit: limitNew}
	}
	return manners{}
}

// after is what to try once a request was refused. The setting that was refused is empty where the problem is not one of settings.
func (m manners) after(p *wire.Problem, r judge.Request) (next manners, refused string) {
	switch p.Status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusInternalServerError, http.StatusNotImplemented:
	default:
		return m, ""
	}
	if p.Tells("context length", "context_length", "context size") { // such a message may name max_tokens too
		return m, ""
	}
	names := func(words ...string) bool { return containsAny(p.Param, words) || p.Tells(words...) }
	switch {
	case r.MaxTokens > 0 && m.limit != limitNone && names("max_tokens", "max_completion_tokens"):
		refused = [...]string{"max_tokens", "max_completion_tokens"}[m.limit]
		switch {
		case m.retried:
			m.limit = limitNone
		case m.limit == limitOld:
			m.limit, m.retried = limitNew, true
		default:
			m.limit, m.retried = limitOld, true
		}
	case !m.warm && names("temperature"):
		m.warm, refused = true, "temperature"
	case len(r.Schema) > 0 && m.format != formatNone && names("response_format", "json_schema", "json_object", "structured output", "grammar", "schema"):
		refused = [...]string{"response_format json_schema", "response_format json_object"}[m.format]
		m.format++
	}
	return m, refused
}

func containsAny(text string, words []string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type schemaFormat struct {
	Name   string          `json:"name"`
	Strict bool            `json:"strict"`
	Schema json.RawMessage `json:"schema"`
}

type responseFormat struct {
	Type   string        `json:"type"`
	Schema *schemaFormat `json:"json_schema,omitempty"`
}

type request struct {
	Model               string          `json:"model"`
	Messages            []message       `json:"messages"`
	ResponseFormat      *responseFormat `json:"response_format,omitempty"`
	MaxTokens           int             `json:"max_tokens,omitempty"`
	MaxCompletionTokens int             `json:"max_completion_tokens,omitempty"`
	Temperature         *float64        `json:"temperature,omitempty"`
}

// body is one request. A server that does not hold the model to the schema gets it in words as well.
func (m manners) body(model string, r judge.Request, obeys verdict) request {
	system := r.System
	q := request{Model: model}
	if len(r.Schema) > 0 {
		if m.format != formatSchema || obeys == no {
			system = strings.TrimSpace(system + "\n\n" + wire.SchemaHint(r.Schema))
		}
		switch m.format {
		case formatSchema:
			q.ResponseFormat = &responseFormat{Type: "json_schema", Schema: &schemaFormat{Name: "reply", Strict: true, Schema: r.Schema}}
		case formatObject:
			q.ResponseFormat = &responseFormat{Type: "json_object"}
		}
	}
	if system != "" {
		q.Messages = append(q.Messages, message{"system", system})
	}
	q.Messages = append(q.Messages, message{"user", r.User})
	switch m.limit {
	case limitOld:
		q.MaxTokens = r.MaxTokens
	case limitNew:
		q.MaxCompletionTokens = r.MaxTokens
	}
	if !m.warm {
		q.Temperature = new(float64)
	}
	return q
}
