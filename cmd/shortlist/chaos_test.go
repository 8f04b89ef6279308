package main_test

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"shortlist/worker/store/storetest"
)

// Figures of the chaos. Slots come in rounds, one a person; SHORTLIST_CHAOS_SLOTS asks for more of them and
// SHORTLIST_CHAOS_SEED repeats what was drawn.
const (
	chaosPeople   = 25
	chaosSlots    = 60
	chaosRound    = 5 * time.Second
	chaosPatience = 2 * time.Minute // for what is left when the faults are over
	quarter       = 15 * time.Minute
)

// TestChaos kills, stops and cuts off real daemons while boards and mail server fail. Afterwards each slot has one outcome,
// no mail came twice, no person was shown a listing twice, and each slot without a mail says why.
func TestChaos(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "shortlist.db")
		dsn := url.URL{Scheme: "file", Opaque: path, RawQuery: "_pragma=busy_timeout(30000)&_pragma=journal_mode(WAL)"}
		newChaos(t, "sqlite:"+path, "sqlite", dsn.String(), 1).run()
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		dsn := storetest.Postgres(t)
		newChaos(t, "'"+dsn+"'", "pgx", dsn, 3).run()
	})
}

// dice are drawn from by the test and by what it serves.
type dice struct {
	mu  sync.Mutex
	rng *rand.Rand
}

func (d *dice) n(n int) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.rng.IntN(n)
}

// between is a duration of from to to milliseconds.
func (d *dice) between(from, to int) time.Duration {
	return time.Duration(from+d.n(to-from)) * time.Millisecond
}

// chaos is a host on which nothing can be relied on until it is calm.
type chaos struct {
	*host
	dice
	calm   atomic.Bool
	mail   *fickleMail
	db     *sql.DB
	driver string
	fleet  []*daemon
	since  map[*daemon]time.Time
	all    []*daemon
	rounds int
	first  time.Time // slot of the first round; each later round begins a quarter of an hour before the one before it
	did    map[string]int
}

func newChaos(t *testing.T, database, driver, dsn string, replicas int) *chaos {
	t.Helper()
	seed, err := strconv.ParseUint(cmp.Or(os.Getenv("SHORTLIST_CHAOS_SEED"), fmt.Sprint(time.Now().UnixNano())), 10, 64)
	slots, err2 := strconv.Atoi(cmp.Or(os.Getenv("SHORTLIST_CHAOS_SLOTS"), fmt.Sprint(chaosSlots)))
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	t.Logf("SHORTLIST_CHAOS_SEED=%d SHORTLIST_CHAOS_SLOTS=%d", seed, slots)
	c := &chaos{
		host: &host{t: t, dir: t.TempDir()}, driver: driver, fleet: make([]*daemon, replicas), since: map[*daemon]time.Time{}, did: map[string]int{},
		rounds: (slots + chaosPeople - 1) / chaosPeople, first: time.Now().UTC().Truncate(quarter),
	}
	c.rng = rand.New(rand.NewPCG(seed, 0))
	c.mail = serveFickleMail(t, c)
	boards := httptest.NewServer(&fickleBoard{chaos: c, began: time.Now()})
	t.Cleanup(boards.Close)
	c.write("shortlist.yaml", fmt.Sprintf(`database: %s
mail: {from: digest@example.org, smtp: "smtp://%s?tls=none"}
boards:
  remoteok: {enabled: false}
  himalayas: {enabled: false}
  jobicy: {enabled: false}
  remotive: {base_url: "%s/remotive", every: 1s}
schedule: {catch_up: all, within: 7d, jitter: 0s}
profiles: ["p*.yaml"]
`, database, c.mail.listener.Addr(), boards.URL))
	for i := range chaosPeople {
		name := fmt.Sprintf("p%02d", i)
		c.write(name+".yaml", fmt.Sprintf("name: %s\nemail: %[1]s@example.org\ntimezone: UTC\nschedule: \"*/15 * * * *\"\nqueries: [golang]\nlimits: {picks: 3}\n", name))
	}
	if c.db, err = sql.Open(driver, dsn); err != nil {
		t.Fatal(err)
	}
	c.db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = c.db.Close() })
	return c
}

func (c *chaos) run() {
	for i := range c.fleet {
		c.start(i)
	}
	for _, d := range c.fleet {
		waitFor(c.t, "http://"+d.listen+"/readyz")
	}
	for c.round(0); time.Since(c.since[c.all[0]]) < time.Duration(c.rounds)*chaosRound; <-time.After(c.between(300, 1500)) {
		c.misfortune()
		c.revive()
		c.hurry()
		c.round(min(int(time.Since(c.since[c.all[0]])/chaosRound), c.rounds-1))
	}
	c.settle()
	c.check()
}

func (c *chaos) start(i int) {
	d := c.serve()
	c.fleet[i], c.since[d], c.all = d, time.Now(), append(c.all, d)
}

// round makes one more slot due for everybody: the one before all that were due so far, which stay due beside it.
func (c *chaos) round(n int) {
	if c.did["round"] > n {
		return
	}
	c.exec(fmt.Sprintf("UPDATE profiles SET next_slot = %d, next_at = 1", c.earliest(n).UnixMilli()))
	c.did["round"]++
}

func (c *chaos) earliest(round int) time.Time { return c.first.Add(-time.Duration(round) * quarter) }

// misfortune befalls one daemon, or the connections of all to the database.
func (c *chaos) misfortune() {
	d := c.fleet[c.n(len(c.fleet))]
	switch c.n(4) {
	case 0:
		c.did["kill"]++
		_ = d.cmd.Process.Kill() // it may have ended
	case 1:
		// Longer than the leases of 9 s now and then: then others have taken its place when it wakes.
		c.did["stop"]++
		_ = d.cmd.Process.Signal(syscall.SIGSTOP)
		time.AfterFunc(c.between(2000, 12000), func() { _ = d.cmd.Process.Signal(syscall.SIGCONT) })
	case 2:
		if c.driver == "pgx" {
			c.did["cut"]++
			c.exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
		}
	}
}

// revive starts those that ended, as a supervisor would. One that was killed may; one that could not start without its
// database too.
func (c *chaos) revive() {
	for i, d := range c.fleet {
		select {
		case err := <-d.done:
			if age := time.Since(c.since[d]); d.cmd.ProcessState.ExitCode() >= 0 && d.served() && age > 5*time.Second {
				c.t.Errorf("a daemon ended by itself after %s: %v\n%s", age, err, tail(d.log()))
			}
			c.start(i)
		default:
		}
	}
}

// hurry brings forward what waits for minutes, since nobody waits for that here.
func (c *chaos) hurry() {
	now := time.Now().UnixMilli()
	c.exec(fmt.Sprintf("UPDATE runs SET due_at = %d WHERE ended_at = 0 AND due_at > %[1]d", now))
	c.jobs("state IN ('scheduled', 'retryable')")
}

// jobs makes jobs of the queue available, where the database has them.
func (c *chaos) jobs(which string) {
	if c.driver == "pgx" && c.count("SELECT count(*) FROM pg_tables WHERE tablename = 'river_job'") > 0 {
		c.exec("UPDATE river_job SET state = 'available', scheduled_at = now() WHERE finalized_at IS NULL AND " + which)
	}
}

// settle ends the faults and waits until nothing is left to be done.
func (c *chaos) settle() {
	c.calm.Store(true)
	c.stopAll()
	// Nobody lives who could hold a run: the leases of those killed need not be waited for.
	c.exec("UPDATE runs SET lease_until = 0 WHERE ended_at = 0")
	c.jobs("state = 'running'")
	for i := range c.fleet {
		c.start(i)
	}
	for deadline := time.Now().Add(chaosPatience); ; <-time.After(250 * time.Millisecond) {
		c.revive()
		c.hurry()
		left := c.count("SELECT count(*) FROM runs WHERE ended_at = 0")
		if left == 0 && c.count("SELECT count(*) FROM profiles WHERE next_at <= 1") == 0 {
			break
		}
		if time.Now().After(deadline) {
			for _, d := range c.fleet {
				c.t.Log(tail(d.log()))
			}
			c.t.Fatalf("%d runs are not finished", left)
		}
	}
	c.stopAll()
}

func (c *chaos) stopAll() {
	for _, d := range c.fleet {
		_ = d.cmd.Process.Signal(syscall.SIGCONT)
		_ = d.cmd.Process.Signal(syscall.SIGTERM)
	}
	for _, d := range c.fleet {
		select {
		case err := <-d.done:
			if err != nil && d.cmd.ProcessState.ExitCode() >= 0 && d.served() {
				c.t.Errorf("stopped with %v\n%s", err, tail(d.log()))
			}
		case <-time.After(28 * time.Second):
			c.t.Fatalf("still running\n%s", tail(d.log()))
		}
	}
}

func (c *chaos) exec(statement string) {
	c.t.Helper()
	if _, err := c.db.ExecContext(c.t.Context(), statement); err != nil {
		c.t.Fatalf("%s: %v", statement, err)
	}
}

func (c *chaos) count(query string) (n int) {
	c.t.Helper()
	if err := c.db.QueryRowContext(c.t.Context(), query).Scan(&n); err != nil {
		c.t.Fatalf("%s: %v", query, err)
	}
	return n
}

// served reports whether the daemon came as far as serving.
func (d *daemon) served() bool { return strings.Contains(d.log(), `"msg":"serving"`) }

func tail(log string) string { return log[max(0, len(log)-3000):] }

// fate is what the rows say of a slot.
type fate struct{ profile, key, outcome, state, id string }

// check holds the rows against what the mail server saw.
func (c *chaos) check() {
	fates := c.fates()
	letters := c.mail.taken()
	outcomes := map[string]int{}
	for id, f := range fates {
		outcomes[f.outcome]++
		accepted, lost := letters[id].accepted, letters[id].lost
		switch f.outcome {
		case "sent":
			if accepted != 1 || f.state != "accepted" {
				c.t.Errorf("%+v, and the server accepted %d", f, accepted)
			}
		case "unknown":
			if f.state != "unknown" && f.state != "accepted" {
				c.t.Errorf("%+v", f)
			}
		case "empty", "missed", "failed", "rejected":
			if accepted+lost > 0 {
				c.t.Errorf("%+v, and the server accepted %d and kept silent about %d", f, accepted, lost)
			}
		default:
			c.t.Errorf("%+v is no outcome that can have come", f)
		}
		// A message of which the server had every byte and gave no answer may have arrived, so it counts as one.
		if accepted+lost > 1 {
			c.t.Errorf("%+v: the server accepted %d and kept silent about %d", f, accepted, lost)
		}
		if lost > 0 && f.state != "unknown" {
			c.t.Errorf("%+v: the server kept silent", f)
		}
	}
	for id := range letters {
		if _, ok := fates[id]; !ok {
			c.t.Errorf("a mail %s of no slot", id)
		}
	}
	c.checkListings()
	c.checkLogs()
	c.t.Logf("%d slots: %v; faults %v; mail %v", len(fates), outcomes, c.did, c.mail.did)
	if outcomes["sent"] < len(fates)/4 || c.did["kill"]+c.did["stop"] == 0 {
		c.t.Error("too little happened for this to mean anything")
	}
}

// fates are all slots by the Message-ID of their mail, or by their key where there is none; it reports slots that have no
// row, two, or no end, and rows of no slot.
func (c *chaos) fates() map[string]fate {
	rows, err := c.db.QueryContext(c.t.Context(), `SELECT r.profile, r.key, r.slot, r.outcome, r.ended_at, coalesce(e.state, ''), coalesce(e.message_id, '')
		FROM runs r LEFT JOIN editions e ON e.run = r.id`)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	times, fates := map[string]int{}, map[string]fate{}
	for rows.Next() {
		var f fate
		var slot, ended int64
		if err := rows.Scan(&f.profile, &f.key, &slot, &f.outcome, &ended, &f.state, &f.id); err != nil {
			c.t.Fatal(err)
		}
		at := time.UnixMilli(slot).UTC()
		if f.key != "slot-"+at.Format(time.RFC3339) || !at.Equal(at.Truncate(quarter)) || ended == 0 {
			c.t.Errorf("%+v, slot %s, ended %d", f, at, ended)
		}
		times[f.profile+at.Format(time.RFC3339)]++
		fates[cmp.Or(f.id, f.profile+f.key)] = f
	}
	if err := rows.Err(); err != nil {
		c.t.Fatal(err)
	}
	slots := 0
	for i := range chaosPeople {
		for at := c.earliest(c.rounds - 1); at.Before(c.since[c.all[len(c.all)-1]]); at = at.Add(quarter) {
			slots++
			if n := times[fmt.Sprintf("p%02d%s", i, at.Format(time.RFC3339))]; n != 1 {
				c.t.Errorf("p%02d has %d runs for %s", i, n, at)
			}
		}
	}
	if extra := len(fates) - slots; extra < 0 || extra > chaosPeople {
		c.t.Errorf("%d slots, %d with a fate", slots, len(fates))
	}
	return fates
}

var roleLink = regexp.MustCompile(`/remote-jobs/(\d+)`)

// checkListings: in the mails that a person certainly has, no listing stands twice.
func (c *chaos) checkListings() {
	seen := map[string]string{}
	for id, l := range c.mail.taken() {
		if l.accepted == 0 {
			continue
		}
		links := map[string]bool{}
		for _, m := range roleLink.FindAllStringSubmatch(textPart(c.t, l.message), -1) {
			links[m[1]] = true
		}
		if len(links) == 0 || len(links) > 3 {
			c.t.Errorf("%s has %d listings:\n%s", id, len(links), l.message)
		}
		for n := range links {
			if other, again := seen[l.to+" "+n]; again {
				c.t.Errorf("%s got listing %s in %s and in %s", l.to, n, other, id)
			}
			seen[l.to+" "+n] = id
		}
	}
}

func (c *chaos) checkLogs() {
	for _, d := range c.all {
		if i := strings.Index(d.log(), "panic"); i >= 0 {
			c.t.Errorf("a daemon panicked: %s", d.log()[i:min(len(d.log()), i+3000)])
		}
	}
}
