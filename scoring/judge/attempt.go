package judge

import (
	"context"
	"fmt"
	"time"

	"shortlist/scoring"
)

// attempt is one call: it waits for its turn, reserves, asks, reads the reply, and tells everyone how it went.
func (j *Judge) attempt(ctx context.Context, s *Session, q *question, n, maxTokens int) (scoring.Verdict, Reply, error) {
	marks := newMarks(j.o.Nonce())
	r := q.request(j.o.Envelope, marks, n, maxTokens)
	turn, err := j.enter(ctx, s, r, q.admitted)
	if err != nil {
		return scoring.Verdict{}, Reply{}, err
	}
	began := time.Now()
	reply, err := j.generate(ctx, r)
	var v scoring.Verdict
	if err == nil {
		v, err = read(reply, marks)
	}
	took := time.Since(began)
	var failure scoring.Failure
	used := reply.Tokens
	if err != nil {
		failed := asJudgeError(err)
		failure, used, err = failed.Failure, failed.Tokens, failed
		j.o.Log.Debug("a call of the model failed", "listing", q.l.Ref.String(), "failure", failure, "error", err, "reply", clip(reply.Text, 500))
	}
	turn.leave(ctx, failure, used, len(reply.Text))
	j.count(failure, used, took)
	if failure == scoring.FailQuotaDay {
		wait := time.Until(Reset(j.model.Provider(), time.Now(), asJudgeError(err).RetryAfter))
		j.pace.hold(wait, "the provider's quota of the day is used up")
	}
	return v, reply, err
}

// read is the verdict of a reply. A reply that holds a mark of the prompt was steered into repeating what is not the advert.
func read(reply Reply, m marks) (scoring.Verdict, error) {
	v, err := Decode(reply.Text)
	if err == nil && m.in(&v) {
		err = fail(scoring.FailSchema, "the reply repeats a mark of the prompt")
	}
	if err != nil {
		failed := *asJudgeError(err)
		failed.Tokens = reply.Tokens
		return scoring.Verdict{}, &failed
	}
	return v, nil
}

// generate asks the model within the time of one call. A provider's panic is a failure like another: it must not end the
// daemon.
func (j *Judge) generate(ctx context.Context, r Request) (reply Reply, err error) {
	ctx, cancel := context.WithTimeout(ctx, j.o.Timeout)
	defer cancel()
	defer func() {
		if x := recover(); x != nil {
			err = fail(scoring.FailTransport, fmt.Sprintf("the provider's client panicked: %.200v", x))
		}
	}()
	return j.model.Generate(ctx, r)
}

// count tells the meter of one call.
func (j *Judge) count(f scoring.Failure, t scoring.Tokens, took time.Duration) {
	outcome, provider := string(f), j.model.Provider()
	if f == "" {
		outcome = OutcomeOK
	}
	j.o.Meter.Call(provider, outcome, took)
	for _, kind := range []struct {
		name string
		n    int
	}{{"prompt", t.Prompt}, {"cached", t.Cached}, {"output", t.Output}, {"thinking", t.Thinking}} {
		if kind.n > 0 {
			j.o.Meter.Tokens(provider, kind.name, kind.n)
		}
	}
}

// fail is a failure of ours.
func fail(f scoring.Failure, why string) *scoring.JudgeError {
	return &scoring.JudgeError{Failure: f, RetryAfter: -1, Err: sentence(why)}
}

// sentence is an error that is its text.
type sentence string

func (s sentence) Error() string { return string(s) }

// clip is at most n bytes of s, for a log.
func clip(s string, n int) string {
	if len(s) > n {
		return s[:n] + "…"
	}
	return s
}
