package app

import (
	"context"
	"fmt"
	"time"
)

// sweepPatience is how old the last good sweep may be: it comes every 15 s.
const sweepPatience = 2 * time.Minute

func (a *App) checkSweep(context.Context) error {
	if age := a.Now().Sub(a.LastSweep()); age > sweepPatience {
		return fmt.Errorf("the schedules were last swept %s ago; the log says why", age.Round(time.Second))
	}
	return nil
}

// mailPatience is how long a digest may wait for the mail server before the daemon counts as unable to send: greylisting
// takes minutes.
const mailPatience = 15 * time.Minute

func (a *App) checkMail(ctx context.Context) error {
	n, problem, err := a.Store.Waiting(ctx, a.Now().Add(-mailPatience))
	if err != nil || n == 0 {
		return err
	}
	return fmt.Errorf("digests that wait for the mail server: %d; it said: %s", n, problem)
}

// checkBoards fails where every board does: one that is down is its own matter.
func (a *App) checkBoards(ctx context.Context) error {
	states, err := a.BoardStates(ctx)
	if err != nil {
		return err
	}
	for _, s := range states {
		if s.Error == "" {
			return nil
		}
	}
	if len(states) == 0 {
		return nil
	}
	return fmt.Errorf("every board fails; %s %s since %s", states[0].Label, states[0].Error, states[0].FailingSince.UTC().Format(time.RFC3339))
}
