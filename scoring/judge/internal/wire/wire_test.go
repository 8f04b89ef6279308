package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"shortlist/scoring"
)

const key = "sk-invented-0123456789-abcdefghij"

func TestRedact(t *testing.T) {
	t.Parallel()
	s := NewSecret(key)
	for in, want := range map[string]string{
		"":                             "",
		"nothing here":                 "nothing here",
		"the key " + key + ".":         "the key [key].",
		key:                            "[key]",
		key + key:                      "[key][key]",
		"cut: " + key[:12] + "…":       "cut: [key]…",
		"its end: " + key[len(key)-8:]: "its end: [key]",
		"seven: " + key[:7]:            "seven: " + key[:7],
		"ünï " + key + " cödé":         "ünï [key] cödé",
		"%20" + key + "%20" + key[5:]:  "%20[key]%20[key]",
	} {
		if got := s.Redact(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
	if got := NewSecret("ollama").Redact("ollama runs"); got != "ollama runs" {
		t.Errorf("a placeholder is hidden: %q", got)
	}
	if got := (Secret{}).Redact("as it is"); got != "as it is" {
		t.Errorf("got %q", got)
	}
}

// A key stays out of print in whatever holds it.
func TestSecretInPrint(t *testing.T) {
	t.Parallel()
	held := struct {
		name string
		key  Secret
		keys []Secret
	}{"n", NewSecret(key), []Secret{NewSecret(key)}}
	raw, err := json.Marshal(map[string]any{"key": NewSecret(key)})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{fmt.Sprintf("%v %+v %#v %s %q", held, held, held, held.key, held.key), fmt.Sprintf("%v %x", &held, held.key), string(raw)} {
		if strings.Contains(text, key[:8]) || strings.Contains(text, fmt.Sprintf("%x", key[:8])) {
			t.Errorf("the key is in %s", text)
		}
	}
}

func TestSentence(t *testing.T) {
	t.Parallel()
	s := NewSecret(key)
	got := s.Sentence("  a\n\tb\x00\x1b[0m\u202e\xffc  " + key + strings.Repeat("é", 500))
	if !strings.HasPrefix(got, "a b [0m c [key]é") || !strings.HasSuffix(got, "é…") || len([]rune(got)) != maxSentence+1 {
		t.Errorf("got %q", got)
	}
	if got := s.ModelName("models/" + strings.Repeat("m", 500)); len([]rune(got)) != 101 {
		t.Errorf("got %q", got)
	}
}

func TestDecode(t *testing.T) {
	t.Parallel()
	for body, says := range map[string]string{
		`{"a":{"b":[{"c":1},{"c":2}],"c":null},"b":"\ud83d\ude00 \\ud800 \u00fc"}`: "",
		" {} \n":                      "",
		``:                            "EOF",
		`[]`:                          "not a JSON object",
		`null`:                        "not a JSON object",
		`{} {}`:                       "follows",
		`{}x`:                         "follows",
		`{"a":1,"a":1}`:               `"a" stands twice`,
		`{"x":[{"a":1,"b":2,"a":1}]}`: `"a" stands twice`,
		`{"a":"\ud800"}`:              "surrogate",
		`{"a":"\udc00\ud800"}`:        "surrogate",
		`{"a":"\ud800\u0041"}`:        "surrogate",
		`{"a":"\ud800`:                "surrogate",
		"{\"a\":\"\xff\"}":            "UTF-8",
		`{"a":NaN}`:                   "invalid character",
		strings.Repeat(`{"a":`, 70) + "1" + strings.Repeat("}", 70): "nested too deep",
		`{"a":1,}`: "invalid",
	} {
		var into map[string]any
		err := Decode([]byte(body), &into)
		if says == "" && err != nil || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
			t.Errorf("%.60s: got %v, want %q", body, err, says)
		}
	}
}

func TestCount(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Count{"7": 7, "7.0": 7, "1e3": 1000, "0": 0, "-1": 0, "1e300": 0, `"7"`: 0, "null": 0, "[]": 0, "{}": 0, "1e9": 1e9, "1e10": 0} {
		var c Count
		if err := json.Unmarshal([]byte(text), &c); err != nil || c != want {
			t.Errorf("%s: got %d, %v, want %d", text, c, err, want)
		}
	}
}

func TestHeaderDelay(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"": -1, "0": 0, "20": 20 * time.Second, " 20 ": 20 * time.Second, "1.5": 1500 * time.Millisecond, "5m": -1, "-3": -1, "nan": -1, ".": -1, "...": -1, "1.2.3": 24 * time.Hour,
		"Mon, 30 Nov 2026 12:00:30 GMT": 30 * time.Second, "Mon, 30 Nov 2026 11:00:00 GMT": 0, "Monday": -1, "999999999999": 24 * time.Hour,
	} {
		h := http.Header{}
		h.Set("Retry-After", value)
		if got := headerDelay(h, now); got != want {
			t.Errorf("%q: got %v, want %v", value, got, want)
		}
	}
}

// What stands in an address is nobody's business, key or not.
func TestAddressStaysOutOfErrors(t *testing.T) {
	t.Parallel()
	c := NewClient(Secret{}, time.Minute)
	defer c.Close()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1:1/path?token=hush", nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Do(req)
	var e *scoring.JudgeError
	if !errors.As(err, &e) || e.Failure != scoring.FailTransport || strings.Contains(err.Error(), "hush") {
		t.Errorf("got %v", err)
	}
}

func TestEnded(t *testing.T) {
	t.Parallel()
	if e := Ended(context.Canceled); e.Failure != scoring.FailTimeout || !errors.Is(e, context.Canceled) || errors.Is(e, context.DeadlineExceeded) {
		t.Errorf("got %v", e)
	}
	if e := Ended(context.DeadlineExceeded); e.Failure != scoring.FailTimeout || !errors.Is(e, context.DeadlineExceeded) {
		t.Errorf("got %v", e)
	}
}

func FuzzReadProblem(f *testing.F) {
	f.Add(429, []byte(`{"error":{"code":429,"message":"x","details":[{"@type":"a.RetryInfo","retryDelay":"1s"}]}}`), "20")
	f.Add(200, []byte(`[{"error":{"code":"503"}}]`), "")
	f.Add(302, []byte(`{"detail":[{"msg":"`+key+`"}]}`), "Wed, 21 Oct 2015 07:28:00 GMT")
	f.Fuzz(func(t *testing.T, status int, body []byte, after string) {
		p := ReadProblem(status, http.Header{"Retry-After": {after}, "Location": {after}}, body, NewSecret(key), time.Now())
		e := p.Failure()
		if strings.Contains(fmt.Sprintf("%v %#v", e, p), key) || strings.ContainsAny(e.Error(), "\r\n\x00") || len(e.Error()) > 2000 {
			t.Errorf("got %q", e)
		}
		if e.RetryAfter < -1 || e.RetryAfter > maxDelay {
			t.Errorf("try again after %v", e.RetryAfter)
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"a":["\ud83d\ude00"],"b":{"c":1}}`))
	f.Add([]byte(`{"a":"\\\ud800"}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		var into map[string]any
		if Decode(body, &into) == nil && !json.Valid(body) {
			t.Errorf("%q was read", body)
		}
	})
}
