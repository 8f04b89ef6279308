package web

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"
)

// form reads a form; where that is none it answers and returns false.
func (s *Site) form(w http.ResponseWriter, r *http.Request) bool {
	err := r.ParseForm()
	switch {
	case err == nil:
		return true
	case isTooLarge(err):
		s.problem(w, r, viewer{}, http.StatusRequestEntityTooLarge, problemPage{Title: "That is too much", Text: "What was sent is longer than any form here. Nothing was done.", Link: "/", Name: "To the front page"})
	default:
		s.problem(w, r, viewer{}, http.StatusBadRequest, problemPage{Title: "That could not be read", Text: "What was sent is no form of ours. Nothing was done.", Link: "/", Name: "To the front page"})
	}
	return false
}

// allow counts a try of what key names; where there were too many it answers and returns false.
func (s *Site) allow(w http.ResponseWriter, r *http.Request, key string, limit int) bool {
	ok, until, err := s.Store.Allow(r.Context(), key, limit, signInWindow)
	switch {
	case err != nil:
		s.fail(w, r, err)
		return false
	case ok:
		return true
	}
	wait := max(until.Sub(s.Now()), time.Second)
	w.Header().Set("Retry-After", fmt.Sprintf("%.0f", wait.Seconds()))
	s.problem(w, r, viewer{}, http.StatusTooManyRequests, problemPage{Title: "Too many tries",
		Text: fmt.Sprintf("Try again in %s. Who runs this server can make a link at once: shortlist signin NAME.", minutes(wait)), Link: "/signin", Name: "Back to the sign-in"})
	return false
}

func minutes(d time.Duration) string {
	if n := int((d + time.Minute - 1) / time.Minute); n > 1 {
		return fmt.Sprintf("%d minutes", n)
	}
	return "a minute"
}

// address says where a request comes from, as far as limits go: whoever has an IPv6 address has its whole /64. A proxy that is
// trusted appends the address that it saw; what stands before that can be made up.
func (s *Site) address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	if s.TrustProxy {
		if all := r.Header.Values("X-Forwarded-For"); len(all) > 0 {
			last := all[len(all)-1]
			last = strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:])
			if _, err := netip.ParseAddr(last); err == nil {
				host = last
			}
		}
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	if a = a.Unmap(); a.Is6() {
		if p, err := a.WithZone("").Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}
