package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Run is one digest being made, or one that was.
type Run struct {
	ID      string
	Profile string
	Key     string // unique within the profile
	Slot    time.Time
	Stage   string // "outbox" once its digest is there, else empty
	Outcome string // empty while it runs
	Summary string // JSON, for people to read later
	StartedAt,
	EndedAt time.Time // zero while it runs
	// DueAt is when a queued run may be claimed; zero for a run by hand.
	DueAt    time.Time
	Attempts int // claims so far, this one counted
}

const runColumns = `id, profile, key, slot, stage, outcome, summary, started_at, ended_at, due_at, attempts`

// StartRun writes a new run. It reports false where the profile already has a run with that key.
func (s *Store) StartRun(ctx context.Context, r Run) (bool, error) {
	started := false
	err := s.short(ctx, "start a run", func(ctx context.Context, tx *sql.Tx) (err error) {
		started, err = s.insertRun(ctx, tx, r, "", time.Time{})
		return err
	})
	return started, err
}

// EndRun records how a run ended. A run ends once: a second end changes nothing.
func (s *Store) EndRun(ctx context.Context, run, outcome, summary string) error {
	return s.short(ctx, "end a run", func(ctx context.Context, tx *sql.Tx) error { return s.endRun(ctx, tx, run, outcome, summary) })
}

// AbandonRun ends a run that has nothing in the outbox. It reports false where it has by now, or has ended.
func (s *Store) AbandonRun(ctx context.Context, run, outcome, summary string) (bool, error) {
	n, err := s.change(ctx, `UPDATE runs SET outcome = ?, summary = ?, ended_at = ? WHERE id = ? AND ended_at = 0 AND stage <> 'outbox'`,
		outcome, text(summary), toMS(s.now()), run)
	return n == 1, s.fail("abandon a run", err)
}

func (s *Store) endRun(ctx context.Context, q querier, run, outcome, summary string) error {
	_, err := s.exec(ctx, q, `UPDATE runs SET outcome = ?, summary = ?, ended_at = ? WHERE id = ? AND ended_at = 0`,
		outcome, text(summary), toMS(s.now()), run)
	return err
}

// Unfinished returns the profile's runs that have not ended, oldest first.
func (s *Store) Unfinished(ctx context.Context, profile string) ([]Run, error) {
	var out []Run
	err := s.each(ctx, s.read, `SELECT `+runColumns+` FROM runs WHERE profile = ? AND ended_at = 0 ORDER BY started_at, id`, []any{profile},
		func(rows *sql.Rows) error {
			r, err := scanRun(rows)
			out = append(out, r)
			return err
		})
	return out, s.fail("read the unfinished runs", err)
}

// Runs returns the newest runs, newest first, of one profile or, where it is empty, of all.
func (s *Store) Runs(ctx context.Context, profile string, limit int) ([]Run, error) {
	var out []Run
	err := s.each(ctx, s.read, `SELECT `+runColumns+` FROM runs WHERE ? = '' OR profile = ? ORDER BY started_at DESC, id LIMIT ?`,
		[]any{profile, profile, limit}, func(rows *sql.Rows) error {
			r, err := scanRun(rows)
			out = append(out, r)
			return err
		})
	return out, s.fail("read the runs", err)
}

func scanRun(rows *sql.Rows) (Run, error) {
	var r Run
	var slot, started, ended, due int64
	err := rows.Scan(&r.ID, &r.Profile, &r.Key, &slot, &r.Stage, &r.Outcome, &r.Summary, &started, &ended, &due, &r.Attempts)
	r.Slot, r.StartedAt, r.EndedAt, r.DueAt = fromMS(slot), fromMS(started), fromMS(ended), fromMS(due)
	return r, err
}

// Run returns a run by its id.
func (s *Store) Run(ctx context.Context, id string) (Run, error) {
	var out Run
	found := false
	err := s.each(ctx, s.read, `SELECT `+runColumns+` FROM runs WHERE id = ?`, []any{id}, func(rows *sql.Rows) (err error) {
		found = true
		out, err = scanRun(rows)
		return err
	})
	if err == nil && !found {
		err = fmt.Errorf("run %s: %w", id, ErrNotFound)
	}
	return out, s.fail("read a run", err)
}
