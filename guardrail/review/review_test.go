package review_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shortlist/guardrail"
	"shortlist/guardrail/review"
	"shortlist/scoring"
)

var t0 = time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)

const keep = 30 * 24 * time.Hour

// item is an open item with a verdict of the given score.
func item(role int64, score int, reasons ...guardrail.Reason) review.Item {
	p := scoring.DefaultProfile()
	p.Name = "ada"
	l := scoring.Listing{Ref: scoring.Ref{Board: "tern", ID: "7"}, Role: role, Title: "Keeper of lamps", Company: "Lumen Quay", Text: "Keep lamps. German is a plus."}
	v := scoring.Verdict{Score: score, Rationale: "Ada keeps lamps.", ModelServed: "m-1", Rubric: "r1", Evidence: []string{"Keep lamps."},
		Disqualifiers: []scoring.Disqualifier{{ID: "german", Quote: "German is a plus."}}}
	d := guardrail.Decision{Action: guardrail.Review, Score: score, Source: guardrail.FromVerdict, Reasons: reasons, Why: "Why."}
	return review.New(guardrail.Input{Listing: &l, Profile: &p, Verdict: &v}, d, "r1", t0, keep)
}

var (
	approve = review.Decision{Kind: review.Approve, By: "ada", At: t0.Add(time.Hour)}
	reject  = review.Decision{Kind: review.Reject, Reason: review.WrongPay, By: "ada", At: t0.Add(time.Hour)}
)

func scored(n int) review.Decision {
	return review.Decision{Kind: review.Score, Score: n, By: "ada", At: t0.Add(time.Hour)}
}

func decided(it review.Item, d review.Decision) review.Item {
	out, changed, err := it.Decide(d)
	if err != nil || !changed {
		panic(err)
	}
	return out
}

func TestDecisionsAreChecked(t *testing.T) {
	t.Parallel()
	for want, ds := range map[string][]review.Decision{
		"": {approve, reject, scored(1), scored(10), {Kind: review.Approve, Note: strings.Repeat("é", review.MaxNote)}},
		"no": {{}, {Kind: "maybe"}, scored(0), scored(11), scored(-1), {Kind: review.Approve, Score: 7}, {Kind: review.Approve, Reason: review.WrongPay},
			{Kind: review.Reject}, {Kind: review.Reject, Reason: "mood"}, {Kind: review.Reject, Reason: review.WrongPay, Score: 2},
			{Kind: review.Score, Score: 7, Reason: review.WrongPay}, {Kind: review.Approve, Note: strings.Repeat("é", review.MaxNote+1)}},
	} {
		for _, d := range ds {
			if err := d.Check(); (err == nil) != (want == "") {
				t.Errorf("%+v: %v", d, err)
			}
			if _, changed, err := item(1, 6).Decide(d); (err == nil) != (want == "") || changed != (want == "") {
				t.Errorf("decided %+v: %v, %v", d, changed, err)
			}
		}
	}
}

func TestDecideTells(t *testing.T) {
	t.Parallel()
	first := decided(item(1, 6), reject)
	again := reject
	again.At = again.At.Add(time.Hour)
	if same, changed, err := first.Decide(again); changed || err != nil || same.Decision != reject {
		t.Errorf("the same again: %+v, %v, %v", same.Decision, changed, err)
	}
	by := reject
	by.By = "bob"
	why := reject
	why.Reason = review.WrongPlace
	for _, other := range []review.Decision{approve, scored(2), by, why} {
		_, _, err := first.Decide(other)
		var c *review.Conflict
		if !errors.Is(err, review.ErrConflict) || !errors.As(err, &c) || c.Decision != reject || !strings.Contains(err.Error(), "rejected (pay) already, by ada at 2026-05-04T10:00:00Z") {
			t.Errorf("%+v: %v", other, err)
		}
	}
	late := approve
	late.At = t0.Add(keep)
	if _, _, err := item(1, 6).Decide(late); !errors.Is(err, review.ErrGone) {
		t.Errorf("late: %v", err)
	}
	late.At = late.At.Add(-1)
	if _, changed, err := item(1, 6).Decide(late); !changed || err != nil {
		t.Errorf("in time: %v", err)
	}
	gone, _ := item(1, 6).Expire(true, t0)
	if _, _, err := gone.Decide(approve); !errors.Is(err, review.ErrGone) {
		t.Errorf("gone: %v", err)
	}
}

// Whatever is done in whatever order: a decision stands with exactly the decided, a decided item changes by undo alone, and
// age never grows shorter.
func TestTransitionsKeepTheirPromises(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	reached := map[string]bool{}
	for range 2000 {
		have := map[string]review.Item{}
		now := t0
		for range 30 {
			now = now.Add(time.Duration(r.IntN(int(keep / 10))))
			rubric := []string{"r1", "r2"}[r.IntN(2)]
			id := review.ItemID("ada", 1, rubric)
			was := have[id]
			is, what := was, ""
			switch r.IntN(4) {
			case 0:
				what = "put"
				fresh := item(1, 1+r.IntN(10))
				fresh.Rubric, fresh.ID, fresh.CreatedAt, fresh.UpdatedAt, fresh.ExpiresAt = rubric, id, now, now, now.Add(keep)
				var all []review.Item
				decidedOne := false
				for _, h := range have {
					all = append(all, h)
					decidedOne = decidedOne || h.State == review.Decided
				}
				put, ended, write := review.Merge(all, fresh)
				if decidedOne && write {
					t.Fatal("a verdict was written though the person has decided")
				}
				if write {
					is = put
					for _, e := range ended {
						h := have[e]
						h.State = review.Expired
						have[e] = h
					}
				}
			case 1:
				what = "decide"
				d := scored(1 + r.IntN(10))
				d.At = now
				is, _, _ = was.Decide(d)
			case 2:
				what = "undo"
				is, _ = was.Undo(now)
			case 3:
				what = "expire"
				is, _ = was.Expire(r.IntN(2) == 0, now)
			}
			if was.State == "" && what != "put" {
				continue
			}
			if is.ID == "" {
				continue
			}
			have[id] = is
			open := 0
			for _, h := range have {
				if (h.State == review.Decided) != (h.Decision != review.Decision{}) {
					t.Fatalf("after %s: %s with %+v", what, h.State, h.Decision)
				}
				if h.State == review.Open {
					open++
				}
			}
			if was.State == review.Decided && what != "undo" && !cmp.Equal(was, is) {
				t.Fatalf("%s changed a decided item", what)
			}
			if was.ID != "" && (!is.CreatedAt.Equal(was.CreatedAt) || !is.ExpiresAt.Equal(was.ExpiresAt)) {
				t.Fatalf("%s changed an item's age", what)
			}
			if what != "undo" && open > 1 {
				t.Fatalf("after %s the person is asked twice about a role", what)
			}
			reached[what+" "+string(was.State)+" "+string(is.State)] = true
		}
	}
	for _, way := range []string{"put  open", "put open open", "put expired open", "put decided decided", "decide open decided", "decide open open", "decide expired expired",
		"undo decided open", "undo open open", "expire open expired", "expire decided decided"} {
		if !reached[way] {
			t.Errorf("never seen: %s", way)
		}
	}
	for _, way := range []string{"decide expired decided", "put decided open", "expire decided expired", "undo expired open"} {
		if reached[way] {
			t.Errorf("seen: %s", way)
		}
	}
}

func TestUndoable(t *testing.T) {
	t.Parallel()
	var last []review.Made
	for i := range 12 {
		last = append(last, review.Made{Number: int64(100 - i), Item: string(rune('a' + i)), Undone: i == 0 || i == 3})
	}
	for item, want := range map[string]int64{"": 99, "b": 99, "j": 91, "a": 0, "d": 0, "k": 0, "z": 0} {
		got, err := review.Undoable(last, item)
		if got.Number != want || (want == 0) != errors.Is(err, review.ErrNothingToUndo) {
			t.Errorf("%q: %+v, %v", item, got, err)
		}
	}
	if _, err := review.Undoable(nil, ""); !errors.Is(err, review.ErrNothingToUndo) {
		t.Error(err)
	}
}

func TestRulings(t *testing.T) {
	t.Parallel()
	dead := reject
	dead.Reason = review.ListingGone
	for _, c := range []struct {
		d     review.Decision
		pick  int
		fate  review.Fate
		score int
	}{
		{approve, 7, review.Leads, 7}, {reject, 7, review.Never, 0}, {dead, 7, review.Never, 0}, {scored(7), 7, review.Passes, 7}, {scored(10), 7, review.Passes, 10},
		{scored(6), 7, review.Also, 6}, {scored(5), 7, review.Also, 5}, {scored(4), 7, review.Never, 4}, {scored(1), 7, review.Never, 1}, {scored(4), 3, review.Never, 4},
		{scored(5), 5, review.Passes, 5},
	} {
		if fate, score := (review.Ruling{Score: 5, Decision: c.d}).Means(c.pick); fate != c.fate || score != c.score {
			t.Errorf("%s at %d: %s %d, want %s %d", c.d, c.pick, fate, score, c.fate, c.score)
		}
	}
	if _, score := (review.Ruling{Score: 9, Decision: approve}).Means(7); score != 9 {
		t.Errorf("an approved nine has %d", score)
	}
}

func TestAnAuditIsBlindUntilItIsDecided(t *testing.T) {
	t.Parallel()
	it := item(1, 9, guardrail.Audit)
	open, err := json.Marshal([]any{it.Shown(), it.Line()})
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"Why.", "Ada keeps", "german", `"Score":9`, `"score":9`, `"JudgeScore":9`} {
		if strings.Contains(string(open), word) {
			t.Errorf("shown before the decision: %s in %s", word, open)
		}
	}
	if !strings.Contains(string(open), "Keep lamps.") || !strings.Contains(string(open), `"score":null`) {
		t.Errorf("%s", open)
	}
	if it.Snapshot.Verdict.Rationale == "" {
		t.Error("the item itself lost its verdict")
	}
	if after := decided(it, approve); after.Shown().JudgeScore != 9 || after.Shown().Snapshot.Why == "" || *after.Line().Score != 9 {
		t.Error("hidden after the decision too")
	}
	if other := item(1, 6, guardrail.Borderline); other.Shown().JudgeScore != 6 {
		t.Error("hidden without being an audit")
	}
}

func TestItemIDs(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, id := range []string{review.ItemID("ada", 1, "r1"), review.ItemID("ada", 1, "r2"), review.ItemID("ada", 11, "r1"), review.ItemID("ada1", 1, "r1"), review.ItemID("ada", 1, "")} {
		if len(id) != 16 || seen[id] || strings.ToLower(id) != id {
			t.Errorf("id %q", id)
		}
		seen[id] = true
	}
}
