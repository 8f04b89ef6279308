package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"shortlist/cmd/internal/app"
	"shortlist/cmd/internal/config"
	"shortlist/cmd/internal/output"
)

func demoCmd(f *flags) *cobra.Command {
	var dir, listen string
	var once bool
	cmd := &cobra.Command{
		Use: "demo", Short: "See it work: sample boards, one digest, a mailbox, all in this process", Args: cobra.NoArgs,
		Long: "Serves sample listings as four job boards do, judges them by recorded replies of a model, makes one digest, and sends it to a mail server of its own\n" +
			"that keeps it as files. Needs no key, no account and no network. Keeps serving until Ctrl-C, unless --once.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if dir == "" {
				var err error
				if dir, err = os.MkdirTemp("", "shortlist-demo-"); err != nil {
					return failure{&app.DirError{Dir: os.TempDir(), Err: err}}
				}
			}
			d, err := app.NewDemo(cmd.Context(), app.DemoOptions{
				Dir: dir, Listen: listen, Version: version, Log: logger(config.Log{Level: "warn"}),
			})
			var listening *app.ListenError
			if errors.As(err, &listening) {
				return failure{usageError{fmt.Sprintf("--listen: %s cannot be listened on; name another address, or leave it out for any free one", listening.Address)}}
			}
			if err != nil {
				return failure{err}
			}
			err = showDemo(cmd, d, f.json, once)
			if err := errors.Join(err, d.Stop(context.WithoutCancel(cmd.Context()))); err != nil {
				return failure{err}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "folder for the database and the mail (default a new one in the folder for temporary files)")
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:0", "address of the pages; port 0 takes any free one")
	cmd.Flags().BoolVar(&once, "once", false, "end after the digest")
	return cmd
}

func showDemo(cmd *cobra.Command, d *app.Demo, asJSON, once bool) error {
	progress(cmd, "Reading four sample boards and making Ada's digest …")
	r, err := d.Digest(cmd.Context())
	if err != nil {
		return err
	}
	signIn, err := d.SignInURL(cmd.Context())
	if err != nil {
		return err
	}
	shown := output.Demo{SignIn: signIn, Result: r, Dir: d.Dir, Pages: d.URL(), Review: d.ReviewURL(), Once: once, Mail: d.Mailbox.Messages()}
	if err := shown.Write(cmd.OutOrStdout(), asJSON); err != nil || once {
		return err
	}
	return d.Wait(cmd.Context())
}
