package upkeep_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shortlist/scoring"
	"shortlist/worker/board"
	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
	"shortlist/worker/upkeep"
)

var t0 = time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)

const day = 24 * time.Hour

// fake writes down what it is asked.
type fake struct {
	calls   []string
	boards  []store.Board
	fail    map[string]error
	taken   int // how many times the lease is given; -1 is always
	onCheck func()
}

func (f *fake) call(name string, args ...any) error {
	f.calls = append(f.calls, strings.TrimSpace(name+" "+strings.Trim(fmt.Sprint(args...), "[]")))
	return f.fail[name]
}

func (f *fake) Acquire(context.Context, string, string, time.Duration) (bool, error) {
	if f.taken == 0 {
		return false, f.fail["acquire"]
	}
	f.taken--
	return true, f.fail["acquire"]
}
func (f *fake) Release(ctx context.Context, _, _ string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return f.call("release")
}
func (f *fake) Boards(context.Context) ([]store.Board, error) { return f.boards, f.fail["boards"] }
func (f *fake) CloseUnseen(_ context.Context, board string, completeAt time.Time, patience time.Duration) (int, error) {
	at := "never"
	if !completeAt.IsZero() {
		at = fmt.Sprint(completeAt.Sub(t0))
	}
	return 1, f.call("close:"+board, at, " ", patience)
}
func (f *fake) DropClosed(_ context.Context, before time.Time) (int, error) {
	return 2, f.call("listings", before.Sub(t0))
}
func (f *fake) DropEditions(_ context.Context, before time.Time) (int, error) {
	return 3, f.call("editions", before.Sub(t0))
}
func (f *fake) ExpireReviews(_ context.Context, now time.Time) (int, error) {
	return 5, f.call("reviews", now.Sub(t0))
}
func (f *fake) DropReviews(_ context.Context, before time.Time) (int, error) {
	return 6, f.call("old reviews", before.Sub(t0))
}
func (f *fake) DropReplies(_ context.Context, before time.Time) (int, error) {
	return 7, f.call("replies", before.Sub(t0))
}
func (f *fake) DropSignIns(context.Context) (int, error) { return 8, f.call("signins") }
func (f *fake) TurnLinkKeys(_ context.Context, before time.Time) (bool, error) {
	return true, f.call("turn keys", before.Sub(t0))
}
func (f *fake) DropLinkKeys(_ context.Context, before time.Time) (int, error) {
	return 9, f.call("link keys", before.Sub(t0))
}
func (f *fake) DropLeases(context.Context) (int, error) { return 4, f.call("leases") }
func (f *fake) Tidy(context.Context) error              { return f.call("tidy") }
func (f *fake) Check(context.Context) error {
	if f.onCheck != nil {
		f.onCheck()
	}
	return f.call("check")
}

func keeper(s upkeep.Store, log io.Writer, now time.Time) *upkeep.Upkeep {
	return &upkeep.Upkeep{Store: s, Now: func() time.Time { return now }, Log: slog.New(slog.NewTextHandler(log, nil)), Options: upkeep.DefaultOptions()}
}

func TestRun(t *testing.T) {
	t.Parallel()
	steps := []string{"check", "close:remotive 72h0m0s 72h0m0s", "reviews 0s", "old reviews -2160h0m0s", "replies -2160h0m0s", "editions -4320h0m0s", "listings -2160h0m0s", "leases", "signins", "turn keys -720h0m0s", "link keys -2160h0m0s", "tidy", "release"}
	broken := errors.New("broken")
	for name, c := range map[string]struct {
		fail  map[string]error
		taken int
		want  []string
		log   string
	}{
		"all":                  {taken: -1, want: steps, log: "closed=1 reviews=11 replies=7 editions=3 listings=2 leases=4 signins=8 \"link keys\"=9 failed=0"},
		"past a failing step":  {taken: -1, fail: map[string]error{"editions": broken, "tidy": broken}, want: steps, log: "leases=4 signins=8 \"link keys\"=9 failed=2"},
		"past a failing check": {taken: -1, fail: map[string]error{"check": broken}, want: steps, log: "failed=1"},
		"past a failing board": {taken: -1, fail: map[string]error{"close:remotive": broken}, want: steps, log: "closed=1"},
		"not past damage":      {taken: -1, fail: map[string]error{"check": store.ErrDamaged}, want: []string{"check", "release"}, log: "failed=1"},
		"another is at it":     {taken: 0, want: []string{"release"}},
		"another took over":    {taken: 2, fail: map[string]error{"acquire": nil}, want: []string{steps[0], steps[1], "release"}, log: "failed=1"},
		"no database":          {taken: -1, fail: map[string]error{"acquire": broken}, want: []string{"release"}, log: "failed=1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := &fake{fail: c.fail, taken: c.taken, boards: []store.Board{{Name: "remotive", CompleteAt: t0.Add(3 * day)}}}
			var log strings.Builder
			err := keeper(f, &log, t0).Run(t.Context())
			if diff := cmp.Diff(c.want, f.calls); diff != "" {
				t.Error(diff)
			}
			if (err != nil) != (c.fail != nil) {
				t.Errorf("error %v", err)
			}
			for _, want := range c.fail {
				if !errors.Is(err, want) && want != nil {
					t.Errorf("%v is not in %v", want, err)
				}
			}
			if lines := strings.Count(log.String(), "\n"); !strings.Contains(log.String(), c.log) || (c.log != "" && lines != 1) || (c.log == "" && lines != 0) {
				t.Errorf("log %q, want one line with %q", log.String(), c.log)
			}
		})
	}
}

func TestRunStops(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	f := &fake{taken: -1, fail: map[string]error{"check": context.Canceled}, onCheck: cancel}
	err := keeper(f, io.Discard, t0).Run(ctx)
	if diff := cmp.Diff([]string{"check", "release"}, f.calls); diff != "" || !errors.Is(err, context.Canceled) {
		t.Error(diff, err)
	}
}

func TestAbsence(t *testing.T) {
	t.Parallel()
	ok, nothing, shrunk := string(board.OK), string(board.None), string(board.Shrunk)
	complete, fetched := t0.Add(2*time.Hour), t0.Add(5*time.Hour)
	for name, c := range map[string]struct {
		board store.Board
		want  string
	}{
		"all it holds":           {store.Board{Name: "remotive", Outcome: ok, CompleteAt: complete, FetchedAt: fetched}, "2h0m0s 72h0m0s"},
		"never complete":         {store.Board{Name: "remotive", Outcome: ok, FetchedAt: fetched}, "never 72h0m0s"},
		"down since":             {store.Board{Name: "remotive", Outcome: nothing, CompleteAt: complete, FetchedAt: fetched}, "2h0m0s 72h0m0s"},
		"newest hundred":         {store.Board{Name: "remoteok", Outcome: ok, CompleteAt: complete, FetchedAt: fetched}, "2h0m0s 336h0m0s"},
		"jobicy":                 {store.Board{Name: "jobicy", Outcome: ok, CompleteAt: complete, FetchedAt: fetched}, "2h0m0s 336h0m0s"},
		"newest pages":           {store.Board{Name: "himalayas", Outcome: ok, FetchedAt: fetched}, "5h0m0s 336h0m0s"},
		"newest pages, down":     {store.Board{Name: "himalayas", Outcome: nothing, FetchedAt: fetched}, "never 336h0m0s"},
		"newest pages, shrunk":   {store.Board{Name: "himalayas", Outcome: shrunk, FetchedAt: fetched}, "never 336h0m0s"},
		"all pages, down":        {store.Board{Name: "himalayas", Outcome: nothing, CompleteAt: complete, FetchedAt: fetched}, "2h0m0s 336h0m0s"},
		"a board of tomorrow":    {store.Board{Name: "tomorrow", Outcome: ok, CompleteAt: complete}, "2h0m0s 72h0m0s"},
		"never fetched, no name": {store.Board{}, "never 72h0m0s"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := &fake{taken: -1, boards: []store.Board{c.board}}
			if err := keeper(f, io.Discard, t0).Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got, want := f.calls[1], "close:"+c.board.Name+" "+c.want; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// Two processes at once, on a real database, and once more a year later.
func TestRunOnADatabase(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, dsn string) {
		ctx, now := t.Context(), t0
		clock := func() time.Time { return now }
		a, b := storetest.Open(t, dsn, clock), storetest.Open(t, dsn, clock)
		check := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		var ls []scoring.Listing
		for i := range 300 {
			id := fmt.Sprint(i)
			ls = append(ls, scoring.Listing{Ref: scoring.Ref{Board: "remotive", ID: id}, Title: "Role " + id, Company: "Acme", URL: "https://r.example/" + id})
		}
		_, err := a.Take(ctx, "remotive", ls, t0)
		check(err)
		now = t0.Add(4 * day)
		_, err = a.Take(ctx, "remotive", ls[:1], now)
		check(err)
		check(a.PutBoard(ctx, store.Board{Name: "remotive", Outcome: string(board.OK), FetchedAt: now, CompleteAt: now}))
		both := func() {
			t.Helper()
			var wg sync.WaitGroup
			for _, s := range []*store.Store{a, b} {
				wg.Go(func() {
					u := keeper(s, io.Discard, now)
					if err := u.Run(ctx); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
		}
		both()
		if c, err := a.CountOpen(ctx, t0); err != nil || c.Open != 1 {
			t.Errorf("%d open, want 1: %v", c.Open, err)
		}
		if _, err := a.Listing(ctx, ls[1].Ref); err != nil {
			t.Error("closed just now, and gone:", err)
		}
		now = now.Add(365 * day)
		both()
		if _, err := a.Listing(ctx, ls[1].Ref); !errors.Is(err, store.ErrNotFound) {
			t.Error("closed a year ago, and there:", err)
		}
		if c, err := a.CountOpen(ctx, t0); err != nil || c.Open != 1 {
			t.Errorf("time alone closed a listing: %d open: %v", c.Open, err)
		}
		if ok, err := a.Acquire(ctx, "upkeep", "x", time.Second); !ok || err != nil {
			t.Errorf("the lease was left behind: %v", err)
		}
	})
}
