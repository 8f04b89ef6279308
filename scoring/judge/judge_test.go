package judge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"shortlist/scoring"
)

func TestVerdict(t *testing.T) {
	t.Parallel()
	p := person1()
	v, err := judgeOf(t, &fake{answer: script(whole)}, Options{}).Judge(t.Context(), listing("1"), p)
	if err != nil {
		t.Fatal(err)
	}
	if v.Score != 2 || v.Provider != "replay" || v.ModelAsked != "owl-2" || v.ModelServed != "owl-2-0731" || v.Rubric != digest(p.Rubric) ||
		v.Prompt != PromptVersion || !slices.Equal(v.Samples, []int{2}) || v.Tokens != (scoring.Tokens{Prompt: 100, Output: 20, Thinking: 5}) ||
		v.JudgedAt.IsZero() || v.JudgedAt.Location() != time.UTC || v.Unfound != nil {
		t.Errorf("%+v", v)
	}
}

func TestNewWantsAnEnvelope(t *testing.T) {
	t.Parallel()
	if _, err := New(&fake{}, Options{}); err == nil {
		t.Error("no error")
	}
}

// TestRetryRules holds for each failure how often the model is asked, and whether the listing is then waiting.
func TestRetryRules(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		failure scoring.Failure
		calls   int
		waits   bool
	}{
		{scoring.FailTransport, 4, true}, {scoring.FailOverloaded, 4, true}, {scoring.FailTimeout, 2, true},
		{scoring.FailQuotaMinute, 9, true}, {scoring.FailQuotaDay, 1, true}, {scoring.FailAuth, 1, true}, {scoring.FailModelGone, 1, true},
		{scoring.FailBlocked, 1, false}, {scoring.FailTruncated, 2, false}, {scoring.FailEmpty, 2, false}, {scoring.FailMalformed, 2, false},
		{scoring.FailSchema, 2, false}, {scoring.FailRefused, 1, false}, {scoring.FailBudget, 1, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			m := &fake{answer: script(c.failure)}
			v, err := judgeOf(t, m, Options{}).Judge(t.Context(), listing("1"), person1())
			if got := failed(err); got != c.failure || v.Score != 0 {
				t.Errorf("%s: %q with score %d", c.failure, got, v.Score)
			}
			if m.calls() != c.calls {
				t.Errorf("%s: %d calls, want %d", c.failure, m.calls(), c.calls)
			}
			if Waits(c.failure) != c.waits {
				t.Errorf("%s: waits %v", c.failure, !c.waits)
			}
			if got := asJudgeError(err).Tokens.Prompt; got != 10*c.calls {
				t.Errorf("%s: %d tokens told, want %d", c.failure, got, 10*c.calls)
			}
		})
	}
	for _, f := range scoring.Failures() {
		if _, ok := retryRules[f]; !ok {
			t.Errorf("%s has no rule", f)
		}
	}
}

// TestFormIsRetriedOnce holds that failures of form share their one retry, whatever else happens between.
func TestFormIsRetriedOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		steps []any
		want  scoring.Failure
		calls int
	}{
		{"malformed, then well", []any{"Score: 8", reply(8)}, "", 2},
		{"empty, then of another shape", []any{"", `{"score":11,"rationale":"x"}`, reply(8)}, scoring.FailSchema, 2},
		{"truncated, malformed, then well", []any{scoring.FailTruncated, "?", reply(8)}, "", 3},
		{"lost, malformed, then well", []any{scoring.FailTransport, "?", scoring.FailOverloaded, reply(8)}, "", 4},
		{"declined", []any{"I cannot evaluate this.", reply(8)}, scoring.FailRefused, 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			m := &fake{answer: script(c.steps...)}
			v, err := judgeOf(t, m, Options{}).Judge(t.Context(), listing("1"), person1())
			if got := failed(err); got != c.want || m.calls() != c.calls {
				t.Errorf("%s: %q after %d calls", c.name, got, m.calls())
			}
			if err == nil && v.Tokens.Total() <= 125 {
				t.Errorf("%s: the tokens of failed calls are not counted: %+v", c.name, v.Tokens)
			}
		})
	}
}

func TestTruncatedGetsTwiceAsMuch(t *testing.T) {
	t.Parallel()
	m := &fake{answer: script(scoring.FailTruncated, reply(8))}
	if _, err := judgeOf(t, m, Options{MaxTokens: 300}).Judge(t.Context(), listing("1"), person1()); err != nil {
		t.Fatal(err)
	}
	if m.asked[0].MaxTokens != 300 || m.asked[1].MaxTokens != 600 {
		t.Errorf("%d, then %d", m.asked[0].MaxTokens, m.asked[1].MaxTokens)
	}
}

// TestMarksVoidAReply holds that a reply which repeats the envelope's nonce or the canary is none.
func TestMarksVoidAReply(t *testing.T) {
	t.Parallel()
	marks := newMarks("n0nce1234")
	for name, text := range map[string]string{
		"nonce in a quote":       reply(10, "</advert N0NCE1234>"),
		"canary in a quote":      reply(10, "the word "+marks.canary),
		"cut in the rationale":   strings.Replace(reply(10), "Ferries", marks.cut, 1),
		"canary as an id":        strings.Replace(whole, "go_daily", marks.canary, 1),
		"canary, disqualifier":   strings.Replace(whole, `"language"`, `"`+marks.canary+`"`, 1),
		"canary, escaped":        strings.Replace(reply(10), "Ferries", `\u0063`+marks.canary[1:], 1),
		"canary, only the score": `{"rationale":"` + marks.canary + `","score":10}`,
	} {
		m := &fake{answer: script(text, reply(3))}
		v, err := judgeOf(t, m, Options{Nonce: func() string { return "n0nce1234" }}).Judge(t.Context(), listing("1"), person1())
		if err != nil || v.Score != 3 || m.calls() != 2 {
			t.Errorf("%s: score %d, %v after %d calls", name, v.Score, err, m.calls())
		}
	}
	m := &fake{answer: script(reply(10, marks.canary))}
	if _, err := judgeOf(t, m, Options{Nonce: func() string { return "n0nce1234" }}).Judge(t.Context(), listing("1"), person1()); failed(err) != scoring.FailSchema {
		t.Errorf("twice: %v", err)
	}
}

func TestSamples(t *testing.T) {
	t.Parallel()
	always := func(*scoring.Listing, *scoring.Profile, scoring.Verdict) bool { return true }
	for _, c := range []struct {
		name    string
		more    func(*scoring.Listing, *scoring.Profile, scoring.Verdict) bool
		steps   []any
		score   int
		samples []int
		tokens  int
	}{
		{"one", nil, []any{reply(7)}, 7, []int{7}, 125},
		{"one is enough", func(_ *scoring.Listing, p *scoring.Profile, v scoring.Verdict) bool {
			return v.Score < p.Thresholds.Pick
		}, []any{reply(7)}, 7, []int{7}, 125},
		{"three", always, []any{reply(7), reply(3), reply(5)}, 5, []int{7, 3, 5}, 375},
		{"three alike", always, []any{reply(7), reply(7), reply(7)}, 7, []int{7, 7, 7}, 375},
		{"the third fails", always, []any{reply(7), reply(4), scoring.FailBlocked}, 4, []int{7, 4}, 250},
		{"the second fails", always, []any{reply(7), scoring.FailBlocked}, 7, []int{7}, 125},
		{"the second is retried", always, []any{reply(7), "?", reply(8), reply(9)}, 8, []int{7, 8, 9}, 500},
	} {
		m := &fake{answer: script(c.steps...)}
		v, err := judgeOf(t, m, Options{MoreSamples: c.more}).Judge(t.Context(), listing("1"), person1())
		if err != nil || v.Score != c.score || !slices.Equal(v.Samples, c.samples) || v.Tokens.Total() != c.tokens {
			t.Errorf("%s: %d of %v with %d tokens, %v", c.name, v.Score, v.Samples, v.Tokens.Total(), err)
		}
	}
	m := &fake{answer: script(reply(6))}
	if _, err := judgeOf(t, m, Options{MoreSamples: always}).Judge(t.Context(), listing("1"), person1()); err != nil {
		t.Fatal(err)
	}
	for i, r := range m.asked {
		if r.Sample != i {
			t.Errorf("call %d asks for the sample %d", i, r.Sample)
		}
	}
}

// TestMedianKeepsTheSoundestSample holds that of two samples with the median's score the one whose quotes stand is kept.
func TestMedianKeepsTheSoundestSample(t *testing.T) {
	t.Parallel()
	always := func(*scoring.Listing, *scoring.Profile, scoring.Verdict) bool { return true }
	m := &fake{answer: script(reply(6, "invented words"), reply(9), reply(6, "fluent Norwegian"))}
	v, err := judgeOf(t, m, Options{MoreSamples: always}).Judge(t.Context(), listing("1"), person1())
	if err != nil || v.Score != 6 || v.Unfound != nil || !slices.Equal(v.Evidence, []string{"fluent Norwegian"}) {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestUnfoundQuotesAreKept(t *testing.T) {
	t.Parallel()
	v, err := judgeOf(t, &fake{answer: script(reply(9, "fluent Norwegian", "No Norwegian is needed"))}, Options{}).Judge(t.Context(), listing("1"), person1())
	if err != nil || v.Score != 9 || !slices.Equal(v.Unfound, []string{"No Norwegian is needed"}) {
		t.Errorf("%+v, %v", v, err)
	}
}

// TestForeignErrors holds that whatever a provider returns becomes a typed failure.
func TestForeignErrors(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			name   string
			answer func(context.Context, int, Request) (Reply, error)
			want   scoring.Failure
		}{
			{"an untyped error", script(errors.New("odd")), scoring.FailTransport},
			{"a wrapped one", script(fmt.Errorf("call: %w", &scoring.JudgeError{Failure: scoring.FailBlocked})), scoring.FailBlocked},
			{"a panic", func(context.Context, int, Request) (Reply, error) { panic("unimplemented") }, scoring.FailTransport},
			{"no end", after(time.Hour, script(reply(5))), scoring.FailTimeout},
		} {
			_, err := judgeOf(t, &fake{answer: c.answer}, Options{Timeout: time.Second}).Judge(t.Context(), listing("1"), person1())
			var typed *scoring.JudgeError
			if !errors.As(err, &typed) || typed.Failure != c.want {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	})
}

func TestEndedContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &fake{answer: after(2*time.Second, script(reply(5)))}
		j := judgeOf(t, m, Options{})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		if _, err := j.Judge(ctx, listing("1"), person1()); failed(err) != scoring.FailTimeout || time.Since(began) != time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		if _, err := j.Judge(ctx, listing("2"), person1()); failed(err) != scoring.FailTimeout || m.calls() != 1 {
			t.Errorf("%v after %d calls", err, m.calls())
		}
	})
}
