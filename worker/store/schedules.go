package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"shortlist/scoring"
)

// Due is a person whose moment has come.
type Due struct {
	Profile scoring.Profile
	// Slot is the one that was planned; zero where there is no plan yet, or none any more.
	Slot time.Time
	// Err says that the stored profile cannot be read; then Profile holds the name alone.
	Err error
}

// Plan is what is to be done about a Due.
type Plan struct {
	Run    []Run     // to be queued; a slot that has a run already gets no second one
	Missed []Run     // to be recorded as missed
	Slot   time.Time // the next one
	At     time.Time // when to act on it; zero parks the profile until it changes
}

// Sweep takes at most batch people who are due, asks plan about each, and writes all that follows in one transaction: runs
// queued and missed, and the next slot. Runs that are new are given to enqueue, unless it is nil, in the same transaction.
// People whom another process is sweeping are left to it. It returns how many were due, and the runs that are new.
func (s *Store) Sweep(ctx context.Context, now time.Time, batch int, plan func(Due) Plan, enqueue func(context.Context, *sql.Tx, []Run) error) (due int, queued []Run, err error) {
	err = s.inTx(ctx, "sweep the schedules", func(tx *sql.Tx) error {
		due, queued = 0, nil
		all, err := s.due(ctx, tx, now, batch)
		if err != nil {
			return err
		}
		due = len(all)
		for _, d := range all {
			p := plan(d)
			for _, r := range p.Run {
				if fresh, err := s.insertRun(ctx, tx, r, "", time.Time{}); err != nil {
					return err
				} else if fresh {
					queued = append(queued, r)
				}
			}
			for _, r := range p.Missed {
				if _, err := s.insertRun(ctx, tx, r, OutcomeMissed, now); err != nil {
					return err
				}
			}
			if _, err := s.exec(ctx, tx, `UPDATE profiles SET next_slot = ?, next_at = ? WHERE name = ?`, toMS(p.Slot), toMS(p.At), d.Profile.Name); err != nil {
				return err
			}
		}
		if enqueue == nil || len(queued) == 0 {
			return nil
		}
		return enqueue(ctx, tx, queued)
	})
	if err != nil {
		return 0, nil, err // nothing was written, so nothing is queued
	}
	return due, queued, nil
}

// QueuedRuns returns at most n runs of the queue that have not ended, by id, from the one after the given id on. It is what
// a queue beside the rows must hold.
func (s *Store) QueuedRuns(ctx context.Context, after string, n int) ([]Run, error) {
	var out []Run
	err := s.each(ctx, s.read, `SELECT `+runColumns+` FROM runs WHERE ended_at = 0 AND due_at > 0 AND id > ? ORDER BY id LIMIT ?`,
		[]any{after, n}, func(rows *sql.Rows) error {
			r, err := scanRun(rows)
			out = append(out, r)
			return err
		})
	return out, s.fail("read the queue", err)
}

// OutcomeMissed is the outcome of a slot that nobody was there to serve.
const OutcomeMissed = "missed"

func (s *Store) due(ctx context.Context, tx *sql.Tx, now time.Time, batch int) ([]Due, error) {
	var out []Due
	err := s.each(ctx, tx, `SELECT name, body, next_slot FROM profiles WHERE paused = 0 AND next_at > 0 AND next_at <= ? ORDER BY next_at LIMIT ? `+s.skipLocked,
		[]any{toMS(now), batch}, func(rows *sql.Rows) error {
			var d Due
			var name, body string
			var slot int64
			if err := rows.Scan(&name, &body, &slot); err != nil {
				return err
			}
			// One person's unreadable row must not stop the others.
			if err := json.Unmarshal([]byte(body), &d.Profile); err != nil {
				d.Err = fmt.Errorf("profile %s: %w", name, err)
			}
			d.Profile.Name, d.Slot = name, fromMS(slot)
			out = append(out, d)
			return nil
		})
	return out, err
}

// insertRun writes a run, ended already where an outcome is given. It reports false where the profile has one of that key.
func (s *Store) insertRun(ctx context.Context, q querier, r Run, outcome string, ended time.Time) (bool, error) {
	n, err := s.exec(ctx, q, `
		INSERT INTO runs (id, profile, key, slot, stage, outcome, summary, started_at, ended_at, due_at)
		VALUES (?, ?, ?, ?, '', ?, '', ?, ?, ?)
		ON CONFLICT (profile, key) DO NOTHING`, r.ID, r.Profile, text(r.Key), toMS(r.Slot), outcome, toMS(s.now()), toMS(ended), toMS(r.DueAt))
	return n == 1, err
}

// Replan makes the sweep plan everybody anew, without making up for anything: the clock was set back, and what was planned
// lies too far ahead.
func (s *Store) Replan(ctx context.Context) error {
	_, err := s.change(ctx, `UPDATE profiles SET next_slot = 0, next_at = 1 WHERE next_at > 0`)
	return s.fail("plan the schedules anew", err)
}

// SlotCounts is how many people there are by what the schedules say of them.
type SlotCounts struct {
	Active, Paused, Broken int
	Refused                int // the mail server will never deliver to their address
	Overdue                int // due for longer than the given patience
}

// CountSlots counts the people. A person is broken where the sweep could not plan a slot.
func (s *Store) CountSlots(ctx context.Context, now time.Time, patience time.Duration) (SlotCounts, error) {
	var c SlotCounts
	err := s.read.QueryRowContext(ctx, s.rebind(`
		SELECT coalesce(sum(CASE WHEN paused = 0 AND next_at > 0 AND next_slot > 0 THEN 1 ELSE 0 END), 0),
			coalesce(sum(CASE WHEN paused = 1 THEN 1 ELSE 0 END), 0),
			coalesce(sum(CASE WHEN paused = 0 AND next_at > 1 AND next_slot = 0 THEN 1 ELSE 0 END), 0),
			coalesce(sum(CASE WHEN paused = 0 AND refused_address <> '' THEN 1 ELSE 0 END), 0),
			coalesce(sum(CASE WHEN paused = 0 AND next_at > 1 AND next_at < ? THEN 1 ELSE 0 END), 0)
		FROM profiles`), toMS(now.Add(-patience))).Scan(&c.Active, &c.Paused, &c.Broken, &c.Refused, &c.Overdue)
	return c, s.fail("count the schedules", err)
}
