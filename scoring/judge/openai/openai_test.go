package openai

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shortlist/scoring"
	"shortlist/scoring/judge"
	"shortlist/scoring/judge/internal/wire"
	"shortlist/scoring/judge/modeltest"
)

// secret is no key of anybody.
const secret = "sk-invented-0123456789-abcdefghij"

var testKey = wire.NewSecret(secret)

var question = judge.Request{System: "Judge.", User: "A lamp maker.", MaxTokens: 400, Schema: json.RawMessage(`{"type":"object","properties":{"score":{"type":"integer"}},"required":["score"],"additionalProperties":false}`)}

func open(t *testing.T, s *modeltest.Server) (*Model, *bytes.Buffer) {
	t.Helper()
	var logged bytes.Buffer
	m, err := New(Settings{Model: "lamp-1", Key: secret, BaseURL: s.URL + "/v1", Log: slog.New(slog.NewTextHandler(&logged, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
		if strings.Contains(logged.String(), secret[:12]) {
			t.Error("the key is in the log")
		}
	})
	return m, &logged
}

func failureOf(t *testing.T, err error) *scoring.JudgeError {
	t.Helper()
	var e *scoring.JudgeError
	if !errors.As(err, &e) {
		t.Fatalf("error is %T %v, not a *JudgeError", err, err)
	}
	if strings.Contains(fmt.Sprintf("%v %+v", err, err), secret[:12]) {
		t.Fatalf("the key is in %v", err)
	}
	return e
}

// sent are the settings of each request: which format, which limit, whether a temperature, whether the schema in words.
func sent(t *testing.T, s *modeltest.Server) []string {
	t.Helper()
	var all []string
	for _, r := range s.Requests() {
		var body map[string]any
		if err := json.Unmarshal(r.Body, &body); err != nil {
			t.Fatal(err)
		}
		var parts []string
		if format, ok := body["response_format"].(map[string]any); ok {
			parts = append(parts, fmt.Sprint(format["type"]))
		}
		for _, name := range []string{"max_tokens", "max_completion_tokens", "temperature"} {
			if _, ok := body[name]; ok {
				parts = append(parts, name)
			}
		}
		if strings.Contains(r.System, "JSON Schema") {
			parts = append(parts, "words")
		}
		all = append(all, strings.Join(parts, " "))
	}
	return all
}

func TestWhatIsSent(t *testing.T) {
	t.Parallel()
	s := modeltest.Serve(t, modeltest.Options{})
	m, _ := open(t, s)
	if _, err := m.Generate(t.Context(), question); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Generate(t.Context(), judge.Request{User: "Hello"}); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		`{"model":"lamp-1","messages":[{"role":"system","content":"Judge."},{"role":"user","content":"A lamp maker."}],"max_tokens":400,"temperature":0,
			"response_format":{"type":"json_schema","json_schema":{"name":"reply","strict":true,"schema":` + string(question.Schema) + `}}}`,
		`{"model":"lamp-1","messages":[{"role":"user","content":"Hello"}],"temperature":0}`,
	} {
		var got, wanted any
		if err := errors.Join(json.Unmarshal(s.Requests()[i].Body, &got), json.Unmarshal([]byte(want), &wanted)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(wanted, got); diff != "" {
			t.Errorf("request %d (-want +got):\n%s", i, diff)
		}
	}
}

func TestStepsDown(t *testing.T) {
	t.Parallel()
	refuse := func(status int, body string) modeltest.Step { return modeltest.Step{Status: status, Body: body} }
	for _, c := range []struct {
		name   string
		script []modeltest.Step
		want   []string // of the requests that one call makes, then of the next call
		fails  scoring.Failure
	}{
		{name: "max_tokens", script: []modeltest.Step{refuse(400, `{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","type":"invalid_request_error","param":"max_tokens","code":"unsupported_parameter"}}`)},
			want: []string{"json_schema max_tokens temperature", "json_schema max_completion_tokens temperature", "json_schema max_completion_tokens temperature"}},
		{name: "neither limit", script: []modeltest.Step{refuse(400, `{"error":"max_tokens unknown"}`), refuse(422, `{"detail":[{"msg":"extra field max_completion_tokens"}]}`)},
			want: []string{"json_schema max_tokens temperature", "json_schema max_completion_tokens temperature", "json_schema temperature", "json_schema temperature"}},
		{name: "temperature", script: []modeltest.Step{refuse(400, `{"error":{"message":"Unsupported value: 'temperature' does not support 0 with this model.","param":"temperature","code":"unsupported_value"}}`)},
			want: []string{"json_schema max_tokens temperature", "json_schema max_tokens", "json_schema max_tokens"}},
		{name: "json_schema", script: []modeltest.Step{refuse(400, `{"error":{"message":"response_format type 'json_schema' is not supported"}}`)},
			want: []string{"json_schema max_tokens temperature", "json_object max_tokens temperature words", "json_object max_tokens temperature words"}},
		{name: "any format", script: []modeltest.Step{refuse(500, `{"error":"failed to parse grammar"}`), refuse(400, `{"object":"error","message":"json_object is not supported","type":"BadRequestError","code":400}`)},
			want: []string{"json_schema max_tokens temperature", "json_object max_tokens temperature words", "max_tokens temperature words", "max_tokens temperature words"}},
		{name: "everything", script: []modeltest.Step{refuse(400, `{"error":"response_format"}`), refuse(400, `{"error":"temperature"}`), refuse(400, `{"error":"max_tokens"}`), refuse(400, `{"error":"response_format"}`)},
			want: []string{"json_schema max_tokens temperature", "json_object max_tokens temperature words", "json_object max_tokens words", "json_object max_completion_tokens words", "max_completion_tokens words", "max_completion_tokens words"}},
		{name: "another trouble", script: []modeltest.Step{refuse(400, `{"error":"the moon is full"}`)}, want: []string{"json_schema max_tokens temperature", "json_schema max_tokens temperature"}, fails: scoring.FailSchema},
		{name: "too long a prompt", script: []modeltest.Step{refuse(400, `{"error":{"message":"This model's maximum context length is 4096 tokens; you asked for 5000 (4600 in the messages, 400 in max_tokens).","code":"context_length_exceeded"}}`)},
			want: []string{"json_schema max_tokens temperature", "json_schema max_tokens temperature"}, fails: scoring.FailSchema},
		{name: "a quota that names a setting", script: []modeltest.Step{refuse(429, `{"error":"too many max_tokens with this response_format"}`)}, want: []string{"json_schema max_tokens temperature", "json_schema max_tokens temperature"}, fails: scoring.FailQuotaMinute},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.Serve(t, modeltest.Options{})
			s.Script(c.script...)
			m, _ := open(t, s)
			_, err := m.Generate(t.Context(), question)
			if c.fails == "" && err != nil || c.fails != "" && failureOf(t, err).Failure != c.fails {
				t.Fatalf("got %v, want %s", err, c.fails)
			}
			if _, err := m.Generate(t.Context(), question); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, sent(t, s)); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
		})
	}
}

// Calls in flight that meet the same refusal step down once, not once each.
func TestStepsDownTogether(t *testing.T) {
	t.Parallel()
	s := modeltest.Serve(t, modeltest.Options{Answer: func(r modeltest.Request) modeltest.Step {
		if bytes.Contains(r.Body, []byte("max_tokens")) || bytes.Contains(r.Body, []byte("json_schema")) {
			return modeltest.Step{Status: 400, Body: `{"error":{"message":"max_tokens and response_format json_schema are unknown"}}`}
		}
		return modeltest.Step{Text: "{}"}
	}})
	m, _ := open(t, s)
	var calls sync.WaitGroup
	for range 8 {
		calls.Go(func() {
			if _, err := m.Generate(t.Context(), question); err != nil {
				t.Error(err)
			}
		})
	}
	calls.Wait()
	if how, _ := m.state(); how != (manners{format: formatObject, limit: limitNone, retried: true}) && how != (manners{format: formatObject, limit: limitNew, retried: true}) {
		t.Errorf("learned %+v", how)
	}
}

// A refusal of what is no longer sent teaches nothing.
func TestLateRefusal(t *testing.T) {
	t.Parallel()
	m, logged := open(t, modeltest.Serve(t, modeltest.Options{}))
	first, _ := m.state()
	known := manners{format: formatObject, limit: limitNone, retried: true}
	m.remember(t.Context(), first, known, "all")
	m.remember(t.Context(), first, manners{limit: limitNew, retried: true}, "max_tokens")
	if how, _ := m.state(); how != known || strings.Contains(logged.String(), "max_tokens") {
		t.Errorf("learned %+v, logged %s", how, logged)
	}
}

// OpenAI itself is asked with the newer limit at once.
func TestOpenAIItself(t *testing.T) {
	t.Parallel()
	m, err := New(Settings{Model: "gpt-5-mini", Key: secret})
	if err != nil {
		t.Fatal(err)
	}
	how, _ := m.state()
	if body := how.body(m.Name(), question, unknown); body.MaxTokens != 0 || body.MaxCompletionTokens != 400 || m.address != "https://api.openai.com/v1/chat/completions" {
		t.Errorf("got %+v to %s", body, m.address)
	}
}

func completionOf(message, finish, more string) string {
	return `{"model":"lamp-2","choices":[{"index":0,"message":` + message + `,"finish_reason":` + finish + `}]` + more + `}`
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	const good = `{"role":"assistant","content":"{}"}`
	for _, c := range []struct {
		name, body string
		want       scoring.Failure // empty: the text {}
		tokens     scoring.Tokens
		says       string
	}{
		{name: "stop", body: completionOf(good, `"stop"`, "")},
		{name: "white space in front", body: "\n  \n" + completionOf(good, `"stop"`, "")},
		{name: "text generation inference", body: completionOf(good, `"eos_token"`, "")},
		{name: "thinking in the text", body: completionOf(`{"content":"<think>\n{\"score\":9}\n</think>\n\n{}"}`, `"stop"`, "")},
		{name: "parts", body: completionOf(`{"content":[{"type":"reasoning","text":"hm"},{"type":"text","text":"{"},{"type":"text","text":"}"}]}`, `"stop"`, "")},
		{name: "OpenAI's thinking is in the completion", body: completionOf(good, `"stop"`, `,"usage":{"prompt_tokens":10,"completion_tokens":60,"total_tokens":70,"prompt_tokens_details":{"cached_tokens":4},"completion_tokens_details":{"reasoning_tokens":50}}`),
			tokens: scoring.Tokens{Prompt: 10, Cached: 4, Output: 10, Thinking: 50}},
		{name: "thinking beside the completion", body: completionOf(good, `"stop"`, `,"usage":{"prompt_tokens":10,"completion_tokens":10,"total_tokens":70,"completion_tokens_details":{"reasoning_tokens":50}}`),
			tokens: scoring.Tokens{Prompt: 10, Output: 10, Thinking: 50}},
		{name: "thinking in the total alone", body: completionOf(good, `"stop"`, `,"usage":{"prompt_tokens":10,"completion_tokens":10,"total_tokens":70}`), tokens: scoring.Tokens{Prompt: 10, Output: 10, Thinking: 50}},
		{name: "no total", body: completionOf(good, `"stop"`, `,"usage":{"prompt_tokens":10,"completion_tokens":10}`), tokens: scoring.Tokens{Prompt: 10, Output: 10}},
		{name: "usage that is none", body: completionOf(good, `"stop"`, `,"usage":{"prompt_tokens":-1,"completion_tokens":"x","total_tokens":1e99}`)},
		{name: "usage null", body: completionOf(good, `"stop"`, `,"usage":null`)},
		{name: "length", body: completionOf(good, `"length"`, ""), want: scoring.FailTruncated},
		{name: "length, thinking alone", body: completionOf(`{"content":""}`, `"length"`, `,"usage":{"prompt_tokens":10,"completion_tokens":400,"total_tokens":410,"completion_tokens_details":{"reasoning_tokens":400}}`), want: scoring.FailTruncated,
			tokens: scoring.Tokens{Prompt: 10, Thinking: 400}},
		{name: "filter", body: completionOf(`{"content":null}`, `"content_filter"`, ""), want: scoring.FailBlocked},
		{name: "refusal", body: completionOf(`{"content":null,"refusal":"I will not judge `+secret+`."}`, `"stop"`, ""), want: scoring.FailRefused, says: "I will not judge [key]"},
		{name: "no refusal", body: completionOf(`{"content":"{}","refusal":""}`, `"stop"`, "")},
		{name: "null text", body: completionOf(`{"content":null}`, `"stop"`, ""), want: scoring.FailEmpty},
		{name: "blank text", body: completionOf(`{"content":" \n "}`, `"stop"`, ""), want: scoring.FailEmpty},
		{name: "thinking that never ends", body: completionOf(`{"content":"<think>{}"}`, `"stop"`, ""), want: scoring.FailEmpty},
		{name: "tool call", body: completionOf(`{"content":"{}","tool_calls":[]}`, `"tool_calls"`, ""), want: scoring.FailMalformed},
		{name: "no end", body: completionOf(good, `null`, ""), want: scoring.FailMalformed},
		{name: "no choices", body: `{"choices":[]}`, want: scoring.FailEmpty},
		{name: "two choices", body: `{"choices":[{"message":{"content":"{}"},"finish_reason":"stop"},{"message":{"content":"{}"},"finish_reason":"stop"}]}`, want: scoring.FailMalformed},
		{name: "text of another type", body: completionOf(`{"content":{"a":1}}`, `"stop"`, ""), want: scoring.FailMalformed},
		{name: "a stream", body: "data: {}\n\n", want: scoring.FailMalformed},
		{name: "OpenRouter: passed on", body: `{"error":{"code":502,"message":"Provider returned error","metadata":{"provider_name":"x"}}}`, want: scoring.FailOverloaded, says: "502"},
		{name: "OpenRouter: passed on, quota", body: `{"error":{"code":429,"message":"Rate limit exceeded: free-models-per-day"}}`, want: scoring.FailQuotaDay},
		{name: "OpenRouter: in the choice", body: `{"choices":[{"error":{"code":504,"message":"late"},"message":{"content":""},"finish_reason":"error"}]}`, want: scoring.FailOverloaded, says: "late"},
		{name: "Ollama", body: `{"error":"llama runner process has terminated"}`, want: scoring.FailOverloaded, says: "llama runner"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.Serve(t, modeltest.Options{})
			s.Script(modeltest.Step{Body: c.body})
			m, _ := open(t, s)
			got, err := m.Generate(t.Context(), question)
			if c.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				if want := (judge.Reply{Text: "{}", Model: "lamp-2", Tokens: c.tokens}); got != want {
					t.Errorf("got %+v, want %+v", got, want)
				}
				return
			}
			if e := failureOf(t, err); e.Failure != c.want || e.Tokens != c.tokens || !strings.Contains(e.Error(), c.says) {
				t.Errorf("got %v with %+v, want %s with %+v that says %q", e, e.Tokens, c.want, c.tokens, c.says)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	const soon = `{"error":{"message":"Rate limit reached","type":"requests","code":"rate_limit_exceeded"}}`
	for _, c := range []struct {
		name   string
		status int
		body   string
		header map[string]string
		want   scoring.Failure
		wait   time.Duration
		says   string
	}{
		{name: "OpenAI: key", status: 401, body: `{"error":{"message":"Incorrect API key provided: ` + secret + `.","type":"invalid_request_error","code":"invalid_api_key"}}`, want: scoring.FailAuth, wait: -1, says: "provided: [key]."},
		{name: "OpenAI: country", status: 403, body: `{"error":{"code":"unsupported_country_region_territory","message":"no"}}`, want: scoring.FailAuth, wait: -1},
		{name: "OpenAI: model", status: 404, body: `{"error":{"message":"The model does not exist","code":"model_not_found"}}`, want: scoring.FailModelGone, wait: -1, says: `"lamp-1"`},
		{name: "OpenAI: model of others", status: 403, body: `{"error":{"message":"Project has no access to the model","code":"model_not_found"}}`, want: scoring.FailModelGone, wait: -1},
		{name: "Groq: model retired", status: 400, body: `{"error":{"message":"decommissioned","code":"model_decommissioned"}}`, want: scoring.FailModelGone, wait: -1},
		{name: "OpenRouter: model", status: 400, body: `{"error":{"message":"lamp-1 is not a valid model ID","code":400}}`, want: scoring.FailModelGone, wait: -1},
		{name: "Ollama: model", status: 404, body: `{"error":"model \"lamp-1\" not found, try pulling it first"}`, want: scoring.FailModelGone, wait: -1, says: "try pulling it first"},
		{name: "a wrong path", status: 404, body: `404 page not found`, want: scoring.FailModelGone, wait: -1, says: "base_url"},
		{name: "OpenAI: money", status: 429, body: `{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}`, want: scoring.FailQuotaDay, wait: -1},
		{name: "OpenRouter: money", status: 402, body: `{"error":{"code":402,"message":"Insufficient credits"}}`, want: scoring.FailQuotaDay, wait: -1},
		{name: "OpenAI: requests per day", status: 429, body: `{"error":{"message":"Rate limit reached on requests per day (RPD): Limit 200. Please try again in 7m12s.","code":"rate_limit_exceeded"}}`, want: scoring.FailQuotaDay, wait: 432 * time.Second},
		{name: "seconds", status: 429, body: soon, header: map[string]string{"Retry-After": "20"}, want: scoring.FailQuotaMinute, wait: 20 * time.Second},
		{name: "at once", status: 429, body: soon, header: map[string]string{"Retry-After": "0"}, want: scoring.FailQuotaMinute},
		{name: "milliseconds", status: 429, body: soon, header: map[string]string{"Retry-After": "1", "Retry-After-Ms": "350"}, want: scoring.FailQuotaMinute, wait: 350 * time.Millisecond},
		{name: "a date long past", status: 429, body: soon, header: map[string]string{"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, want: scoring.FailQuotaMinute},
		{name: "a date far away", status: 503, header: map[string]string{"Retry-After": "Wed, 21 Oct 2195 07:28:00 GMT"}, want: scoring.FailOverloaded, wait: 24 * time.Hour},
		{name: "nonsense", status: 429, body: soon, header: map[string]string{"Retry-After": "soon"}, want: scoring.FailQuotaMinute, wait: -1},
		{name: "a number too large", status: 429, body: soon, header: map[string]string{"Retry-After": "99999999999999999999999"}, want: scoring.FailQuotaMinute, wait: 24 * time.Hour},
		{name: "in words", status: 429, body: `{"error":{"message":"Rate limit reached. Please try again in 850ms.","code":"rate_limit_exceeded"}}`, want: scoring.FailQuotaMinute, wait: 850 * time.Millisecond},
		{name: "Gemini's compatible endpoint", status: 429, body: `[{"error":{"code":429,"message":"quota","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"9s"}]}}]`,
			want: scoring.FailQuotaDay, wait: 9 * time.Second},
		{name: "Azure: filter", status: 400, body: `{"error":{"message":"The response was filtered","code":"content_filter"}}`, want: scoring.FailBlocked, wait: -1},
		{name: "OpenRouter: moderation", status: 403, body: `{"error":{"code":403,"message":"flagged","metadata":{"reasons":["x"],"flagged_input":"y"}}}`, want: scoring.FailBlocked, wait: -1},
		{name: "a page of 502", status: 502, body: `<html><center>502 Bad Gateway</center></html>`, header: map[string]string{"Content-Type": "text/html"}, want: scoring.FailOverloaded, wait: -1, says: "502 Bad Gateway"},
		{name: "Cloudflare", status: 524, body: "error code: 524", want: scoring.FailOverloaded, wait: -1},
		{name: "too late", status: 408, want: scoring.FailTimeout, wait: -1},
		{name: "too large a request", status: 413, want: scoring.FailSchema, wait: -1},
		{name: "FastAPI", status: 422, body: `{"detail":"unprocessable"}`, want: scoring.FailSchema, wait: -1, says: "unprocessable"},
		{name: "lines and colours", status: 500, body: `{"error":"one\ntwo\u001b[31m\u202e\u0000three"}`, want: scoring.FailOverloaded, wait: -1, says: "one two [31m three"},
		{name: "a long message", status: 500, body: `{"error":"` + strings.Repeat("x", 1<<20) + `"}`, want: scoring.FailOverloaded, wait: -1, says: "…"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.Serve(t, modeltest.Options{})
			s.Script(modeltest.Step{Status: c.status, Body: c.body, Header: c.header})
			m, _ := open(t, s)
			_, err := m.Generate(t.Context(), question)
			e := failureOf(t, err)
			if e.Failure != c.want || e.RetryAfter != c.wait || !strings.Contains(e.Error(), c.says) || len(e.Error()) > 600 {
				t.Errorf("got %v after %v, want %s after %v that says %q", e, e.RetryAfter, c.want, c.wait, c.says)
			}
			if n := len(s.Requests()); n != 1 {
				t.Errorf("%d requests", n)
			}
		})
	}
}

// Whatever a server says, neither prompt nor key goes to another one.
func TestNoRedirectIsFollowed(t *testing.T) {
	t.Parallel()
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { t.Errorf("asked with %v", r.Header) }))
	defer other.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		s := modeltest.Serve(t, modeltest.Options{})
		s.Script(modeltest.Step{Status: status, Header: map[string]string{"Location": other.URL + "/v1/chat/completions"}})
		m, _ := open(t, s)
		_, err := m.Generate(t.Context(), question)
		if e := failureOf(t, err); e.Failure != scoring.FailTransport || !strings.Contains(e.Error(), "leads to "+other.URL) {
			t.Errorf("%d: got %v", status, e)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(completionOf(`{"content":"{}"}`, `"stop"`, `,"usage":{"prompt_tokens":1}`)))
	f.Add([]byte(completionOf(`{"content":[{"type":"text","text":"<think>"}],"refusal":[]}`, `"stop"`, "")))
	f.Add([]byte(`{"choices":[null],"error":"x"}`))
	f.Add([]byte(`{"choices":[{"error":{"code":"1e9"}}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		reply, err := read(body, testKey)
		if err != nil {
			failureOf(t, err)
			return
		}
		if strings.TrimSpace(reply.Text) == "" || reply.Tokens.Total() < 0 || reply.Tokens.Output < 0 {
			t.Errorf("got %+v", reply)
		}
	})
}
