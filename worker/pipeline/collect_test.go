package pipeline_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"shortlist/worker/board"
	"shortlist/worker/pipeline"
	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
)

var t0 = time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)

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

// fakeBoard answers with what it is given.
type fakeBoard struct {
	name string
	mu   sync.Mutex
	give func(v board.Validators) (board.Fetched, error)
	n    int
}

func (b *fakeBoard) Name() string { return b.name }

func (b *fakeBoard) Fetch(_ context.Context, v board.Validators) (board.Fetched, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.n++
	return b.give(v)
}

func (b *fakeBoard) set(give func(board.Validators) (board.Fetched, error)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.give = give
}

func (b *fakeBoard) fetches() int { b.mu.Lock(); defer b.mu.Unlock(); return b.n }

// listings is a sound answer with n listings, each of another company.
func listings(name string, n int) func(board.Validators) (board.Fetched, error) {
	return func(board.Validators) (board.Fetched, error) {
		f := board.Fetched{Complete: true, Validators: board.Validators{ETag: fmt.Sprint(n)}}
		for i := range n {
			f.Add(board.Raw{Board: name, ID: fmt.Sprint(i), URL: fmt.Sprintf("https://%s.example/jobs/%d", name, i), Title: fmt.Sprintf("Golang Developer %d", i),
				Company: fmt.Sprintf("%s Company %d", name, i), Body: "<p>We write Go.</p>", Places: []string{"Worldwide"}, PostedAt: t0.Add(-time.Duration(i) * time.Hour)})
		}
		return f, nil
	}
}

func fails(o board.Outcome, retryAfter time.Duration) func(board.Validators) (board.Fetched, error) {
	return func(board.Validators) (board.Fetched, error) {
		return board.Fetched{}, &board.Error{Outcome: o, Sentence: "answered oddly", RetryAfter: retryAfter}
	}
}

type collecting struct {
	*pipeline.Collector
	board *fakeBoard
	clock *clock
	store *store.Store
}

func collectors(t *testing.T, do func(t *testing.T, c collecting)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, dsn string) {
		k := &clock{t: t0}
		s := storetest.Open(t, dsn, k.now)
		b := &fakeBoard{name: "remoteok", give: listings("remoteok", 20)}
		do(t, collecting{&pipeline.Collector{
			Sources: []pipeline.Source{{Fetcher: b, Label: "Remote OK", BaseURL: "https://remoteok.example", Every: time.Hour}},
			Store:   s, Now: k.now, Log: slog.New(slog.DiscardHandler),
		}, b, k, s})
	})
}

func (c collecting) refresh(t *testing.T) store.Board {
	t.Helper()
	states, err := c.Refresh(t.Context(), pipeline.IfDue)
	if err != nil {
		t.Fatal(err)
	}
	return states[0].Board
}

func (c collecting) open(t *testing.T) int {
	t.Helper()
	counts, err := c.store.CountOpen(t.Context(), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	return counts.Open
}

func TestABoardIsAskedNoMoreOftenThanItsInterval(t *testing.T) {
	collectors(t, func(t *testing.T, c collecting) {
		for range 3 {
			if b := c.refresh(t); b.Outcome != "ok" || b.Listings != 20 {
				t.Fatalf("%+v", b)
			}
		}
		c.clock.add(59 * time.Minute)
		c.refresh(t)
		if n := c.board.fetches(); n != 1 {
			t.Errorf("%d fetches within the interval", n)
		}
		if _, err := c.Refresh(t.Context(), pipeline.IfOwn); err != nil || c.board.fetches() != 1 {
			t.Errorf("a real board was asked before its time: %v", err)
		}
		c.clock.add(2 * time.Minute)
		c.refresh(t)
		if n := c.board.fetches(); n != 2 {
			t.Errorf("%d fetches after the interval", n)
		}
	})
}

func TestManyCollectorsFetchOnce(t *testing.T) {
	collectors(t, func(t *testing.T, c collecting) {
		var wg sync.WaitGroup
		for range 6 {
			wg.Go(func() {
				if _, err := c.Refresh(t.Context(), pipeline.IfDue); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if n := c.board.fetches(); n != 1 {
			t.Errorf("%d fetches", n)
		}
	})
}

func TestValidatorsAndNotModified(t *testing.T) {
	collectors(t, func(t *testing.T, c collecting) {
		c.refresh(t)
		c.clock.add(2 * time.Hour)
		c.board.set(func(v board.Validators) (board.Fetched, error) {
			if v.ETag != "20" {
				t.Errorf("asked with %+v", v)
			}
			return board.Fetched{NotModified: true, Validators: v}, nil
		})
		b := c.refresh(t)
		if b.Outcome != "not_modified" || b.Listings != 20 || b.ETag != "20" || !b.CompleteAt.Equal(c.clock.now()) || c.open(t) != 20 {
			t.Errorf("%+v, %d open", b, c.open(t))
		}
	})
}

func TestFailures(t *testing.T) {
	for name, give := range map[string]func(board.Validators) (board.Fetched, error){
		"none":         listings("remoteok", 0),
		"shrunk":       listings("remoteok", 2),
		"server_error": fails(board.ServerError, 0),
		"network":      fails(board.Network, 0),
		"partial": func(v board.Validators) (board.Fetched, error) {
			f, err := listings("remoteok", 12)(v)
			f.Complete, f.Later = false, &board.Error{Outcome: board.Partial, Sentence: "sent 12 listings, but page 2 did not come"}
			return f, err
		},
	} {
		t.Run(name, func(t *testing.T) {
			collectors(t, func(t *testing.T, c collecting) {
				good := c.refresh(t)
				c.clock.add(2 * time.Hour)
				c.board.set(give)
				b := c.refresh(t)
				if b.Outcome != name || b.Error == "" || b.Failures != 1 || !b.FailingSince.Equal(c.clock.now()) {
					t.Errorf("%+v", b)
				}
				if c.open(t) != 20 || !b.CompleteAt.Equal(good.CompleteAt) {
					t.Errorf("%d open, complete at %v: something was closed or lost", c.open(t), b.CompleteAt)
				}
				// A board that answered was asked: its terms hold. One that was not reached is tried sooner.
				first, second := time.Hour, time.Hour
				if name == "network" {
					first, second = 5*time.Minute, 10*time.Minute
				}
				if d := b.NextAt.Sub(c.clock.now()); d != first {
					t.Errorf("tried again after %v, want %v", d, first)
				}
				c.clock.add(first + time.Minute)
				since := b.FailingSince
				if b = c.refresh(t); !b.FailingSince.Equal(since) || b.Failures != 2 || b.NextAt.Sub(c.clock.now()) != second {
					t.Errorf("second failure %+v", b)
				}
				c.clock.add(second + time.Minute)
				c.board.set(listings("remoteok", 20))
				if b = c.refresh(t); b.Outcome != "ok" || b.Error != "" || b.Failures != 0 || !b.FailingSince.IsZero() {
					t.Errorf("recovery %+v", b)
				}
			})
		})
	}
}

func TestASmallerBoardIsBelievedInTheEnd(t *testing.T) {
	collectors(t, func(t *testing.T, c collecting) {
		c.refresh(t)
		c.board.set(listings("remoteok", 3))
		for _, want := range []string{"shrunk", "shrunk", "ok"} {
			c.clock.add(2 * time.Hour)
			if b := c.refresh(t); b.Outcome != want {
				t.Errorf("%+v, want %s", b, want)
			}
		}
	})
}

func TestRetryAfterIsObeyed(t *testing.T) {
	collectors(t, func(t *testing.T, c collecting) {
		c.board.set(fails(board.RateLimited, 3*time.Hour))
		if b := c.refresh(t); b.NextAt.Sub(c.clock.now()) != 3*time.Hour {
			t.Errorf("%+v", b)
		}
		c.clock.add(2 * time.Hour)
		if c.refresh(t); c.board.fetches() != 1 {
			t.Error("asked before the board allowed it")
		}
	})
}

func TestANewAddressStartsAnew(t *testing.T) {
	collectors(t, func(t *testing.T, c collecting) {
		c.refresh(t)
		c.Sources[0].BaseURL = "https://mirror.example"
		c.board.set(func(v board.Validators) (board.Fetched, error) {
			if v != (board.Validators{}) {
				t.Errorf("validators of another server: %+v", v)
			}
			return listings("remoteok", 1)(v)
		})
		if b := c.refresh(t); b.Outcome != "ok" || c.board.fetches() != 2 {
			t.Errorf("%+v", b)
		}
	})
}

func TestAStoppedFetchSaysNothingOfTheBoard(t *testing.T) {
	collectors(t, func(t *testing.T, c collecting) {
		ctx, cancel := context.WithCancel(t.Context())
		c.board.set(func(board.Validators) (board.Fetched, error) {
			cancel()
			return board.Fetched{}, context.Canceled
		})
		if _, err := c.Refresh(ctx, pipeline.IfDue); err == nil {
			t.Error("no error")
		}
		if b, err := c.store.Board(t.Context(), "remoteok"); err != nil || b.Failures != 0 || !b.FetchedAt.IsZero() {
			t.Errorf("%+v %v", b, err)
		}
	})
}

func TestUnreadableListings(t *testing.T) {
	collectors(t, func(t *testing.T, c collecting) {
		c.board.set(func(board.Validators) (board.Fetched, error) {
			var f board.Fetched
			f.Add(board.Raw{Board: "remoteok", ID: "1"})
			return f, nil
		})
		if b := c.refresh(t); b.Outcome != "malformed" || !strings.Contains(b.Error, "none of them readable") {
			t.Errorf("%+v", b)
		}
	})
}
