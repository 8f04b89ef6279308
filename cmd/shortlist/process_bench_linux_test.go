package main_test

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"shortlist/scoring"
	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
)

// Figures of what the benchmarks of the whole process find stored, and of how long they watch an idle one; another time is
// set by SHORTLIST_IDLE, such as 2m.
const (
	benchListings = 10_000
	benchPeople   = 20
	benchIdle     = 30 * time.Second
)

// served is a process of the program with a stocked database and no board.
type served struct {
	b      *testing.B
	dir    string
	listen string
	cmd    *exec.Cmd
	log    *lockedBuffer
}

func onEachStocked(b *testing.B, do func(*testing.B, *served)) {
	for _, database := range []struct {
		name string
		dsn  func(testing.TB) string
	}{{"sqlite", storetest.SQLite}, {"postgres", storetest.Postgres}} {
		b.Run(fmt.Sprintf("%s/listings=%d", database.name, benchListings), func(b *testing.B) {
			b.StopTimer()
			dsn := database.dsn(b)
			stock(b, dsn)
			s := &served{b: b, dir: b.TempDir()}
			err := os.WriteFile(filepath.Join(s.dir, "shortlist.yaml"), fmt.Appendf(nil, `database: '%s'
mail: {from: digest@example.org, smtp: "smtp://127.0.0.1:1"}
boards: {remoteok: {enabled: false}, himalayas: {enabled: false}, remotive: {enabled: false}, jobicy: {enabled: false}}
`, dsn), 0o600)
			if err != nil {
				b.Fatal(err)
			}
			b.ResetTimer()
			do(b, s)
		})
	}
}

// stock stores listings of some 3 KB, and people who are due at another time of the day.
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
	text := strings.Repeat("• Own a service of the payments platform, from the first sketch to its retirement, with two colleagues who review each step\n", 25)
	for n := 0; n < benchListings; n += 1000 {
		var listings []scoring.Listing
		for i := n; i < n+1000; i++ {
			listings = append(listings, scoring.Listing{
				Ref: scoring.Ref{Board: "remoteok", ID: strconv.Itoa(i)}, Title: "Backend Engineer", Company: fmt.Sprintf("Company %d", i), Text: text,
				URL: fmt.Sprintf("https://remoteok.example/%d", i), Place: scoring.Place{Raw: "Worldwide", Remote: scoring.RemoteYes},
			})
		}
		if _, err := s.Take(b.Context(), "remoteok", listings, time.Now()); err != nil {
			b.Fatal(err)
		}
	}
	for n := range benchPeople {
		p := scoring.DefaultProfile()
		p.Name, p.Email, p.Timezone, p.Queries = fmt.Sprintf("person-%d", n), "person@example.org", "UTC", []string{"backend engineer"}
		p.Schedule = []string{fmt.Sprintf("0 %d * * *", time.Now().UTC().Add(12*time.Hour).Hour())}
		if err := s.PutProfile(b.Context(), p, ""); err != nil {
			b.Fatal(err)
		}
	}
}

// start runs `serve` until /readyz says 200.
func (s *served) start() {
	s.b.Helper()
	s.cmd = exec.CommandContext(s.b.Context(), program, "serve")
	s.log = &lockedBuffer{}
	s.cmd.Dir, s.cmd.Env, s.cmd.Stderr = s.dir, []string{"HOME=" + s.dir, "SHORTLIST_WEB_LISTEN=" + s.listen}, s.log
	if err := s.cmd.Start(); err != nil {
		s.b.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); ; <-time.After(2 * time.Millisecond) {
		if r, err := http.Get("http://" + s.listen + "/readyz"); err == nil {
			_ = r.Body.Close()
			if r.StatusCode == http.StatusOK {
				return
			}
		}
		if time.Now().After(deadline) {
			s.b.Fatal(s.log)
		}
	}
}

func (s *served) stop() {
	s.b.Helper()
	http.DefaultClient.CloseIdleConnections()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.b.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		s.b.Fatalf("%v\n%s", err, s.log)
	}
}

// BenchmarkProcessStart is the time from exec until /readyz answers 200, and what the process has used by its end.
func BenchmarkProcessStart(b *testing.B) {
	onEachStocked(b, func(b *testing.B, s *served) {
		var used, best time.Duration
		for range b.N {
			b.StopTimer()
			s.listen = freePortOf(b)
			began := time.Now()
			b.StartTimer()
			s.start()
			b.StopTimer()
			if took := time.Since(began); best == 0 || took < best {
				best = took
			}
			s.stop()
			used += s.cmd.ProcessState.UserTime() + s.cmd.ProcessState.SystemTime()
		}
		b.ReportMetric(best.Seconds()*1000, "best-ms")
		b.ReportMetric(used.Seconds()*1000/float64(b.N), "cpu-ms")
	})
}

// BenchmarkIdle is what a daemon uses that has nothing to do. It is for -benchtime 1x.
func BenchmarkIdle(b *testing.B) {
	idle := benchIdle
	if d, err := time.ParseDuration(os.Getenv("SHORTLIST_IDLE")); err == nil {
		idle = d
	}
	onEachStocked(b, func(b *testing.B, s *served) {
		s.listen = freePortOf(b)
		s.start()
		defer s.stop()
		<-time.After(3 * time.Second) // what the start has begun ends
		for range b.N {
			before := s.cpu()
			<-time.After(idle)
			b.ReportMetric(100*(s.cpu()-before).Seconds()/idle.Seconds(), "cpu-%")
		}
	})
}

// cpu is what the process has used so far, in steps of 10 ms.
func (s *served) cpu() time.Duration {
	s.b.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid))
	if err != nil {
		s.b.Fatal(err)
	}
	// The name of the program, in parentheses, may hold spaces; user and system time are fields 14 and 15 of proc(5).
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	user, err1 := strconv.Atoi(fields[11])
	system, err2 := strconv.Atoi(fields[12])
	if err1 != nil || err2 != nil {
		s.b.Fatalf("%s", stat)
	}
	return time.Duration(user+system) * 10 * time.Millisecond
}

func freePortOf(b *testing.B) string {
	b.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}
