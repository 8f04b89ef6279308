package main

import (
	"context"

	"github.com/spf13/cobra"

	"shortlist/cmd/internal/app"
	"shortlist/cmd/internal/output"
	"shortlist/scoring"
)

func whyCmd(f *flags) *cobra.Command {
	var name string
	cmd := &cobra.Command{
		Use: "why LISTING", Short: "Each step's answer for one listing and one person", Args: cobra.ExactArgs(1),
		Long:    "Says what matched or kept the listing out, which gates spoke, what the judge said, and what becomes of it. The judge is asked where no verdict is stored.",
		Example: "  shortlist why remoteok:1133090 --profile ada",
		RunE: func(cmd *cobra.Command, args []string) error {
			ref, err := scoring.ParseRef(args[0])
			if err != nil {
				return failure{usageError{err.Error()}}
			}
			return f.with(cmd, func(ctx context.Context, a *app.App) error {
				why, err := a.Runner().Why(ctx, name, ref)
				if err != nil {
					return err
				}
				return output.Why(cmd.OutOrStdout(), why, f.json)
			})
		},
	}
	cmd.Flags().StringVar(&name, "profile", "", "the person")
	return required(cmd, "profile")
}
