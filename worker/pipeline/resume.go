package pipeline

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shortlist/worker/store"
)

// A lease ends this long after its holder was last heard of. It is renewed three times as often, and a run that cannot
// renew it stops: somebody else may have begun.
const (
	leaseTTL   = 9 * time.Second
	leaseRenew = leaseTTL / 3
	leasePoll  = 200 * time.Millisecond
)

// outboxPatience is how long a digest may wait for its mail server before a newer one takes its place: by then its ages and
// its links are those of another day.
const outboxPatience = 6 * time.Hour

// alone runs do while this process holds the profile's lease.
func (r *Runner) alone(ctx context.Context, profile string, do func(context.Context) error) error {
	name := "profile:" + profile
	owner := r.owner + "/" + fmt.Sprintf("%p", &name) // two runs of one process are two owners
	if err := r.acquire(ctx, name, owner, profile); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		r.renew(ctx, name, owner, cancel)
	}()
	err := do(ctx)
	cancel(nil)
	<-stopped
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		err = errors.Join(err, cause)
	}
	return errors.Join(err, r.Store.Release(context.WithoutCancel(ctx), name, owner))
}

func (r *Runner) acquire(ctx context.Context, name, owner, profile string) error {
	for told := false; ; told = true {
		ok, err := r.Store.Acquire(ctx, name, owner, leaseTTL)
		if ok || err != nil {
			return err
		}
		if !told {
			r.Log.Info("another run of this profile is going on, or one died seconds ago; waiting", "profile", profile)
		}
		if err := sleep(ctx, leasePoll); err != nil {
			return err
		}
	}
}

func (r *Runner) renew(ctx context.Context, name, owner string, cancel context.CancelCauseFunc) {
	for sleep(ctx, leaseRenew) == nil {
		ok, err := r.Store.Acquire(ctx, name, owner, leaseTTL)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			cancel(fmt.Errorf("the lease %s could not be renewed: %w", name, err))
		case !ok:
			cancel(fmt.Errorf("the lease %s was taken by another process while this one slept", name))
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// resume finishes what a process that died left behind. It reports true where that was a digest that this run sent, or
// tried to: one run sends one mail.
func (r *Runner) resume(ctx context.Context, w *work) (bool, error) {
	runs, err := r.Store.Unfinished(ctx, w.profile.Name)
	if err != nil {
		return false, err
	}
	for _, run := range runs {
		e, err := r.Store.EditionOf(ctx, run.ID)
		switch {
		case errors.Is(err, store.ErrNotFound):
			// It died before anything was in the outbox, so nothing of it is owed to anybody.
			err = r.Store.EndRun(ctx, run.ID, string(Failed), `{"reasons":["the process died before the digest was made; a later run took its place"]}`)
		case err != nil:
		case e.State == store.Sending:
			err = r.Store.Settle(ctx, e, store.Unknown, "the process died while the mail server was answering", string(Unknown), "")
			r.Log.Warn("a digest may or may not have arrived; it is not sent again", "profile", e.Profile, "edition", e.ID, "message_id", e.MessageID)
		case w.now.Sub(e.CreatedAt) > outboxPatience:
			err = r.Store.Settle(ctx, e, store.Stale, "waited for the mail server too long; a newer digest took its place", string(Failed), "")
		default:
			r.Log.Info("a digest waits in the outbox; sending it", "profile", e.Profile, "edition", e.ID)
			return true, r.deliverOld(ctx, w, run, e)
		}
		if err != nil {
			return false, err
		}
	}
	return false, nil
}

// deliverOld sends the edition of an earlier run in the name of that run.
func (r *Runner) deliverOld(ctx context.Context, w *work, run store.Run, e store.Edition) error {
	w.run = run
	items, err := r.Store.Items(ctx, e.ID)
	if err != nil {
		return err
	}
	w.result.Run, w.result.Slot, w.result.Resumed, w.result.Picks = run.ID, run.Slot.In(w.zone), true, len(items)
	return r.deliver(ctx, w, e)
}
