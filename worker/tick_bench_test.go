package worker_test

import (
	"database/sql"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"testing"
	"time"

	"shortlist/scoring"
	"shortlist/worker"
	"shortlist/worker/riverqueue"
	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
)

// tickSizes is how many schedules are stored.
var tickSizes = []int{1_000, 10_000, 100_000}

// ticking is a sweep over many people, with the engine that fits the database.
type ticking struct {
	*worker.Sweeper
	db     *sql.DB
	people int
	now    time.Time
}

// BenchmarkIdleTick is a sweep that finds nothing due.
func BenchmarkIdleTick(b *testing.B) {
	ticks(b, func(b *testing.B, s *ticking) {
		for b.Loop() {
			if err := s.Once(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkFullTick is a sweep that finds everybody due, and queues a run for each.
func BenchmarkFullTick(b *testing.B) {
	ticks(b, func(b *testing.B, s *ticking) {
		for range b.N {
			b.StopTimer()
			s.due(b)
			b.StartTimer()
			if err := s.Once(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.N)*float64(s.people)/b.Elapsed().Seconds(), "rows/s")
		var queued int
		if err := s.db.QueryRow("SELECT count(*) FROM runs WHERE ended_at = 0").Scan(&queued); err != nil || queued != b.N*s.people {
			b.Fatalf("%d runs queued, %v", queued, err)
		}
	})
}

func ticks(b *testing.B, do func(*testing.B, *ticking)) {
	for _, database := range []struct {
		name string
		dsn  func(testing.TB) string
	}{{"sqlite", storetest.SQLite}, {"postgres", storetest.Postgres}} {
		for _, people := range tickSizes {
			b.Run(fmt.Sprintf("%s/schedules=%d", database.name, people), func(b *testing.B) {
				do(b, newTicking(b, database.dsn(b), people))
			})
		}
	}
}

func newTicking(b *testing.B, dsn string, people int) *ticking {
	b.Helper()
	t := &ticking{people: people, now: time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)}
	now := func() time.Time { return t.now }
	s := storetest.Open(b, dsn, now)
	t.Sweeper = &worker.Sweeper{
		Store: s, Policy: worker.Policy{CatchUp: worker.CatchUpLast, Within: 6 * time.Hour, Jitter: 90 * time.Second}, Meter: &counts{slots: map[string]int{}, runs: map[string]int{}},
		Now: now, Log: slog.New(slog.DiscardHandler), Queued: func() {}, Swept: func() {},
	}
	driver, address := "sqlite", ""
	if path, ok := strings.CutPrefix(dsn, "sqlite:"); ok {
		address = (&url.URL{Scheme: "file", Opaque: path, RawQuery: "_pragma=busy_timeout(30000)"}).String()
	} else {
		driver, address = "pgx", dsn
		q, err := riverqueue.New(riverqueue.Options{DSN: dsn, Store: s, Handler: &worker.Handler{Log: t.Log}, Workers: 4, Log: t.Log})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = q.Close() })
		if err := q.Migrate(b.Context()); err != nil {
			b.Fatal(err)
		}
		t.Enqueue = q.Enqueue
	}
	var err error
	if t.db, err = sql.Open(driver, address); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = t.db.Close() })
	t.crowd(b, s)
	return t
}

// crowd stores one person properly and copies them, since a statement a person takes minutes; nobody is due before the
// evening.
func (t *ticking) crowd(b *testing.B, s *store.Store) {
	b.Helper()
	p := scoring.DefaultProfile()
	p.Name, p.Email, p.Timezone, p.Schedule = "person", "person@example.org", "Europe/Berlin", []string{"0 8 * * *", "0 18 * * *"}
	p.Queries, p.Exclude = []string{"golang backend", "platform engineer"}, []string{"senior", "crypto"}
	if err := s.PutProfile(b.Context(), p, ""); err != nil {
		b.Fatal(err)
	}
	t.exec(b, fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		INSERT INTO profiles (name, body, source, paused, created_at, updated_at, spec, next_slot, next_at)
		SELECT 'person-' || i, body, source, paused, created_at, updated_at, spec, next_slot, next_at FROM profiles, n WHERE name = 'person'`, t.people-1))
	if err := t.Once(b.Context()); err != nil {
		b.Fatal(err)
	}
	t.exec(b, "ANALYZE")
}

// due moves the clock on by a day and everybody's slot to just before it.
func (t *ticking) due(b *testing.B) {
	b.Helper()
	t.now = t.now.AddDate(0, 0, 1)
	slot := time.Date(t.now.Year(), t.now.Month(), t.now.Day(), 7, 0, 0, 0, time.UTC) // 8 in Berlin
	t.exec(b, fmt.Sprintf("UPDATE profiles SET next_slot = %d, next_at = %[1]d", slot.UnixMilli()))
}

func (t *ticking) exec(b *testing.B, statement string) {
	b.Helper()
	if _, err := t.db.ExecContext(b.Context(), statement); err != nil {
		b.Fatalf("%s: %v", statement, err)
	}
}
