package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"shortlist/cmd/internal/app"
	"shortlist/cmd/internal/output"
)

func profileCmd(f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use: "profile", Short: "Add, show, pause and delete people", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(profileApply(f), profileList(f), profileShow(f), profileNext(f), profilePause(f, "pause", true), profilePause(f, "resume", false), profileDelete(f))
	return cmd
}

func profileApply(f *flags) *cobra.Command {
	return &cobra.Command{
		Use: "apply FILE…", Short: "Add or replace the people of these files: all of them or, where one has a problem, none", Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			return f.with(cmd, func(ctx context.Context, a *app.App) error {
				profiles, err := a.ApplyProfiles(ctx, files)
				for _, p := range profiles {
					cmd.PrintErrln(fmt.Sprintf("Applied %s. Try: shortlist run %s --dry-run", p.Name, p.Name))
				}
				return err
			})
		},
	}
}

func profileList(f *flags) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List everybody", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.with(cmd, func(ctx context.Context, a *app.App) error {
				profiles, err := a.Store.Profiles(ctx)
				if err != nil {
					return err
				}
				return output.Profiles(cmd.OutOrStdout(), profiles, f.json)
			})
		},
	}
}

func profileShow(f *flags) *cobra.Command {
	return &cobra.Command{
		Use: "show NAME", Short: "Show one person", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.with(cmd, func(ctx context.Context, a *app.App) error {
				p, err := a.Store.Profile(ctx, args[0])
				if err != nil {
					return err
				}
				return output.Profile(cmd.OutOrStdout(), p, f.json)
			})
		},
	}
}

func profileNext(f *flags) *cobra.Command {
	return &cobra.Command{
		Use: "next NAME", Short: "Preview the next five slots, with the zone", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.with(cmd, func(ctx context.Context, a *app.App) error {
				slots, p, err := a.NextSlots(ctx, args[0], 5)
				if err != nil {
					return err
				}
				if p.Paused {
					cmd.PrintErrln(args[0] + " is paused: none of these slots is served until shortlist profile resume " + args[0])
				}
				if p.Refused.Address != "" {
					cmd.PrintErrln("The mail server refuses the address of " + args[0] + ": none of these slots is served until it changes or shortlist profile resume " + args[0] + " tries it again.")
				}
				return output.Slots(cmd.OutOrStdout(), slots, f.json)
			})
		},
	}
}

func profilePause(f *flags, verb string, paused bool) *cobra.Command {
	short := map[bool]string{true: "Stop a person's digests until resume", false: "Let a person's digests go on"}[paused]
	return &cobra.Command{
		Use: verb + " NAME", Short: short, Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.with(cmd, func(ctx context.Context, a *app.App) error {
				if err := a.Store.SetPaused(ctx, args[0], paused); err != nil {
					return err
				}
				cmd.PrintErrln(args[0] + ": " + verb + "d")
				return nil
			})
		},
	}
}

func profileDelete(f *flags) *cobra.Command {
	return &cobra.Command{
		Use: "delete NAME", Short: "Forget a person: their digests and all that they were sent", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.with(cmd, func(ctx context.Context, a *app.App) error {
				if err := a.DeleteProfile(ctx, args[0]); err != nil {
					return err
				}
				cmd.PrintErrln(args[0] + " is forgotten.")
				return nil
			})
		},
	}
}
