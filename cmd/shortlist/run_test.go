package main_test

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"shortlist/cmd/internal/demo"
	"shortlist/digest/mail/mailtest"
	"shortlist/worker/store/storetest"
)

func TestDemo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := sh(t, dir, nil, "demo", "--once", "--dir", "d")
	if a.code != 0 || !strings.Contains(a.out, "new jobs for you") || strings.Contains(a.errout, "level=") {
		t.Fatalf("%+v", a)
	}
	mails, err := filepath.Glob(filepath.Join(dir, "d", "mail", "*"))
	if err != nil || len(mails) != 3 {
		t.Errorf("%v %v", mails, err)
	}
	again := sh(t, dir, nil, "demo", "--once", "--dir", "d")
	if again.code != 0 {
		t.Fatalf("%+v", again)
	}
	for _, leftover := range []string{"Ã", "â€", "&amp;", "mention the word"} {
		if strings.Contains(a.out, leftover) {
			t.Errorf("the table holds %q", leftover)
		}
	}
	if bad := sh(t, dir, nil, "demo", "--once", "--dir", "/proc/none"); bad.code != 2 || !oneLine(bad.errout) || !strings.Contains(bad.errout, "--dir /proc/none") {
		t.Errorf("%+v", bad)
	}
}

func TestTwoProcessesSendOneMail(t *testing.T) {
	t.Parallel()
	h := newHost(t, "sqlite:shortlist.db", mailtest.Script{})
	var wg sync.WaitGroup
	outcomes := make([]string, 3)
	for i := range outcomes {
		wg.Go(func() { outcomes[i] = h.digest(0).Outcome })
	}
	wg.Wait()
	slices.Sort(outcomes)
	if strings.Join(outcomes, " ") != "empty empty sent" || len(h.smtp.Messages()) != 1 {
		t.Errorf("outcomes %v, %d mails", outcomes, len(h.smtp.Messages()))
	}
	for name, n := range h.boards.asked {
		if n > 10 || name != "himalayas" && n != 1 {
			t.Errorf("%s was asked %d times for three runs", name, n)
		}
	}
}

// TestKilled kills the program at each point where it waits for somebody else, and runs it again: one mail comes, or, where
// the server had all of it and its answer was lost, it is not sent again.
func TestKilled(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		verb  string // of SMTP; empty: while a board is read
		total int    // mails the server has in the end
	}{
		"while a board is read":      {"", 1},
		"at the greeting":            {"EHLO", 1},
		"at MAIL":                    {"MAIL", 1},
		"at RCPT":                    {"RCPT", 1},
		"at DATA":                    {"DATA", 1},
		"before the answer to the .": {".", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reached, release := make(chan struct{}), make(chan struct{})
			var once sync.Once
			hold := func() {
				once.Do(func() {
					close(reached)
					<-release
				})
			}
			h := newHost(t, "sqlite:shortlist.db", mailtest.Script{On: func(verb string) {
				if verb == c.verb {
					hold()
				}
			}})
			if c.verb == "" {
				h.boards.set("remotive", func(w http.ResponseWriter, _ *http.Request) { hold(); w.WriteHeader(503) })
			}
			cmd, _, errout := command(t.Context(), h.dir, h.env, "run", "ada")
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			<-reached
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait() // killed
			close(release)
			h.boards.set("remotive", nil)
			first := h.digest(0)
			if got := len(h.smtp.Messages()); got != c.total {
				t.Errorf("%d mails after the second run (%+v), want %d\n%s", got, first, c.total, errout)
			}
			if want := c.verb != "." && c.verb != ""; first.Resumed != want {
				t.Errorf("resumed %v, want %v", first.Resumed, want)
			}
		})
	}
}

func TestRunsOnPostgres(t *testing.T) {
	t.Parallel()
	h := newHost(t, "'"+storetest.Postgres(t)+"'", mailtest.Script{})
	if first := h.digest(0); first.Outcome != "sent" {
		t.Errorf("%+v", first)
	}
	if _, err := os.Stat(filepath.Join(h.dir, "shortlist.db")); err == nil {
		t.Error("an SQLite file beside it")
	}
}

func TestMailServerAway(t *testing.T) {
	t.Parallel()
	h := newHost(t, "sqlite:shortlist.db", mailtest.Script{})
	h.env = []string{"SMTP_URL=smtp://127.0.0.1:1"}
	a := h.run("run", "ada")
	if a.code != 1 || !strings.Contains(a.errout, "does not answer") || !strings.Contains(a.errout, "it is kept") {
		t.Errorf("%+v", a)
	}
	h.env = nil
	// Meanwhile the person moved, and wants a copy: both are heeded.
	h.write("ada.yaml", strings.Replace(demo.ProfileYAML, "ada@example.org", "new@example.org", 1))
	if a := h.run("profile", "apply", "ada.yaml"); a.code != 0 {
		t.Fatalf("%+v", a)
	}
	if a := h.run("run", "ada", "--json", "--out", "copy.html"); a.code != 0 || !strings.Contains(a.out, `"resumed": true`) || len(h.smtp.Messages()) != 1 {
		t.Errorf("%+v", a)
	}
	if to := header(h.smtp.Messages()[0], "To"); to != "<new@example.org>" {
		t.Errorf("sent to %s", to)
	}
	if b, err := os.ReadFile(filepath.Join(h.dir, "copy.html")); err != nil || !strings.Contains(string(b), "</html>") {
		t.Errorf("the copy has %d bytes: %v", len(b), err)
	}
}

// TestNoPlaceForTheCopy: what cannot be written is said before a mail is sent.
func TestNoPlaceForTheCopy(t *testing.T) {
	t.Parallel()
	h := newHost(t, "sqlite:shortlist.db", mailtest.Script{})
	if a := h.run("run", "ada", "--out", "no/such/folder.html"); a.code != 2 || !oneLine(a.errout) || !strings.Contains(a.errout, "--out no/such/folder.html") || len(h.smtp.Messages()) != 0 {
		t.Errorf("%+v", a)
	}
}

func oneLine(s string) bool { return strings.Count(strings.TrimSpace(s), "\n") == 0 }

func header(message, name string) string {
	for line := range strings.SplitSeq(message, "\r\n") {
		if v, ok := strings.CutPrefix(line, name+": "); ok {
			return v
		}
	}
	return ""
}
