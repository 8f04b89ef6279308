package judge

import (
	"context"
	"sync"

	"shortlist/scoring"
)

// Result is what became of one listing: a verdict, or a failure that is the listing's own, so that a person has to look.
type Result struct {
	Listing *scoring.Listing
	Verdict scoring.Verdict
	Err     *scoring.JudgeError // nil where there is a verdict
}

// Waiting is a listing that is to be judged in the next run, and why it was not in this one.
type Waiting struct {
	Listing *scoring.Listing
	Why     *scoring.JudgeError
}

// JudgeAll judges listings, best first, as many at once as the judge may: where the budget ends, the best have been judged.
// It calls each with every result as it comes, one at a time, so that what is paid for can be stored at once. What is left
// waiting it returns in the order given. An error of each ends the judging, since a result that cannot be kept is not worth
// its price, and is returned.
func (s *Session) JudgeAll(ctx context.Context, p *scoring.Profile, listings []*scoring.Listing, each func(Result) error) ([]Waiting, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	a := &all{cancel: cancel, each: each, why: make([]*scoring.JudgeError, len(listings))}
	var working sync.WaitGroup
	for range min(cap(s.j.pace.slots), len(listings)) {
		working.Go(func() {
			for {
				i, admitted := a.take()
				if i >= len(listings) {
					admitted()
					return
				}
				v, err := s.judge(ctx, listings[i], p, admitted)
				admitted()
				a.settle(i, listings[i], v, err)
			}
		})
	}
	working.Wait()
	var waiting []Waiting
	for i, why := range a.why {
		if why != nil {
			waiting = append(waiting, Waiting{listings[i], why})
		}
	}
	return waiting, a.failed
}

// all is one JudgeAll under way.
type all struct {
	cancel context.CancelCauseFunc
	each   func(Result) error

	order sync.Mutex // held by a listing until it has its place in the budget, so that a worse one does not take it
	next  int

	mu     sync.Mutex
	why    []*scoring.JudgeError
	failed error
}

// take is the number of the next listing, and what to call when the one after it may begin.
func (a *all) take() (int, func()) {
	a.order.Lock()
	a.next++
	return a.next - 1, sync.OnceFunc(a.order.Unlock)
}

// settle hands a result on, or keeps why the listing waits.
func (a *all) settle(i int, l *scoring.Listing, v scoring.Verdict, err error) {
	r := Result{Listing: l, Verdict: v}
	if err != nil {
		r.Err = asJudgeError(err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case r.Err != nil && Waits(r.Err.Failure):
		a.why[i] = r.Err
	case a.failed != nil:
		a.why[i] = &scoring.JudgeError{Failure: scoring.FailBudget, RetryAfter: -1, Err: a.failed}
	default:
		if a.failed = a.each(r); a.failed != nil {
			a.why[i] = &scoring.JudgeError{Failure: scoring.FailBudget, RetryAfter: -1, Err: a.failed}
			a.cancel(a.failed)
		}
	}
}
