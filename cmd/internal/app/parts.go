package app

import (
	"context"
	"fmt"
	netmail "net/mail"

	"shortlist/cmd/internal/config"
	"shortlist/digest/mail"
	"shortlist/digest/render"
	"shortlist/scoring"
	"shortlist/worker/pipeline"
)

// parts are what a configuration makes and a reload replaces, all or none.
type parts struct {
	collector *pipeline.Collector
	runner    *pipeline.Runner
	sender    *mail.Sender // nil where no mail leaves
	from      netmail.Address
	links     *links // nil where there are no pages to lead to
	model     model  // the judge's; nil where there is none
	close     func()
}

// Collector reads the boards of the configuration in force.
func (a *App) Collector() *pipeline.Collector { return a.parts.Load().collector }

// Runner makes digests by the configuration in force.
func (a *App) Runner() *pipeline.Runner { return a.parts.Load().runner }

// newParts makes everything that can fail, and changes nothing.
func (a *App) newParts(ctx context.Context, c *config.Config) (*parts, error) {
	from, err := netmail.ParseAddress(c.Mail.From)
	if err != nil {
		return nil, fmt.Errorf("mail.from: %w", err)
	}
	renderer, err := render.New()
	if err != nil {
		return nil, err
	}
	sources, closeAll, err := a.sources(c.Boards, from.Address)
	if err != nil {
		return nil, err
	}
	j, m, err := a.newJudge(ctx, c)
	if err != nil {
		closeAll()
		return nil, err
	}
	closers := []func(){closeAll}
	closeThem := func() {
		for _, c := range closers {
			c()
		}
	}
	if m != nil {
		closers = append(closers, func() {
			if err := m.Close(); err != nil {
				a.Log.Warn("the judge's model was not closed in order", "error", err)
			}
		})
	}
	p := &parts{close: closeThem, model: m, from: *from, collector: &pipeline.Collector{Sources: sources, Store: a.Store, Meter: a.Metrics, Tracer: a.tracer, Now: a.Now, Log: a.Log}}
	o := pipeline.Options{
		Store: a.Store, Collector: p.collector, Renderer: renderer, From: *from, SendEmpty: c.Mail.SendEmpty, Owner: c.Web.Owner, Judge: j, Keep: c.Review.Keep, Meter: a.Metrics, Tracer: a.tracer, Now: a.Now, Log: a.Log,
	}
	// A run by hand links to a daemon's pages where the configuration says where these are.
	if a.Serve || c.IsSet("web.public_url") {
		o.PublicURL = a.publicURL(c)
	}
	if o.PublicURL != "" {
		p.links = &links{base: o.PublicURL}
		if err := p.links.renew(ctx, a); err != nil {
			closeThem()
			return nil, err
		}
		o.Links = p.links
	}
	if server, ok := c.Mail.Server(); ok {
		sender := mail.NewSender(server, mail.Connections(c.Mail.Connections))
		o.Sender, p.sender, closers = sender, sender, append(closers, sender.Close)
	}
	p.runner = pipeline.New(o)
	return p, nil
}

// swap puts parts and the profiles that come from files in force. Runs in flight end with what they began with.
func (a *App) swap(ctx context.Context, p *parts, profiles []scoring.Profile) error {
	known, err := a.Store.Profiles(ctx)
	if err != nil {
		return err
	}
	inFiles := map[string]bool{}
	for _, profile := range profiles {
		inFiles[profile.Name] = true
		if err := a.Store.PutProfile(ctx, profile, fromFile); err != nil {
			return err
		}
	}
	for _, k := range known {
		if k.Source == fromFile && !inFiles[k.Name] && !k.Paused && a.Daemon {
			a.Log.Warn("their file is gone; they are paused until it is back and shortlist profile resume says so", "profile", k.Name)
			if err := a.Store.SetPaused(ctx, k.Name, true); err != nil {
				return err
			}
		}
	}
	if before := a.parts.Swap(p); before != nil {
		before.close()
	}
	return nil
}

// Reload puts a new configuration in force. Where anything of it fails, or it asks for what only a restart can do, nothing
// changes.
func (a *App) Reload(ctx context.Context, c *config.Config, profiles []scoring.Profile) error {
	if c.Database != a.Config.Database || c.Web != a.Config.Web || c.Schedule != a.Config.Schedule || c.Log != a.Config.Log {
		return fmt.Errorf("database, web, schedule and log are read at the start alone: restart to change them")
	}
	p, err := a.newParts(ctx, c)
	if err != nil {
		return err
	}
	if err := a.checkModel(ctx, p.model); err != nil {
		p.close()
		return err
	}
	if err := a.swap(ctx, p, profiles); err != nil {
		p.close()
		return err
	}
	if a.daemon.sweeper != nil {
		return a.daemon.sweeper.Once(ctx) // so that a new schedule is planned now
	}
	return nil
}
