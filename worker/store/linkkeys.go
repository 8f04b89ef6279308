package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"time"
)

// LinkKey is a key that links in mail are signed with.
type LinkKey struct {
	ID        int64 // goes into the link, so that its key is found
	Secret    []byte
	CreatedAt time.Time
	RetiredAt time.Time // zero while it signs; a retired one still verifies
}

const linkKeyBytes = 32 // as long as the hash of the HMAC

// LinkKeys returns the keys, the one that signs first. Where there is none yet it makes one, and many processes that ask at
// once get the same.
func (s *Store) LinkKeys(ctx context.Context) ([]LinkKey, error) {
	keys, err := s.linkKeys(ctx, s.read)
	if err != nil || len(keys) > 0 {
		return keys, s.fail("read the keys of links", err)
	}
	err = s.short(ctx, "make a key of links", func(ctx context.Context, tx *sql.Tx) (err error) {
		if err = s.addLinkKey(ctx, tx, 1); err == nil {
			keys, err = s.linkKeys(ctx, tx)
		}
		return err
	})
	return keys, err
}

// RotateLinkKeys lets a new key sign from now on. The others are retired and verify until DropLinkKeys. It returns the keys
// as LinkKeys does.
func (s *Store) RotateLinkKeys(ctx context.Context) ([]LinkKey, error) {
	if _, err := s.LinkKeys(ctx); err != nil {
		return nil, err
	}
	var keys []LinkKey
	err := s.short(ctx, "rotate the keys of links", func(ctx context.Context, tx *sql.Tx) error {
		// Who comes second finds the signing key retired, and has nothing to do.
		var last int64
		if err := s.each(ctx, tx, `UPDATE link_keys SET retired_at = ? WHERE retired_at = 0 RETURNING id`, []any{toMS(s.now())}, func(rows *sql.Rows) error {
			return rows.Scan(&last)
		}); err != nil {
			return err
		}
		if last > 0 {
			if err := s.addLinkKey(ctx, tx, last+1); err != nil {
				return err
			}
		}
		var err error
		keys, err = s.linkKeys(ctx, tx)
		return err
	})
	return keys, err
}

// TurnLinkKeys rotates the keys where the one that signs was made before the given moment, and says whether it did.
func (s *Store) TurnLinkKeys(ctx context.Context, before time.Time) (bool, error) {
	keys, err := s.LinkKeys(ctx)
	if err != nil || len(keys) == 0 || !keys[0].CreatedAt.Before(before) {
		return false, err
	}
	_, err = s.RotateLinkKeys(ctx)
	return err == nil, err
}

// DropLinkKeys deletes the keys that were retired before the given moment: no link that they signed is valid any more. It
// returns how many.
func (s *Store) DropLinkKeys(ctx context.Context, before time.Time) (int, error) {
	n, err := s.change(ctx, `DELETE FROM link_keys WHERE retired_at > 0 AND retired_at < ?`, toMS(before))
	return int(n), s.fail("delete old keys of links", err)
}

func (s *Store) addLinkKey(ctx context.Context, q querier, id int64) error {
	secret := make([]byte, linkKeyBytes)
	_, _ = rand.Read(secret) // never fails
	_, err := s.exec(ctx, q, `INSERT INTO link_keys (id, secret, created_at, retired_at) VALUES (?, ?, ?, 0) ON CONFLICT (id) DO NOTHING`,
		id, hex.EncodeToString(secret), toMS(s.now()))
	return err
}

func (s *Store) linkKeys(ctx context.Context, q querier) ([]LinkKey, error) {
	var out []LinkKey
	err := s.each(ctx, q, `SELECT id, secret, created_at, retired_at FROM link_keys ORDER BY id DESC`, nil, func(rows *sql.Rows) error {
		var k LinkKey
		var secret string
		var created, retired int64
		err := rows.Scan(&k.ID, &secret, &created, &retired)
		if err == nil {
			k.Secret, err = hex.DecodeString(secret)
		}
		k.CreatedAt, k.RetiredAt = fromMS(created), fromMS(retired)
		out = append(out, k)
		return err
	})
	return out, err
}
