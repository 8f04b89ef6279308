package judge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"shortlist/scoring"
)

// TestTooManyFailures holds the edge: 10 of 50 are put up with, 11 are not.
func TestTooManyFailures(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		fails   func(i int) bool
		judged  int
		waiting int
	}{
		{"a fifth", func(i int) bool { return i%5 == 0 }, 200, 0},
		{"all", func(int) bool { return true }, 11, 189},
		{"none, then all", func(i int) bool { return i >= 100 }, 111, 89},
		{"eleven far apart", func(i int) bool { return i%10 == 0 }, 200, 0},
		{"a quarter", func(i int) bool { return i%4 == 0 }, 41, 159},
	} {
		m := &fake{answer: func(_ context.Context, n int, r Request) (Reply, error) {
			if c.fails(n) {
				return script(scoring.FailBlocked)(t.Context(), n, r)
			}
			return Reply{Text: reply(5)}, nil
		}}
		s := judgeOf(t, m, Options{InFlight: 1}).Session(Use{})
		good, bad, waiting := verdicts(t, s, t.Context(), listings(200))
		if good+bad != c.judged || len(waiting) != c.waiting || m.calls() != c.judged {
			t.Errorf("%s: %d judged, %d waiting, %d calls", c.name, good+bad, len(waiting), m.calls())
		}
		if c.waiting == 0 {
			continue
		}
		if why := waiting[0].Why; why.Failure != scoring.FailBudget || !strings.Contains(why.Error(), "11 of the last") || !strings.Contains(why.Error(), "blocked") {
			t.Errorf("%s: %v", c.name, why)
		}
	}
}

// TestFatalFailuresStop holds that no key is tried twice and no retired model asked again, in this run.
func TestFatalFailuresStop(t *testing.T) {
	t.Parallel()
	for _, f := range []scoring.Failure{scoring.FailAuth, scoring.FailModelGone} {
		m := &fake{answer: script(reply(5), f)}
		j := judgeOf(t, m, Options{InFlight: 1})
		s := j.Session(Use{})
		good, bad, waiting := verdicts(t, s, t.Context(), listings(9))
		if good != 1 || bad != 0 || len(waiting) != 8 || m.calls() != 2 {
			t.Errorf("%s: %d, %d, %d waiting after %d calls", f, good, bad, len(waiting), m.calls())
		}
		if waiting[0].Why.Failure != f || waiting[7].Why.Failure != scoring.FailBudget || !strings.Contains(waiting[7].Why.Error(), string(f)) {
			t.Errorf("%s: %v; %v", f, waiting[0].Why, waiting[7].Why)
		}
		if s.halted() == nil {
			t.Errorf("%s: later listings set the session going again", f)
		}
		// The next run asks again: the key may have been corrected.
		m.answer = script(reply(5))
		if good, _, _ := verdicts(t, j.Session(Use{}), t.Context(), listings(2)); good != 2 {
			t.Errorf("%s: %d in the next run", f, good)
		}
	}
}

// TestStopWhileWaiting holds that a call which waits for the provider is not made once another has ended the judging, and
// costs nothing.
func TestStopWhileWaiting(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &fake{answer: func(ctx context.Context, n int, r Request) (Reply, error) {
			if n == 0 {
				return Reply{}, &scoring.JudgeError{Failure: scoring.FailQuotaMinute, RetryAfter: 40 * time.Second}
			}
			return after(5*time.Second, script(&scoring.JudgeError{Failure: scoring.FailAuth}))(ctx, n, r)
		}}
		s := judgeOf(t, m, Options{InFlight: 2}).Session(Use{})
		// The second call must be under way before the first is refused.
		first := m.answer
		m.answer = func(ctx context.Context, n int, r Request) (Reply, error) {
			if err := sleep(ctx, time.Second); err != nil {
				return Reply{}, err
			}
			return first(ctx, n, r)
		}
		_, _, waiting := verdicts(t, s, t.Context(), listings(5))
		if m.calls() != 2 || len(waiting) != 5 || s.run.used != (Use{Calls: 1}) {
			t.Errorf("%d calls, %d waiting, %+v", m.calls(), len(waiting), s.run.used)
		}
	})
}

// TestAFurtherSampleCanStop holds that a fatal failure of a second sample keeps the first and ends the judging.
func TestAFurtherSampleCanStop(t *testing.T) {
	t.Parallel()
	always := func(*scoring.Listing, *scoring.Profile, scoring.Verdict) bool { return true }
	m := &fake{answer: script(reply(7), scoring.FailAuth)}
	good, bad, waiting := verdicts(t, judgeOf(t, m, Options{InFlight: 1, MoreSamples: always}).Session(Use{}), t.Context(), listings(4))
	if good != 1 || bad != 0 || len(waiting) != 3 || m.calls() != 2 {
		t.Errorf("%d, %d, %d waiting after %d calls", good, bad, len(waiting), m.calls())
	}
}

// TestALimitHoldsForWorseListings holds that a shorter advert does not take what was too little for a better one.
func TestALimitHoldsForWorseListings(t *testing.T) {
	t.Parallel()
	all := listings(3)
	all[1].Text = strings.Repeat("boat ", 2000)
	m := &fake{answer: script(reply(5))}
	good, _, waiting := verdicts(t, judgeOf(t, m, Options{InFlight: 1}).Session(Use{Tokens: 5500}), t.Context(), all)
	if good != 1 || len(waiting) != 2 || m.calls() != 1 {
		t.Errorf("%d good, %d waiting after %d calls", good, len(waiting), m.calls())
	}
}

func TestRunLimit(t *testing.T) {
	t.Parallel()
	m := &fake{answer: script(reply(5))}
	s := judgeOf(t, m, Options{}).Session(Use{Calls: 7})
	var mu sync.Mutex
	var judged []string
	all := listings(20)
	waiting, err := s.JudgeAll(t.Context(), person1(), all, func(r Result) error {
		mu.Lock()
		defer mu.Unlock()
		judged = append(judged, r.Listing.ID)
		return nil
	})
	slices.Sort(judged)
	if err != nil || !slices.Equal(judged, []string{"0", "1", "2", "3", "4", "5", "6"}) || len(waiting) != 13 {
		t.Fatalf("judged %v, %d waiting, %v", judged, len(waiting), err)
	}
	for i, w := range waiting {
		if w.Listing != all[7+i] || w.Why.Failure != scoring.FailBudget || !strings.Contains(w.Why.Error(), "limit of this run, 7 calls") {
			t.Errorf("%d: %s, %v", i, w.Listing.ID, w.Why)
		}
	}
}

// TestStoredVerdictsOfAStoppedRun holds that a session without budget still gives what is stored.
func TestStoredVerdictsOfAStoppedRun(t *testing.T) {
	t.Parallel()
	cache := &shelf{}
	all := listings(10)
	m := &fake{answer: script(reply(5))}
	j := judgeOf(t, m, Options{Cache: cache, InFlight: 1})
	if good, _, _ := verdicts(t, j.Session(Use{}), t.Context(), all[5:]); good != 5 {
		t.Fatal(good)
	}
	good, _, waiting := verdicts(t, j.Session(Use{Calls: 2}), t.Context(), all)
	if good != 7 || len(waiting) != 3 || waiting[0].Listing != all[2] || m.calls() != 7 {
		t.Errorf("%d good, %d waiting after %d calls", good, len(waiting), m.calls())
	}
}

// TestKilledRunPaysForTheRest holds that a run begun again asks only for what is not stored.
func TestKilledRunPaysForTheRest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		cache := &shelf{}
		m := &fake{answer: after(time.Second, script(reply(5)))}
		ctx, cancel := context.WithTimeout(t.Context(), 3500*time.Millisecond)
		defer cancel()
		good, bad, waiting := verdicts(t, judgeOf(t, m, Options{Cache: cache}).Session(Use{}), ctx, listings(40))
		if good != 12 || bad != 0 || len(waiting) != 28 || waiting[27].Why.Failure != scoring.FailTimeout {
			t.Fatalf("%d, %d, %d waiting", good, bad, len(waiting))
		}
		before := m.calls()
		good, _, waiting = verdicts(t, judgeOf(t, m, Options{Cache: cache}).Session(Use{}), t.Context(), listings(40))
		if good != 40 || waiting != nil || m.calls()-before != 28 {
			t.Errorf("%d good, %d waiting after %d calls more", good, len(waiting), m.calls()-before)
		}
	})
}

// TestResultsThatCannotBeKept holds that an error of the caller ends the judging.
func TestResultsThatCannotBeKept(t *testing.T) {
	t.Parallel()
	m := &fake{answer: script(reply(5))}
	full := errors.New("the disk is full")
	n := 0
	waiting, err := judgeOf(t, m, Options{InFlight: 1}).Session(Use{}).JudgeAll(t.Context(), person1(), listings(9), func(Result) error {
		if n++; n == 3 {
			return full
		}
		return nil
	})
	if !errors.Is(err, full) || len(waiting) != 7 || m.calls() != 3 || !errors.Is(waiting[0].Why, full) {
		t.Errorf("%v, %d waiting after %d calls", err, len(waiting), m.calls())
	}
}

// TestNoResultAfterAnError holds that each is not called again once it has failed.
func TestNoResultAfterAnError(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &fake{answer: func(context.Context, int, Request) (Reply, error) {
			time.Sleep(time.Second)
			return Reply{Text: reply(5)}, nil
		}}
		n := 0
		waiting, err := judgeOf(t, m, Options{}).Session(Use{}).JudgeAll(t.Context(), person1(), listings(9), func(Result) error {
			n++
			return errors.New("the disk is full")
		})
		if err == nil || n != 1 || len(waiting) != 9 {
			t.Errorf("%v after %d results, %d waiting", err, n, len(waiting))
		}
	})
}

// TestOwnFailuresAreResults holds that a listing which the model cannot judge is a result, and never a score.
func TestOwnFailuresAreResults(t *testing.T) {
	t.Parallel()
	m := &fake{answer: script("I cannot evaluate this.", "Score: 9", "Score: 9", reply(5))}
	var got []string
	waiting, err := judgeOf(t, m, Options{InFlight: 1}).Session(Use{}).JudgeAll(t.Context(), person1(), listings(3), func(r Result) error {
		got = append(got, fmt.Sprintf("%s %d %s", r.Listing.ID, r.Verdict.Score, errString(r.Err)))
		return nil
	})
	if err != nil || waiting != nil || !slices.Equal(got, []string{"0 0 refused", "1 0 malformed", "2 5 "}) {
		t.Errorf("%q, %v, %v", got, waiting, err)
	}
}

func errString(err *scoring.JudgeError) string {
	if err == nil {
		return ""
	}
	return string(err.Failure)
}

func TestJudgeAllOfNothing(t *testing.T) {
	t.Parallel()
	if waiting, err := judgeOf(t, &fake{}, Options{}).Session(Use{}).JudgeAll(t.Context(), person1(), nil, nil); waiting != nil || err != nil {
		t.Error(waiting, err)
	}
}
