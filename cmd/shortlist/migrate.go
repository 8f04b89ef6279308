package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"shortlist/cmd/internal/config"
	"shortlist/cmd/internal/output"
	"shortlist/worker/riverqueue"
	"shortlist/worker/store"
)

func migrateCmd(f *flags) *cobra.Command {
	return &cobra.Command{
		Use: "migrate", Short: "Bring the database's schema up to date", Args: cobra.NoArgs,
		Long: "Every command that needs the database does this by itself; migrate is for those who want it done apart, before a new version starts.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.Load(f.options())
			if err != nil {
				return failure{err}
			}
			done, dialect, err := migrate(cmd.Context(), c)
			if err != nil {
				return failure{err}
			}
			if f.json {
				return output.JSON(cmd.OutOrStdout(), map[string]any{"database": dialect, "from": done.From, "to": done.To})
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: schema %d, was %d\n", dialect, done.To, done.From)
			return nil
		},
	}
}

func migrate(ctx context.Context, c *config.Config) (done store.Migrated, dialect string, err error) {
	s, err := store.Open(ctx, store.Options{DSN: c.Database.Reveal(), Now: time.Now})
	if err != nil {
		return done, "", err
	}
	defer func() {
		if closeErr := s.Close(); err == nil {
			err = closeErr
		}
	}()
	if done, err = s.Migrate(ctx); err == nil && s.Dialect() == "postgres" {
		err = riverqueue.Migrate(ctx, c.Database.Reveal(), slog.New(slog.DiscardHandler))
	}
	return done, s.Dialect(), err
}
