package judge

import (
	"context"
	"fmt"
	"sync"
	"time"

	"shortlist/scoring"
)

// maxWait is the longest that a call waits for the provider. A longer pause leaves what is left for the next run.
const maxWait = 90 * time.Second

// pace holds back the calls of all runs of a process: so many at once, none while the provider asks to wait, none while the
// circuit breaker is open.
type pace struct {
	slots   chan struct{}
	breaker breaker

	mu    sync.Mutex
	until time.Time
	why   string
}

func newPace(inFlight int) *pace { return &pace{slots: make(chan struct{}, inFlight)} }

// hold keeps every call back for d; a longer pause that is on already stays.
func (p *pace) hold(d time.Duration, why string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if until := time.Now().Add(d); until.After(p.until) {
		p.until, p.why = until, why
	}
}

func (p *pace) held(now time.Time) (time.Duration, string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.until.Sub(now), p.why
}

// slot waits until one more call may be made at once.
func (p *pace) slot(ctx context.Context) error {
	select {
	case p.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ended(ctx)
	}
}

func (p *pace) free() { <-p.slots }

// wait returns once the provider may be asked. Its error says why that will not be soon. The pass must be given to report.
func (p *pace) wait(ctx context.Context) (pass, error) {
	for {
		if err := ctx.Err(); err != nil {
			return 0, ended(ctx)
		}
		now := time.Now()
		if left, why := p.held(now); left > 0 {
			if err := linger(ctx, left, nil, why); err != nil {
				return 0, err
			}
			continue
		}
		pass, left, changed := p.breaker.ask(now)
		if pass != 0 {
			return pass, nil
		}
		if err := linger(ctx, left, changed, "the provider failed several times in a row"); err != nil {
			return 0, err
		}
	}
}

// linger waits for d, or for changed where that is sooner. It does not begin a wait that is known to be too long or to pass
// the context's deadline.
func linger(ctx context.Context, d time.Duration, changed <-chan struct{}, why string) error {
	deadline, bounded := ctx.Deadline()
	if d > maxWait || changed == nil && bounded && time.Now().Add(d).After(deadline) {
		err := fail(scoring.FailBudget, fmt.Sprintf("%s; it is asked again in %s", why, d.Round(time.Second)))
		err.RetryAfter = d
		return err
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-changed:
		return nil
	case <-ctx.Done():
		return ended(ctx)
	}
}

// ended is the failure of a call whose context is over.
func ended(ctx context.Context) error {
	return &scoring.JudgeError{Failure: scoring.FailTimeout, RetryAfter: -1, Err: context.Cause(ctx)}
}
