//go:build unix

package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// Cluster is a Postgres of a test's own, which can be stopped and started again.
type Cluster struct {
	// DSN names its database "postgres", which is empty. It is the same after each start.
	DSN string

	bin, dir string
	settings []string
	attr     *syscall.SysProcAttr
	cmd      *exec.Cmd // nil while it is stopped
	log      bytes.Buffer
}

// NewCluster starts a cluster that ends with the test; where there is no Postgres on this machine the test is skipped.
func NewCluster(t testing.TB) *Cluster {
	t.Helper()
	bin, err := binaries()
	if err != nil {
		t.Skip("only a Postgres of the test's own can be stopped and started: ", err)
	}
	c, err := makeCluster(bin, "synchronous_commit=on") // what it said it wrote survives Crash
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.remove)
	return c
}

// Start starts a cluster that is stopped and waits until it answers.
func (c *Cluster) Start(t testing.TB) {
	t.Helper()
	if err := c.start(); err != nil {
		t.Fatal(err)
	}
}

// Stop ends the cluster in the fast way, which ends every connection and writes everything down.
func (c *Cluster) Stop(t testing.TB) { t.Helper(); c.stop(t, syscall.SIGINT) }

// Crash ends the cluster in the immediate way: the next start recovers from its log, as after a crash.
func (c *Cluster) Crash(t testing.TB) { t.Helper(); c.stop(t, syscall.SIGQUIT) }

func (c *Cluster) stop(t testing.TB, how syscall.Signal) {
	t.Helper()
	if c.cmd == nil {
		t.Fatal("the cluster is stopped already")
	}
	if err := c.end(how); err != nil && how == syscall.SIGINT {
		t.Fatalf("Postgres stopped with %v: %s", err, c.log.String())
	}
}

func (c *Cluster) end(how syscall.Signal) error {
	cmd := c.cmd
	c.cmd = nil
	return errors.Join(cmd.Process.Signal(how), cmd.Wait())
}

// makeCluster makes and starts a cluster that listens on a socket in its own folder alone, so that no port can be taken.
// Its data need not survive a power cut, so nothing is forced to the disk.
func makeCluster(bin string, settings ...string) (*Cluster, error) {
	dir, err := os.MkdirTemp("", "slpg")
	if err != nil {
		return nil, err
	}
	c := &Cluster{DSN: "postgres://postgres@/postgres?host=" + url.QueryEscape(dir), bin: bin, dir: dir,
		settings: append([]string{"listen_addresses=", "fsync=off", "full_page_writes=off", "max_connections=300", "shared_buffers=64MB"}, settings...)}
	if c.attr, err = unprivileged(dir); err == nil {
		initdb := c.command("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
		var out []byte
		if out, err = initdb.CombinedOutput(); err != nil {
			err = fmt.Errorf("initdb: %w: %s", err, out)
		}
	}
	if err == nil {
		err = c.start()
	}
	if err != nil {
		c.remove()
		return nil, err
	}
	return c, nil
}

func (c *Cluster) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(c.bin, name), append([]string{"-D", filepath.Join(c.dir, "data")}, args...)...)
	cmd.SysProcAttr, cmd.Dir = c.attr, c.dir
	return cmd
}

func (c *Cluster) start() error {
	c.log.Reset()
	args := []string{"-k", c.dir}
	for _, setting := range c.settings {
		args = append(args, "-c", setting)
	}
	cmd := c.command("postgres", args...)
	cmd.Stderr = &c.log
	if err := cmd.Start(); err != nil {
		return err
	}
	c.cmd = cmd
	if err := waitFor(c.DSN); err != nil {
		_ = c.end(syscall.SIGQUIT) // it failed already
		return fmt.Errorf("%w: %s", err, c.log.String())
	}
	return nil
}

// remove ends the cluster at once and forgets its data.
func (c *Cluster) remove() {
	if c.cmd != nil {
		_ = c.end(syscall.SIGQUIT) // it was told to end at once: its exit code says nothing
	}
	_ = os.RemoveAll(c.dir)
}
