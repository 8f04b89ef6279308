package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"shortlist/guardrail/review"
	"shortlist/worker/store"
)

// maxBulk is how many items one form decides.
const maxBulk = 500

// decisionOf reads a decision out of a form. A score needs no other word; what belongs to other decisions is left aside, since
// the fields of all stand in one form.
func decisionOf(form url.Values, by string) (review.Decision, error) {
	d := review.Decision{Kind: review.Kind(form.Get("decision")), Note: strings.TrimSpace(form.Get("note")), By: by}
	if d.Kind == "" && form.Get("score") != "" {
		d.Kind = review.Score
	}
	switch d.Kind {
	case review.Score:
		n, err := strconv.Atoi(form.Get("score"))
		if err != nil {
			return d, errors.New("choose a score from 1 to 10")
		}
		d.Score = n
	case review.Reject:
		if d.Reason = review.Reason(form.Get("reason")); d.Reason == "" {
			return d, errors.New("choose a reason for the rejection")
		}
	}
	return d, d.Check()
}

// postDecision decides one item and opens the next.
func (s *Site) postDecision(w http.ResponseWriter, r *http.Request, v viewer) {
	if !s.form(w, r) {
		return
	}
	it, ok := s.item(w, r, v)
	if !ok {
		return
	}
	d, err := decisionOf(r.PostForm, v.Name)
	if err != nil {
		s.showItem(w, r, v, it, http.StatusUnprocessableEntity, sentence(err), r.PostForm.Get("note"))
		return
	}
	answers, err := s.Store.Decide(r.Context(), v.scope(), []string{it.ID}, d)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.answered(w, r, v, it, d, answers[0])
}

func (s *Site) answered(w http.ResponseWriter, r *http.Request, v viewer, it review.Item, d review.Decision, a store.Answer) {
	f := filterOf(r.URL.Query(), v)
	var conflict *review.Conflict
	switch {
	case errors.As(a.Err, &conflict):
		s.redirect(w, r, pathTo(it.ID, f), flash{Kind: warn, Text: fmt.Sprintf("Yours was not saved: %s came first, by %s at %s. You said: %s.",
			strings.ToLower(said(conflict.Decision)), who(conflict.Decision.By, v), when(conflict.Decision.At, v.zone()), strings.ToLower(said(d)))})
		return
	case errors.Is(a.Err, review.ErrGone):
		s.redirect(w, r, pathTo(it.ID, f), flash{Kind: warn, Text: "Yours was not saved: the listing is gone, or the question waited too long."})
		return
	case errors.Is(a.Err, store.ErrNotFound):
		s.noItem(w, r, v)
		return
	case a.Err != nil:
		s.fail(w, r, a.Err)
		return
	}
	told := flash{Kind: done, Text: said(d) + ": " + titled(it.Title, it.Company) + ". " + meaning(d, it.Pick), Undo: it.ID}
	if a.Changed {
		s.count(string(d.Kind), 1)
		s.mention(r.Context(), v, it, d, &told)
	}
	next, err := s.nextAfter(r.Context(), v, f, it)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.redirect(w, r, next, told)
}

// nextAfter is where a reviewer goes on: the item after this one, the first where there is none after, or the list.
func (s *Site) nextAfter(ctx context.Context, v viewer, f filter, it review.Item) (string, error) {
	where := f.of(v, s.Now())
	where.State = review.Open
	for _, p := range []store.ReviewPage{{After: store.ReviewAt{CreatedAt: it.CreatedAt, ID: it.ID}, Limit: 1}, {Limit: 1}} {
		items, err := s.Store.Reviews(ctx, where, p)
		if err != nil {
			return "", err
		}
		if len(items) > 0 {
			return pathTo(items[0].ID, f), nil
		}
	}
	return "/review" + f.query(false), nil
}

// mention tells of a rule that this rejection speaks for.
func (s *Site) mention(ctx context.Context, v viewer, it review.Item, d review.Decision, f *flash) {
	if it.Profile != v.Name || review.Said(d, it.Pick) != review.Drops {
		return
	}
	suggestions, err := s.suggestions(ctx, v.Profile)
	if err != nil {
		s.Log.Error("no rules are offered", "error", err)
		return
	}
	for _, sug := range suggestions {
		if slices.Contains(sug.Items, it.ID) {
			f.Text += " " + sug.Why
			f.Link, f.Name = "/review#offers", "Make it a rule?"
			return
		}
	}
}

// postDecisions gives many items one decision.
func (s *Site) postDecisions(w http.ResponseWriter, r *http.Request, v viewer) {
	if !s.form(w, r) {
		return
	}
	back := "/review" + filterOf(r.URL.Query(), v).query(true)
	ids := r.PostForm["ids"]
	d, err := decisionOf(r.PostForm, v.Name)
	switch {
	case len(ids) == 0:
		err = errors.New("mark the listings first")
	case len(ids) > maxBulk:
		err = fmt.Errorf("mark at most %d listings", maxBulk)
	}
	if err != nil {
		s.redirect(w, r, back, flash{Kind: warn, Text: "Nothing was decided: " + err.Error() + "."})
		return
	}
	answers, err := s.Store.Decide(r.Context(), v.scope(), ids, d)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	f, changed := summed(answers, d, v)
	s.count(string(d.Kind), changed)
	s.redirect(w, r, back, f)
}

// summed says what became of many items.
func summed(answers []store.Answer, d review.Decision, v viewer) (flash, int) {
	var changed, same, gone, none int
	var first *review.Conflict
	conflicts := 0
	for _, a := range answers {
		var conflict *review.Conflict
		switch {
		case a.Err == nil && a.Changed:
			changed++
		case a.Err == nil:
			same++
		case errors.As(a.Err, &conflict):
			if conflicts++; first == nil {
				first = conflict
			}
		case errors.Is(a.Err, review.ErrGone):
			gone++
		default:
			none++
		}
	}
	f := flash{Kind: done, Text: said(d) + ": " + plural(changed, "listing") + "."}
	if it := answers[0].Item; len(answers) == 1 && changed == 1 {
		f.Text, f.Undo = said(d)+": "+titled(it.Title, it.Company)+". "+meaning(d, it.Pick), it.ID
	}
	if same > 0 {
		f.Text += fmt.Sprintf(" %d were so already.", same)
	}
	if first != nil {
		f.Kind = warn
		f.Text += fmt.Sprintf(" %s decided before and stays as it was, the first %s by %s at %s.", plural(conflicts, "listing"), strings.ToLower(said(first.Decision)),
			who(first.Decision.By, v), when(first.Decision.At, v.zone()))
	}
	if n := gone + none; n > 0 {
		f.Kind = warn
		f.Text += fmt.Sprintf(" %s could not be decided any more.", plural(n, "listing"))
	}
	return f, changed
}

// postUndo takes back the person's last decision or, where the path names an item, that item's.
func (s *Site) postUndo(w http.ResponseWriter, r *http.Request, v viewer) {
	f := filterOf(r.URL.Query(), v)
	id := r.PathValue("id")
	if id != "" {
		if _, ok := s.item(w, r, v); !ok {
			return
		}
	}
	it, err := s.Store.Undo(r.Context(), v.Name, id)
	switch {
	case errors.Is(err, review.ErrNothingToUndo):
		to := "/review" + f.query(true)
		if id != "" {
			to = pathTo(id, f)
		}
		s.redirect(w, r, to, flash{Kind: warn, Text: fmt.Sprintf("There is nothing to take back: only your own last %d decisions can be.", review.UndoDepth)})
	case err != nil:
		s.fail(w, r, err)
	default:
		s.count("undo", 1)
		s.redirect(w, r, pathTo(it.ID, f), flash{Kind: done, Text: "Taken back: " + titled(it.Title, it.Company) + " waits again."})
	}
}

// count tells the metrics of decisions.
func (s *Site) count(decision string, n int) {
	for range n {
		if s.Reviewed != nil {
			s.Reviewed(decision)
		}
	}
}

// who names who decided, for the viewer.
func who(by string, v viewer) string {
	switch by {
	case "":
		return "somebody who is gone"
	case v.Name:
		return "you"
	}
	return by
}

// sentence is an error as a sentence.
func sentence(err error) string { return capital(err.Error()) + "." }
