package judge

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"shortlist/scoring"
)

// verdicts judges all and returns how many verdicts came, how many failures, and what waits.
func verdicts(t *testing.T, s *Session, ctx context.Context, all []*scoring.Listing) (good, bad int, waiting []Waiting) {
	t.Helper()
	waiting, err := s.JudgeAll(ctx, person1(), all, func(r Result) error {
		if r.Err == nil {
			good++
		} else {
			bad++
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return good, bad, waiting
}

// TestInFlight holds the pace of a run: 40 calls of 1 s, 4 at once, take 10 s.
func TestInFlight(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		now, most := 0, 0
		m := &fake{answer: func(ctx context.Context, _ int, _ Request) (Reply, error) {
			mu.Lock()
			now++
			most = max(most, now)
			mu.Unlock()
			err := sleep(ctx, time.Second)
			mu.Lock()
			now--
			mu.Unlock()
			return Reply{Text: reply(5)}, err
		}}
		s := judgeOf(t, m, Options{}).Session(Use{Calls: 40})
		began := time.Now()
		good, _, waiting := verdicts(t, s, t.Context(), listings(40))
		if took := time.Since(began); good != 40 || waiting != nil || most != 4 || took != 10*time.Second {
			t.Errorf("%d verdicts, %d waiting, %d at once, %s", good, len(waiting), most, took)
		}
	})
}

// minuteQuota answers so many calls in each minute and refuses the rest, naming a delay as say makes it of the true one.
func minuteQuota(n int, say func(time.Duration) time.Duration) func(context.Context, int, Request) (Reply, error) {
	var mu sync.Mutex
	var window time.Time
	used := 0
	return func(context.Context, int, Request) (Reply, error) {
		mu.Lock()
		defer mu.Unlock()
		now := time.Now()
		if now.Sub(window) >= time.Minute {
			window, used = now, 0
		}
		if used == n {
			return Reply{}, &scoring.JudgeError{Failure: scoring.FailQuotaMinute, RetryAfter: say(window.Add(time.Minute).Sub(now))}
		}
		used++
		return Reply{Text: reply(5), Tokens: scoring.Tokens{Prompt: 1}}, nil
	}
}

// TestQuotaOfTheMinute holds that a quota of 15 a minute loses no listing and does not use up the run's calls, whatever
// delay the server names.
func TestQuotaOfTheMinute(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		say    func(time.Duration) time.Duration
		within time.Duration
	}{
		"the true delay": {func(d time.Duration) time.Duration { return d }, 3*time.Minute + 15*time.Second},
		"none":           {func(time.Duration) time.Duration { return -1 }, 6 * time.Minute},
		"zero":           {func(time.Duration) time.Duration { return 0 }, 6 * time.Minute},
		"half":           {func(d time.Duration) time.Duration { return d / 2 }, 4 * time.Minute},
	} {
		synctest.Test(t, func(t *testing.T) {
			m := &fake{answer: after(time.Second, minuteQuota(15, c.say))}
			s := judgeOf(t, m, Options{}).Session(Use{Calls: 60})
			began := time.Now()
			good, bad, waiting := verdicts(t, s, t.Context(), listings(60))
			if took := time.Since(began); good != 60 || bad != 0 || waiting != nil || took > c.within {
				t.Errorf("%s: %d verdicts, %d failed, %d waiting, %s, %d calls", name, good, bad, len(waiting), took, m.calls())
			}
		})
	}
}

// TestQuotaAndRunLimit holds that refusals do not use up the run's calls: 40 of 60 listings get their verdicts.
func TestQuotaAndRunLimit(t *testing.T) {
	t.Parallel()
	for _, quota := range []int{11, 12, 13, 15, 39} {
		synctest.Test(t, func(t *testing.T) {
			m := &fake{answer: after(time.Second, minuteQuota(quota, func(d time.Duration) time.Duration { return d }))}
			good, bad, waiting := verdicts(t, judgeOf(t, m, Options{}).Session(Use{Calls: 40}), t.Context(), listings(60))
			if good != 40 || bad != 0 || len(waiting) != 20 {
				t.Errorf("%d a minute: %d good, %d bad, %d waiting", quota, good, bad, len(waiting))
			}
		})
	}
}

// TestEverybodyWaits holds that one refusal holds back the calls of every run, for as long as the server says.
func TestEverybodyWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var asked []time.Duration
		began := time.Now()
		m := &fake{answer: func(_ context.Context, n int, _ Request) (Reply, error) {
			asked = append(asked, time.Since(began))
			if n == 0 {
				return Reply{}, &scoring.JudgeError{Failure: scoring.FailQuotaMinute, RetryAfter: 40 * time.Second}
			}
			return Reply{Text: reply(5)}, nil
		}}
		j := judgeOf(t, m, Options{InFlight: 1})
		var done sync.WaitGroup
		for i := range 3 {
			done.Go(func() {
				if _, err := j.Session(Use{}).Judge(t.Context(), listing(fmt.Sprint(i)), person1()); err != nil {
					t.Error(err)
				}
			})
		}
		done.Wait()
		if len(asked) != 4 || asked[0] != 0 || asked[1] < 40*time.Second || asked[1] > 42*time.Second {
			t.Errorf("asked at %v", asked)
		}
	})
}

func TestHold(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPace(1)
		p.hold(80*time.Second, "long")
		p.hold(20*time.Second, "short")
		if left, why := p.held(time.Now()); left != 80*time.Second || why != "long" {
			t.Errorf("%s, %s", left, why)
		}
	})
}

func TestQuotaWait(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		asked    time.Duration
		refusals int
		want     time.Duration
	}{
		{0, 1, 0}, {0, 2, time.Second}, {0, 8, 64 * time.Second}, {-1, 1, 15 * time.Second}, {-1, 7, 32 * time.Second},
		{34 * time.Second, 1, 34 * time.Second}, {34 * time.Second, 8, 64 * time.Second},
	} {
		for range 50 {
			if got := quotaWait(c.asked, c.refusals); got < c.want || got > c.want+c.want/10 || got > c.want+time.Second {
				t.Errorf("%s, refused %d times: %s, want %s", c.asked, c.refusals, got, c.want)
			}
		}
	}
}

// TestOurOwnEndIsNoFailure holds that calls which we broke off do not open the breaker.
func TestOurOwnEndIsNoFailure(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &fake{answer: after(2*time.Second, script(reply(5)))}
		j := judgeOf(t, m, Options{})
		for range 2 * breakAfter {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			if _, err := j.Judge(ctx, listing("1"), person1()); failed(err) != scoring.FailTimeout {
				t.Error(err)
			}
			cancel()
		}
		began := time.Now()
		if _, err := j.Judge(t.Context(), listing("1"), person1()); err != nil || time.Since(began) != 2*time.Second {
			t.Errorf("%v after %s", err, time.Since(began))
		}
	})
}

// TestLongDelays holds that a pause over 90 s, or past the deadline, is not waited for: all else waits for the next run, and
// nothing is asked.
func TestLongDelays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		delay    time.Duration
		deadline time.Duration
	}{{"ten minutes", 10 * time.Minute, time.Hour}, {"past the deadline", 80 * time.Second, time.Minute}} {
		synctest.Test(t, func(t *testing.T) {
			m := &fake{answer: script(&scoring.JudgeError{Failure: scoring.FailQuotaMinute, RetryAfter: c.delay})}
			ctx, cancel := context.WithTimeout(t.Context(), c.deadline)
			defer cancel()
			j := judgeOf(t, m, Options{InFlight: 1})
			s := j.Session(Use{})
			began := time.Now()
			good, bad, waiting := verdicts(t, s, ctx, listings(5))
			if good != 0 || bad != 0 || len(waiting) != 5 || m.calls() != 1 || time.Since(began) > time.Second {
				t.Errorf("%s: %d, %d, %d waiting after %d calls and %s", c.name, good, bad, len(waiting), m.calls(), time.Since(began))
			}
			for _, w := range waiting {
				if w.Why.Failure != scoring.FailBudget || !strings.Contains(w.Why.Error(), "quota of the minute") || w.Why.RetryAfter < time.Minute {
					t.Errorf("%s: %v in %s", c.name, w.Why, w.Why.RetryAfter)
				}
			}
			if s.Stopped() == nil {
				t.Errorf("%s: the session goes on", c.name)
			}
			time.Sleep(c.delay + 10*time.Second)
			m.answer = script(reply(5))
			if _, err := j.Session(Use{}).Judge(t.Context(), listing("1"), person1()); err != nil {
				t.Errorf("%s: afterwards %v", c.name, err)
			}
		})
	}
}

// TestQuotaOfTheDay holds that nothing is asked before the provider's day ends, by no run.
func TestQuotaOfTheDay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		// The bubble's clock begins at midnight UTC, which is 16:00 in California.
		m := &fake{provider: "gemini", answer: script(&scoring.JudgeError{Failure: scoring.FailQuotaDay, RetryAfter: 30 * time.Second})}
		j := judgeOf(t, m, Options{InFlight: 1})
		good, bad, waiting := verdicts(t, j.Session(Use{}), t.Context(), listings(3))
		if good+bad != 0 || len(waiting) != 3 || m.calls() != 1 || waiting[0].Why.Failure != scoring.FailQuotaDay || waiting[1].Why.Failure != scoring.FailBudget {
			t.Fatalf("%d, %d, %+v after %d calls", good, bad, waiting, m.calls())
		}
		m.answer = script(reply(5))
		time.Sleep(7*time.Hour + 59*time.Minute)
		if _, err := j.Session(Use{}).Judge(t.Context(), listing("1"), person1()); failed(err) == scoring.FailBudget {
			// A minute is left, which is waited for only where it is not too long.
			t.Error(err)
		}
		if m.calls() != 2 {
			t.Errorf("%d calls", m.calls())
		}
		if took := time.Now().UTC().Hour(); took != 8 {
			t.Errorf("asked at %s", time.Now().UTC())
		}
	})
}

func TestReset(t *testing.T) {
	t.Parallel()
	at := func(s string) time.Time {
		v, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, c := range []struct {
		provider, now, want, day string
		asked                    time.Duration
	}{
		{"gemini", "2026-11-30T12:00:00Z", "2026-12-01T08:00:00Z", "2026-11-30", -1},
		{"gemini", "2026-11-30T12:00:00Z", "2026-12-01T08:00:00Z", "2026-11-30", 38 * time.Second},
		{"gemini", "2026-07-01T06:59:59Z", "2026-07-01T07:00:00Z", "2026-06-30", -1},
		{"gemini", "2026-03-08T08:00:00Z", "2026-03-09T07:00:00Z", "2026-03-08", -1}, // 23 hours
		{"openai", "2026-11-30T12:00:00Z", "2026-12-01T12:00:00Z", "2026-11-30", -1},
		{"openai", "2026-11-30T12:00:00Z", "2026-11-30T12:10:00Z", "2026-11-30", 10 * time.Minute},
		{"openai", "2026-11-30T12:00:00Z", "2026-12-01T12:00:00Z", "2026-11-30", 100 * time.Hour},
		{"openai", "2026-11-30T12:00:00Z", "2026-12-01T12:00:00Z", "2026-11-30", 0},
	} {
		if got := Reset(c.provider, at(c.now), c.asked); !got.Equal(at(c.want)) {
			t.Errorf("%s at %s: %s, want %s", c.provider, c.now, got.UTC(), c.want)
		}
		if got := Day(c.provider, at(c.now)); got != c.day {
			t.Errorf("%s at %s: day %s, want %s", c.provider, c.now, got, c.day)
		}
	}
}

// TestBreaker holds that a provider which is down is asked seldom, and that the run gives up in time with every listing
// waiting.
func TestBreaker(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &fake{answer: script(scoring.FailOverloaded)}
		j := judgeOf(t, m, Options{})
		began := time.Now()
		good, bad, waiting := verdicts(t, j.Session(Use{}), t.Context(), listings(40))
		if took := time.Since(began); good+bad != 0 || len(waiting) != 40 || m.calls() > 12 || took > 2*time.Minute {
			t.Errorf("%d, %d, %d waiting after %d calls and %s", good, bad, len(waiting), m.calls(), took)
		}
		if why := waiting[39].Why; why.Failure != scoring.FailBudget || !strings.Contains(why.Error(), "failed several times in a row") {
			t.Error(why)
		}
		// Another run asks nothing while the breaker is open, and one call when it is half open.
		before := m.calls()
		if _, err := j.Session(Use{}).Judge(t.Context(), listing("x"), person1()); failed(err) != scoring.FailBudget || m.calls() != before {
			t.Errorf("%v after %d calls more", err, m.calls()-before)
		}
		time.Sleep(maxOpen)
		m.answer = script(reply(5))
		if good, _, waiting := verdicts(t, j.Session(Use{}), t.Context(), listings(8)); good != 8 || waiting != nil {
			t.Errorf("%d good, %d waiting once the provider is back", good, len(waiting))
		}
	})
}

// TestShortOutage holds that a run survives a provider that is away for 20 s.
func TestShortOutage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		down := script(scoring.FailTransport)
		m := &fake{answer: func(ctx context.Context, n int, r Request) (Reply, error) {
			if since := time.Since(began); since > 2*time.Second && since < 22*time.Second {
				return down(ctx, n, r)
			}
			return after(time.Second, script(reply(5)))(ctx, n, r)
		}}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // which is less than a probe may take
		defer cancel()
		good, bad, waiting := verdicts(t, judgeOf(t, m, Options{}).Session(Use{}), ctx, listings(20))
		if took := time.Since(began); good != 20 || bad != 0 || waiting != nil || m.calls() > 30 || took > time.Minute {
			t.Errorf("%d good, %d bad, %d waiting after %d calls and %s", good, bad, len(waiting), m.calls(), took)
		}
	})
}

func TestBreakerStates(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var b breaker
		ask := func(want pass, left time.Duration) pass {
			t.Helper()
			got, wait, _ := b.ask(time.Now())
			if got != want || wait != left {
				t.Errorf("pass %d in %s, want %d in %s", got, wait, want, left)
			}
			return got
		}
		for range breakAfter - 1 {
			b.report(ask(passCall, 0), true, scoring.FailTransport)
		}
		b.report(ask(passCall, 0), true, scoring.FailMalformed) // an answer, if a bad one
		for range breakAfter - 1 {
			b.report(ask(passCall, 0), true, scoring.FailTimeout)
		}
		late := ask(passCall, 0)
		b.report(ask(passCall, 0), true, scoring.FailOverloaded)
		ask(0, minOpen)
		b.report(late, true, scoring.FailOverloaded) // it began before: no reason to wait longer
		ask(0, minOpen)
		for _, open := range []time.Duration{2 * minOpen, 4 * minOpen, 8 * minOpen, maxOpen, maxOpen} {
			time.Sleep(b.open)
			probe := ask(passProbe, 0)
			ask(0, maxWait)
			b.report(probe, true, scoring.FailTransport)
			ask(0, open)
		}
		time.Sleep(maxOpen)
		b.report(ask(passProbe, 0), false, "") // broken off: the next one probes
		b.report(ask(passProbe, 0), true, scoring.FailQuotaMinute)
		ask(passCall, 0)
		b.report(passCall, true, scoring.FailTransport)
		ask(passCall, 0)
	})
}

// TestServerNamesADelay holds that an overloaded server's own delay is obeyed.
func TestServerNamesADelay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &fake{answer: script(&scoring.JudgeError{Failure: scoring.FailOverloaded, RetryAfter: 20 * time.Second}, reply(5))}
		began := time.Now()
		if _, err := judgeOf(t, m, Options{}).Judge(t.Context(), listing("1"), person1()); err != nil || time.Since(began) < 20*time.Second {
			t.Errorf("%v after %s", err, time.Since(began))
		}
	})
}
