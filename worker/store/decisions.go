package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"shortlist/guardrail/review"
)

// Answer is what became of one item of a decision.
type Answer struct {
	// Item is the item as it is now, without its snapshot: with the decision that came first, where Err is a
	// review.Conflict. It is zero where Err is ErrNotFound.
	Item    review.Item
	Changed bool  // false without an Err where the same person had decided the same
	Err     error // ErrNotFound, review.ErrGone or a *review.Conflict
}

// Decide gives items one decision, made now, in one transaction, and returns an answer for each id: an item that cannot be
// decided keeps none of the others from it. Another person's item is ErrNotFound; an empty profile stands for everybody.
// Each item is decided once, however many decide at the same moment. The error is that of the whole; a decision that is none
// changes nothing.
func (s *Store) Decide(ctx context.Context, profile string, ids []string, d review.Decision) ([]Answer, error) {
	d.At, d.Note, d.By = fromMS(toMS(s.now())), text(d.Note), text(d.By)
	if err := d.Check(); err != nil {
		return nil, err
	}
	var answers map[string]Answer
	err := s.short(ctx, "decide", func(ctx context.Context, tx *sql.Tx) (err error) {
		answers, err = s.decide(ctx, tx, profile, ids, d)
		return err
	})
	if err != nil {
		return nil, err
	}
	out := make([]Answer, len(ids))
	for i, id := range ids {
		a, ok := answers[id]
		if !ok {
			a.Err = fmt.Errorf("review %s: %w", id, ErrNotFound)
		}
		out[i] = a
	}
	return out, nil
}

func (s *Store) decide(ctx context.Context, tx *sql.Tx, profile string, ids []string, d review.Decision) (map[string]Answer, error) {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	answers := make(map[string]Answer, len(ids))
	for part := range slices.Chunk(ids, reviewChunk) {
		var won []string
		args := append(anys(part), profile, profile)
		err := s.each(ctx, tx, `SELECT `+reviewColumns+` FROM reviews WHERE id IN `+marks(len(part), 1)+` AND (? = '' OR profile = ?) ORDER BY id`+s.holdRows(), args,
			func(rows *sql.Rows) error {
				it, err := scanReview(rows)
				if err != nil {
					return err
				}
				var a Answer
				if a.Item, a.Changed, a.Err = it.Decide(d); a.Changed {
					won = append(won, it.ID)
				}
				answers[it.ID] = a
				return nil
			})
		if err == nil && len(won) > 0 {
			err = s.writeDecision(ctx, tx, won, d)
		}
		if err != nil {
			return nil, err
		}
	}
	return answers, nil
}

// writeDecision writes what the caller's transaction found undecided, and holds.
func (s *Store) writeDecision(ctx context.Context, tx *sql.Tx, ids []string, d review.Decision) error {
	at := toMS(d.At)
	args := make([]any, 0, 7*len(ids))
	for _, id := range ids {
		args = append(args, id, d.By, string(d.Kind), d.Score, string(d.Reason), at, 0)
	}
	if _, err := s.exec(ctx, tx, `INSERT INTO review_decisions (item, made_by, decision, score, reason, made_at, undone_at) VALUES `+marks(7, len(ids)), args...); err != nil {
		return err
	}
	args = append([]any{string(d.Kind), d.Score, string(d.Reason), d.Note, d.By, at, at}, anys(ids)...)
	n, err := s.exec(ctx, tx, `
		UPDATE reviews SET state = 'decided', decision = ?, decided_score = ?, reason = ?, note = ?, decided_by = ?, decided_at = ?, updated_at = ?,
			decided_no = (SELECT max(no) FROM review_decisions WHERE item = reviews.id)
		WHERE state = 'open' AND id IN `+marks(len(ids), 1), args...)
	if err == nil && n != int64(len(ids)) {
		err = fmt.Errorf("%d of %d items were decided by somebody else in the same moment", int64(len(ids))-n, len(ids))
	}
	return err
}

// Undo takes back one of the last decisions of a person, the last one or, where id names an item, that item's, and returns
// the item, open again and without its snapshot. Of the same decision one undo succeeds; where there is none it is
// review.ErrNothingToUndo.
func (s *Store) Undo(ctx context.Context, by, id string) (review.Item, error) {
	var out review.Item
	err := s.short(ctx, "undo a decision", func(ctx context.Context, tx *sql.Tx) error {
		var err error
		// Each time that another one was faster there is one decision less to undo.
		for range review.UndoDepth {
			if out, err = s.undoLast(ctx, tx, by, id); !errors.Is(err, errOvertaken) {
				return err
			}
		}
		return err
	})
	return out, err
}

func (s *Store) undoLast(ctx context.Context, tx *sql.Tx, by, id string) (review.Item, error) {
	last, err := s.lastDecisions(ctx, tx, by)
	if err != nil {
		return review.Item{}, err
	}
	made, err := review.Undoable(last, id)
	if err != nil {
		return review.Item{}, err
	}
	return s.undo(ctx, tx, made)
}

// errOvertaken: another transaction undid the decision after it was read; what stands now can be read.
var errOvertaken = fmt.Errorf("%w: others were faster", review.ErrNothingToUndo)

func (s *Store) lastDecisions(ctx context.Context, q querier, by string) ([]review.Made, error) {
	var out []review.Made
	err := s.each(ctx, q, `SELECT no, item, undone_at FROM review_decisions WHERE made_by = ? ORDER BY no DESC LIMIT ?`, []any{by, review.UndoDepth}, func(rows *sql.Rows) error {
		var m review.Made
		var undone int64
		err := rows.Scan(&m.Number, &m.Item, &undone)
		m.Undone = undone > 0
		out = append(out, m)
		return err
	})
	return out, err
}

func (s *Store) undo(ctx context.Context, tx *sql.Tx, made review.Made) (review.Item, error) {
	var it review.Item
	now := toMS(s.now())
	found := false
	err := s.each(ctx, tx, `
		UPDATE reviews SET state = 'open', decision = '', decided_score = 0, reason = '', note = '', decided_by = '', decided_at = 0, decided_no = 0, updated_at = ?
		WHERE id = ? AND state = 'decided' AND decided_no = ? RETURNING `+reviewColumns, []any{now, made.Item, made.Number}, func(rows *sql.Rows) (err error) {
		found = true
		it, err = scanReview(rows)
		return err
	})
	if err != nil {
		return it, err
	}
	if !found {
		return it, errOvertaken
	}
	_, err = s.exec(ctx, tx, `UPDATE review_decisions SET undone_at = ? WHERE no = ?`, now, made.Number)
	return it, err
}

// Decisions returns what a person decided, by role: the newest word where there are several.
func (s *Store) Decisions(ctx context.Context, profile string) (map[int64]review.Ruling, error) {
	out := map[int64]review.Ruling{}
	err := s.each(ctx, s.read, `
		SELECT `+reviewColumns+`, CASE WHEN role IN (
			SELECT role FROM ledger WHERE profile = ?
			UNION
			SELECT i.role FROM editions e JOIN edition_items i ON i.edition = e.id WHERE e.profile = ? AND e.state IN ('pending', 'sending')
		) THEN 1 ELSE 0 END
		FROM reviews WHERE profile = ? AND state = 'decided' ORDER BY decided_at, decided_no`, []any{profile, profile, profile}, func(rows *sql.Rows) error {
		var sent int
		it, err := scanReview(rows, &sent)
		out[it.Role] = review.Ruling{Item: it.ID, Role: it.Role, Listing: it.Listing, Score: it.Score, Decision: it.Decision, Sent: sent == 1}
		return err
	})
	return out, s.fail("read the decisions", err)
}

// ExpireReviews ends the open items that waited too long by the given moment, and those whose role has no open listing any
// more. It returns how many.
func (s *Store) ExpireReviews(ctx context.Context, now time.Time) (int, error) {
	const over = `state = 'open' AND (expires_at <= ? OR NOT EXISTS (SELECT 1 FROM listings l WHERE l.role = reviews.role AND l.closed_at = 0))`
	return inBatches(ctx, s, "end old reviews",
		func() ([]string, error) { return s.reviewIDs(ctx, over, toMS(now)) },
		func(tx *sql.Tx, ids []string) (int64, error) {
			args := append([]any{toMS(s.now())}, anys(ids)...)
			// One that somebody decides in this moment is theirs.
			return s.exec(ctx, tx, `UPDATE reviews SET state = 'expired', updated_at = ? WHERE id IN (
				SELECT id FROM reviews WHERE id IN `+marks(len(ids), 1)+` AND `+over+` ORDER BY id `+s.skipLocked+`)`, append(args, toMS(now))...)
		})
}

// DropReviews deletes the items that ended without a decision before the given moment. What a person decided stays, since
// it must hold against what is posted again. It returns how many.
func (s *Store) DropReviews(ctx context.Context, before time.Time) (int, error) {
	const old = `state = 'expired' AND updated_at < ?`
	return inBatches(ctx, s, "delete old reviews",
		func() ([]string, error) { return s.reviewIDs(ctx, old, toMS(before)) },
		func(tx *sql.Tx, ids []string) (int64, error) {
			args := append(anys(ids), toMS(before))
			return s.exec(ctx, tx, `DELETE FROM reviews WHERE id IN (SELECT id FROM reviews WHERE id IN `+marks(len(ids), 1)+` AND `+old+` ORDER BY id `+s.skipLocked+`)`, args...)
		})
}

func (s *Store) reviewIDs(ctx context.Context, cond string, arg int64) (ids []string, err error) {
	err = s.each(ctx, s.read, `SELECT id FROM reviews WHERE `+cond+` LIMIT ?`, []any{arg, upkeepPass}, func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}
