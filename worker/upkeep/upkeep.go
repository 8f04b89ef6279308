// Package upkeep keeps the database small and sound: it closes listings that boards dropped, forgets what is old, and
// checks.
package upkeep

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"shortlist/worker/board"
	"shortlist/worker/board/himalayas"
	"shortlist/worker/board/jobicy"
	"shortlist/worker/board/remoteok"
	"shortlist/worker/store"
)

// A step that takes longer than its bound stops where it is; what it did stays done and the next upkeep goes on. The lease is
// renewed before each step and outlives it.
const (
	stepTimeout = 2 * time.Minute
	leaseName   = "upkeep"
	leaseTTL    = stepTimeout + 30*time.Second
)

// keyLife is how long a key signs the links of mails. A link is valid for as long, and retired keys are kept for longer.
const keyLife = 30 * 24 * time.Hour

// Store is what upkeep does to the database.
type Store interface {
	Acquire(ctx context.Context, name, owner string, ttl time.Duration) (bool, error)
	Release(ctx context.Context, name, owner string) error
	Boards(ctx context.Context) ([]store.Board, error)
	CloseUnseen(ctx context.Context, board string, completeAt time.Time, patience time.Duration) (int, error)
	DropClosed(ctx context.Context, before time.Time) (int, error)
	DropEditions(ctx context.Context, before time.Time) (int, error)
	DropLeases(ctx context.Context) (int, error)
	ExpireReviews(ctx context.Context, now time.Time) (int, error)
	DropReviews(ctx context.Context, before time.Time) (int, error)
	DropReplies(ctx context.Context, before time.Time) (int, error)
	DropSignIns(ctx context.Context) (int, error)
	TurnLinkKeys(ctx context.Context, before time.Time) (bool, error)
	DropLinkKeys(ctx context.Context, before time.Time) (int, error)
	Tidy(ctx context.Context) error
	Check(ctx context.Context) error
}

// Absence says when a listing that a board no longer sends is taken for closed.
type Absence struct {
	// Patience is how long before the board's last complete fetch the listing was last seen.
	Patience time.Duration
	// Window says that a fetch reads the newest listings only and is never complete, so that any fetch without a fault
	// counts: what has been out of sight for the patience is too old to offer, whether or not it is closed.
	Window bool
}

// Options say how long things are kept.
type Options struct {
	Absence      Absence            // of a board that Boards does not name
	Boards       map[string]Absence // by the board's name
	KeepClosed   time.Duration      // a listing, after it closed; a question that nobody answered; a reply of the judge, after its last use
	KeepEditions time.Duration      // a digest and its run, after it was settled
}

// DefaultOptions are those of a board that sends all it holds, with more patience for the three that send their newest:
// Remote OK and Jobicy some hundred, Himalayas as many pages as its setting allows. There a listing leaves the feed
// when newer ones push it out, not when it closes.
func DefaultOptions() Options {
	const day = 24 * time.Hour
	return Options{
		Absence: Absence{Patience: 3 * day},
		Boards: map[string]Absence{
			remoteok.Name:  {Patience: 14 * day},
			jobicy.Name:    {Patience: 14 * day},
			himalayas.Name: {Patience: 14 * day, Window: true},
		},
		KeepClosed:   90 * day,
		KeepEditions: 180 * day,
	}
}

// Upkeep does the upkeep of one database. Every field is needed.
type Upkeep struct {
	Store   Store
	Now     func() time.Time
	Log     *slog.Logger
	Options Options
}

// step is one part of upkeep; do returns how many rows it changed.
type step struct {
	name string
	do   func(ctx context.Context) (int, error)
}

// steps are in this order: a listing may go once the last digest that names it is gone, and tidying pays after deleting.
func (u *Upkeep) steps(now time.Time) []step {
	return []step{
		{"check", func(ctx context.Context) (int, error) { return 0, u.Store.Check(ctx) }},
		{"closed", u.CloseUnseen},
		{"reviews", func(ctx context.Context) (int, error) {
			ended, err := u.Store.ExpireReviews(ctx, now)
			if err != nil {
				return ended, err
			}
			dropped, err := u.Store.DropReviews(ctx, now.Add(-u.Options.KeepClosed))
			return ended + dropped, err
		}},
		{"replies", func(ctx context.Context) (int, error) {
			return u.Store.DropReplies(ctx, now.Add(-u.Options.KeepClosed))
		}},
		{"editions", func(ctx context.Context) (int, error) {
			return u.Store.DropEditions(ctx, now.Add(-u.Options.KeepEditions))
		}},
		{"listings", func(ctx context.Context) (int, error) { return u.Store.DropClosed(ctx, now.Add(-u.Options.KeepClosed)) }},
		{"leases", u.Store.DropLeases},
		{"signins", func(ctx context.Context) (int, error) { return u.Store.DropSignIns(ctx) }},
		{"link keys", func(ctx context.Context) (int, error) {
			if _, err := u.Store.TurnLinkKeys(ctx, now.Add(-keyLife)); err != nil {
				return 0, err
			}
			return u.Store.DropLinkKeys(ctx, now.Add(-u.Options.KeepClosed))
		}},
		{"tidy", func(ctx context.Context) (int, error) { return 0, u.Store.Tidy(ctx) }},
	}
}

// Run does all steps, each within two minutes, and goes on past one that fails; its error joins theirs. It stops where
// the check finds damage (store.ErrDamaged), so that nothing is written over what may still be saved, and where ctx
// ends. One process does upkeep at a time: where another is at it, Run does nothing and returns nil.
func (u *Upkeep) Run(ctx context.Context) error {
	owner, began := rand.Text(), u.Now()
	defer func() {
		// Released although we may have been stopped. Where it fails, the lease ends by itself.
		if err := u.Store.Release(context.WithoutCancel(ctx), leaseName, owner); err != nil {
			u.Log.Warn("the lease of upkeep could not be released; it ends by itself", "error", err)
		}
	}()
	var errs []error
	counts := []any{}
	for i, s := range u.steps(began) {
		ok, err := u.Store.Acquire(ctx, leaseName, owner, leaseTTL)
		if err != nil {
			errs = append(errs, fmt.Errorf("upkeep: %w", err))
			break
		}
		if !ok && i == 0 {
			u.Log.Debug("another process does upkeep")
			return nil
		}
		if !ok {
			errs = append(errs, errors.New("upkeep: another process took over while this one slept"))
			break
		}
		n, err := bounded(ctx, s)
		if s.name != "check" && s.name != "tidy" {
			counts = append(counts, s.name, n)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("upkeep: %s: %w", s.name, err))
		}
		if ctx.Err() != nil || errors.Is(err, store.ErrDamaged) {
			break
		}
	}
	u.Log.Info("upkeep", append(counts, "failed", len(errs), "took", u.Now().Sub(began))...)
	return errors.Join(errs...)
}

func bounded(ctx context.Context, s step) (int, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, stepTimeout, fmt.Errorf("did not end within %v; the next upkeep goes on", stepTimeout))
	defer cancel()
	n, err := s.do(ctx)
	if err != nil && ctx.Err() != nil {
		err = fmt.Errorf("%w: %w", context.Cause(ctx), err) // a driver's own word for it is "interrupted"
	}
	return n, err
}

// CloseUnseen closes what the boards dropped, each by its own rule; one board's trouble is not the others'.
func (u *Upkeep) CloseUnseen(ctx context.Context) (int, error) {
	boards, err := u.Store.Boards(ctx)
	if err != nil {
		return 0, err
	}
	total := 0
	var errs []error
	for _, b := range boards {
		rule, ok := u.Options.Boards[b.Name]
		if !ok {
			rule = u.Options.Absence
		}
		n, err := u.Store.CloseUnseen(ctx, b.Name, rule.meaning(b), rule.Patience)
		total += n
		errs = append(errs, err)
	}
	return total, errors.Join(errs...)
}

// meaning is the moment of the board's last fetch whose silence about a listing means something, zero where there is none.
func (a Absence) meaning(b store.Board) time.Time {
	if a.Window && board.Outcome(b.Outcome).Fine() {
		return b.FetchedAt
	}
	return b.CompleteAt
}
