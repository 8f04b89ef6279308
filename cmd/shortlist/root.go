package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"shortlist/cmd/internal/app"
	"shortlist/cmd/internal/config"
	"shortlist/scoring"
)

// version is the program's; a build may set another with -ldflags "-X main.version=…".
var version = "0.1.0"

// flags are those of every command.
type flags struct {
	config string
	json   bool
}

func newRoot() *cobra.Command {
	f := &flags{}
	root := &cobra.Command{
		Use:           "shortlist",
		Short:         "A job digest that you host yourself",
		Long:          "Shortlist reads job boards on your schedule, keeps the few listings that fit, and mails you a digest.\n\nTo see it work, with no key, server or account: shortlist demo",
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.PersistentFlags().StringVar(&f.config, "config", "", "configuration file (default shortlist.yaml, where present)")
	root.PersistentFlags().BoolVar(&f.json, "json", false, "print data as JSON")
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(demoCmd(f), serveCmd(f), healthcheckCmd(f), runCmd(f), searchCmd(f), whyCmd(f), boardsCmd(f), profileCmd(f), reviewCmd(f), signinCmd(f), checkConfigCmd(f), evalCmd(f), migrateCmd(f), versionCmd(f))
	return root
}

// options say where the configuration comes from.
func (f *flags) options() config.Options {
	return config.Options{Path: f.config, PathExplicit: f.config != "", Environ: os.Environ()}
}

// with makes the whole of Shortlist for one command and undoes it afterwards.
func (f *flags) with(cmd *cobra.Command, do func(ctx context.Context, a *app.App) error) error {
	c, profiles, err := config.Check(f.options())
	if err != nil {
		return failure{err}
	}
	return run1(cmd.Context(), c, profiles, do)
}

func run1(ctx context.Context, c *config.Config, profiles []scoring.Profile, do func(ctx context.Context, a *app.App) error) error {
	a, err := app.New(ctx, app.Options{Config: c, Profiles: profiles, Version: version, Log: logger(c.Log)})
	if err != nil {
		return failure{err}
	}
	if err := errors.Join(do(ctx, a), a.Stop(context.WithoutCancel(ctx))); err != nil {
		return failure{err}
	}
	return nil
}

// logger writes to stderr, where data never goes.
func logger(l config.Log) *slog.Logger { return newLogger(os.Stderr, l, isTerminal(os.Stderr)) }

func newLogger(w io.Writer, l config.Log, terminal bool) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(l.Level)); err != nil {
		level = slog.LevelInfo // Validate has let only known levels through
	}
	o := &slog.HandlerOptions{Level: level}
	if l.Format == "json" || l.Format != "text" && !terminal {
		return slog.New(slog.NewJSONHandler(w, o))
	}
	return slog.New(slog.NewTextHandler(w, o))
}

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// progress tells a person at a terminal what takes its time.
func progress(cmd *cobra.Command, text string) {
	if isTerminal(os.Stderr) {
		cmd.PrintErrln(text)
	}
}
