package pipeline_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"shortlist/guardrail"
	"shortlist/guardrail/review"
	"shortlist/scoring"
	"shortlist/scoring/judge"
	"shortlist/worker/board"
	"shortlist/worker/pipeline"
)

func failing(f scoring.Failure) error {
	return &scoring.JudgeError{Failure: f, RetryAfter: -1, Err: errors.New("x")}
}

// What waits for the judge and what goes to the person is one rule: a listing is never both.
func TestWhatWaitsIsNoQuestion(t *testing.T) {
	t.Parallel()
	p := scoring.DefaultProfile()
	for _, f := range scoring.Failures() {
		d := guardrail.Decide(guardrail.Input{Listing: &scoring.Listing{}, Profile: &p, Relevance: 8, Judged: true, Failure: f})
		if judge.Waits(f) != (d.Action == guardrail.Wait) {
			t.Errorf("%s: waits for the judge is %v, and the guardrail says %s for %v", f, judge.Waits(f), d.Action, d.Reasons)
		}
	}
}

// A question whose listing got a verdict meanwhile is none any more: it is not asked beside the pick.
func TestAQuestionThatAnsweredItselfEnds(t *testing.T) {
	runners(t, func(t *testing.T, r running) {
		r.board.set(listings("remoteok", 3))
		bad := true
		r.judged(t, func(string, string) (string, error) {
			if bad {
				return "", failing(scoring.FailBlocked)
			}
			return reply(9, "Go every day."), nil
		})
		if first := r.run(t, pipeline.Sent); first.Picks != 0 || first.Review != 3 {
			t.Errorf("%+v", first)
		}
		bad = false
		r.clock.add(2 * time.Hour)
		if second := r.run(t, pipeline.Sent); second.Picks != 3 || second.Review != 0 || len(second.Edition.Calls) != 0 {
			t.Errorf("%d picks, %d open, %d asked", second.Picks, second.Review, len(second.Edition.Calls))
		}
	})
}

// The person may decide while the judge works.
func TestRejectedWhileJudging(t *testing.T) {
	runners(t, func(t *testing.T, r running) {
		r.board.set(listings("remoteok", 1))
		n := 0
		r.judged(t, func(string, string) (string, error) {
			if n++; n == 1 {
				return "", failing(scoring.FailBlocked)
			}
			r.decide(t, "Golang Developer", review.Decision{Kind: review.Reject, Reason: review.NotInterested})
			return reply(9, "Go every day."), nil
		})
		r.run(t, pipeline.Sent)
		r.clock.add(2 * time.Hour)
		if second := r.run(t, pipeline.Empty); second.Picks != 0 {
			t.Errorf("a rejected listing was mailed: %+v", second)
		}
	})
}

// Without a judge the gates go down the list until the mail is full. One employer with many openings must not lead past them.
func TestWhatIsBeyondTheGatesIsNotMailed(t *testing.T) {
	runners(t, func(t *testing.T, r running) {
		p, err := r.store.Profile(t.Context(), "ada")
		if err != nil {
			t.Fatal(err)
		}
		p.About.Languages, p.Limits.Picks = []string{"en"}, 4
		if err := r.store.PutProfile(t.Context(), p.Profile, ""); err != nil {
			t.Fatal(err)
		}
		r.board.set(func(board.Validators) (board.Fetched, error) {
			f := board.Fetched{Complete: true}
			add := func(i int, title, company, body string, at time.Time) {
				f.Add(board.Raw{Board: "remoteok", ID: fmt.Sprint(i), URL: fmt.Sprintf("https://r.example/%d", i), Title: title, Company: company,
					Body: "<p>We write Golang for small shops, every day of the week, with people who like it. " + body + "</p>", Places: []string{"Worldwide"}, PostedAt: at})
			}
			for i := range 12 {
				add(i, fmt.Sprintf("Golang Developer %c", 'A'+i), "Manyjobs", "", t0)
			}
			add(50, "Golang Developer Zz rejected", "Other", "", t0.Add(-time.Hour))
			add(51, "Golang Developer Zz german", "Third", "You must be fluent in German; verhandlungssicheres Deutsch C1 ist zwingend.", t0.Add(-time.Hour))
			return f, nil
		})
		if _, err := r.Refresh(t.Context(), pipeline.IfDue); err != nil {
			t.Fatal(err)
		}
		l, err := r.store.Listing(t.Context(), scoring.Ref{Board: "remoteok", ID: "50"})
		if err != nil {
			t.Fatal(err)
		}
		it := review.Item{Role: l.Role, Listing: l.Ref, Title: l.Title, Reasons: []guardrail.Reason{guardrail.Borderline}, Score: 6, CreatedAt: r.clock.now(), ExpiresAt: r.clock.now().Add(99 * time.Hour)}
		if _, err := r.store.PutReviews(t.Context(), "ada", []review.Item{it}); err != nil {
			t.Fatal(err)
		}
		r.decide(t, "rejected", review.Decision{Kind: review.Reject, Reason: review.NotInterested})
		res := r.run(t, pipeline.Sent)
		text := r.sender.sent[0].Text
		if strings.Contains(text, "Zz rejected") || strings.Contains(text, "Zz german") {
			t.Errorf("%+v\n%s", res, text)
		}
	})
}

// Listings that fail each time are asked about last: the others are judged.
func TestFailuresDoNotStarveTheOthers(t *testing.T) {
	runners(t, func(t *testing.T, r running) {
		r.board.set(listings("remoteok", 40))
		var mu sync.Mutex
		bad := map[string]bool{}
		r.judged(t, func(title, _ string) (string, error) {
			mu.Lock()
			defer mu.Unlock()
			if len(bad) < 11 {
				bad[title] = true
			}
			if bad[title] {
				return "", failing(scoring.FailBlocked)
			}
			return reply(9, "Go every day."), nil
		})
		picks := 0
		for range 3 {
			got, err := r.Run(t.Context(), pipeline.Request{Profile: "ada"})
			if err != nil {
				t.Fatal(err)
			}
			picks += got.Picks
			r.clock.add(2 * time.Hour)
		}
		if picks < 20 {
			t.Errorf("%d picks in three runs; 29 listings are fine", picks)
		}
	})
}

// A person's limit of no calls is none, and not no limit.
func TestNoCallsMeansNone(t *testing.T) {
	runners(t, func(t *testing.T, r running) {
		m := r.judged(t, func(string, string) (string, error) { return reply(9, "x"), nil })
		p, err := r.store.Profile(t.Context(), "ada")
		if err != nil {
			t.Fatal(err)
		}
		p.Limits.JudgeCalls = 0
		if err := r.store.PutProfile(t.Context(), p.Profile, ""); err != nil {
			t.Fatal(err)
		}
		r.run(t, pipeline.Sent)
		if m.asked() != 0 || !strings.Contains(r.sender.sent[0].Text, "limits.judge_calls") {
			t.Errorf("%d calls", m.asked())
		}
	})
}
