package pipeline

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"shortlist/scoring"
	"shortlist/worker/board"
	"shortlist/worker/store"
)

// Bounds of collecting. A run must end within 40 s whatever the boards do, so one board gets less.
const (
	fetchTimeout = 30 * time.Second
	firstBackoff = 5 * time.Minute
)

// A board that sends less than half of what it last had has probably broken and not emptied; under ten listings there is
// nothing to compare. After three such answers in a row the new size is believed.
const (
	shrinkFloor    = 10
	shrinkPatience = 3
)

// Fetcher is one job board.
type Fetcher interface {
	Name() string
	// Fetch asks the board, with the validators of its last answer. The error is a *board.Error.
	Fetch(ctx context.Context, v board.Validators) (board.Fetched, error)
}

// Source is a board with how it is to be asked.
type Source struct {
	Fetcher
	Label   string        // as people write it: "Remote OK"
	Home    string        // the board's front page, which its terms want linked
	BaseURL string        // where it is really asked; another one starts its state anew
	Every   time.Duration // never more often than this
}

// BoardState is a board after collecting.
type BoardState struct {
	Source
	store.Board
}

type collectStore interface {
	leaseStore
	Board(ctx context.Context, name string) (store.Board, error)
	Boards(ctx context.Context) ([]store.Board, error)
	PutBoard(ctx context.Context, b store.Board) error
	Take(ctx context.Context, board string, listings []scoring.Listing, at time.Time) (store.Intake, error)
	Touch(ctx context.Context, board string, lastComplete, at time.Time) error
}

// Collector refreshes the boards: one fetch serves every profile, in whatever process.
type Collector struct {
	Sources []Source
	Store   collectStore
	Meter   BoardMeter   // nil counts nothing
	Tracer  trace.Tracer // nil traces nothing
	Now     func() time.Time
	Log     *slog.Logger
}

// BoardMeter counts what boards do; *metrics.Metrics is one.
type BoardMeter interface {
	Fetch(board, outcome string)
	Board(name string, listings int, nonempty time.Time)
}

// Eagerness says which boards to ask.
type Eagerness int

// The closed set of Eagerness.
const (
	IfDue Eagerness = iota // those whose data is older than their interval
	IfOwn                  // also those on this machine, which have no terms but the host's own
)

// Refresh fetches every board that is due, all at once, and returns the state of all in the order of Sources. A board's
// failure is in its state; an error is of the database.
func (c *Collector) Refresh(ctx context.Context, e Eagerness) ([]BoardState, error) {
	known, err := c.Store.Boards(ctx)
	if err != nil {
		return nil, err
	}
	states := make([]BoardState, len(c.Sources))
	errs := make([]error, len(c.Sources))
	var wg sync.WaitGroup
	for i, src := range c.Sources {
		states[i] = BoardState{Source: src, Board: src.among(known)}
		if force := e == IfOwn && board.OnLoopback(src.BaseURL); c.due(states[i].Board, force) {
			wg.Go(func() { states[i].Board, errs[i] = c.refresh(ctx, src, force) })
		}
	}
	wg.Wait()
	return states, errors.Join(errs...)
}

// among finds what is known of the source; where it is asked at a new address, nothing is.
func (src Source) among(known []store.Board) store.Board {
	for _, b := range known {
		if b.Name == src.Name() && b.BaseURL == src.BaseURL {
			return b
		}
	}
	return store.Board{Name: src.Name(), BaseURL: src.BaseURL}
}

// refresh asks a board that is due, unless another process does so or just has.
func (c *Collector) refresh(ctx context.Context, src Source, force bool) (store.Board, error) {
	var b store.Board
	began := c.Now()
	err := withLease(ctx, c.Store, c.Log, "board:"+src.Name(), func() {}, func(ctx context.Context, _ store.Lease) error {
		known, err := c.Store.Board(ctx, src.Name())
		if b = src.among([]store.Board{known}); err != nil || !c.due(b, force) || b.FetchedAt.After(began) {
			return err
		}
		return traced(ctx, c.Tracer, "board", func(ctx context.Context, span trace.Span) (err error) {
			b, err = c.fetch(ctx, src, b)
			span.SetAttributes(attribute.String("outcome", b.Outcome), attribute.Int("listings", b.Listings))
			return err
		}, attribute.String("board", src.Name()))
	})
	return b, err
}

// due: what was fetched in the future was fetched by a clock that stood ahead, and its plan means nothing.
func (c *Collector) due(b store.Board, force bool) bool {
	now := c.Now()
	return force || !now.Before(b.NextAt) || b.FetchedAt.After(now.Add(time.Minute))
}

func (c *Collector) fetch(ctx context.Context, src Source, b store.Board) (store.Board, error) {
	fetchCtx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	now := c.Now()
	f, err := src.Fetch(fetchCtx, board.Validators{ETag: b.ETag, LastModified: b.LastModified})
	if ctx.Err() != nil {
		return b, context.Cause(ctx) // we were stopped; that says nothing of the board
	}
	before := b
	b.FetchedAt = now
	switch {
	case err != nil:
		c.failed(&b, src, board.AsError(err))
	case f.NotModified:
		if err := c.Store.Touch(ctx, b.Name, before.CompleteAt, now); err != nil {
			return b, err
		}
		if b.CompleteAt = now; b.Listings > 0 {
			b.NonemptyAt = now
		}
		succeeded(&b, src, board.NotModified)
	default:
		if err := c.take(ctx, &b, src, f); err != nil {
			return b, err
		}
	}
	c.report(before, b)
	if c.Meter != nil {
		c.Meter.Fetch(b.Name, b.Outcome)
		c.Meter.Board(b.Name, b.Listings, b.NonemptyAt)
	}
	return b, c.Store.PutBoard(ctx, b)
}

// take stores what came and decides what to think of it.
func (c *Collector) take(ctx context.Context, b *store.Board, src Source, f board.Fetched) error {
	in, err := c.Store.Take(ctx, b.Name, f.Listings, b.FetchedAt)
	if err != nil {
		return err
	}
	c.Log.Debug("board read", "board", b.Name, "sent", f.Sent, "usable", len(f.Listings), "new", in.New, "changed", in.Changed, "roles", in.Roles)
	shrunk := b.Listings >= shrinkFloor && f.Sent < b.Listings/2
	switch {
	case f.Sent == 0:
		c.failed(b, src, &board.Error{Outcome: board.None, Sentence: "answered without a single listing" + had(b.Listings)})
		return nil
	case len(f.Listings) == 0:
		c.failed(b, src, &board.Error{Outcome: board.Malformed, Sentence: fmt.Sprintf("sent %d listings, none of them readable", f.Sent)})
		return nil
	case f.Later != nil:
		c.failed(b, src, f.Later)
	case shrunk && b.Failures+1 < shrinkPatience:
		c.failed(b, src, &board.Error{Outcome: board.Shrunk, Sentence: fmt.Sprintf("sent only %d listings%s", f.Sent, had(b.Listings))})
		b.NonemptyAt = b.FetchedAt
		return nil // the count to compare with stays
	default:
		b.ETag, b.LastModified = f.Validators.ETag, f.Validators.LastModified
		if f.Complete {
			b.CompleteAt = b.FetchedAt
		}
		succeeded(b, src, board.OK)
	}
	b.Listings, b.NonemptyAt = f.Sent, b.FetchedAt
	return nil
}

func had(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" where it had %d", n)
}

func succeeded(b *store.Board, src Source, o board.Outcome) {
	b.Outcome, b.Error, b.Failures, b.FailingSince = string(o), "", 0, time.Time{}
	b.NextAt = b.FetchedAt.Add(src.Every)
}

// failed plans the next try. A board that answered, however badly, was asked, and is not asked again before its terms allow;
// one that was not reached is tried sooner, but later each time.
func (c *Collector) failed(b *store.Board, src Source, e *board.Error) {
	if b.FailingSince.IsZero() {
		b.FailingSince = b.FetchedAt
	}
	b.Outcome, b.Error = string(e.Outcome), e.Sentence
	wait := src.Every
	if e.Outcome == board.Network || e.Outcome == board.Timeout {
		wait = min(firstBackoff<<min(b.Failures, 10), src.Every)
	}
	b.Failures++
	b.NextAt = b.FetchedAt.Add(max(wait, e.RetryAfter))
	if e.Err != nil {
		c.Log.Debug("fetch failed", "board", b.Name, "outcome", e.Outcome, "error", e)
	}
}

// report logs a change and not a state: a board that is down for a week is two lines.
func (c *Collector) report(before, after store.Board) {
	switch {
	case after.Error != "" && after.Error != before.Error:
		c.Log.Warn("a board failed", "board", after.Name, "outcome", after.Outcome, "problem", after.Error, "next_try", after.NextAt)
	case after.Error == "" && before.Error != "":
		c.Log.Info("a board works again", "board", after.Name, "failing_since", before.FailingSince)
	}
}

// collect is the stage that reads the boards.
func (r *Runner) collect(ctx context.Context, w *work) error {
	states, err := r.Collector.Refresh(ctx, IfDue)
	w.boards = states
	for _, s := range states {
		if s.Error != "" {
			w.result.Reasons = append(w.result.Reasons, s.Label+" "+s.Error)
		}
	}
	return err
}
