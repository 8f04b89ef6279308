package gemini

import (
	"bytes"
	"encoding/json"
	"errors"
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
const secret = "AIza-invented-0123456789-abcdefghij"

var testKey = wire.NewSecret(secret)

var question = judge.Request{System: "Judge.", User: "A lamp <maker>.", MaxTokens: 400, Schema: json.RawMessage(`{
	"type":"object","additionalProperties":false,"required":["evidence","score"],"properties":{
		"score":{"type":"integer","minimum":1,"maximum":10},
		"evidence":{"type":"array","maxItems":5,"items":{"type":"string"}},
		"band":{"type":["string","null"],"enum":["low","mid"],"description":"of pay"}}}`)}

func open(t *testing.T, s *modeltest.Server, model string) *Model {
	t.Helper()
	m, err := New(t.Context(), Settings{Model: model, Key: secret, BaseURL: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { shut(t, m) })
	return m
}

func shut(t *testing.T, m *Model) {
	t.Helper()
	if err := m.Close(); err != nil {
		t.Error(err)
	}
}

func failureOf(t *testing.T, err error) *scoring.JudgeError {
	t.Helper()
	var e *scoring.JudgeError
	if !errors.As(err, &e) {
		t.Fatalf("error is %T %v, not a *JudgeError", err, err)
	}
	if strings.Contains(err.Error(), secret[:12]) {
		t.Fatalf("the key is in %v", err)
	}
	return e
}

func TestWhatIsSent(t *testing.T) {
	t.Parallel()
	const schema = `{"type":"OBJECT","required":["evidence","score"],"propertyOrdering":["evidence","score","band"],"properties":{
		"score":{"type":"INTEGER","minimum":1,"maximum":10},
		"evidence":{"type":"ARRAY","maxItems":5,"items":{"type":"STRING"}},
		"band":{"type":"STRING","nullable":true,"format":"enum","enum":["low","mid"],"description":"of pay"}}}`
	const texts = `"systemInstruction":{"role":"user","parts":[{"text":"Judge."}]},"contents":[{"role":"user","parts":[{"text":"A lamp <maker>."}]}]`
	for _, c := range []struct{ model, path, config string }{
		{"", "models/gemini-3.5-flash-lite", `"maxOutputTokens":912,"thinkingConfig":{"thinkingLevel":"minimal"}`},
		{"models/gemini-3.6-flash", "models/gemini-3.6-flash", `"maxOutputTokens":912,"thinkingConfig":{"thinkingLevel":"minimal"}`},
		{"gemini-flash-latest", "models/gemini-flash-latest", `"maxOutputTokens":912,"thinkingConfig":{"thinkingLevel":"minimal"}`},
		{"gemini-3-pro-preview", "models/gemini-3-pro-preview", `"maxOutputTokens":2448,"thinkingConfig":{"thinkingLevel":"low"}`},
		{"gemini-2.5-flash-lite", "models/gemini-2.5-flash-lite", `"maxOutputTokens":400,"temperature":0,"thinkingConfig":{"thinkingBudget":0}`},
		{"gemini-2.5-pro", "models/gemini-2.5-pro", `"maxOutputTokens":528,"temperature":0,"thinkingConfig":{"thinkingBudget":128}`},
		{"gemini-2.0-flash", "models/gemini-2.0-flash", `"maxOutputTokens":400,"temperature":0`},
		{"gemma-4-27b-it", "models/gemma-4-27b-it", `"maxOutputTokens":400`},
		{"tunedModels/lamps-1", "tunedModels/lamps-1", `"maxOutputTokens":400`},
	} {
		t.Run(c.model, func(t *testing.T) {
			t.Parallel()
			s := modeltest.Serve(t, modeltest.Options{Answer: func(modeltest.Request) modeltest.Step { return modeltest.Step{Text: "{}"} }})
			// The fake knows no tuned models; that it was asked rightly is all that counts here.
			_, _ = open(t, s, c.model).Generate(t.Context(), question)
			seen := s.Requests()
			if len(seen) != 1 || seen[0].Path != "/v1beta/"+c.path+":generateContent" {
				t.Fatalf("asked %+v", seen)
			}
			want := `{"model":"` + c.path + `",` + texts + `,"generationConfig":{"responseMimeType":"application/json","responseSchema":` + schema + `,` + c.config + `}}`
			if diff := cmp.Diff(decoded(t, want), decoded(t, string(seen[0].Body))); diff != "" {
				t.Errorf("request (-want +got):\n%s", diff)
			}
		})
	}
}

func decoded(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

func TestNothingMoreIsSent(t *testing.T) {
	t.Parallel()
	s := modeltest.Serve(t, modeltest.Options{})
	m, err := New(t.Context(), Settings{Model: "gemma-4-27b-it", Key: secret + "\n", BaseURL: s.URL + "/behind/a/prefix/"})
	if err != nil {
		t.Fatal(err)
	}
	defer shut(t, m)
	if _, err := m.Generate(t.Context(), judge.Request{User: "Hello"}); err != nil {
		t.Fatal(err)
	}
	got := s.Requests()[0]
	if got.Path != "/behind/a/prefix/v1beta/models/gemma-4-27b-it:generateContent" {
		t.Errorf("path is %s", got.Path)
	}
	want := `{"model":"models/gemma-4-27b-it","contents":[{"role":"user","parts":[{"text":"Hello"}]}],"generationConfig":{"responseMimeType":"application/json"}}`
	if diff := cmp.Diff(decoded(t, want), decoded(t, string(got.Body))); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
}

// candidate is an answer's body whose only candidate has these parts and this end, both as JSON.
func candidate(parts, finish string) string {
	return `{"candidates":[{"content":{"role":"model","parts":` + parts + `},"finishReason":` + finish + `,"index":0}],"modelVersion":"gemini-9-lamp"}`
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	const text = `[{"text":"{}"}]`
	for _, c := range []struct {
		name, body string
		want       scoring.Failure // empty: the text {}
		tokens     scoring.Tokens
	}{
		{name: "STOP", body: candidate(text, `"STOP"`)},
		{name: "1", body: candidate(text, `1`)},
		{name: "several parts", body: candidate(`[{"text":"{"},{"text":""},{"text":"}"}]`, `1`)},
		{name: "thinking in front", body: candidate(`[{"text":"{\"score\":9}","thought":true},{"text":"{}","thoughtSignature":"c2ln"}]`, `1`)},
		{name: "a signature alone", body: candidate(`[{"text":"{}"},{"thoughtSignature":"c2ln"}]`, `"STOP"`)},
		{name: "an empty part, a file, a call", body: candidate(`[{},{"fileData":{"fileUri":"x"}},{"functionCall":{"name":"f"}},{"text":"{}"}]`, `"STOP"`)},
		{name: "the part that makes the library panic", body: candidate(`[{"functionResponse":{"name":"f","response":{}}},{"text":"{}"}]`, `1`)},
		{name: "unknown fields and categories", body: `{"candidates":[{"content":{"parts":[{"text":"{}"}]},"finishReason":1,"safetyRatings":[{"category":"HARM_CATEGORY_NEW","probability":1}],"avgLogprobs":-0.1}],"modelStatus":{"modelStage":"X"},"modelVersion":"gemini-9-lamp"}`},
		{name: "feedback that blocks nothing", body: `{"promptFeedback":{"blockReason":0,"safetyRatings":[]},"candidates":[{"content":{"parts":[{"text":"{}"}]},"finishReason":1}],"modelVersion":"models/gemini-9-lamp"}`},
		{name: "MAX_TOKENS", body: candidate(`[{"text":"{\"sc"}]`, `"MAX_TOKENS"`), want: scoring.FailTruncated},
		{name: "2", body: candidate(`[{"text":"{\"sc"}]`, `2`), want: scoring.FailTruncated},
		{name: "thinking ate the limit", body: `{"candidates":[{"content":{"role":"model"},"finishReason":"MAX_TOKENS"}],"usageMetadata":{"promptTokenCount":10,"totalTokenCount":1033}}`,
			want: scoring.FailTruncated, tokens: scoring.Tokens{Prompt: 10, Thinking: 1023}},
		{name: "SAFETY", body: candidate(text, `"SAFETY"`), want: scoring.FailBlocked},
		{name: "3", body: candidate(text, `3`), want: scoring.FailBlocked},
		{name: "RECITATION", body: candidate(text, `"RECITATION"`), want: scoring.FailBlocked},
		{name: "4", body: candidate(`[]`, `4`), want: scoring.FailBlocked},
		{name: "OTHER without content", body: `{"candidates":[{"finishReason":"OTHER","index":0}]}`, want: scoring.FailEmpty},
		{name: "5 without content", body: `{"candidates":[{"finishReason":5}]}`, want: scoring.FailEmpty},
		{name: "OTHER with text", body: candidate(text, `"OTHER"`), want: scoring.FailMalformed},
		{name: "LANGUAGE", body: candidate(text, `"LANGUAGE"`), want: scoring.FailBlocked},
		{name: "6", body: `{"candidates":[{"finishReason":6}]}`, want: scoring.FailBlocked},
		{name: "7", body: `{"candidates":[{"finishReason":7}]}`, want: scoring.FailBlocked},
		{name: "8", body: `{"candidates":[{"finishReason":8}]}`, want: scoring.FailBlocked},
		{name: "9", body: `{"candidates":[{"finishReason":9}]}`, want: scoring.FailBlocked},
		{name: "BLOCKLIST", body: candidate(text, `"BLOCKLIST"`), want: scoring.FailBlocked},
		{name: "PROHIBITED_CONTENT", body: candidate(text, `"PROHIBITED_CONTENT"`), want: scoring.FailBlocked},
		{name: "SPII", body: candidate(text, `"SPII"`), want: scoring.FailBlocked},
		{name: "MALFORMED_FUNCTION_CALL", body: candidate(`[]`, `"MALFORMED_FUNCTION_CALL"`), want: scoring.FailEmpty},
		{name: "TOO_MANY_TOOL_CALLS", body: candidate(text, `"TOO_MANY_TOOL_CALLS"`), want: scoring.FailMalformed},
		{name: "stop in small letters", body: candidate(text, `"stop"`), want: scoring.FailMalformed},
		{name: "0", body: candidate(text, `0`), want: scoring.FailMalformed},
		{name: "42", body: candidate(text, `42`), want: scoring.FailMalformed},
		{name: "no end", body: `{"candidates":[{"content":{"parts":[{"text":"{}"}]}}]}`, want: scoring.FailMalformed},
		{name: "an end of another type", body: candidate(text, `{"a":1}`), want: scoring.FailMalformed},
		{name: "STOP without text", body: candidate(`[{"text":""}]`, `"STOP"`), want: scoring.FailEmpty},
		{name: "STOP without parts", body: `{"candidates":[{"content":{"role":"model"},"finishReason":"STOP"}]}`, want: scoring.FailEmpty},
		{name: "thinking alone", body: candidate(`[{"text":"hm","thought":true}]`, `1`), want: scoring.FailEmpty},
		{name: "prompt blocked: SAFETY", body: `{"promptFeedback":{"blockReason":"SAFETY"},"usageMetadata":{"promptTokenCount":7,"totalTokenCount":7}}`, want: scoring.FailBlocked, tokens: scoring.Tokens{Prompt: 7}},
		{name: "prompt blocked: 3", body: `{"promptFeedback":{"blockReason":3}}`, want: scoring.FailBlocked},
		{name: "prompt blocked: 4", body: `{"promptFeedback":{"blockReason":4}}`, want: scoring.FailBlocked},
		{name: "prompt blocked: PROHIBITED_CONTENT", body: `{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"}}`, want: scoring.FailBlocked},
		{name: "prompt blocked: JAILBREAK, with an answer", body: `{"promptFeedback":{"blockReason":"JAILBREAK"},"candidates":[{"content":{"parts":[{"text":"{}"}]},"finishReason":1}]}`, want: scoring.FailBlocked},
		{name: "no candidates", body: `{"candidates":[]}`, want: scoring.FailEmpty},
		{name: "two candidates", body: `{"candidates":[{"content":{"parts":[{"text":"{}"}]},"finishReason":1},{"content":{"parts":[{"text":"{}"}]},"finishReason":1}]}`, want: scoring.FailMalformed},
		{name: "an error in a 200", body: `{"error":{"code":429,"message":"slow down","status":"RESOURCE_EXHAUSTED"}}`, want: scoring.FailQuotaMinute},
		{name: "a null part", body: candidate(`[null]`, `1`), want: scoring.FailMalformed},
		{name: "half a surrogate pair", body: candidate(`[{"text":"\ud800"}]`, `1`), want: scoring.FailMalformed},
		{name: "not UTF-8", body: candidate("[{\"text\":\"\xff\"}]", `1`), want: scoring.FailMalformed},
		{name: "a byte order mark", body: "\ufeff" + candidate(text, `1`), want: scoring.FailMalformed},
		{name: "usage said in full", body: `{"candidates":[{"content":{"role":"model"},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":4,"cachedContentTokenCount":3,"candidatesTokenCount":5,"thoughtsTokenCount":51,"totalTokenCount":60}}`,
			want: scoring.FailEmpty, tokens: scoring.Tokens{Prompt: 4, Cached: 3, Output: 5, Thinking: 51}},
		{name: "thinking in the total alone", body: `{"candidates":[{"content":{"role":"model"},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":4,"candidatesTokenCount":5,"totalTokenCount":60}}`,
			want: scoring.FailEmpty, tokens: scoring.Tokens{Prompt: 4, Output: 5, Thinking: 51}},
		{name: "usage that is none", body: `{"candidates":[{"content":{"role":"model"},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":-4,"candidatesTokenCount":"many","totalTokenCount":1e300}}`, want: scoring.FailEmpty},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.Serve(t, modeltest.Options{Models: nil})
			s.Script(modeltest.Step{Body: c.body})
			got, err := open(t, s, "").Generate(t.Context(), question)
			if c.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				if got.Text != "{}" || got.Model != "gemini-9-lamp" {
					t.Errorf("got %+v", got)
				}
				return
			}
			if e := failureOf(t, err); e.Failure != c.want || e.Tokens != c.tokens {
				t.Errorf("got %v with %+v, want %s with %+v", e, e.Tokens, c.want, c.tokens)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	detail := func(kind, rest string) string {
		return `{"@type":"type.googleapis.com/google.rpc.` + kind + `",` + rest + `}`
	}
	google := func(code, status, message string, details ...string) string {
		return `{"error":{"code":` + code + `,"message":"` + message + `","status":"` + status + `","details":[` + strings.Join(details, ",") + `]}}`
	}
	minute := detail("QuotaFailure", `"violations":[{"quotaMetric":"m","quotaId":"GenerateRequestsPerMinutePerProjectPerModel-FreeTier","quotaDimensions":{"location":"global","model":"x"},"quotaValue":"15"}]`)
	both := detail("QuotaFailure", `"violations":[{"quotaId":"GenerateRequestsPerMinutePerProjectPerModel-FreeTier"},{"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]`)
	for _, c := range []struct {
		name   string
		status int
		body   string
		want   scoring.Failure
		wait   time.Duration
		says   string
	}{
		{"bad key", 400, google("400", "INVALID_ARGUMENT", "API key not valid.", detail("ErrorInfo", `"reason":"API_KEY_INVALID","domain":"googleapis.com"`)), scoring.FailAuth, -1, "API key not valid"},
		{"bad key, without details", 400, google("400", "INVALID_ARGUMENT", "API key expired. Please renew the API key."), scoring.FailAuth, -1, "expired"},
		{"bad schema", 400, google("400", "INVALID_ARGUMENT", "Invalid JSON payload.", detail("BadRequest", `"fieldViolations":[{"field":"generation_config.response_schema","description":"too deep"}]`)), scoring.FailSchema, -1, "response_schema: too deep"},
		{"region", 400, google("400", "FAILED_PRECONDITION", "User location is not supported for the API use."), scoring.FailAuth, -1, "location"},
		{"no caller", 403, google("403", "PERMISSION_DENIED", "Method doesn't allow unregistered callers."), scoring.FailAuth, -1, ""},
		{"retired", 404, google("404", "NOT_FOUND", "models/x is not found for API version v1beta"), scoring.FailModelGone, -1, "models/x"},
		{"minute", 429, google("429", "RESOURCE_EXHAUSTED", "quota", minute, detail("Help", `"links":[]`), detail("RetryInfo", `"retryDelay":"34.074824224s"`)), scoring.FailQuotaMinute, 34074824224, ""},
		{"minute, without a delay", 429, google("429", "RESOURCE_EXHAUSTED", "quota", minute), scoring.FailQuotaMinute, -1, ""},
		{"at once", 429, google("429", "RESOURCE_EXHAUSTED", "quota", minute, detail("RetryInfo", `"retryDelay":"0s"`)), scoring.FailQuotaMinute, 0, ""},
		{"minute and day", 429, google("429", "RESOURCE_EXHAUSTED", "quota", both, detail("RetryInfo", `"retryDelay":"47s"`)), scoring.FailQuotaDay, 47 * time.Second, ""},
		{"a delay that is none", 429, google("429", "RESOURCE_EXHAUSTED", "quota", detail("RetryInfo", `"retryDelay":"soon"`)), scoring.FailQuotaMinute, -1, ""},
		{"a delay below zero", 429, google("429", "RESOURCE_EXHAUSTED", "quota", detail("RetryInfo", `"retryDelay":"-5s"`)), scoring.FailQuotaMinute, 0, ""},
		{"a delay of years", 429, google("429", "RESOURCE_EXHAUSTED", "quota", detail("RetryInfo", `"retryDelay":"99999999s"`)), scoring.FailQuotaMinute, 24 * time.Hour, ""},
		{"a delay in a long message", 429, google("429", "RESOURCE_EXHAUSTED", strings.Repeat("Limits are limits. ", 40)+"Please retry in 10.05676626s."), scoring.FailQuotaMinute, 10056766260, "Limits"},
		{"details of another type", 429, google("429", "RESOURCE_EXHAUSTED", "quota", `7`, `"x"`, `{"@type":5}`), scoring.FailQuotaMinute, -1, "quota"},
		{"an unknown answer", 418, "teapot", scoring.FailSchema, -1, "418"},
		{"no content", 204, "", scoring.FailMalformed, -1, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.Serve(t, modeltest.Options{})
			s.Script(modeltest.Step{Status: c.status, Body: c.body})
			_, err := open(t, s, "").Generate(t.Context(), question)
			e := failureOf(t, err)
			if e.Failure != c.want || e.RetryAfter != c.wait || !strings.Contains(e.Error(), c.says) {
				t.Errorf("got %v after %v, want %s after %v that says %q", e, e.RetryAfter, c.want, c.wait, c.says)
			}
		})
	}
}

// A model that takes no thinkingConfig is asked again without, once for all calls to come.
func TestThinkingRefused(t *testing.T) {
	t.Parallel()
	s := modeltest.Serve(t, modeltest.Options{})
	s.Script(modeltest.Step{Status: 400, Body: `{"error":{"code":400,"message":"Thinking level is not supported for this model.","status":"INVALID_ARGUMENT"}}`})
	m := open(t, s, "")
	for range 2 {
		if _, err := m.Generate(t.Context(), question); err != nil {
			t.Fatal(err)
		}
	}
	var told []bool
	for _, r := range s.Requests() {
		told = append(told, bytes.Contains(r.Body, []byte("thinkingConfig")))
	}
	if diff := cmp.Diff([]bool{true, false, false}, told); diff != "" {
		t.Errorf("thinkingConfig sent (-want +got):\n%s", diff)
	}
}

func TestPromptThatCannotBeSent(t *testing.T) {
	t.Parallel()
	s := modeltest.Serve(t, modeltest.Options{})
	m := open(t, s, "")
	broken, odd := question, question
	broken.User = "a\xffb"
	odd.Schema = json.RawMessage(`{"type":"object","properties":{"a":{"type":"string","properties":7},"b":{}}}`)
	for _, r := range []judge.Request{broken, odd} {
		if _, err := m.Generate(t.Context(), r); failureOf(t, err).Failure != scoring.FailSchema {
			t.Errorf("got %v", err)
		}
	}
	if n := len(s.Requests()); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
}

func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	s := modeltest.Serve(t, modeltest.Options{Answer: func(r modeltest.Request) modeltest.Step {
		if bytes.Contains(r.Body, []byte("thinkingConfig")) {
			return modeltest.Step{Status: 400, Body: `{"error":{"code":400,"message":"thinkingConfig is unknown"}}`}
		}
		return modeltest.Step{Text: r.User}
	}})
	m := open(t, s, "")
	var calls sync.WaitGroup
	for i := range 8 {
		calls.Go(func() {
			user := strings.Repeat("x", i+1)
			if got, err := m.Generate(t.Context(), judge.Request{User: user}); err != nil || got.Text != user {
				t.Errorf("got %+v, %v, want %s", got, err, user)
			}
		})
	}
	calls.Wait()
}

func TestPanicOfTheLibrary(t *testing.T) {
	t.Parallel()
	err := guarded(func() error { panic("FunctionResponse unimplemented") })
	if e := failureOf(t, err); e.Failure != scoring.FailMalformed {
		t.Errorf("got %v", e)
	}
}

func FuzzReadAnswer(f *testing.F) {
	f.Add([]byte(candidate(`[{"text":"{}"}]`, `1`)))
	f.Add([]byte(candidate(`[{"text":"a","thought":true},{},null]`, `"STOP"`)))
	f.Add([]byte(`{"promptFeedback":{"blockReason":"\u0000"},"usageMetadata":{"promptTokenCount":1e9}}`))
	f.Add([]byte(`{"error":[{"code":"x"}],"candidates":[{"finishReason":[[[]]]}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		a, err := readAnswer(body, testKey)
		if err != nil {
			failureOf(t, err)
			return
		}
		if e := a.failure(); e == nil && a.empty {
			t.Error("an answer without text passed")
		}
		if a.tokens.Total() < 0 || len(a.served) > 500 || !json.Valid(a.clean) {
			t.Errorf("got %+v", a)
		}
	})
}
