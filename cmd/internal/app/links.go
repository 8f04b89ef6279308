package app

import (
	"context"
	"sync/atomic"

	"shortlist/worker/link"
)

// links makes the links of mails with the keys in force, which upkeep changes now and then.
type links struct {
	base string
	now  atomic.Pointer[link.Links]
}

// renew reads the keys.
func (l *links) renew(ctx context.Context, a *App) error {
	fresh, err := link.New(ctx, a.Store, l.base, a.Now())
	if err == nil {
		l.now.Store(&fresh)
	}
	return err
}

// URL is as link.Links has it.
func (l *links) URL(profile, review string, action link.Action) string {
	return l.now.Load().URL(profile, review, action)
}
