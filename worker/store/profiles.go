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
	Refused   Refusal // zero where their address works, as far as is known
}

// Refusal is an address that the mail server will never deliver to. While it is the person's, no digest is planned for them.
type Refusal struct {
	Address string
	Reason  string // the mail server's words
	At      time.Time
}

// PutProfile adds or replaces a person. Whether they are paused stays as it was, and so does the plan of their next slot,
// unless what it is made from changed.
func (s *Store) PutProfile(ctx context.Context, p scoring.Profile, source string) error {
	body, err := json.Marshal(p)
	if err != nil {
		return err
	}
	now := toMS(s.now())
	_, err = s.change(ctx, `
		INSERT INTO profiles (name, body, source, paused, created_at, updated_at, spec, next_slot, next_at) VALUES (?, ?, ?, 0, ?, ?, ?, 0, 1)
		ON CONFLICT (name) DO UPDATE SET body = excluded.body, source = excluded.source, spec = excluded.spec,
			updated_at = CASE WHEN profiles.body = excluded.body THEN profiles.updated_at ELSE excluded.updated_at END,
			next_slot = CASE WHEN profiles.spec = excluded.spec THEN profiles.next_slot ELSE 0 END,
			next_at = CASE WHEN profiles.refused_address = ? THEN 0
				WHEN profiles.spec = excluded.spec AND profiles.refused_address = '' THEN profiles.next_at ELSE 1 END,
			refused_address = CASE WHEN profiles.refused_address = ? THEN profiles.refused_address ELSE '' END`,
		p.Name, text(string(body)), text(source), now, now, text(spec(p)), refusable(p.Email), refusable(p.Email))
	return s.fail("write the profile "+p.Name, err)
}

// refusable is an address as refused_address holds it, where the empty one stands for none.
func refusable(address string) string {
	if address == "" {
		return "-"
	}
	return text(address)
}

// StopAddress plans no more digests for a person until their address changes or they are resumed: the mail server will never
// deliver to this one.
func (s *Store) StopAddress(ctx context.Context, name, address, reason string) error {
	_, err := s.change(ctx, `UPDATE profiles SET refused_address = ?, refused_reason = ?, refused_at = ?, next_slot = 0, next_at = 0 WHERE name = ?`,
		refusable(address), text(reason), toMS(s.now()), name)
	return s.fail("stop an address", err)
}

// AddressWorks plans a person's digests again where the address that now took one was refused before.
func (s *Store) AddressWorks(ctx context.Context, name, address string) error {
	_, err := s.change(ctx, `UPDATE profiles SET refused_address = '', next_slot = 0, next_at = 1 WHERE name = ? AND refused_address = ?`, name, refusable(address))
	return s.fail("note that an address works", err)
}

// Refused returns the people whose address was refused, by name.
func (s *Store) Refused(ctx context.Context) ([]Profile, error) {
	return s.profiles(ctx, `WHERE refused_address <> '' ORDER BY name`)
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
	err := s.each(ctx, s.read, `SELECT name, body, source, paused, updated_at, refused_address, refused_reason, refused_at FROM profiles `+where, args, func(rows *sql.Rows) error {
		var p Profile
		var name, body string
		var paused, updated, refused int64
		if err := rows.Scan(&name, &body, &p.Source, &paused, &updated, &p.Refused.Address, &p.Refused.Reason, &refused); err != nil {
			return err
		}
		if p.Refused.At = fromMS(refused); p.Refused.Address == "" {
			p.Refused = Refusal{}
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

// SetPaused stops a person's digests, or lets them go on from now, without making up for what was paused. An address that
// was refused is tried again.
func (s *Store) SetPaused(ctx context.Context, name string, paused bool) error {
	v := 0
	if paused {
		v = 1
	}
	n, err := s.change(ctx, `UPDATE profiles SET paused = ?, next_slot = 0, next_at = 1, refused_address = '' WHERE name = ?`, v, name)
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
			// Their own items, sign-ins and sessions went with them; what they decided of others' stays, without their name.
			`UPDATE reviews SET decided_by = '' WHERE decided_by = ?`,
			`UPDATE review_decisions SET made_by = '' WHERE made_by = ?`,
		} {
			if _, err := s.exec(ctx, tx, q, name); err != nil {
				return err
			}
		}
		return nil
	})
}
