package store

import (
	"errors"
	"fmt"

	"github.com/gofrs/flock"
)

// ErrOwned is matched by the error of Own where another process owns the database.
var ErrOwned = errors.New("served by another process")

// Own makes this process the one that serves the database, until release is called or the process ends, however it ends.
// Of SQLite there is one such process; Postgres may be served by any number, and there Own does nothing.
func (s *Store) Own() (release func() error, err error) {
	if s.ownerFile == "" {
		return func() error { return nil }, nil
	}
	lock := flock.New(s.ownerFile)
	ok, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", s.ownerFile, err)
	}
	if !ok {
		return nil, unusable{fmt.Errorf("database: %w: another shortlist serve is running on this file; stop it first, or give this one a database of its own", ErrOwned)}
	}
	return lock.Unlock, nil
}
