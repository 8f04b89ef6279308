package main

import (
	"github.com/spf13/cobra"

	"shortlist/cmd/internal/app"
	"shortlist/cmd/internal/config"
)

func healthcheckCmd(f *flags) *cobra.Command {
	return &cobra.Command{
		Use: "healthcheck", Short: "Ask the daemon on web.listen whether it can do its work; for containers", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.Load(f.options())
			if err != nil {
				return failure{err}
			}
			if err := app.HealthCheck(cmd.Context(), c.Web.Listen); err != nil {
				return failure{err}
			}
			return nil
		},
	}
}
