package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"shortlist/guardrail"
	"shortlist/guardrail/review"
)

// reviewChunk is how many items share a statement that writes them: 26 columns of 100 rows are under every limit.
const reviewChunk = 100

// reviewColumns are what scanReview reads.
const reviewColumns = `id, profile, role, rubric, board, listing, title, company, reasons, score, source, judge_score, model, pick,
	state, decision, decided_score, reason, note, decided_by, decided_at, created_at, updated_at, expires_at`

// ReviewsPut says what became of the items that PutReviews was given.
type ReviewsPut struct {
	New       int
	Refreshed int // open before, or open again
	Kept      int // left as they were: the person has decided, or let the question grow old
}

// holdRows, at the end of a selection, keeps its rows from changing until the transaction ends. SQLite has one writer.
func (s *Store) holdRows() string {
	if s.name == "postgres" {
		return " FOR NO KEY UPDATE"
	}
	return ""
}

// PutReviews writes a profile's open items, all or none. What a person decided stands, under every rubric; an open item gets
// the new verdict and keeps its age, and open items of other rubrics end. A profile that is not there is ErrNotFound, so that
// a run does not bring back somebody who was deleted meanwhile.
func (s *Store) PutReviews(ctx context.Context, profile string, items []review.Item) (ReviewsPut, error) {
	if len(items) == 0 {
		return ReviewsPut{}, nil
	}
	fresh := make(map[string]review.Item, len(items))
	for _, it := range items {
		it.Profile, it.Rubric, it.State, it.Decision, it.UpdatedAt = profile, text(it.Rubric), review.Open, review.Decision{}, s.now()
		it.ID = review.ItemID(profile, it.Role, it.Rubric)
		fresh[it.ID] = it
	}
	var done ReviewsPut
	err := s.short(ctx, "write the reviews", func(ctx context.Context, tx *sql.Tx) error {
		// One process at a time writes a person's items, so that none appears beside those read here.
		known := false
		if err := s.each(ctx, tx, `SELECT name FROM profiles WHERE name = ?`+s.holdRows(), []any{profile}, func(rows *sql.Rows) error {
			known = true
			return nil
		}); err != nil {
			return err
		}
		if !known {
			return fmt.Errorf("profile %s: %w", profile, ErrNotFound)
		}
		have, err := s.reviewsOfRoles(ctx, tx, profile, fresh)
		if err != nil {
			return err
		}
		put, ended := merged(have, fresh, &done)
		if err := s.endReviews(ctx, tx, ended); err != nil {
			return err
		}
		for part := range slices.Chunk(put, reviewChunk) {
			if err := s.upsertReviews(ctx, tx, part); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return ReviewsPut{}, err
	}
	return done, nil
}

// reviewsOfRoles reads what there is of the roles, and holds it in the order of the ids: whoever holds several items takes
// them in that order, so that two never wait for each other.
func (s *Store) reviewsOfRoles(ctx context.Context, tx *sql.Tx, profile string, fresh map[string]review.Item) (map[int64][]review.Item, error) {
	roles := make([]int64, 0, len(fresh))
	for _, it := range fresh {
		roles = append(roles, it.Role)
	}
	slices.Sort(roles)
	have := map[int64][]review.Item{}
	args := []any{profile}
	for _, r := range slices.Compact(roles) {
		args = append(args, r)
	}
	err := s.each(ctx, tx, `SELECT `+reviewColumns+` FROM reviews WHERE profile = ? AND role IN `+marks(len(args)-1, 1)+` ORDER BY id`+s.holdRows(), args,
		func(rows *sql.Rows) error {
			it, err := scanReview(rows)
			have[it.Role] = append(have[it.Role], it)
			return err
		})
	return have, err
}

func merged(have map[int64][]review.Item, fresh map[string]review.Item, done *ReviewsPut) (put []review.Item, ended []string) {
	for _, it := range fresh {
		item, old, write := review.Merge(have[it.Role], it)
		switch {
		case !write:
			done.Kept++
			continue
		case slices.ContainsFunc(have[it.Role], func(h review.Item) bool { return h.ID == it.ID }):
			done.Refreshed++
		default:
			done.New++
		}
		put, ended = append(put, item), append(ended, old...)
	}
	slices.SortFunc(put, func(a, b review.Item) int { return strings.Compare(a.ID, b.ID) })
	return put, ended
}

// EndReviews ends a person's open items about roles: what became of these is clear by now, and an answer would change nothing.
func (s *Store) EndReviews(ctx context.Context, profile string, roles []int64) error {
	for part := range slices.Chunk(roles, reviewChunk) {
		args := append([]any{toMS(s.now()), profile}, anys(part)...)
		if _, err := s.change(ctx, `UPDATE reviews SET state = 'expired', updated_at = ? WHERE profile = ? AND state = 'open' AND role IN `+marks(len(part), 1), args...); err != nil {
			return s.fail("end the reviews", err)
		}
	}
	return nil
}

func (s *Store) endReviews(ctx context.Context, tx *sql.Tx, ids []string) error {
	for part := range slices.Chunk(ids, reviewChunk) {
		args := append([]any{string(review.Expired), toMS(s.now())}, anys(part)...)
		if _, err := s.exec(ctx, tx, `UPDATE reviews SET state = ?, updated_at = ? WHERE state = 'open' AND id IN `+marks(len(part), 1), args...); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) upsertReviews(ctx context.Context, tx *sql.Tx, items []review.Item) error {
	args := make([]any, 0, 26*len(items))
	bodies := make([]any, 0, 2*len(items))
	for _, it := range items {
		body, err := json.Marshal(it.Snapshot)
		if err != nil {
			return fmt.Errorf("review %s: %w", it.ID, err)
		}
		args = append(args, it.ID, it.Profile, it.Role, it.Rubric, text(it.Listing.Board), text(it.Listing.ID), text(it.Title), text(it.Company),
			folded(it.Title+" "+it.Company), joinReasons(it.Reasons), it.Score, string(it.Source), it.JudgeScore, text(it.Model), it.Pick,
			string(it.State), "", 0, "", "", "", 0, 0, toMS(it.CreatedAt), toMS(it.UpdatedAt), toMS(it.ExpiresAt))
		bodies = append(bodies, it.ID, text(string(body)))
	}
	if _, err := s.exec(ctx, tx, `
		INSERT INTO reviews (id, profile, role, rubric, board, listing, title, company, search, reasons, score, source, judge_score, model, pick,
			state, decision, decided_score, reason, note, decided_by, decided_at, decided_no, created_at, updated_at, expires_at)
		VALUES `+marks(26, len(items))+`
		ON CONFLICT (profile, role, rubric) DO UPDATE SET board = excluded.board, listing = excluded.listing, title = excluded.title,
			company = excluded.company, search = excluded.search, reasons = excluded.reasons, score = excluded.score, source = excluded.source,
			judge_score = excluded.judge_score, model = excluded.model, pick = excluded.pick, state = excluded.state,
			updated_at = excluded.updated_at`, args...); err != nil {
		return err
	}
	_, err := s.exec(ctx, tx, `INSERT INTO review_snapshots (item, body) VALUES `+marks(2, len(items))+` ON CONFLICT (item) DO UPDATE SET body = excluded.body`, bodies...)
	return err
}

// scanReview reads reviewColumns and, where more is given, what follows them.
func scanReview(rows *sql.Rows, more ...any) (review.Item, error) {
	var it review.Item
	var reasons string
	var decided, created, updated, expires int64
	d := &it.Decision
	err := rows.Scan(append([]any{&it.ID, &it.Profile, &it.Role, &it.Rubric, &it.Listing.Board, &it.Listing.ID, &it.Title, &it.Company, &reasons,
		&it.Score, &it.Source, &it.JudgeScore, &it.Model, &it.Pick, &it.State, &d.Kind, &d.Score, &d.Reason, &d.Note, &d.By, &decided,
		&created, &updated, &expires}, more...)...)
	it.Reasons = splitReasons(reasons)
	d.At, it.CreatedAt, it.UpdatedAt, it.ExpiresAt = fromMS(decided), fromMS(created), fromMS(updated), fromMS(expires)
	return it, err
}

// joinReasons keeps commas at both ends, so that one reason can be looked for.
func joinReasons(rs []guardrail.Reason) string {
	if len(rs) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteByte(',')
	for _, r := range rs {
		b.WriteString(string(r))
		b.WriteByte(',')
	}
	return b.String()
}

func splitReasons(s string) []guardrail.Reason {
	var out []guardrail.Reason
	for r := range strings.SplitSeq(strings.Trim(s, ","), ",") {
		if r != "" {
			out = append(out, guardrail.Reason(r))
		}
	}
	return out
}

// folded is the form in which titles and companies are searched.
func folded(s string) string { return text(strings.ToLower(s)) }
