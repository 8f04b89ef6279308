package pipeline_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"shortlist/scoring"
	"shortlist/scoring/relevance"
	"shortlist/worker/pipeline"
	"shortlist/worker/store/storetest"
)

// A corpus that takes in changes is what one that reads all is, whatever boards add, change, drop and bring back.
func TestCorpusTakesInChanges(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, dsn string) {
		now := t0
		s := storetest.Open(t, dsn, func() time.Time { return now })
		ctx := t.Context()
		search, err := relevance.Compile([]string{"golang", "designer"}, []string{"senior"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(1, 2))
		old := &pipeline.Corpus{Store: s}
		found := 0
		for step := range 60 {
			now = now.Add(time.Hour)
			board := []string{"remoteok", "jobicy"}[rng.IntN(2)]
			var ls []scoring.Listing
			for range rng.IntN(8) {
				n := rng.IntN(12)
				ls = append(ls, scoring.Listing{
					Ref: scoring.Ref{Board: board, ID: fmt.Sprint(n)}, Company: fmt.Sprint("Company ", n%9), Title: []string{"Golang Developer", "Product Designer", "Senior Golang Developer", "Cook"}[rng.IntN(4)],
					Text: fmt.Sprint("We write golang, version ", rng.IntN(3)), URL: fmt.Sprintf("https://%s.example/%d", board, n),
				})
			}
			if _, err := s.Take(ctx, board, ls, now); err != nil {
				t.Fatal(err)
			}
			if rng.IntN(3) == 0 {
				if _, err := s.CloseUnseen(ctx, board, now, time.Duration(rng.IntN(5))*time.Hour); err != nil {
					t.Fatal(err)
				}
			}
			got, err := old.Search(ctx, search)
			if err != nil {
				t.Fatal(err)
			}
			want, err := (&pipeline.Corpus{Store: s}).Search(ctx, search)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("step %d: %s", step, diff)
			}
			found += len(got.Best)
		}
		if found == 0 {
			t.Error("nothing was ever found, so nothing was compared")
		}
	})
}
