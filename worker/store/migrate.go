package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

// Migrated says what Migrate did.
type Migrated struct {
	From, To int64 // schema versions
}

// ErrNewerSchema is returned, wrapped, where the database was written by a later version of the program.
var ErrNewerSchema = errors.New("newer schema")

// Migrate brings the schema up to date. Several processes may call it at once on an empty database: one works, the
// others wait and find it done. A database with a newer schema than the program knows is refused untouched.
func (s *Store) Migrate(ctx context.Context) (Migrated, error) {
	var done Migrated
	err := s.exclusively(ctx, func(opts ...goose.ProviderOption) error {
		// The registry is package-level state of goose's that we do not use.
		opts = append(opts, goose.WithDisableGlobalRegistry(true))
		p, err := goose.NewProvider(s.goose, s.write, s.migrations, opts...)
		if err != nil {
			return err
		}
		if done.From, done.To, err = p.GetVersions(ctx); err != nil {
			return err
		}
		if done.From > done.To {
			return fmt.Errorf("%w: the database has schema %d and this program knows %d; run a newer shortlist, or restore a backup",
				ErrNewerSchema, done.From, done.To)
		}
		_, err = p.Up(ctx)
		return err
	})
	if err != nil && !errors.Is(err, ErrNewerSchema) && s.trouble(err) == nil {
		err = unusable{fmt.Errorf("the database cannot be made ready: %w; use an empty database, in which this user may make tables", err)}
	}
	return done, s.fail("migrate", err)
}

// CheckSchema fails where the database has another schema than the program knows: another version migrated it meanwhile.
func (s *Store) CheckSchema(ctx context.Context) error {
	known, err := s.newest()
	if err != nil {
		return err
	}
	var has int64
	if err := s.read.QueryRowContext(ctx, `SELECT max(version_id) FROM `+goose.DefaultTablename).Scan(&has); err != nil {
		return s.fail("read the schema's version", err)
	}
	if has != known {
		return fmt.Errorf("the database has schema %d and this program knows %d", has, known)
	}
	return nil
}

// newest is the number of the last migration.
func (s *Store) newest() (newest int64, err error) {
	files, err := fs.Glob(s.migrations, "*.sql")
	if err != nil {
		return 0, err
	}
	for _, f := range files {
		n, err := goose.NumericComponent(f)
		if err != nil {
			return 0, err
		}
		newest = max(newest, n)
	}
	return newest, nil
}
