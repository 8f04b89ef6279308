package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
)

// Numbers of the advisory locks, one per thing that must not happen twice at once in one database.
const (
	lockMigrate = 7_340_001
	lockIntake  = 7_340_002
)

func openPostgres(dsn string) (*Store, error) {
	hide := passwordHider(dsn)
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("database: not a usable Postgres address: %s; write postgres://USER:PASSWORD@HOST:PORT/NAME, "+
			"with special characters of the password percent-encoded", hide(shortParse(err)))
	}
	sub, err := fs.Sub(migrations, "migrations/postgres")
	if err != nil {
		return nil, err
	}
	bound(config)
	notice(config)
	db := stdlib.OpenDB(*config, stdlib.OptionShouldPing(dead))
	db.SetMaxOpenConns(10)
	db.SetMaxIdleConns(10) // as many as may be open: a new one costs Postgres a process, and a burst would make them all the time
	db.SetConnMaxLifetime(30 * time.Minute)
	db.SetConnMaxIdleTime(5 * time.Minute)
	s := &Store{
		dialect: dialect{
			name:       "postgres",
			goose:      goose.DialectPostgres,
			migrations: sub,
			rebind:     dollars,
			skipLocked: "FOR UPDATE SKIP LOCKED",
			lockIntake: fmt.Sprintf("SELECT pg_advisory_xact_lock(%d)", lockIntake),
			pingSQL:    "SELECT count(*) FROM pg_catalog.pg_namespace",
			trouble:    func(error) error { return nil },
			explain: func(err error) error {
				return fmt.Errorf("database: Postgres at %s:%d does not let us in: %s; check that it runs, and the user, password and name in the address",
					config.Host, config.Port, hide(connectReason(err)))
			},
		},
		write: db, read: db, hide: hide,
	}
	s.exclusively = s.withSessionLock
	return s, nil
}

// bound gives every statement an end, so that a server which hangs holds nothing of ours for ever. What the address says
// itself stays.
func bound(config *pgx.ConnConfig) {
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = 10 * time.Second
	}
	for name, value := range map[string]string{"statement_timeout": "60000", "idle_in_transaction_session_timeout": "60000"} {
		if _, said := config.RuntimeParams[name]; !said {
			config.RuntimeParams[name] = value
		}
	}
}

// withSessionLock lets one process migrate at a time: the lock comes before goose makes even its version table, for
// two that make it at once make one of them fail.
func (s *Store) withSessionLock(ctx context.Context, migrate func(...goose.ProviderOption) error) (err error) {
	conn, err := s.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", lockMigrate); err != nil {
		return err
	}
	defer func() {
		_, unlockErr := conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", lockMigrate)
		err = errors.Join(err, unlockErr)
	}()
	return migrate()
}

// passwordHider replaces the DSN's password, plain and escaped, wherever a driver may have put it.
func passwordHider(dsn string) func(string) string {
	var secrets []string
	if u, err := url.Parse(dsn); err == nil {
		if pw, ok := u.User.Password(); ok && pw != "" {
			secrets = append(secrets, pw, url.QueryEscape(pw), url.PathEscape(pw))
		}
		if pw := u.Query().Get("password"); pw != "" {
			secrets = append(secrets, pw, url.QueryEscape(pw))
		}
	} else if _, rest, ok := strings.Cut(dsn, "://"); ok {
		// Not a URL, so the password's end is a guess: everything up to the last @ goes.
		if i := strings.LastIndex(rest, "@"); i >= 0 {
			secrets = append(secrets, rest[:i])
			if _, pw, ok := strings.Cut(rest[:i], ":"); ok && pw != "" {
				secrets = append(secrets, pw)
			}
		}
	}
	return func(text string) string {
		for _, secret := range secrets {
			text = strings.ReplaceAll(text, secret, "***")
		}
		return text
	}
}

// connectReason is the server's or the system's own word, without the long list of addresses that were tried.
func connectReason(err error) string {
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		return refused.Message
	}
	text := err.Error()
	if i := strings.LastIndex(text, ": "); i >= 0 {
		text = text[i+2:]
	}
	return strings.TrimSpace(text)
}

// shortParse keeps the reason of a parse error and drops the address before it.
func shortParse(err error) string {
	text := err.Error()
	if i := strings.LastIndex(text, "`: "); i >= 0 {
		return text[i+3:]
	}
	return text
}
