package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"shortlist/scoring"
)

// State is where an edition stands.
type State string

// The closed set of State.
const (
	Pending   State = "pending"   // in the outbox; also after a temporary failure
	Sending   State = "sending"   // its bytes may be with the mail server
	Accepted  State = "accepted"  // the mail server took it
	Permanent State = "permanent" // the mail server will never take it
	Unknown   State = "unknown"   // the answer was lost; never sent again blindly
	Stale     State = "stale"     // waited too long; a newer digest took its place
)

// Edition is one digest as it is, or was, sent.
type Edition struct {
	ID, Run, Profile string
	Slot             time.Time
	MessageID        string // without the angle brackets
	Recipient        string
	Subject          string
	HTML, Text       string
	State            State
	Attempts         int
	Error            string // of the last attempt
	Reply            string // what the mail server said when it accepted
	CreatedAt        time.Time
	UpdatedAt        time.Time
}

// Item is one listing of an edition.
type Item struct {
	Role int64
	scoring.Ref
}

const editionColumns = `id, run, profile, slot, message_id, recipient, subject, html, body, state, attempts, error, reply, created_at, updated_at`

// PutEdition writes a rendered edition into the outbox, whole or not at all. It reports false where the run has one, or has
// ended, or where the lease under which the edition was made is not held any more: then somebody else took its place, and
// may have sent what this edition holds. The zero Lease stands for none.
func (s *Store) PutEdition(ctx context.Context, e Edition, items []Item, under Lease) (bool, error) {
	put := false
	err := s.short(ctx, "write the edition", func(ctx context.Context, tx *sql.Tx) error {
		now := toMS(s.now())
		if under != (Lease{}) {
			// Written and not only read, so that whoever takes the lease waits for this transaction, or this one for them.
			if n, err := s.exec(ctx, tx, `UPDATE leases SET until = until WHERE name = ? AND owner = ?`, under.Name, under.Owner); err != nil || n == 0 {
				return err
			}
		}
		// This holds the run's row until the commit, so that nobody can abandon the run meanwhile.
		n, err := s.exec(ctx, tx, `UPDATE runs SET stage = 'outbox' WHERE id = ? AND ended_at = 0 AND stage <> 'outbox'`, e.Run)
		if err != nil || n == 0 {
			return err
		}
		n, err = s.exec(ctx, tx, `INSERT INTO editions (`+editionColumns+`) VALUES `+marks(15, 1)+` ON CONFLICT (run) DO NOTHING`,
			e.ID, e.Run, e.Profile, toMS(e.Slot), e.MessageID, text(e.Recipient), text(e.Subject), text(e.HTML), text(e.Text), string(Pending), 0, "", "", now, now)
		if err != nil || n == 0 {
			return err
		}
		put = true
		return s.insertItems(ctx, tx, e.ID, items)
	})
	return put, err
}

// insertItems writes many at a time: each statement is a round trip, and the databases bound the parameters of one.
func (s *Store) insertItems(ctx context.Context, tx *sql.Tx, edition string, items []Item) error {
	const most = 100
	for from := 0; from < len(items); from += most {
		part := items[from:min(from+most, len(items))]
		args := make([]any, 0, 5*len(part))
		for i, it := range part {
			args = append(args, edition, from+i, it.Role, it.Board, it.ID)
		}
		if _, err := s.exec(ctx, tx, `INSERT INTO edition_items (edition, position, role, board, id) VALUES `+marks(5, len(part)), args...); err != nil {
			return err
		}
	}
	return nil
}

// EditionOf returns a run's edition.
func (s *Store) EditionOf(ctx context.Context, run string) (Edition, error) {
	return s.edition(ctx, `run = ?`, run)
}

// Edition returns an edition by its id.
func (s *Store) Edition(ctx context.Context, id string) (Edition, error) {
	return s.edition(ctx, `id = ?`, id)
}

func (s *Store) edition(ctx context.Context, where, arg string) (Edition, error) {
	es, err := s.editions(ctx, `WHERE `+where, arg)
	if err == nil && len(es) == 0 {
		err = fmt.Errorf("edition %s: %w", arg, ErrNotFound)
	}
	if err != nil {
		return Edition{}, err
	}
	return es[0], nil
}

// Editions returns the newest editions, newest first and without their bodies, of one profile or, where it is empty, of all.
func (s *Store) Editions(ctx context.Context, profile string, limit int) ([]Edition, error) {
	return s.editionsAs(ctx, strings.Replace(editionColumns, "html, body", "'', ''", 1),
		`WHERE ? = '' OR profile = ? ORDER BY created_at DESC, id LIMIT ?`, profile, profile, limit)
}

func (s *Store) editions(ctx context.Context, where string, args ...any) ([]Edition, error) {
	return s.editionsAs(ctx, editionColumns, where, args...)
}

func (s *Store) editionsAs(ctx context.Context, columns, where string, args ...any) ([]Edition, error) {
	var out []Edition
	err := s.each(ctx, s.read, `SELECT `+columns+` FROM editions `+where, args, func(rows *sql.Rows) error {
		var e Edition
		var slot, created, updated int64
		err := rows.Scan(&e.ID, &e.Run, &e.Profile, &slot, &e.MessageID, &e.Recipient, &e.Subject, &e.HTML, &e.Text, &e.State, &e.Attempts,
			&e.Error, &e.Reply, &created, &updated)
		e.Slot, e.CreatedAt, e.UpdatedAt = fromMS(slot), fromMS(created), fromMS(updated)
		out = append(out, e)
		return err
	})
	return out, s.fail("read the editions", err)
}

// BeginSending moves an edition from pending to sending and returns the number of this attempt. It is 0 where the edition is
// not pending any more: then somebody else sends it, and the caller must not.
func (s *Store) BeginSending(ctx context.Context, id string) (int, error) {
	attempt := 0
	err := s.changed(ctx, `UPDATE editions SET state = 'sending', attempts = attempts + 1, updated_at = ? WHERE id = ? AND state = 'pending' RETURNING attempts`,
		[]any{toMS(s.now()), id}, func(rows *sql.Rows) error { return rows.Scan(&attempt) })
	return attempt, s.fail("begin to send the edition", err)
}

// BackToOutbox says that an attempt failed for now: the mail server has not taken the edition, so it may be sent again. The
// attempt is 0 where it failed before BeginSending; what another attempt is doing stays as it is.
func (s *Store) BackToOutbox(ctx context.Context, id string, attempt int, problem string) error {
	_, err := s.change(ctx, `
		UPDATE editions SET state = 'pending', error = ?, updated_at = ?
		WHERE id = ? AND (state = 'pending' OR state = 'sending' AND attempts = ?)`, text(problem), toMS(s.now()), id, attempt)
	return s.fail("put the edition back", err)
}

// Settle ends an edition and its run in one step. Where the person has the mail, or may have it (Accepted, Unknown), its
// listings enter the ledger in the same step: never between the two a moment in which they could be sent again. An
// acceptance that comes late makes an unknown fate known; else an edition settles once, and a second time is ErrSettled.
func (s *Store) Settle(ctx context.Context, e Edition, state State, detail, runOutcome, summary string) error {
	problem, reply := detail, ""
	if state == Accepted {
		problem, reply = "", detail
	}
	return s.short(ctx, "settle the edition", func(ctx context.Context, tx *sql.Tx) error {
		now := toMS(s.now())
		n, err := s.exec(ctx, tx, `
			UPDATE editions SET state = ?, error = ?, reply = ?, updated_at = ?
			WHERE id = ? AND (state IN ('pending', 'sending') OR state = 'unknown' AND ? = 'accepted')`,
			string(state), text(problem), text(reply), now, e.ID, string(state))
		if err != nil {
			return err
		}
		if n == 0 {
			return fmt.Errorf("edition %s: %w", e.ID, ErrSettled)
		}
		if state == Accepted || state == Unknown {
			if _, err := s.exec(ctx, tx, `
				INSERT INTO ledger (profile, role, edition, sent_at)
				SELECT DISTINCT CAST(? AS TEXT), role, edition, CAST(? AS BIGINT) FROM edition_items WHERE edition = ?
				ON CONFLICT (profile, role) DO NOTHING`, e.Profile, now, e.ID); err != nil {
				return err
			}
		}
		return s.endRun(ctx, tx, e.Run, runOutcome, summary)
	})
}

// ErrSettled is returned, wrapped, for an edition whose fate is recorded already.
var ErrSettled = errors.New("settled already")

// LastSent is when the profile's last digest was accepted, zero where none was.
func (s *Store) LastSent(ctx context.Context, profile string) (time.Time, error) {
	var ms int64
	err := s.read.QueryRowContext(ctx, s.rebind(`SELECT coalesce(max(updated_at), 0) FROM editions WHERE profile = ? AND state = 'accepted'`),
		profile).Scan(&ms)
	return fromMS(ms), s.fail("read the last digest", err)
}

// UnknownSince returns the profile's editions whose fate was lost after the given moment, oldest first.
func (s *Store) UnknownSince(ctx context.Context, profile string, since time.Time) ([]Edition, error) {
	return s.editions(ctx, `WHERE profile = ? AND state = 'unknown' AND updated_at > ? ORDER BY updated_at`, profile, toMS(since))
}

// Items returns an edition's listings in the order of the mail.
func (s *Store) Items(ctx context.Context, edition string) ([]Item, error) {
	var out []Item
	err := s.each(ctx, s.read, `SELECT role, board, id FROM edition_items WHERE edition = ? ORDER BY position`, []any{edition}, func(rows *sql.Rows) error {
		var it Item
		err := rows.Scan(&it.Role, &it.Board, &it.ID)
		out = append(out, it)
		return err
	})
	return out, s.fail("read the edition's listings", err)
}
