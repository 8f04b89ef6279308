package store

import (
	"context"
	"database/sql"
	"time"
)

// ClaimRuns takes at most n queued runs that are due and that nobody works on, longest due first, and leases them to owner
// for ttl. A run whose worker died is due again when its lease ends; each claim counts as an attempt.
func (s *Store) ClaimRuns(ctx context.Context, owner string, ttl time.Duration, n int) ([]Run, error) {
	now := s.now()
	var out []Run
	err := s.changed(ctx, `
		UPDATE runs SET lease_owner = ?, lease_until = ?, attempts = attempts + 1
		WHERE id IN (
			SELECT id FROM runs WHERE ended_at = 0 AND due_at > 0 AND due_at <= ? AND lease_until <= ?
			ORDER BY due_at, id LIMIT ? `+s.skipLocked+`)
		RETURNING `+runColumns, []any{owner, toMS(now.Add(ttl)), toMS(now), toMS(now), n}, func(rows *sql.Rows) error {
		r, err := scanRun(rows)
		out = append(out, r)
		return err
	})
	return out, s.fail("claim runs", err)
}

// RenewRun keeps a claimed run for ttl more. It reports false where the run ended or somebody else has it.
func (s *Store) RenewRun(ctx context.Context, run, owner string, ttl time.Duration) (bool, error) {
	n, err := s.change(ctx, `UPDATE runs SET lease_until = ? WHERE id = ? AND lease_owner = ? AND ended_at = 0`, toMS(s.now().Add(ttl)), run, owner)
	return n == 1, s.fail("renew a run's lease", err)
}

// ReturnRun gives a claimed run back, to be claimed again at the given moment. Where somebody else has it by now, nothing
// changes. With forgiven the attempt does not count: the run was not to blame.
func (s *Store) ReturnRun(ctx context.Context, run, owner string, at time.Time, forgiven bool) error {
	less := 0
	if forgiven {
		less = 1
	}
	_, err := s.change(ctx, `
		UPDATE runs SET due_at = ?, attempts = attempts - ?, lease_owner = '', lease_until = 0
		WHERE id = ? AND lease_owner = ? AND ended_at = 0`, toMS(at), less, run, owner)
	return s.fail("give a run back", err)
}
