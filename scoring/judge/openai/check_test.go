package openai

import (
	"strings"
	"testing"

	"shortlist/scoring"
	"shortlist/scoring/judge/modeltest"
)

func TestSelfTest(t *testing.T) {
	t.Parallel()
	refused := modeltest.Step{Status: 400, Body: `{"error":"response_format is not supported"}`}
	for _, c := range []struct {
		name        string
		script      []modeltest.Step
		fails       scoring.Failure
		constrained bool
		next        string // the settings of the call that follows
	}{
		{"obeyed", []modeltest.Step{{Text: `{"colour":"ochre","sure":false}`}}, "", true, "json_schema max_tokens temperature"},
		{"a word", []modeltest.Step{{Text: "Blue"}}, "", false, "json_schema max_tokens temperature words"},
		{"JSON of its own", []modeltest.Step{{Text: `{"colour":"blue","sure":true}`}}, "", false, "json_schema max_tokens temperature words"},
		{"more than asked for", []modeltest.Step{{Text: `{"colour":"ochre","sure":true,"why":"x"}`}}, "", false, "json_schema max_tokens temperature words"},
		{"less than asked for", []modeltest.Step{{Text: `{"colour":"ochre"}`}}, "", false, "json_schema max_tokens temperature words"},
		{"cut", []modeltest.Step{{Text: `{"colour":`, Finish: modeltest.Length}}, "", false, "json_schema max_tokens temperature words"},
		{"obeyed by chance", []modeltest.Step{refused, {Text: `{"colour":"ochre","sure":true}`}}, "", false, "json_object max_tokens temperature words"},
		{"nothing is offered", []modeltest.Step{refused, refused, {Text: "Blue"}}, "", false, "max_tokens temperature words"},
		{"bad key", []modeltest.Step{{Refuse: scoring.FailAuth}}, scoring.FailAuth, false, "json_schema max_tokens temperature"},
		{"no such model", []modeltest.Step{{Refuse: scoring.FailModelGone}}, scoring.FailModelGone, false, "json_schema max_tokens temperature"},
		{"overloaded", []modeltest.Step{{Refuse: scoring.FailOverloaded}}, scoring.FailOverloaded, false, "json_schema max_tokens temperature"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.Serve(t, modeltest.Options{})
			s.Script(c.script...)
			m, logged := open(t, s)
			err := m.Check(t.Context())
			if c.fails == "" && err != nil || c.fails != "" && failureOf(t, err).Failure != c.fails {
				t.Fatalf("got %v, want %s", err, c.fails)
			}
			if m.Constrained() != c.constrained {
				t.Errorf("constrained is %t", m.Constrained())
			}
			if warned := strings.Contains(logged.String(), "does not hold the model to a schema"); warned != (!c.constrained && c.fails == "") {
				t.Errorf("logged %q", logged)
			}
			if _, err := m.Generate(t.Context(), question); err != nil {
				t.Fatal(err)
			}
			all := sent(t, s)
			if got := all[len(all)-1]; got != c.next {
				t.Errorf("then sent %q, want %q", got, c.next)
			}
		})
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		says string
		Settings
	}{
		{"judge.model", Settings{}},
		{"no key has", Settings{Model: "m", Key: secret + " " + secret}},
		{"base_url", Settings{Model: "m", Key: secret, BaseURL: "localhost:11434/v1"}},
		{"base_url", Settings{Model: "m", BaseURL: "https://user:" + secret + "@host/v1"}},
		{"base_url", Settings{Model: "m", BaseURL: "https://host/v1?key=" + secret}},
	} {
		_, err := New(c.Settings)
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), secret[:12]) {
			t.Errorf("got %v, want %s", err, c.says)
		}
	}
	m, err := New(Settings{Model: " lamp ", BaseURL: "http://127.0.0.1:11434/v1/chat/completions/"})
	if err != nil || m.address != "http://127.0.0.1:11434/v1/chat/completions" || m.Name() != "lamp" {
		t.Errorf("got %+v, %v", m, err)
	}
}

// A local server that wants no key is sent none.
func TestWithoutKey(t *testing.T) {
	t.Parallel()
	s := modeltest.Serve(t, modeltest.Options{})
	m, err := New(Settings{Model: "lamp-1", BaseURL: s.URL + "/v1"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Generate(t.Context(), question); err != nil {
		t.Fatal(err)
	}
	if got, sent := s.Requests()[0].Header["Authorization"]; sent {
		t.Errorf("authorization is %q", got)
	}
}
