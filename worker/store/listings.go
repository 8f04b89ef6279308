package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"shortlist/scoring"
)

const listingColumns = `l.board, l.id, l.role, l.title, l.company, l.body, l.url, l.place, l.pay, l.flags, l.posted_at, l.seen_at`

// EachOpen calls do for every open listing, the listings of one role one after another.
func (s *Store) EachOpen(ctx context.Context, do func(scoring.Listing) error) error {
	return s.EachChanged(ctx, 0, func(l scoring.Listing, _ bool) error { return do(l) })
}

// EachChanged calls do for every listing that changed after the given version, the listings of one role one after another,
// and says which of them are closed now. After version 0 it gives all that are open.
func (s *Store) EachChanged(ctx context.Context, version int64, do func(l scoring.Listing, closed bool) error) error {
	err := s.each(ctx, s.read, `
		SELECT `+listingColumns+`, l.closed_at FROM listings l WHERE (l.changed > ? OR CAST(? AS BIGINT) = 0) AND (l.closed_at = 0 OR CAST(? AS BIGINT) > 0)
		ORDER BY l.role, l.board, l.id`, []any{version, version, version},
		func(rows *sql.Rows) error {
			var l scoring.Listing
			var closed int64
			if err := scanListing(rows, &l, &closed); err != nil {
				return err
			}
			return do(l, closed > 0)
		})
	return s.fail("read the listings", err)
}

// ListingsVersion is a number that grows with each change of what EachOpen gives. All changes up to it can be read.
func (s *Store) ListingsVersion(ctx context.Context) (int64, error) {
	var v int64
	err := s.read.QueryRowContext(ctx, `SELECT value FROM counters WHERE name = 'listings'`).Scan(&v)
	return v, s.fail("read the listings' version", err)
}

// nextVersion is the version of the changes that the transaction makes. It holds its row until the commit, so that versions
// become visible in their order.
func (s *Store) nextVersion(ctx context.Context, tx *sql.Tx) (v int64, err error) {
	err = s.each(ctx, tx, `UPDATE counters SET value = value + 1 WHERE name = 'listings' RETURNING value`, nil, func(rows *sql.Rows) error { return rows.Scan(&v) })
	return v, err
}

// Sent are the roles that the ledger holds for a profile, or a digest on its way does.
func (s *Store) Sent(ctx context.Context, profile string) (map[int64]bool, error) {
	sent := map[int64]bool{}
	err := s.each(ctx, s.read, `
		SELECT role FROM ledger WHERE profile = ?
		UNION
		SELECT i.role FROM editions e JOIN edition_items i ON i.edition = e.id WHERE e.profile = ? AND e.state IN ('pending', 'sending')`,
		[]any{profile, profile}, func(rows *sql.Rows) error {
			var role int64
			err := rows.Scan(&role)
			sent[role] = true
			return err
		})
	return sent, s.fail("read what was sent", err)
}

func scanListing(rows *sql.Rows, l *scoring.Listing, more ...any) error {
	var place, pay, flags string
	var posted, seen int64
	dst := append([]any{&l.Board, &l.ID, &l.Role, &l.Title, &l.Company, &l.Text, &l.URL, &place, &pay, &flags, &posted, &seen}, more...)
	if err := rows.Scan(dst...); err != nil {
		return err
	}
	l.PostedAt, l.SeenAt = fromMS(posted), fromMS(seen)
	if err := errors.Join(json.Unmarshal([]byte(place), &l.Place), json.Unmarshal([]byte(pay), &l.Pay), json.Unmarshal([]byte(flags), &l.Flags)); err != nil {
		return fmt.Errorf("listing %s: %w", l.Ref, err)
	}
	return nil
}

// Listing returns one listing, closed or not.
func (s *Store) Listing(ctx context.Context, ref scoring.Ref) (scoring.Listing, error) {
	var l scoring.Listing
	found := false
	err := s.each(ctx, s.read, `SELECT `+listingColumns+` FROM listings l WHERE l.board = ? AND l.id = ?`, []any{ref.Board, ref.ID},
		func(rows *sql.Rows) error {
			found = true
			return scanListing(rows, &l)
		})
	if err == nil && !found {
		err = fmt.Errorf("listing %s: %w", ref, ErrNotFound)
	}
	return l, s.fail("read a listing", err)
}

// Counts is how many listings are open: in all, first seen after a moment, and by board.
type Counts struct {
	Open, New int
	ByBoard   map[string]int
}

// CountOpen counts the open listings.
func (s *Store) CountOpen(ctx context.Context, since time.Time) (Counts, error) {
	c := Counts{ByBoard: map[string]int{}}
	err := s.each(ctx, s.read, `
		SELECT board, count(*), coalesce(sum(CASE WHEN seen_at > ? THEN 1 ELSE 0 END), 0)
		FROM listings WHERE closed_at = 0 GROUP BY board`, []any{toMS(since)}, func(rows *sql.Rows) error {
		var board string
		var open, fresh int
		if err := rows.Scan(&board, &open, &fresh); err != nil {
			return err
		}
		c.Open += open
		c.New += fresh
		c.ByBoard[board] = open
		return nil
	})
	return c, s.fail("count the open listings", err)
}
