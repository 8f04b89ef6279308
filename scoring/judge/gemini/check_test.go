package gemini

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"shortlist/scoring"
	"shortlist/scoring/judge/modeltest"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	at := func(date string) time.Time {
		day, err := time.Parse(time.DateOnly, date)
		if err != nil {
			t.Fatal(err)
		}
		return day
	}
	for _, c := range []struct {
		name, model, now string
		want             scoring.Failure
		says, logs       string
		requests         int
	}{
		{"current", "", "2026-12-02", "", "", "", 1},
		{"unknown", "gemini-9-none", "2026-12-02", scoring.FailModelGone, "gemini-9-none is not known to Gemini; a current model is gemini-3.5-flash-lite", "", 1},
		{"before its end", "gemini-2.5-flash", "2026-11-30", "", "", "will be retired on 2026-12-01", 1},
		{"after its end", "gemini-2.5-flash", "2026-12-01", scoring.FailModelGone, "gemini-2.5-flash was retired on 2026-12-01; set judge.model to gemini-3.5-flash-lite", "", 0},
		{"a preview of it", "gemini-2.5-flash-preview-09-2025", "2026-12-01", scoring.FailModelGone, "2026-12-01", "", 0},
		{"its small sister stays", "gemini-2.5-flash-lite", "2026-12-02", "", "", "", 1},
		{"its large sister goes", "gemini-2.5-pro", "2026-12-02", scoring.FailModelGone, "gemini-2.5-pro", "", 0},
		{"2.0", "models/gemini-2.0-flash", "2026-12-02", scoring.FailModelGone, "gemini-2.0-flash was retired", "", 0},
		{"1.5", "gemini-1.5-pro-latest", "2026-12-02", scoring.FailModelGone, "gemini-1.5-pro-latest was retired", "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := modeltest.Serve(t, modeltest.Options{Models: []string{DefaultModel, "gemini-2.5-flash", "gemini-2.5-flash-lite"}})
			var logged bytes.Buffer
			m, err := New(t.Context(), Settings{Model: c.model, Key: secret, BaseURL: s.URL, Log: slog.New(slog.NewTextHandler(&logged, nil))})
			if err != nil {
				t.Fatal(err)
			}
			defer shut(t, m)
			err = m.checkAt(t.Context(), at(c.now))
			if c.want == "" && err != nil {
				t.Fatal(err)
			}
			if c.want != "" {
				if e := failureOf(t, err); e.Failure != c.want || !strings.Contains(e.Error(), c.says) {
					t.Errorf("got %v, want %s that says %q", e, c.want, c.says)
				}
			}
			if !strings.Contains(logged.String(), c.logs) || c.logs == "" && logged.Len() > 0 || strings.Contains(logged.String(), secret[:12]) {
				t.Errorf("logged %q, want %q", logged.String(), c.logs)
			}
			if seen := s.Requests(); len(seen) != c.requests || c.requests == 1 && (seen[0].Method != http.MethodGet || seen[0].Path != "/v1beta/models/"+m.Name()) {
				t.Errorf("asked %+v", seen)
			}
		})
	}
}

func TestCheckTypesWhatGoesWrong(t *testing.T) {
	t.Parallel()
	m, err := New(t.Context(), Settings{Key: secret, BaseURL: "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	defer shut(t, m)
	if e := failureOf(t, m.checkAt(t.Context(), time.Time{})); e.Failure != scoring.FailTransport {
		t.Errorf("got %v", e)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if e := failureOf(t, m.checkAt(gone, time.Time{})); e.Failure != scoring.FailTimeout {
		t.Errorf("got %v", e)
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, says string
		Settings
	}{
		{"no key", "GEMINI_API_KEY", Settings{}},
		{"a key of two lines", "no key has", Settings{Key: secret + "\n" + secret}},
		{"a key that is a file", "longer than any key", Settings{Key: strings.Repeat(secret, 200)}},
		{"no address", "base_url", Settings{Key: secret, BaseURL: "127.0.0.1:80"}},
		{"an address with a key", "base_url", Settings{Key: secret, BaseURL: "https://h/?key=" + secret}},
		{"an address with a password", "base_url", Settings{Key: secret, BaseURL: "https://u:" + secret + "@h/%zz"}},
		{"a model that is a path", "not the name of a model", Settings{Key: secret, Model: "../files/x?y"}},
	} {
		_, err := New(t.Context(), c.Settings)
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), secret[:12]) {
			t.Errorf("%s: got %v", c.name, err)
		}
	}
}
