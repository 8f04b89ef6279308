package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"shortlist/cmd/internal/demo"
	"shortlist/digest/mail/mailtest"
	"shortlist/worker/store/storetest"
)

// program is the built binary: these tests run the real thing, as a person would.
var program string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "shortlist-test-")
	if err != nil {
		panic(err)
	}
	program = filepath.Join(dir, "shortlist")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		fmt.Printf("go build: %v\n%s", err, out)
		os.Exit(1)
	}
	code := storetest.Run(m)
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// answer is what a command left behind.
type answer struct {
	code        int
	out, errout string
}

// sh runs the program in a folder of its own with nothing of the caller's environment but env.
func sh(t *testing.T, dir string, env []string, args ...string) answer {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd, out, errout := command(ctx, dir, env, args...)
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return answer{cmd.ProcessState.ExitCode(), out.String(), errout.String()}
}

func command(ctx context.Context, dir string, env []string, args ...string) (cmd *exec.Cmd, out, errout *lockedBuffer) {
	cmd = exec.CommandContext(ctx, program, args...)
	out, errout = &lockedBuffer{}, &lockedBuffer{}
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, append([]string{"HOME=" + dir}, env...), out, errout
	return cmd, out, errout
}

// lockedBuffer can be read while a process writes to it.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}
func (l *lockedBuffer) String() string { l.mu.Lock(); defer l.mu.Unlock(); return l.b.String() }

// host is a place to run in: sample boards, a mail server, a profile.
type host struct {
	t      *testing.T
	dir    string
	boards *boards
	smtp   *mailtest.Server
	env    []string
}

// boards are the sample boards with a fault for each, set while they run.
type boards struct {
	*httptest.Server
	mu    sync.Mutex
	fault map[string]http.HandlerFunc
	asked map[string]int
}

func serveBoards(t *testing.T) *boards {
	t.Helper()
	b := &boards{fault: map[string]http.HandlerFunc{}, asked: map[string]int{}}
	var sample http.Handler
	b.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.Split(r.URL.Path, "/")[1]
		b.mu.Lock()
		fault := b.fault[name]
		b.asked[name]++
		b.mu.Unlock()
		if fault != nil {
			fault(w, r)
			return
		}
		sample.ServeHTTP(w, r)
	}))
	var err error
	if sample, err = demo.Boards(time.Now(), b.URL); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.CloseClientConnections)
	t.Cleanup(b.Close)
	return b
}

func (b *boards) set(name string, fault http.HandlerFunc) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fault[name] = fault
}

// config points everything at this machine; extra lines come last.
const config = `database: %s
mail:
  from: "Shortlist <digest@example.org>"
  smtp: %s
boards:
  remoteok: {base_url: "%[3]s/remoteok"}
  himalayas: {base_url: "%[3]s/himalayas"}
  remotive: {base_url: "%[3]s/remotive"}
  jobicy: {base_url: "%[3]s/jobicy"}
`

func newHost(t *testing.T, database string, s mailtest.Script) *host {
	t.Helper()
	h := &host{t: t, dir: t.TempDir(), boards: serveBoards(t), smtp: mailtest.Serve(t, s)}
	h.write("shortlist.yaml", fmt.Sprintf(config, database, h.smtp.URL(""), h.boards.URL))
	// Room for everything: then a second run has nothing left to send.
	h.write("ada.yaml", strings.Replace(demo.ProfileYAML, "picks: 12", "picks: 50", 1))
	if a := h.run("profile", "apply", "ada.yaml"); a.code != 0 {
		t.Fatalf("%+v", a)
	}
	return h
}

func (h *host) write(name, text string) {
	h.t.Helper()
	if err := os.WriteFile(filepath.Join(h.dir, name), []byte(text), 0o600); err != nil {
		h.t.Fatal(err)
	}
}

func (h *host) read(name string) string {
	h.t.Helper()
	b, err := os.ReadFile(filepath.Join(h.dir, name))
	if err != nil {
		h.t.Fatal(err)
	}
	return string(b)
}

func (h *host) run(args ...string) answer {
	h.t.Helper()
	return sh(h.t, h.dir, h.env, args...)
}

// digest is `run ada --json`, decoded.
type digest struct {
	Run, Outcome string
	Picks        int
	MessageID    string `json:"message_id"`
	Reasons      []string
	Resumed      bool
}

func (h *host) digest(wantCode int) digest {
	h.t.Helper()
	a := h.run("run", "ada", "--json")
	var d digest
	if err := json.Unmarshal([]byte(a.out), &d); err != nil || a.code != wantCode {
		h.t.Fatalf("exit %d, want %d: %v\n%s%s", a.code, wantCode, err, a.out, a.errout)
	}
	return d
}
