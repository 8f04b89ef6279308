package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"shortlist/cmd/internal/output"
	"shortlist/guardrail"
	"shortlist/guardrail/eval"
	"shortlist/guardrail/hostile"
	"shortlist/scoring"
	"shortlist/scoring/gate"
	"shortlist/worker/profile"
)

func evalCmd(f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use: "eval", Short: "Measure the deterministic parts on labelled files", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		Long: "Each measurement reads labelled files, prints its figures and the items behind them, and asks no model.",
	}
	cmd.AddCommand(evalRelevance(f), evalFilter(f), evalClauses(f), evalHostile(f), evalGuardrail(f))
	return cmd
}

// fromFile reads a labelled file. What is wrong with it is the caller's to mend.
func fromFile[T any](name string, read func(io.Reader) (T, error)) (T, error) {
	var none T
	r, err := os.Open(name)
	if err != nil {
		return none, failure{usageError{err.Error()}}
	}
	defer func() { _ = r.Close() }()
	got, err := read(r)
	if err != nil {
		return none, failure{usageError{fmt.Sprintf("%s: %v", name, err)}}
	}
	return got, nil
}

func evalClauses(f *flags) *cobra.Command {
	var casesFile, profileFile string
	cmd := &cobra.Command{
		Use: "clauses", Short: "How well the gates read clauses that people labelled hit or near_miss", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cases, err := fromFile(casesFile, eval.Clauses)
			if err != nil {
				return err
			}
			p, err := oneProfile(profileFile)
			if err != nil {
				return err
			}
			return output.Clauses(cmd.OutOrStdout(), gate.Measure(cases, &p), f.json)
		},
	}
	cmd.Flags().StringVar(&casesFile, "cases", "", `labelled clauses, a JSON object a line: {"class", "label", "text", "title", "location"}, or a whole advert with description`)
	cmd.Flags().StringVar(&profileFile, "profile", "", "the person whom the labels speak of, as YAML")
	return required(cmd, "cases", "profile")
}

// oneProfile reads the one profile of a file.
func oneProfile(file string) (scoring.Profile, error) {
	profiles, problems := profile.Load(".", []string{file})
	if err := problems.Err(); err != nil {
		return scoring.Profile{}, failure{err}
	}
	if len(profiles) != 1 {
		return scoring.Profile{}, failure{usageError{fmt.Sprintf("--profile %s: write one file with one profile", file)}}
	}
	return profiles[0], nil
}

func evalHostile(f *flags) *cobra.Command {
	var files []string
	cmd := &cobra.Command{
		Use: "hostile", Short: "How many attacks on a model the detector flags, and how many harmless texts", Args: cobra.NoArgs,
		Long: "A row's own label, attack or benign, counts; one without it has the label that its file's name speaks of: attacks.jsonl, benign.jsonl.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			var cases []hostile.Case
			for _, file := range files {
				more, err := fromFile(file, func(r io.Reader) ([]hostile.Case, error) { return hostile.ReadCases(r, file) })
				if err != nil {
					return err
				}
				cases = append(cases, more...)
			}
			return output.Hostile(cmd.OutOrStdout(), hostile.Measure(cases), f.json)
		},
	}
	cmd.Flags().StringArrayVar(&files, "cases", nil, "labelled texts, a JSON object a line; may be given more than once")
	return required(cmd, "cases")
}

func evalGuardrail(f *flags) *cobra.Command {
	var casesFile, profileFile string
	cmd := &cobra.Command{
		Use: "guardrail", Short: "How well the guardrail finds verdicts that contradict themselves", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cases, err := fromFile(casesFile, eval.Verdicts)
			if err != nil {
				return err
			}
			p := guardrail.ReferenceProfile()
			if profileFile != "" {
				if p, err = oneProfile(profileFile); err != nil {
					return err
				}
			}
			return output.Guardrail(cmd.OutOrStdout(), guardrail.Measure(cases, &p), f.json)
		},
	}
	cmd.Flags().StringVar(&casesFile, "cases", "", `verdicts, a JSON object a line: {"id", "score", "rationale", "expect"}; what review export writes is read too`)
	cmd.Flags().StringVar(&profileFile, "profile", "", "the person whom the labels speak of, as YAML (default the one of the shipped labels: Berlin, English, the EU, a floor of 60,000 EUR)")
	return required(cmd, "cases")
}

func required(cmd *cobra.Command, names ...string) *cobra.Command {
	for _, name := range names {
		_ = cmd.MarkFlagRequired(name) // fails only for a flag that is not there
	}
	return cmd
}

func evalRelevance(f *flags) *cobra.Command {
	var corpusFile, queriesFile, rankingsFile string
	var k int
	cmd := &cobra.Command{
		Use: "relevance", Short: "How well searches rank graded listings: P, R2 and nDCG of the best 12", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if k < 1 {
				return failure{usageError{"--k must be 1 or more"}}
			}
			corpus, err := fromFile(corpusFile, eval.Corpus)
			if err != nil {
				return err
			}
			queries, err := fromFile(queriesFile, eval.Queries)
			if err != nil {
				return err
			}
			got, err := eval.MeasureRelevance(corpus, queries, k)
			if err != nil {
				return failure{err}
			}
			if rankingsFile != "" {
				if err := writeRankings(rankingsFile, got); err != nil {
					return failure{err}
				}
			}
			return output.Relevance(cmd.OutOrStdout(), got, k, f.json)
		},
	}
	cmd.Flags().StringVar(&corpusFile, "corpus", "", "listings, a JSON object a line: id, board, title, company, location, posted, description")
	cmd.Flags().StringVar(&queriesFile, "queries", "", `graded queries, a JSON list of {"id", "query", "grades": {listing id: 0, 1 or 2}, "empty_ok"}`)
	cmd.Flags().StringVar(&rankingsFile, "rankings", "", "also write the rankings to this file: {query id: [listing id, …]}")
	cmd.Flags().IntVar(&k, "k", 12, "how many of the best are measured")
	return required(cmd, "corpus", "queries")
}

func writeRankings(name string, got eval.Relevance) error {
	f, err := os.Create(name)
	if err != nil {
		return usageError{err.Error()}
	}
	return errors.Join(output.JSON(f, got.Rankings()), f.Close())
}

func evalFilter(f *flags) *cobra.Command {
	return &cobra.Command{
		Use: "filter", Short: "Whether exclusions keep out what they should on the frozen set, and no more", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			got, err := eval.MeasureFilter()
			if err != nil {
				return failure{err}
			}
			if err := output.Filter(cmd.OutOrStdout(), got, f.json); err != nil {
				return failure{err}
			}
			if got.Wrong > 0 {
				return failure{fmt.Errorf("cases of the frozen set that changed: %d", got.Wrong)}
			}
			return nil
		},
	}
}
