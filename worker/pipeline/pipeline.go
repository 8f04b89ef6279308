// Package pipeline makes one digest: a list of stages, a file each, that collect, match, compose, render, deliver and
// record. What a stage finishes is in the database, so that a run which died is taken up where it stopped.
package pipeline

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"shortlist/digest"
	"shortlist/digest/mail"
	"shortlist/digest/render"
	"shortlist/guardrail/review"
	"shortlist/scoring"
	"shortlist/scoring/judge"
	"shortlist/scoring/relevance"
	"shortlist/worker/link"
	"shortlist/worker/store"
)

// Store is what the stages need of the store; each stage's file says which part.
type Store interface {
	matchStore
	guardStore
	whyStore
	composeStore
	outbox
	runStore
}

type runStore interface {
	Profile(ctx context.Context, name string) (store.Profile, error)
	leaseStore
	StartRun(ctx context.Context, r store.Run) (bool, error)
	EndRun(ctx context.Context, run, outcome, summary string) error
	Run(ctx context.Context, id string) (store.Run, error)
	AbandonRun(ctx context.Context, run, outcome, summary string) (bool, error)
	Unfinished(ctx context.Context, profile string) ([]store.Run, error)
}

// Sender hands a message to a mail server; *mail.Sender is one.
type Sender interface {
	// Send calls beforeData when the server has agreed to take the message and before it sends any of it.
	Send(ctx context.Context, m mail.Message, beforeData func() error) mail.Result
}

// Options are what a Runner is made of. All but Sender, SendEmpty, PublicURL, Links, Owner, Judge, Meter and Tracer are required; a Runner without a Sender
// can do dry runs alone.
type Options struct {
	Store     Store
	Collector *Collector
	Judge     *judge.Judge  // nil: relevance and gates alone decide
	Keep      time.Duration // how long a question waits for the person
	Renderer  *render.Renderer
	Sender    Sender
	From      Address
	SendEmpty bool         // a short mail where nothing is new, for profiles that do not say
	PublicURL string       // base of the pages that a mail may link to
	Links     Links        // makes the links of mails that act; nil: there are none
	Owner     string       // the profile of who runs the daemon, who is told of what concerns all; empty: nobody
	Meter     Meter        // nil counts nothing
	Tracer    trace.Tracer // nil traces nothing
	Now       func() time.Time
	Log       *slog.Logger
}

// Meter counts what runs do; *metrics.Metrics is one.
type Meter interface {
	Stage(name string, took time.Duration)
	Gate(name string) // that fired
	Guard(decision, reason string)
	Mail(outcome string)
}

// Links makes signed links to what a person can do from a mail; link.Links is one.
type Links interface {
	// URL is empty where there is no page to lead to.
	URL(profile, review string, action link.Action) string
}

type noMeter struct{}

func (noMeter) Stage(string, time.Duration) {}
func (noMeter) Gate(string)                 {}
func (noMeter) Guard(string, string)        {}
func (noMeter) Mail(string)                 {}

// Runner makes digests. It is safe for concurrent use.
type Runner struct {
	Options
	corpus *Corpus
}

// New returns a runner.
func New(o Options) *Runner {
	if o.Meter == nil {
		o.Meter = noMeter{}
	}
	return &Runner{Options: o, corpus: &Corpus{Store: o.Store}}
}

// byHand begins the keys of runs that a person asked for.
const byHand = "hand-"

// ErrNoSender is returned for a run that would have to send mail without a mail server.
var ErrNoSender = errors.New("no mail server is set: set mail.smtp (or SMTP_URL), for example smtp://ada@mail.example.org:587, or try --dry-run")

// work is what the stages hand to one another.
type work struct {
	request Request
	profile store.Profile
	zone    *time.Location
	run     store.Run
	lease   store.Lease // the profile's, while this run works under it
	now     time.Time

	boards     []BoardState
	open       snapshot
	sent       map[int64]bool // roles that the person had
	search     *relevance.Search
	matched    Matched
	considered []considered
	beyond     int // matches that were not looked at for want of room
	waiting    []judge.Waiting
	asked      int // questions to the person, open or not
	newCalls   int // of the open ones, those that no digest has shown
	rulings    map[int64]review.Ruling
	edition    digest.Edition
	mail       render.Mail
	result     Result
}

// Serve works off one run of the queue: it makes the digest, or takes it up where an earlier try left it. An error says that
// the run is not finished, or, with outcome Unknown or Rejected, that it ended badly.
func (r *Runner) Serve(ctx context.Context, run store.Run) (result Result, err error) {
	err = traced(ctx, r.Tracer, "run", func(ctx context.Context, span trace.Span) error {
		result, err = r.serve(ctx, run)
		span.SetAttributes(attribute.String("outcome", string(result.Outcome)))
		return err
	}, attribute.String("run", run.ID), attribute.Int("attempt", run.Attempts))
	return result, err
}

func (r *Runner) serve(ctx context.Context, run store.Run) (Result, error) {
	w, err := r.begin(ctx, Request{Profile: run.Profile, Slot: run.Slot, Key: run.Key})
	if err != nil {
		return Result{Profile: run.Profile, Outcome: Failed}, err
	}
	if r.Sender == nil {
		return Result{Profile: run.Profile, Outcome: Failed}, ErrNoSender
	}
	w.run, w.result.Run = run, run.ID
	err = r.alone(ctx, w, func(ctx context.Context) error { return r.takeTurn(ctx, w) })
	if err != nil && w.result.Outcome == "" {
		w.result.Outcome = Failed
	}
	return w.result, err
}

func (r *Runner) takeTurn(ctx context.Context, w *work) error {
	now, err := r.Store.Run(ctx, w.run.ID)
	if err != nil {
		return err
	}
	if !now.EndedAt.IsZero() { // by another process, while this one waited for its turn
		w.result.Outcome = Outcome(now.Outcome)
		return nil
	}
	e, err := r.Store.EditionOf(ctx, w.run.ID)
	switch {
	case errors.Is(err, store.ErrNotFound):
		if e, err = r.make(ctx, w); err != nil || w.result.Outcome == Empty {
			return err
		}
		return r.deliver(ctx, w, e)
	case err != nil:
		return err
	}
	waits, err := r.takeUp(ctx, w, e)
	if err != nil {
		return err
	}
	if waits {
		return r.deliverOld(ctx, w, w.run, e)
	}
	ended, err := r.Store.Run(ctx, w.run.ID)
	w.result.Outcome = Outcome(ended.Outcome)
	if err == nil && w.result.Outcome != Sent {
		err = fmt.Errorf("%w: %s", ErrNotDelivered, w.result.Outcome)
	}
	return err
}

// stage is one step of a run.
type stage struct {
	name string
	do   func(context.Context, *work) error
}

// Stages lists the names of a run's steps, in their order.
func Stages() []string {
	names := []string{}
	for _, s := range (&Runner{}).stages() {
		names = append(names, s.name)
	}
	return append(names, deliverStage)
}

// deliverStage is the step after the outbox.
const deliverStage = "deliver"

// stages is the order of one run, up to the outbox.
func (r *Runner) stages() []stage {
	return []stage{
		{"collect", r.collect},
		{"match", r.match},
		{"gate", r.gate},
		{"judge", r.judge},
		{"guard", r.guard},
		{"compose", r.compose},
		{"render", r.render},
	}
}

// Run makes one digest. Two runs of one profile never overlap, in whatever process they are: the second waits for the
// first, and then finds nothing left to send. A run that died with a digest in the outbox is finished instead of a new one
// being made.
func (r *Runner) Run(ctx context.Context, req Request) (result Result, err error) {
	err = traced(ctx, r.Tracer, "run", func(ctx context.Context, span trace.Span) error {
		result, err = r.byHand(ctx, req)
		span.SetAttributes(attribute.String("run", result.Run), attribute.String("outcome", string(result.Outcome)))
		return err
	}, attribute.Bool("by_hand", true))
	return result, err
}

func (r *Runner) byHand(ctx context.Context, req Request) (Result, error) {
	w, err := r.begin(ctx, req)
	if err != nil {
		return Result{Profile: req.Profile, Outcome: Failed}, err
	}
	if req.DryRun {
		err := r.through(ctx, w, r.stages())
		w.result.Outcome = DryRun
		return w.result, err
	}
	if r.Sender == nil {
		return Result{Profile: req.Profile, Outcome: Failed}, ErrNoSender
	}
	err = r.alone(ctx, w, func(ctx context.Context) error {
		if done, err := r.resume(ctx, w); done || err != nil {
			return err
		}
		return r.fresh(ctx, w)
	})
	if err != nil && w.result.Outcome == "" {
		w.result.Outcome = Failed
	}
	return w.result, err
}

func (r *Runner) begin(ctx context.Context, req Request) (*work, error) {
	p, err := r.Store.Profile(ctx, req.Profile)
	if err != nil {
		return nil, err
	}
	zone, err := p.Location()
	if err != nil {
		return nil, fmt.Errorf("profile %s: timezone: %w", p.Name, err)
	}
	if back, planned := p.Back(); req.Key == "" && (p.Paused || planned && back.After(r.Now())) {
		r.Log.Warn("this person is paused; the digest is made since it was asked for by hand", "profile", p.Name)
	}
	w := &work{request: req, profile: p, zone: zone, now: r.Now()}
	if w.request.Slot.IsZero() {
		w.request.Slot = w.now.Truncate(time.Second)
	}
	if w.request.Key == "" {
		w.request.Key = byHand + rand.Text()
	}
	w.run = store.Run{ID: rand.Text(), Profile: p.Name, Key: w.request.Key, Slot: w.request.Slot}
	w.result = Result{Run: w.run.ID, Profile: p.Name, Slot: w.request.Slot.In(zone), Reasons: []string{}}
	return w, nil
}

// through runs the stages. They leave nothing behind that would be worth taking up: what they make is written at their end,
// into the outbox.
func (r *Runner) through(ctx context.Context, w *work, stages []stage) error {
	for _, s := range stages {
		began := time.Now()
		if err := traced(ctx, r.Tracer, s.name, func(ctx context.Context, _ trace.Span) error { return s.do(ctx, w) }); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		r.Meter.Stage(s.name, time.Since(began))
	}
	return nil
}

// fresh makes a new digest and sends it.
func (r *Runner) fresh(ctx context.Context, w *work) error {
	started, err := r.Store.StartRun(ctx, w.run)
	if err != nil {
		return err
	}
	if !started {
		return fmt.Errorf("profile %s already has a run %q", w.profile.Name, w.run.Key)
	}
	e, err := r.make(ctx, w)
	if err != nil {
		return r.abandon(ctx, w, err)
	}
	if w.result.Outcome == Empty {
		return nil
	}
	return r.deliver(ctx, w, e)
}

// make runs the stages and puts the digest into the outbox; where there is nothing new, it ends the run instead.
func (r *Runner) make(ctx context.Context, w *work) (store.Edition, error) {
	if err := r.through(ctx, w, r.stages()); err != nil {
		return store.Edition{}, err
	}
	if len(w.edition.Cards) == 0 && w.newCalls == 0 && !w.broken() && !r.wantsEmpty(w.profile.Profile) {
		w.result.Outcome = Empty
		return store.Edition{}, r.Store.EndRun(ctx, w.run.ID, string(Empty), w.summary())
	}
	return r.putEdition(ctx, w)
}

// broken reports whether the person would wait in vain without being told: no board could be read, or what matched could not
// be judged.
func (w *work) broken() bool {
	for _, b := range w.boards {
		if b.Error == "" {
			return len(w.waiting) > 0
		}
	}
	return len(w.boards) > 0 || len(w.waiting) > 0
}

// abandon ends a run that nothing of can be used; the next one starts anew.
func (r *Runner) abandon(ctx context.Context, w *work, cause error) error {
	w.result.Outcome = Failed
	record, done := recording(ctx)
	defer done()
	_, err := r.Store.AbandonRun(record, w.run.ID, string(Failed), w.summary())
	return errors.Join(cause, err)
}

func (r *Runner) wantsEmpty(p scoring.Profile) bool {
	if p.SendEmpty != nil {
		return *p.SendEmpty
	}
	return r.SendEmpty
}
