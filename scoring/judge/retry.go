package judge

import (
	"context"
	"math/rand/v2"
	"time"

	"shortlist/scoring"
)

// rule says what follows a failed call.
type rule struct {
	group   retryGroup    // failures of a group share their retries
	retries int           // further calls for one sample
	backoff time.Duration // before the first retry; it doubles
	double  bool          // the retry may be twice as long
	waits   bool          // the fault is not the listing's: it is judged in the next run
	stops   bool          // the run's judging ends, since the next call would fail too
}

type retryGroup string

// retryRules has a rule for each failure. A reply of the wrong form gets one more try whatever was wrong with it, so that
// a model that never obeys costs two calls and not six.
var retryRules = map[scoring.Failure]rule{
	scoring.FailTransport:   {group: "reach", retries: 3, backoff: time.Second, waits: true},
	scoring.FailOverloaded:  {group: "reach", retries: 3, backoff: time.Second, waits: true},
	scoring.FailTimeout:     {group: "time", retries: 1, backoff: time.Second, waits: true},
	scoring.FailQuotaMinute: {group: "quota", retries: 8, waits: true},
	scoring.FailQuotaDay:    {waits: true, stops: true},
	scoring.FailAuth:        {waits: true, stops: true},
	scoring.FailModelGone:   {waits: true, stops: true},
	scoring.FailBlocked:     {},
	scoring.FailTruncated:   {group: "length", retries: 1, double: true},
	scoring.FailEmpty:       {group: "form", retries: 1},
	scoring.FailMalformed:   {group: "form", retries: 1},
	scoring.FailSchema:      {group: "form", retries: 1},
	scoring.FailRefused:     {},
	scoring.FailBudget:      {waits: true, stops: true},
}

// retry is the rule of a failure; one that is not of the closed set has none.
func retry(f scoring.Failure) rule { return retryRules[f] }

// Waits reports whether a listing whose judging failed so is to be judged in the next run, since the fault is not its own:
// of the provider, of the way there or of the budget. The other failures leave it without a verdict.
func Waits(f scoring.Failure) bool { return retry(f).waits }

// quotaWait is how long everybody waits after a refusal for the quota of the minute: as long as the provider asks, where it
// says; zero is an answer too. Refused again, at least 1 s, 2 s, 4 s and so on, since some providers name a delay that is
// too short.
func quotaWait(asked time.Duration, refusals int) time.Duration {
	if asked < 0 {
		asked = 15 * time.Second
	}
	if refusals > 1 {
		asked = max(asked, time.Second<<(refusals-2))
	}
	return jitter(asked)
}

// jitter adds up to a tenth and at most a second, so that replicas do not come back together.
func jitter(d time.Duration) time.Duration {
	return d + time.Duration(rand.Int64N(int64(min(d/10, time.Second))+1))
}

// sleep waits, or returns the context's error.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
