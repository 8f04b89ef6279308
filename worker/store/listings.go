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

// OpenListing is an open listing as one profile sees it.
type OpenListing struct {
	scoring.Listing
	Sent bool // the ledger holds its role for the profile, or a digest on its way does
}

const listingColumns = `l.board, l.id, l.role, l.title, l.company, l.body, l.url, l.place, l.pay, l.flags, l.posted_at, l.seen_at`

// EachOpen calls do for every open listing, the listings of one role one after another, with whether the profile was
// sent it; an empty profile was sent nothing. Listings are read one at a time: memory does not grow with the store.
func (s *Store) EachOpen(ctx context.Context, profile string, do func(OpenListing) error) error {
	err := s.each(ctx, s.read, `
		SELECT `+listingColumns+`, CASE WHEN g.role IS NULL THEN 0 ELSE 1 END
		FROM listings l LEFT JOIN (
			SELECT role FROM ledger WHERE profile = ?
			UNION
			SELECT i.role FROM editions e JOIN edition_items i ON i.edition = e.id WHERE e.profile = ? AND e.state IN ('pending', 'sending')
		) g ON g.role = l.role
		WHERE l.closed_at = 0
		ORDER BY l.role, l.board, l.id`, []any{profile, profile}, func(rows *sql.Rows) error {
		var o OpenListing
		var sent int
		if err := scanListing(rows, &o.Listing, &sent); err != nil {
			return err
		}
		o.Sent = sent == 1
		return do(o)
	})
	return s.fail("read the open listings", err)
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
