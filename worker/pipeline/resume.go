package pipeline

import (
	"context"
	"errors"
	"strings"
	"time"

	"shortlist/digest/render"
	"shortlist/worker/store"
)

// outboxPatience is how long a digest may wait for its mail server before a newer one takes its place: by then its ages and
// its links are those of another day.
const outboxPatience = 6 * time.Hour

// alone runs do while this process holds the profile's lease.
func (r *Runner) alone(ctx context.Context, w *work, do func(context.Context) error) error {
	profile := w.profile.Name
	return withLease(ctx, r.Store, r.Log, "profile:"+profile, func() {
		r.Log.Info("another run of this profile is going on, or one died seconds ago; waiting", "profile", profile)
	}, func(ctx context.Context, held store.Lease) error {
		w.lease = held
		return do(ctx)
	})
}

// resume finishes what a process that died left behind. It reports true where that was a digest that this run sent, or
// tried to: one run sends one mail. Runs of the queue that have made nothing yet are the queue's.
func (r *Runner) resume(ctx context.Context, w *work) (bool, error) {
	runs, err := r.Store.Unfinished(ctx, w.profile.Name)
	if err != nil {
		return false, err
	}
	for _, run := range runs {
		e, err := r.Store.EditionOf(ctx, run.ID)
		if errors.Is(err, store.ErrNotFound) {
			if strings.HasPrefix(run.Key, byHand) {
				// It died before anything was in the outbox, so nothing of it is owed to anybody.
				_, err = r.Store.AbandonRun(ctx, run.ID, string(Failed), `{"reasons":["the process died before the digest was made; a later run took its place"]}`)
			} else {
				err = nil
			}
			if err != nil {
				return false, err
			}
			continue
		}
		if err != nil {
			return false, err
		}
		if waits, err := r.takeUp(ctx, w, e); err != nil {
			return false, err
		} else if waits {
			r.Log.Info("a digest waits in the outbox; sending it", "profile", e.Profile, "edition", e.ID)
			return true, r.deliverOld(ctx, w, run, e)
		}
	}
	return false, nil
}

// takeUp looks at an edition that an earlier attempt left, and reports whether it still waits to be sent.
func (r *Runner) takeUp(ctx context.Context, w *work, e store.Edition) (bool, error) {
	switch {
	case e.State == store.Sending:
		r.Log.Warn("a digest may or may not have arrived; it is not sent again", "profile", e.Profile, "edition", e.ID, "message_id", e.MessageID)
		return false, r.Store.Settle(ctx, e, store.Unknown, "the process died while the mail server was answering", string(Unknown), "")
	case e.State != store.Pending:
		return false, nil
	case w.now.Sub(e.CreatedAt) > outboxPatience:
		return false, r.Store.Settle(ctx, e, store.Stale, "waited for the mail server too long; a newer digest takes its place", string(Failed), "")
	}
	return true, nil
}

// deliverOld sends the edition of an earlier run in the name of that run, to the address that the person has now.
func (r *Runner) deliverOld(ctx context.Context, w *work, run store.Run, e store.Edition) error {
	w.run, e.Recipient = run, w.profile.Email
	items, err := r.Store.Items(ctx, e.ID)
	if err != nil {
		return err
	}
	w.result.Mail = render.Mail{Subject: e.Subject, HTML: e.HTML, Text: e.Text}
	w.result.Run, w.result.Slot, w.result.Resumed, w.result.Picks = run.ID, run.Slot.In(w.zone), true, len(items)
	return r.deliver(ctx, w, e)
}
