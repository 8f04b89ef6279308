package app

import (
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"shortlist/cmd/internal/config"
	"shortlist/digest/mail/mailtest"
	"shortlist/scoring"
	"shortlist/worker/store/storetest"
)

// Runs come in rounds of leakPeople. What is open after leakEarly runs is compared with what is open in the end, after
// leakRuns or, where it is set, SHORTLIST_LEAK_RUNS.
const (
	leakPeople = 100
	leakEarly  = 200
	leakRuns   = 1000
)

// leakSlack is by how much pools may have grown or shrunk; what a run leaves open would show a hundred times over.
const leakSlack = 15

// rounds is a whole daemon whose clock moves on by a quarter of an hour at a time.
type rounds struct {
	t    *testing.T
	app  *App
	now  atomic.Int64 // Unix milliseconds
	seen int          // listings so far

	mu    sync.Mutex
	mails int
	all   chan struct{} // closed when everybody has the round's mail
}

// TestNothingIsLeftOpen: goroutines and open files do not grow with the runs.
func TestNothingIsLeftOpen(t *testing.T) {
	runs := leakRuns
	if n, err := strconv.Atoi(os.Getenv("SHORTLIST_LEAK_RUNS")); err == nil {
		runs = max(n, leakEarly+leakPeople)
	}
	for name, dsn := range map[string]func(testing.TB) string{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		t.Run(name, func(t *testing.T) {
			r := newRounds(t, dsn(t))
			for range leakEarly / leakPeople {
				r.round()
			}
			goroutines, files := open(t)
			for range (runs - leakEarly) / leakPeople {
				r.round()
			}
			after, filesAfter := open(t)
			// A pool may be wider for a moment; what leaked stays.
			for deadline := time.Now().Add(10 * time.Second); (after > goroutines+leakSlack || filesAfter > files+leakSlack) && time.Now().Before(deadline); <-time.After(100 * time.Millisecond) {
				after, filesAfter = open(t)
			}
			t.Logf("goroutines %d, files %d after %d runs; %d and %d after %d", goroutines, files, leakEarly, after, filesAfter, runs)
			if after > goroutines+leakSlack || filesAfter > files+leakSlack {
				t.Error("something is left open")
			}
		})
	}
}

// open counts this process's goroutines and open files; the mail server's are among them.
func open(t *testing.T) (goroutines, files int) {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return runtime.NumGoroutine(), len(entries)
}

func newRounds(t *testing.T, dsn string) *rounds {
	t.Helper()
	r := &rounds{t: t}
	r.now.Store(time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC).UnixMilli())
	sink := mailtest.Serve(t, mailtest.Script{Forget: true, On: func(verb string) {
		if verb == "." {
			r.arrived()
		}
	}})
	c, err := config.Load(config.Options{Path: os.DevNull, Overrides: map[string]string{
		"database": dsn, "web.listen": "127.0.0.1:0", "mail.from": "digest@example.org", "mail.smtp": sink.URL(""), "mail.send_empty": "true", "schedule.jitter": "0s", "schedule.workers": "8",
		"boards.remoteok.enabled": "false", "boards.himalayas.enabled": "false", "boards.remotive.enabled": "false", "boards.jobicy.enabled": "false",
	}})
	if err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return time.UnixMilli(r.now.Load()).UTC() }
	r.app, err = New(t.Context(), Options{Config: c, Version: "leak", Serve: true, Daemon: true, Now: now, Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.app.Stop(t.Context()); err != nil {
			t.Error(err)
		}
	})
	for n := range leakPeople {
		p := scoring.DefaultProfile()
		p.Name, p.Email, p.Timezone, p.Schedule = fmt.Sprintf("person-%d", n), "person@example.org", "UTC", []string{"*/15 * * * *"}
		p.Queries = []string{loadTitles[n%len(loadTitles)]}
		if err := r.app.Store.PutProfile(t.Context(), p, ""); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.app.Start(t.Context()); err != nil { // the first sweep plans everybody
		t.Fatal(err)
	}
	return r
}

func (r *rounds) arrived() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.mails++; r.mails == leakPeople {
		close(r.all)
	}
}

// round lets the next slot come, with some new listings, and waits until every run of it has ended.
func (r *rounds) round() {
	r.t.Helper()
	r.mu.Lock()
	r.mails, r.all = 0, make(chan struct{})
	all := r.all
	r.mu.Unlock()
	r.now.Add((15 * time.Minute).Milliseconds())
	var listings []scoring.Listing
	for range 10 {
		listings = append(listings, loadListing(r.seen))
		r.seen++
	}
	if _, err := r.app.Store.Take(r.t.Context(), "remoteok", listings, r.app.Now()); err != nil {
		r.t.Fatal(err)
	}
	if err := r.app.daemon.sweeper.Once(r.t.Context()); err != nil {
		r.t.Fatal(err)
	}
	select {
	case <-all:
	case <-time.After(time.Minute):
		r.t.Fatal("a round does not end")
	}
	for deadline := time.Now().Add(20 * time.Second); ; <-time.After(5 * time.Millisecond) { // the last answers are being recorded
		left, err := r.app.Store.QueuedRuns(r.t.Context(), "", 1)
		if err != nil {
			r.t.Fatal(err)
		}
		if len(left) == 0 {
			return
		}
		if time.Now().After(deadline) {
			r.t.Fatalf("%+v does not end", left)
		}
	}
}
