package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"shortlist/cmd/internal/config"
	"shortlist/cmd/internal/demo"
	"shortlist/scoring"
	"shortlist/worker/pipeline"
	"shortlist/worker/profile"
)

// Demo is a whole Shortlist with sample boards and a mailbox of its own, in one process.
type Demo struct {
	lifecycle
	*App
	Mailbox *demo.Mailbox
	Dir     string
	person  scoring.Profile
}

// DemoOptions say where and how the demo runs.
type DemoOptions struct {
	Dir     string // where it keeps its files; made where missing
	Listen  string // of the pages
	Version string
	Log     *slog.Logger
}

// NewDemo starts the sample boards and the mail server and makes a Shortlist that knows no other ones.
func NewDemo(ctx context.Context, o DemoOptions) (_ *Demo, err error) {
	d := &Demo{Dir: o.Dir}
	defer func() {
		if err != nil {
			err = errors.Join(err, d.Stop(context.WithoutCancel(ctx)))
		}
	}()
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return nil, &DirError{o.Dir, err}
	}
	boards, err := d.serveBoards()
	if err != nil {
		return nil, err
	}
	if err := d.serveMail(filepath.Join(o.Dir, "mail")); err != nil {
		return nil, &DirError{o.Dir, err}
	}
	verdicts, err := writeVerdicts(o.Dir, boards)
	if err != nil {
		return nil, &DirError{o.Dir, err}
	}
	c, err := config.Load(config.Options{Path: os.DevNull, Overrides: overrides(o, boards, d.Mailbox.Addr(), verdicts)})
	if err != nil {
		return nil, err
	}
	p, problems := profile.Parse("the sample profile", []byte(demo.ProfileYAML))
	if err := problems.Err(); err != nil {
		return nil, err
	}
	d.person = p
	d.App, err = New(ctx, Options{Config: c, Profiles: []scoring.Profile{p}, Version: o.Version, Serve: true, Log: o.Log})
	if err != nil {
		return nil, err
	}
	d.onStop("shortlist", d.App.Stop)
	return d, d.Start(ctx)
}

// DirError is a folder that the demo cannot use.
type DirError struct {
	Dir string
	Err error
}

func (e *DirError) Error() string {
	return fmt.Sprintf("--dir %s: %v; name a folder that can be written to", e.Dir, e.Err)
}

func (e *DirError) Unwrap() error { return e.Err }

func overrides(o DemoOptions, boards, smtp, verdicts string) map[string]string {
	return map[string]string{
		"database":                  "sqlite:" + filepath.Join(o.Dir, "shortlist.db"),
		"web.listen":                o.Listen,
		"mail.from":                 "Shortlist <digest@example.org>",
		"mail.smtp":                 "smtp://" + smtp,
		"judge.provider":            config.ProviderReplay,
		"judge.replay":              verdicts,
		"boards.remoteok.base_url":  boards + "/remoteok",
		"boards.himalayas.base_url": boards + "/himalayas",
		"boards.remotive.base_url":  boards + "/remotive",
		"boards.jobicy.base_url":    boards + "/jobicy",
	}
}

// writeVerdicts puts the judge's recorded replies into a file of the folder, since they name listings by the boards' address.
func writeVerdicts(dir, boards string) (file string, err error) {
	var b bytes.Buffer
	if err := demo.WriteVerdicts(&b, boards); err != nil {
		return "", err
	}
	if file, err = filepath.Abs(filepath.Join(dir, "verdicts.jsonl")); err != nil {
		return "", err
	}
	return file, os.WriteFile(file, b.Bytes(), 0o644)
}

// boardsAddress is where the sample boards are served if nothing else is there: one board names its listings by their
// addresses, so that the same place from demo to demo keeps them the same, and links in an older mail alive.
const boardsAddress = "127.0.0.1:38124"

func (d *Demo) serveBoards() (baseURL string, err error) {
	listener, err := net.Listen("tcp", boardsAddress)
	if err != nil {
		listener, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		return "", fmt.Errorf("the sample boards cannot listen: %w", err)
	}
	baseURL = "http://" + listener.Addr().String()
	handler, err := demo.Boards(time.Now(), baseURL)
	if err != nil {
		return "", errors.Join(err, listener.Close())
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	d.background("sample boards", func() error { return server.Serve(listener) }, server.Shutdown)
	return baseURL, nil
}

func (d *Demo) serveMail(dir string) (err error) {
	if d.Mailbox, err = demo.NewMailbox(dir); err != nil {
		return err
	}
	d.background("mail server", d.Mailbox.Serve, d.Mailbox.Close)
	return nil
}

// background runs serve until stop makes it return; what it then says is of no interest, since it was asked to.
func (d *Demo) background(name string, serve func() error, stop func(context.Context) error) {
	done := make(chan error, 1)
	go func() { done <- serve() }()
	d.onStop(name, func(ctx context.Context) error {
		err := stop(ctx)
		<-done
		return err
	})
}

// ReviewURL is the page on which the person decides.
func (d *Demo) ReviewURL() string { return d.URL() + "/review" }

// SignInURL is a link that signs the person in, once, and leads to the pages.
func (d *Demo) SignInURL(ctx context.Context) (string, error) {
	return d.App.SignInURL(ctx, d.person.Name)
}

// Digest makes the demo's one digest and sends it to the mailbox.
func (d *Demo) Digest(ctx context.Context) (pipeline.Result, error) {
	return d.Runner().Run(ctx, pipeline.Request{Profile: d.person.Name})
}

// Wait serves until ctx ends or serving breaks.
func (d *Demo) Wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return nil
	case err := <-d.served:
		return err
	}
}
