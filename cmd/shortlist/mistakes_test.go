package main_test

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const goodProfile = "name: ada\nemail: ada@example.org\ntimezone: Europe/Berlin\nschedule: 0 8 * * *\nqueries: [golang]\n"

// with replaces a line of the good profile.
func with(line, by string) string { return strings.Replace(goodProfile, line, by, 1) }

// TestMistakes makes the mistakes that people make. Each gets a line with the remedy and exit 2, and never a stack trace or
// a secret.
func TestMistakes(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = taken.Close() })
	for name, c := range map[string]struct {
		args  []string
		files map[string]string
		env   []string
		want  []string // in one line of stderr
	}{
		"unknown command":        {args: []string{"serch", "go"}, want: []string{`unknown command "serch"`, "search"}},
		"unknown flag":           {args: []string{"boards", "--jsn"}, want: []string{"--jsn"}},
		"missing argument":       {args: []string{"run"}, want: []string{"accepts 1 arg"}},
		"limit":                  {args: []string{"search", "go", "--limit", "0"}, want: []string{"--limit must be from 1 to 1000"}},
		"moment":                 {args: []string{"run", "ada", "--at", "noon"}, want: []string{"--at noon", "2026-12-24T08:00:00+01:00"}},
		"query without words":    {args: []string{"search", "--", "--"}, want: []string{"no word"}},
		"missing config":         {args: []string{"boards", "--config", "no.yaml"}, want: []string{"no.yaml"}},
		"unknown key":            {args: []string{"check-config"}, files: map[string]string{"shortlist.yaml": "boards:\n  remotive: {evry: 6h}\n"}, want: []string{"shortlist.yaml:2", "boards.remotive.evry", `"every"`}},
		"too often":              {args: []string{"check-config"}, files: map[string]string{"shortlist.yaml": "boards: {remotive: {every: 1h}}\n"}, want: []string{"boards.remotive.every", "6h"}},
		"syntax":                 {args: []string{"check-config"}, files: map[string]string{"shortlist.yaml": "web: [\n"}, want: []string{"shortlist.yaml:"}},
		"unknown variable":       {args: []string{"check-config"}, env: []string{"SHORTLIST_WEB_LISTN=x"}, want: []string{"SHORTLIST_WEB_LISTN", "SHORTLIST_WEB_LISTEN"}},
		"judge to come":          {args: []string{"check-config"}, files: map[string]string{"shortlist.yaml": "judge: {provider: gemini}\n"}, want: []string{"judge.provider"}},
		"zone":                   {args: []string{"profile", "apply", "p.yaml"}, files: map[string]string{"p.yaml": with("Europe/Berlin", "Europe/Berln")}, want: []string{"p.yaml:3", "timezone", "Europe/Berlin"}},
		"cron":                   {args: []string{"profile", "apply", "p.yaml"}, files: map[string]string{"p.yaml": with("0 8 * * *", "0 0 8 * * *")}, want: []string{"p.yaml:4", "schedule", "6 fields"}},
		"cron zone":              {args: []string{"profile", "apply", "p.yaml"}, files: map[string]string{"p.yaml": with("0 8 * * *", "CRON_TZ=UTC 0 8 * * *")}, want: []string{"schedule", "timezone"}},
		"never":                  {args: []string{"profile", "apply", "p.yaml"}, files: map[string]string{"p.yaml": with("0 8 * * *", "0 8 31 2 *")}, want: []string{"schedule", "31 2"}},
		"address":                {args: []string{"profile", "apply", "p.yaml"}, files: map[string]string{"p.yaml": with("ada@example.org", "ada at example")}, want: []string{"p.yaml:2", "email"}},
		"no query":               {args: []string{"profile", "apply", "p.yaml"}, files: map[string]string{"p.yaml": with("[golang]", "[]")}, want: []string{"queries"}},
		"two of one name":        {args: []string{"profile", "apply", "p.yaml", "q.yaml"}, files: map[string]string{"p.yaml": goodProfile, "q.yaml": goodProfile}, want: []string{"q.yaml", "p.yaml", "ada"}},
		"two of one name, files": {args: []string{"check-config"}, files: map[string]string{"shortlist.yaml": "profiles: ['*p.yaml']\n", "1p.yaml": goodProfile, "2p.yaml": goodProfile}, want: []string{"1p.yaml", "2p.yaml", "ada"}},
		"missing profile":        {args: []string{"profile", "apply", "no.yaml"}, want: []string{"no.yaml"}},
		"owned by a file":        {args: []string{"profile", "delete", "ada"}, files: map[string]string{"shortlist.yaml": "profiles: [p.yaml]\n", "p.yaml": goodProfile}, want: []string{"profile ada", "change or remove it there"}},
		"nobody":                 {args: []string{"run", "nobody"}, want: []string{"profile nobody", "not found"}},
		"no mail server":         {args: []string{"run", "ada"}, files: map[string]string{"shortlist.yaml": "profiles: [p.yaml]\n", "p.yaml": goodProfile}, want: []string{"mail.smtp", "--dry-run"}},
		"mail server's address":  {args: []string{"check-config"}, env: []string{"SMTP_URL=smtp://ada:s3cret%zz@mail.example.org"}, want: []string{"SMTP_URL", "smtp://user@mail.example.org:587"}},
		"no database":            {args: []string{"boards"}, files: map[string]string{"shortlist.db": strings.Repeat("Dear Madam, ", 200)}, want: []string{"shortlist.db", "cannot be used as a database"}},
		"database is a folder":   {args: []string{"boards"}, files: map[string]string{"shortlist.db/x": "x"}, want: []string{"shortlist.db is a folder"}},
		"database in no folder":  {args: []string{"boards"}, env: []string{"SHORTLIST_DATABASE=sqlite:no/such/x.db"}, want: []string{"no/such/x.db", "cannot be made"}},
		"wrong DSN":              {args: []string{"boards"}, env: []string{"DATABASE_URL=postgres://ada:s3cret@127.0.0.1:1/x?sslmode=disable"}, want: []string{"127.0.0.1:1", "does not let us in"}},
		"unreadable DSN":         {args: []string{"boards"}, env: []string{"DATABASE_URL=postgres://ada:s3cret%zz@127.0.0.1:1/x"}, want: []string{"database"}},
		"secret file":            {args: []string{"check-config"}, env: []string{"SHORTLIST_MAIL_PASSWORD_FILE=no.pw"}, want: []string{"password_file", "no.pw"}},
		"port in use":            {args: []string{"demo", "--once", "--dir", "d", "--listen", taken.Addr().String()}, want: []string{taken.Addr().String(), "--listen", "another address"}},
		"unwritable folder":      {args: []string{"demo", "--once", "--dir", "file/x"}, files: map[string]string{"file": ""}, want: []string{"--dir file/x", "can be written to"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for file, text := range c.files {
				if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, file)), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			a := sh(t, dir, c.env, c.args...)
			if a.code != 2 || a.out != "" || !oneLine(a.errout) || strings.Contains(a.errout, "goroutine ") || strings.Contains(a.errout, "s3cret") {
				t.Errorf("exit %d, want 2 and one line:\n%s%s", a.code, a.out, a.errout)
			}
			for _, want := range c.want {
				if !strings.Contains(a.errout, want) {
					t.Errorf("%q is not in: %s", want, a.errout)
				}
			}
		})
	}
}

// TestEveryProblemAtOnce: five mistakes are five lines, in the order of the file.
func TestEveryProblemAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "shortlist.yaml"), []byte("databse: x\nweb: {listen: nowhere}\nboards: {remotive: {every: 1m}}\nlog: {level: loud}\nprofiles: [no.yaml]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	a := sh(t, dir, nil, "check-config")
	lines := strings.Split(strings.TrimSpace(a.errout), "\n")
	if a.code != 2 || len(lines) != 5 {
		t.Fatalf("exit %d, %d lines:\n%s", a.code, len(lines), a.errout)
	}
	for i, want := range []string{"databse", "web.listen", "boards.remotive.every", "log.level", "no.yaml"} {
		if !strings.Contains(a.errout, want) {
			t.Errorf("line %d: %s", i, a.errout)
		}
	}
}

func TestCheckConfigHidesSecrets(t *testing.T) {
	t.Parallel()
	a := sh(t, t.TempDir(), []string{"DATABASE_URL=postgres://ada:s3cret@db/x", "SMTP_URL=smtp://ada:s3cret@mail.example.org"}, "check-config")
	if a.code != 0 || strings.Contains(a.out+a.errout, "s3cret") || !strings.Contains(a.out, "DATABASE_URL") || !strings.Contains(a.out, "every: ") {
		t.Errorf("%+v", a)
	}
}
