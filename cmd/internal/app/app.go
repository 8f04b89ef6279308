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
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"go.opentelemetry.io/otel/trace"

	"shortlist/cmd/internal/config"
	"shortlist/scoring"
	"shortlist/worker/metrics"
	"shortlist/worker/pipeline"
	"shortlist/worker/store"
	"shortlist/worker/upkeep"
	"shortlist/worker/web"
)

// stopTimeout bounds a stop: hosts send SIGKILL after thirty seconds.
const stopTimeout = 25 * time.Second

// Options are what an App is made of.
type Options struct {
	Config   *config.Config
	Profiles []scoring.Profile // from files; they replace what the database has under their names
	Version  string
	// Serve binds web.listen in New; Daemon, beside it, serves the slots.
	Serve, Daemon bool
	Now           func() time.Time // time.Now where nil
	Log           *slog.Logger
}

// App is a whole Shortlist.
type App struct {
	lifecycle
	Options
	Store   *store.Store
	Upkeep  *upkeep.Upkeep
	Metrics *metrics.Metrics

	parts    atomic.Pointer[parts]
	ready    *web.Readiness
	registry *prometheus.Registry
	tracer   trace.Tracer // nil where nobody collects traces
	daemon   daemonParts
	listener net.Listener
	site     *web.Site
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
	if err := a.assemble(ctx); err != nil {
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
	_, err = s.Migrate(ctx)
	return err
}

func (a *App) assemble(ctx context.Context) error {
	if err := errors.Join(a.measure(), a.trace(ctx)); err != nil {
		return err
	}
	a.Upkeep = &upkeep.Upkeep{Store: a.Store, Now: a.Now, Log: a.Log, Options: upkeep.DefaultOptions()}
	p, err := a.newParts(ctx, a.Config)
	if err != nil {
		return err
	}
	a.onStop("connections to boards and mail server", func(context.Context) error {
		if now := a.parts.Load(); now != nil {
			now.close()
		}
		return nil
	})
	if err := a.swap(ctx, p, a.Profiles); err != nil {
		p.close()
		return err
	}
	a.ready = &web.Readiness{Checks: a.checks(), Now: a.Now}
	if a.Serve {
		if err := a.pages(); err != nil {
			return err
		}
	}
	if a.Daemon {
		return a.assembleDaemon()
	}
	return nil
}

// measure makes the metrics, of this process alone.
func (a *App) measure() (err error) {
	a.registry = prometheus.NewRegistry()
	boards := []string{}
	for name := range a.Config.Boards.All() {
		boards = append(boards, name)
	}
	if a.Metrics, err = metrics.New(a.registry, metrics.Options{Version: a.Version, Boards: boards}); err != nil {
		return err
	}
	return errors.Join(a.registry.Register(collectors.NewGoCollector()), a.registry.Register(collectors.NewProcessCollector(collectors.ProcessCollectorOpts{})))
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
	public := a.publicURL(a.Config)
	site, err := web.New(web.Options{
		Readiness: a.ready, Metrics: a.Metrics.Handler(a.registry), Wrap: a.Metrics.HTTP, Pages: true, Store: a.Store, Reviewed: a.Metrics.Reviewed,
		Sources: func() []pipeline.Source { return a.Collector().Sources }, PublicURL: public, Owner: a.Config.Web.Owner,
		Secure: strings.HasPrefix(public, "https://"), TrustProxy: a.Config.Web.TrustProxy, Mail: a.mailSignIn(), Version: a.Version, Now: a.Now, Log: a.Log,
	})
	if err != nil {
		return err
	}
	a.site = site
	a.warnOfOpenSocket(public)
	a.server = &http.Server{
		Handler: site, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute,
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

// publicURL is how readers reach the pages; of port 0 it is known only now.
func (a *App) publicURL(c *config.Config) string {
	if c.Web.PublicURL == "" {
		return a.URL()
	}
	return c.Web.PublicURL
}

// warnOfOpenSocket: who can read the line between a reader and an open socket can take their session.
func (a *App) warnOfOpenSocket(public string) {
	addr, ok := a.listener.Addr().(*net.TCPAddr)
	if ok && addr.IP.IsLoopback() || strings.HasPrefix(public, "https://") || a.Config.Web.TrustProxy {
		return
	}
	a.Log.Warn("web.listen is open to other machines and nothing protects the line: put TLS before it and set web.public_url to its https:// address, or listen on 127.0.0.1", "listen", a.Config.Web.Listen)
}

// Start begins to serve: the slots, with Daemon, and the pages.
func (a *App) Start(ctx context.Context) error {
	if a.Daemon {
		if err := a.startDaemon(ctx); err != nil {
			return err
		}
	}
	if a.server == nil {
		return nil
	}
	a.onStop("http", func(ctx context.Context) error {
		err := a.server.Shutdown(ctx)
		a.site.Close(ctx)
		return err
	})
	go func() {
		if err := a.server.Serve(a.listener); !errors.Is(err, http.ErrServerClosed) {
			a.served <- err
		}
	}()
	return nil
}

// Run starts, waits until ctx ends or serving breaks, and stops.
func (a *App) Run(ctx context.Context) error {
	err := a.Start(ctx)
	if err == nil {
		select {
		case <-ctx.Done():
		case err = <-a.served:
		}
	}
	stopCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	return errors.Join(err, a.Stop(stopCtx))
}
