package store

import (
	"context"
	"errors"
	"fmt"

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
	if err != nil && !errors.Is(err, ErrNewerSchema) {
		err = unusable{fmt.Errorf("the database cannot be made ready: %w; use an empty database, in which this user may make tables", err)}
	}
	return done, s.fail("migrate", err)
}
