package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"shortlist/scoring"
)

// Bounds of upkeep. A pass finds what is old without holding up a writer; a batch is one transaction, short enough that a
// digest waits for it some milliseconds.
const (
	upkeepPass  = 10_000
	upkeepBatch = 200
	leaseGrace  = 24 * time.Hour
)

// An SQLite file is rewritten where more than a quarter of it is free, unless what remains is so large that the rewriting
// would hold up every writer for seconds: free pages are used again anyway.
const (
	vacuumShare = 4
	vacuumLimit = 64 << 20 // bytes; 256 MB took 9 s, in which no lease could be renewed
)

// ErrDamaged is returned, wrapped, by Check where the database has lost what it held.
var ErrDamaged = errors.New("damaged database; stop shortlist and restore a backup")

// inBatches lets find name up to upkeepPass rows and apply change them, upkeepBatch in a transaction, until find names
// no more. apply must ask again whether a row is still to be changed: others write meanwhile. It returns how many rows
// apply changed, also where it fails half-way.
func inBatches[K any](ctx context.Context, s *Store, what string, find func() ([]K, error), apply func(*sql.Tx, []K) (int64, error)) (int, error) {
	total := 0
	for {
		found, err := find()
		if err != nil {
			return total, s.fail(what, err)
		}
		before := total
		for batch := range slices.Chunk(found, upkeepBatch) {
			var n int64
			if err := s.inTx(ctx, what, func(tx *sql.Tx) (err error) {
				n, err = apply(tx, batch)
				return err
			}); err != nil {
				return total, err
			}
			total += int(n)
		}
		if len(found) < upkeepPass || total == before {
			return total, nil
		}
	}
}

// holdIntake keeps every intake out until the transaction ends: two that lock the same listings in different orders
// would end in a deadlock.
func (s *Store) holdIntake(ctx context.Context, tx *sql.Tx) error {
	if s.lockIntake == "" {
		return nil
	}
	_, err := tx.ExecContext(ctx, s.lockIntake)
	return err
}

// CloseUnseen closes the board's open listings that were last seen more than patience before completeAt, the moment of the
// last fetch whose silence about a listing means something; a zero one closes nothing. Time alone closes nothing either: while a
// board is down, completeAt stands still. It returns how many listings it closed. Take opens a listing that is seen again.
func (s *Store) CloseUnseen(ctx context.Context, board string, completeAt time.Time, patience time.Duration) (int, error) {
	if completeAt.IsZero() {
		return 0, nil
	}
	const unseen = `board = ? AND closed_at = 0 AND last_seen_at < ?`
	limit := toMS(completeAt.Add(-patience))
	return inBatches(ctx, s, "close what "+board+" dropped",
		func() (ids []string, err error) {
			err = s.each(ctx, s.read, `SELECT id FROM listings WHERE `+unseen+` LIMIT ?`, []any{board, limit, upkeepPass}, func(rows *sql.Rows) error {
				var id string
				err := rows.Scan(&id)
				ids = append(ids, id)
				return err
			})
			return ids, err
		},
		func(tx *sql.Tx, ids []string) (int64, error) {
			if err := s.holdIntake(ctx, tx); err != nil {
				return 0, err
			}
			version, err := s.nextVersion(ctx, tx)
			if err != nil {
				return 0, err
			}
			args := append([]any{toMS(s.now()), version, board, limit}, anys(ids)...)
			return s.exec(ctx, tx, `UPDATE listings SET closed_at = ?, changed = ? WHERE `+unseen+` AND id IN `+marks(len(ids), 1), args...)
		})
}

// DropClosed deletes the listings that were closed before the given moment and that no edition names. Their roles stay, as
// the ledger does, so that one posted again later is still known. It returns how many listings it deleted.
func (s *Store) DropClosed(ctx context.Context, before time.Time) (int, error) {
	limit := toMS(before)
	return inBatches(ctx, s, "delete old listings",
		func() (refs []scoring.Ref, err error) {
			err = s.each(ctx, s.read, `
				SELECT l.board, l.id FROM listings l LEFT JOIN edition_items i ON i.board = l.board AND i.id = l.id
				WHERE l.closed_at > 0 AND l.closed_at < ? AND i.edition IS NULL LIMIT ?`, []any{limit, upkeepPass}, func(rows *sql.Rows) error {
				var ref scoring.Ref
				err := rows.Scan(&ref.Board, &ref.ID)
				refs = append(refs, ref)
				return err
			})
			return refs, err
		},
		func(tx *sql.Tx, refs []scoring.Ref) (int64, error) {
			if err := s.holdIntake(ctx, tx); err != nil {
				return 0, err
			}
			args := make([]any, 0, 2*len(refs)+1)
			args = append(args, limit)
			for _, ref := range refs {
				args = append(args, ref.Board, ref.ID)
			}
			return s.exec(ctx, tx, `DELETE FROM listings WHERE closed_at > 0 AND closed_at < ? AND (board, id) IN (VALUES `+marks(2, len(refs))+`)`, args...)
		})
}

// DropEditions deletes the runs that ended before the given moment, with their editions. It keeps what is not settled
// (pending, sending), what a person may still ask about (unknown), and each profile's last digest, from which the next
// one counts what is new. The ledger stays whole. It returns how many runs it deleted.
func (s *Store) DropEditions(ctx context.Context, before time.Time) (int, error) {
	return inBatches(ctx, s, "delete old digests",
		func() (ids []string, err error) {
			// Runs lead, since their rows are small: a walk over the editions would read every mail there is.
			err = s.each(ctx, s.read, `
				SELECT r.id FROM runs r LEFT JOIN editions e ON e.run = r.id
				WHERE r.ended_at > 0 AND r.ended_at < ? AND (e.id IS NULL OR e.state IN ('permanent', 'stale') OR e.state = 'accepted' AND EXISTS (
					SELECT 1 FROM editions later WHERE later.profile = e.profile AND later.created_at >= e.created_at
						AND later.updated_at > e.updated_at AND later.state = 'accepted'))
				LIMIT ?`, []any{toMS(before), upkeepPass}, func(rows *sql.Rows) error {
				var id string
				err := rows.Scan(&id)
				ids = append(ids, id)
				return err
			})
			return ids, err
		},
		func(tx *sql.Tx, runs []string) (int64, error) { return s.dropRuns(ctx, tx, runs) })
}

func (s *Store) dropRuns(ctx context.Context, tx *sql.Tx, runs []string) (int64, error) {
	in, args := marks(len(runs), 1), anys(runs)
	const settled = `state IN ('accepted', 'permanent', 'stale')`
	for _, q := range []string{
		`DELETE FROM edition_items WHERE edition IN (SELECT id FROM editions WHERE ` + settled + ` AND run IN ` + in + `)`,
		`DELETE FROM editions WHERE ` + settled + ` AND run IN ` + in,
	} {
		if _, err := s.exec(ctx, tx, q, args...); err != nil {
			return 0, err
		}
	}
	return s.exec(ctx, tx, `DELETE FROM runs WHERE ended_at > 0 AND NOT EXISTS (SELECT 1 FROM editions e WHERE e.run = runs.id) AND id IN `+in, args...)
}

// DropLeases deletes the leases that ended a day ago or earlier: their holders died. It returns how many.
func (s *Store) DropLeases(ctx context.Context) (int, error) {
	n, err := s.change(ctx, `DELETE FROM leases WHERE until < ?`, toMS(s.now().Add(-leaseGrace)))
	return int(n), s.fail("delete old leases", err)
}

func anys[T any](ids []T) []any {
	out := make([]any, len(ids))
	for i, id := range ids {
		out[i] = id
	}
	return out
}

// Tidy gives unused room back and refreshes what the planner knows of the data.
func (s *Store) Tidy(ctx context.Context) error {
	if s.name == "postgres" {
		_, err := s.write.ExecContext(ctx, "ANALYZE "+strings.Join(tables[:], ", "))
		return s.fail("analyse the tables", err)
	}
	// Outside a pool's transaction: neither VACUUM nor a checkpoint may run in one.
	conn, err := s.write.Conn(ctx)
	if err != nil {
		return s.fail("tidy the database", err)
	}
	return s.fail("tidy the database", errors.Join(tidySQLite(ctx, conn), conn.Close()))
}

func tidySQLite(ctx context.Context, conn *sql.Conn) error {
	// 0x10002 asks for all tables and not only for those that this connection read.
	if _, err := conn.ExecContext(ctx, "PRAGMA optimize(0x10002)"); err != nil {
		return err
	}
	var pages, free, size int64
	for pragma, dst := range map[string]*int64{"page_count": &pages, "freelist_count": &free, "page_size": &size} {
		if err := conn.QueryRowContext(ctx, "PRAGMA "+pragma).Scan(dst); err != nil {
			return err
		}
	}
	if free*vacuumShare > pages && (pages-free)*size <= vacuumLimit {
		if _, err := conn.ExecContext(ctx, "VACUUM"); err != nil {
			return err
		}
	}
	return truncateWAL(ctx, conn)
}

// truncateWAL writes the log back into the database and empties it. While it waits for a reader it holds up the writers, so
// it waits a second only; the next one will do it.
func truncateWAL(ctx context.Context, conn *sql.Conn) (err error) {
	var patience int
	if err := conn.QueryRowContext(ctx, "PRAGMA busy_timeout").Scan(&patience); err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "PRAGMA busy_timeout = 1000"); err != nil {
		return err
	}
	defer func() {
		_, back := conn.ExecContext(context.WithoutCancel(ctx), fmt.Sprintf("PRAGMA busy_timeout = %d", patience))
		err = errors.Join(err, back)
	}()
	var busy, log, done int
	return conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &log, &done)
}

// Check reads the whole SQLite database, or asks Postgres, which checks itself, for a row of each table. Damage is
// ErrDamaged; another error says that the check could not be made.
func (s *Store) Check(ctx context.Context) error {
	if s.name == "postgres" {
		for _, table := range tables {
			if _, err := s.exec(ctx, s.read, "SELECT 1 FROM "+table+" LIMIT 1"); err != nil {
				return s.fail("check the table "+table, damage(err))
			}
		}
		return nil
	}
	var found []string
	err := s.each(ctx, s.read, "PRAGMA quick_check(3)", nil, func(rows *sql.Rows) error {
		var line string
		err := rows.Scan(&line)
		found = append(found, line)
		return err
	})
	if text := strings.Join(strings.Fields(strings.Join(found, "; ")), " "); err == nil && text != "ok" {
		err = fmt.Errorf("%w: %s", ErrDamaged, text)
	}
	return s.fail("check the database", damage(err))
}

// damage marks what the databases' own codes call damage: a malformed file, a lost page, block or table.
func damage(err error) error {
	var lite *sqlite.Error
	var pg *pgconn.PgError
	switch {
	case errors.As(err, &lite) && (lite.Code()&0xff == sqlite3.SQLITE_CORRUPT || lite.Code()&0xff == sqlite3.SQLITE_NOTADB),
		errors.As(err, &pg) && slices.Contains([]string{"XX001", "XX002", "42P01"}, pg.Code):
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}

// tables are all there are.
var tables = [...]string{"boards", "roles", "listings", "profiles", "leases", "runs", "editions", "edition_items", "ledger", "counters",
	"reviews", "review_snapshots", "review_decisions", "signins", "sessions", "attempts", "link_keys", "judge_replies", "judge_use"}
