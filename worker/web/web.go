// Package web serves Shortlist's pages: the state at a glance, the review queue, the digests, sign-in, the signed links of
// mails, and health. A person sees what is theirs, the owner everything. GET changes nothing.
package web

import (
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
	"sync"
	"time"

	"shortlist/digest/render"
	"shortlist/scoring"
	"shortlist/templates"
	"shortlist/worker/pipeline"
)

// Options are what the pages are made of; all are required but where it says otherwise.
type Options struct {
	Store     Store
	Sources   func() []pipeline.Source // the enabled boards, in order
	Readiness *Readiness               // what /readyz asks
	// Metrics answers /metrics; Wrap counts the requests of a route.
	Metrics http.Handler
	Wrap    func(route string, next http.Handler) http.Handler
	// Reviewed counts a decision: approve, reject, score, or undo for one taken back. May be nil.
	Reviewed func(decision string)
	// Pages says whether there are any pages beside health and metrics.
	Pages bool
	// PublicURL is how readers reach the pages; sign-in links begin with it.
	PublicURL string
	// Owner is the profile that sees what is everybody's; empty for nobody.
	Owner string
	// Secure says that readers reach the pages over TLS alone: cookies are sent over nothing else.
	Secure bool
	// TrustProxy says that a proxy stands before every request and appends the reader's address to X-Forwarded-For.
	TrustProxy bool
	// Mail sends somebody a link with which they can sign in. Nil where no mail leaves.
	Mail    func(ctx context.Context, to scoring.Profile, link string) error
	Version string
	Now     func() time.Time
	Log     *slog.Logger
}

// Site is the handler of every page.
type Site struct {
	Options
	views    map[string]*template.Template
	handler  http.Handler
	settings sync.Mutex    // held while a profile is read, changed and written
	mailing  chan struct{} // has room for the sign-in mails that are on their way
	mails    sync.WaitGroup
}

// maxMailing is how many sign-in mails are on their way at once.
const maxMailing = 16

// New makes the pages. A template that uses an undeclared name is an error here, and so is a PublicURL that is none.
func New(o Options) (*Site, error) {
	s := &Site{Options: o, views: map[string]*template.Template{}, mailing: make(chan struct{}, maxMailing)}
	for name, set := range templates.Web() {
		t, err := template.New(path.Base(set[0])).ParseFS(templates.FS, set...)
		if err == nil {
			err = render.Declared(t)
		}
		if err != nil {
			return nil, fmt.Errorf("templates: %w", err)
		}
		s.views[name] = t
	}
	mux := http.NewServeMux()
	s.routes(mux)
	same := http.NewCrossOriginProtection()
	if u, err := url.Parse(s.PublicURL); err == nil && u.Host != "" { // behind a proxy the Host header may be another
		if err := same.AddTrustedOrigin(u.Scheme + "://" + u.Host); err != nil {
			return nil, fmt.Errorf("web.public_url: %w", err)
		}
	}
	same.SetDenyHandler(s.secure(http.HandlerFunc(s.refuseForeign)))
	s.handler = same.Handler(mux)
	return s, nil
}

func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Close waits for the sign-in mails that are on their way. Call it when no request is answered any more.
func (s *Site) Close(ctx context.Context) error {
	done := make(chan struct{})
	go func() { s.mails.Wait(); close(done) }()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("sign-in mails are still on their way: %w", ctx.Err())
	}
}

func (s *Site) routes(mux *http.ServeMux) {
	handle := func(pattern string, h http.Handler) {
		_, route, _ := strings.Cut(pattern, " ")
		mux.Handle(pattern, s.Wrap(route, h))
	}
	open := func(pattern string, h http.HandlerFunc) {
		if s.Pages {
			handle(pattern, s.secure(h))
		}
	}
	page := func(pattern string, h func(http.ResponseWriter, *http.Request, viewer)) { open(pattern, s.signedIn(h)) }
	page("GET /{$}", s.getHome)
	page("GET /digests", s.getDigests)
	page("GET /digests/{id}", s.getDigest)
	page("GET /digests/{id}/mail.html", s.getMailHTML)
	page("GET /digests/{id}/mail.txt", s.getMailText)
	page("GET /review", s.getQueue)
	page("GET /review/{id}", s.getItem)
	page("POST /review/{id}/decision", s.postDecision)
	page("POST /review/decisions", s.postDecisions)
	page("POST /review/{id}/undo", s.postUndo)
	page("POST /review/undo", s.postUndo)
	page("POST /review/rules", s.postRule)
	page("POST /signout", s.postSignOut)
	open("GET /signin", s.getSignIn)
	open("POST /signin", s.postSignIn)
	open("GET /signin/{token}", s.getSignInLink)
	open("POST /signin/{token}", s.postSignInLink)
	open("GET /a/{token}", s.getAction)
	open("POST /a/{token}", s.postAction)
	open("GET /style.css", s.getFile("web/style.css"))
	open("GET /review.js", s.getFile("web/review.js"))
	handle("GET /healthz", http.HandlerFunc(getHealth))
	handle("GET /readyz", http.HandlerFunc(s.getReady))
	handle("GET /metrics", s.Metrics)
}

// secure sets what every page needs: no script and no style but our own files, nothing from elsewhere, no framing by others,
// no referrer. It answers to the names that it knows alone: a page elsewhere could else give its own name this address, and
// read what is here.
func (s *Site) secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.knows(r.Host) {
			http.Error(w, "This address is not known here. Set web.public_url to the one that you use.", http.StatusMisdirectedRequest)
			return
		}
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; script-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Referrer-Policy", s.referrer(r))
		h.Set("Cache-Control", "no-store")
		r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		next.ServeHTTP(w, r)
	})
}

// referrer is the policy of a page. Without any referrer browsers hide a form's origin too, and where they hold the address
// for not trustworthy they tell nothing else of where a request comes from: there our own pages, and no others, get it.
func (s *Site) referrer(r *http.Request) string {
	if host := hostOf(r.Host); s.Secure || r.TLS != nil || strings.EqualFold(host, "localhost") {
		return "no-referrer"
	} else if a, err := netip.ParseAddr(host); err == nil && a.IsLoopback() {
		return "no-referrer"
	}
	return "same-origin"
}

// knows reports whether a Host header names this server: by its address, which no name can be made to look like, as
// localhost, or as web.public_url does.
func (s *Site) knows(host string) bool {
	host = hostOf(host)
	if _, err := netip.ParseAddr(host); err == nil || strings.EqualFold(host, "localhost") {
		return true
	}
	u, err := url.Parse(s.PublicURL)
	return err == nil && strings.EqualFold(u.Hostname(), host)
}

// hostOf is a Host header without its port.
func hostOf(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.Trim(host, "[]")
}

func (s *Site) getFile(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "max-age=3600")
		http.ServeFileFS(w, r, templates.FS, name)
	}
}

// isTooLarge reports a form that is longer than any of ours.
func isTooLarge(err error) bool {
	var tooLarge *http.MaxBytesError
	return errors.As(err, &tooLarge)
}
