package main_test

import (
	"errors"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"shortlist/worker/store/storetest"
)

// onEach runs do with a crowd on SQLite and with one on Postgres.
func onEach(t *testing.T, people, workers int, slow time.Duration, do func(*crowd)) {
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		do(sqliteCrowd(t, filepath.Join(t.TempDir(), "shortlist.db"), people, workers, slow))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		do(postgresCrowd(t, storetest.Postgres(t), people, workers, slow))
	})
}

// TestStopWithFiftyRunsInFlight: a stop ends in time although the mail server is so slow that most digests cannot leave by
// then, and the next start sends those that did not.
func TestStopWithFiftyRunsInFlight(t *testing.T) {
	t.Parallel()
	onEach(t, 60, 50, 1500*time.Millisecond, func(c *crowd) {
		d := c.serve()
		eventually(c.t, "fifty runs in flight", func() bool { return c.inFlight() == 50 && c.smtp.Saw("RCPT") > 0 })
		began := time.Now()
		stops(d)
		before := len(c.smtp.Messages())
		c.t.Logf("stopped after %s with %d mails sent", time.Since(began), before)
		if before > 50 {
			c.t.Errorf("%d mails had left: nothing was cut short", before)
		}
		if left := c.count("SELECT count(*) FROM runs WHERE ended_at = 0 AND attempts > 0"); left > 0 && c.driver == "sqlite" {
			c.t.Errorf("the stop counts as a try of %d runs", left)
		}
		c.slow.Store(0)
		d = c.serve()
		began = time.Now()
		c.mails(c.people)
		c.t.Logf("the rest came %s after the next start", time.Since(began))
		c.settle(d)
		stops(d)
		c.each(10) // as many as there are connections, each cut off while the server thought about its answer
	})
}

// TestSecondSignal ends at once what a first one would let finish; the runs in flight are not lost by it.
func TestSecondSignal(t *testing.T) {
	t.Parallel()
	onEach(t, 12, 12, time.Second, func(c *crowd) {
		d := c.serve()
		eventually(c.t, "runs in flight", func() bool { return c.inFlight() == 12 && c.smtp.Saw("RCPT") > 0 })
		began := time.Now()
		var err error
		for waiting := true; waiting; {
			_ = d.cmd.Process.Signal(syscall.SIGTERM) // it may have ended
			select {
			case err = <-d.done:
				waiting = false
			case <-time.After(200 * time.Millisecond):
			}
			if time.Since(began) > 10*time.Second {
				c.t.Fatalf("still running\n%s", tail(d.log()))
			}
		}
		var ended *exec.ExitError
		if status, ok := d.cmd.ProcessState.Sys().(syscall.WaitStatus); !errors.As(err, &ended) || !ok || !status.Signaled() {
			c.t.Errorf("ended with %v", err)
		}
		// Nobody lives who could hold a run: the leases need not be waited for.
		c.exec("UPDATE runs SET lease_until = 0 WHERE ended_at = 0")
		c.exec("UPDATE leases SET until = 1")
		if c.driver == "pgx" {
			c.exec("UPDATE river_job SET state = 'available' WHERE state = 'running'")
		}
		c.slow.Store(0)
		d = c.serve()
		c.settle(d)
		stops(d)
		c.each(12)
	})
}
