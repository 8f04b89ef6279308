package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	netmail "net/mail"
	"strings"
	"time"

	"crypto/rand"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"shortlist/digest/mail"
	"shortlist/worker/store"
)

// Address is the sender of the digests.
type Address = netmail.Address

type outbox interface {
	PutEdition(ctx context.Context, e store.Edition, items []store.Item, under store.Lease) (bool, error)
	EditionOf(ctx context.Context, run string) (store.Edition, error)
	Items(ctx context.Context, edition string) ([]store.Item, error)
	BeginSending(ctx context.Context, id string) (int, error)
	BackToOutbox(ctx context.Context, id string, attempt int, problem string) error
	StopAddress(ctx context.Context, profile, address, reason string) error
	AddressWorks(ctx context.Context, profile, address string) error
	Settle(ctx context.Context, e store.Edition, state store.State, detail, runOutcome, summary string) error
}

// ErrNotDelivered is returned, wrapped, where a digest was made and the mail server has not taken it.
var ErrNotDelivered = errors.New("the digest was not delivered")

// errTaken stops an attempt where somebody else is sending the same edition.
var errTaken = errors.New("another process is sending this digest")

// putEdition writes what was rendered into the outbox, before anything of it is sent.
func (r *Runner) putEdition(ctx context.Context, w *work) (store.Edition, error) {
	e := store.Edition{
		ID: rand.Text(), Run: w.run.ID, Profile: w.profile.Name, Slot: w.run.Slot, MessageID: messageID(w.profile.Name, w.run.Key, r.From), Recipient: w.profile.Email,
		Subject: w.mail.Subject, HTML: w.mail.HTML, Text: w.mail.Text, State: store.Pending, CreatedAt: w.now,
	}
	items := make([]store.Item, 0, len(w.edition.Cards))
	for _, l := range w.edition.Listings() {
		items = append(items, store.Item{Role: l.Role, Ref: l.Ref})
	}
	put, err := r.Store.PutEdition(ctx, e, items, w.lease)
	if err == nil && !put {
		err = errTaken
	}
	return e, err
}

// messageID is derived from the profile and the run's key, a slot's being the slot, so that a mailbox which got a digest
// twice can tell.
func messageID(profile, key string, from Address) string {
	sum := sha256.Sum256([]byte(profile + "\x00" + key))
	domain := "localhost"
	if i := strings.LastIndex(from.Address, "@"); i >= 0 {
		domain = from.Address[i+1:]
	}
	return hex.EncodeToString(sum[:12]) + "." + profile + "@" + domain
}

// deliver sends an edition and records what became of it. The record outlives a stop: what the server said must not be
// forgotten because somebody pressed Ctrl-C.
func (r *Runner) deliver(ctx context.Context, w *work, e store.Edition) error {
	w.result.MessageID = e.MessageID
	sent, attempt := r.send(ctx, w, e)
	if errors.Is(sent.Err, errTaken) {
		w.result.Outcome = Failed
		return errTaken
	}
	r.Meter.Mail(string(sent.Outcome))
	return r.settle(ctx, w, e, attempt, sent)
}

// send hands the edition to the mail server, and says which attempt that was.
func (r *Runner) send(ctx context.Context, w *work, e store.Edition) (sent mail.Result, attempt int) {
	began := time.Now()
	_ = traced(ctx, r.Tracer, deliverStage, func(ctx context.Context, span trace.Span) error {
		sent = r.Sender.Send(ctx, message(r.From, e, r.Now()), func() (err error) {
			if attempt, err = r.Store.BeginSending(ctx, e.ID); err == nil && attempt == 0 {
				err = errTaken
			}
			return err
		})
		span.SetAttributes(attribute.String("outcome", string(sent.Outcome)))
		return sent.Err
	})
	r.Meter.Stage(deliverStage, time.Since(began))
	return sent, attempt
}

// message is the edition as it goes to the mail server.
func message(from Address, e store.Edition, now time.Time) mail.Message {
	return mail.Message{
		From: from, To: e.Recipient, Subject: e.Subject, ID: e.MessageID, HTML: e.HTML, Text: e.Text, CreatedAt: now,
		ListID: "shortlist." + e.Profile + "." + e.MessageID[strings.LastIndex(e.MessageID, "@")+1:],
	}
}

// settle records what became of an attempt.
func (r *Runner) settle(ctx context.Context, w *work, e store.Edition, attempt int, sent mail.Result) error {
	record, done := recording(ctx)
	defer done()
	switch sent.Outcome {
	case mail.Accepted:
		w.result.Outcome = Sent
		if w.profile.Refused.Address == e.Recipient { // it works again, as a run by hand found
			if err := r.Store.AddressWorks(record, e.Profile, e.Recipient); err != nil {
				r.Log.Warn("that the address works again could not be recorded", "profile", e.Profile, "error", err)
			}
		}
		if err := r.surely(ctx, func(ctx context.Context) error {
			return r.Store.Settle(ctx, e, store.Accepted, sent.Detail, string(Sent), w.summary())
		}); err != nil {
			return err
		}
		r.Log.Info("digest sent", "profile", e.Profile, "picks", w.result.Picks, "message_id", e.MessageID, "reply", sent.Detail)
		return nil
	case mail.Unknown:
		w.result.Outcome = Unknown
		err := r.Store.Settle(record, e, store.Unknown, sent.Detail, string(Unknown), w.summary())
		return errors.Join(fmt.Errorf("%w for certain: %s; it is not sent again, since it may have arrived", ErrNotDelivered, sent.Detail), err)
	case mail.Permanent:
		w.result.Outcome = Rejected
		if sent.Refused == mail.RefusedAddress {
			r.Log.Error("the mail server will never deliver to this address; no digest is made for it until it changes or shortlist profile resume tries it again",
				"profile", e.Profile, "reply", sent.Detail)
			if err := r.stopAddress(record, e, sent.Detail); err != nil {
				return err
			}
		}
		err := r.Store.Settle(record, e, store.Permanent, sent.Detail, string(Rejected), w.summary())
		return errors.Join(fmt.Errorf("%w: %s; its listings come again with the next digest", ErrNotDelivered, sent.Detail), err)
	default:
		w.result.Outcome = Deferred
		err := r.Store.BackToOutbox(record, e.ID, attempt, sent.Detail)
		return errors.Join(fmt.Errorf("%w: %s; it is kept, and the next run of %s sends it", ErrNotDelivered, sent.Detail, e.Profile), err)
	}
}

// stopAddress leaves the address alone, unless the person has another one by now.
func (r *Runner) stopAddress(ctx context.Context, e store.Edition, reason string) error {
	p, err := r.Store.Profile(ctx, e.Profile)
	if err != nil || p.Email != e.Recipient {
		return err
	}
	return r.Store.StopAddress(ctx, e.Profile, e.Recipient, reason)
}

// While the database is away, what the mail server accepted is recorded again and again for so long: a run that was forgotten
// here could only be settled as unknown.
const (
	settlePatience = 3 * time.Minute
	settleAgain    = time.Second
)

// surely writes what must not be forgotten, and gives up where the process is to end or the run's time is over.
func (r *Runner) surely(ctx context.Context, write func(context.Context) error) error {
	until := time.Now().Add(settlePatience)
	if deadline, ok := ctx.Deadline(); ok && deadline.Before(until) {
		until = deadline
	}
	for {
		record, done := recording(ctx)
		err := write(record)
		done()
		if err == nil || errors.Is(err, store.ErrSettled) || errors.Is(context.Cause(ctx), context.Canceled) || time.Now().After(until) {
			return err
		}
		r.Log.Warn("what the mail server accepted could not be recorded; trying again", "error", err)
		if err := sleep(context.WithoutCancel(ctx), settleAgain); err != nil {
			return err
		}
	}
}

// summary is what is kept of a run for people to read.
func (w *work) summary() string {
	b, err := json.Marshal(w.result)
	if err != nil {
		return ""
	}
	return string(b)
}
