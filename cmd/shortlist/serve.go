package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"shortlist/cmd/internal/app"
	"shortlist/cmd/internal/config"
)

func serveCmd(f *flags) *cobra.Command {
	return &cobra.Command{
		Use: "serve", Short: "The daemon: each person's digest at each of their slots", Args: cobra.NoArgs,
		Long: "Serves every person's schedule until it is told to stop (SIGTERM or Ctrl-C), and the pages, health and metrics on web.listen.\n" +
			"A slot that was missed while it did not run is made up for once, within schedule.within. Several may serve one Postgres; of an SQLite file there is one.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, profiles, err := config.Check(f.options())
			if err != nil {
				return failure{err}
			}
			a, err := app.New(cmd.Context(), app.Options{Config: c, Profiles: profiles, Version: version, Serve: true, Daemon: true, Log: logger(c.Log)})
			if err != nil {
				return failure{err}
			}
			reload := make(chan os.Signal, 1)
			signal.Notify(reload, syscall.SIGHUP)
			defer signal.Stop(reload)
			go f.reloads(cmd.Context(), a, reload)
			a.Log.Info("serving", "pages", a.URL(), "database", a.Store.Dialect(), "version", version)
			if err := a.Run(cmd.Context()); err != nil && !errors.Is(err, context.Canceled) {
				return failure{err}
			}
			a.Log.Info("stopped")
			return nil
		},
	}
}

// reloads puts the configuration in force anew at each signal, until ctx ends.
func (f *flags) reloads(ctx context.Context, a *app.App, signals <-chan os.Signal) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-signals:
		}
		c, profiles, err := config.Check(f.options())
		if err == nil {
			err = a.Reload(ctx, c, profiles)
		}
		if err != nil {
			a.Log.Error("the configuration was not reloaded; what was in force goes on", "error", err)
			continue
		}
		a.Log.Info("the configuration was reloaded", "profiles", len(profiles))
	}
}
