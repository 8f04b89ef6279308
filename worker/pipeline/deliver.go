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

	"crypto/rand"

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
	attempt := 0
	sent := r.Sender.Send(ctx, mail.Message{
		From: r.From, To: e.Recipient, Subject: e.Subject, ID: e.MessageID, HTML: e.HTML, Text: e.Text, CreatedAt: r.Now(),
		ListID: "shortlist." + e.Profile + "." + e.MessageID[strings.LastIndex(e.MessageID, "@")+1:],
	}, func() (err error) {
		if attempt, err = r.Store.BeginSending(ctx, e.ID); err == nil && attempt == 0 {
			err = errTaken
		}
		return err
	})
	record, done := recording(ctx)
	defer done()
	if errors.Is(sent.Err, errTaken) {
		w.result.Outcome = Failed
		return errTaken
	}
	r.Meter.Mail(string(sent.Outcome))
	switch sent.Outcome {
	case mail.Accepted:
		w.result.Outcome = Sent
		r.Log.Info("digest sent", "profile", e.Profile, "picks", w.result.Picks, "message_id", e.MessageID, "reply", sent.Detail)
		return r.Store.Settle(record, e, store.Accepted, sent.Detail, string(Sent), w.summary())
	case mail.Unknown:
		w.result.Outcome = Unknown
		err := r.Store.Settle(record, e, store.Unknown, sent.Detail, string(Unknown), w.summary())
		return errors.Join(fmt.Errorf("%w for certain: %s; it is not sent again, since it may have arrived", ErrNotDelivered, sent.Detail), err)
	case mail.Permanent:
		w.result.Outcome = Rejected
		err := r.Store.Settle(record, e, store.Permanent, sent.Detail, string(Rejected), w.summary())
		return errors.Join(fmt.Errorf("%w: %s; its listings come again with the next digest", ErrNotDelivered, sent.Detail), err)
	default:
		w.result.Outcome = Deferred
		err := r.Store.BackToOutbox(record, e.ID, attempt, sent.Detail)
		return errors.Join(fmt.Errorf("%w: %s; it is kept, and the next run of %s sends it", ErrNotDelivered, sent.Detail, e.Profile), err)
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
