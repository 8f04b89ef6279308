package store

import (
	"context"
	"database/sql"
	"time"
)

// Waiting returns how many digests have waited for their mail server since before the given moment, and what it last said.
func (s *Store) Waiting(ctx context.Context, before time.Time) (n int, problem string, err error) {
	err = s.each(ctx, s.read, `SELECT error FROM editions WHERE state = 'pending' AND error <> '' AND created_at < ? ORDER BY updated_at DESC`,
		[]any{toMS(before)}, func(rows *sql.Rows) error {
			var said string
			err := rows.Scan(&said)
			if n++; n == 1 {
				problem = said
			}
			return err
		})
	return n, problem, s.fail("read the outbox", err)
}
