package main

import (
	"context"

	"github.com/spf13/cobra"

	"shortlist/cmd/internal/app"
	"shortlist/cmd/internal/output"
)

func boardsCmd(f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use: "boards", Short: "Show each board's state: last fetch, listings, failures", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.with(cmd, func(ctx context.Context, a *app.App) error {
				states, err := a.BoardStates(ctx)
				if err != nil {
					return err
				}
				return output.Boards(cmd.OutOrStdout(), states, a.Now(), f.json)
			})
		},
	}
	cmd.AddCommand(&cobra.Command{
		Use: "check", Short: "Ask every board now, where its terms allow it, and show the result", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.with(cmd, func(ctx context.Context, a *app.App) error {
				progress(cmd, "Asking the boards …")
				states, err := a.CheckBoards(ctx)
				if err != nil {
					return err
				}
				return output.Boards(cmd.OutOrStdout(), states, a.Now(), f.json)
			})
		},
	})
	return cmd
}
