package app

import (
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"testing"
	"time"

	"shortlist/cmd/internal/config"
	"shortlist/scoring"
	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
)

// startListings are stored when the program starts.
const startListings = 10_000

// BenchmarkStart is the time from New until /readyz says that the daemon can work. The stop is not counted.
func BenchmarkStart(b *testing.B) {
	for _, database := range []struct {
		name string
		dsn  func(testing.TB) string
	}{{"sqlite", storetest.SQLite}, {"postgres", storetest.Postgres}} {
		b.Run(fmt.Sprintf("%s/listings=%d", database.name, startListings), func(b *testing.B) {
			dsn := database.dsn(b)
			stock(b, dsn)
			c, err := config.Load(config.Options{Path: os.DevNull, Overrides: map[string]string{
				"database": dsn, "web.listen": "127.0.0.1:0", "mail.from": "digest@example.org", "mail.smtp": "smtp://127.0.0.1:1",
				"boards.remoteok.enabled": "false", "boards.himalayas.enabled": "false", "boards.remotive.enabled": "false", "boards.jobicy.enabled": "false",
			}})
			if err != nil {
				b.Fatal(err)
			}
			b.StopTimer()
			b.ResetTimer()
			for range b.N {
				startOnce(b, c)
			}
		})
	}
}

func startOnce(b *testing.B, c *config.Config) {
	b.Helper()
	b.StartTimer()
	a, err := New(b.Context(), Options{Config: c, Version: "start", Serve: true, Daemon: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	if err := a.Start(b.Context()); err != nil {
		b.Fatal(err)
	}
	r, err := http.Get(a.URL() + "/readyz")
	if err != nil {
		b.Fatal(err)
	}
	b.StopTimer()
	_ = r.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	if r.StatusCode != http.StatusOK {
		b.Fatalf("/readyz answers %d", r.StatusCode)
	}
	if err := a.Stop(b.Context()); err != nil {
		b.Fatal(err)
	}
}

// stock stores people, and the listings of a board that answered a moment ago.
func stock(b *testing.B, dsn string) {
	b.Helper()
	s, err := store.Open(b.Context(), store.Options{DSN: dsn})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if _, err := s.Migrate(b.Context()); err != nil {
		b.Fatal(err)
	}
	for n := 0; n < startListings; n += 1000 {
		var listings []scoring.Listing
		for i := range 1000 {
			listings = append(listings, loadListing(n+i))
		}
		if _, err := s.Take(b.Context(), "remoteok", listings, time.Now()); err != nil {
			b.Fatal(err)
		}
	}
	for n := range 20 {
		p := scoring.DefaultProfile()
		p.Name, p.Email, p.Timezone, p.Schedule, p.Queries = fmt.Sprintf("person-%d", n), "person@example.org", "UTC", []string{"0 8 * * *"}, []string{loadTitles[n%len(loadTitles)]}
		if err := s.PutProfile(b.Context(), p, ""); err != nil {
			b.Fatal(err)
		}
	}
}
