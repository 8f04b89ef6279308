package store

import (
	"context"
	"database/sql"
	"time"
)

// Missed returns the slots missed after the given moment, newest first.
func (s *Store) Missed(ctx context.Context, since time.Time, limit int) ([]Run, error) {
	var out []Run
	err := s.each(ctx, s.read, `SELECT `+runColumns+` FROM runs WHERE outcome = ? AND ended_at > ? ORDER BY slot DESC, id LIMIT ?`,
		[]any{OutcomeMissed, toMS(since), limit}, func(rows *sql.Rows) error {
			r, err := scanRun(rows)
			out = append(out, r)
			return err
		})
	return out, s.fail("read the missed slots", err)
}

// CountMissed counts the people by how many slots they missed since their last digest: none, one, two, three or more.
func (s *Store) CountMissed(ctx context.Context) ([4]int, error) {
	var out [4]int
	err := s.each(ctx, s.read, `
		SELECT n, count(*) FROM (
			SELECT (
				SELECT count(*) FROM runs m WHERE m.profile = p.name AND m.outcome = ? AND m.slot > coalesce(
					(SELECT max(slot) FROM runs d WHERE d.profile = p.name AND d.outcome IN ('sent', 'empty')), 0)
			) AS n FROM profiles p WHERE p.paused = 0
		) t GROUP BY n`, []any{OutcomeMissed}, func(rows *sql.Rows) error {
		var n, people int
		err := rows.Scan(&n, &people)
		out[min(n, 3)] += people
		return err
	})
	return out, s.fail("count the missed slots", err)
}
