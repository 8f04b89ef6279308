package judge

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"shortlist/scoring"
)

// sample asks for one verdict until there is one or a rule of retrying is used up.
func (j *Judge) sample(ctx context.Context, s *Session, q *question, n int) (scoring.Verdict, error) {
	if v, ok := j.stored(ctx, q, n); ok {
		return v, nil
	}
	if err := s.open(); err != nil {
		return scoring.Verdict{}, err
	}
	var spent scoring.Tokens
	used := map[retryGroup]int{}
	maxTokens := j.o.MaxTokens
	for {
		v, reply, err := j.attempt(ctx, s, q, n, maxTokens)
		if err == nil {
			e := entry{Text: reply.Text, Model: reply.Model, Tokens: spent.Plus(reply.Tokens), At: time.Now().UTC()}
			j.store(ctx, q, n, e)
			return j.complete(v, q, e), nil
		}
		failed := asJudgeError(err)
		spent = spent.Plus(failed.Tokens)
		rule := retry(failed.Failure)
		if used[rule.group] >= rule.retries {
			return scoring.Verdict{}, &scoring.JudgeError{Failure: failed.Failure, RetryAfter: failed.RetryAfter, Tokens: spent, Err: failed.Err}
		}
		if rule.double {
			maxTokens *= 2
		}
		wait := rule.backoff << used[rule.group]
		used[rule.group]++
		// What the provider asks for holds for everybody; the next attempt waits.
		switch {
		case failed.Failure == scoring.FailQuotaMinute:
			j.pace.hold(quotaWait(failed.RetryAfter, used[rule.group]), "the provider's quota of the minute is used up")
			continue
		case rule.waits && failed.RetryAfter > wait:
			j.pace.hold(jitter(failed.RetryAfter), "the provider asks to wait")
			continue
		}
		if sleep(ctx, jitter(wait)) != nil {
			return scoring.Verdict{}, &scoring.JudgeError{Failure: failed.Failure, RetryAfter: failed.RetryAfter, Tokens: spent, Err: failed.Err}
		}
	}
}

// complete adds to what the model wrote what we know: quotes that are not there, and where the verdict comes from.
func (j *Judge) complete(v scoring.Verdict, q *question, e entry) scoring.Verdict {
	v.Unfound = q.unfound(&v)
	v.Samples = []int{v.Score}
	v.Provider, v.ModelAsked, v.ModelServed = j.model.Provider(), j.model.Name(), e.Model
	v.Tokens = e.Tokens
	v.Rubric, v.Prompt = q.rubric, PromptVersion
	v.JudgedAt = e.At
	return v
}

// middle is the verdict whose score is the median of all samples, the lower of two; of several with that score the one
// with the fewest quotes missing, then the first. It holds all scores and the tokens of all.
func middle(samples []scoring.Verdict) scoring.Verdict {
	sorted := slices.SortedStableFunc(slices.Values(samples), func(a, b scoring.Verdict) int {
		return cmp.Or(cmp.Compare(a.Score, b.Score), cmp.Compare(len(a.Unfound), len(b.Unfound)))
	})
	score := sorted[(len(sorted)-1)/2].Score
	v := sorted[slices.IndexFunc(sorted, func(v scoring.Verdict) bool { return v.Score == score })]
	v.Samples, v.Tokens = nil, scoring.Tokens{}
	for _, one := range samples {
		v.Samples = append(v.Samples, one.Score)
		v.Tokens = v.Tokens.Plus(one.Tokens)
		if one.JudgedAt.After(v.JudgedAt) {
			v.JudgedAt = one.JudgedAt
		}
	}
	return v
}

// failureOf is the failure of an error; an error of another type is of the transport.
func failureOf(err error) scoring.Failure { return asJudgeError(err).Failure }

func asJudgeError(err error) *scoring.JudgeError {
	var failed *scoring.JudgeError
	if errors.As(err, &failed) {
		return failed
	}
	f := scoring.FailTransport
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		f = scoring.FailTimeout
	}
	return &scoring.JudgeError{Failure: f, RetryAfter: -1, Err: err}
}
