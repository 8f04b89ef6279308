package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shortlist/guardrail"
	"shortlist/guardrail/review"
	"shortlist/scoring"
	"shortlist/worker/store"
)

const keep = 30 * day

func person(t testing.TB, ctx context.Context, s *store.Store, names ...string) {
	t.Helper()
	for _, name := range names {
		p := scoring.DefaultProfile()
		p.Name, p.Email, p.Timezone = name, name+"@example.org", "UTC"
		if err := s.PutProfile(ctx, p, ""); err != nil {
			t.Fatal(err)
		}
	}
}

// question is an item about a role, made now.
func question(profile string, role int64, rubric string, now time.Time) review.Item {
	l := listing("tern", fmt.Sprint(role), fmt.Sprintf("Keeper of lamp %d", role), "Ötzi & Söhne")
	l.Role = role
	p := scoring.DefaultProfile()
	p.Name = profile
	v := &scoring.Verdict{Score: 6, Rationale: "Could go either way.", ModelServed: "m-1", Rubric: rubric}
	in := guardrail.Input{Listing: &l, Profile: &p, Verdict: v, Gates: []guardrail.Gate{{Name: "pay", Fired: true, Cap: 6, Quote: "60-80k €"}}}
	d := guardrail.Decision{Action: guardrail.Review, Score: 6, Source: guardrail.FromVerdict, Reasons: []guardrail.Reason{guardrail.Borderline, guardrail.Unstable}, Why: "A score of 6."}
	return review.New(in, d, rubric, now, keep)
}

// ask puts one item for each role and returns their ids.
func ask(t testing.TB, ctx context.Context, s *store.Store, now time.Time, profile string, roles ...int64) []string {
	t.Helper()
	var items []review.Item
	var ids []string
	for _, r := range roles {
		it := question(profile, r, "r1", now)
		items, ids = append(items, it), append(ids, it.ID)
	}
	if _, err := s.PutReviews(ctx, profile, items); err != nil {
		t.Fatal(err)
	}
	return ids
}

var (
	approve = review.Decision{Kind: review.Approve, By: "ada"}
	reject  = review.Decision{Kind: review.Reject, Reason: review.WrongPay, By: "ada"}
)

func decide(t *testing.T, ctx context.Context, s *store.Store, id string, d review.Decision) store.Answer {
	t.Helper()
	as, err := s.Decide(ctx, "ada", []string{id}, d)
	must(t, err)
	return as[0]
}

func TestAReviewIsKeptWhole(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		person(t, ctx, s, "ada")
		want := question("ada", 7, "r1", c.now())
		put, err := s.PutReviews(ctx, "ada", []review.Item{want})
		must(t, err)
		if (put != store.ReviewsPut{New: 1}) {
			t.Errorf("put %+v", put)
		}
		got, err := s.Review(ctx, "ada", want.ID)
		must(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		list, err := s.Reviews(ctx, store.ReviewFilter{Profile: "ada"}, store.ReviewPage{Limit: 9})
		must(t, err)
		want.Snapshot = review.Snapshot{}
		if diff := cmp.Diff([]review.Item{want}, list); diff != "" {
			t.Error(diff)
		}
	})
}

func TestANewVerdict(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		person(t, ctx, s, "ada")
		ids := ask(t, ctx, s, c.now(), "ada", 1, 2, 3)
		if a := decide(t, ctx, s, ids[0], approve); a.Err != nil || !a.Changed {
			t.Fatalf("%+v", a)
		}
		c.add(time.Hour)
		again := func(role int64, rubric string) review.Item {
			it := question("ada", role, rubric, c.now())
			it.Score, it.Title, it.Snapshot.Why = 5, "Renamed", "Again."
			return it
		}
		// The first is decided, the second is refreshed, the third is asked under another rubric, and the first too.
		put, err := s.PutReviews(ctx, "ada", []review.Item{again(1, "r1"), again(2, "r1"), again(3, "r2"), again(1, "r2")})
		must(t, err)
		if (put != store.ReviewsPut{New: 1, Refreshed: 1, Kept: 2}) {
			t.Errorf("put %+v", put)
		}
		one, err := s.Review(ctx, "ada", ids[0])
		must(t, err)
		if one.State != review.Decided || one.Title == "Renamed" || one.Decision.Kind != review.Approve {
			t.Errorf("a verdict changed a decided item: %+v", one)
		}
		two, err := s.Review(ctx, "ada", ids[1])
		must(t, err)
		if two.State != review.Open || two.Title != "Renamed" || two.Snapshot.Why != "Again." || !two.CreatedAt.Equal(t0) || !two.ExpiresAt.Equal(t0.Add(keep)) || !two.UpdatedAt.Equal(c.now()) {
			t.Errorf("refreshed: %+v", two)
		}
		three, err := s.Review(ctx, "ada", ids[2])
		must(t, err)
		if three.State != review.Expired {
			t.Errorf("the old rubric's question is %s", three.State)
		}
		open, err := s.Reviews(ctx, store.ReviewFilter{Profile: "ada", State: review.Open}, store.ReviewPage{Limit: 9})
		must(t, err)
		if len(open) != 2 {
			t.Errorf("%d open", len(open))
		}
		if _, err := s.PutReviews(ctx, "bob", []review.Item{again(9, "r1")}); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("items of nobody: %v", err)
		}
	})
}

func TestDecideAndConflict(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		person(t, ctx, s, "ada", "bob", "eve")
		ids := ask(t, ctx, s, c.now(), "ada", 1, 2, 3)
		theirs := ask(t, ctx, s, c.now(), "bob", 1)
		noted := approve
		noted.Note = "good\x00 one"
		decide(t, ctx, s, ids[0], noted)
		c.add(time.Minute)
		if a := decide(t, ctx, s, ids[0], approve); a.Err != nil || a.Changed || !a.Item.Decision.At.Equal(t0) || a.Item.Decision.Note != "good one" {
			t.Errorf("the same again: %+v", a)
		}
		// One is decided, one is another's, one is nobody's, one is twice in the list; two remain.
		as, err := s.Decide(ctx, "ada", []string{ids[0], theirs[0], "nobody's", ids[2], ids[1], ids[2]}, reject)
		must(t, err)
		var conflict *review.Conflict
		if !errors.As(as[0].Err, &conflict) || !errors.Is(as[0].Err, review.ErrConflict) || conflict.Decision.By != "ada" || !conflict.Decision.At.Equal(t0) || conflict.Decision.Kind != review.Approve {
			t.Errorf("conflict: %+v", as[0])
		}
		if !errors.Is(as[1].Err, store.ErrNotFound) || !errors.Is(as[2].Err, store.ErrNotFound) {
			t.Errorf("another's %v, nobody's %v", as[1].Err, as[2].Err)
		}
		for _, a := range as[3:] {
			if a.Err != nil || !a.Changed || a.Item.Decision.Reason != review.WrongPay {
				t.Errorf("%+v", a)
			}
		}
		if _, err := s.Review(ctx, "ada", theirs[0]); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("ada reads bob's item: %v", err)
		}
		if it, err := s.Review(ctx, "", theirs[0]); err != nil || it.State != review.Open {
			t.Errorf("the owner reads %+v, %v", it, err)
		}
		if _, err := s.Decide(ctx, "bob", theirs, review.Decision{Kind: review.Reject}); err == nil {
			t.Error("a rejection without a reason was taken")
		}
		c.add(keep)
		if as, err := s.Decide(ctx, "bob", theirs, approve); err != nil || !errors.Is(as[0].Err, review.ErrGone) {
			t.Errorf("too old: %+v, %v", as, err)
		}
	})
}

// More than one statement holds are written and decided whole, and an id that is there twice gets the same answer twice.
func TestManyAtOnce(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		person(t, ctx, s, "ada")
		var roles []int64
		for r := range int64(250) {
			roles = append(roles, r+1)
		}
		ids := ask(t, ctx, s, c.now(), "ada", roles...)
		as, err := s.Decide(ctx, "ada", append(ids, ids[0]), approve)
		must(t, err)
		for i, a := range as {
			if a.Err != nil || !a.Changed || a.Item.ID != ids[i%250] {
				t.Errorf("%d: %+v", i, a)
			}
		}
		rulings, err := s.Decisions(ctx, "ada")
		must(t, err)
		if len(rulings) != 250 {
			t.Errorf("%d rulings", len(rulings))
		}
	})
}

func TestUndo(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		person(t, ctx, s, "ada")
		var roles []int64
		for r := range int64(12) {
			roles = append(roles, r+1)
		}
		ids := ask(t, ctx, s, c.now(), "ada", roles...)
		for _, id := range ids {
			decide(t, ctx, s, id, approve)
			c.add(time.Second)
		}
		undo := func(by, id, want string) {
			t.Helper()
			it, err := s.Undo(ctx, by, id)
			switch {
			case want == "" && !errors.Is(err, review.ErrNothingToUndo):
				t.Errorf("undid %s, %v", it.ID, err)
			case want != "" && (err != nil || it.ID != want || it.State != review.Open || it.Decision != review.Decision{}):
				t.Errorf("undid %+v, %v; want %s", it, err, want)
			}
		}
		undo("bob", "", "")
		undo("bob", ids[11], "")
		undo("ada", ids[0], "") // the twelfth from the end
		undo("ada", ids[5], ids[5])
		undo("ada", ids[5], "")
		decide(t, ctx, s, ids[5], reject) // a decision again, now the newest
		undo("ada", "", ids[5])
		for i := 11; i >= 3; i-- {
			if i != 5 {
				undo("ada", "", ids[i])
			}
		}
		undo("ada", "", "") // ten are taken back, or were
		n, err := s.CountReviews(ctx, store.ReviewFilter{Profile: "ada", State: review.Decided})
		must(t, err)
		if n != 3 {
			t.Errorf("%d decided", n)
		}
	})
}

func TestExpireReviews(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		person(t, ctx, s, "ada")
		var roles []int64
		for i := range 3 {
			take(t, ctx, s, c.now(), listing("tern", fmt.Sprint(i), fmt.Sprint("Keeper ", i), "Ötzi"))
		}
		for _, o := range open(t, ctx, s, "ada") {
			roles = append(roles, o.Role)
		}
		slices.Sort(roles)
		ids := ask(t, ctx, s, c.now(), "ada", roles...)
		decide(t, ctx, s, ids[2], approve)
		expired := func(want int) {
			t.Helper()
			if n, err := s.ExpireReviews(ctx, c.now()); err != nil || n != want {
				t.Errorf("expired %d, %v; want %d", n, err, want)
			}
		}
		expired(0)
		c.add(day)
		// The board drops the first and the third: the one decided stays decided.
		take(t, ctx, s, c.now(), listing("tern", "1", "Keeper 1", "Ötzi"))
		if n, err := s.CloseUnseen(ctx, "tern", c.now(), time.Hour); err != nil || n != 2 {
			t.Fatalf("closed %d, %v", n, err)
		}
		expired(1)
		expired(0)
		if a := decide(t, ctx, s, ids[0], approve); !errors.Is(a.Err, review.ErrGone) {
			t.Errorf("decided a listing that is gone: %+v", a)
		}
		// It is posted again, and judged again.
		take(t, ctx, s, c.now(), listing("tern", "0", "Keeper 0", "Ötzi"))
		put, err := s.PutReviews(ctx, "ada", []review.Item{question("ada", roles[0], "r1", c.now())})
		must(t, err)
		if put.Refreshed != 1 {
			t.Errorf("put %+v", put)
		}
		expired(0)
		c.add(keep)
		expired(2)
		put, err = s.PutReviews(ctx, "ada", []review.Item{question("ada", roles[0], "r1", c.now())})
		must(t, err)
		if put.Kept != 1 {
			t.Errorf("a question that grew old is asked again: %+v", put)
		}
		if n, err := s.DropReviews(ctx, c.now().Add(time.Second)); err != nil || n != 2 {
			t.Errorf("dropped %d, %v", n, err)
		}
		if it, err := s.Review(ctx, "ada", ids[2]); err != nil || it.State != review.Decided {
			t.Errorf("the decided one: %+v, %v", it, err)
		}
	})
}

func TestReviewFilters(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		person(t, ctx, s, "ada", "bob")
		var made []review.Item
		for i := range 7 {
			it := question("ada", int64(i+1), "r1", c.now())
			it.Title = fmt.Sprintf("Job %d", i)
			switch i {
			case 1:
				it.Reasons = []guardrail.Reason{guardrail.GateMissed}
			case 2:
				it.Listing.Board = "gull"
			case 3:
				it.Title, it.Company = "100%_Ärger!", "Möwe"
			}
			_, err := s.PutReviews(ctx, "ada", []review.Item{it})
			must(t, err)
			made = append(made, it)
			if i != 4 { // the fifth and the sixth are made in the same moment
				c.add(time.Hour)
			}
		}
		ask(t, ctx, s, c.now(), "bob", 1)
		at := func(n int) time.Time { return made[n].CreatedAt }
		for name, want := range map[string]struct {
			f     store.ReviewFilter
			items int
		}{
			"all":     {store.ReviewFilter{}, 8},
			"person":  {store.ReviewFilter{Profile: "ada"}, 7},
			"nobody":  {store.ReviewFilter{Profile: "eve"}, 0},
			"state":   {store.ReviewFilter{State: review.Decided}, 0},
			"reason":  {store.ReviewFilter{Reason: guardrail.GateMissed}, 1},
			"no part": {store.ReviewFilter{Reason: "gate"}, 0},
			"board":   {store.ReviewFilter{Board: "gull"}, 1},
			"newer":   {store.ReviewFilter{Profile: "ada", Newer: at(5)}, 3},
			"older":   {store.ReviewFilter{Profile: "ada", Older: at(5)}, 4},
			"text":    {store.ReviewFilter{Text: "ärger"}, 1},
			"company": {store.ReviewFilter{Text: "MÖWE"}, 1},
			"percent": {store.ReviewFilter{Text: "%"}, 1},
			"line":    {store.ReviewFilter{Text: "_"}, 1},
			"mark":    {store.ReviewFilter{Text: "r!"}, 1},
			"together": {store.ReviewFilter{Profile: "ada", State: review.Open, Reason: guardrail.Unstable, Board: "tern", Newer: at(0), Older: at(3), Text: "job"},
				1},
		} {
			if n, err := s.CountReviews(ctx, want.f); err != nil || n != want.items {
				t.Errorf("%s: %d, %v; want %d", name, n, err, want.items)
			}
		}
		f := store.ReviewFilter{Profile: "ada"}
		whole := pageOf(t, ctx, s, f, store.ReviewPage{Limit: 100})
		var forth, back []string
		for p := (store.ReviewPage{Limit: 2}); ; {
			part := pageOf(t, ctx, s, f, p)
			if len(part) == 0 {
				break
			}
			forth = append(forth, titles(part)...)
			p.After = place(part[len(part)-1])
		}
		for p := (store.ReviewPage{Limit: 2, Before: place(whole[6])}); ; {
			part := pageOf(t, ctx, s, f, p)
			if len(part) == 0 {
				break
			}
			back = append(titles(part), back...)
			p.Before = place(part[0])
		}
		if want := titles(whole); !slices.Equal(forth, want) || !slices.Equal(back, want[:6]) || want[0] != "Job 6" {
			t.Errorf("whole %v\nforth %v\nback %v", want, forth, back)
		}
		counts, err := s.CountQueue(ctx, "ada")
		must(t, err)
		want := store.ReviewCounts{States: map[review.State]int{review.Open: 7, review.Decided: 0, review.Expired: 0}, OldestAt: at(0),
			Reasons: map[guardrail.Reason]int{guardrail.Borderline: 6, guardrail.Unstable: 6, guardrail.GateMissed: 1}, Boards: map[string]int{"tern": 6, "gull": 1}}
		if diff := cmp.Diff(want, counts); diff != "" {
			t.Error(diff)
		}
		n := 0
		must(t, s.EachReview(ctx, f, true, func(it review.Item) error {
			if n++; it.Snapshot.Listing.Text == "" {
				t.Errorf("%s has no text", it.ID)
			}
			return nil
		}))
		if n != 7 {
			t.Errorf("each gave %d", n)
		}
	})
}

func pageOf(t *testing.T, ctx context.Context, s *store.Store, f store.ReviewFilter, p store.ReviewPage) []review.Item {
	t.Helper()
	out, err := s.Reviews(ctx, f, p)
	must(t, err)
	return out
}

func place(it review.Item) store.ReviewAt { return store.ReviewAt{CreatedAt: it.CreatedAt, ID: it.ID} }

func titles(items []review.Item) (out []string) {
	for _, it := range items {
		out = append(out, it.Title)
	}
	return out
}

func TestDecisionsForARun(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		person(t, ctx, s, "ada", "bob")
		ids := ask(t, ctx, s, c.now(), "ada", 1, 2, 3, 4, 5)
		ask(t, ctx, s, c.now(), "bob", 9)
		for i, d := range []review.Decision{approve, approve, approve, {Kind: review.Score, Score: 9, By: "ada"}} {
			decide(t, ctx, s, ids[i], d)
		}
		digest(t, ctx, s, "sent", "ada", store.Accepted, store.Item{Role: 2})
		digest(t, ctx, s, "failed", "ada", store.Permanent, store.Item{Role: 1})
		digest(t, ctx, s, "under way", "ada", store.Sending, store.Item{Role: 3})
		got, err := s.Decisions(ctx, "ada")
		must(t, err)
		sent := map[int64]bool{1: false, 2: true, 3: true, 4: false}
		if len(got) != len(sent) {
			t.Errorf("%d rulings", len(got))
		}
		for role, want := range sent {
			if r := got[role]; r.Sent != want || r.Role != role || r.Score != 6 || r.Decision.By != "ada" || r.Item != ids[role-1] {
				t.Errorf("role %d: %+v", role, r)
			}
		}
	})
}

func TestDeleteProfileForgetsReviews(t *testing.T) {
	each(t, func(t *testing.T, ctx context.Context, s *store.Store, c *clock) {
		person(t, ctx, s, "ada", "bob")
		ids := ask(t, ctx, s, c.now(), "ada", 1, 2)
		theirs := ask(t, ctx, s, c.now(), "bob", 1)
		decide(t, ctx, s, ids[0], approve)
		_, err := s.Decide(ctx, "", theirs, approve) // ada, as the owner, decides bob's
		must(t, err)
		token, _, err := s.NewSession(ctx, "ada", time.Hour)
		must(t, err)
		link, _, err := s.NewSignIn(ctx, "ada", "web")
		must(t, err)
		must(t, s.DeleteProfile(ctx, "ada"))
		person(t, ctx, s, "ada") // somebody else of the same name
		if n, err := s.CountReviews(ctx, store.ReviewFilter{Profile: "ada"}); err != nil || n != 0 {
			t.Errorf("%d items left, %v", n, err)
		}
		if it, err := s.Review(ctx, "bob", theirs[0]); err != nil || it.State != review.Decided || it.Decision.By != "" {
			t.Errorf("bob's item: %+v, %v", it, err)
		}
		if _, err := s.Session(ctx, token); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("the session lives on: %v", err)
		}
		if _, err := s.UseSignIn(ctx, link, "web"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("the link lives on: %v", err)
		}
		if _, err := s.Undo(ctx, "ada", ""); !errors.Is(err, review.ErrNothingToUndo) {
			t.Errorf("the namesake undoes: %v", err)
		}
	})
}
