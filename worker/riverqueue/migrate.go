package riverqueue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

// lockMigrate is the number of the advisory lock under which one process at a time makes River's tables; the store's own
// locks are 7340001 and 7340002.
const lockMigrate = 7_340_003

// statementTimeout, in milliseconds, ends what a server that hangs would hold for ever. What the address says itself stays.
const statementTimeout = "60000"

// Migrate makes or renews River's tables in the database of a postgres:// URL. Several processes may call it at once on an
// empty database: one works, the others wait and find it done.
func Migrate(ctx context.Context, dsn string, log *slog.Logger) error {
	pool, err := newPool(dsn, 2) // one holds the lock, the other works
	if err != nil {
		return err
	}
	defer pool.Close()
	return migrate(ctx, pool, quiet(log))
}

func newPool(dsn string, connections int32) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, errors.New("queue: not a usable Postgres address") // the driver's text quotes the address
	}
	config.MaxConns = connections
	for _, name := range []string{"statement_timeout", "idle_in_transaction_session_timeout"} {
		if _, said := config.ConnConfig.RuntimeParams[name]; !said {
			config.ConnConfig.RuntimeParams[name] = statementTimeout
		}
	}
	pool, err := pgxpool.NewWithConfig(context.Background(), config)
	if err != nil {
		return nil, fmt.Errorf("queue: %w", err)
	}
	return pool, nil
}

func migrate(ctx context.Context, pool *pgxpool.Pool, log *slog.Logger) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("make the queue's tables: %w", err)
		}
	}()
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Logger: log})
	if err != nil {
		return err
	}
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", lockMigrate); err != nil {
		return err
	}
	defer func() {
		_, unlockErr := conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", lockMigrate)
		err = errors.Join(err, unlockErr)
	}()
	_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	return err
}
