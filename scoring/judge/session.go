package judge

import (
	"context"
	"fmt"
	"sync"

	"shortlist/scoring"
)

// A run's judging ends when more than a fifth of the last window results were failures.
const (
	window      = 50
	mayFail     = window / 5
	stoppedText = "judging stopped for this run: "
)

// Session is the judging of one run: it has the run's limits and stops where going on would only cost. It is safe for
// concurrent use.
type Session struct {
	j   *Judge
	run *runBudget

	mu      sync.Mutex
	recent  [window]bool // failed, in a ring
	n       int          // results so far
	failed  int          // of recent
	stopped *scoring.JudgeError
	hard    bool // stopped by a failure and not by a limit: samples that are begun end too
}

// Session begins a run's judging under its limits; a zero limit is none.
func (j *Judge) Session(limit Use) *Session {
	j.served.forget() // so that another replica's answers count, and the cache sees that it is used
	return &Session{j: j, run: &runBudget{limit: limit}}
}

// Judge scores one listing. Once the session has stopped it still returns verdicts that are stored; for all else the
// failure is scoring.FailBudget, whose text says why.
func (s *Session) Judge(ctx context.Context, l *scoring.Listing, p *scoring.Profile) (scoring.Verdict, error) {
	return s.judge(ctx, l, p, func() {})
}

func (s *Session) judge(ctx context.Context, l *scoring.Listing, p *scoring.Profile, admitted func()) (scoring.Verdict, error) {
	v, err := s.j.judge(ctx, s, l, p, admitted)
	switch {
	case err != nil && ctx.Err() != nil:
		// The run is over; that says nothing of the provider.
	case err == nil:
		s.tally("")
	default:
		s.note(err)
		s.tally(failureOf(err))
	}
	return v, err
}

// Stopped says why the session has stopped: a *scoring.JudgeError, or nil where it has not.
func (s *Session) Stopped() error { return s.open() }

// open is nil while calls for a further sample may be made. A nil session is always open.
func (s *Session) open() error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped == nil {
		return nil
	}
	return s.stopped
}

// halted is open for a sample that is begun: a limit which another listing met does not end it.
func (s *Session) halted() error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.hard {
		return nil
	}
	return s.stopped
}

func (s *Session) budget() *runBudget {
	if s == nil {
		return nil
	}
	return s.run
}

// note stops the session after a failure that the next call would meet too.
func (s *Session) note(err error) {
	failed := asJudgeError(err)
	if s == nil || !retry(failed.Failure).stops {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hard || s.stopped != nil && failed.Failure == scoring.FailBudget {
		return
	}
	s.stopped = &scoring.JudgeError{Failure: scoring.FailBudget, RetryAfter: failed.RetryAfter, Err: failed.Err}
	if s.hard = failed.Failure != scoring.FailBudget; s.hard {
		s.stopped.Err = fmt.Errorf(stoppedText+"%w", &scoring.JudgeError{Failure: failed.Failure, RetryAfter: failed.RetryAfter, Err: failed.Err})
	}
}

// tally counts a listing's result, and stops the session when too many failed. What was not asked is no result.
func (s *Session) tally(f scoring.Failure) {
	if f == scoring.FailBudget {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	at := s.n % window
	if s.recent[at] {
		s.failed--
	}
	s.recent[at] = f != ""
	s.n++
	if f == "" {
		return
	}
	s.failed++
	if s.failed > mayFail && !s.hard {
		s.hard = true
		s.stopped = fail(scoring.FailBudget, fmt.Sprintf("%s%d of the last %d listings failed, the latest of them as %s",
			stoppedText, s.failed, min(s.n, window), f))
	}
}
