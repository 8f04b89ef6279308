package web

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"shortlist/scoring"
	"shortlist/worker/board"
	"shortlist/worker/pipeline"
	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
)

var t0 = time.Date(2026, 3, 2, 7, 0, 0, 0, time.UTC)

type named string

func (n named) Name() string { return string(n) }

func (named) Fetch(context.Context, board.Validators) (board.Fetched, error) {
	return board.Fetched{}, nil
}

// site is the pages over a database with one person, two boards and one digest of a hostile subject.
func site(t *testing.T) (*httptest.Server, *store.Store) {
	t.Helper()
	now := func() time.Time { return t0 }
	s := storetest.Open(t, storetest.SQLite(t), now)
	ctx := t.Context()
	e := store.Edition{ID: "e1", Run: "r1", Profile: "ada", Slot: t0, MessageID: "m@x", Recipient: "ada@x", Subject: `2 new <script>alert(1)</script>`, HTML: `<p style="color:red">Hello</p>`, Text: "Hello"}
	_, errRun := s.StartRun(ctx, store.Run{ID: "r1", Profile: "ada", Key: "k", Slot: t0})
	_, errEdition := s.PutEdition(ctx, e, nil, store.Lease{})
	for _, err := range []error{
		s.PutProfile(ctx, scoring.Profile{Name: "ada", Timezone: "Europe/Berlin", Schedule: []string{"30 8 * * *"}}, ""),
		s.PutBoard(ctx, store.Board{Name: "remotive", Outcome: "server_error", Error: "answered 503", FetchedAt: t0, FailingSince: t0}),
		errRun, errEdition,
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	h, err := New(Options{Pages: true, Metrics: http.NotFoundHandler(), Wrap: func(_ string, h http.Handler) http.Handler { return h },
		Checks: map[string]Check{"database": s.Ping}, Store: s, Version: "1.2.3", Now: now, Log: slog.New(slog.DiscardHandler), Sources: func() []pipeline.Source {
			return []pipeline.Source{
				{Fetcher: named("remotive"), Label: "Remotive", Home: "https://remotive.com"}, {Fetcher: named("jobicy"), Label: "Jobicy", Home: "https://jobicy.com"}}
		}})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server, s
}

func get(t *testing.T, address string) (*http.Response, string) {
	t.Helper()
	r, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r, string(b)
}

func TestPages(t *testing.T) {
	t.Parallel()
	server, _ := site(t)
	for path, c := range map[string]struct {
		code int
		want []string
	}{
		"/":                     {200, []string{"Something needs a look", "Remotive answered 503", "not read yet", "Mon 2 Mar 2026, 08:30 CET", "2 new &lt;script&gt;", "1.2.3"}},
		"/digests":              {200, []string{"/digests/e1", "waiting for the mail server"}},
		"/digests/e1":           {200, []string{"/digests/e1/mail.html", "2 new &lt;script&gt;"}},
		"/digests/e1/mail.html": {200, []string{`<p style="color:red">Hello</p>`}},
		"/digests/e1/mail.txt":  {200, []string{"Hello"}},
		"/digests/none":         {404, []string{"no such digest"}},
		"/style.css":            {200, []string{"color-scheme"}},
		"/healthz":              {200, []string{"ok"}},
		"/readyz":               {200, []string{`"ready":true`}},
		"/nothing":              {404, nil},
	} {
		r, body := get(t, server.URL+path)
		if r.StatusCode != c.code || strings.Contains(body, "<script") {
			t.Errorf("%s: %d\n%s", path, r.StatusCode, body)
		}
		for _, want := range c.want {
			if !strings.Contains(body, want) {
				t.Errorf("%s: no %q in\n%s", path, want, body)
			}
		}
		if path == "/healthz" || path == "/readyz" || path == "/nothing" { // no pages
			continue
		}
		policy := r.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe-inline") != strings.HasSuffix(path, "mail.html") || r.Header.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: headers %v", path, r.Header)
		}
	}
}

func TestForeignNames(t *testing.T) {
	t.Parallel()
	s := &server{Options: Options{PublicURL: "https://jobs.example.org/x"}}
	for host, want := range map[string]bool{
		"127.0.0.1:8080": true, "[::1]:8080": true, "localhost": true, "LOCALHOST:1": true, "jobs.example.org": true, "192.168.1.5:80": true,
		"evil.example": false, "127.0.0.1.evil.example:8080": false, "": false, "localhost.evil.example": false,
	} {
		if got := s.knows(host); got != want {
			t.Errorf("%q: %v, want %v", host, got, want)
		}
	}
	server, _ := site(t)
	r, err := http.NewRequest(http.MethodGet, server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "evil.example"
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = got.Body.Close()
	if got.StatusCode != http.StatusMisdirectedRequest {
		t.Errorf("%d", got.StatusCode)
	}
}

func TestNothingButGet(t *testing.T) {
	t.Parallel()
	server, _ := site(t)
	r, err := http.Post(server.URL+"/digests", "text/plain", nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Body.Close()
	if r.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", r.StatusCode)
	}
}

func TestNotReadyWithoutItsDatabase(t *testing.T) {
	t.Parallel()
	server, s := site(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	r, body := get(t, server.URL+"/readyz")
	if r.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body, `"ready":false`) {
		t.Errorf("%d %s", r.StatusCode, body)
	}
	if r, body = get(t, server.URL+"/"); r.StatusCode != http.StatusInternalServerError || strings.Contains(body, "sql") {
		t.Errorf("%d %s", r.StatusCode, body)
	}
	if r, _ = get(t, server.URL+"/healthz"); r.StatusCode != http.StatusOK {
		t.Errorf("alive: %d", r.StatusCode)
	}
}
