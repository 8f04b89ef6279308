package main_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"shortlist/digest/mail/mailtest"
)

// disk is a file system of a few megabytes that a test can fill.
type disk struct {
	t       *testing.T
	dir     string
	ballast string
}

func newDisk(t *testing.T, size string) *disk {
	t.Helper()
	d := &disk{t: t, dir: t.TempDir()}
	if err := syscall.Mount("tmpfs", d.dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skip("a small file system can be mounted by root alone: ", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(d.dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	d.ballast = filepath.Join(d.dir, "ballast")
	return d
}

// fill leaves no byte.
func (d *disk) fill() {
	d.t.Helper()
	f, err := os.OpenFile(d.ballast, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		d.t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	for block := make([]byte, 4096); err == nil; {
		_, err = f.Write(block)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		d.t.Fatal(err)
	}
}

func (d *disk) room() {
	d.t.Helper()
	if err := os.Remove(d.ballast); err != nil {
		d.t.Fatal(err)
	}
}

// full reports whether a text is one line that names the database, what is wrong, and what to do.
func full(text, path string) bool {
	return oneLine(text) && strings.Contains(text, path) && strings.Contains(text, "disk") && strings.Contains(text, "make room")
}

func TestDiskFullByHand(t *testing.T) {
	t.Parallel()
	d := newDisk(t, "8m")
	path := filepath.Join(d.dir, "shortlist.db")
	h := newHost(t, "sqlite:"+path, mailtest.Script{})
	d.fill()
	for _, args := range [][]string{{"run", "ada"}, {"serve"}, {"profile", "pause", "ada"}} {
		if a := h.run(args...); a.code == 0 || !full(a.errout, path) || a.out != "" {
			t.Errorf("%v: %+v", args, a)
		}
	}
	if n := len(h.smtp.Messages()); n != 0 {
		t.Errorf("%d mails of which no record can be kept", n)
	}
	d.room()
	if got := h.digest(0); got.Outcome != "sent" || len(h.smtp.Messages()) != 1 {
		t.Errorf("%+v, %d mails", got, len(h.smtp.Messages()))
	}
	if got := h.digest(0); got.Outcome != "empty" || len(h.smtp.Messages()) != 1 {
		t.Errorf("%+v, %d mails", got, len(h.smtp.Messages()))
	}
}

// TestDiskFullUnderTheDaemon: the disk fills up while digests are made and sent. The daemon lives, says what is wrong, and
// goes on by itself when there is room.
func TestDiskFullUnderTheDaemon(t *testing.T) {
	t.Parallel()
	disk := newDisk(t, "16m")
	path := filepath.Join(disk.dir, "shortlist.db")
	c := sqliteCrowd(t, path, 40, 8, 50*time.Millisecond)
	d := c.serve()
	c.mails(3)
	disk.fill()
	began := time.Now()
	d.unready(began)
	if problem := d.readiness().Checks["database"].Problem; !full(problem, path) {
		t.Errorf("/readyz says %q", problem)
	}
	if !strings.Contains(d.log(), "make room") {
		t.Errorf("the log does not tell:\n%s", tail(d.log()))
	}
	stood := len(c.smtp.Messages())
	disk.room()
	waitFor(t, "http://"+d.listen+"/readyz")
	t.Logf("%d mails before there was room again", stood)
	c.settle(d)
	c.each(8)
	stops(d)
	var ok string
	if err := c.db.QueryRow("PRAGMA integrity_check").Scan(&ok); err != nil || ok != "ok" {
		t.Errorf("%s %v", ok, err)
	}
}
