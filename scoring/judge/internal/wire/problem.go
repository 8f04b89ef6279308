package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"shortlist/scoring"
)

// Problem is what a server says went wrong. All its texts are without the key, on one line and cut.
type Problem struct {
	Status  int      // of HTTP, or the one that the body names where HTTP said 200
	Words   []string // codes and types as the server writes them, in lower case: invalid_api_key, resource_exhausted, …
	Param   string   // the setting that was refused, where the server names it
	Message string
	whole   string        // the message in lower case, cut later
	Daily   bool          // a quota that ends with the day
	Delay   time.Duration // how long to wait; negative where the server does not say
}

func (p *Problem) Error() string {
	text := strings.TrimSpace(strconv.Itoa(p.Status) + " " + http.StatusText(p.Status))
	if p.Message != "" {
		text += ": " + p.Message
	}
	return text
}

// ReadProblem reads an answer that is no answer, in the shapes of OpenAI {"error":{type,code,param,message}}, Google
// {"error":{code,status,details}}, the same in an array, Ollama {"error":"…"}, vLLM {"message","type","code"} and FastAPI
// {"detail"}. A page of HTML leaves the status alone to speak.
func ReadProblem(status int, header http.Header, body []byte, key Secret, now time.Time) *Problem {
	p := &Problem{Status: status, Delay: unsaid}
	if to, err := url.Parse(header.Get("Location")); err == nil && to.Host != "" && status >= 300 && status < 400 {
		p.Message = key.Sentence("leads to " + to.Scheme + "://" + to.Host + ", which is not followed; set base_url to where it leads")
		return p
	}
	p.readBody(body, key)
	if p.Delay < 0 {
		p.Delay = headerDelay(header, now)
	}
	if p.Delay < 0 {
		p.Delay = wordsDelay(p.whole)
	}
	return p
}

// shape is the union of what servers write; every field is read for what it turns out to be.
type shape struct {
	Error, Message, Detail, Code, Type, Status, Param json.RawMessage
	Details                                           []json.RawMessage
	Metadata                                          struct{ Reasons json.RawMessage }
}

func (p *Problem) readBody(body []byte, key Secret) {
	body = bytes.TrimSpace(body)
	if len(body) > 0 && body[0] == '[' {
		var several []json.RawMessage
		if json.Unmarshal(body, &several) != nil || len(several) == 0 {
			return
		}
		body = several[0]
	}
	var outer shape
	_ = json.Unmarshal(body, &outer) // a field of another type is passed over, the others are read all the same
	inner := outer
	if len(outer.Error) > 0 && outer.Error[0] == '{' {
		inner = shape{}
		_ = json.Unmarshal(outer.Error, &inner)
	}
	message := text(inner.Message)
	for _, other := range []json.RawMessage{outer.Error, outer.Detail} {
		if message == "" {
			message = text(other)
		}
	}
	if message == "" && len(outer.Detail) > 0 && outer.Detail[0] == '[' {
		message = string(outer.Detail) // FastAPI's list of what is wrong with each field
	}
	p.word(inner.Code, inner.Type, inner.Status)
	p.Param = text(inner.Param)
	if inner.Metadata.Reasons != nil { // OpenRouter's moderation
		p.Words = append(p.Words, "content_filter")
	}
	for _, d := range inner.Details {
		if more := p.readDetail(d); more != "" && len(message) < maxForeign {
			message += " " + more
		}
	}
	if code, err := strconv.Atoi(text(inner.Code)); err == nil && p.Status == http.StatusOK && code >= 300 && code < 600 {
		p.Status = code
	}
	p.Message, p.Param, p.whole = key.Sentence(message), key.Sentence(p.Param), strings.ToLower(key.line(message))
	for i, w := range p.Words {
		p.Words[i] = key.Sentence(w)
	}
	p.Daily = p.Daily || p.Tells("per day", "per-day", "perday", "(rpd)", "(tpd)")
}

// readDetail reads one of Google's error details (google/rpc/error_details.proto) and returns what of it a person should read.
func (p *Problem) readDetail(raw json.RawMessage) string {
	var d struct {
		Type            string `json:"@type"`
		Reason          json.RawMessage
		RetryDelay      string
		Violations      []struct{ QuotaID string }
		FieldViolations []struct{ Field, Description string }
	}
	_ = json.Unmarshal(raw, &d)
	switch {
	case strings.HasSuffix(d.Type, ".ErrorInfo"):
		p.word(d.Reason)
	case strings.HasSuffix(d.Type, ".RetryInfo"):
		if delay, err := time.ParseDuration(d.RetryDelay); err == nil {
			p.Delay = bounded(delay)
		}
	case strings.HasSuffix(d.Type, ".QuotaFailure"):
		for _, v := range d.Violations {
			p.Daily = p.Daily || strings.Contains(v.QuotaID, "PerDay")
		}
	case strings.HasSuffix(d.Type, ".BadRequest") && len(d.FieldViolations) > 0:
		p.Param = d.FieldViolations[0].Field
		return fmt.Sprintf("(%s: %s)", d.FieldViolations[0].Field, d.FieldViolations[0].Description)
	}
	return ""
}

func (p *Problem) word(raws ...json.RawMessage) {
	for _, raw := range raws {
		if w := text(raw); w != "" {
			p.Words = append(p.Words, strings.ToLower(w))
		}
	}
}

// says holds where the server used one of the words as a code or type.
func (p *Problem) says(words ...string) bool {
	return slices.ContainsFunc(p.Words, func(w string) bool { return slices.Contains(words, w) })
}

// Tells holds where the message holds one of the phrases, which are in lower case.
func (p *Problem) Tells(phrases ...string) bool {
	return slices.ContainsFunc(phrases, func(s string) bool { return strings.Contains(p.whole, s) })
}

// text is the string or number that a raw value is, else nothing.
func text(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var n json.Number
	if json.Unmarshal(raw, &n) == nil {
		return n.String()
	}
	return ""
}

// Failure types the problem. A code that the server gives counts more than its status, since servers send 400 and 403 for nearly
// everything.
func (p *Problem) Failure() *scoring.JudgeError {
	return &scoring.JudgeError{Failure: p.kind(), RetryAfter: p.Delay, Err: p}
}

func (p *Problem) kind() scoring.Failure {
	s := p.Status
	switch {
	case p.says("model_not_found", "model_decommissioned", "unknown_model") || s == http.StatusBadRequest && p.Tells("not a valid model id"):
		return scoring.FailModelGone
	case p.says("content_filter", "content_policy_violation", "moderation_blocked"):
		return scoring.FailBlocked
	case p.says("insufficient_quota", "billing_hard_limit_reached") || s == http.StatusPaymentRequired:
		return scoring.FailQuotaDay // only a person who pays ends it
	case s == http.StatusTooManyRequests || p.says("rate_limit_exceeded", "resource_exhausted"):
		if p.Daily {
			return scoring.FailQuotaDay
		}
		return scoring.FailQuotaMinute
	case p.says("invalid_api_key", "api_key_invalid", "unauthenticated", "permission_denied", "failed_precondition", "unsupported_country_region_territory"),
		s == http.StatusUnauthorized, s == http.StatusForbidden, s == http.StatusBadRequest && p.Tells("api key not valid", "api key expired", "location is not supported"):
		return scoring.FailAuth
	case s == http.StatusNotFound || s == http.StatusGone:
		return scoring.FailModelGone // or the base URL is wrong: both are for a person to set right
	case s == http.StatusRequestTimeout:
		return scoring.FailTimeout
	case s >= 500 || s == http.StatusConflict || s == http.StatusTooEarly || s == http.StatusOK:
		return scoring.FailOverloaded
	case s >= 400:
		return scoring.FailSchema // the request itself is refused: its schema, its length, a setting
	case s >= 300:
		return scoring.FailTransport
	}
	return scoring.FailMalformed
}
