package judge

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"shortlist/scoring"
)

// tally is a Meter that keeps what it is told.
type tally struct {
	mu     sync.Mutex
	calls  map[string]int
	tokens map[string]int
	took   time.Duration
	ratio  float64
}

func (m *tally) Call(provider, outcome string, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.calls == nil {
		m.calls = map[string]int{}
	}
	m.calls[provider+" "+outcome]++
	m.took += took
}

func (m *tally) Tokens(provider, kind string, n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.tokens == nil {
		m.tokens = map[string]int{}
	}
	m.tokens[provider+" "+kind] += n
}

func (m *tally) BudgetRemaining(ratio float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ratio = ratio
}

func TestMeter(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		meter := &tally{}
		m := &fake{answer: after(time.Second, script(reply(5), "?", reply(5), scoring.FailBlocked))}
		j := judgeOf(t, m, Options{Meter: meter, Daily: Use{Calls: 8}, InFlight: 1})
		verdicts(t, j.Session(Use{}), t.Context(), listings(3))
		want := map[string]int{"replay ok": 2, "replay malformed": 1, "replay blocked": 1}
		for key, n := range want {
			if meter.calls[key] != n {
				t.Errorf("%s: %d, want %d", key, meter.calls[key], n)
			}
		}
		if len(meter.calls) != len(want) || meter.took != 4*time.Second {
			t.Errorf("%v in %s", meter.calls, meter.took)
		}
		if meter.tokens["replay prompt"] != 310 || meter.tokens["replay output"] != 60 || meter.tokens["replay thinking"] != 15 || len(meter.tokens) != 3 {
			t.Errorf("%v", meter.tokens)
		}
		if meter.ratio != 0.5 {
			t.Errorf("%v is left", meter.ratio)
		}
	})
}

// TestDayIsShared holds that two processes keep one limit between them, thinking tokens counted.
func TestDayIsShared(t *testing.T) {
	t.Parallel()
	ledger := NewMemory()
	var calls int
	for range 2 {
		m := &fake{answer: script(reply(5))}
		j := judgeOf(t, m, Options{Ledger: ledger, Daily: Use{Calls: 5}, InFlight: 1})
		s := j.Session(Use{})
		_, _, waiting := verdicts(t, s, t.Context(), listings(4))
		if s.run.used.Calls != m.calls() {
			t.Errorf("the run counts %+v after %d calls", s.run.used, m.calls())
		}
		calls += m.calls()
		for _, w := range waiting {
			if w.Why.Failure != scoring.FailBudget || !strings.Contains(w.Why.Error(), "limit of the day, 5 calls") || w.Why.RetryAfter <= 0 || w.Why.RetryAfter > 24*time.Hour {
				t.Error(w.Why, w.Why.RetryAfter)
			}
		}
	}
	used, _, _ := ledger.Reserve(t.Context(), Day("replay", time.Now()), Use{}, Use{})
	if calls != 5 || used != (Use{Calls: 5, Tokens: 5 * 125}) {
		t.Errorf("%d calls, %+v", calls, used)
	}
}

// TestTokensAreReserved holds that calls under way count with what they may come to.
func TestTokensAreReserved(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &fake{answer: after(time.Second, script(reply(5)))}
		r := judgeOf(t, m, Options{}).question(listing("0"), person1()).request(plainEnvelope, newMarks("abcdefghijklmnopqrst"), 0, 0)
		one := estimate(len(r.System)+len(r.User)) + 2048 + 20 // and the line that numbers the listing
		j := judgeOf(t, m, Options{Daily: Use{Tokens: 2*one + 125}})
		good, _, waiting := verdicts(t, j.Session(Use{}), t.Context(), listings(4))
		// Two are reserved at once; the other two are refused, although there would have been room after.
		if good != 2 || len(waiting) != 2 || m.calls() != 2 {
			t.Errorf("%d good, %d waiting", good, len(waiting))
		}
		if good, _, _ := verdicts(t, j.Session(Use{}), t.Context(), listings(1)); good != 1 {
			t.Errorf("%d good afterwards", good)
		}
	})
}

// TestCharges holds what a call costs by how it ended.
func TestCharges(t *testing.T) {
	t.Parallel()
	said := scoring.Tokens{Prompt: 50, Cached: 40, Output: 5, Thinking: 7}
	for _, c := range []struct {
		name  string
		reply Reply
		err   error
		calls int
		low   int
		high  int
	}{
		{"said", Reply{Text: reply(5), Tokens: said}, nil, 1, 62, 62},
		{"said of a failure", Reply{}, &scoring.JudgeError{Failure: scoring.FailBlocked, Tokens: said}, 1, 62, 62},
		{"said of a bad reply", Reply{Text: `{"rationale":"x"}`, Tokens: said}, nil, 2, 124, 124},
		{"unsaid", Reply{Text: reply(5)}, nil, 1, 1000, 2000},
		{"unsaid, refused", Reply{Text: "I cannot."}, nil, 1, 1000, 2000},
		{"timeout", Reply{}, &scoring.JudgeError{Failure: scoring.FailTimeout}, 2, 2000, 4000},
		{"overloaded", Reply{}, &scoring.JudgeError{Failure: scoring.FailOverloaded}, 4, 0, 0},
		{"no key", Reply{}, &scoring.JudgeError{Failure: scoring.FailAuth}, 1, 0, 0},
		{"quota", Reply{}, &scoring.JudgeError{Failure: scoring.FailQuotaDay}, 0, 0, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			ledger := NewMemory()
			m := &fake{answer: func(context.Context, int, Request) (Reply, error) { return c.reply, c.err }}
			s := judgeOf(t, m, Options{Ledger: ledger}).Session(Use{})
			_, _ = s.Judge(t.Context(), listing("1"), person1())
			used, _, _ := ledger.Reserve(t.Context(), Day("replay", time.Now()), Use{}, Use{})
			if used.Calls != c.calls || used.Tokens < c.low || used.Tokens > c.high {
				t.Errorf("%s: %+v", c.name, used)
			}
			if s.run.used != used {
				t.Errorf("%s: the run counts %+v", c.name, s.run.used)
			}
		})
	}
}

// brokenLedger cannot be read.
type brokenLedger struct{}

func (brokenLedger) Reserve(context.Context, string, Use, Use) (Use, bool, error) {
	return Use{}, false, errors.New("no database")
}
func (brokenLedger) Correct(context.Context, string, Use) error { return nil }

// TestNoLedgerNoCall holds that nothing is spent where it cannot be counted.
func TestNoLedgerNoCall(t *testing.T) {
	t.Parallel()
	m := &fake{answer: script(reply(5))}
	s := judgeOf(t, m, Options{Ledger: brokenLedger{}}).Session(Use{Calls: 3})
	if _, err := s.Judge(t.Context(), listing("1"), person1()); failed(err) != scoring.FailBudget || m.calls() != 0 || s.run.used != (Use{}) {
		t.Errorf("%v after %d calls", err, m.calls())
	}
}

func TestMemory(t *testing.T) {
	t.Parallel()
	m := NewMemory()
	for _, c := range []struct {
		day         string
		want, limit Use
		used        Use
		ok          bool
	}{
		{"1", Use{1, 10}, Use{2, 0}, Use{1, 10}, true},
		{"1", Use{1, 10}, Use{2, 0}, Use{2, 20}, true},
		{"1", Use{1, 10}, Use{2, 0}, Use{2, 20}, false},
		{"1", Use{1, 10}, Use{0, 29}, Use{2, 20}, false},
		{"1", Use{1, 10}, Use{0, 30}, Use{3, 30}, true},
		{"2", Use{1, 10}, Use{1, 10}, Use{1, 10}, true},
		{"1", Use{}, Use{}, Use{3, 30}, true},
		{"3", Use{}, Use{}, Use{}, true},
		{"1", Use{}, Use{}, Use{}, true}, // forgotten
	} {
		if used, ok, err := m.Reserve(t.Context(), c.day, c.want, c.limit); used != c.used || ok != c.ok || err != nil {
			t.Errorf("%+v: %+v, %v, %v", c, used, ok, err)
		}
	}
	if got := (Use{3, 50}).left(Use{4, 100}); got != 0.25 {
		t.Error(got)
	}
	if got := (Use{1, 90}).left(Use{4, 120}); got != 0.25 {
		t.Error(got)
	}
	if got := (Use{9, 50}).left(Use{4, 100}); got != 0 {
		t.Error(got)
	}
	if got := (Use{9, 50}).left(Use{}); got != 1 {
		t.Error(got)
	}
}
