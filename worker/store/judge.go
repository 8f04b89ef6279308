package store

import (
	"context"
	"database/sql"
	"time"

	"shortlist/scoring/judge"
)

// replyDay is how often a reply's use is noted: the note is for upkeep, which thinks in months.
const replyDay = 24 * time.Hour

// Replies is the judge's cache.
type Replies struct{ s *Store }

// Replies returns the judge's cache.
func (s *Store) Replies() Replies { return Replies{s} }

// Get returns what lies under a key.
func (r Replies) Get(ctx context.Context, key string) (raw []byte, ok bool, err error) {
	var reply string
	var used int64
	err = r.s.each(ctx, r.s.read, `SELECT reply, used_at FROM judge_replies WHERE key = ?`, []any{key}, func(rows *sql.Rows) error {
		ok = true
		return rows.Scan(&reply, &used)
	})
	now := r.s.now()
	if err == nil && ok && now.Sub(fromMS(used)) > replyDay {
		_, err = r.s.change(ctx, `UPDATE judge_replies SET used_at = ? WHERE key = ?`, toMS(now), key)
	}
	return []byte(reply), ok, r.s.fail("read a stored reply", err)
}

// Put keeps raw under key, in the place of what was there.
func (r Replies) Put(ctx context.Context, key string, raw []byte) error {
	_, err := r.s.change(ctx, `
		INSERT INTO judge_replies (key, reply, used_at) VALUES (?, ?, ?)
		ON CONFLICT (key) DO UPDATE SET reply = excluded.reply, used_at = excluded.used_at`, key, text(string(raw)), toMS(r.s.now()))
	return r.s.fail("store a reply", err)
}

// DropReplies forgets the judge's replies that nothing used since before the given moment.
func (s *Store) DropReplies(ctx context.Context, before time.Time) (int, error) {
	n, err := s.change(ctx, `DELETE FROM judge_replies WHERE used_at < ?`, toMS(before))
	return int(n), s.fail("forget old replies", err)
}

// JudgeUse is the judge's ledger, shared by every process on the database.
type JudgeUse struct{ s *Store }

// JudgeUse returns the judge's ledger.
func (s *Store) JudgeUse() JudgeUse { return JudgeUse{s} }

// Reserve adds want to what is used on a day where the sum keeps the limit, as judge.Ledger says.
func (u JudgeUse) Reserve(ctx context.Context, day string, want, limit judge.Use) (used judge.Use, ok bool, err error) {
	err = u.s.short(ctx, "reserve a call of the judge", func(ctx context.Context, tx *sql.Tx) error {
		if _, err := u.s.exec(ctx, tx, `INSERT INTO judge_use (day, calls, tokens) VALUES (?, 0, 0) ON CONFLICT (day) DO NOTHING`, day); err != nil {
			return err
		}
		n, err := u.s.exec(ctx, tx, `
			UPDATE judge_use SET calls = calls + ?, tokens = tokens + ?
			WHERE day = ? AND (CAST(? AS BIGINT) <= 0 OR calls + ? <= ?) AND (CAST(? AS BIGINT) <= 0 OR tokens + ? <= ?)`,
			want.Calls, want.Tokens, day, limit.Calls, want.Calls, limit.Calls, limit.Tokens, want.Tokens, limit.Tokens)
		if err != nil {
			return err
		}
		ok = n == 1
		used, err = u.used(ctx, tx, day)
		return err
	})
	return used, ok && err == nil, err
}

func (u JudgeUse) used(ctx context.Context, q querier, day string) (used judge.Use, err error) {
	err = u.s.each(ctx, q, `SELECT calls, tokens FROM judge_use WHERE day = ?`, []any{day}, func(rows *sql.Rows) error {
		return rows.Scan(&used.Calls, &used.Tokens)
	})
	return used, err
}

// Correct adds by, which may be negative, to what is used on a day.
func (u JudgeUse) Correct(ctx context.Context, day string, by judge.Use) error {
	_, err := u.s.change(ctx, `
		INSERT INTO judge_use (day, calls, tokens) VALUES (?, ?, ?)
		ON CONFLICT (day) DO UPDATE SET calls = judge_use.calls + excluded.calls, tokens = judge_use.tokens + excluded.tokens`, day, by.Calls, by.Tokens)
	return u.s.fail("correct what the judge used", err)
}
