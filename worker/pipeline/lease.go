package pipeline

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"shortlist/worker/store"
)

// A lease ends this long after its holder was last heard of. It is renewed three times as often, and whoever cannot renew
// one stops: somebody else may have begun.
const (
	leaseTTL   = 9 * time.Second
	leaseRenew = leaseTTL / 3
	leasePoll  = 200 * time.Millisecond
)

// recordTimeout bounds what must still be written when everything else was told to stop.
const recordTimeout = 10 * time.Second

type leaseStore interface {
	Acquire(ctx context.Context, name, owner string, ttl time.Duration) (bool, error)
	Renew(ctx context.Context, name, owner string, ttl time.Duration) (bool, error)
	Release(ctx context.Context, name, owner string) error
}

// withLease runs do while this process holds the named lease, for which it waits. The context that do gets ends when the
// lease is lost. waits is called once where somebody else holds the lease.
func withLease(ctx context.Context, s leaseStore, log *slog.Logger, name string, waits func(), do func(context.Context, store.Lease) error) error {
	owner := rand.Text()
	for told := false; ; told = true {
		ok, err := s.Acquire(ctx, name, owner, leaseTTL)
		if err != nil {
			return err
		}
		if ok {
			break
		}
		if !told {
			waits()
		}
		if err := sleep(ctx, leasePoll); err != nil {
			return err
		}
	}
	held, cancel := context.WithCancelCause(ctx)
	renewed := make(chan struct{})
	go func() {
		defer close(renewed)
		renew(held, s, log, name, owner, cancel)
	}()
	err := do(held, store.Lease{Name: name, Owner: owner})
	cause := context.Cause(held) // before the cancel below gives it another one
	cancel(nil)
	<-renewed
	if cause != nil && ctx.Err() == nil {
		err = errors.Join(err, cause)
	}
	// Released although everything may have been told to stop: a lease left behind holds up the others.
	record, done := recording(ctx)
	defer done()
	return errors.Join(err, s.Release(record, name, owner))
}

// renew keeps the lease until ctx ends. A database that does not answer for a moment is asked again, as long as the lease
// surely holds.
func renew(ctx context.Context, s leaseStore, log *slog.Logger, name, owner string, lost context.CancelCauseFunc) {
	last := time.Now()
	for sleep(ctx, leaseRenew) == nil {
		asked := time.Now()
		ok, err := s.Renew(ctx, name, owner, leaseTTL)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil && time.Since(last) < leaseTTL-leaseRenew:
			log.Warn("a lease could not be renewed; trying again", "lease", name, "error", err)
		case err != nil:
			lost(fmt.Errorf("the lease %s could not be renewed: %w", name, err))
			return
		case !ok:
			lost(fmt.Errorf("the lease %s went to another process while this one stood still", name))
			return
		default:
			last = asked
		}
	}
}

// recording is a context for what must be written although ctx may have ended.
func recording(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
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
