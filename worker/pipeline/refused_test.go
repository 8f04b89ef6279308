package pipeline_test

import (
	"context"
	"database/sql"
	"strings"
	"testing"
	"time"

	"shortlist/digest/mail"
	"shortlist/scoring"
	"shortlist/worker/pipeline"
	"shortlist/worker/store"
)

// planned says whether the sweep plans ada a slot.
func (r running) planned(t *testing.T) bool {
	t.Helper()
	seen := false
	if _, _, err := r.store.Sweep(t.Context(), r.clock.now(), 10, func(d store.Due) store.Plan {
		seen = seen || d.Profile.Name == "ada"
		return store.Plan{Slot: r.clock.now().Add(time.Hour), At: r.clock.now().Add(time.Hour)}
	}, func(context.Context, *sql.Tx, []store.Run) error { return nil }); err != nil {
		t.Fatal(err)
	}
	return seen
}

// TestARefusedAddressIsLeftAlone: no digest is made for an address that does not exist, the owner hears of it, and a new
// address, a resume or a mail that arrives after all end that.
func TestARefusedAddressIsLeftAlone(t *testing.T) {
	runners(t, func(t *testing.T, r running) {
		ctx := t.Context()
		ada, err := r.store.Profile(ctx, "ada")
		if err != nil {
			t.Fatal(err)
		}
		r.sender.give = mail.Result{Outcome: mail.Permanent, Refused: mail.RefusedSender, Detail: "554 5.7.1 not from you"}
		r.run(t, pipeline.Rejected)
		if p, err := r.store.Profile(ctx, "ada"); err != nil || p.Refused != (store.Refusal{}) || !r.planned(t) {
			t.Fatalf("a refused sender stopped the person: %+v, %v", p.Refused, err)
		}
		r.sender.give = mail.Result{Outcome: mail.Permanent, Refused: mail.RefusedAddress, Detail: "550 5.1.1 no such person"}
		r.run(t, pipeline.Rejected)
		stopped := func(want bool) {
			t.Helper()
			r.clock.add(2 * time.Hour)
			p, err := r.store.Profile(ctx, "ada")
			if err != nil || (p.Refused.Address != "") != want || want && p.Refused.Reason != "550 5.1.1 no such person" || r.planned(t) == want {
				t.Fatalf("%+v, %v; want stopped = %v", p.Refused, err, want)
			}
			c, err := r.store.CountSlots(ctx, r.clock.now(), time.Minute)
			if err != nil || (c.Refused == 1) != want {
				t.Errorf("%+v, %v", c, err)
			}
		}
		stopped(true)
		// What does not change the address does not bring it back.
		changed := ada.Profile
		changed.Schedule = []string{"0 9 * * *"}
		if err := r.store.PutProfile(ctx, changed, ""); err != nil {
			t.Fatal(err)
		}
		stopped(true)
		r.ownerHears(t)
		changed.Email = "ada@elsewhere.example"
		if err := r.store.PutProfile(ctx, changed, ""); err != nil {
			t.Fatal(err)
		}
		stopped(false)
		r.run(t, pipeline.Rejected)
		stopped(true)
		if err := r.store.SetPaused(ctx, "ada", false); err != nil {
			t.Fatal(err)
		}
		stopped(false)
		r.run(t, pipeline.Rejected)
		stopped(true)
		r.sender.give = mail.Result{Outcome: mail.Accepted}
		r.run(t, pipeline.Sent)
		stopped(false)
	})
}

func (r running) ownerHears(t *testing.T) {
	t.Helper()
	owner := scoring.DefaultProfile()
	owner.Name, owner.Email, owner.Timezone, owner.Schedule, owner.Queries = "host", "host@example.org", "UTC", []string{"0 8 * * *"}, []string{"golang"}
	if err := r.store.PutProfile(t.Context(), owner, ""); err != nil {
		t.Fatal(err)
	}
	give := r.sender.give
	defer func() { r.sender.give, r.Owner = give, "" }()
	r.sender.give = mail.Result{Outcome: mail.Accepted}
	for name, want := range map[string]bool{"": false, "host": true} {
		r.Owner = name
		if _, err := r.Run(t.Context(), pipeline.Request{Profile: "host", DryRun: true}); err != nil {
			t.Fatal(err)
		}
		got, err := r.Run(t.Context(), pipeline.Request{Profile: "host", DryRun: true})
		if err != nil || strings.Contains(got.Mail.Text, "will not deliver to the address of ada") != want {
			t.Errorf("owner %q: %v\n%s", name, err, got.Mail.Text)
		}
	}
}
