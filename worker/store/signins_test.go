package store_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
)

func TestSignIn(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		person(t, ctx, s, "ada")
		if _, _, err := s.NewSignIn(ctx, "eve", "web"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a sign-in of nobody: %v", err)
		}
		token, ends, err := s.NewSignIn(ctx, "ada", "web")
		must(t, err)
		if !ends.Equal(c.now().Add(10 * time.Minute)) {
			t.Errorf("ends %v", ends)
		}
		wants := func(what, token, purpose string, want error, use func(context.Context, string, string) (string, error)) {
			t.Helper()
			who, err := use(ctx, token, purpose)
			if !errors.Is(err, want) || (want == nil) != (who == "ada") {
				t.Errorf("%s: %q, %v", what, who, err)
			}
		}
		wants("looked at", token, "web", nil, s.SignIn)
		wants("another purpose", token, "mail", store.ErrNotFound, s.UseSignIn)
		wants("forged", token+"A", "web", store.ErrNotFound, s.UseSignIn)
		wants("empty", "", "web", store.ErrNotFound, s.UseSignIn)
		wants("used", token, "web", nil, s.UseSignIn)
		wants("replayed", token, "web", store.ErrUsed, s.UseSignIn)
		wants("looked at again", token, "web", store.ErrUsed, s.SignIn)
		late, _, err := s.NewSignIn(ctx, "ada", "web")
		must(t, err)
		c.add(10*time.Minute - time.Millisecond)
		wants("in time", late, "web", nil, s.SignIn)
		c.add(time.Millisecond)
		wants("late", late, "web", store.ErrEnded, s.UseSignIn)
		c.add(25 * time.Hour)
		if n, err := s.DropSignIns(ctx); err != nil || n != 2 {
			t.Errorf("dropped %d, %v", n, err)
		}
		wants("forgotten", late, "web", store.ErrNotFound, s.UseSignIn)
	})
}

func TestSession(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		person(t, ctx, s, "ada", "bob")
		token, made, err := s.NewSession(ctx, "ada", 12*time.Hour)
		must(t, err)
		other, _, err := s.NewSession(ctx, "ada", 12*time.Hour)
		must(t, err)
		bobs, _, err := s.NewSession(ctx, "bob", 12*time.Hour)
		must(t, err)
		link, _, err := s.NewSignIn(ctx, "ada", "web")
		must(t, err)
		is := func(what, token string, want error) {
			t.Helper()
			got, err := s.Session(ctx, token)
			if !errors.Is(err, want) || err != nil && got != (store.Session{}) {
				t.Errorf("%s: %+v, %v", what, got, err)
			}
		}
		got, err := s.Session(ctx, token)
		must(t, err)
		if got != made || got.Profile != "ada" {
			t.Errorf("%+v, made %+v", got, made)
		}
		c.add(59 * time.Second)
		got, err = s.Session(ctx, token)
		must(t, err)
		if !got.SeenAt.Equal(t0) {
			t.Error("each page writes")
		}
		c.add(time.Second)
		for range 2 {
			got, err = s.Session(ctx, token)
			must(t, err)
			if !got.SeenAt.Equal(c.now()) {
				t.Errorf("last seen %v", got.SeenAt)
			}
		}
		is("forged", "nobody's", store.ErrNotFound)
		must(t, s.EndSession(ctx, token))
		is("signed out", token, store.ErrEnded)
		is("elsewhere", other, nil)
		if n, err := s.EndSessions(ctx, "ada"); err != nil || n != 1 {
			t.Errorf("ended %d, %v", n, err)
		}
		is("revoked", other, store.ErrEnded)
		is("bob's", bobs, nil)
		if _, err := s.UseSignIn(ctx, link, "web"); !errors.Is(err, store.ErrEnded) {
			t.Errorf("a link under way: %v", err)
		}
		c.add(12*time.Hour - time.Minute)
		is("old", bobs, store.ErrEnded)
		c.add(25 * time.Hour)
		if n, err := s.DropSignIns(ctx); err != nil || n != 4 {
			t.Errorf("dropped %d, %v", n, err)
		}
	})
}

// A token is used once, however many use it at the same moment and through whichever process.
func TestSignInIsUsedOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, dsn string) {
		ctx := t.Context()
		stores := []*store.Store{storetest.Open(t, dsn, nil), storetest.Open(t, dsn, nil)}
		person(t, ctx, stores[0], "ada")
		for range 5 {
			token, _, err := stores[0].NewSignIn(ctx, "ada", "web")
			must(t, err)
			if n := race(t, stores, store.ErrUsed, func(s *store.Store) error { _, err := s.UseSignIn(ctx, token, "web"); return err }); n != 1 {
				t.Errorf("used %d times", n)
			}
		}
	})
}

func TestAllow(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, dsn string) {
		ctx := t.Context()
		c := &clock{t: t0}
		stores := []*store.Store{storetest.Open(t, dsn, c.now), storetest.Open(t, dsn, c.now)}
		var mu sync.Mutex
		tries := func(key string, n int) (allowed int) {
			var wg sync.WaitGroup
			for g := range n {
				wg.Go(func() {
					ok, ends, err := stores[g%2].Allow(ctx, key, 5, time.Minute)
					if err != nil || !ends.Equal(c.now().Truncate(time.Minute).Add(time.Minute)) {
						t.Error(ends, err)
					}
					if ok {
						mu.Lock()
						allowed++
						mu.Unlock()
					}
				})
			}
			wg.Wait()
			return allowed
		}
		for _, key := range []string{"signin 192.0.2.1", "signin 192.0.2.2", strings.Repeat("x", 1<<20)} {
			if n := tries(key, 20); n != 5 {
				t.Errorf("%d allowed", n)
			}
		}
		c.add(59 * time.Second)
		if n := tries("signin 192.0.2.1", 3); n != 0 {
			t.Errorf("%d more allowed in the same minute", n)
		}
		c.add(time.Second)
		if n := tries("signin 192.0.2.1", 7); n != 5 {
			t.Errorf("%d allowed in the next minute", n)
		}
		c.add(time.Hour)
		if n, err := stores[0].DropSignIns(ctx); err != nil || n != 4 {
			t.Errorf("dropped %d, %v", n, err)
		}
	})
}

func TestLinkKeys(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, dsn string) {
		ctx := t.Context()
		c := &clock{t: t0}
		stores := []*store.Store{storetest.Open(t, dsn, c.now), storetest.Open(t, dsn, c.now)}
		var mu sync.Mutex
		secrets := map[string]bool{}
		race(t, stores, nil, func(s *store.Store) error {
			ks, err := s.LinkKeys(ctx)
			if err != nil || len(ks) != 1 {
				return fmt.Errorf("%d keys, %w", len(ks), err)
			}
			mu.Lock()
			defer mu.Unlock()
			secrets[string(ks[0].Secret)] = true
			return nil
		})
		if len(secrets) != 1 {
			t.Fatalf("%d first keys", len(secrets))
		}
		first, err := stores[0].LinkKeys(ctx)
		must(t, err)
		c.add(time.Hour)
		second, err := stores[1].RotateLinkKeys(ctx)
		must(t, err)
		if len(second) != 2 || second[0].ID <= first[0].ID || !second[0].RetiredAt.IsZero() || len(second[0].Secret) != 32 || !second[1].RetiredAt.Equal(c.now()) ||
			!bytes.Equal(second[1].Secret, first[0].Secret) || bytes.Equal(second[0].Secret, first[0].Secret) {
			t.Errorf("first %+v, then %+v", first, second)
		}
		if n, err := stores[0].DropLinkKeys(ctx, c.now().Add(time.Second)); err != nil || n != 1 {
			t.Errorf("dropped %d, %v", n, err)
		}
		race(t, stores, nil, func(s *store.Store) error { _, err := s.RotateLinkKeys(ctx); return err })
		ks, err := stores[0].LinkKeys(ctx)
		must(t, err)
		for i, k := range ks {
			if (i == 0) != k.RetiredAt.IsZero() {
				t.Errorf("key %d of %d is retired at %v", i, len(ks), k.RetiredAt)
			}
		}
		if n, err := stores[0].DropLinkKeys(ctx, c.now().Add(time.Second)); err != nil || n != len(ks)-1 {
			t.Errorf("dropped %d of %d, %v", n, len(ks), err)
		}
	})
}

// Who reads the database can neither sign in nor see whose address tried to.
func TestTokensAreNotAtRest(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, dsn string) {
		ctx := t.Context()
		s := storetest.Open(t, dsn, nil)
		person(t, ctx, s, "ada")
		link, _, err := s.NewSignIn(ctx, "ada", "web")
		must(t, err)
		session, _, err := s.NewSession(ctx, "ada", time.Hour)
		must(t, err)
		_, _, err = s.Allow(ctx, "192.0.2.1", 5, time.Minute)
		must(t, err)
		db := side(t, dsn)
		for table, columns := range map[string]string{"signins": "hash || ' ' || profile || ' ' || purpose", "sessions": "hash || ' ' || profile", "attempts": "key"} {
			for _, line := range all(t, db, "SELECT "+columns+" FROM "+table) {
				if strings.Contains(line, link) || strings.Contains(line, session) || strings.Contains(line, "192.0.2.1") {
					t.Errorf("%s holds %s", table, line)
				}
			}
		}
	})
}

func all(t *testing.T, db *sql.DB, query string) (out []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	must(t, err)
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var line string
		must(t, rows.Scan(&line))
		out = append(out, line)
	}
	must(t, rows.Err())
	if len(out) == 0 {
		t.Errorf("%s gives nothing", query)
	}
	return out
}
