package store_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shortlist/scoring"
	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
)

const day = 24 * time.Hour

func take(t *testing.T, ctx context.Context, s *store.Store, at time.Time, ls ...scoring.Listing) {
	t.Helper()
	for _, l := range ls {
		_, err := s.Take(ctx, l.Board, []scoring.Listing{l}, at)
		must(t, err)
	}
}

func refs(t *testing.T, ctx context.Context, s *store.Store) []string {
	t.Helper()
	out := []string{}
	for _, o := range open(t, ctx, s, "") {
		out = append(out, o.Ref.String())
	}
	slices.Sort(out)
	return out
}

// has reports whether the store holds a listing, closed or not.
func has(t *testing.T, ctx context.Context, s *store.Store, board, id string) bool {
	t.Helper()
	_, err := s.Listing(ctx, scoring.Ref{Board: board, ID: id})
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		t.Fatal(err)
	}
	return err == nil
}

// digest makes a run with an edition of the given listings, as it would be at the clock's time, and settles it where a
// state is given.
func digest(t *testing.T, ctx context.Context, s *store.Store, id, profile string, state store.State, items ...store.Item) {
	t.Helper()
	started, err := s.StartRun(ctx, store.Run{ID: "run-" + id, Profile: profile, Key: id})
	must(t, err)
	e := store.Edition{ID: id, Run: "run-" + id, Profile: profile, MessageID: id + "@x", HTML: strings.Repeat("<p>", 1000)}
	put, err := s.PutEdition(ctx, e, items, store.Lease{})
	must(t, err)
	if !started || !put {
		t.Fatalf("digest %s: started %v, put %v", id, started, put)
	}
	if state != store.Pending {
		_, err = s.BeginSending(ctx, id)
		must(t, err)
	}
	if state != store.Pending && state != store.Sending {
		must(t, s.Settle(ctx, e, state, "detail", "outcome", "{}"))
	}
}

func TestCloseUnseen(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		take(t, ctx, s, t0, listing("one", "old", "Gopher", "Acme"), listing("two", "old", "Rustacean", "Acme"))
		take(t, ctx, s, t0.Add(time.Millisecond), listing("one", "edge", "Cook", "Acme"))
		take(t, ctx, s, t0.Add(2*day), listing("one", "fresh", "Baker", "Acme"))
		shut := func(complete time.Time) int {
			n, err := s.CloseUnseen(ctx, "one", complete, 3*day)
			must(t, err)
			return n
		}
		c.add(365 * day) // time alone closes nothing
		for name, complete := range map[string]time.Time{"never": {}, "at once": t0, "within the patience": t0.Add(3 * day)} {
			if n := shut(complete); n != 0 {
				t.Errorf("complete %s: closed %d", name, n)
			}
		}
		complete := t0.Add(3*day + time.Millisecond)
		if n := shut(complete); n != 1 {
			t.Errorf("closed %d, want 1", n)
		}
		if diff := cmp.Diff([]string{"one:edge", "one:fresh", "two:old"}, refs(t, ctx, s)); diff != "" {
			t.Error(diff)
		}
		if n := shut(complete); n != 0 {
			t.Errorf("the second time closed %d", n)
		}
		take(t, ctx, s, c.now(), listing("one", "old", "Gopher", "Acme"))
		if got := refs(t, ctx, s); !slices.Contains(got, "one:old") {
			t.Error("seen again, and still closed")
		}
	})
}

func TestDropClosed(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		sent, unsent := listing("one", "sent", "Gopher", "Acme"), listing("one", "unsent", "Cook", "Acme")
		again := listing("one", "again", "Poet", "Acme")
		take(t, ctx, s, t0, sent, unsent, again, listing("two", "open", "Baker", "Acme"))
		roles := map[string]int64{}
		for _, o := range open(t, ctx, s, "") {
			roles[o.ID] = o.Role
		}
		digest(t, ctx, s, "e1", "ada", store.Accepted, store.Item{Role: roles["sent"], Ref: sent.Ref})
		_, err := s.CloseUnseen(ctx, "one", t0.Add(time.Hour), time.Minute)
		must(t, err)
		take(t, ctx, s, t0.Add(2*time.Hour), again)
		drop := func(before time.Time) int {
			n, err := s.DropClosed(ctx, before)
			must(t, err)
			return n
		}
		if n := drop(t0); n != 0 {
			t.Errorf("%d closed at the moment itself, and gone", n)
		}
		c.add(200 * day)
		if n := drop(c.now()); n != 1 || has(t, ctx, s, "one", "unsent") || !has(t, ctx, s, "one", "sent") || !has(t, ctx, s, "two", "open") || !has(t, ctx, s, "one", "again") {
			t.Errorf("dropped %d; only what is closed and in no digest may go", n)
		}
		// Two later digests: the one that names the listing may go, and then so may the listing.
		digest(t, ctx, s, "e2", "ada", store.Accepted)
		if _, err := s.DropEditions(ctx, t0.Add(day)); err != nil {
			t.Fatal(err)
		}
		if n := drop(c.now()); n != 1 || has(t, ctx, s, "one", "sent") {
			t.Errorf("dropped %d after the digest that named it", n)
		}
		// The role outlives it all: posted again under a new id, it is known, and known as sent.
		repost := listing("two", "repost", "Gopher (Remote)", "ACME Inc.")
		in, err := s.Take(ctx, "two", []scoring.Listing{repost}, c.now())
		must(t, err)
		if in.Roles != 0 {
			t.Error("the repost got a new role")
		}
		for _, o := range open(t, ctx, s, "ada") {
			if o.Sent != (o.ID == "repost") {
				t.Errorf("%s: sent %v", o.Ref, o.Sent)
			}
		}
	})
}

func TestDropEditions(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		take(t, ctx, s, t0, listing("one", "1", "Gopher", "Acme"))
		it := store.Item{Role: open(t, ctx, s, "")[0].Role, Ref: scoring.Ref{Board: "one", ID: "1"}}
		for _, state := range []store.State{store.Pending, store.Sending, store.Unknown, store.Permanent, store.Stale, store.Accepted} {
			digest(t, ctx, s, "ada-"+string(state), "ada", state, it)
		}
		digest(t, ctx, s, "bob-only", "bob", store.Accepted, it)
		for _, id := range []string{"empty", "running"} {
			_, err := s.StartRun(ctx, store.Run{ID: id, Profile: "ada", Key: id})
			must(t, err)
		}
		must(t, s.EndRun(ctx, "empty", "empty", "{}"))
		c.add(time.Hour)
		digest(t, ctx, s, "ada-last", "ada", store.Accepted, it)
		last := c.now()

		drop := func(before time.Time) int {
			n, err := s.DropEditions(ctx, before)
			must(t, err)
			return n
		}
		if n := drop(t0); n != 0 {
			t.Errorf("%d ended at the moment itself, and gone", n)
		}
		c.add(365 * day)
		if n := drop(c.now()); n != 4 { // ada's permanent, stale and accepted ones, and the empty run
			t.Errorf("dropped %d runs, want 4", n)
		}
		if n := drop(c.now()); n != 0 {
			t.Errorf("the second time dropped %d", n)
		}
		kept := []string{}
		es, err := s.Editions(ctx, "", 100)
		must(t, err)
		for _, e := range es {
			items, err := s.Items(ctx, e.ID)
			must(t, err)
			kept = append(kept, fmt.Sprint(e.ID, " ", len(items)))
		}
		slices.Sort(kept)
		if diff := cmp.Diff([]string{"ada-last 1", "ada-pending 1", "ada-sending 1", "ada-unknown 1", "bob-only 1"}, kept); diff != "" {
			t.Error(diff)
		}
		ids := []string{}
		rs, err := s.Runs(ctx, "", 100)
		must(t, err)
		for _, r := range rs {
			ids = append(ids, r.ID)
		}
		slices.Sort(ids)
		if diff := cmp.Diff([]string{"run-ada-last", "run-ada-pending", "run-ada-sending", "run-ada-unknown", "run-bob-only", "running"}, ids); diff != "" {
			t.Error(diff)
		}
		if at, err := s.LastSent(ctx, "ada"); err != nil || !at.Equal(last) {
			t.Errorf("last sent %v %v, want %v", at, err, last)
		}
		for _, p := range []string{"ada", "bob"} {
			if got := open(t, ctx, s, p); len(got) != 1 || !got[0].Sent {
				t.Errorf("%s's ledger: %+v", p, got)
			}
		}
	})
}

// More than one batch, and batches that do not divide evenly.
func TestUpkeepOfMany(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		const n = 450
		ls := make([]scoring.Listing, n)
		for i := range ls {
			ls[i] = listing("one", fmt.Sprint(i), fmt.Sprintf("Role %d", i), "Acme")
		}
		_, err := s.Take(ctx, "one", ls, t0)
		must(t, err)
		for i := range n {
			id := fmt.Sprint("r", i)
			_, err := s.StartRun(ctx, store.Run{ID: id, Profile: "ada", Key: id})
			must(t, err)
			must(t, s.EndRun(ctx, id, "empty", ""))
		}
		closed, err := s.CloseUnseen(ctx, "one", t0.Add(day), time.Hour)
		must(t, err)
		c.add(day)
		dropped, err := s.DropClosed(ctx, c.now())
		must(t, err)
		runs, err := s.DropEditions(ctx, c.now())
		must(t, err)
		if closed != n || dropped != n || runs != n {
			t.Errorf("closed %d, dropped %d listings and %d runs; want %d of each", closed, dropped, runs, n)
		}
	})
}

func TestDropLeases(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		take := func(name, owner string, ttl time.Duration) bool {
			ok, err := s.Acquire(ctx, name, owner, ttl)
			must(t, err)
			return ok
		}
		take("dead", "a", time.Second)
		drop := func() int {
			n, err := s.DropLeases(ctx)
			must(t, err)
			return n
		}
		c.add(day)
		if n := drop(); n != 0 {
			t.Errorf("%d dropped that ended within a day", n)
		}
		c.add(2 * time.Second)
		take("held", "a", time.Minute)
		if n := drop(); n != 1 {
			t.Errorf("dropped %d, want the dead one", n)
		}
		if take("held", "b", time.Minute) {
			t.Error("a lease that is held was dropped")
		}
	})
}

// side opens the database beside the store.
func side(t *testing.T, dsn string) *sql.DB {
	t.Helper()
	driver, source := "pgx", dsn
	if path, ok := strings.CutPrefix(dsn, "sqlite:"); ok {
		driver, source = "sqlite", path
	}
	db, err := sql.Open(driver, source)
	must(t, err)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func number(t *testing.T, db *sql.DB, query string) (n int) {
	t.Helper()
	must(t, db.QueryRow(query).Scan(&n))
	return n
}

// bulk fills the store with listings of one board, some 4 KB each.
func bulk(t *testing.T, s *store.Store, board string, n int, at time.Time) {
	t.Helper()
	ls := make([]scoring.Listing, n)
	for i := range ls {
		ls[i] = listing(board, fmt.Sprint(i), fmt.Sprintf("Role %d at %s", i, board), "Acme")
		ls[i].Text = strings.Repeat("words ", 700)
	}
	_, err := s.Take(t.Context(), board, ls, at)
	must(t, err)
}

func TestTidySQLite(t *testing.T) {
	t.Parallel()
	dsn := storetest.SQLite(t)
	path := strings.TrimPrefix(dsn, "sqlite:")
	now := t0
	s := storetest.Open(t, dsn, func() time.Time { return now })
	bulk(t, s, "large", 300, t0)
	bulk(t, s, "small", 80, t0)
	db := side(t, dsn)
	size := func() (pages, free int) {
		return number(t, db, "PRAGMA page_count"), number(t, db, "PRAGMA freelist_count")
	}
	forget := func(board string) {
		t.Helper()
		_, err := s.CloseUnseen(t.Context(), board, t0.Add(day), time.Hour)
		must(t, err)
		now = now.Add(day)
		_, err = s.DropClosed(t.Context(), now)
		must(t, err)
	}
	forget("small") // about a fifth
	before, free := size()
	must(t, s.Tidy(t.Context()))
	if after, _ := size(); after != before || free == 0 {
		t.Errorf("%d of %d pages were free, which is no quarter; after it there are %d", free, before, after)
	}
	if info, err := os.Stat(path + "-wal"); err != nil || info.Size() != 0 {
		t.Errorf("the log was not emptied: %v %v", info, err)
	}
	if n := number(t, db, "SELECT count(*) FROM sqlite_stat1"); n == 0 {
		t.Error("the planner knows nothing")
	}
	forget("large")
	must(t, s.Tidy(t.Context()))
	if after, free := size(); after > before/4 || free != 0 {
		t.Errorf("%d pages, %d free, after all was deleted; %d before", after, free, before)
	}
	must(t, s.Check(t.Context()))
}

// A reader that takes its time is no error, and costs the writers a second at most.
func TestTidyBesideAReader(t *testing.T) {
	t.Parallel()
	dsn := storetest.SQLite(t)
	s := storetest.Open(t, dsn, nil)
	tx, err := side(t, dsn).Begin()
	must(t, err)
	var n int
	must(t, tx.QueryRow("SELECT count(*) FROM listings").Scan(&n))
	bulk(t, s, "one", 10, t0)
	must(t, s.Tidy(t.Context()))
	must(t, tx.Rollback())
	must(t, s.Tidy(t.Context()))
	if info, err := os.Stat(strings.TrimPrefix(dsn, "sqlite:") + "-wal"); err != nil || info.Size() != 0 {
		t.Errorf("the log was not emptied: %v %v", info, err)
	}
}

func TestTidyPostgres(t *testing.T) {
	t.Parallel()
	dsn := storetest.Postgres(t)
	s := storetest.Open(t, dsn, nil)
	bulk(t, s, "one", 30, t0)
	must(t, s.Tidy(t.Context()))
	if n := number(t, side(t, dsn), "SELECT reltuples::int FROM pg_class WHERE relname = 'listings' AND relnamespace = current_schema()::regnamespace"); n != 30 {
		t.Errorf("the planner knows of %d listings, want 30", n)
	}
}

func TestCheckFindsDamage(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		dsn := storetest.SQLite(t)
		path := strings.TrimPrefix(dsn, "sqlite:")
		s, err := store.Open(t.Context(), store.Options{DSN: dsn})
		must(t, err)
		_, err = s.Migrate(t.Context())
		must(t, err)
		bulk(t, s, "one", 100, t0)
		must(t, s.Check(t.Context()))
		must(t, s.Close())
		file, err := os.ReadFile(path)
		must(t, err)
		const page = 4096
		for at := len(file) / page / 2 * page; at < len(file); at += page {
			copy(file[at:], bytes.Repeat([]byte{0xA5}, 200))
		}
		must(t, os.WriteFile(path, file, 0o600))
		s, err = store.Open(t.Context(), store.Options{DSN: dsn})
		must(t, err)
		t.Cleanup(func() { must(t, s.Close()) })
		err = s.Check(t.Context())
		if !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "restore a backup") || strings.Contains(err.Error(), "\n") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		s := storetest.Open(t, storetest.Postgres(t), nil)
		must(t, s.Check(t.Context()))
		must(t, s.Exec(t.Context(), "DROP TABLE ledger"))
		if err := s.Check(t.Context()); !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "ledger") {
			t.Errorf("got %v", err)
		}
	})
}

// A check that was stopped says nothing of the database.
func TestCheckStopped(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, _ *clock) {
		ctx, cancel := context.WithCancel(ctx)
		cancel()
		if err := s.Check(ctx); err == nil || errors.Is(err, store.ErrDamaged) {
			t.Errorf("got %v", err)
		}
	})
}

// Every table that the migrations make is analysed and probed.
func TestUpkeepKnowsEveryTable(t *testing.T) {
	t.Parallel()
	dsn := storetest.Postgres(t)
	s := storetest.Open(t, dsn, nil)
	rows, err := side(t, dsn).Query("SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND tablename <> 'goose_db_version'")
	must(t, err)
	var names []string
	for rows.Next() {
		var name string
		must(t, rows.Scan(&name))
		names = append(names, name)
	}
	must(t, errors.Join(rows.Err(), rows.Close()))
	must(t, s.Tidy(t.Context()))
	db := side(t, dsn)
	for _, name := range names {
		if number(t, db, "SELECT reltuples::int FROM pg_class WHERE relname = '"+name+"' AND relnamespace = current_schema()::regnamespace") < 0 {
			t.Errorf("add %s to the tables of upkeep", name)
		}
	}
}
