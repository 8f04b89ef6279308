package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"shortlist/cmd/internal/app"
	"shortlist/cmd/internal/output"
	"shortlist/guardrail"
	"shortlist/guardrail/review"
	"shortlist/worker/store"
)

func reviewCmd(f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use: "review", Short: "The questions on which a person decides", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		Long: "Where the judge is unsure or contradicts itself, a person decides. What they approve leads their next digest, what they reject never comes again.",
	}
	cmd.AddCommand(reviewList(f), reviewShow(f), reviewDecide(f, review.Approve), reviewDecide(f, review.Reject), reviewScore(f), reviewUndo(f), reviewExport(f), reviewAgreement(f))
	return cmd
}

func reviewList(f *flags) *cobra.Command {
	var filter store.ReviewFilter
	var state, reason string
	var limit int
	cmd := &cobra.Command{
		Use: "list", Short: "List the questions, newest first", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			filter.State, filter.Reason = review.State(state), guardrail.Reason(reason)
			if err := errors.Join(oneOf("--state", state, "", string(review.Open), string(review.Decided), string(review.Expired)), oneOf("--reason", reason, reasonNames()...)); err != nil {
				return failure{err}
			}
			if limit < 1 {
				return failure{usageError{"--limit must be 1 or more"}}
			}
			return f.with(cmd, func(ctx context.Context, a *app.App) error {
				items, err := a.Store.Reviews(ctx, filter, store.ReviewPage{Limit: limit})
				if err != nil {
					return err
				}
				total, err := a.Store.CountReviews(ctx, filter)
				if err != nil {
					return err
				}
				return output.Reviews(cmd.OutOrStdout(), items, total, f.json)
			})
		},
	}
	cmd.Flags().StringVar(&filter.Profile, "profile", "", "of this person only")
	cmd.Flags().StringVar(&state, "state", string(review.Open), `open, decided or expired; "" for all`)
	cmd.Flags().StringVar(&reason, "reason", "", "asked for this reason")
	cmd.Flags().StringVar(&filter.Board, "board", "", "from this board")
	cmd.Flags().StringVar(&filter.Text, "text", "", "with this in title or company")
	cmd.Flags().IntVar(&limit, "limit", 50, "at most so many")
	return cmd
}

func reasonNames() []string {
	out := []string{""}
	for _, r := range guardrail.Reasons() {
		out = append(out, string(r))
	}
	return out
}

func oneOf(flag, value string, allowed ...string) error {
	for _, a := range allowed {
		if value == a {
			return nil
		}
	}
	return usageError{fmt.Sprintf("%s %q: write one of %s", flag, value, strings.Join(allowed, ", "))}
}

func reviewShow(f *flags) *cobra.Command {
	return &cobra.Command{
		Use: "show ID", Short: "Show one question with the advert and what was said of it", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.with(cmd, func(ctx context.Context, a *app.App) error {
				it, err := a.Store.Review(ctx, "", args[0])
				if err != nil {
					return err
				}
				return output.Review(cmd.OutOrStdout(), it, f.json)
			})
		},
	}
}

// atTerminal is who decides here: whoever can read the database may, and the queue says that it was they.
const atTerminal = "terminal"

// decide gives the items one decision and tells what became of each.
func (f *flags) decide(cmd *cobra.Command, ids []string, d review.Decision) error {
	d.By = atTerminal
	return f.with(cmd, func(ctx context.Context, a *app.App) error {
		answers, err := a.Store.Decide(ctx, "", ids, d)
		if err != nil {
			return usageError{err.Error()}
		}
		return output.Answers(cmd.OutOrStdout(), ids, answers, f.json)
	})
}

func reviewDecide(f *flags, kind review.Kind) *cobra.Command {
	short := map[review.Kind]string{review.Approve: "Let listings lead the next digest", review.Reject: "Never show listings again, posted again or not"}[kind]
	d := review.Decision{Kind: kind}
	var reason string
	cmd := &cobra.Command{
		Use: string(kind) + " ID…", Short: short, Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if d.Reason = review.Reason(reason); d.Check() != nil {
				return failure{usageError{d.Check().Error()}}
			}
			return f.decide(cmd, args, d)
		},
	}
	if kind == review.Reject {
		cmd.Flags().StringVar(&reason, "reason", string(review.NotInterested), "not_interested, wrong_field, level, place, pay, company, language, expired or other")
	}
	cmd.Flags().StringVar(&d.Note, "note", "", "a note for later")
	return cmd
}

func reviewScore(f *flags) *cobra.Command {
	var note string
	cmd := &cobra.Command{
		Use: "score ID N", Short: "Put your own score, 1 to 10, in the place of the judge's", Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := strconv.Atoi(args[1])
			d := review.Decision{Kind: review.Score, Score: n, Note: note}
			if err != nil || d.Check() != nil {
				return failure{usageError{fmt.Sprintf("%q is no score: write a number from 1 to 10", args[1])}}
			}
			return f.decide(cmd, args[:1], d)
		},
	}
	cmd.Flags().StringVar(&note, "note", "", "a note for later")
	return cmd
}

func reviewUndo(f *flags) *cobra.Command {
	return &cobra.Command{
		Use: "undo [ID]", Short: "Take back the last decision made here, or that on one of the last ten", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.with(cmd, func(ctx context.Context, a *app.App) error {
				it, err := a.Store.Undo(ctx, atTerminal, strings.Join(args, ""))
				if errors.Is(err, review.ErrNothingToUndo) {
					return usageError{err.Error()}
				}
				if err != nil {
					return err
				}
				return output.Undone(cmd.OutOrStdout(), it, f.json)
			})
		},
	}
}

func reviewExport(f *flags) *cobra.Command {
	var profileName, out string
	var redact bool
	cmd := &cobra.Command{
		Use: "export", Short: "Write the decided questions as test cases, a JSON object a line", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w := cmd.OutOrStdout()
			if out != "" {
				file, err := os.Create(out)
				if err != nil {
					return failure{usageError{err.Error()}}
				}
				defer func() { _ = file.Close() }() // closed below, where its error counts
				w = file
			}
			return f.with(cmd, func(ctx context.Context, a *app.App) error {
				n, err := a.ExportReviews(ctx, w, profileName, redact)
				if file, ok := w.(*os.File); ok && out != "" {
					err = errors.Join(err, file.Close())
				}
				if err == nil {
					cmd.PrintErrln(strconv.Itoa(n) + " cases written")
				}
				return err
			})
		},
	}
	cmd.Flags().StringVar(&profileName, "profile", "", "of this person only")
	cmd.Flags().BoolVar(&redact, "redact", false, "drop what identifies the person: name, address, notes, who decided")
	cmd.Flags().StringVar(&out, "out", "", "write to this file")
	return cmd
}

func reviewAgreement(f *flags) *cobra.Command {
	var profileName string
	cmd := &cobra.Command{
		Use: "agreement", Short: "How well judge and people agree, by rubric and model", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.with(cmd, func(ctx context.Context, a *app.App) error {
				got, err := a.Agreement(ctx, profileName)
				if err != nil {
					return err
				}
				return output.Agreement(cmd.OutOrStdout(), got, f.json)
			})
		},
	}
	cmd.Flags().StringVar(&profileName, "profile", "", "of this person only")
	return cmd
}
