package judge

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"shortlist/scoring"
)

// shelf is a Cache in memory.
type shelf struct {
	mu     sync.Mutex
	kept   map[string][]byte
	broken bool
}

func (s *shelf) Get(ctx context.Context, key string) ([]byte, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken || ctx.Err() != nil {
		return nil, false, errors.New("no shelf")
	}
	raw, ok := s.kept[key]
	return raw, ok, nil
}

func (s *shelf) Put(ctx context.Context, key string, raw []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken || ctx.Err() != nil {
		return errors.New("no shelf")
	}
	if s.kept == nil {
		s.kept = map[string][]byte{}
	}
	s.kept[key] = raw
	return nil
}

func TestStoredRepliesCostNothing(t *testing.T) {
	t.Parallel()
	always := func(*scoring.Listing, *scoring.Profile, scoring.Verdict) bool { return true }
	cache := &shelf{}
	m := &fake{answer: script(reply(7, "invented"), "?", reply(3), reply(5))}
	first, err := judgeOf(t, m, Options{Cache: cache, MoreSamples: always}).Judge(t.Context(), listing("1"), person1())
	if err != nil {
		t.Fatal(err)
	}
	// A new process knows of no served model but by the cache, and may call nothing at all.
	m = &fake{answer: script(scoring.FailAuth)}
	j := judgeOf(t, m, Options{Cache: cache, MoreSamples: always, Daily: Use{Tokens: 1}})
	again, err := j.Judge(t.Context(), listing("1"), person1())
	if err != nil || m.calls() != 0 {
		t.Fatalf("%v after %d calls", err, m.calls())
	}
	if again.Score != 5 || again.Tokens != first.Tokens || !again.JudgedAt.Equal(first.JudgedAt) || again.ModelServed != "owl-2-0731" {
		t.Errorf("%+v\nwas\n%+v", again, first)
	}
	for name, change := range map[string]func(*scoring.Listing, *scoring.Profile){
		"text":   func(l *scoring.Listing, _ *scoring.Profile) { l.Text += " More." },
		"title":  func(l *scoring.Listing, _ *scoring.Profile) { l.Title = "Captain" },
		"pay":    func(l *scoring.Listing, _ *scoring.Profile) { l.Pay.Max++ },
		"rubric": func(_ *scoring.Listing, p *scoring.Profile) { p.Rubric += "x" },
	} {
		l, p := listing("1"), person1()
		change(l, p)
		if _, err := j.Judge(t.Context(), l, p); failed(err) != scoring.FailBudget {
			t.Errorf("%s: the old verdict was given", name)
		}
	}
	// The same advert on another board is the same question.
	if _, err := j.Judge(t.Context(), listing("2"), person1()); err != nil {
		t.Error(err)
	}
}

// TestAnotherServedModel holds that the replies of a model that is no longer served are asked for anew.
func TestAnotherServedModel(t *testing.T) {
	t.Parallel()
	cache := &shelf{}
	served := "owl-2-0731"
	m := &fake{answer: func(context.Context, int, Request) (Reply, error) { return Reply{Text: reply(7), Model: served}, nil }}
	ask := func(id string, want int) {
		t.Helper()
		before := m.calls()
		l := listing("1")
		l.Text = id
		// Each time as after a restart.
		if _, err := judgeOf(t, m, Options{Cache: cache}).Judge(t.Context(), l, person1()); err != nil || m.calls()-before != want {
			t.Errorf("%v after %d calls, want %d", err, m.calls()-before, want)
		}
	}
	ask("a", 1)
	ask("a", 0)
	served = "owl-3"
	ask("b", 1)
	ask("b", 0)
	ask("a", 1)
	ask("a", 0)
}

func TestFailuresAreNotStored(t *testing.T) {
	t.Parallel()
	cache := &shelf{}
	m := &fake{answer: script("?", "?", reply(5))}
	j := judgeOf(t, m, Options{Cache: cache})
	if _, err := j.Judge(t.Context(), listing("1"), person1()); failed(err) != scoring.FailMalformed || len(cache.kept) != 0 {
		t.Errorf("%v with %d kept", err, len(cache.kept))
	}
	if v, err := j.Judge(t.Context(), listing("1"), person1()); err != nil || v.Score != 5 {
		t.Error(v, err)
	}
}

func TestABrokenCacheStopsNothing(t *testing.T) {
	t.Parallel()
	m := &fake{answer: script(reply(5))}
	j := judgeOf(t, m, Options{Cache: &shelf{broken: true}})
	for range 2 {
		if _, err := j.Judge(t.Context(), listing("1"), person1()); err != nil {
			t.Error(err)
		}
	}
	if m.calls() != 2 {
		t.Errorf("%d calls", m.calls())
	}
	// What was stored once and cannot be read as a verdict any more is asked for again.
	cache := &shelf{}
	j = judgeOf(t, m, Options{Cache: cache})
	for range 2 {
		if _, err := j.Judge(t.Context(), listing("1"), person1()); err != nil {
			t.Error(err)
		}
		for key := range cache.kept {
			if key != servedKey("replay", "owl-2") {
				cache.kept[key] = []byte(`{"text":"Score: 10"}`)
			}
		}
	}
	if m.calls() != 4 {
		t.Errorf("%d calls", m.calls())
	}
}

// TestPaidIsKept holds that a reply which comes as the run is stopped is stored all the same.
func TestPaidIsKept(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		cache := &shelf{}
		ctx, cancel := context.WithCancel(t.Context())
		m := &fake{answer: func(context.Context, int, Request) (Reply, error) {
			cancel() // and the provider answers nevertheless
			return Reply{Text: reply(8), Model: "owl"}, nil
		}}
		j := judgeOf(t, m, Options{Cache: cache})
		if _, err := j.Judge(ctx, listing("1"), person1()); err != nil {
			t.Error(err)
		}
		if v, err := j.Judge(t.Context(), listing("1"), person1()); err != nil || v.Score != 8 || m.calls() != 1 {
			t.Errorf("%+v, %v after %d calls", v, err, m.calls())
		}
		time.Sleep(time.Second)
	})
}

func TestKey(t *testing.T) {
	t.Parallel()
	base := KeyParts{"a", "b", "c", "d", "e", "f", "g", "h", 0}
	keys := map[string]bool{Key(base): true}
	for _, k := range []KeyParts{
		{"ab", "", "c", "d", "e", "f", "g", "h", 0}, {"a", "B", "c", "d", "e", "f", "g", "h", 0}, {"a", "b", "C", "d", "e", "f", "g", "h", 0},
		{"a", "b", "c", "D", "e", "f", "g", "h", 0}, {"a", "b", "c", "d", "E", "f", "g", "h", 0}, {"a", "b", "c", "d", "e", "F", "g", "h", 0},
		{"a", "b", "c", "d", "e", "f", "G", "h", 0}, {"a", "b", "c", "d", "e", "f", "g", "H", 0}, {"a", "b", "c", "d", "e", "f", "g", "h", 1},
		{"a", "b", "c", "d", "e", "f", "g", "", 0}, {"a", "b", "c", "d", "e", "f", "", "gh", 0},
	} {
		if key := Key(k); keys[key] || len(key) != 64 {
			t.Errorf("%+v has the key %s of another", k, key)
		} else {
			keys[key] = true
		}
	}
}
