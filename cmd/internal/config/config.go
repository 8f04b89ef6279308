// Package config reads shortlist.yaml, the environment and flags into one validated Config.
package config

import (
	"iter"
	"path/filepath"
	"time"

	"shortlist/worker/strict"
)

// DefaultPath is the file that is read where no other is named; it need not exist.
const DefaultPath = "shortlist.yaml"

// Config is the whole effective configuration. A field has the key of its yaml tag in the file, and an environment
// variable named after the path of the key: web.public_url is SHORTLIST_WEB_PUBLIC_URL. A secret has a twin with the
// ending _file that names a file to read it from; once loaded the value is in the secret itself.
//
// A relative path of a _file or of profiles is relative to the folder of the config file, that of an SQLite database
// to the working directory.
type Config struct {
	Database     Secret   `yaml:"database"` // sqlite:PATH or a postgres:// URL; defaults to sqlite:shortlist.db
	DatabaseFile string   `yaml:"database_file"`
	Web          Web      `yaml:"web"`
	Mail         Mail     `yaml:"mail"`
	Boards       Boards   `yaml:"boards"`
	Judge        Judge    `yaml:"judge"`
	Review       Review   `yaml:"review"`
	Schedule     Schedule `yaml:"schedule"`
	Profiles     []string `yaml:"profiles"` // files or patterns such as profiles/*.yaml; none by default
	Log          Log      `yaml:"log"`

	dir     string           // folder of the config file
	pos     strict.Positions // of the config file
	origins map[string]origin
}

// Web is the HTTP listener.
type Web struct {
	Listen     string `yaml:"listen"`      // host:port, port 0 for any free one; defaults to 127.0.0.1:8080
	PublicURL  string `yaml:"public_url"`  // how a reader of a mail reaches it, without a slash at the end; defaults to that of Listen, for port 0 to nothing
	TrustProxy bool   `yaml:"trust_proxy"` // a proxy of yours stands before every request, ends TLS and appends the reader's address to X-Forwarded-For; defaults to false
	Owner      string `yaml:"owner"`       // name of the profile of who runs the daemon; empty by default
}

// Mail is how digests leave.
type Mail struct {
	From         string `yaml:"from"` // address with or without a name, as RFC 5322 writes it; servers of others want a real one
	SMTP         Secret `yaml:"smtp"` // smtp:// or smtps:// URL, see Server; empty by default: no mail leaves
	SMTPFile     string `yaml:"smtp_file"`
	Password     Secret `yaml:"password"` // of the user that SMTP names
	PasswordFile string `yaml:"password_file"`
	Connections  int    `yaml:"connections"` // to the mail server at once, 1 to 50; digests share them; defaults to 10
	SendEmpty    bool   `yaml:"send_empty"`  // mail a digest that holds nothing new; defaults to false
}

// Boards are the job boards.
type Boards struct {
	RemoteOK  Board     `yaml:"remoteok"`
	Himalayas Himalayas `yaml:"himalayas"`
	Remotive  Board     `yaml:"remotive"`
	Jobicy    Board     `yaml:"jobicy"`
}

// Board is one job board.
type Board struct {
	Enabled bool          `yaml:"enabled"`  // defaults to true
	Every   time.Duration `yaml:"every"`    // time between two fetches; defaults to the least that the board's terms allow
	BaseURL string        `yaml:"base_url"` // scheme, host and perhaps a path prefix, without a slash at the end
}

// Himalayas is the board that answers in pages.
type Himalayas struct {
	Board `yaml:",inline"`
	Pages int `yaml:"pages"` // pages of 20 listings read at most, 1 to 100; defaults to 10
}

// All yields each board's name and settings, in order of the names.
func (b Boards) All() iter.Seq2[string, Board] {
	return func(yield func(string, Board) bool) {
		_ = yield("himalayas", b.Himalayas.Board) && yield("jobicy", b.Jobicy) &&
			yield("remoteok", b.RemoteOK) && yield("remotive", b.Remotive)
	}
}

// Review is the queue in which people decide.
type Review struct {
	Keep time.Duration `yaml:"keep"` // how long a question waits for the person, 1d to 90d; defaults to 14d
}

// Schedule is how the daemon serves the slots.
type Schedule struct {
	CatchUp string        `yaml:"catch_up"` // none, last or all of the slots that were missed while it did not run; defaults to last
	Within  time.Duration `yaml:"within"`   // slots older than this are not made up for; defaults to 6h
	Jitter  time.Duration `yaml:"jitter"`   // the most that a person's digests start after the slot; defaults to 90s, 0 is off
	Workers int           `yaml:"workers"`  // digests made at once, 1 to 64; defaults to 4
	// HeartbeatURL is asked after good sweeps, at most once a minute, so that somebody else notices when this host is gone.
	// Whoever knows such an address can speak for the host, so it is a secret.
	HeartbeatURL     Secret `yaml:"heartbeat_url"`
	HeartbeatURLFile string `yaml:"heartbeat_url_file"`
}

// Log is what the daemon writes on stderr.
type Log struct {
	Level  string `yaml:"level"`  // debug, info, warn or error; defaults to info
	Format string `yaml:"format"` // auto, text or json; auto, the default, is text on a terminal and json elsewhere
}

// Default is the configuration of someone who has set nothing.
func Default() *Config {
	board := func(url string, every time.Duration) Board { return Board{Enabled: true, Every: every, BaseURL: url} }
	return &Config{
		Database: "sqlite:shortlist.db",
		Web:      Web{Listen: "127.0.0.1:8080"},
		Mail:     Mail{From: "Shortlist <shortlist@localhost>", Connections: 10},
		Boards: Boards{
			RemoteOK:  board("https://remoteok.com", time.Hour),
			Himalayas: Himalayas{Board: board("https://himalayas.app", time.Hour), Pages: 10},
			Remotive:  board("https://remotive.com", 6*time.Hour),
			Jobicy:    board("https://jobicy.com", time.Hour),
		},
		Judge:    Judge{Provider: ProviderNone, InFlight: 4, Timeout: time.Minute},
		Review:   Review{Keep: 14 * 24 * time.Hour},
		Schedule: Schedule{CatchUp: "last", Within: 6 * time.Hour, Jitter: 90 * time.Second, Workers: 4},
		Log:      Log{Level: "info", Format: "auto"},
	}
}

// Path resolves a path that the configuration holds: a relative one is relative to the folder of the config file.
func (c *Config) Path(p string) string {
	if filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(c.dir, p)
}

// problem makes a problem about a key, at the place where its value comes from.
func (c *Config) problem(key, message, remedy string) strict.Problem {
	from := c.origins[key]
	if from.layer > layerFile {
		return strict.Problem{File: from.name, Key: key, Message: message, Remedy: remedy}
	}
	return c.pos.Problem(key, message, remedy)
}
