package pipeline

import (
	"context"
	"fmt"
	"time"

	"shortlist/digest"
	"shortlist/guardrail"
	"shortlist/guardrail/review"
	"shortlist/worker/link"
	"shortlist/worker/schedule"
	"shortlist/worker/store"
)

type composeStore interface {
	LastSent(ctx context.Context, profile string) (time.Time, error)
	Refused(ctx context.Context) ([]store.Profile, error)
	Reviews(ctx context.Context, f store.ReviewFilter, p store.ReviewPage) ([]review.Item, error)
	UnknownSince(ctx context.Context, profile string, since time.Time) ([]store.Edition, error)
}

// compose is the stage that says what goes into the mail.
func (r *Runner) compose(ctx context.Context, w *work) error {
	since, err := r.Store.LastSent(ctx, w.profile.Name)
	if err != nil {
		return err
	}
	counts := w.open.count(since)
	notes, err := r.notes(ctx, w, since)
	if err != nil {
		return err
	}
	ranked, drops := w.choose(r.judges(w))
	w.open.explain(w.search, ranked)
	calls, open, err := r.calls(ctx, w, since)
	if err != nil {
		return err
	}
	// A schedule that cannot be read is not this run's matter: a run by hand needs none.
	when, _ := schedule.Parse(w.profile.Schedule, w.profile.Timezone)
	w.edition = digest.Compose(digest.Input{
		Profile: w.profile.Profile, Slot: w.run.Slot, Now: later(w.now, w.run.Slot), Zone: w.zone, Ranked: ranked, Boards: reports(w.boards, counts),
		Found: len(w.matched.Best), Waiting: len(w.waiting), Beyond: w.beyond, Fetched: counts.Open, New: counts.New, Already: w.matched.Already, Dropped: append(drops, w.matched.Dropped...), Calls: calls, Open: open, Judged: r.judged(w), Notes: notes, PublicURL: r.PublicURL,
		Schedule: when.Describe(),
	})
	w.result.Fetched, w.result.New, w.result.Picks = counts.Open, counts.New, len(w.edition.Cards)
	w.result.Review, w.result.Waiting = open, len(w.waiting)
	w.result.Reasons = append(w.result.Reasons, w.edition.Drops...)
	w.result.Edition = w.edition
	return nil
}

// maxCalls is how many questions to the person are read for one mail, which shows fewer.
const maxCalls = 10

// calls are the questions to the person, the newest first, and how many there are. What was asked since the last digest is
// worth a mail by itself.
func (r *Runner) calls(ctx context.Context, w *work, since time.Time) (out []digest.Call, open int, err error) {
	if w.asked == 0 {
		return nil, 0, nil
	}
	f := store.ReviewFilter{Profile: w.profile.Name, State: review.Open}
	if open, err = r.Store.CountReviews(ctx, f); err != nil || open == 0 {
		return nil, open, err
	}
	f.Newer = since
	if w.newCalls, err = r.Store.CountReviews(ctx, f); err != nil {
		return nil, open, err
	}
	f.Newer = time.Time{}
	items, err := r.Store.Reviews(ctx, f, store.ReviewPage{Limit: maxCalls})
	for _, it := range items {
		out = append(out, digest.Call{ID: it.ID, Title: it.Title, Company: it.Company, Why: guardrail.Question(it.Reasons), Links: r.actions(w.profile.Name, it.ID)})
	}
	return out, open, err
}

// actions are what a person can do about a question from the mail. Each leads to a page that says what will happen.
func (r *Runner) actions(profile, id string) (out []digest.Link) {
	if r.Links == nil {
		return nil
	}
	for _, a := range []struct {
		label  string
		action link.Action
	}{{"Approve", link.Approve}, {"Reject", link.Reject}, {"Not again like this", link.NotAgain}, {"Hide company", link.HideCompany}} {
		if address := r.Links.URL(profile, id, a.action); address != "" {
			out = append(out, digest.Link{Label: a.label, URL: address})
		}
	}
	return out
}

// later: a digest for a moment to come counts ages from then, one made late from now.
func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// notes tells of digests whose fate was lost since the last one that surely arrived and, the owner, of people who get none
// any more.
func (r *Runner) notes(ctx context.Context, w *work, since time.Time) ([]string, error) {
	lost, err := r.Store.UnknownSince(ctx, w.profile.Name, since)
	if err != nil {
		return nil, err
	}
	var notes []string
	for _, e := range lost {
		notes = append(notes, fmt.Sprintf("The digest of %s may not have arrived: the mail server's answer was lost. It is not sent again; it is kept as %s.",
			e.Slot.In(w.zone).Format("Mon 2 Jan, 15:04"), e.ID))
	}
	if w.profile.Name != r.Owner {
		return notes, nil
	}
	refused, err := r.Store.Refused(ctx)
	for _, p := range refused {
		notes = append(notes, fmt.Sprintf("The mail server will not deliver to the address of %s, so no digest is made for them since %s (%s). Change the address, or try it again with shortlist profile resume %s.",
			p.Name, p.Refused.At.In(w.zone).Format("Mon 2 Jan, 15:04"), p.Refused.Reason, p.Name))
	}
	return notes, err
}

func reports(states []BoardState, counts store.Counts) []digest.BoardReport {
	out := make([]digest.BoardReport, 0, len(states))
	for _, s := range states {
		read := s.FetchedAt
		if s.Error != "" { // then what it holds is of the last time that anything came
			read = s.NonemptyAt
		}
		out = append(out, digest.BoardReport{
			Board: s.Source.Name(), Label: s.Label, URL: s.Home, Listings: counts.ByBoard[s.Source.Name()], Outcome: s.Outcome, Problem: s.Error,
			Since: s.FailingSince, FetchedAt: read,
		})
	}
	return out
}

// render is the last stage before the outbox: subject, HTML and text.
func (r *Runner) render(_ context.Context, w *work) error {
	m, err := r.Renderer.Mail(w.edition)
	w.mail, w.result.Mail = m, m
	return err
}
