package store

import (
	"context"
	"errors"
	"strings"
	"syscall"
	"time"

	"modernc.org/sqlite" // the driver "sqlite", without cgo
	sqlite3 "modernc.org/sqlite/lib"
)

// diskError is a disk that is full or fails.
type diskError struct {
	sentence string
	cause    error
}

func (d *diskError) Error() string { return d.sentence }
func (d *diskError) Unwrap() error { return d.cause }

// diskTrouble makes a sentence of what SQLite or the system says of a disk that is full or fails, and nil of all else. What
// is such a sentence already stays as it is.
func diskTrouble(path string, err error) error {
	var told *diskError
	if errors.As(err, &told) {
		return err
	}
	code := 0
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		code = e.Code()
	}
	switch {
	// Where the index of the journal cannot grow, SQLite does not ask why; a full disk is what makes it so.
	case code&0xff == sqlite3.SQLITE_FULL, code == sqlite3.SQLITE_IOERR_SHMSIZE, errors.Is(err, syscall.ENOSPC):
		return &diskError{"the disk of " + path + " is full: " + err.Error() + "; make room on it; what was recorded so far is safe", err}
	case code&0xff == sqlite3.SQLITE_IOERR:
		return &diskError{"the disk of " + path + " fails: " + err.Error() + "; check the disk and the system's log, and copy the database elsewhere", err}
	}
	return nil
}

// probeBytes is about what a digest takes.
const probeBytes = 64 << 10

// probe writes as much as a digest takes and removes it again.
func (s *Store) probe(ctx context.Context) error {
	const name = "probe"
	_, err := s.Acquire(ctx, name, strings.Repeat(name, probeBytes/len(name)), time.Second)
	if err != nil {
		return err
	}
	_, err = s.change(ctx, `DELETE FROM leases WHERE name = ?`, name)
	return s.fail("remove the probe", err)
}
