package main_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"shortlist/digest/mail/mailtest"
)

// crowd is a host with many people who are due at one slot, and a mail server that takes its time.
type crowd struct {
	*host
	people int
	slow   atomic.Int64 // nanoseconds that the mail server thinks before each answer
	driver string
	db     *sql.DB
}

// newCrowd makes the people due. The database is named as in a configuration; dsn is how driver reaches it.
func newCrowd(t *testing.T, database, driver, dsn string, people, workers int, slow time.Duration) *crowd {
	t.Helper()
	c := &crowd{host: &host{t: t, dir: t.TempDir(), boards: serveBoards(t)}, people: people, driver: driver}
	c.slow.Store(int64(slow))
	c.smtp = mailtest.Serve(t, mailtest.Script{On: func(string) { <-time.After(time.Duration(c.slow.Load())) }})
	c.write("shortlist.yaml", fmt.Sprintf(config, database, c.smtp.URL(""), c.boards.URL)+fmt.Sprintf("schedule: {jitter: 0s, workers: %d}\n", workers))
	slot := time.Now().UTC().Add(-2 * time.Minute).Truncate(time.Minute)
	apply := []string{"profile", "apply"}
	for i := range people {
		name := fmt.Sprintf("p%02d", i)
		c.write(name+".yaml", fmt.Sprintf("name: %s\nemail: %[1]s@example.org\ntimezone: UTC\nschedule: \"%d %d * * *\"\nqueries: [golang backend, platform engineer]\nlimits: {picks: 3}\n",
			name, slot.Minute(), slot.Hour()))
		apply = append(apply, name+".yaml")
	}
	if a := c.run(apply...); a.code != 0 {
		t.Fatalf("%+v", a)
	}
	var err error
	if c.db, err = sql.Open(driver, dsn); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.db.Close() })
	c.exec(fmt.Sprintf("UPDATE profiles SET next_slot = %d, next_at = 1", slot.UnixMilli()))
	return c
}

func sqliteCrowd(t *testing.T, path string, people, workers int, slow time.Duration) *crowd {
	t.Helper()
	dsn := url.URL{Scheme: "file", Opaque: path, RawQuery: "_pragma=busy_timeout(30000)&_pragma=journal_mode(WAL)"}
	return newCrowd(t, "sqlite:"+path, "sqlite", dsn.String(), people, workers, slow)
}

func postgresCrowd(t *testing.T, dsn string, people, workers int, slow time.Duration) *crowd {
	t.Helper()
	return newCrowd(t, "'"+dsn+"'", "pgx", dsn, people, workers, slow)
}

func (c *crowd) exec(statement string) {
	c.t.Helper()
	if _, err := c.db.ExecContext(c.t.Context(), statement); err != nil {
		c.t.Fatalf("%s: %v", statement, err)
	}
}

func (c *crowd) count(query string) (n int) {
	c.t.Helper()
	if err := c.db.QueryRowContext(c.t.Context(), query).Scan(&n); err != nil {
		c.t.Fatalf("%s: %v", query, err)
	}
	return n
}

// mails waits until the mail server has taken so many.
func (c *crowd) mails(atLeast int) {
	c.t.Helper()
	eventually(c.t, fmt.Sprintf("%d mails", atLeast), func() bool { return len(c.smtp.Messages()) >= atLeast })
}

// settle waits until every run has ended; what waits for minutes is brought forward, since nobody waits for that here.
func (c *crowd) settle(fleet ...*daemon) {
	c.t.Helper()
	for deadline := time.Now().Add(90 * time.Second); ; <-time.After(250 * time.Millisecond) {
		if c.count("SELECT count(*) FROM runs WHERE ended_at > 0") == c.people {
			return
		}
		if time.Now().After(deadline) {
			for _, d := range fleet {
				c.t.Log(tail(d.log()))
			}
			c.t.Fatalf("%d runs of %d have ended; %v", c.count("SELECT count(*) FROM runs WHERE ended_at > 0"), c.people, c.outcomes())
		}
		c.exec(fmt.Sprintf("UPDATE runs SET due_at = %d WHERE ended_at = 0 AND due_at > %[1]d", time.Now().UnixMilli()))
		if c.driver == "pgx" {
			// A job whose end could not be written down runs for the queue until it is rescued, minutes later.
			c.exec(`UPDATE river_job SET state = 'available', scheduled_at = now() WHERE finalized_at IS NULL
				AND (state IN ('scheduled', 'retryable') OR state = 'running' AND attempted_at < now() - interval '20 seconds')`)
		}
	}
}

// outcomes counts the runs by how they ended.
func (c *crowd) outcomes() map[string]int {
	c.t.Helper()
	rows, err := c.db.QueryContext(c.t.Context(), "SELECT outcome, count(*) FROM runs GROUP BY outcome")
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	out := map[string]int{}
	for rows.Next() {
		var outcome string
		var n int
		if err := rows.Scan(&outcome, &n); err != nil {
			c.t.Fatal(err)
		}
		out[outcome] = n
	}
	if err := rows.Err(); err != nil {
		c.t.Fatal(err)
	}
	return out
}

// each checks that everybody got one mail, and that each run knows of it. Of those in unknown, at most so many, the mail
// server's answer was lost.
func (c *crowd) each(unknown int) {
	c.t.Helper()
	got := map[string]int{}
	for _, m := range c.smtp.Messages() {
		got[strings.Trim(header(m, "To"), "<>")]++
	}
	for i := range c.people {
		if who := fmt.Sprintf("p%02d@example.org", i); got[who] != 1 {
			c.t.Errorf("%s got %d mails", who, got[who])
		}
	}
	o := c.outcomes()
	if c.t.Logf("outcomes: %v", o); o["unknown"] > unknown || o["sent"]+o["unknown"] != c.people {
		c.t.Errorf("outcomes %v; at most %d may be unknown", o, unknown)
	}
	if rows := c.count("SELECT count(DISTINCT profile) FROM ledger"); rows != c.people {
		c.t.Errorf("%d people have a ledger", rows)
	}
}

// readiness is what /readyz answers.
type readiness struct {
	code   int
	Ready  bool
	Checks map[string]struct {
		OK              bool
		Since           time.Time
		Problem, Remedy string
	}
}

func (d *daemon) readiness() readiness {
	d.t.Helper()
	r, err := http.Get("http://" + d.listen + "/readyz")
	if err != nil {
		d.t.Fatalf("%v\n%s", err, tail(d.log()))
	}
	defer func() { _ = r.Body.Close() }()
	out := readiness{code: r.StatusCode}
	if err := json.NewDecoder(r.Body).Decode(&out); err != nil {
		d.t.Fatal(err)
	}
	return out
}

// unready waits until /readyz says that the database fails, since when and what to do, and checks that the process lives.
func (d *daemon) unready(since time.Time) {
	d.t.Helper()
	var r readiness
	eventually(d.t, "the database check to fail", func() bool { r = d.readiness(); return !r.Checks["database"].OK })
	at := r.Checks["database"]
	if r.code != http.StatusServiceUnavailable || r.Ready || at.Problem == "" || !strings.Contains(at.Remedy, "database") || at.Since.Before(since.Add(-time.Second)) {
		d.t.Errorf("%+v", r)
	}
	if got := d.get("/healthz"); got != "ok\n" {
		d.t.Errorf("/healthz says %q", got)
	}
}

// inFlight counts the runs that a digest is being made or sent for.
func (c *crowd) inFlight() int {
	c.t.Helper()
	switch {
	case c.driver == "sqlite":
		return c.count(fmt.Sprintf("SELECT count(*) FROM runs WHERE ended_at = 0 AND lease_until > %d", time.Now().UnixMilli()))
	case c.count("SELECT count(*) FROM pg_tables WHERE tablename = 'river_job'") == 0:
		return 0
	}
	return c.count("SELECT count(*) FROM river_job WHERE state = 'running'")
}

// stops ends all daemons in order.
func stops(fleet ...*daemon) {
	for _, d := range fleet {
		d.t.Helper()
		if err := d.stop(syscall.SIGTERM); err != nil {
			d.t.Errorf("stopped with %v\n%s", err, tail(d.log()))
		}
	}
}
