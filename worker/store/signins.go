package store

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"time"
)

// SignInFor is how long a sign-in link works.
const SignInFor = 10 * time.Minute

// seenEvery is how exactly it is known when a session was last seen: each page writing would cost more than it tells.
const seenEvery = time.Minute

// endedFor is how long what has ended is kept, so that a person is told why a link does not work.
const endedFor = 24 * time.Hour

// Errors of tokens; ErrNotFound is one that was never given out, for this purpose, or is forgotten.
var (
	ErrUsed  = errors.New("used already")
	ErrEnded = errors.New("ended") // too old, or revoked
)

// newToken is a secret of 130 bits in letters and digits. It is looked up by its hash, so that neither a copy of the
// database nor the time that a lookup takes tells anything of it.
func newToken() (token, hash string) {
	token = rand.Text()
	return token, hashed(token)
}

func hashed(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// NewSignIn makes a token with which somebody can, once and within SignInFor, show to be a profile. It works for its purpose
// alone. A profile that is not there is ErrNotFound.
func (s *Store) NewSignIn(ctx context.Context, profile, purpose string) (token string, ends time.Time, err error) {
	token, hash := newToken()
	now := s.now()
	ends = now.Add(SignInFor)
	n, err := s.change(ctx, `INSERT INTO signins (hash, profile, purpose, created_at, expires_at, used_at) SELECT ?, name, ?, CAST(? AS BIGINT), CAST(? AS BIGINT), 0 FROM profiles WHERE name = ?`,
		hash, purpose, toMS(now), toMS(ends), profile)
	if err == nil && n == 0 {
		err = fmt.Errorf("profile %s: %w", profile, ErrNotFound)
	}
	if err != nil {
		return "", time.Time{}, s.fail("make a sign-in", err)
	}
	return token, fromMS(toMS(ends)), nil
}

// UseSignIn uses a token up and returns its profile. Of many that use it at once one succeeds; the others get ErrUsed. A
// token that is too old is ErrEnded, any other ErrNotFound.
func (s *Store) UseSignIn(ctx context.Context, token, purpose string) (profile string, err error) {
	hash, now := hashed(token), toMS(s.now())
	err = s.changed(ctx, `UPDATE signins SET used_at = ? WHERE hash = ? AND purpose = ? AND used_at = 0 AND expires_at > ? RETURNING profile`,
		[]any{now, hash, purpose, now}, func(rows *sql.Rows) error { return rows.Scan(&profile) })
	if err == nil && profile == "" {
		err = s.signInProblem(ctx, hash, purpose)
	}
	return profile, s.fail("use a sign-in", err)
}

// SignIn returns the profile of a token and leaves it unused, for the page that asks before it signs in. The errors are
// those of UseSignIn.
func (s *Store) SignIn(ctx context.Context, token, purpose string) (profile string, err error) {
	hash := hashed(token)
	err = s.each(ctx, s.read, `SELECT profile FROM signins WHERE hash = ? AND purpose = ? AND used_at = 0 AND expires_at > ?`,
		[]any{hash, purpose, toMS(s.now())}, func(rows *sql.Rows) error { return rows.Scan(&profile) })
	if err == nil && profile == "" {
		err = s.signInProblem(ctx, hash, purpose)
	}
	return profile, s.fail("read a sign-in", err)
}

func (s *Store) signInProblem(ctx context.Context, hash, purpose string) error {
	problem := ErrNotFound
	err := s.each(ctx, s.read, `SELECT used_at FROM signins WHERE hash = ? AND purpose = ?`, []any{hash, purpose}, func(rows *sql.Rows) error {
		var used int64
		err := rows.Scan(&used)
		if problem = ErrEnded; used > 0 {
			problem = ErrUsed
		}
		return err
	})
	if err != nil {
		return err
	}
	return problem
}

// Session is somebody who is signed in.
type Session struct {
	Profile   string
	CreatedAt time.Time
	SeenAt    time.Time // within a minute
	ExpiresAt time.Time
}

// NewSession signs a profile in for as long as said and returns the session's token, which is new each time: one that was
// there before a sign-in never becomes a session. A profile that is not there is ErrNotFound.
func (s *Store) NewSession(ctx context.Context, profile string, lasts time.Duration) (token string, out Session, err error) {
	token, hash := newToken()
	now := s.now()
	out = Session{Profile: profile, CreatedAt: fromMS(toMS(now)), SeenAt: fromMS(toMS(now)), ExpiresAt: fromMS(toMS(now.Add(lasts)))}
	n, err := s.change(ctx, `INSERT INTO sessions (hash, profile, created_at, seen_at, expires_at, revoked_at) SELECT ?, name, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT), 0 FROM profiles WHERE name = ?`,
		hash, toMS(now), toMS(now), toMS(out.ExpiresAt), profile)
	if err == nil && n == 0 {
		err = fmt.Errorf("profile %s: %w", profile, ErrNotFound)
	}
	if err != nil {
		return "", Session{}, s.fail("make a session", err)
	}
	return token, out, nil
}

// Session returns who is signed in with a token. One that has ended or was revoked is ErrEnded, any other ErrNotFound.
func (s *Store) Session(ctx context.Context, token string) (Session, error) {
	var out Session
	hash, now := hashed(token), s.now()
	problem := ErrNotFound
	err := s.each(ctx, s.read, `SELECT profile, created_at, seen_at, expires_at, revoked_at FROM sessions WHERE hash = ?`, []any{hash}, func(rows *sql.Rows) error {
		var created, seen, expires, revoked int64
		if err := rows.Scan(&out.Profile, &created, &seen, &expires, &revoked); err != nil {
			return err
		}
		out.CreatedAt, out.SeenAt, out.ExpiresAt = fromMS(created), fromMS(seen), fromMS(expires)
		if problem = nil; revoked > 0 || !now.Before(out.ExpiresAt) {
			problem = ErrEnded
		}
		return nil
	})
	if err == nil {
		err = problem
	}
	if err != nil {
		return Session{}, s.fail("read a session", err)
	}
	if now.Sub(out.SeenAt) >= seenEvery {
		// A disk that is full must not sign anybody out.
		if _, err := s.change(ctx, `UPDATE sessions SET seen_at = ? WHERE hash = ? AND seen_at < ?`, toMS(now), hash, toMS(now)); err == nil {
			out.SeenAt = fromMS(toMS(now))
		}
	}
	return out, nil
}

// EndSession signs out.
func (s *Store) EndSession(ctx context.Context, token string) error {
	_, err := s.change(ctx, `UPDATE sessions SET revoked_at = ? WHERE hash = ? AND revoked_at = 0`, toMS(s.now()), hashed(token))
	return s.fail("end a session", err)
}

// EndSessions signs a profile out everywhere, links that are under way included, and returns how many sessions ended.
func (s *Store) EndSessions(ctx context.Context, profile string) (int, error) {
	var ended int64
	err := s.short(ctx, "end the sessions", func(ctx context.Context, tx *sql.Tx) (err error) {
		now := toMS(s.now())
		if _, err = s.exec(ctx, tx, `UPDATE signins SET expires_at = ? WHERE profile = ? AND used_at = 0 AND expires_at > ?`, now, profile, now); err != nil {
			return err
		}
		ended, err = s.exec(ctx, tx, `UPDATE sessions SET revoked_at = ? WHERE profile = ? AND revoked_at = 0 AND expires_at > ?`, now, profile, now)
		return err
	})
	return int(ended), err
}

// Allow counts a try of what key names and reports whether it is one of at most limit in the present window of time; where
// it is not, when the next window begins. Windows stand on the clock, so that all processes count in the same one; twice
// the limit can fall within the length of a window that begins in the midst of one.
func (s *Store) Allow(ctx context.Context, key string, limit int, window time.Duration) (bool, time.Time, error) {
	ends := s.now().Truncate(window).Add(window)
	hash := hashed(key)
	tried := 0
	scan := func(rows *sql.Rows) error { return rows.Scan(&tried) }
	// Read first, so that a flood of tries writes no more than the limit.
	err := s.each(ctx, s.read, `SELECT tried FROM attempts WHERE key = ? AND until = ?`, []any{hash, toMS(ends)}, scan)
	if err != nil || tried >= limit {
		return false, ends, s.fail("count a try", err)
	}
	allowed := false
	err = s.changed(ctx, `
		INSERT INTO attempts (key, until, tried) VALUES (?, ?, 1)
		ON CONFLICT (key, until) DO UPDATE SET tried = attempts.tried + 1 WHERE attempts.tried < ? RETURNING tried`,
		[]any{hash, toMS(ends), limit}, func(rows *sql.Rows) error { allowed = true; return scan(rows) })
	return allowed && err == nil, ends, s.fail("count a try", err)
}

// DropSignIns deletes the sign-ins, sessions and counts of tries that have ended some time ago. It returns how many.
func (s *Store) DropSignIns(ctx context.Context) (int, error) {
	total := 0
	now := s.now()
	ended := toMS(now.Add(-endedFor))
	for _, q := range []struct {
		query string
		args  []any
	}{
		{`DELETE FROM signins WHERE expires_at < ?`, []any{ended}},
		{`DELETE FROM sessions WHERE expires_at < ? OR revoked_at > 0 AND revoked_at < ?`, []any{ended, ended}},
		{`DELETE FROM attempts WHERE until < ?`, []any{toMS(now)}},
	} {
		n, err := s.change(ctx, q.query, q.args...)
		if err != nil {
			return total, s.fail("delete old sign-ins", err)
		}
		total += int(n)
	}
	return total, nil
}
