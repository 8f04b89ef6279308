package app

import (
	"context"
	"fmt"
	"time"

	"shortlist/worker/web"
)

// checks are what /readyz asks, and what the host can do where one fails.
func (a *App) checks() []web.Check {
	all := []web.Check{{Name: "database", Do: a.Store.Ping, Remedy: "check that the database runs and can be reached; it is tried again by itself"}}
	if !a.Daemon {
		return all
	}
	return append(all,
		web.Check{Name: "schema", Do: a.Store.CheckSchema, Remedy: "run the version of shortlist that made it, on every replica"},
		web.Check{Name: "sweep", Do: a.checkSweep, Remedy: "the log says why; restart it where it says nothing"},
		web.Check{Name: "mail", Do: a.checkMail, Remedy: "check mail.smtp and what the mail server's own log says; the digests are kept and sent when it answers"},
		web.Check{Name: "boards", Do: a.checkBoards, Remedy: "check this machine's network; shortlist boards check tells more"},
	)
}

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
