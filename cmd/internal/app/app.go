// Package app puts the parts together: it is the one place that sees everything. New makes and may fail, Start begins to
// serve, Stop undoes, Run is the three of them.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	netmail "net/mail"
	"strings"
	"time"

	"shortlist/cmd/internal/config"
	"shortlist/digest/mail"
	"shortlist/digest/render"
	"shortlist/scoring"
	"shortlist/worker/pipeline"
	"shortlist/worker/store"
	"shortlist/worker/web"
)

// stopTimeout bounds a stop: hosts send SIGKILL after thirty seconds.
const stopTimeout = 25 * time.Second

// Options are what an App is made of.
type Options struct {
	Config   *config.Config
	Profiles []scoring.Profile // from files; they replace what the database has under their names
	Version  string
	// Serve binds web.listen in New.
	Serve bool
	Now   func() time.Time // time.Now where nil
	Log   *slog.Logger
}

// App is a whole Shortlist.
type App struct {
	lifecycle
	Options
	Store     *store.Store
	Collector *pipeline.Collector
	Runner    *pipeline.Runner

	listener net.Listener
	server   *http.Server
	served   chan error
}

// New opens the database, brings its schema up to date, stores the profiles that come from files and, with Serve, binds
// the socket. Where it fails, everything that it made is undone.
func New(ctx context.Context, o Options) (_ *App, err error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	a := &App{Options: o, served: make(chan error, 1)}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Stop(context.WithoutCancel(ctx)))
		}
	}()
	if err := a.openStore(ctx); err != nil {
		return nil, err
	}
	if o.Serve {
		if err := a.listen(); err != nil {
			return nil, err
		}
	}
	if err := a.assemble(); err != nil {
		return nil, err
	}
	return a, nil
}

func (a *App) openStore(ctx context.Context) error {
	s, err := store.Open(ctx, store.Options{DSN: a.Config.Database.Reveal(), Now: a.Now})
	if err != nil {
		return err
	}
	a.Store = s
	a.onStop("database", func(context.Context) error { return s.Close() })
	if _, err := s.Migrate(ctx); err != nil {
		return err
	}
	for _, p := range a.Profiles {
		if err := s.PutProfile(ctx, p, fromFile); err != nil {
			return err
		}
	}
	return nil
}

func (a *App) assemble() error {
	from, err := netmail.ParseAddress(a.Config.Mail.From)
	if err != nil {
		return fmt.Errorf("mail.from: %w", err)
	}
	sources, err := a.sources(from.Address)
	if err != nil {
		return err
	}
	a.Collector = &pipeline.Collector{Sources: sources, Store: a.Store, Now: a.Now, Log: a.Log}
	renderer, err := render.New()
	if err != nil {
		return err
	}
	o := pipeline.Options{
		Store: a.Store, Collector: a.Collector, Renderer: renderer, From: *from, SendEmpty: a.Config.Mail.SendEmpty,
		Now: a.Now, Log: a.Log,
	}
	if a.Serve {
		if o.PublicURL = a.Config.Web.PublicURL; o.PublicURL == "" {
			o.PublicURL = a.URL() // of port 0 only now is it known
		}
		if err := a.pages(); err != nil {
			return err
		}
	}
	if server, ok := a.Config.Mail.Server(); ok {
		o.Sender = mail.NewSender(server)
	}
	a.Runner = pipeline.New(o)
	return nil
}

// listen binds the socket, so that a taken port is an error of New and URL is true before anything is served.
func (a *App) listen() (err error) {
	if a.listener, err = net.Listen("tcp", a.Config.Web.Listen); err != nil {
		return &ListenError{Address: a.Config.Web.Listen, Err: err}
	}
	a.onStop("listener", func(context.Context) error {
		if err := a.listener.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			return err
		}
		return nil
	})
	return nil
}

func (a *App) pages() error {
	handler, err := web.New(web.Options{Store: a.Store, Sources: a.Collector.Sources, PublicURL: a.Config.Web.PublicURL, Version: a.Version, Now: a.Now, Log: a.Log})
	if err != nil {
		return err
	}
	a.server = &http.Server{
		Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute,
		ErrorLog: slog.NewLogLogger(a.Log.Handler(), slog.LevelWarn),
	}
	return nil
}

// ListenError is a socket that cannot be bound.
type ListenError struct {
	Address string
	Err     error
}

func (e *ListenError) Error() string {
	return fmt.Sprintf("web.listen: %s cannot be listened on: %v; stop what uses it, or set another address (port 0 takes any free one)",
		e.Address, cause(e.Err))
}

func (e *ListenError) Unwrap() error { return e.Err }

// cause drops "listen tcp 127.0.0.1:8080: bind:", which the sentence round it says.
func cause(err error) string {
	text := err.Error()
	if i := strings.LastIndex(text, ": "); i >= 0 {
		return text[i+2:]
	}
	return text
}

// URL is where the pages are, or empty without Serve.
func (a *App) URL() string {
	if a.listener == nil {
		return ""
	}
	return "http://" + a.listener.Addr().String()
}

// Start begins to serve the pages.
func (a *App) Start() {
	if a.server == nil {
		return
	}
	a.onStop("http", a.server.Shutdown)
	go func() {
		if err := a.server.Serve(a.listener); !errors.Is(err, http.ErrServerClosed) {
			a.served <- err
		}
	}()
}

// Run starts, waits until ctx ends or serving breaks, and stops.
func (a *App) Run(ctx context.Context) error {
	a.Start()
	var err error
	select {
	case <-ctx.Done():
	case err = <-a.served:
	}
	stopCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	return errors.Join(err, a.Stop(stopCtx))
}
