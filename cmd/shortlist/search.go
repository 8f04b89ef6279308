package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"shortlist/cmd/internal/app"
	"shortlist/cmd/internal/output"
)

func searchCmd(f *flags) *cobra.Command {
	var exclude []string
	var limit int
	var explain bool
	cmd := &cobra.Command{
		Use: "search QUERY", Short: "Search what the boards hold now", Args: cobra.MinimumNArgs(1),
		Example: "  shortlist search golang backend\n  shortlist search \"data engineer\" --exclude senior,crypto --json",
		RunE: func(cmd *cobra.Command, args []string) error {
			if limit < 1 || limit > 1000 {
				return usageError{"--limit must be from 1 to 1000"}
			}
			return f.with(cmd, func(ctx context.Context, a *app.App) error {
				progress(cmd, "Reading the boards that are due …")
				found, err := a.Search(ctx, strings.Join(args, " "), exclude, limit)
				if err != nil {
					return err
				}
				for _, problem := range found.Problems {
					cmd.PrintErrln(problem)
				}
				return output.Search(cmd.OutOrStdout(), output.Found{Listings: found.Listings, Dropped: found.Dropped, Explain: explain}, a.Now(), f.json)
			})
		},
	}
	cmd.Flags().StringSliceVar(&exclude, "exclude", nil, "words that keep a listing out, parted by commas")
	cmd.Flags().BoolVar(&explain, "explain", false, "also show what each part added, and what was kept out")
	cmd.Flags().IntVar(&limit, "limit", 12, "listings shown at most")
	return cmd
}
