// Package mail hands one digest to one mail server and says what became of it: accepted, temporary, permanent or unknown.
package mail

import (
	"errors"
	"fmt"
	"io"
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

// ParseURL reads smtp://[USER[:PASSWORD]@]HOST[:PORT][?tls=starttls|opportunistic|none&auth=auto|plain|login|xoauth2], or
// smtps:// for TLS from the first byte. Without ?tls=, smtp:// demands STARTTLS, but on loopback, where nobody listens in,
// it takes it where offered. A password never crosses another machine's line unprotected. The port defaults to 587, to 465
// for smtps. Errors go on from the name of the setting ("has no host") and repeat nothing of the value, whatever of it may
// be a password.
func ParseURL(raw string) (Server, error) {
	if scheme, _, _ := strings.Cut(raw, "://"); scheme != "smtp" && scheme != "smtps" {
		return Server{}, errors.New("does not begin with smtp:// or smtps://")
	}
	u, err := url.Parse(raw)
	switch {
	case err != nil || u.Fragment != "":
		return Server{}, errors.New("is not a valid URL")
	case u.Hostname() == "":
		return Server{}, errors.New("names no host")
	case u.Path != "" && u.Path != "/":
		return Server{}, errors.New("has a path after the host")
	}
	s := Server{Host: u.Hostname(), Port: 587, TLS: StartTLS, Auth: AuthAuto, Username: u.User.Username()}
	s.Password, _ = u.User.Password()
	if isLoopback(s.Host) {
		s.TLS = Opportunistic
	}
	if u.Scheme == "smtps" {
		s.Port, s.TLS = 465, Implicit
	}
	if p := u.Port(); p != "" {
		n, err := strconv.ParseUint(p, 10, 16)
		if err != nil || n == 0 {
			return Server{}, errors.New("has a port outside of 1 to 65535")
		}
		s.Port = int(n)
	}
	if err := s.options(u.RawQuery); err != nil {
		return Server{}, err
	}
	if s.Username != "" && !isLoopback(s.Host) && (s.TLS == NoTLS || s.TLS == Opportunistic) {
		return Server{}, errors.New("would send the password unencrypted: leave tls out or use smtps://")
	}
	return s, nil
}

func (s *Server) options(query string) error {
	values, err := url.ParseQuery(query)
	if err != nil {
		return errors.New("is not a valid URL")
	}
	for name := range values {
		if name != "tls" && name != "auth" {
			return errors.New("has a parameter other than tls and auth")
		}
	}
	if auth := Auth(values.Get("auth")); auth != "" {
		if !slices.Contains([]Auth{AuthAuto, AuthPlain, AuthLogin, AuthXOAuth2}, auth) {
			return errors.New("has an auth other than auto, plain, login and xoauth2")
		}
		if s.Username == "" {
			return errors.New("has auth but names no user")
		}
		s.Auth = auth
	}
	switch tls := TLS(values.Get("tls")); {
	case tls == "":
	case s.TLS == Implicit:
		return errors.New("has tls, which smtps:// settles already")
	case !slices.Contains([]TLS{StartTLS, Opportunistic, NoTLS}, tls):
		return errors.New("has a tls other than starttls, opportunistic and none")
	default:
		s.TLS = tls
	}
	return nil
}

// String is the server's address without its password.
func (s Server) String() string {
	return net.JoinHostPort(s.Host, strconv.Itoa(s.Port))
}

// Format writes String in every verb, so that no way of printing shows the password.
func (s Server) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, s.String()) }

// MarshalText is String, for logs and JSON.
func (s Server) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && ip.Unmap().IsLoopback()
}
