package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"shortlist/guardrail"
	"shortlist/guardrail/review"
)

// ReviewFilter says which items are meant; what is empty does not narrow.
type ReviewFilter struct {
	Profile string // empty for everybody's: only an owner may ask for that
	State   review.State
	Reason  guardrail.Reason
	Board   string
	Newer   time.Time // made at this moment or after it
	Older   time.Time // made before it
	Text    string    // in title or company, in whatever case
}

// maxSearch bounds what is searched for, in bytes: databases refuse very long patterns.
const maxSearch = 200

// where is the filter as a condition with its arguments.
func (f ReviewFilter) where() (string, []any) {
	var conds []string
	var args []any
	add := func(so bool, cond string, arg any) {
		if so {
			conds, args = append(conds, cond), append(args, arg)
		}
	}
	add(f.Profile != "", `profile = ?`, f.Profile)
	add(f.State != "", `state = ?`, string(f.State))
	add(f.Board != "", `board = ?`, f.Board)
	add(!f.Newer.IsZero(), `created_at >= ?`, toMS(f.Newer))
	add(!f.Older.IsZero(), `created_at < ?`, toMS(f.Older))
	add(f.Reason != "", `reasons LIKE ? ESCAPE '!'`, contains(","+string(f.Reason)+","))
	add(f.Text != "", `search LIKE ? ESCAPE '!'`, contains(folded(f.Text)))
	if len(conds) == 0 {
		return `1 = 1`, nil
	}
	return strings.Join(conds, " AND "), args
}

// contains is a pattern of LIKE for what holds s, whatever s holds.
func contains(s string) string {
	if len(s) > maxSearch {
		s = strings.ToValidUTF8(s[:maxSearch], "")
	}
	return "%" + strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(s) + "%"
}

// ReviewAt is an item's place in the list.
type ReviewAt struct {
	CreatedAt time.Time
	ID        string
}

// ReviewPage is a part of the list: the first items, those after one, or those before one.
type ReviewPage struct {
	After, Before ReviewAt // one at most; zero for the first page
	Limit         int
}

// Reviews returns a page of the items, newest first, without their snapshots.
func (s *Store) Reviews(ctx context.Context, f ReviewFilter, p ReviewPage) ([]review.Item, error) {
	cond, args := f.where()
	order := "DESC"
	switch {
	case p.After != ReviewAt{}:
		cond += ` AND (created_at, id) < (?, ?)`
		args = append(args, toMS(p.After.CreatedAt), p.After.ID)
	case p.Before != ReviewAt{}:
		cond += ` AND (created_at, id) > (?, ?)`
		args = append(args, toMS(p.Before.CreatedAt), p.Before.ID)
		order = "ASC"
	}
	var out []review.Item
	err := s.each(ctx, s.read, `SELECT `+reviewColumns+` FROM reviews WHERE `+cond+` ORDER BY created_at `+order+`, id `+order+` LIMIT ?`,
		append(args, p.Limit), func(rows *sql.Rows) error {
			it, err := scanReview(rows)
			out = append(out, it)
			return err
		})
	if order == "ASC" {
		slices.Reverse(out)
	}
	return out, s.fail("read the reviews", err)
}

// EachReview calls do for every item, newest first, with its snapshot where whole is set.
func (s *Store) EachReview(ctx context.Context, f ReviewFilter, whole bool, do func(review.Item) error) error {
	cond, args := f.where()
	from := `, '' FROM reviews`
	if whole {
		from = wholeReviews
	}
	return s.fail("read the reviews", s.each(ctx, s.read, `SELECT `+reviewColumns+from+` WHERE `+cond+` ORDER BY created_at DESC, id DESC`, args,
		func(rows *sql.Rows) error {
			it, err := scanWhole(rows)
			if err != nil {
				return err
			}
			return do(it)
		}))
}

// wholeReviews ends a selection of reviewColumns for scanWhole.
const wholeReviews = `, body FROM reviews JOIN review_snapshots ON item = id`

func scanWhole(rows *sql.Rows) (review.Item, error) {
	var body string
	it, err := scanReview(rows, &body)
	if err == nil && body != "" {
		if err = json.Unmarshal([]byte(body), &it.Snapshot); err != nil {
			err = fmt.Errorf("review %s: %w", it.ID, err)
		}
	}
	return it, err
}

// Review returns one item with its snapshot. Another person's is ErrNotFound; an empty profile stands for everybody.
func (s *Store) Review(ctx context.Context, profile, id string) (review.Item, error) {
	var out review.Item
	found := false
	err := s.each(ctx, s.read, `SELECT `+reviewColumns+wholeReviews+` WHERE id = ? AND (? = '' OR profile = ?)`, []any{id, profile, profile},
		func(rows *sql.Rows) (err error) {
			found = true
			out, err = scanWhole(rows)
			return err
		})
	if err == nil && !found {
		err = fmt.Errorf("review %s: %w", id, ErrNotFound)
	}
	return out, s.fail("read a review", err)
}

// CountReviews is how many items the filter leaves.
func (s *Store) CountReviews(ctx context.Context, f ReviewFilter) (n int, err error) {
	cond, args := f.where()
	err = s.each(ctx, s.read, `SELECT count(*) FROM reviews WHERE `+cond, args, func(rows *sql.Rows) error { return rows.Scan(&n) })
	return n, s.fail("count the reviews", err)
}

// ReviewCounts is the queue at a glance.
type ReviewCounts struct {
	States map[review.State]int // each state has its number, zero too
	// Of the open items:
	OldestAt time.Time // when the oldest was made; zero where there is none
	Reasons  map[guardrail.Reason]int
	Boards   map[string]int
}

// CountQueue counts a person's items, or everybody's where profile is empty.
func (s *Store) CountQueue(ctx context.Context, profile string) (ReviewCounts, error) {
	c := ReviewCounts{States: map[review.State]int{review.Open: 0, review.Decided: 0, review.Expired: 0}, Reasons: map[guardrail.Reason]int{}, Boards: map[string]int{}}
	f := ReviewFilter{Profile: profile}
	cond, args := f.where()
	err := s.each(ctx, s.read, `SELECT state, count(*) FROM reviews WHERE `+cond+` GROUP BY state`, args, func(rows *sql.Rows) error {
		var state review.State
		var n int
		err := rows.Scan(&state, &n)
		c.States[state] = n
		return err
	})
	if err != nil {
		return c, s.fail("count the reviews", err)
	}
	f.State = review.Open
	cond, args = f.where()
	oldest := int64(0)
	err = s.each(ctx, s.read, `SELECT board, reasons, count(*), min(created_at) FROM reviews WHERE `+cond+` GROUP BY board, reasons`, args, func(rows *sql.Rows) error {
		var board, reasons string
		var n int
		var first int64
		if err := rows.Scan(&board, &reasons, &n, &first); err != nil {
			return err
		}
		c.Boards[board] += n
		for _, r := range splitReasons(reasons) {
			c.Reasons[r] += n
		}
		if oldest == 0 || first < oldest {
			oldest = first
		}
		return nil
	})
	c.OldestAt = fromMS(oldest)
	return c, s.fail("count the reviews", err)
}
