package config

import (
	"errors"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Dialect names a kind of database.
type Dialect string

// The closed set of Dialect.
const (
	SQLite   Dialect = "sqlite"
	Postgres Dialect = "postgres"
)

// Store says which database is meant and how to open it: for SQLite a path, for Postgres the URL as it was given.
func (c *Config) Store() (Dialect, Secret) {
	dialect, dsn, _ := parseDatabase(c.Database)
	return dialect, dsn
}

// errDatabase repeats nothing of the value, which may hold a password.
var errDatabase = errors.New("is neither sqlite:PATH nor a postgres:// URL")

func parseDatabase(s Secret) (Dialect, Secret, error) {
	text := s.Reveal()
	if path, ok := strings.CutPrefix(text, "sqlite:"); ok {
		switch {
		case path == "" || strings.HasPrefix(path, "//"):
			return "", "", errors.New("names no file")
		case strings.ContainsAny(path, "?#") || path == ":memory:":
			return "", "", errors.New("names a file that SQLite would not keep: it may not be :memory: or hold ? or #")
		}
		return SQLite, Secret(path), nil
	}
	if !strings.HasPrefix(text, "postgres://") && !strings.HasPrefix(text, "postgresql://") {
		return "", "", errDatabase
	}
	if u, err := url.Parse(text); err != nil || u.Fragment != "" || u.Opaque != "" {
		return "", "", errors.New("is not a valid URL")
	}
	return Postgres, s, nil
}

// TLS says how a mail connection is secured.
type TLS string

// The closed set of TLS.
const (
	TLSImplicit      TLS = "implicit"      // from the first byte: smtps://
	TLSStart         TLS = "starttls"      // STARTTLS or no mail
	TLSOpportunistic TLS = "opportunistic" // STARTTLS where the server offers it
	TLSNone          TLS = "none"
)

// The closed set of Server.Auth.
const (
	AuthNone    = "none"  // no user is named
	AuthAuto    = "auto"  // the best that the server offers
	AuthPlain   = "plain" //
	AuthLogin   = "login"
	AuthXOAuth2 = "xoauth2" // the password is the access token
)

// Server is a mail server.
type Server struct {
	Host     string
	Port     int
	TLS      TLS
	Auth     string
	User     string
	Password Secret
}

// Server reads mail.smtp: smtp://[user[:password]@]host[:port][?tls=…&auth=…], or smtps:// for TLS from the first byte.
// The port defaults to 587, to 465 for smtps. tls is starttls, opportunistic or none; it defaults to starttls, on
// the machine itself to opportunistic. auth is auto (the default where a user is named), plain, login or xoauth2.
// The password is mail.password, else that of the URL. ok is false where no server is set.
func (m Mail) Server() (s Server, ok bool) {
	if m.SMTP == "" {
		return Server{}, false
	}
	s, err := parseServer(m.SMTP)
	if m.Password != "" {
		s.Password = m.Password
	}
	return s, err == nil
}

// parseServer's errors repeat nothing of the value, which may hold a password.
func parseServer(raw Secret) (Server, error) {
	if scheme, _, _ := strings.Cut(raw.Reveal(), "://"); scheme != "smtp" && scheme != "smtps" {
		return Server{}, errors.New("does not begin with smtp:// or smtps://")
	}
	u, err := url.Parse(raw.Reveal())
	switch {
	case err != nil || u.Fragment != "":
		return Server{}, errors.New("is not a valid URL")
	case u.Hostname() == "":
		return Server{}, errors.New("names no host")
	case u.Path != "" && u.Path != "/":
		return Server{}, errors.New("has a path after the host")
	}
	s := Server{Host: u.Hostname(), Port: 587, TLS: TLSStart, Auth: AuthNone}
	if isLoopback(s.Host) {
		s.TLS = TLSOpportunistic
	}
	if u.Scheme == "smtps" {
		s.Port, s.TLS = 465, TLSImplicit
	}
	if u.Port() != "" {
		n, err := strconv.ParseUint(u.Port(), 10, 16)
		if err != nil || n == 0 {
			return Server{}, errors.New("has a port outside of 1 to 65535")
		}
		s.Port = int(n)
	}
	if u.User.Username() != "" {
		s.User, s.Auth = u.User.Username(), AuthAuto
		password, _ := u.User.Password()
		s.Password = Secret(password)
	}
	return s, s.readParameters(u.RawQuery)
}

func (s *Server) readParameters(query string) error {
	values, err := url.ParseQuery(query)
	if err != nil {
		return errors.New("is not a valid URL")
	}
	for name := range values {
		if name != "tls" && name != "auth" {
			return errors.New("has a parameter other than tls and auth")
		}
	}
	if auth := values.Get("auth"); auth != "" {
		if !slices.Contains([]string{AuthAuto, AuthPlain, AuthLogin, AuthXOAuth2}, auth) {
			return errors.New("has an auth other than auto, plain, login and xoauth2")
		}
		if s.User == "" {
			return errors.New("has auth but names no user")
		}
		s.Auth = auth
	}
	switch tls := TLS(values.Get("tls")); {
	case tls == "":
	case s.TLS == TLSImplicit:
		return errors.New("has tls, which smtps:// settles already")
	case tls != TLSStart && tls != TLSOpportunistic && tls != TLSNone:
		return errors.New("has a tls other than starttls, opportunistic and none")
	default:
		s.TLS = tls
	}
	if s.User != "" && !isLoopback(s.Host) && (s.TLS == TLSNone || s.TLS == TLSOpportunistic) {
		return errors.New("would send the password unencrypted: leave tls out or use smtps://")
	}
	return nil
}

// isLoopback reports whether a host is this machine by its name or address alone; nothing is looked up.
func isLoopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.Unmap().IsLoopback()
}

// safeURL is what may be shown of a URL: scheme, host and path. Where that cannot be told from a password, nothing is.
func safeURL(s Secret) string {
	if path, ok := strings.CutPrefix(s.Reveal(), "sqlite:"); ok {
		return "sqlite:" + path
	}
	u, err := url.Parse(s.Reveal())
	if err != nil || u.Host == "" || strings.ContainsAny(u.Path+u.Fragment, "@:") {
		return s.String()
	}
	user, query := "", ""
	if u.User != nil {
		user = hidden + "@"
	}
	if u.RawQuery != "" {
		query = "?" + hidden
	}
	return u.Scheme + "://" + user + u.Host + u.Path + query
}
