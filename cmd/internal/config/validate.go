package config

import (
	"fmt"
	"net"
	netmail "net/mail"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"shortlist/digest/mail"
	"shortlist/worker/profile"
	"shortlist/worker/strict"
)

// derive fills what follows from other keys, and writes URLs in one way. The public URL of port 0 is known only to who
// listens: it stays empty.
func (c *Config) derive() {
	for _, board := range c.Boards.settings() {
		board.BaseURL = strings.TrimRight(board.BaseURL, "/")
	}
	c.Judge.BaseURL = strings.TrimRight(c.Judge.BaseURL, "/")
	c.Web.PublicURL = strings.TrimRight(c.Web.PublicURL, "/")
	host, port, ok := splitListen(c.Web.Listen)
	if c.Web.PublicURL != "" || !ok || port == "0" {
		return
	}
	if host == "" || host == "0.0.0.0" || host == "::" {
		host = "127.0.0.1"
	}
	c.Web.PublicURL = "http://" + net.JoinHostPort(host, port)
}

// validate checks each value and how they go together.
func (c *Config) validate() strict.Problems {
	var problems strict.Problems
	if err := checkDatabase(c.Database); err != nil {
		problems = append(problems, c.problem("database", err.Error(),
			"write sqlite:shortlist.db, or postgres://user:password@host:5432/name with special characters percent-encoded"))
	}
	problems = append(problems, c.validateWeb()...)
	problems = append(problems, c.validateMail()...)
	problems = append(problems, c.validateBoards()...)
	problems = append(problems, c.validateJudge()...)
	if c.Review.Keep < 24*time.Hour || c.Review.Keep > 90*24*time.Hour {
		problems = append(problems, c.problem("review.keep", "is not between 1 and 90 days", "write a duration such as 14d"))
	}
	problems = append(problems, c.validateSchedule()...)
	problems = append(problems, c.oneOf("log.level", c.Log.Level, "debug", "info", "warn", "error")...)
	problems = append(problems, c.oneOf("log.format", c.Log.Format, "auto", "text", "json")...)
	return problems
}

func (c *Config) validateSchedule() strict.Problems {
	s := c.Schedule
	problems := c.oneOf("schedule.catch_up", s.CatchUp, "none", "last", "all")
	if s.Within < 0 || s.Within > 7*24*time.Hour {
		problems = append(problems, c.problem("schedule.within", "is not between 0 and 7 days", "write a duration such as 6h"))
	}
	if s.Jitter < 0 || s.Jitter > 10*time.Minute {
		problems = append(problems, c.problem("schedule.jitter", "is not between 0 and 10 minutes", "write a duration such as 90s, or 0s for none"))
	}
	if u := s.HeartbeatURL.Reveal(); u != "" && !strings.HasPrefix(u, "https://") && !strings.HasPrefix(u, "http://") {
		problems = append(problems, c.problem("schedule.heartbeat_url", "is not an http:// or https:// URL", "write the address that the watching service gave you"))
	}
	if s.Workers < 1 || s.Workers > 64 {
		problems = append(problems, c.problem("schedule.workers", fmt.Sprintf("is %d", s.Workers), "write a number from 1 to 64"))
	}
	return problems
}

func (c *Config) oneOf(key, value string, allowed ...string) strict.Problems {
	if slices.Contains(allowed, value) {
		return nil
	}
	remedy := "write one of " + strings.Join(allowed, ", ")
	if near := strict.Nearest(value, allowed); near != "" {
		remedy = `did you mean "` + near + `"?`
	}
	return strict.Problems{c.problem(key, "has a value that is not known", remedy)}
}

func (c *Config) validateWeb() strict.Problems {
	var problems strict.Problems
	if _, _, ok := splitListen(c.Web.Listen); !ok {
		problems = append(problems, c.problem("web.listen", "is not host:port", "write it as 127.0.0.1:8080"))
	}
	if c.Web.PublicURL != "" && !isPlainURL(c.Web.PublicURL) {
		problems = append(problems, c.problem("web.public_url", "is not an http:// or https:// URL of a host and perhaps a path",
			"write it as https://shortlist.example.org"))
	}
	if c.Web.Owner != "" && !profile.IsName(c.Web.Owner) {
		problems = append(problems, c.problem("web.owner", "is not the name of a profile", profile.NameRule))
	}
	return problems
}

func splitListen(s string) (host, port string, ok bool) {
	host, port, err := net.SplitHostPort(s)
	_, portErr := strconv.ParseUint(port, 10, 16)
	return host, port, err == nil && portErr == nil && !strings.ContainsAny(host, " /@")
}

// isPlainURL reports whether s is an HTTP URL without user, query and fragment.
func isPlainURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && validPort(u.Port()) &&
		u.User == nil && u.RawQuery == "" && !u.ForceQuery && u.Fragment == "" && !strings.ContainsAny(u.Host, " \t\"<>")
}

func validPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return port == "" || err == nil && n > 0
}

func (c *Config) validateMail() strict.Problems {
	var problems strict.Problems
	if n := c.Mail.Connections; n < 1 || n > 50 {
		problems = append(problems, c.problem("mail.connections", fmt.Sprintf("is %d", n), "write a number from 1 to 50; mail servers of others allow few"))
	}
	if c.Mail.From != "" {
		if address, err := netmail.ParseAddress(c.Mail.From); err != nil || profile.CheckAddress(address.Address) != nil {
			problems = append(problems, c.problem("mail.from", "is not one mail address",
				`write it as "Shortlist <digest@example.org>"`))
		}
	}
	if c.Mail.SMTP == "" {
		if c.Mail.Password != "" {
			problems = append(problems, c.problem("mail.password", "is set, but no mail server", "set mail.smtp too"))
		}
		return problems
	}
	server, err := mail.ParseURL(c.Mail.SMTP.Reveal())
	if err != nil {
		return append(problems, c.problem("mail.smtp", err.Error(),
			"write it as smtp://user@mail.example.org:587, or smtps:// for TLS from the first byte, special characters percent-encoded"))
	}
	if c.Mail.From == "" {
		problems = append(problems, c.problem("mail.from", "is missing, and mail.smtp is set",
			`add it, for example from: "Shortlist <digest@example.org>"`))
	}
	return append(problems, c.validatePassword(server)...)
}

// validatePassword takes the password from the stronger of its two sources.
func (c *Config) validatePassword(server mail.Server) strict.Problems {
	own, inURL := c.origins["mail.password"].layer, c.origins["mail.smtp"].layer
	switch {
	case server.Username == "" && c.Mail.Password != "":
		if inURL > own { // a server without users, named for this start alone
			c.Mail.Password = ""
			return nil
		}
		return strict.Problems{c.problem("mail.password", "is set, but mail.smtp names no user",
			"write the user into mail.smtp, as smtp://user@mail.example.org:587")}
	case server.Username != "" && server.Password == "" && c.Mail.Password == "":
		return strict.Problems{c.problem("mail.password", "is missing, and mail.smtp names a user",
			"set mail.password_file or "+EnvName("mail.password"))}
	case server.Password != "" && c.Mail.Password != "" && own == inURL:
		return strict.Problems{c.problem("mail.password", "is set, and mail.smtp holds a password too", "keep one of the two")}
	case server.Password != "" && inURL > own:
		c.Mail.Password = ""
	}
	return nil
}
