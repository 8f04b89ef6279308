package web

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
)

// digested is a house with one digest of a hostile subject, for ada, and a board that fails.
func digested(t *testing.T) *house {
	t.Helper()
	p := open(t, storetest.SQLite(t), nil)
	ctx := t.Context()
	e := store.Edition{ID: "e1", Run: "r1", Profile: "ada", Slot: t0, MessageID: "m@x", Recipient: "ada@x", Subject: `2 new <script>alert(1)</script>`, HTML: `<p style="color:red">Hello</p>`, Text: "Hello"}
	_, errRun := p.StartRun(ctx, store.Run{ID: "r1", Profile: "ada", Key: "k", Slot: t0})
	_, errEdition := p.PutEdition(ctx, e, nil, store.Lease{})
	errBoard := p.PutBoard(ctx, store.Board{Name: "remotive", Outcome: "server_error", Error: "answered 503", FetchedAt: t0, FailingSince: t0})
	if err := errors.Join(errRun, errEdition, errBoard); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPages(t *testing.T) {
	t.Parallel()
	p := digested(t)
	ada, bob, olga := p.as(t, "ada"), p.as(t, "bob"), p.as(t, "olga")
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
		"/signin":               {200, []string{"Sign in"}},
		"/style.css":            {200, []string{"color-scheme"}},
		"/healthz":              {200, []string{"ok"}},
		"/readyz":               {200, []string{`"ready":true`}},
		"/nothing":              {404, nil},
	} {
		g := ada.get(path)
		if g.code != c.code || strings.Contains(g.body, "<script") {
			t.Errorf("%s: %d\n%s", path, g.code, g.body)
		}
		for _, want := range c.want {
			if !strings.Contains(g.body, want) {
				t.Errorf("%s: no %q in\n%s", path, want, g.body)
			}
		}
		if strings.HasPrefix(path, "/digests/e1") {
			if others := bob.get(path); others.code != http.StatusNotFound || strings.Contains(others.body, "Hello") || strings.Contains(others.body, "2 new") {
				t.Errorf("%s for another person: %d\n%s", path, others.code, others.body)
			}
			if all := olga.get(path); all.code != c.code {
				t.Errorf("%s for the owner: %d", path, all.code)
			}
		}
		if path == "/healthz" || path == "/readyz" || path == "/nothing" { // no pages
			continue
		}
		policy := g.header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe-inline") != strings.HasSuffix(path, "mail.html") || g.header.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: headers %v", path, g.header)
		}
	}
}

func TestEachSeesTheirOwn(t *testing.T) {
	t.Parallel()
	p := digested(t)
	for name, sees := range map[string]bool{"ada": true, "bob": false, "olga": true} {
		b := p.as(t, name)
		for _, path := range []string{"/", "/digests"} {
			if got := strings.Contains(b.get(path).body, "2 new"); got != sees {
				t.Errorf("%s at %s sees ada's digest: %v", name, path, got)
			}
		}
	}
	if body := p.as(t, "bob").get("/").body; strings.Contains(body, ">ada<") || !strings.Contains(body, "Remotive answered 503") {
		t.Errorf("bob's page:\n%s", body)
	}
}

func TestForeignNames(t *testing.T) {
	t.Parallel()
	s := &Site{Options: Options{PublicURL: "https://jobs.example.org/x"}}
	for host, want := range map[string]bool{
		"127.0.0.1:8080": true, "[::1]:8080": true, "localhost": true, "LOCALHOST:1": true, "jobs.example.org": true, "192.168.1.5:80": true,
		"evil.example": false, "127.0.0.1.evil.example:8080": false, "": false, "localhost.evil.example": false,
	} {
		if got := s.knows(host); got != want {
			t.Errorf("%q: %v, want %v", host, got, want)
		}
	}
	p := open(t, storetest.SQLite(t), nil)
	r, err := http.NewRequest(http.MethodGet, p.url, nil)
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
	p := open(t, storetest.SQLite(t), nil)
	if g := p.as(t, "ada").post("/digests", nil); g.code != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", g.code)
	}
}

func TestNotReadyWithoutItsDatabase(t *testing.T) {
	t.Parallel()
	p := open(t, storetest.SQLite(t), nil)
	b := p.as(t, "ada")
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if g := b.get("/readyz"); g.code != http.StatusServiceUnavailable || !strings.Contains(g.body, `"ready":false`) || !strings.Contains(g.body, `"since":"2026-03-02T07:00:00Z"`) || !strings.Contains(g.body, "look after it") {
		t.Errorf("%d %s", g.code, g.body)
	}
	if g := b.get("/"); g.code != http.StatusInternalServerError || strings.Contains(g.body, "sql") {
		t.Errorf("%d %s", g.code, g.body)
	}
	if g := b.get("/healthz"); g.code != http.StatusOK {
		t.Errorf("alive: %d", g.code)
	}
}

func TestReadinessRemembersSinceWhen(t *testing.T) {
	t.Parallel()
	now, broken := t0, false
	r := &Readiness{Now: func() time.Time { return now }, Checks: []Check{{Name: "mail", Remedy: "mend it", Do: func(context.Context) error {
		if broken {
			return errors.New("away")
		}
		return nil
	}}}}
	for i, step := range []struct {
		broken bool
		since  time.Time
	}{{false, t0}, {false, t0}, {true, t0.Add(2 * time.Minute)}, {true, t0.Add(2 * time.Minute)}, {false, t0.Add(4 * time.Minute)}} {
		now, broken = t0.Add(time.Duration(i)*time.Minute), step.broken
		ready, answers := r.Look(t.Context())
		if a := answers["mail"]; ready == step.broken || a.OK == step.broken || !a.Since.Equal(step.since) || (a.Problem == "away") != step.broken || (a.Remedy == "mend it") != step.broken {
			t.Errorf("step %d: %v %+v", i, ready, a)
		}
	}
}
