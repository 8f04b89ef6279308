package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"shortlist/cmd/internal/app"
	"shortlist/cmd/internal/output"
)

func signinCmd(f *flags) *cobra.Command {
	return &cobra.Command{
		Use: "signin NAME", Short: "Print a link with which a person can sign in at the pages, once", Args: cobra.ExactArgs(1),
		Long: "The link works once and for ten minutes, at the pages of a running shortlist serve under web.public_url. Whoever has it is that person to the pages.",
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.with(cmd, func(ctx context.Context, a *app.App) error {
				link, err := a.SignInURL(ctx, args[0])
				if err != nil {
					return err
				}
				if f.json {
					return output.JSON(cmd.OutOrStdout(), map[string]string{"url": link})
				}
				_, err = fmt.Fprintln(cmd.OutOrStdout(), link)
				return err
			})
		},
	}
}
