package store

import (
	"context"
	"database/sql"
	"time"
)

// Board is what a board's last fetches said.
type Board struct {
	Name    string
	BaseURL string
	// ETag and LastModified are the validators of the last answer that was taken in whole.
	ETag, LastModified string
	Outcome            string // of the last fetch; the closed set of worker/board
	Error              string // one sentence; empty where nothing is wrong
	Listings           int    // of the last fetch that gave any
	FetchedAt          time.Time
	NonemptyAt         time.Time
	CompleteAt         time.Time // the last fetch that saw all the board holds
	FailingSince       time.Time // zero where nothing is wrong
	Failures           int       // in a row
	NextAt             time.Time // not to be fetched before
}

const boardColumns = `name, base_url, etag, last_modified, outcome, error, listings, fetched_at, nonempty_at, complete_at, failing_since, failures, next_at`

// Boards returns every board that was ever fetched, by name.
func (s *Store) Boards(ctx context.Context) ([]Board, error) {
	var out []Board
	err := s.each(ctx, s.read, `SELECT `+boardColumns+` FROM boards ORDER BY name`, nil, func(rows *sql.Rows) error {
		b, err := scanBoard(rows)
		out = append(out, b)
		return err
	})
	return out, s.fail("read the boards", err)
}

// Board returns one board, a zero one with its name where it was never fetched.
func (s *Store) Board(ctx context.Context, name string) (Board, error) {
	b := Board{Name: name}
	err := s.each(ctx, s.read, `SELECT `+boardColumns+` FROM boards WHERE name = ?`, []any{name}, func(rows *sql.Rows) (err error) {
		b, err = scanBoard(rows)
		return err
	})
	return b, s.fail("read the board "+name, err)
}

func scanBoard(rows *sql.Rows) (Board, error) {
	var b Board
	var fetched, nonempty, complete, failing, next int64
	err := rows.Scan(&b.Name, &b.BaseURL, &b.ETag, &b.LastModified, &b.Outcome, &b.Error, &b.Listings,
		&fetched, &nonempty, &complete, &failing, &b.Failures, &next)
	b.FetchedAt, b.NonemptyAt, b.CompleteAt = fromMS(fetched), fromMS(nonempty), fromMS(complete)
	b.FailingSince, b.NextAt = fromMS(failing), fromMS(next)
	return b, err
}

// PutBoard writes a board's state.
func (s *Store) PutBoard(ctx context.Context, b Board) error {
	_, err := s.change(ctx, `
		INSERT INTO boards (`+boardColumns+`) VALUES `+marks(13, 1)+`
		ON CONFLICT (name) DO UPDATE SET base_url = excluded.base_url, etag = excluded.etag, last_modified = excluded.last_modified,
			outcome = excluded.outcome, error = excluded.error, listings = excluded.listings, fetched_at = excluded.fetched_at,
			nonempty_at = excluded.nonempty_at, complete_at = excluded.complete_at, failing_since = excluded.failing_since,
			failures = excluded.failures, next_at = excluded.next_at`,
		b.Name, text(b.BaseURL), text(b.ETag), text(b.LastModified), b.Outcome, text(b.Error), b.Listings, toMS(b.FetchedAt),
		toMS(b.NonemptyAt), toMS(b.CompleteAt), toMS(b.FailingSince), b.Failures, toMS(b.NextAt))
	return s.fail("write the board "+b.Name, err)
}
