package config

import (
	"errors"
	"net/netip"
	"net/url"
	"strings"

	"shortlist/digest/mail"
)

// errDatabase repeats nothing of the value, which may hold a password.
var errDatabase = errors.New("is neither sqlite:PATH nor a postgres:// URL")

// checkDatabase looks at what can be known without opening it.
func checkDatabase(s Secret) error {
	text := s.Reveal()
	if path, ok := strings.CutPrefix(text, "sqlite:"); ok {
		switch {
		case path == "" || strings.HasPrefix(path, "//"):
			return errors.New("names no file")
		case strings.ContainsAny(path, "?#") || path == ":memory:":
			return errors.New("names a file that SQLite would not keep: it may not be :memory: or hold ? or #")
		}
		return nil
	}
	if !strings.HasPrefix(text, "postgres://") && !strings.HasPrefix(text, "postgresql://") {
		return errDatabase
	}
	if u, err := url.Parse(text); err != nil || u.Fragment != "" || u.Opaque != "" {
		return errors.New("is not a valid URL")
	}
	return nil
}

// Server reads mail.smtp, as digest/mail.ParseURL has it. The password is mail.password, else that of the URL. ok is false
// where no server is set.
func (m Mail) Server() (s mail.Server, ok bool) {
	if m.SMTP == "" {
		return mail.Server{}, false
	}
	s, err := mail.ParseURL(m.SMTP.Reveal())
	if m.Password != "" {
		s.Password = m.Password.Reveal()
	}
	return s, err == nil
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
