package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"shortlist/scoring"
)

// Profile is a person with what the store knows beside their YAML.
type Profile struct {
	scoring.Profile
	Source    string // the file it came from, or "" where it was applied by hand
	Paused    bool
	UpdatedAt time.Time
}

// PutProfile adds or replaces a person. Whether they are paused stays as it was, and so does the plan of their next slot,
// unless what it is made from changed.
func (s *Store) PutProfile(ctx context.Context, p scoring.Profile, source string) error {
	body, err := json.Marshal(p)
	if err != nil {
		return err
	}
	now := toMS(s.now())
	_, err = s.exec(ctx, s.write, `
		INSERT INTO profiles (name, body, source, paused, created_at, updated_at, spec, next_slot, next_at) VALUES (?, ?, ?, 0, ?, ?, ?, 0, 1)
		ON CONFLICT (name) DO UPDATE SET body = excluded.body, source = excluded.source, spec = excluded.spec,
			updated_at = CASE WHEN profiles.body = excluded.body THEN profiles.updated_at ELSE excluded.updated_at END,
			next_slot = CASE WHEN profiles.spec = excluded.spec THEN profiles.next_slot ELSE 0 END,
			next_at = CASE WHEN profiles.spec = excluded.spec THEN profiles.next_at ELSE 1 END`,
		p.Name, text(string(body)), text(source), now, now, text(spec(p)))
	return s.fail("write the profile "+p.Name, err)
}

// spec is all that a person's slots depend on.
func spec(p scoring.Profile) string {
	return p.Timezone + "\n" + p.PauseUntil + "\n" + strings.Join(p.Schedule, "\n")
}

// Profiles returns everybody, by name.
func (s *Store) Profiles(ctx context.Context) ([]Profile, error) {
	return s.profiles(ctx, `ORDER BY name`)
}

// Profile returns one person.
func (s *Store) Profile(ctx context.Context, name string) (Profile, error) {
	ps, err := s.profiles(ctx, `WHERE name = ?`, name)
	if err == nil && len(ps) == 0 {
		err = fmt.Errorf("profile %s: %w", name, ErrNotFound)
	}
	if err != nil {
		return Profile{}, err
	}
	return ps[0], nil
}

func (s *Store) profiles(ctx context.Context, where string, args ...any) ([]Profile, error) {
	var out []Profile
	err := s.each(ctx, s.write, `SELECT name, body, source, paused, updated_at FROM profiles `+where, args, func(rows *sql.Rows) error {
		var p Profile
		var name, body string
		var paused, updated int64
		if err := rows.Scan(&name, &body, &p.Source, &paused, &updated); err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(body), &p.Profile); err != nil {
			return fmt.Errorf("profile %s: %w", name, err)
		}
		p.Paused, p.UpdatedAt = paused == 1, fromMS(updated)
		out = append(out, p)
		return nil
	})
	return out, s.fail("read the profiles", err)
}

// SetPaused stops a person's digests, or lets them go on from now, without making up for what was paused.
func (s *Store) SetPaused(ctx context.Context, name string, paused bool) error {
	v := 0
	if paused {
		v = 1
	}
	n, err := s.exec(ctx, s.write, `UPDATE profiles SET paused = ?, next_slot = 0, next_at = 1 WHERE name = ?`, v, name)
	if err == nil && n == 0 {
		err = fmt.Errorf("profile %s: %w", name, ErrNotFound)
	}
	return s.fail("pause the profile", err)
}

// DeleteProfile forgets a person: their digests, what they were sent, everything that names them.
func (s *Store) DeleteProfile(ctx context.Context, name string) error {
	return s.inTx(ctx, "delete the profile", func(tx *sql.Tx) error {
		n, err := s.exec(ctx, tx, `DELETE FROM profiles WHERE name = ?`, name)
		if err != nil {
			return err
		}
		if n == 0 {
			return fmt.Errorf("profile %s: %w", name, ErrNotFound)
		}
		for _, q := range []string{
			`DELETE FROM edition_items WHERE edition IN (SELECT id FROM editions WHERE profile = ?)`,
			`DELETE FROM editions WHERE profile = ?`,
			`DELETE FROM runs WHERE profile = ?`,
			`DELETE FROM ledger WHERE profile = ?`,
		} {
			if _, err := s.exec(ctx, tx, q, name); err != nil {
				return err
			}
		}
		return nil
	})
}
