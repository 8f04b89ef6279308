package pipeline

import (
	"context"
	"fmt"
	"time"

	"shortlist/digest"
	"shortlist/worker/schedule"
	"shortlist/worker/store"
)

type composeStore interface {
	LastSent(ctx context.Context, profile string) (time.Time, error)
	UnknownSince(ctx context.Context, profile string, since time.Time) ([]store.Edition, error)
}

// compose is the third stage: what goes into the mail.
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
	// A schedule that cannot be read is not this run's matter: a run by hand needs none.
	when, _ := schedule.Parse(w.profile.Schedule, w.profile.Timezone)
	w.edition = digest.Compose(digest.Input{
		Profile: w.profile.Profile, Slot: w.run.Slot, Now: later(w.now, w.run.Slot), Zone: w.zone, Ranked: w.matched.Best, Boards: reports(w.boards, counts),
		Fetched: counts.Open, New: counts.New, Already: w.matched.Already, Dropped: w.matched.Dropped, Notes: notes, PublicURL: r.PublicURL,
		Schedule: when.Describe(),
	})
	w.result.Fetched, w.result.New, w.result.Picks = counts.Open, counts.New, len(w.edition.Cards)
	w.result.Reasons = append(w.result.Reasons, w.edition.Drops...)
	w.result.Edition = w.edition
	return nil
}

// later: a digest for a moment to come counts ages from then, one made late from now.
func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// notes tells of digests whose fate was lost since the last one that surely arrived.
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
	return notes, nil
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

// render is the fourth stage: subject, HTML and text.
func (r *Runner) render(_ context.Context, w *work) error {
	m, err := r.Renderer.Mail(w.edition)
	w.mail, w.result.Mail = m, m
	return err
}
