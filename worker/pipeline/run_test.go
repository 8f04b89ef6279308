package pipeline_test

import (
	"context"
	"errors"
	"log/slog"
	netmail "net/mail"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"shortlist/digest/mail"
	"shortlist/digest/render"
	"shortlist/scoring"
	"shortlist/worker/board"
	"shortlist/worker/pipeline"
	"shortlist/worker/store"
)

// fakeSender is a mail server of one word.
type fakeSender struct {
	mu   sync.Mutex
	give mail.Result
	sent []mail.Message
	// before, where set, is called when the server has agreed, in place of what would follow.
	before func()
}

func (s *fakeSender) Send(_ context.Context, m mail.Message, beforeData func() error) mail.Result {
	if s.before != nil {
		s.before()
	}
	if s.give.Outcome == mail.Accepted || s.give.Outcome == mail.Unknown || s.give.Outcome == mail.Permanent {
		if err := beforeData(); err != nil {
			return mail.Result{Outcome: mail.Temporary, Err: err}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent = append(s.sent, m)
	return s.give
}

type running struct {
	*pipeline.Runner
	collecting
	sender *fakeSender
}

func runners(t *testing.T, do func(t *testing.T, r running)) {
	t.Helper()
	collectors(t, func(t *testing.T, c collecting) {
		renderer, err := render.New()
		if err != nil {
			t.Fatal(err)
		}
		sender := &fakeSender{give: mail.Result{Outcome: mail.Accepted, Detail: "250 ok"}}
		p := scoring.DefaultProfile()
		p.Name, p.Email, p.Timezone, p.Schedule, p.Queries = "ada", "ada@example.org", "Europe/Berlin", []string{"0 8 * * *"}, []string{"golang"}
		if err := c.store.PutProfile(t.Context(), p, ""); err != nil {
			t.Fatal(err)
		}
		do(t, running{pipeline.New(pipeline.Options{
			Store: c.store, Collector: c.Collector, Renderer: renderer, Sender: sender, From: netmail.Address{Name: "Shortlist", Address: "digest@example.org"},
			Now: c.clock.now, Log: slog.New(slog.DiscardHandler),
		}), c, sender})
	})
}

func (r running) run(t *testing.T, want pipeline.Outcome) pipeline.Result {
	t.Helper()
	got, err := r.Run(t.Context(), pipeline.Request{Profile: "ada"})
	if got.Outcome != want || (err == nil) != (want == pipeline.Sent || want == pipeline.Empty) {
		t.Fatalf("%s, %v; want %s", got.Outcome, err, want)
	}
	return got
}

func TestNothingComesTwice(t *testing.T) {
	runners(t, func(t *testing.T, r running) {
		first := r.run(t, pipeline.Sent)
		if first.Picks != 12 || first.Fetched != 20 || first.New != 20 || first.MessageID == "" {
			t.Errorf("%+v", first)
		}
		second := r.run(t, pipeline.Sent) // the eight that the first had no room for
		if second.Picks != 8 || second.New != 0 || second.MessageID == first.MessageID {
			t.Errorf("%+v", second)
		}
		r.run(t, pipeline.Empty)
		count := map[string]int{}
		for _, m := range r.sender.sent {
			for _, url := range regexp.MustCompile(`https://remoteok\.example/jobs/\d+`).FindAllString(m.Text, -1) {
				count[url]++
			}
		}
		for url, n := range count {
			if n != 1 {
				t.Errorf("%s came %d times", url, n)
			}
		}
		if len(count) != 20 {
			t.Errorf("%d of 20 listings came", len(count))
		}
		if len(r.sender.sent) != 2 {
			t.Errorf("%d mails", len(r.sender.sent))
		}
	})
}

func TestTwoRunsAtOnceSendOneMail(t *testing.T) {
	runners(t, func(t *testing.T, r running) {
		r.board.set(listings("remoteok", 5))
		outcomes := make(chan pipeline.Outcome, 4)
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				got, err := r.Run(t.Context(), pipeline.Request{Profile: "ada"})
				if err != nil {
					t.Error(err)
				}
				outcomes <- got.Outcome
			})
		}
		wg.Wait()
		close(outcomes)
		count := map[pipeline.Outcome]int{}
		for o := range outcomes {
			count[o]++
		}
		if len(r.sender.sent) != 1 || count[pipeline.Sent] != 1 || count[pipeline.Empty] != 3 {
			t.Errorf("%d mails, %v", len(r.sender.sent), count)
		}
	})
}

func TestTheMailServerIsAway(t *testing.T) {
	runners(t, func(t *testing.T, r running) {
		r.sender.give = mail.Result{Outcome: mail.Temporary, Detail: "451 later"}
		first := r.run(t, pipeline.Deferred)
		r.clock.add(time.Hour)
		r.sender.give = mail.Result{Outcome: mail.Accepted}
		second := r.run(t, pipeline.Sent)
		if !second.Resumed || second.Run != first.Run || second.MessageID != first.MessageID || second.Picks != 12 {
			t.Errorf("%+v", second)
		}
		if a, b := r.sender.sent[0], r.sender.sent[1]; a.Text != b.Text || a.ID != b.ID {
			t.Error("the second attempt is another mail")
		}
	})
}

func TestADigestThatWaitedTooLongIsMadeAnew(t *testing.T) {
	runners(t, func(t *testing.T, r running) {
		r.sender.give = mail.Result{Outcome: mail.Temporary}
		first := r.run(t, pipeline.Deferred)
		r.clock.add(7 * time.Hour)
		r.sender.give = mail.Result{Outcome: mail.Accepted}
		if second := r.run(t, pipeline.Sent); second.Resumed || second.Run == first.Run || second.Picks != 12 {
			t.Errorf("%+v", second)
		}
	})
}

func TestALostAnswerIsNeverSentAgain(t *testing.T) {
	runners(t, func(t *testing.T, r running) {
		r.board.set(listings("remoteok", 5))
		r.sender.give = mail.Result{Outcome: mail.Unknown, Detail: "the connection broke"}
		first := r.run(t, pipeline.Unknown)
		r.sender.give = mail.Result{Outcome: mail.Accepted}
		r.run(t, pipeline.Empty)
		// The next digest tells of it.
		r.clock.add(2 * time.Hour)
		r.board.set(listings("remoteok", 6))
		r.run(t, pipeline.Sent)
		last := r.sender.sent[len(r.sender.sent)-1]
		if len(r.sender.sent) != 2 || !strings.Contains(last.Text, "may not have arrived") {
			t.Errorf("%d mails, the last:\n%s", len(r.sender.sent), last.Text)
		}
		e, err := r.store.EditionOf(t.Context(), first.Run)
		if err != nil || e.State != store.Unknown {
			t.Errorf("%+v %v", e.State, err)
		}
	})
}

func TestARefusedDigestGivesItsListingsBack(t *testing.T) {
	runners(t, func(t *testing.T, r running) {
		r.sender.give = mail.Result{Outcome: mail.Permanent, Detail: "550 no such user"}
		r.run(t, pipeline.Rejected)
		r.sender.give = mail.Result{Outcome: mail.Accepted}
		if got := r.run(t, pipeline.Sent); got.Resumed || got.Picks != 12 {
			t.Errorf("%+v", got)
		}
	})
}

// TestDeath leaves the database as a process leaves it that dies at each point of a run, and runs again.
func TestDeath(t *testing.T) {
	for name, c := range map[string]struct {
		leave  func(t *testing.T, r running, run store.Run)
		want   pipeline.Outcome
		mails  int
		resume bool
	}{
		"before any stage":              {func(*testing.T, running, store.Run) {}, pipeline.Sent, 1, false},
		"with the digest in the outbox": {func(t *testing.T, r running, run store.Run) { edition(t, r, run) }, pipeline.Sent, 1, true},
		"while it was sent": {func(t *testing.T, r running, run store.Run) {
			e := edition(t, r, run)
			if ok, err := r.store.BeginSending(t.Context(), e.ID); ok == 0 || err != nil {
				t.Fatal(ok, err)
			}
		}, pipeline.Empty, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			runners(t, func(t *testing.T, r running) {
				r.board.set(listings("remoteok", 1))
				run := store.Run{ID: "dead", Profile: "ada", Key: "hand-dead", Slot: t0}
				if _, err := r.store.StartRun(t.Context(), run); err != nil {
					t.Fatal(err)
				}
				if _, err := r.Refresh(t.Context(), pipeline.IfDue); err != nil {
					t.Fatal(err)
				}
				c.leave(t, r, run)
				got := r.run(t, c.want)
				if len(r.sender.sent) != c.mails || got.Resumed != c.resume {
					t.Errorf("%d mails, %+v", len(r.sender.sent), got)
				}
				r.run(t, pipeline.Empty)
				left, err := r.store.Unfinished(t.Context(), "ada")
				if err != nil || len(left) != 0 {
					t.Errorf("left unfinished: %+v %v", left, err)
				}
			})
		})
	}
}

// edition puts one with the store's only listing into the outbox.
func edition(t *testing.T, r running, run store.Run) store.Edition {
	t.Helper()
	var items []store.Item
	if err := r.store.EachOpen(t.Context(), func(l scoring.Listing) error {
		items = append(items, store.Item{Role: l.Role, Ref: l.Ref})
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	e := store.Edition{ID: "e", Run: run.ID, Profile: "ada", Slot: t0, MessageID: "m@example.org", Recipient: "ada@example.org", Subject: "s", HTML: "h", Text: "t"}
	if put, err := r.store.PutEdition(t.Context(), e, items, store.Lease{}); !put || err != nil {
		t.Fatal(put, err)
	}
	return e
}

// TestTheSlowerOfTwoStopsAtTheOutbox: a process that slept through its lease wakes while another sends the same edition.
func TestTheSlowerOfTwoStopsAtTheOutbox(t *testing.T) {
	runners(t, func(t *testing.T, r running) {
		r.sender.before = func() {
			es, err := r.store.Editions(context.Background(), "ada", 1)
			if err != nil || len(es) != 1 {
				t.Error(es, err)
				return
			}
			if ok, err := r.store.BeginSending(context.Background(), es[0].ID); ok == 0 || err != nil {
				t.Error(ok, err)
			}
		}
		got, err := r.Run(t.Context(), pipeline.Request{Profile: "ada"})
		if err == nil || got.Outcome != pipeline.Failed || len(r.sender.sent) != 0 {
			t.Errorf("%+v %v, %d mails", got, err, len(r.sender.sent))
		}
	})
}

// stillStore stands still once, when a run has matched its listings and not yet written its digest.
type stillStore struct {
	*store.Store
	once        sync.Once
	stood, move chan struct{}
}

func (s *stillStore) LastSent(ctx context.Context, profile string) (time.Time, error) {
	s.once.Do(func() { close(s.stood); <-s.move })
	return s.Store.LastSent(ctx, profile)
}

// TestStandingStill: a process that stood still between matching and the outbox, for longer than its lease, finds its run
// ended by another, and sends nothing.
func TestStandingStill(t *testing.T) {
	runners(t, func(t *testing.T, r running) {
		r.board.set(listings("remoteok", 3))
		still := &stillStore{Store: r.store, stood: make(chan struct{}), move: make(chan struct{})}
		options := r.Options
		options.Store = still
		done := make(chan error, 1)
		go func() {
			_, err := pipeline.New(options).Run(t.Context(), pipeline.Request{Profile: "ada"})
			done <- err
		}()
		<-still.stood
		r.clock.add(time.Minute) // its lease ends
		r.run(t, pipeline.Sent)
		close(still.move)
		if err := <-done; err == nil || len(r.sender.sent) != 1 {
			t.Errorf("%v, %d mails", err, len(r.sender.sent))
		}
	})
}

func TestDryRunLeavesNoTrace(t *testing.T) {
	runners(t, func(t *testing.T, r running) {
		got, err := r.Run(t.Context(), pipeline.Request{Profile: "ada", DryRun: true, Slot: t0.Add(24 * time.Hour)})
		if err != nil || got.Outcome != pipeline.DryRun || got.Picks != 12 || !strings.Contains(got.Mail.HTML, "Golang Developer") || len(r.sender.sent) != 0 {
			t.Errorf("%+v %v", got, err)
		}
		runs, err := r.store.Runs(t.Context(), "ada", 10)
		if err != nil || len(runs) != 0 {
			t.Errorf("%+v %v", runs, err)
		}
		if !strings.Contains(got.Mail.Subject, "3 Mar") {
			t.Errorf("not made for the moment asked: %s", got.Mail.Subject)
		}
	})
}

// TestNobodyWaitsForNothing: where no board can be read, the mail comes and says so.
func TestNobodyWaitsForNothing(t *testing.T) {
	runners(t, func(t *testing.T, r running) {
		r.board.set(fails(board.ServerError, 0))
		if got := r.run(t, pipeline.Sent); got.Picks != 0 || !strings.Contains(r.sender.sent[0].Text, "No board could be read") {
			t.Errorf("%+v", got)
		}
	})
}

func TestEmptyIsMailedOnWish(t *testing.T) {
	runners(t, func(t *testing.T, r running) {
		r.board.set(adverts("remoteok", "Cook"))
		r.run(t, pipeline.Empty)
		p, err := r.store.Profile(t.Context(), "ada")
		if err != nil {
			t.Fatal(err)
		}
		yes := true
		p.SendEmpty = &yes
		if err := r.store.PutProfile(t.Context(), p.Profile, ""); err != nil {
			t.Fatal(err)
		}
		if got := r.run(t, pipeline.Sent); got.Picks != 0 || !strings.Contains(r.sender.sent[0].Text, "Nothing that fits your searches") {
			t.Errorf("%+v", got)
		}
	})
}

func TestAFailedBoardIsInTheFooterWithTheOthersListings(t *testing.T) {
	runners(t, func(t *testing.T, r running) {
		dead := &fakeBoard{name: "jobicy", give: fails(board.ServerError, 0)}
		r.Sources = append(r.Sources, pipeline.Source{Fetcher: dead, Label: "Jobicy", Home: "https://jobicy.com", BaseURL: "https://jobicy.example", Every: time.Hour})
		got := r.run(t, pipeline.Sent)
		text := r.sender.sent[0].Text
		if !strings.Contains(text, "Jobicy") || !strings.Contains(text, "answered oddly") || got.Picks != 12 || len(got.Reasons) == 0 {
			t.Errorf("%+v\n%s", got, text)
		}
	})
}

func TestUnknownProfileAndNoServer(t *testing.T) {
	runners(t, func(t *testing.T, r running) {
		if _, err := r.Run(t.Context(), pipeline.Request{Profile: "nobody"}); !errors.Is(err, store.ErrNotFound) {
			t.Error(err)
		}
		r.Sender = nil
		if _, err := r.Run(t.Context(), pipeline.Request{Profile: "ada"}); !errors.Is(err, pipeline.ErrNoSender) {
			t.Error(err)
		}
	})
}
