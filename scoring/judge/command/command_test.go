//go:build unix

package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"shortlist/scoring"
	"shortlist/scoring/judge"
)

const secret = "invented-0123456789-abcdefghij"

var question = judge.Request{System: "Judge $HOME `id`.", User: "A lamp maker; rm -rf *", Schema: json.RawMessage(`{"type":"object"}`)}

// sh is a program that a test writes; the provider itself starts no shell.
func sh(t *testing.T, script string, env ...string) *Model {
	t.Helper()
	m, err := New(Settings{Argv: []string{"/bin/sh", "-c", script, "sh", "a b", "$HOME"}, Env: env})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func failureOf(t *testing.T, err error) *scoring.JudgeError {
	t.Helper()
	var e *scoring.JudgeError
	if !errors.As(err, &e) {
		t.Fatalf("error is %T %v, not a *JudgeError", err, err)
	}
	if strings.Contains(fmt.Sprintf("%v %+v %#v", err, err, err), secret[:10]) {
		t.Fatalf("the secret is in %v", err)
	}
	return e
}

func TestWhatTheProgramGets(t *testing.T) {
	t.Setenv("LAMP_KEY", secret)
	t.Setenv("LAMP_OTHER", "not passed on")
	got, err := sh(t, `printf '%s|%s|' "$1" "$2"; env | cut -d= -f1 | grep -v -e PWD -e SHLVL -e '^_$' -e OLDPWD | sort | tr '\n' ' '; printf '%s|' "$LAMP_KEY"; cat`, "LAMP_KEY", "LAMP_UNSET").Generate(t.Context(), question)
	if err != nil {
		t.Fatal(err)
	}
	want := "a b|$HOME|HOME LAMP_KEY PATH " + secret + "|Judge $HOME `id`.\n\nAnswer with exactly one JSON object and nothing else, no code fence and no words around it. It must fit this JSON Schema:\n" +
		`{"type":"object"}` + "\n\nA lamp maker; rm -rf *"
	if got.Text != want || got.Model != "" || got.Tokens != (scoring.Tokens{}) {
		t.Errorf("got %+v, want %q", got, want)
	}
}

func TestWhatTheProgramDoes(t *testing.T) {
	t.Setenv("LAMP_KEY", secret)
	for _, c := range []struct {
		name, script string
		want         scoring.Failure // empty: the text {}
		says         string
	}{
		{"prints", `printf '\n {} \n'`, "", ""},
		{"reads nothing", `exec <&-; echo '{}'`, "", ""},
		{"warns", `echo careful >&2; echo '{}'`, "", ""},
		{"prints nothing", `echo 'no account' >&2`, scoring.FailEmpty, "no account"},
		{"prints spaces", `printf ' \n\n'`, scoring.FailEmpty, ""},
		{"fails", `echo '{}'; printf 'first\nlast line\n\n' >&2; exit 3`, scoring.FailTransport, "exit status 3: last line"},
		{"fails in silence", `exit 1`, scoring.FailTransport, "exit status 1"},
		{"shows its key", `echo "refused: $LAMP_KEY" >&2; exit 1`, scoring.FailTransport, "refused: [key]"},
		{"dies", `kill -9 $$`, scoring.FailTransport, "signal: killed"},
		{"prints bytes", `printf '\377'`, scoring.FailMalformed, "UTF-8"},
		{"prints for ever", `trap '' PIPE; while :; do printf '%01000d' 0; done`, scoring.FailMalformed, "more than 1 MB"},
		{"complains for ever", `i=0; while [ $i -lt 2000 ]; do printf '%01000d\n' $i >&2; i=$((i+1)); done; exit 1`, scoring.FailTransport, "0000"},
	} {
		got, err := sh(t, c.script, "LAMP_KEY").Generate(t.Context(), question)
		if c.want == "" {
			if err != nil || got.Text != "{}" {
				t.Errorf("%s: got %+v, %v", c.name, got, err)
			}
			continue
		}
		if e := failureOf(t, err); e.Failure != c.want || !strings.Contains(e.Error(), c.says) || e.RetryAfter >= 0 {
			t.Errorf("%s: got %v, want %s that says %q", c.name, e, c.want, c.says)
		}
	}
}

// The program's children end with it when the caller's time is over, and the call does not wait for them.
func TestChildrenEnd(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "pid")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := make(chan error, 1)
	m := sh(t, `sleep 600 & echo $! >`+file+`.new; mv `+file+`.new `+file+`; wait`)
	go func() {
		_, err := m.Generate(ctx, question)
		done <- err
	}()
	pid := 0
	for tick := time.Tick(5 * time.Millisecond); pid == 0; <-tick {
		if raw, err := os.ReadFile(file); err == nil {
			if pid, err = strconv.Atoi(strings.TrimSpace(string(raw))); err != nil {
				t.Fatal(err)
			}
		}
		if t.Context().Err() != nil {
			t.Fatal("the program never started")
		}
	}
	cancel()
	if e := failureOf(t, <-done); e.Failure != scoring.FailTimeout || !errors.Is(e, context.Canceled) {
		t.Errorf("got %v", e)
	}
	for tick := time.Tick(5 * time.Millisecond); running(pid); <-tick {
		if t.Context().Err() != nil {
			t.Fatal("the child is still there")
		}
	}
}

// running is false for a process that has ended, even where nobody has taken note of its end yet.
func running(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !bytes.Contains(stat, []byte(") Z "))
}

// A child that keeps the output open does not hold the call longer than the grace.
func TestOutputHeldOpen(t *testing.T) {
	t.Parallel()
	m := sh(t, `sleep 600 & echo '{}'`)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := m.Generate(ctx, question); failureOf(t, err).Failure != scoring.FailTransport {
		t.Errorf("got %v", err)
	}
}

func TestTimeout(t *testing.T) {
	t.Parallel()
	m, err := New(Settings{Argv: []string{"/bin/sh", "-c", "sleep 600"}, Timeout: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Generate(t.Context(), question); failureOf(t, err).Failure != scoring.FailTimeout || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	for _, s := range []Settings{{}, {Argv: []string{""}}, {Argv: []string{"x"}, Env: []string{"A=" + secret}}, {Argv: []string{"x"}, Env: []string{""}}} {
		if _, err := New(s); err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("%+v: got %v", s, err)
		}
	}
	m, err := New(Settings{Argv: []string{"/nowhere/my-model", "-q"}})
	if err != nil || m.Name() != "my-model" {
		t.Fatalf("got %v, %v", m, err)
	}
	if e := failureOf(t, m.Check(t.Context())); e.Failure != scoring.FailModelGone || !strings.Contains(e.Error(), "/nowhere/my-model") {
		t.Errorf("got %v", e)
	}
	if _, err := m.Generate(t.Context(), question); failureOf(t, err).Failure != scoring.FailTransport {
		t.Errorf("got %v", err)
	}
	if err := sh(t, "exit 1").Check(t.Context()); err != nil {
		t.Error(err)
	}
}
