// Package web serves Shortlist's pages: the state at a glance, the digests, and health. GET changes nothing.
package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"strings"
	"time"

	"shortlist/digest/render"
	"shortlist/templates"
	"shortlist/worker/pipeline"
	"shortlist/worker/store"
)

// Store is what the pages read.
type Store interface {
	Boards(ctx context.Context) ([]store.Board, error)
	CountOpen(ctx context.Context, since time.Time) (store.Counts, error)
	Profiles(ctx context.Context) ([]store.Profile, error)
	Edition(ctx context.Context, id string) (store.Edition, error)
	Editions(ctx context.Context, profile string, limit int) ([]store.Edition, error)
	Missed(ctx context.Context, since time.Time, limit int) ([]store.Run, error)
}

// Options are what the pages are made of; all are required.
type Options struct {
	Store   Store
	Sources func() []pipeline.Source // the enabled boards, in order
	// Checks are what /readyz asks, by name.
	Checks map[string]Check
	// Metrics answers /metrics; Wrap counts the requests of a route.
	Metrics http.Handler
	Wrap    func(route string, next http.Handler) http.Handler
	// Pages says whether there are any pages beside health and metrics.
	Pages bool
	// PublicURL is how readers reach the pages.
	PublicURL string
	Version   string
	Now       func() time.Time
	Log       *slog.Logger
}

// Check is one condition of being able to work; its error says what is wrong and what to do.
type Check func(context.Context) error

type server struct {
	Options
	home, digests, digest *template.Template
}

// New returns the handler of every page. A template that uses an undeclared name is an error here.
func New(o Options) (http.Handler, error) {
	s := &server{Options: o}
	var errHome, errDigests, errDigest error
	s.home, errHome = view(templates.Home())
	s.digests, errDigests = view(templates.Digests())
	s.digest, errDigest = view(templates.Digest())
	if err := errors.Join(errHome, errDigests, errDigest); err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	mux := http.NewServeMux()
	handle := func(route string, h http.Handler) { mux.Handle("GET "+route, s.Wrap(route, h)) }
	page := func(route string, h http.HandlerFunc) {
		if s.Pages {
			handle(route, s.secure(h))
		}
	}
	page("/{$}", s.getHome)
	page("/digests", s.getDigests)
	page("/digests/{id}", s.getDigest)
	page("/digests/{id}/mail.html", s.getMailHTML)
	page("/digests/{id}/mail.txt", s.getMailText)
	page("/style.css", getStyle)
	handle("/healthz", http.HandlerFunc(getHealth))
	handle("/readyz", http.HandlerFunc(s.getReady))
	handle("/metrics", s.Metrics)
	return mux, nil
}

func view(set templates.Set) (*template.Template, error) {
	t, err := template.New(path.Base(set[0])).ParseFS(templates.FS, set...)
	if err != nil {
		return nil, err
	}
	return t, render.Declared(t)
}

// secure sets what every page needs: no script, nothing from elsewhere, no framing by others, no referrer. It answers to
// the names that it knows alone: a page elsewhere could else give its own name this address, and read what is here.
func (s *server) secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.knows(r.Host) {
			http.Error(w, "This address is not known here. Set web.public_url to the one that you use.", http.StatusMisdirectedRequest)
			return
		}
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// knows reports whether a Host header names this server: by its address, which no name can be made to look like, as
// localhost, or as web.public_url does.
func (s *server) knows(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	if _, err := netip.ParseAddr(host); err == nil || strings.EqualFold(host, "localhost") {
		return true
	}
	u, err := url.Parse(s.PublicURL)
	return err == nil && strings.EqualFold(u.Hostname(), host)
}

// show renders a whole page before it sends a byte, so that a failing template is a clean 500.
func (s *server) show(w http.ResponseWriter, t *template.Template, data any) {
	var page bytes.Buffer
	if err := t.Execute(&page, data); err != nil {
		s.fail(w, fmt.Errorf("render %s: %w", t.Name(), err))
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = page.WriteTo(w) // fails only where the reader went away
}

// fail tells the reader what they can do and the log what happened.
func (s *server) fail(w http.ResponseWriter, err error) {
	s.Log.Error("a page failed", "error", err)
	http.Error(w, "This page cannot be shown now. The log of shortlist says why.", http.StatusInternalServerError)
}
