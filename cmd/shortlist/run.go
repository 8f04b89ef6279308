package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"shortlist/cmd/internal/app"
	"shortlist/cmd/internal/output"
	"shortlist/worker/pipeline"
)

func runCmd(f *flags) *cobra.Command {
	var dry bool
	var at, out string
	cmd := &cobra.Command{
		Use: "run PROFILE", Short: "Make one digest now and send it", Args: cobra.ExactArgs(1),
		Long: "Makes one digest now, sends it and records what was sent, so that nothing comes twice. It uses up none of the profile's slots.\n" +
			"A digest that an earlier run made and could not send is sent instead of a new one.",
		Example: "  shortlist run ada --dry-run\n  shortlist run ada --dry-run --out digest.html",
		RunE: func(cmd *cobra.Command, args []string) error {
			slot, err := slotFlag(at)
			if err != nil {
				return err
			}
			// Before the run: a mail that is sent cannot be taken back because its copy has no place.
			if out != "" {
				if err := os.WriteFile(out, nil, 0o644); err != nil {
					return failure{usageError{fmt.Sprintf("--out %s: %v; name a file that can be written", out, reason(err))}}
				}
			}
			return f.with(cmd, func(ctx context.Context, a *app.App) error {
				progress(cmd, "Reading the boards that are due, and making the digest …")
				r, err := a.RunOnce(ctx, pipeline.Request{Profile: args[0], Slot: slot, DryRun: dry})
				if err != nil && r.Run == "" {
					return err
				}
				if out != "" && r.Mail.HTML != "" {
					err = errors.Join(err, os.WriteFile(out, []byte(r.Mail.HTML), 0o644))
				}
				return errors.Join(err, output.Run(cmd.OutOrStdout(), r, f.json))
			})
		},
	}
	cmd.Flags().BoolVar(&dry, "dry-run", false, "show the digest, send nothing and record nothing")
	cmd.Flags().StringVar(&at, "at", "", "the moment the digest is for, as 2026-12-24T08:00:00+01:00 (default now)")
	cmd.Flags().StringVar(&out, "out", "", "also write the mail's HTML to this file")
	return cmd
}

// reason drops "open FILE:", which the sentence round it says.
func reason(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

func slotFlag(at string) (time.Time, error) {
	if at == "" {
		return time.Time{}, nil
	}
	slot, err := time.Parse(time.RFC3339, at)
	if err != nil {
		return slot, usageError{"--at " + at + ": write the moment as 2026-12-24T08:00:00+01:00 or 2026-12-24T07:00:00Z"}
	}
	return slot, nil
}
