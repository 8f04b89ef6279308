package main_test

import (
	"database/sql"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"shortlist/cmd/internal/demo"
	"shortlist/digest/mail/mailtest"
	"shortlist/worker/store/storetest"
)

// due makes a slot of two minutes ago ada's next one, as if the daemon had been away since before it.
func (h *host) due(driver, dsn string) {
	h.t.Helper()
	slot := time.Now().UTC().Add(-2 * time.Minute).Truncate(time.Minute)
	h.write("ada.yaml", strings.NewReplacer(`schedule: ["0 8 * * *", "0 18 * * *"]`, fmt.Sprintf("schedule: %d %d * * *", slot.Minute(), slot.Hour()),
		"timezone: Europe/Berlin", "timezone: UTC", "picks: 12", "picks: 50").Replace(demo.ProfileYAML))
	if a := h.run("profile", "apply", "ada.yaml"); a.code != 0 {
		h.t.Fatalf("%+v", a)
	}
	db, err := sql.Open(driver, dsn)
	if err != nil {
		h.t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.Exec(fmt.Sprintf("UPDATE profiles SET next_slot = %d, next_at = 1", slot.UnixMilli())); err != nil {
		h.t.Fatal(err)
	}
}

// daemon is a running `shortlist serve`.
type daemon struct {
	t      *testing.T
	cmd    *exec.Cmd
	errout *lockedBuffer
	done   chan error
	listen string
}

func (h *host) serve() *daemon {
	h.t.Helper()
	d := &daemon{t: h.t, listen: freePort(h.t), done: make(chan error, 1)}
	d.cmd, _, d.errout = command(h.t.Context(), h.dir, append([]string{"SHORTLIST_WEB_LISTEN=" + d.listen}, h.env...), "serve")
	if err := d.cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	go func() { d.done <- d.cmd.Wait() }()
	return d
}

// stop sends a signal and waits for the end.
func (d *daemon) stop(s syscall.Signal) error {
	d.t.Helper()
	if err := d.cmd.Process.Signal(s); err != nil {
		d.t.Fatal(err)
	}
	select {
	case err := <-d.done:
		return err
	case <-time.After(28 * time.Second):
		d.t.Fatalf("still running\n%s", d.errout)
		return nil
	}
}

func (d *daemon) get(path string) string {
	d.t.Helper()
	r, err := http.Get("http://" + d.listen + path)
	if err != nil {
		d.t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		d.t.Fatal(err)
	}
	return string(b)
}

// visitor is a browser that is signed in.
type visitor struct {
	http.Client
	d *daemon
}

// signedIn follows the link that the terminal prints for a person.
func (d *daemon) signedIn(h *host, name string) *visitor {
	d.t.Helper()
	a := sh(d.t, h.dir, append([]string{"SHORTLIST_WEB_LISTEN=" + d.listen}, h.env...), "signin", name)
	link := strings.TrimSpace(a.out)
	if a.code != 0 || !strings.Contains(link, "/signin/") {
		d.t.Fatalf("%+v", a)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		d.t.Fatal(err)
	}
	v := &visitor{http.Client{Jar: jar}, d}
	r, err := v.Post(link, "application/x-www-form-urlencoded", nil)
	if err != nil {
		d.t.Fatal(err)
	}
	_ = r.Body.Close()
	if r.StatusCode != http.StatusOK {
		d.t.Fatalf("signing in: %s", r.Status)
	}
	return v
}

func (v *visitor) page(path string) string {
	v.d.t.Helper()
	r, err := v.Get("http://" + v.d.listen + path)
	if err != nil {
		v.d.t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		v.d.t.Fatal(err)
	}
	return string(b)
}

// log is what the daemon has said so far.
func (d *daemon) log() string { return d.errout.String() }

// eventually waits for another process, whose progress gives no signal.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(40 * time.Second); !ok(); <-time.After(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("in vain: ", what)
		}
	}
}

func TestServe(t *testing.T) {
	t.Parallel()
	h := newHost(t, "sqlite:shortlist.db", mailtest.Script{})
	h.due("sqlite", filepath.Join(h.dir, "shortlist.db"))
	d := h.serve()
	eventually(t, "the digest of the slot", func() bool { return len(h.smtp.Messages()) == 1 })
	waitFor(t, "http://"+d.listen+"/readyz")
	if a := sh(t, h.dir, []string{"SHORTLIST_WEB_LISTEN=" + d.listen}, "healthcheck"); a.code != 0 {
		t.Errorf("healthcheck: %+v", a)
	}
	eventually(t, "the run in the metrics", func() bool {
		m := d.get("/metrics")
		return strings.Contains(m, `shortlist_digest_runs_total{outcome="sent"} 1`) && strings.Contains(m, `shortlist_slots_total{outcome="on_time"} 1`) && strings.Contains(m, `shortlist_mail_total{outcome="accepted"} 1`)
	})
	if page := d.get("/"); strings.Contains(page, "new jobs for you") || !strings.Contains(page, "Sign in") {
		t.Errorf("without a sign-in the page shows:\n%s", page)
	}
	if page := d.signedIn(h, "ada").page("/"); !strings.Contains(page, "new jobs for you") {
		t.Errorf("the page does not show the digest:\n%s", page)
	}
	// The terminal works beside it, and a second daemon on the file does not start.
	if got := h.digest(0); got.Outcome != "empty" {
		t.Errorf("by hand: %+v", got)
	}
	if a := sh(t, h.dir, []string{"SHORTLIST_WEB_LISTEN=127.0.0.1:0"}, "serve"); a.code != 2 || !strings.Contains(a.errout, "another shortlist serve is running") {
		t.Errorf("a second daemon: %+v", a)
	}
	if err := d.stop(syscall.SIGTERM); err != nil {
		t.Errorf("stopped with %v\n%s", err, d.errout)
	}
	if a := sh(t, h.dir, []string{"SHORTLIST_WEB_LISTEN=" + d.listen}, "healthcheck"); a.code != 1 || !strings.Contains(a.errout, "is shortlist serve running?") {
		t.Errorf("healthcheck of nobody: %+v", a)
	}
	// Started again it finds its slot served.
	d = h.serve()
	waitFor(t, "http://"+d.listen+"/readyz")
	if err := d.stop(syscall.SIGTERM); err != nil || len(h.smtp.Messages()) != 1 {
		t.Errorf("%v, %d mails", err, len(h.smtp.Messages()))
	}
}

// TestThreeReplicas: three daemons that start at once on one Postgres, one of them killed in the middle, send one mail. The
// run was a job of River's.
func TestThreeReplicas(t *testing.T) {
	t.Parallel()
	dsn := storetest.Postgres(t)
	h := newHost(t, "'"+dsn+"'", mailtest.Script{})
	h.due("pgx", dsn)
	replicas := []*daemon{h.serve(), h.serve(), h.serve()}
	eventually(t, "the digest of the slot", func() bool { return len(h.smtp.Messages()) > 0 })
	if err := replicas[0].stop(syscall.SIGKILL); err == nil {
		t.Error("killed and content")
	}
	for _, d := range replicas[1:] {
		waitFor(t, "http://"+d.listen+"/readyz")
		if err := d.stop(syscall.SIGTERM); err != nil {
			t.Errorf("stopped with %v\n%s", err, d.errout)
		}
	}
	if n := len(h.smtp.Messages()); n != 1 {
		t.Errorf("%d mails", n)
	}
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	var jobs int
	if err := db.QueryRow("SELECT count(DISTINCT runs.id) FROM river_job JOIN runs ON args->>'run' = runs.id").Scan(&jobs); err != nil || jobs != 1 {
		t.Errorf("%d jobs, %v", jobs, err)
	}
}

// TestServeStopsWithARunInFlight: the run is handed back, and the next daemon sends its digest, once.
func TestServeStopsWithARunInFlight(t *testing.T) {
	t.Parallel()
	reached, release := make(chan struct{}), make(chan struct{})
	var first = true
	h := newHost(t, "sqlite:shortlist.db", mailtest.Script{On: func(verb string) {
		if verb == "RCPT" && first {
			first = false
			close(reached)
			<-release
		}
	}})
	h.due("sqlite", filepath.Join(h.dir, "shortlist.db"))
	d := h.serve()
	<-reached
	time.AfterFunc(time.Second, func() { close(release) })
	if err := d.stop(syscall.SIGTERM); err != nil {
		t.Errorf("stopped with %v\n%s", err, d.errout)
	}
	d = h.serve()
	waitFor(t, "http://"+d.listen+"/readyz")
	eventually(t, "the digest of the slot", func() bool { return len(h.smtp.Messages()) == 1 })
	if err := d.stop(syscall.SIGTERM); err != nil || len(h.smtp.Messages()) != 1 {
		t.Errorf("%v, %d mails", err, len(h.smtp.Messages()))
	}
}

// TestReload: a good file is in force at the next breath, a bad one changes nothing and says so.
func TestReload(t *testing.T) {
	t.Parallel()
	h := newHost(t, "sqlite:shortlist.db", mailtest.Script{})
	good := h.read("shortlist.yaml")
	d := h.serve()
	waitFor(t, "http://"+d.listen+"/readyz")
	bob := "name: bob\nemail: bob@example.org\ntimezone: UTC\nschedule: 0 8 * * *\nqueries: [golang]\n"
	reload := func(said string) {
		t.Helper()
		before := strings.Count(d.log(), said)
		if err := d.cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		eventually(t, said, func() bool { return strings.Count(d.log(), said) > before })
	}
	h.write("shortlist.yaml", good+"profiles: [bob.yaml]\n")
	h.write("bob.yaml", bob+"evry: x\n")
	reload("was not reloaded")
	if a := h.run("profile", "list", "--json"); !strings.Contains(d.log(), "bob.yaml:6") || strings.Contains(a.out, "bob@") {
		t.Errorf("a bad file: %s", d.log())
	}
	h.write("bob.yaml", bob)
	reload("was reloaded")
	h.write("shortlist.yaml", good)
	if a := h.run("profile", "next", "bob", "--json"); a.code != 0 || !strings.Contains(a.out, "T08:00:00Z") {
		t.Errorf("%+v", a)
	}
	reload("their file is gone")
	if a := h.run("profile", "list"); !strings.Contains(a.out, "paused") {
		t.Errorf("%+v", a)
	}
	h.write("shortlist.yaml", good+"schedule: {workers: 9}\n")
	reload("restart to change them")
	if err := d.stop(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
}
