package config

import (
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the zones, on a machine that has none

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"shortlist/digest/mail"
	"shortlist/worker/strict"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// write makes files in a new folder and returns it.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// nowhere is a path that no file has, so that a test reads no shortlist.yaml.
func nowhere(t *testing.T) string { return filepath.Join(t.TempDir(), "shortlist.yaml") }

func TestMistakes(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/mistakes/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("found %d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			c, err := Load(Options{Path: file, PathExplicit: true})
			if err == nil || c != nil {
				t.Fatal("no problem found")
			}
			golden := strings.TrimSuffix(file, ".yaml") + ".golden"
			got := err.Error() + "\n"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if strings.Contains(got, "hun") {
				t.Errorf("the secret is shown: %s", got)
			}
		})
	}
}

func TestDefaults(t *testing.T) {
	t.Parallel()
	c, err := Load(Options{Path: nowhere(t)})
	if err != nil {
		t.Fatal(err)
	}
	want := Default()
	want.Web.PublicURL = "http://127.0.0.1:8080"
	if diff := cmp.Diff(want, c, cmpopts.IgnoreUnexported(Config{})); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if c.Database.Reveal() != "sqlite:shortlist.db" {
		t.Errorf("database %s", c.Database.Reveal())
	}
	if _, ok := c.Mail.Server(); ok {
		t.Error("there is a mail server")
	}
	if _, err := Load(Options{Path: nowhere(t), PathExplicit: true}); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("a missing file that was named: %v", err)
	}
	if _, err := Load(Options{Environ: []string{"SHORTLIST_CONFIG=" + nowhere(t)}}); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("a missing file in SHORTLIST_CONFIG: %v", err)
	}
}

func TestPrecedence(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, file string
		environ    []string
		flags      map[string]string
		key, want  string // want is value and source as Redacted writes them
	}{
		{"default", "", nil, nil, "web.listen", `"127.0.0.1:8080" # default`},
		{"file", "web: {listen: ':1'}", nil, nil, "web.listen", `":1" # FILE:1`},
		{"environment over file", "web: {listen: ':1'}", []string{"SHORTLIST_WEB_LISTEN=:2"}, nil, "web.listen", `":2" # SHORTLIST_WEB_LISTEN`},
		{"flag over environment", "web: {listen: ':1'}", []string{"SHORTLIST_WEB_LISTEN=:2"}, map[string]string{"web.listen": ":3"}, "web.listen", `":3" # command line`},
		{"empty variable", "web: {listen: ':1'}", []string{"SHORTLIST_WEB_LISTEN="}, nil, "web.listen", `":1" # FILE:1`},
		{"port", "", []string{"PORT=9"}, nil, "web.listen", `"0.0.0.0:9" # PORT`},
		{"port keeps the host", "web: {listen: 'localhost:1'}", []string{"PORT=9"}, nil, "web.listen", `"localhost:9" # PORT`},
		{"own variable over port", "", []string{"PORT=9", "SHORTLIST_WEB_LISTEN=:2"}, nil, "web.listen", `":2" # SHORTLIST_WEB_LISTEN`},
		{"database url", "database: sqlite:a.db", []string{"DATABASE_URL=postgres://db/x"}, nil, "database", `"postgres://db/x" # DATABASE_URL`},
		{"database url over database_file", "database_file: none", []string{"DATABASE_URL=postgres://db/x"}, nil, "database", `"postgres://db/x" # DATABASE_URL`},
		{"own variable over database url", "", []string{"SHORTLIST_DATABASE=sqlite:b.db", "DATABASE_URL=postgres://db/x"}, nil, "database", `"sqlite:b.db" # SHORTLIST_DATABASE`},
		{"own file over database url", "", []string{"SHORTLIST_DATABASE_FILE=dsn", "DATABASE_URL=postgres://db/x"}, nil, "database", `"sqlite:from-file.db" # SHORTLIST_DATABASE_FILE`},
		{"smtp url", "mail: {from: a@example.org, smtp: 'smtp://b:hunter2@x.example'}", []string{"SMTP_URL=smtp://127.0.0.1:1025"}, nil, "mail.smtp", `"smtp://127.0.0.1:1025" # SMTP_URL`},
		{"list", "profiles: [a.yaml]", []string{"SHORTLIST_PROFILES=b.yaml, c/*.yaml"}, nil, "profiles", `["b.yaml", "c/*.yaml"] # SHORTLIST_PROFILES`},
		{"public url follows", "web: {listen: '0.0.0.0:7'}", nil, nil, "web.public_url", `"http://127.0.0.1:7" # default`},
		{"slash at the end", "boards: {jobicy: {base_url: 'http://localhost:7/jobicy/', every: 1s}}", nil, nil, "boards.jobicy.base_url", `"http://localhost:7/jobicy" # FILE:1`},
		{"other variables", "", []string{"SHORTLIST_TEST_X=1", "GEMINI_API_KEY=x", "HOME=/", "broken"}, nil, "judge.provider", `"none" # default`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := write(t, map[string]string{"c.yaml": tt.file, "dsn": "sqlite:from-file.db\n"})
			path := filepath.Join(dir, "c.yaml")
			c, err := Load(Options{Path: path, Environ: tt.environ, Overrides: tt.flags})
			if err != nil {
				t.Fatal(err)
			}
			got := c.shown(tt.key) + " # " + strings.ReplaceAll(c.source(tt.key), path, "FILE")
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestEveryKeyHasAVariable sets each key alone to something wrong or to something new, and looks for the effect.
func TestEveryKeyHasAVariable(t *testing.T) {
	t.Parallel()
	values := map[string]string{
		"database": "sqlite:x.db", "database_file": "dsn", "web.listen": ":0", "web.public_url": "https://x.example", "web.owner": "ada", "web.trust_proxy": "true",
		"mail.from": "a@example.org", "mail.smtp": "smtp://localhost", "mail.smtp_file": "smtp", "mail.password": "x", "mail.password_file": "dsn",
		"mail.send_empty": "true", "mail.connections": "4", "judge.provider": "none", "profiles": "a,b", "log.level": "debug", "log.format": "json", "boards.himalayas.pages": "3",
		"schedule.catch_up": "all", "schedule.within": "7h", "schedule.jitter": "7s", "schedule.workers": "3",
		"judge.model": "m", "judge.base_url": "http://127.0.0.1:9/v1", "judge.key": "x", "judge.key_file": "dsn", "judge.command": "judge,-x", "judge.env": "LANG", "judge.replay": "r.jsonl",
		"judge.in_flight": "3", "judge.timeout": "7s", "judge.daily_calls": "70", "judge.daily_tokens": "700", "review.keep": "7d",
		"schedule.heartbeat_url": "https://x.example/1", "schedule.heartbeat_url_file": "beat",
	}
	for _, board := range []string{"remoteok", "himalayas", "remotive", "jobicy"} {
		values["boards."+board+".enabled"] = "false"
		values["boards."+board+".every"] = "7h"
		values["boards."+board+".base_url"] = "http://127.0.0.1:9/" + board
	}
	dir := write(t, map[string]string{"dsn": "sqlite:y.db", "smtp": "smtp://ada@localhost", "beat": "https://x.example/2"})
	for _, key := range strict.Leaves(Config{}) {
		value, ok := values[key]
		if !ok {
			t.Errorf("no value to try for %s", key)
			continue
		}
		environ := []string{EnvName(key) + "=" + value}
		switch { // what a key needs beside it
		case strings.HasPrefix(key, "mail.password"):
			environ = append(environ, "SMTP_URL=smtp://ada@localhost", "SHORTLIST_MAIL_FROM=a@example.org")
		case key == "mail.smtp_file":
			environ = append(environ, "SHORTLIST_MAIL_FROM=a@example.org", "SHORTLIST_MAIL_PASSWORD=x")
		case key == "judge.command" || key == "judge.env":
			environ = append(environ, "SHORTLIST_JUDGE_PROVIDER=command", "SHORTLIST_JUDGE_COMMAND=judge,-x")
		case key == "judge.replay":
			environ = append(environ, "SHORTLIST_JUDGE_PROVIDER=replay")
		case key == "judge.model" || key == "judge.base_url" || strings.HasPrefix(key, "judge.key"):
			environ = append(environ, "SHORTLIST_JUDGE_PROVIDER=openai", "SHORTLIST_JUDGE_MODEL=m")
		case key == "mail.smtp":
			environ = append(environ, "SHORTLIST_MAIL_FROM=a@example.org")
		}
		c, err := Load(Options{Path: filepath.Join(dir, "c.yaml"), Environ: environ})
		if err != nil {
			t.Errorf("%s: %v", key, err)
			continue
		}
		if got := c.source(key); got != EnvName(key) {
			t.Errorf("%s comes from %s", key, got)
		}
		if shown := c.shown(key); !strings.Contains(shown, strings.Split(value, ",")[0]) && key != "mail.password" && !strings.HasPrefix(key, "judge.key") && key != "schedule.heartbeat_url" && shown != "7h0m0s" && shown != "7s" && shown != "168h0m0s" {
			t.Errorf("%s is %s", key, shown)
		}
	}
}

func TestEnvironmentMistakes(t *testing.T) {
	t.Parallel()
	tests := []struct{ variable, want string }{
		{"SHORTLIST_WEB_LISTN=:1", "SHORTLIST_WEB_LISTN: no setting has this variable; did you mean SHORTLIST_WEB_LISTEN?"},
		{"SHORTLIST_JUDGE_QUARTZ=1", "SHORTLIST_JUDGE_QUARTZ: no setting has this variable; did you mean SHORTLIST_JUDGE_MODEL?"},
		{"SHORTLIST_BOARDS_JOBICY_EVERY=hunter2", `SHORTLIST_BOARDS_JOBICY_EVERY: boards.jobicy.every: expects a duration such as 1h or 30m, not the text "hunter2"`},
		{"SHORTLIST_BOARDS_JOBICY_EVERY=1m", "SHORTLIST_BOARDS_JOBICY_EVERY: boards.jobicy.every: is 1m0s, shorter than the board's terms allow; write 1h or more"},
		{"SHORTLIST_MAIL_SEND_EMPTY=1", `SHORTLIST_MAIL_SEND_EMPTY: mail.send_empty: expects true or false, not the text "1"`},
		{"PORT=http", "PORT: web.listen: is not a port from 1 to 65535; correct the variable or set SHORTLIST_WEB_LISTEN in its place"},
		{"DATABASE_URL=mysql://a:hunter2@b", "DATABASE_URL: database: is neither sqlite:PATH nor a postgres:// URL; write sqlite:shortlist.db, or postgres://user:password@host:5432/name with special characters percent-encoded"},
	}
	for _, tt := range tests {
		if _, err := Load(Options{Path: nowhere(t), Environ: []string{tt.variable}}); err == nil || err.Error() != tt.want {
			t.Errorf("%s:\n got %v\nwant %s", tt.variable, err, tt.want)
		}
	}
	_, err := Load(Options{Path: nowhere(t), Overrides: map[string]string{"web.listen": "x", "web.lisn": "y"}})
	if err == nil || strings.Count(err.Error(), "\n") != 1 || !strings.Contains(err.Error(), "command line: web.listen: is not host:port") {
		t.Errorf("flags: %v", err)
	}
}

func TestServer(t *testing.T) {
	t.Parallel()
	got, ok := Mail{SMTP: "smtp://ada:inURL@mail.example.org?auth=xoauth2", Password: "token"}.Server()
	if !ok || got.Password != "token" || got.Auth != mail.AuthXOAuth2 || got.Username != "ada" {
		t.Errorf("with a password of its own: %+v", got)
	}
	if got, ok := (Mail{SMTP: "smtp://ada:inURL@mail.example.org"}).Server(); !ok || got.Password != "inURL" {
		t.Errorf("with that of the URL: %+v", got)
	}
}

func TestSecretFiles(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{
		"c.yaml": "database_file: dsn\nmail: {from: 'S <a@example.org>', smtp_file: smtp, password_file: pw}\n",
		"dsn":    "postgres://ada:hunter2@db/x\r\n", "smtp": "smtp://ada@mail.example.org\n", "pw": "hunter2 with spaces \n\n",
	})
	c, err := Load(Options{Path: filepath.Join(dir, "c.yaml")})
	if err != nil {
		t.Fatal(err)
	}
	server, _ := c.Mail.Server()
	if c.Database != "postgres://ada:hunter2@db/x" || server.Username != "ada" || server.Password != "hunter2 with spaces " {
		t.Errorf("got %q %+v", c.Database.Reveal(), server)
	}
	for name, text := range map[string]string{"empty": "\n", "lines": "hunter2\nb\n", "nul": "hunter2\x00", "long": strings.Repeat("hunter2", 10000)} {
		dir := write(t, map[string]string{"c.yaml": "database_file: " + name, name: text})
		_, err := Load(Options{Path: filepath.Join(dir, "c.yaml")})
		if err == nil || !strings.Contains(err.Error(), "database_file") || !strings.Contains(err.Error(), filepath.Join(dir, name)) ||
			strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPasswordOfTheStrongerSource sets a server in the environment over a file that has one with a password of its own.
func TestPasswordOfTheStrongerSource(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"c.yaml": "mail: {from: a@example.org, smtp: 'smtp://ada@mail.example.org', password: from-file}\n"})
	for _, tt := range []struct {
		environ        []string
		user, password string
	}{
		{nil, "ada", "from-file"},
		{[]string{"SMTP_URL=smtp://127.0.0.1:1025"}, "", ""},
		{[]string{"SMTP_URL=smtps://bob:from-url@mail.example.org"}, "bob", "from-url"},
		{[]string{"SMTP_URL=smtps://bob@mail.example.org"}, "bob", "from-file"},
		{[]string{"SMTP_URL=smtps://bob:from-url@mail.example.org", "SHORTLIST_MAIL_PASSWORD=own"}, "bob", "own"},
	} {
		c, err := Load(Options{Path: filepath.Join(dir, "c.yaml"), Environ: tt.environ})
		if err != nil {
			t.Errorf("%v: %v", tt.environ, err)
			continue
		}
		if s, ok := c.Mail.Server(); !ok || s.Username != tt.user || s.Password != tt.password {
			t.Errorf("%v: user %q, password %q", tt.environ, s.Username, s.Password)
		}
	}
}

// TestNothingShowsASecret prints a whole Config in every way that there is.
func TestNothingShowsASecret(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"c.yaml": `
database: postgres://ada:hunter2@db.example:5432/shortlist?sslpassword=hunter2
mail: {from: "S <a@example.org>", smtp: "smtp://hunter2:hunter2@mail.example.org:587?auth=plain"}
`})
	c, err := Load(Options{Path: filepath.Join(dir, "c.yaml")})
	if err != nil {
		t.Fatal(err)
	}
	c.Mail.Password = "sqlite:hunter2" // has the look of something that may be shown
	server, _ := c.Mail.Server()
	server.Username = ""
	var out strings.Builder
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d", "%T"} {
		fmt.Fprintf(&out, verb+verb+verb+verb+"\n", c.Mail.Password, c.Database, server, c.Mail)
	}
	fmt.Fprintf(&out, "%v %+v %#v\n", c, c, c)
	for _, marshal := range []func(any) ([]byte, error){json.Marshal, yaml.Marshal} {
		text, err := marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(text)
	}
	slog.New(slog.NewJSONHandler(&out, nil)).Info("x", "config", c, "secret", c.Database)
	slog.New(slog.NewTextHandler(&out, nil)).Info("x", "config", c, "secret", c.Database)
	out.Write(c.Redacted())
	for _, form := range []string{"hunter2", "68756e74657232", "HUNTER2"} {
		if strings.Contains(out.String(), form) {
			t.Errorf("%q is shown:\n%s", form, out.String())
		}
	}
	for _, want := range []string{`"postgres://***@db.example:5432/shortlist?***"`, `"smtp://***@mail.example.org:587?***"`} {
		if !strings.Contains(string(c.Redacted()), want) {
			t.Errorf("%s is missing in\n%s", want, c.Redacted())
		}
	}
}

func TestSafeURL(t *testing.T) {
	t.Parallel()
	for raw, want := range map[Secret]string{
		"": "", "sqlite:a b.db": "sqlite:a b.db", "postgres://ada:12/34@db/x": "***", "postgres://ada:p#q@db/x": "***", "nonsense": "***",
		"postgres:///x?host=/run": "***", "postgres://db/x": "postgres://db/x",
	} {
		if got := safeURL(raw); got != want {
			t.Errorf("%q is shown as %q, want %q", raw.Reveal(), got, want)
		}
	}
}

// TestRedactedReadsBack holds that the dump is complete and is itself a valid file.
func TestRedactedReadsBack(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"c.yaml": "web: {owner: ada}\nprofiles: ['a b.yaml', \"it's.yaml\"]\nmail: {from: '\"S, T\" <a@example.org>'}\nboards: {remotive: {every: 1d}}\n"})
	c, err := Load(Options{Path: filepath.Join(dir, "c.yaml")})
	if err != nil {
		t.Fatal(err)
	}
	dump := c.Redacted()
	again := new(Config)
	pos, problems := strict.Decode("dump", dump, again)
	if len(problems) > 0 {
		t.Fatalf("%v in\n%s", problems, dump)
	}
	if diff := cmp.Diff(c, again, cmpopts.IgnoreUnexported(Config{}), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("-config +dump\n%s", diff)
	}
	for _, key := range strict.Leaves(c) {
		if !pos.Has(key) {
			t.Errorf("%s is missing", key)
		}
	}
	if want := filepath.Join(dir, "c.yaml") + ":4"; !strings.Contains(string(dump), "every: 24h0m0s # "+want) {
		t.Errorf("no %q in\n%s", want, dump)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	ada := "name: ada\nemail: ada@example.org\ntimezone: UTC\nschedule: '@daily'\nqueries: go\n"
	dir := write(t, map[string]string{"c.yaml": "profiles: ['a*.yaml']\n", "ada.yaml": ada})
	c, people, err := Check(Options{Path: filepath.Join(dir, "c.yaml")})
	if err != nil || c == nil || len(people) != 1 || people[0].Name != "ada" {
		t.Errorf("got %v, %v", people, err)
	}
	dir = write(t, map[string]string{"c.yaml": "profiles: ['a*.yaml', none.yaml]\nlog: {level: loud}\n", "ada.yaml": ada + "x: 1\n", "also.yaml": ada})
	c, people, err = Check(Options{Path: filepath.Join(dir, "c.yaml")})
	if c != nil || people != nil || err == nil || strings.Count(err.Error(), "\n") != 3 {
		t.Errorf("got %v", err)
	}
}

func TestBoards(t *testing.T) {
	t.Parallel()
	var names []string
	for name, board := range Default().Boards.All() {
		names = append(names, name)
		if board.Every < time.Hour || board.BaseURL == "" || !board.Enabled {
			t.Errorf("%s: %+v", name, board)
		}
	}
	if got := strings.Join(names, " "); got != "himalayas jobicy remoteok remotive" {
		t.Errorf("got %s", got)
	}
	for range Default().Boards.All() { // stopping early must not go on
		break
	}
}

// FuzzURLs holds that no value panics and that the password of a URL is in no problem and in no dump.
func FuzzURLs(f *testing.F) {
	f.Add("postgres://ada:", "@db/x")
	f.Add("smtp://ada:", "@mail.example.org:587?auth=plain")
	f.Add("postgres://a/", "#@b:")
	f.Add("smtp://a:", "/%zz@b?")
	f.Fuzz(func(t *testing.T, before, after string) {
		const password = "xyzzy-hunter2"
		value := before + password + after
		path := filepath.Join("testdata", "none.yaml")
		for _, name := range []string{"DATABASE_URL", "SMTP_URL", "SHORTLIST_MAIL_PASSWORD", "SHORTLIST_BOARDS_JOBICY_BASE_URL", "SHORTLIST_WEB_PUBLIC_URL"} {
			if _, err := Load(Options{Path: path, Environ: []string{name + "=" + value, "SHORTLIST_MAIL_FROM=a@example.org"}}); err != nil &&
				strings.Contains(err.Error(), password) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := mail.ParseURL(value); err != nil && strings.Contains(err.Error(), password) {
			t.Error(err)
		}
	})
}
