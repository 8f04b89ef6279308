package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
	"github.com/pressly/goose/v3"
)

//go:embed migrations
var migrations embed.FS

func openSQLite(path string) (*Store, error) {
	if path == "" {
		return nil, errors.New("database: sqlite: needs a path, for example sqlite:shortlist.db")
	}
	if err := checkFile(path); err != nil {
		return nil, err
	}
	sub, err := fs.Sub(migrations, "migrations/sqlite")
	if err != nil {
		return nil, err
	}
	s := &Store{ownerFile: path + ".serve.lock", dialect: dialect{
		name:       "sqlite",
		goose:      goose.DialectSQLite3,
		migrations: sub,
		rebind:     func(q string) string { return q },
		pingSQL:    "SELECT count(*) FROM sqlite_schema",
		trouble:    func(err error) error { return diskTrouble(path, err) },
		explain: func(err error) error {
			return fmt.Errorf("database: %s cannot be used as a database: %w; name another file, or restore a backup of this one", path, err)
		},
	}}
	s.exclusively = func(ctx context.Context, migrate func(...goose.ProviderOption) error) error {
		return withFileLock(ctx, path+".lock", func() error { return migrate() })
	}
	// One writer: SQLite has one anyway, and waiting in Go is fair where waiting in busy_timeout is not. Readers go
	// beside it, since the journal is a write-ahead log.
	if s.write, err = sql.Open("sqlite", sqliteDSN(path, "_txlock=immediate&_pragma=cache_size(-16000)")); err != nil {
		return nil, err
	}
	s.write.SetMaxOpenConns(1)
	s.group = newGroup(s.write)
	if s.read, err = sql.Open("sqlite", sqliteDSN(path, "_pragma=query_only(1)")); err != nil {
		return nil, errors.Join(err, s.write.Close())
	}
	s.read.SetMaxOpenConns(4)
	s.read.SetMaxIdleConns(4) // else a burst makes them anew all the time
	return s, nil
}

// sqliteDSN holds the pragmas, since one set by a statement holds for one connection of the pool alone. synchronous is
// FULL: an accepted mail that a power cut forgets would be sent twice.
func sqliteDSN(path, extra string) string {
	u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath()}
	return u.String() + "?_pragma=busy_timeout(15000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)&_pragma=secure_delete(1)&" + extra
}

// checkFile turns what SQLite would call "unable to open database file (14)" into a sentence.
func checkFile(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("database: %s is a folder; name a file in it, for example sqlite:%s", path, filepath.Join(path, "shortlist.db"))
	case err == nil:
		// SQLite keeps its journal beside the file.
		if err := writable(filepath.Dir(path)); err != nil {
			return fmt.Errorf("database: the folder of %s cannot be written to: %w; make it writable, or name another file", path, bare(err))
		}
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			return fmt.Errorf("database: %s cannot be read and written: %w; give this user the right to, or name another file", path, bare(err))
		}
		return f.Close()
	case errors.Is(err, fs.ErrNotExist):
		// Made here and not by SQLite, so that nobody else may read who looks for work.
		f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return fmt.Errorf("database: %s cannot be made: %w; make the folder writable, or name another file", path, bare(err))
		}
		return f.Close()
	}
	return fmt.Errorf("database: %s: %w", path, bare(err))
}

func writable(dir string) error {
	f, err := os.CreateTemp(dir, ".shortlist-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// bare drops the operation and path that the sentence round it already says.
func bare(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// withFileLock holds a lock of the operating system, which ends with the process that holds it, however it ends.
func withFileLock(ctx context.Context, path string, do func() error) (err error) {
	lock := flock.New(path)
	ok, err := lock.TryLockContext(ctx, 20*time.Millisecond)
	if err != nil {
		return fmt.Errorf("lock %s: %w", path, err)
	}
	if !ok {
		return fmt.Errorf("lock %s: held by another process", path)
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	return do()
}
