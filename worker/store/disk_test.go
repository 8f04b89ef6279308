package store

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestFullDatabase: SQLite may not take another page, as on a full disk. Each write says so in a sentence, and so does Ping,
// which only reads else, until there is room again.
func TestFullDatabase(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s, err := Open(t.Context(), Options{DSN: "sqlite:" + path})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	if _, err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.write.Exec("PRAGMA max_page_count = 1"); err != nil { // which is as many as there are
		t.Fatal(err)
	}
	told := func(what string, err error) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), "the disk of "+path+" is full") || !strings.Contains(err.Error(), "make room") || strings.Count(err.Error(), path) != 1 {
			t.Errorf("%s: %v", what, err)
		}
	}
	for i := 0; err == nil; i++ {
		_, err = s.Acquire(t.Context(), fmt.Sprint(i), strings.Repeat("x", 4000), time.Minute)
	}
	told("a write", err)
	told("Ping", s.Ping(t.Context()))
	if _, err := s.write.Exec("PRAGMA max_page_count = 100000"); err != nil {
		t.Fatal(err)
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Error(err)
	}
	var left int
	if err := s.read.QueryRow("SELECT count(*) FROM leases WHERE name = 'probe'").Scan(&left); err != nil || left != 0 {
		t.Errorf("%d probes are left, %v", left, err)
	}
}

func TestDiskTrouble(t *testing.T) {
	t.Parallel()
	if err := diskTrouble("x.db", errors.New("no such table: runs")); err != nil {
		t.Error(err)
	}
	full := diskTrouble("x.db", fmt.Errorf("lock x.db.lock: %w", syscall.ENOSPC))
	if full == nil || !errors.Is(full, syscall.ENOSPC) {
		t.Fatal(full)
	}
	if again := diskTrouble("x.db", fmt.Errorf("sweep: %w", full)); again == nil || strings.Count(again.Error(), "make room") != 1 {
		t.Error(again)
	}
}
