package store

import (
	"context"
	"time"
)

// Lease names a lease and who holds it.
type Lease struct{ Name, Owner string }

// maxLease is longer than any lease is taken for: one that ends later was written by a clock that stood ahead.
const maxLease = 15 * time.Minute

// Acquire takes the named lease for owner, who may hold it already, until ttl from now, at most a quarter of an hour. It
// reports false where another owner holds it.
func (s *Store) Acquire(ctx context.Context, name, owner string, ttl time.Duration) (bool, error) {
	now := s.now()
	n, err := s.change(ctx, `
		INSERT INTO leases (name, owner, until) VALUES (?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until
		WHERE leases.owner = excluded.owner OR leases.until <= ? OR leases.until > ?`,
		name, owner, toMS(now.Add(min(ttl, maxLease))), toMS(now), toMS(now.Add(maxLease)))
	return n == 1, s.fail("take the lease "+name, err)
}

// Renew keeps a lease that owner holds for ttl more. It reports false where owner does not hold it any more, be it that it
// ended and somebody else had it since.
func (s *Store) Renew(ctx context.Context, name, owner string, ttl time.Duration) (bool, error) {
	n, err := s.change(ctx, `UPDATE leases SET until = ? WHERE name = ? AND owner = ?`, toMS(s.now().Add(ttl)), name, owner)
	return n == 1, s.fail("renew the lease "+name, err)
}

// Release gives the named lease back, where owner holds it.
func (s *Store) Release(ctx context.Context, name, owner string) error {
	_, err := s.change(ctx, `DELETE FROM leases WHERE name = ? AND owner = ?`, name, owner)
	return s.fail("release the lease "+name, err)
}
