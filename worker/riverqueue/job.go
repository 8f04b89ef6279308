package riverqueue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"shortlist/worker"
	"shortlist/worker/store"
)

// digestArgs name the run that a job carries.
type digestArgs struct {
	Run string `json:"run"`
}

// Kind is what River knows the job by; it is stored, so it never changes.
func (digestArgs) Kind() string { return "digest" }

type digestWorker struct {
	river.WorkerDefaults[digestArgs]
	store   Store
	handler *worker.Handler
}

// Work makes one try of the run and tells River what follows.
func (w *digestWorker) Work(ctx context.Context, job *river.Job[digestArgs]) error {
	r, err := w.store.Run(ctx, job.Args.Run)
	// River cancels a job's context to stop it; the timeout is a deadline.
	stopped := func() bool { return errors.Is(ctx.Err(), context.Canceled) }
	switch {
	case errors.Is(err, store.ErrNotFound):
		return river.JobCancel(err)
	case err != nil && stopped():
		return handBack(err)
	case err != nil:
		w.handler.Log.Error("a run could not be read; trying again later", "run", job.Args.Run, "error", err)
		return river.JobSnooze(worker.Backoff(tries(job.JobRow)))
	case !r.EndedAt.IsZero():
		return nil
	}
	r.Attempts = tries(job.JobRow)
	switch v := w.handler.Handle(ctx, r, stopped); v.Next {
	case worker.Ended:
		return nil
	case worker.Dropped:
		return river.JobCancel(v.Err)
	case worker.Stopped:
		return handBack(v.Err)
	case worker.Wait:
		return river.JobSnooze(v.In) // which uses up none of River's attempts
	default:
		return v.Err // retryPolicy says when
	}
}

// handBack is the error on which River makes the job available at once and forgets the try.
func handBack(cause error) error { return fmt.Errorf("%w: %w", context.Canceled, cause) }

// tries counts a job's tries: River takes back the attempt of one that was snoozed, and counts the snoozes apart.
func tries(job *rivertype.JobRow) int {
	var meta struct {
		Snoozes int `json:"snoozes"`
	}
	if err := json.Unmarshal(job.Metadata, &meta); err != nil {
		return job.Attempt
	}
	return job.Attempt + max(meta.Snoozes, 0)
}

// retryPolicy is the backoff that every engine has.
type retryPolicy struct{}

// NextRetry is when a job that failed, or whose process died, is tried again.
func (retryPolicy) NextRetry(job *rivertype.JobRow) time.Time {
	now := time.Now().UTC()
	if job.AttemptedAt != nil && now.Sub(*job.AttemptedAt) >= rescueAfter {
		return now // its process died, and it has waited long enough for that to be found
	}
	return now.Add(worker.Backoff(tries(job)))
}
