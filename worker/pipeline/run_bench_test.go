package pipeline_test

import (
	"context"
	"fmt"
	"log/slog"
	netmail "net/mail"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"shortlist/digest/mail"
	"shortlist/digest/render"
	"shortlist/scoring"
	"shortlist/worker/pipeline"
	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
)

// sink is a mail server without a network.
type sink struct{ n atomic.Int64 }

func (s *sink) Send(_ context.Context, _ mail.Message, beforeData func() error) mail.Result {
	if err := beforeData(); err != nil {
		return mail.Result{Outcome: mail.Temporary, Err: err}
	}
	s.n.Add(1)
	return mail.Result{Outcome: mail.Accepted}
}

// BenchmarkDigests makes and "sends" one digest for each of many people, from 500 open listings, by as many workers as a
// daemon has by default.
func BenchmarkDigests(b *testing.B) {
	for name, dsn := range map[string]func(testing.TB) string{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		b.Run(name, func(b *testing.B) {
			s := storetest.Open(b, dsn(b), nil)
			ctx := context.Background()
			f := newFeed(b)
			ls := f.fetch(b)[:500]
			if _, err := s.Take(ctx, "remoteok", ls, t0); err != nil {
				b.Fatal(err)
			}
			renderer, err := render.New()
			if err != nil {
				b.Fatal(err)
			}
			out := &sink{}
			r := pipeline.New(pipeline.Options{
				Store: s, Collector: &pipeline.Collector{Store: s, Now: time.Now, Log: slog.New(slog.DiscardHandler)}, Renderer: renderer, Sender: out,
				From: netmail.Address{Address: "digest@example.org"}, Now: time.Now, Log: slog.New(slog.DiscardHandler),
			})
			people := make(chan string, b.N)
			for i := range b.N {
				p := scoring.DefaultProfile()
				p.Name, p.Email, p.Timezone, p.Schedule = fmt.Sprint("p", i), "ada@example.org", "Europe/Berlin", []string{"0 8 * * *"}
				p.Queries, p.Exclude = []string{stems[i%len(stems)], "platform engineer"}, []string{"senior", "crypto"}
				if err := s.PutProfile(ctx, p, ""); err != nil {
					b.Fatal(err)
				}
				people <- p.Name
			}
			close(people)
			b.ResetTimer()
			var wg sync.WaitGroup
			for range 4 {
				wg.Go(func() {
					for name := range people {
						run := store.Run{ID: "run-" + name, Profile: name, Key: "slot-1", Slot: t0}
						if _, err := s.StartRun(ctx, run); err != nil {
							b.Error(err)
						}
						if _, err := r.Serve(ctx, run); err != nil {
							b.Error(err)
						}
					}
				})
			}
			wg.Wait()
			if int(out.n.Load()) != b.N {
				b.Errorf("%d mails for %d people", out.n.Load(), b.N)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "digests/s")
		})
	}
}
