// Package mail hands one digest to one mail server and says what became of it: accepted, temporary, permanent or unknown.
package mail

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Server is a mail server and how to talk to it.
type Server struct {
	Host     string
	Port     int
	TLS      TLS
	Auth     Auth
	Username string // empty: no sign-in
	Password string
}

// TLS says how the connection is protected.
type TLS string

// The closed set of TLS.
const (
	StartTLS      TLS = "starttls"      // plain at first, then protected, or not at all
	Implicit      TLS = "implicit"      // protected from the first byte
	Opportunistic TLS = "opportunistic" // protected where the server offers it
	NoTLS         TLS = "none"
)

// Auth says how to sign in.
type Auth string

// The closed set of Auth.
const (
	AuthAuto    Auth = "auto" // the strongest that the server offers
	AuthPlain   Auth = "plain"
	AuthLogin   Auth = "login"
	AuthXOAuth2 Auth = "xoauth2" // the password is the token
)

// ParseURL reads smtp://[USER[:PASSWORD]@]HOST[:PORT][?tls=starttls|opportunistic|none&auth=auto|plain|login|xoauth2] or
// smtps:// for TLS from the first byte. Without ?tls=, smtp:// demands STARTTLS, but on loopback, where nobody listens in,
// it takes it where offered. A password never crosses another machine's line unprotected. Ports default to 587, 465, and 25 on loopback. The error never holds the password.
func ParseURL(s string) (Server, error) {
	u, err := url.Parse(s)
	if err != nil {
		// url.Parse puts the whole address into its error.
		return Server{}, errors.New("not a mail server's address; write smtp://USER@HOST:587, special characters percent-encoded")
	}
	srv := Server{Host: u.Hostname(), Auth: AuthAuto, Username: u.User.Username()}
	srv.Password, _ = u.User.Password()
	if srv.Host == "" {
		return Server{}, errors.New("no host; write smtp://USER@HOST:587")
	}
	if strings.Trim(u.Path, "/") != "" {
		return Server{}, errors.New("has a path after the host; remove it")
	}
	loopback := isLoopback(srv.Host)
	switch u.Scheme {
	case "smtps":
		srv.TLS, srv.Port = Implicit, 465
	case "smtp":
		srv.TLS, srv.Port = StartTLS, 587
		if loopback {
			srv.TLS, srv.Port = Opportunistic, 25
		}
	default:
		return Server{}, fmt.Errorf("scheme %q; write smtp:// or smtps://", u.Scheme)
	}
	if p := u.Port(); p != "" {
		if srv.Port, err = strconv.Atoi(p); err != nil || srv.Port < 1 || srv.Port > 65535 {
			return Server{}, errors.New("the port is no number from 1 to 65535")
		}
	}
	if err := srv.options(u); err != nil {
		return Server{}, err
	}
	if srv.Username != "" && !loopback && (srv.TLS == NoTLS || srv.TLS == Opportunistic) {
		return Server{}, errors.New("would send the password unprotected; drop ?tls=, or write smtps://")
	}
	return srv, nil
}

func (s *Server) options(u *url.URL) error {
	q, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return errors.New("what follows the ? cannot be read; write ?tls=starttls&auth=login")
	}
	for key, values := range q {
		v := values[len(values)-1]
		switch key {
		case "tls":
			if !slices.Contains([]TLS{StartTLS, Opportunistic, NoTLS}, TLS(v)) {
				return fmt.Errorf("tls=%s; write starttls, opportunistic or none (smtps:// for TLS from the first byte)", v)
			}
			if u.Scheme == "smtps" {
				return errors.New("smtps:// is protected from the first byte; drop ?tls=, or write smtp://")
			}
			s.TLS = TLS(v)
		case "auth":
			if !slices.Contains([]Auth{AuthAuto, AuthPlain, AuthLogin, AuthXOAuth2}, Auth(v)) {
				return fmt.Errorf("auth=%s; write auto, plain, login or xoauth2", v)
			}
			if s.Username == "" {
				return errors.New("auth is set and no user is named; write smtp://USER@HOST")
			}
			s.Auth = Auth(v)
		default:
			return fmt.Errorf("unknown option %q; tls and auth are known", key)
		}
	}
	return nil
}

// String is the server's address without its password.
func (s Server) String() string {
	return net.JoinHostPort(s.Host, strconv.Itoa(s.Port))
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && ip.Unmap().IsLoopback()
}
