package store

import (
	"context"
	"time"
)

// Acquire takes the named lease for owner, who may hold it already, until ttl from now. It reports false where another
// owner holds it.
func (s *Store) Acquire(ctx context.Context, name, owner string, ttl time.Duration) (bool, error) {
	now := s.now()
	n, err := s.exec(ctx, s.write, `
		INSERT INTO leases (name, owner, until) VALUES (?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until
		WHERE leases.owner = excluded.owner OR leases.until <= ?`,
		name, owner, toMS(now.Add(ttl)), toMS(now))
	return n == 1, s.fail("take the lease "+name, err)
}

// Release gives the named lease back, where owner holds it.
func (s *Store) Release(ctx context.Context, name, owner string) error {
	_, err := s.exec(ctx, s.write, `DELETE FROM leases WHERE name = ? AND owner = ?`, name, owner)
	return s.fail("release the lease "+name, err)
}
