package app

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"shortlist/cmd/internal/config"
	"shortlist/digest/mail/mailtest"
	"shortlist/scoring"
	"shortlist/worker/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// loadListings are open while the load runs; queries is what people look for, each finding some tens of them.
const loadListings = 1000

var loadTitles = []string{"Backend Engineer", "Platform Engineer", "Data Analyst", "Product Designer", "Support Specialist", "Account Executive", "QA Engineer", "Technical Writer"}

// loadListing is an advert of some 3 KB.
func loadListing(n int) scoring.Listing {
	var text strings.Builder
	fmt.Fprintf(&text, "Team %d keeps the ledgers of small shops in order and its tools simple.\n\nWhat you will do\n\n", n)
	for i := range 18 {
		fmt.Fprintf(&text, "• Own service %d of the payments platform, from the first sketch to its retirement, with two colleagues who review each step you take\n", n+i)
	}
	return scoring.Listing{
		Ref: scoring.Ref{Board: "remoteok", ID: strconv.Itoa(n)}, Title: loadTitles[n%len(loadTitles)], Company: fmt.Sprintf("Company %d", n), Text: text.String(),
		URL: fmt.Sprintf("https://remoteok.example/%d", n), Place: scoring.Place{Raw: "Worldwide", Remote: scoring.RemoteYes},
	}
}

// loaded is a whole daemon with people who are all due at one minute.
type loaded struct {
	app  *App
	slot time.Time

	mu     sync.Mutex
	late   []time.Duration // from the slot to the mail server's last word, for each mail
	people int
	all    chan struct{}
}

// loadNow is a clock that stands at a slot, less the time until the second sweep, when the program starts.
func loadClock(slot time.Time) func() time.Time {
	began := time.Now()
	return func() time.Time { return slot.Add(time.Since(began) - 15*time.Second) }
}

func newLoaded(b *testing.B, dsn string, people, workers int) *loaded {
	b.Helper()
	l := &loaded{slot: time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC), people: people, all: make(chan struct{})}
	now := loadClock(l.slot)
	sink := mailtest.Serve(b, mailtest.Script{Forget: true, On: func(verb string) {
		if verb == "." {
			l.arrived(now().Sub(l.slot))
		}
	}})
	c, err := config.Load(config.Options{Path: os.DevNull, Overrides: map[string]string{
		"database": dsn, "web.listen": "127.0.0.1:0", "mail.from": "digest@example.org", "mail.smtp": sink.URL(""), "schedule.jitter": "0s", "schedule.workers": strconv.Itoa(workers),
		"boards.remoteok.enabled": "false", "boards.himalayas.enabled": "false", "boards.remotive.enabled": "false", "boards.jobicy.enabled": "false",
	}})
	if err != nil {
		b.Fatal(err)
	}
	l.app, err = New(b.Context(), Options{Config: c, Version: "load", Serve: true, Daemon: true, Now: now, Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))})
	if err != nil {
		b.Fatal(err)
	}
	var listings []scoring.Listing
	for n := range loadListings {
		listings = append(listings, loadListing(n))
	}
	if _, err := l.app.Store.Take(b.Context(), "remoteok", listings, l.slot.Add(-time.Hour)); err != nil {
		b.Fatal(err)
	}
	for n := range people {
		p := scoring.DefaultProfile()
		p.Name, p.Email, p.Timezone, p.Schedule = fmt.Sprintf("person-%d", n), "person@example.org", "UTC", []string{"0 8 * * *"}
		p.Queries, p.Exclude = []string{loadTitles[n%len(loadTitles)], "platform engineer"}, []string{"senior", "crypto"}
		if err := l.app.Store.PutProfile(b.Context(), p, ""); err != nil {
			b.Fatal(err)
		}
	}
	return l
}

func (l *loaded) arrived(late time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.late = append(l.late, late); len(l.late) == l.people {
		close(l.all)
	}
}

// BenchmarkLoad serves people who are all due at the same minute: the whole daemon, with its sweep, queue, database and a
// mail server on loopback. It is run once for each size, as -benchtime 1x.
func BenchmarkLoad(b *testing.B) {
	people := 10_000
	if n, err := strconv.Atoi(os.Getenv("SHORTLIST_LOAD_PEOPLE")); err == nil {
		people = n
	}
	for _, database := range []struct {
		name string
		dsn  func(testing.TB) string
	}{{"sqlite", storetest.SQLite}, {"postgres", storetest.Postgres}} {
		for _, workers := range []int{4, 16} {
			b.Run(fmt.Sprintf("%s/workers=%d", database.name, workers), func(b *testing.B) {
				for range b.N {
					b.StopTimer()
					l := newLoaded(b, database.dsn(b), people, workers)
					b.StartTimer()
					l.serve(b)
				}
			})
		}
	}
}

func (l *loaded) serve(b *testing.B) {
	b.Helper()
	if err := l.app.Start(b.Context()); err != nil { // the first sweep, before the slot, plans everybody
		b.Fatal(err)
	}
	before := cpu(b)
	<-l.all
	used := cpu(b) - before
	stop, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	if err := l.app.Stop(stop); err != nil {
		b.Fatal(err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	slices.Sort(l.late)
	last, n := l.late[len(l.late)-1], len(l.late)
	b.ReportMetric(float64(n)/(last-max(l.late[0], 0)).Seconds(), "digests/s")
	b.ReportMetric(l.late[n/2].Seconds(), "p50-late-s")
	b.ReportMetric(l.late[n*99/100].Seconds(), "p99-late-s")
	b.ReportMetric(used.Seconds()*1000/float64(n), "cpu-ms/digest")
	b.ReportMetric(peak(b), "peak-MB")
}

// cpu is what this process has used, the mail server's share in it included.
func cpu(tb testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// peak is the most memory that this process ever had, in MB.
func peak(tb testing.TB) float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		tb.Fatal(err)
	}
	m := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status)
	if m == nil {
		return 0
	}
	kb, err := strconv.ParseFloat(string(m[1]), 64)
	if err != nil {
		tb.Fatal(err)
	}
	return kb / 1024
}
