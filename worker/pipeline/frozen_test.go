package pipeline_test

import (
	"context"
	"regexp"
	"testing"
	"time"

	"shortlist/worker/pipeline"
	"shortlist/worker/store"
)

// frozen is a store whose PutEdition stands still, as a stopped process does, before it goes on.
type frozen struct {
	*store.Store
	freeze func()
}

func (f frozen) PutEdition(ctx context.Context, e store.Edition, items []store.Item, under store.Lease) (bool, error) {
	f.freeze()
	return f.Store.PutEdition(ctx, e, items, under)
}

// TestFrozenBeforeTheOutbox: while one process stands still with a digest in its hands, another serves the person's next
// slot from the same listings. Only one of the two digests may leave.
func TestFrozenBeforeTheOutbox(t *testing.T) {
	runners(t, func(t *testing.T, r running) {
		r.board.set(listings("remoteok", 5))
		var runs []store.Run
		for _, id := range []string{"first", "second"} {
			run := store.Run{ID: id, Profile: "ada", Key: "slot-" + id, Slot: r.clock.now(), DueAt: r.clock.now()}
			if ok, err := r.store.StartRun(t.Context(), run); !ok || err != nil {
				t.Fatal(ok, err)
			}
			runs = append(runs, run)
		}
		options := r.Options
		options.Store = frozen{r.store, func() {
			r.clock.add(10 * time.Second) // the profile's lease has ended
			if got, err := r.Serve(t.Context(), runs[1]); err != nil || got.Outcome != pipeline.Sent {
				t.Errorf("the other process: %+v %v", got, err)
			}
		}}
		if got, err := pipeline.New(options).Serve(t.Context(), runs[0]); err == nil {
			t.Errorf("the frozen one: %+v", got)
		}
		if got, err := r.Serve(t.Context(), runs[0]); err != nil || got.Outcome != pipeline.Empty { // tried again
			t.Errorf("tried again: %+v %v", got, err)
		}
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
		if len(count) != 5 {
			t.Errorf("%d of 5 listings came", len(count))
		}
	})
}
