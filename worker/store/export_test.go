package store

import "context"

// Exec runs a statement that no method has.
func (s *Store) Exec(ctx context.Context, query string) error {
	_, err := s.write.ExecContext(ctx, query)
	return err
}
