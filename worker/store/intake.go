package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

	"shortlist/scoring"
	"shortlist/scoring/role"
)

// intakeChunk is how many listings share one transaction and one statement of each kind: enough that round trips do
// not count, and under every limit on placeholders (17 columns × 100 rows against SQLite's 32,766).
const intakeChunk = 100

// Intake says what became of the listings of one fetch.
type Intake struct {
	New     int // never seen on this board
	Changed int // seen before, with another text, place or pay
	Same    int
	Roles   int // roles that no board had before
}

// Take stores what one board sent at the given time and finds each listing's role: the one it had, else the one of the
// same company and title, else the one of the same page, else a new one. A listing's first sight and oldest date stay.
func (s *Store) Take(ctx context.Context, board string, listings []scoring.Listing, at time.Time) (Intake, error) {
	var total Intake
	known := make(map[string]bool, len(listings))
	fresh := make([]scoring.Listing, 0, min(len(listings), intakeChunk))
	flush := func() error {
		if len(fresh) == 0 {
			return nil
		}
		in, err := s.takeChunk(ctx, board, fresh, at)
		total.New += in.New
		total.Changed += in.Changed
		total.Same += in.Same
		total.Roles += in.Roles
		fresh = fresh[:0]
		return err
	}
	for _, l := range listings {
		l.ID = text(l.ID) // as the database will have it, since it is what rows are found by
		if known[l.ID] {  // a feed that moves while it is paged repeats itself
			continue
		}
		known[l.ID] = true
		if fresh = append(fresh, l); len(fresh) == intakeChunk {
			if err := flush(); err != nil {
				return total, err
			}
		}
	}
	return total, flush()
}

// Touch says that all that the board's last complete fetch held is still there: the board answered "not modified".
func (s *Store) Touch(ctx context.Context, board string, lastComplete, at time.Time) error {
	_, err := s.change(ctx, `UPDATE listings SET last_seen_at = ? WHERE board = ? AND last_seen_at >= ? AND last_seen_at < ?`,
		toMS(at), board, toMS(lastComplete), toMS(at))
	return s.fail("touch the listings of "+board, err)
}

// row is a listing on its way into the database.
type row struct {
	*scoring.Listing
	key, canonical, sha string
	place, pay, flags   string
	role                int64
	postedAt, seenAt    int64
}

func (s *Store) takeChunk(ctx context.Context, board string, listings []scoring.Listing, at time.Time) (Intake, error) {
	var in Intake
	rows := make([]*row, len(listings))
	for i := range listings {
		r, err := newRow(&listings[i], at)
		if err != nil {
			return in, err
		}
		rows[i] = r
	}
	err := s.inTx(ctx, "store the listings of "+board, func(tx *sql.Tx) error {
		if err := s.holdIntake(ctx, tx); err != nil {
			return err
		}
		changed, same, err := s.split(ctx, tx, board, rows, &in)
		if err != nil {
			return err
		}
		if err := s.see(ctx, tx, board, same, at); err != nil {
			return err
		}
		if in.Roles, err = s.assignRoles(ctx, tx, changed, at); err != nil {
			return err
		}
		return s.upsert(ctx, tx, changed, at)
	})
	return in, err
}

func newRow(l *scoring.Listing, at time.Time) (*row, error) {
	r := &row{Listing: l, key: text(role.Key(l.Company, l.Title)), postedAt: toMS(l.PostedAt), seenAt: toMS(at)}
	if r.key == "" {
		r.key = "ref:" + l.Ref.String()
	}
	if canonical, specific := role.CanonicalURL(l.URL); specific {
		r.canonical = text(canonical)
	}
	for dst, v := range map[*string]any{&r.place: l.Place, &r.pay: l.Pay, &r.flags: l.Flags} {
		b, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		*dst = string(b)
	}
	h := sha256.New()
	for _, part := range []string{l.Title, l.Company, l.Text, l.URL, r.place, r.pay, r.flags} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	r.sha = hex.EncodeToString(h.Sum(nil)[:16])
	return r, nil
}

// split parts what the database does not have in this form from what it has.
func (s *Store) split(ctx context.Context, tx *sql.Tx, board string, rows []*row, in *Intake) (changed []*row, same []string, err error) {
	byID := make(map[string]*row, len(rows))
	args := make([]any, 0, len(rows)+1)
	args = append(args, board)
	for _, r := range rows {
		byID[r.ID] = r
		args = append(args, r.ID)
	}
	err = s.each(ctx, tx, `SELECT id, role, sha, posted_at, seen_at, closed_at FROM listings WHERE board = ? AND id IN `+marks(len(rows), 1), args,
		func(rs *sql.Rows) error {
			var id, sha string
			var role, posted, seen, closed int64
			if err := rs.Scan(&id, &role, &sha, &posted, &seen, &closed); err != nil {
				return err
			}
			r := byID[id]
			if r == nil {
				return nil
			}
			// The oldest date is the true one: boards date an advert anew when somebody touches it.
			if posted != 0 && (r.postedAt == 0 || posted < r.postedAt) {
				r.postedAt = posted
			}
			r.role, r.seenAt = role, seen
			if sha == r.sha && posted == r.postedAt && closed == 0 {
				same = append(same, id)
				r.sha = ""
			}
			return nil
		})
	for _, r := range rows {
		switch {
		case r.role == 0:
			in.New++
		case r.sha == "":
			in.Same++
			continue
		default:
			in.Changed++
		}
		changed = append(changed, r)
	}
	return changed, same, err
}

func (s *Store) see(ctx context.Context, tx *sql.Tx, board string, ids []string, at time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	args := []any{toMS(at), board}
	for _, id := range ids {
		args = append(args, id)
	}
	_, err := s.exec(ctx, tx, `UPDATE listings SET last_seen_at = ? WHERE board = ? AND id IN `+marks(len(ids), 1), args...)
	return err
}

// assignRoles gives a role to each row that has none. It returns how many roles are new.
func (s *Store) assignRoles(ctx context.Context, tx *sql.Tx, rows []*row, at time.Time) (int, error) {
	var wanting []*row
	for _, r := range rows {
		if r.role == 0 {
			wanting = append(wanting, r)
		}
	}
	if len(wanting) == 0 {
		return 0, nil
	}
	byKey, err := s.rolesByKey(ctx, tx, wanting)
	if err != nil {
		return 0, err
	}
	pages, err := s.pages(ctx, tx, wanting)
	if err != nil {
		return 0, err
	}
	// A row whose page another row of this chunk has shares that row's key, and so its role.
	var keys []string
	for _, r := range wanting {
		if r.role = byKey[r.key]; r.role != 0 {
			continue
		}
		if p, ok := pages.find(r); ok {
			if r.role = p.role; r.role == 0 {
				r.key = p.key
			}
			continue
		}
		pages.add(r.canonical, page{company: r.Company, key: r.key})
		if !slices.Contains(keys, r.key) {
			keys = append(keys, r.key)
		}
	}
	made, err := s.makeRoles(ctx, tx, keys, at)
	if err != nil {
		return 0, err
	}
	for _, r := range wanting {
		if r.role == 0 {
			r.role = made[r.key]
		}
	}
	return len(keys), nil
}

// page is what is known of a posting's address: who posts there, and the role, or the key of a role that is to be made.
type page struct {
	company, key string
	role         int64
}

type pages map[string][]page

func (ps pages) add(canonical string, p page) {
	if canonical != "" {
		ps[canonical] = append(ps[canonical], p)
	}
}

// find returns the page of the row's own employer: some addresses list the jobs of many.
func (ps pages) find(r *row) (page, bool) {
	for _, p := range ps[r.canonical] {
		if role.SameCompany(p.company, r.Company) {
			return p, true
		}
	}
	return page{}, false
}

func (s *Store) rolesByKey(ctx context.Context, tx *sql.Tx, rows []*row) (map[string]int64, error) {
	found := map[string]int64{}
	args := make([]any, 0, len(rows))
	for _, r := range rows {
		args = append(args, r.key)
	}
	err := s.each(ctx, tx, `SELECT key, id FROM roles WHERE key IN `+marks(len(args), 1), args, func(rs *sql.Rows) error {
		var key string
		var id int64
		err := rs.Scan(&key, &id)
		found[key] = id
		return err
	})
	return found, err
}

func (s *Store) pages(ctx context.Context, tx *sql.Tx, rows []*row) (pages, error) {
	found := pages{}
	var args []any
	for _, r := range rows {
		if r.canonical != "" {
			args = append(args, r.canonical)
		}
	}
	if len(args) == 0 {
		return found, nil
	}
	err := s.each(ctx, tx, `SELECT canonical_url, company, role FROM listings WHERE canonical_url <> '' AND canonical_url IN `+marks(len(args), 1), args,
		func(rs *sql.Rows) error {
			var canonical string
			var p page
			err := rs.Scan(&canonical, &p.company, &p.role)
			found.add(canonical, p)
			return err
		})
	return found, err
}

func (s *Store) makeRoles(ctx context.Context, tx *sql.Tx, keys []string, at time.Time) (map[string]int64, error) {
	made := make(map[string]int64, len(keys))
	if len(keys) == 0 {
		return made, nil
	}
	args := make([]any, 0, 2*len(keys))
	for _, k := range keys {
		args = append(args, k, toMS(at))
	}
	err := s.each(ctx, tx, `INSERT INTO roles (key, seen_at) VALUES `+marks(2, len(keys))+` RETURNING key, id`, args, func(rs *sql.Rows) error {
		var k string
		var id int64
		err := rs.Scan(&k, &id)
		made[k] = id
		return err
	})
	return made, err
}

func (s *Store) upsert(ctx context.Context, tx *sql.Tx, rows []*row, at time.Time) error {
	if len(rows) == 0 {
		return nil
	}
	version, err := s.nextVersion(ctx, tx)
	if err != nil {
		return err
	}
	args := make([]any, 0, 17*len(rows))
	for _, r := range rows {
		args = append(args, r.Board, r.ID, r.role, r.sha, text(r.Title), text(r.Company), text(r.Text), text(r.URL), r.canonical,
			text(r.place), text(r.pay), text(r.flags), r.postedAt, r.seenAt, toMS(at), 0, version)
	}
	_, err = s.exec(ctx, tx, `
		INSERT INTO listings (board, id, role, sha, title, company, body, url, canonical_url, place, pay, flags, posted_at, seen_at, last_seen_at, closed_at, changed)
		VALUES `+marks(17, len(rows))+`
		ON CONFLICT (board, id) DO UPDATE SET sha = excluded.sha, title = excluded.title, company = excluded.company, body = excluded.body,
			url = excluded.url, canonical_url = excluded.canonical_url, place = excluded.place, pay = excluded.pay, flags = excluded.flags,
			posted_at = excluded.posted_at, last_seen_at = excluded.last_seen_at, closed_at = 0, changed = excluded.changed`, args...)
	return err
}
