package web

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"shortlist/worker/store"
)

// sessionFor is how long somebody stays signed in.
const sessionFor = 30 * 24 * time.Hour

// maxForm bounds the body of a request, in bytes: a form of ours holds some hundred ids and a note.
const maxForm = 64 << 10

// viewer is who is signed in.
type viewer struct {
	store.Profile
	owner bool
}

// scope is the profile whose things the viewer sees; empty for everybody's, as the store's reads have it.
func (v viewer) scope() string {
	if v.owner {
		return ""
	}
	return v.Name
}

// zone is the viewer's, UTC where theirs does not read.
func (v viewer) zone() *time.Location {
	if zone, err := v.Location(); err == nil {
		return zone
	}
	return time.UTC
}

// signedIn lets those through who are signed in. All others are sent to the sign-in, and from there back.
func (s *Site) signedIn(h func(http.ResponseWriter, *http.Request, viewer)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, ok, err := s.viewer(r)
		switch {
		case err != nil:
			s.fail(w, r, err)
		case !ok:
			target := "/signin"
			if next := nextOf(r); next != "/" {
				target += "?" + url.Values{"next": {next}}.Encode()
			}
			http.Redirect(w, r, target, http.StatusSeeOther)
		default:
			h(w, r, v)
		}
	}
}

// viewer says who a request is from; false where nobody is signed in.
func (s *Site) viewer(r *http.Request) (viewer, bool, error) {
	token := s.cookie(r, sessionCookie)
	if token == "" {
		return viewer{}, false, nil
	}
	session, err := s.Store.Session(r.Context(), token)
	if err == nil {
		var p store.Profile
		if p, err = s.Store.Profile(r.Context(), session.Profile); err == nil {
			return viewer{Profile: p, owner: s.Owner != "" && p.Name == s.Owner}, true, nil
		}
	}
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrEnded) {
		return viewer{}, false, nil
	}
	return viewer{}, false, err
}

// nextOf is where a request goes on after the sign-in: the page that it asked for or, where it would have changed something,
// the page whose form that was.
func nextOf(r *http.Request) string {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return local(r.URL.RequestURI())
	}
	if strings.HasPrefix(r.URL.Path, "/review") {
		return "/review"
	}
	return "/"
}

// local is a path of ours as it came, or the front page where it could lead elsewhere.
func local(next string) string {
	u, err := url.Parse(next)
	if err != nil || u.IsAbs() || u.Host != "" || u.User != nil || len(next) > 1000 || !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") ||
		strings.ContainsFunc(next, func(r rune) bool { return r <= ' ' || r == '\\' || r >= 0x7f }) {
		return "/"
	}
	return next
}

const (
	sessionCookie = "shortlist"
	flashCookie   = "shortlist-said"
)

// cookieName has the prefix with which browsers refuse cookies that another host, or one without TLS, set.
func (s *Site) cookieName(name string) string {
	if s.Secure {
		return "__Host-" + name
	}
	return name
}

func (s *Site) cookie(r *http.Request, name string) string {
	c, err := r.Cookie(s.cookieName(name))
	if err != nil {
		return ""
	}
	return c.Value
}

// setCookie sets a cookie that no script reads and that no form of another site brings along; an empty value deletes it.
func (s *Site) setCookie(w http.ResponseWriter, name, value string, lasts time.Duration) {
	c := &http.Cookie{Name: s.cookieName(name), Value: value, Path: "/", MaxAge: int(lasts.Seconds()), Secure: s.Secure, HttpOnly: true, SameSite: http.SameSiteLaxMode}
	if value == "" {
		c.MaxAge = -1
	}
	http.SetCookie(w, c)
}
