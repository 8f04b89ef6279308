package web

import (
	"context"
	"time"

	"shortlist/guardrail/review"
	"shortlist/scoring"
	"shortlist/worker/link"
	"shortlist/worker/store"
)

// Store is what the pages read and what their forms change.
type Store interface {
	Boards(ctx context.Context) ([]store.Board, error)
	CountOpen(ctx context.Context, since time.Time) (store.Counts, error)
	Edition(ctx context.Context, id string) (store.Edition, error)
	Editions(ctx context.Context, profile string, limit int) ([]store.Edition, error)
	Missed(ctx context.Context, since time.Time, limit int) ([]store.Run, error)
	people
	queue
	sessions
	link.Keys
}

type people interface {
	Profile(ctx context.Context, name string) (store.Profile, error)
	Profiles(ctx context.Context) ([]store.Profile, error)
	PutProfile(ctx context.Context, p scoring.Profile, source string) error
}

type queue interface {
	Review(ctx context.Context, profile, id string) (review.Item, error)
	Reviews(ctx context.Context, f store.ReviewFilter, p store.ReviewPage) ([]review.Item, error)
	EachReview(ctx context.Context, f store.ReviewFilter, whole bool, do func(review.Item) error) error
	CountReviews(ctx context.Context, f store.ReviewFilter) (int, error)
	CountQueue(ctx context.Context, profile string) (store.ReviewCounts, error)
	Decide(ctx context.Context, profile string, ids []string, d review.Decision) ([]store.Answer, error)
	Undo(ctx context.Context, by, id string) (review.Item, error)
}

type sessions interface {
	SignIns
	SignIn(ctx context.Context, token, purpose string) (profile string, err error)
	UseSignIn(ctx context.Context, token, purpose string) (profile string, err error)
	NewSession(ctx context.Context, profile string, lasts time.Duration) (token string, out store.Session, err error)
	Session(ctx context.Context, token string) (store.Session, error)
	EndSession(ctx context.Context, token string) error
	EndSessions(ctx context.Context, profile string) (int, error)
	Allow(ctx context.Context, key string, limit int, window time.Duration) (bool, time.Time, error)
}
