// Package store keeps everything that must outlive the process: boards, listings, roles, profiles, runs, editions and
// the ledger, on SQLite or on Postgres. There is one body, written on database/sql; what differs between the two
// databases stands in sqlite.go, postgres.go and their migrations.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/pressly/goose/v3"
)

// ErrNotFound is returned, wrapped, where the thing asked for is not there.
var ErrNotFound = errors.New("not found")

// ErrUnusable is matched by errors that the host can mend by naming another database or by giving rights to this one.
var ErrUnusable = errors.New("unusable database")

type unusable struct{ error }

func (u unusable) Unwrap() error        { return u.error }
func (u unusable) Is(target error) bool { return target == ErrUnusable }

// Options say which database to open.
type Options struct {
	// DSN is sqlite:PATH or a postgres:// URL.
	DSN string
	// Now is the clock; time.Now where nil.
	Now func() time.Time
}

// Store is a database. It is safe for concurrent use, by several processes too.
type Store struct {
	dialect
	write, read *sql.DB
	group       *group // nil where each transaction commits for itself
	now         func() time.Time
	hide        func(string) string // takes the DSN's password out of an error's text
	ownerFile   string              // what Own locks; empty where many processes may serve
	troubled    atomic.Bool         // the disk failed, and no write has succeeded since that Ping knows of
}

// dialect is what differs between the databases.
type dialect struct {
	name       string
	goose      goose.Dialect
	migrations fs.FS
	// rebind turns the ? of the shared statements into the database's own placeholders.
	rebind func(string) string
	// lockIntake, run first in a transaction, keeps two intakes apart, so that the same role on two boards does
	// not get two numbers. Empty where the transaction alone does that.
	lockIntake string
	// skipLocked, at the end of a selection that a transaction will change, leaves out what another one holds. Empty where
	// there is one writer.
	skipLocked string
	// exclusively runs a migration while no other process does.
	exclusively func(ctx context.Context, migrate func(...goose.ProviderOption) error) error
	// pingSQL makes a round trip that a file which is no database does not survive.
	pingSQL string
	// explain turns the driver's error of the first round trip into a sentence with the remedy.
	explain func(error) error
	// trouble turns an error that the host of the database can mend, at any time, into a sentence with the remedy, and all
	// others into nil.
	trouble func(error) error
}

// Open opens the database and makes one round trip, so that a wrong DSN is an error here and not later. An SQLite file that
// is missing is made; its tables are not: call Migrate before anything else. The errors never hold a password.
func Open(ctx context.Context, o Options) (*Store, error) {
	var s *Store
	var err error
	switch {
	case strings.HasPrefix(o.DSN, "sqlite:"):
		s, err = openSQLite(strings.TrimPrefix(o.DSN, "sqlite:"))
	case strings.HasPrefix(o.DSN, "postgres://"), strings.HasPrefix(o.DSN, "postgresql://"):
		s, err = openPostgres(o.DSN)
	default:
		err = errors.New("database: write sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/NAME")
	}
	if err != nil {
		return nil, unusable{err}
	}
	s.now = o.Now
	if s.now == nil {
		s.now = time.Now
	}
	if err := s.Ping(ctx); err != nil {
		if s.trouble(err) == nil {
			err = unusable{s.explain(err)}
		}
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Dialect is "sqlite" or "postgres".
func (s *Store) Dialect() string { return s.name }

// Ping makes one round trip. Where the disk failed before, which reading alone would not show, it writes as well.
func (s *Store) Ping(ctx context.Context) error {
	for _, db := range []*sql.DB{s.write, s.read} {
		var n int
		if err := db.QueryRowContext(ctx, s.pingSQL).Scan(&n); err != nil {
			return s.fail("open the database", err)
		}
	}
	if s.troubled.Load() {
		if err := s.probe(ctx); err != nil {
			return err
		}
		s.troubled.Store(false)
	}
	return nil
}

// Close closes every connection.
func (s *Store) Close() error {
	if s.read == s.write {
		return s.write.Close()
	}
	return errors.Join(s.read.Close(), s.write.Close())
}

// inTx runs do in a transaction that is committed when do returns nil.
func (s *Store) inTx(ctx context.Context, what string, do func(tx *sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return s.fail(what, err)
	}
	if err := do(tx); err != nil {
		return errors.Join(s.fail(what, err), ignoreDone(tx.Rollback()))
	}
	if err := tx.Commit(); err != nil {
		return s.fail(what, err)
	}
	return nil
}

// short runs a transaction of a few statements. What do gets as its context is not to be replaced by the caller's: in a
// transaction that is shared, nobody's end may break off a statement.
func (s *Store) short(ctx context.Context, what string, do func(ctx context.Context, tx *sql.Tx) error) error {
	if s.group == nil {
		return s.inTx(ctx, what, func(tx *sql.Tx) error { return do(ctx, tx) })
	}
	return s.fail(what, s.group.commit(ctx, func(tx *sql.Tx) error { return do(context.WithoutCancel(ctx), tx) }))
}

// change runs one statement that writes, and says how many rows it touched.
func (s *Store) change(ctx context.Context, query string, args ...any) (n int64, err error) {
	if s.group == nil {
		return s.exec(ctx, s.write, query, args...)
	}
	err = s.group.commit(ctx, func(tx *sql.Tx) (err error) {
		n, err = s.exec(context.WithoutCancel(ctx), tx, query, args...)
		return err
	})
	return n, err
}

// changed runs one statement that writes and returns rows, and calls scan for every row.
func (s *Store) changed(ctx context.Context, query string, args []any, scan func(*sql.Rows) error) error {
	if s.group == nil {
		return s.each(ctx, s.write, query, args, scan)
	}
	return s.group.commit(ctx, func(tx *sql.Tx) error { return s.each(context.WithoutCancel(ctx), tx, query, args, scan) })
}

func ignoreDone(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return err
}

// fail wraps an error of the driver with what was being done. The driver's text is kept, less the password.
func (s *Store) fail(what string, err error) error {
	if err == nil {
		return nil
	}
	if s.hide != nil {
		if text := err.Error(); s.hide(text) != text {
			return fmt.Errorf("%s: %s", what, s.hide(text))
		}
	}
	if told := s.trouble(err); told != nil {
		s.troubled.Store(true)
		err = told
	}
	return fmt.Errorf("%s: %w", what, err)
}

// querier is a database or a transaction.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// exec runs a shared statement and says how many rows it touched.
func (s *Store) exec(ctx context.Context, q querier, query string, args ...any) (int64, error) {
	res, err := q.ExecContext(ctx, s.rebind(query), args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// each runs a shared query and calls scan for every row.
func (s *Store) each(ctx context.Context, q querier, query string, args []any, scan func(*sql.Rows) error) (err error) {
	rows, err := q.QueryContext(ctx, s.rebind(query), args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// dollars turns ? into $1, $2, …; the shared statements hold no ? of another meaning.
func dollars(query string) string {
	var b strings.Builder
	n := 0
	for i := 0; i < len(query); i++ {
		if query[i] != '?' {
			b.WriteByte(query[i])
			continue
		}
		n++
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}

// marks is "(?,?,?)" for n columns, rows times over, parted by commas.
func marks(n, rows int) string {
	one := "(" + strings.TrimSuffix(strings.Repeat("?,", n), ",") + ")"
	return strings.TrimSuffix(strings.Repeat(one+",", rows), ",")
}

// text makes foreign text storable: Postgres refuses NUL and broken UTF-8.
func text(s string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "\uFFFD")
}

func toMS(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func fromMS(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
