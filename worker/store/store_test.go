package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shortlist/scoring"
	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
)

var t0 = time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)

// clock is a hand-set clock.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.t }
func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

// each runs do on a migrated store of every kind.
func each(t *testing.T, do func(t *testing.T, ctx context.Context, s *store.Store, c *clock)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, dsn string) {
		c := &clock{t: t0}
		do(t, t.Context(), storetest.Open(t, dsn, c.now), c)
	})
}

func listing(board, id, title, company string) scoring.Listing {
	return scoring.Listing{
		Ref: scoring.Ref{Board: board, ID: id}, Title: title, Company: company, Text: "Text of " + title, URL: "https://" + board + ".example/jobs/" + id,
		Place:    scoring.Place{Raw: "Berlin", Remote: scoring.RemoteYes, Countries: []string{"DE"}, Cities: []string{"Berlin"}},
		Pay:      scoring.Pay{Min: 60000, Max: 80000, Currency: "EUR", Period: scoring.PerYear, Raw: "60-80k €"},
		PostedAt: t0.Add(-24 * time.Hour), Flags: []scoring.Flag{{Kind: "hidden_text", Text: "psst"}},
	}
}

// openListing is an open listing as a profile sees it.
type openListing struct {
	scoring.Listing
	Sent bool
}

func open(t *testing.T, ctx context.Context, s *store.Store, profile string) []openListing {
	t.Helper()
	sent, err := s.Sent(ctx, profile)
	must(t, err)
	var out []openListing
	must(t, s.EachOpen(ctx, func(l scoring.Listing) error { out = append(out, openListing{l, sent[l.Role]}); return nil }))
	return out
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestTakeKeepsAListingWhole(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, _ *clock) {
		want := listing("remoteok", "7", "Gopher", "Acme GmbH")
		in, err := s.Take(ctx, "remoteok", []scoring.Listing{want}, t0)
		must(t, err)
		if in.New != 1 || in.Roles != 1 {
			t.Errorf("intake %+v", in)
		}
		got := open(t, ctx, s, "")[0].Listing
		want.Role, want.SeenAt = got.Role, t0
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestTakeFindsTheRole(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		a := listing("remoteok", "1", "Senior Go Developer", "Acme Inc")
		b := listing("remotive", "9", "Senior Go Developer (Remote)", "ACME")
		other := listing("remotive", "10", "Junior Go Developer", "ACME")
		nameless := listing("jobicy", "3", "Senior Go Developer", "")
		for _, l := range []scoring.Listing{a, b, other, nameless} {
			_, err := s.Take(ctx, l.Board, []scoring.Listing{l}, c.now())
			must(t, err)
		}
		roles := map[string]int64{}
		for _, o := range open(t, ctx, s, "") {
			roles[o.Ref.String()] = o.Role
		}
		if roles["remoteok:1"] != roles["remotive:9"] {
			t.Error("one role on two boards has two numbers")
		}
		if roles["remotive:10"] == roles["remotive:9"] || roles["jobicy:3"] == roles["remoteok:1"] {
			t.Errorf("different roles share a number: %v", roles)
		}
		// Posted again next week under a new id, and renamed: the first is known by title, the second by its id.
		c.add(7 * 24 * time.Hour)
		again, renamed := listing("remoteok", "2", "Senior Go Developer", "Acme, Inc."), other
		renamed.Title = "Junior Golang Developer"
		for _, l := range []scoring.Listing{again, renamed} {
			in, err := s.Take(ctx, l.Board, []scoring.Listing{l}, c.now())
			must(t, err)
			if in.Roles != 0 {
				t.Errorf("%s got a new role", l.Ref)
			}
		}
	})
}

func TestSamePageIsSameRole(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, _ *clock) {
		a, b := listing("one", "1", "Data Engineer", "Acme"), listing("two", "2", "Data Engineer, Payments", "Acme")
		a.URL, b.URL = "https://jobs.example/p?gh_jid=55&utm_source=one", "http://www.jobs.example/p?utm_source=two&gh_jid=55"
		_, err := s.Take(ctx, "one", []scoring.Listing{a}, t0)
		must(t, err)
		in, err := s.Take(ctx, "two", []scoring.Listing{b}, t0)
		must(t, err)
		if in.Roles != 0 {
			t.Error("one page became two roles")
		}
	})
}

func TestAPageOfManyEmployersIsNoRole(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, _ *clock) {
		a, b, c := listing("one", "1", "Gopher", "Acme"), listing("one", "2", "Pilot", "Other Co"), listing("two", "3", "Pilot II", "Third Co")
		a.URL, b.URL, c.URL = "https://jobs.example/p?id=7", "https://jobs.example/p?id=7", "https://jobs.example/p?id=7"
		_, err := s.Take(ctx, "one", []scoring.Listing{a, b}, t0)
		must(t, err)
		_, err = s.Take(ctx, "two", []scoring.Listing{c}, t0)
		must(t, err)
		roles := map[int64]bool{}
		for _, o := range open(t, ctx, s, "") {
			roles[o.Role] = true
		}
		if len(roles) != 3 {
			t.Errorf("%d roles of three employers", len(roles))
		}
	})
}

func TestOneEmployersPageTwiceInAnAnswer(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, _ *clock) {
		a, b := listing("one", "1", "Gopher", "Acme"), listing("one", "2", "Gopher, Payments", "")
		a.URL, b.URL = "https://jobs.example/p?id=7", "https://jobs.example/p?id=7&utm_source=x"
		in, err := s.Take(ctx, "one", []scoring.Listing{a, b}, t0)
		must(t, err)
		if in.Roles != 1 || in.New != 2 {
			t.Errorf("%+v", in)
		}
	})
}

// TestTheVersionTellsOfEachChange: whoever holds the listings in memory must hear of every change, and of nothing else.
func TestTheVersionTellsOfEachChange(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		last, err := s.ListingsVersion(ctx)
		must(t, err)
		changes := func(what string, want bool, do func() error) {
			t.Helper()
			must(t, do())
			v, err := s.ListingsVersion(ctx)
			must(t, err)
			if (v > last) != want {
				t.Errorf("%s: version %d after %d", what, v, last)
			}
			last = v
		}
		l := listing("remotive", "1", "Gopher", "Acme")
		take := func() error { _, err := s.Take(ctx, "remotive", []scoring.Listing{l}, c.now()); return err }
		changes("a new listing", true, take)
		changes("the same again", false, take)
		l.Text = "Other"
		changes("a changed one", true, take)
		c.add(time.Hour)
		closeAll := func() error { _, err := s.CloseUnseen(ctx, "remotive", c.now(), time.Minute); return err }
		changes("closing", true, closeAll)
		changes("closing nothing", false, closeAll)
		changes("opening", true, take)
	})
}

func TestTakeAgain(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		l := listing("remoteok", "1", "Gopher", "Acme")
		_, err := s.Take(ctx, "remoteok", []scoring.Listing{l, l}, c.now()) // a feed repeats itself
		must(t, err)
		c.add(time.Hour)
		in, err := s.Take(ctx, "remoteok", []scoring.Listing{l}, c.now())
		must(t, err)
		if in != (store.Intake{Same: 1}) {
			t.Errorf("unchanged: %+v", in)
		}
		// The board touches it: a new date and a new text. The oldest date and the first sight stay.
		touched := l
		touched.PostedAt, touched.Text = t0, "New text"
		in, err = s.Take(ctx, "remoteok", []scoring.Listing{touched}, c.now())
		must(t, err)
		got := open(t, ctx, s, "")
		if in.Changed != 1 || len(got) != 1 || got[0].Text != "New text" || !got[0].PostedAt.Equal(l.PostedAt) || !got[0].SeenAt.Equal(t0) {
			t.Errorf("changed: %+v %+v", in, got)
		}
	})
}

func TestForeignTextNeverBreaksAnInsert(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, _ *clock) {
		l := listing("remoteok", "1\x00", "Go\x00pher \xff\xfe", "Ac\x00me")
		twin, nameless := listing("remoteok", "1", "Twin", "Acme"), listing("remoteok", "9\x00", "Nameless", "")
		l.Text, l.URL, l.Place.Raw, l.Pay.Raw = "\x00\xc3\x28", "https://x.example/\x00", "\x00", "\x00"
		l.Flags = []scoring.Flag{{Kind: "k", Text: "\x00\xff"}}
		for round := range 2 {
			in, err := s.Take(ctx, "remoteok", []scoring.Listing{l, twin, nameless}, t0)
			must(t, err)
			if round == 1 && in != (store.Intake{Same: 2}) {
				t.Errorf("what is stored is not found again: %+v", in)
			}
		}
		must(t, s.PutBoard(ctx, store.Board{Name: "remoteok", Error: "\x00\xff", ETag: "\x00"}))
		if got := open(t, ctx, s, ""); len(got) != 2 || strings.ContainsRune(got[0].Text, 0) {
			t.Errorf("%+v", got)
		}
	})
}

func TestConcurrentIntakeMakesOneRole(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, _ *clock) {
		var wg sync.WaitGroup
		for b := range 6 {
			wg.Go(func() {
				board := fmt.Sprintf("board%d", b)
				ls := make([]scoring.Listing, 150)
				for i := range ls {
					ls[i] = listing(board, fmt.Sprint(i), fmt.Sprintf("Role %d", i), "Acme")
				}
				if _, err := s.Take(ctx, board, ls, t0); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		roles := map[int64]int{}
		for _, o := range open(t, ctx, s, "") {
			roles[o.Role]++
		}
		if len(roles) != 150 {
			t.Errorf("%d roles, want 150", len(roles))
		}
	})
}

func TestMigrateFromSeveralProcessesAtOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, dsn string) {
		var wg sync.WaitGroup
		for range 5 {
			wg.Go(func() {
				s, err := store.Open(t.Context(), store.Options{DSN: dsn})
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := s.Migrate(t.Context()); err != nil {
					t.Error(err)
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	})
}

func TestNewerSchemaIsRefused(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, _ *clock) {
		must(t, s.Exec(ctx, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, `+map[string]string{"sqlite": "1", "postgres": "true"}[s.Dialect()]+`)`))
		_, err := s.Migrate(ctx)
		if !errors.Is(err, store.ErrNewerSchema) || !strings.Contains(err.Error(), "9999") {
			t.Errorf("got %v", err)
		}
	})
}

func TestLease(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		take := func(owner string) bool {
			ok, err := s.Acquire(ctx, "x", owner, 10*time.Second)
			must(t, err)
			return ok
		}
		if !take("a") || take("b") || !take("a") {
			t.Fatal("the holder alone may take it again")
		}
		c.add(11 * time.Second)
		if !take("b") || take("a") {
			t.Fatal("a lease ends by itself")
		}
		must(t, s.Release(ctx, "x", "a")) // not its own
		if take("a") {
			t.Fatal("released by somebody else")
		}
		must(t, s.Release(ctx, "x", "b"))
		if !take("a") {
			t.Fatal("not released")
		}
	})
}

func TestEditionSettlesOnceAndFillsTheLedger(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		_, err := s.Take(ctx, "remoteok", []scoring.Listing{listing("remoteok", "1", "Gopher", "Acme"), listing("remoteok", "2", "Rustacean", "Acme")}, t0)
		must(t, err)
		must(t, s.PutProfile(ctx, scoring.Profile{Name: "ada", Timezone: "UTC"}, ""))
		role := open(t, ctx, s, "ada")[0].Role
		started, err := s.StartRun(ctx, store.Run{ID: "r1", Profile: "ada", Key: "k", Slot: t0})
		must(t, err)
		if twice, err := s.StartRun(ctx, store.Run{ID: "r2", Profile: "ada", Key: "k", Slot: t0}); !started || twice || err != nil {
			t.Fatalf("one key, two runs: %v %v %v", started, twice, err)
		}
		e := store.Edition{ID: "e1", Run: "r1", Profile: "ada", Slot: t0, MessageID: "m@x", Recipient: "ada@x", Subject: "s", HTML: "<p>", Text: "t"}
		items := []store.Item{{Role: role, Ref: scoring.Ref{Board: "remoteok", ID: "1"}}}
		put, err := s.PutEdition(ctx, e, items, store.Lease{})
		must(t, err)
		again := e
		again.ID, again.MessageID = "e2", "m2@x"
		if second, err := s.PutEdition(ctx, again, items, store.Lease{}); !put || second || err != nil {
			t.Fatalf("one run, two editions: %v %v %v", put, second, err)
		}
		begin := func(want int) {
			t.Helper()
			if attempt, err := s.BeginSending(ctx, "e1"); attempt != want || err != nil {
				t.Fatalf("attempt %d %v, want %d", attempt, err, want)
			}
		}
		begin(1)
		begin(0)                                                 // two senders of one edition
		must(t, s.BackToOutbox(ctx, "e1", 0, "could not dial"))  // by one that never began
		must(t, s.BackToOutbox(ctx, "e1", 9, "another attempt")) // by one that is not the one
		begin(0)
		must(t, s.BackToOutbox(ctx, "e1", 1, "451 later"))
		begin(2)
		must(t, s.Settle(ctx, e, store.Unknown, "lost", "unknown", "{}"))
		must(t, s.Settle(ctx, e, store.Accepted, "queued as 7", "sent", "{}")) // the answer came late
		if err := s.Settle(ctx, e, store.Permanent, "too late", "rejected", "{}"); !errors.Is(err, store.ErrSettled) {
			t.Errorf("settled twice: %v", err)
		}
		got, err := s.Edition(ctx, "e1")
		must(t, err)
		if got.State != store.Accepted || got.Reply != "queued as 7" || got.Error != "" || got.Attempts != 2 {
			t.Errorf("%+v", got)
		}
		sent := 0
		for _, o := range open(t, ctx, s, "ada") {
			if o.Sent {
				sent++
			}
		}
		if sent != 1 {
			t.Errorf("%d of 2 in the ledger, want 1", sent)
		}
		for _, o := range open(t, ctx, s, "bob") {
			if o.Sent {
				t.Error("another profile's ledger")
			}
		}
		left, err := s.Unfinished(ctx, "ada")
		must(t, err)
		runs, err := s.Runs(ctx, "ada", 10)
		must(t, err)
		if len(left) != 0 || len(runs) != 1 || runs[0].Outcome != "unknown" {
			t.Errorf("runs %+v, unfinished %+v", runs, left)
		}
		must(t, s.DeleteProfile(ctx, "ada"))
		if es, _ := s.Editions(ctx, "ada", 10); len(es) != 0 {
			t.Error("a deleted person's digests stay")
		}
	})
}

func TestProfiles(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		p := scoring.DefaultProfile()
		p.Name, p.Email, p.Queries, p.Caps = "ada", "ada@example.org", []string{"go"}, map[string]int{"pay": 2}
		yes := true
		p.SendEmpty, p.About.PayFloor = &yes, &scoring.PayFloor{Amount: 1, Currency: "EUR", Per: scoring.PerYear}
		must(t, s.PutProfile(ctx, p, "file"))
		must(t, s.SetPaused(ctx, "ada", true))
		c.add(time.Hour)
		must(t, s.PutProfile(ctx, p, "file"))
		got, err := s.Profile(ctx, "ada")
		must(t, err)
		if diff := cmp.Diff(p, got.Profile); diff != "" || !got.Paused || !got.UpdatedAt.Equal(t0) {
			t.Errorf("%s paused %v updated %v", diff, got.Paused, got.UpdatedAt)
		}
		if _, err := s.Profile(ctx, "nobody"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("got %v", err)
		}
		if err := s.SetPaused(ctx, "nobody", true); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("got %v", err)
		}
	})
}

func TestTouchKeepsTheWholeFeed(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		_, err := s.Take(ctx, "remoteok", []scoring.Listing{listing("remoteok", "1", "Gopher", "Acme")}, c.now())
		must(t, err)
		first := c.now()
		c.add(time.Hour)
		must(t, s.Touch(ctx, "remoteok", first, c.now()))
		counts, err := s.CountOpen(ctx, t0)
		must(t, err)
		if counts.Open != 1 || counts.New != 0 || counts.ByBoard["remoteok"] != 1 {
			t.Errorf("%+v", counts)
		}
	})
}

func TestBoardState(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, _ *clock) {
		want := store.Board{Name: "jobicy", BaseURL: "http://x", ETag: `"e"`, LastModified: "lm", Outcome: "ok", Error: "e", Listings: 7, FetchedAt: t0,
			NonemptyAt: t0, CompleteAt: t0, FailingSince: t0, Failures: 2, NextAt: t0}
		must(t, s.PutBoard(ctx, store.Board{Name: "jobicy"}))
		must(t, s.PutBoard(ctx, want))
		got, err := s.Board(ctx, "jobicy")
		must(t, err)
		all, err := s.Boards(ctx)
		must(t, err)
		if diff := cmp.Diff(want, got); diff != "" || len(all) != 1 {
			t.Error(diff, len(all))
		}
		if zero, err := s.Board(ctx, "never"); err != nil || zero.Name != "never" || !zero.FetchedAt.IsZero() {
			t.Errorf("%+v %v", zero, err)
		}
	})
}

func TestOpenErrorsAreSentences(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	noDB := filepath.Join(dir, "letter.txt")
	must(t, os.WriteFile(noDB, []byte(strings.Repeat("Dear Sir or Madam, ", 100)), 0o600))
	for name, c := range map[string]struct{ dsn, want string }{
		"scheme":           {"mysql://x", "write sqlite:PATH or postgres://"},
		"no path":          {"sqlite:", "needs a path"},
		"folder":           {"sqlite:" + dir, "is a folder"},
		"missing folder":   {"sqlite:" + filepath.Join(dir, "no/such/x.db"), "cannot be made"},
		"not a database":   {"sqlite:" + noDB, "cannot be used as a database"},
		"nobody listens":   {"postgres://u:s3cret%40pw@127.0.0.1:1/db?sslmode=disable", "Postgres at 127.0.0.1:1 does not let us in"},
		"unparsable":       {"postgres://u:s3cret%zzpw@127.0.0.1:1/db", "not a usable Postgres address"},
		"unparsable port":  {"postgres://u:s3cret@127.0.0.1:port/db", "not a usable Postgres address"},
		"unknown sslmode":  {"postgres://u:s3cret@127.0.0.1:1/db?sslmode=perhaps", "not a usable Postgres address"},
		"password in list": {"postgres://u@127.0.0.1:1/db?password=s3cret&sslmode=disable", "does not let us in"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := store.Open(t.Context(), store.Options{DSN: c.dsn})
			if err == nil || !errors.Is(err, store.ErrUnusable) {
				t.Fatalf("got %v", err)
			}
			text := err.Error()
			if !strings.Contains(text, c.want) || strings.Contains(text, "s3cret") || strings.Contains(text, "\n") {
				t.Errorf("%q; want %q in one line, no password", text, c.want)
			}
		})
	}
}
