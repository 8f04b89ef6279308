// Package command judges with a program of the person's own choice, such as a headless command-line client of a model: it reads the
// prompt on its standard input and prints the reply.
package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
	"unicode/utf8"

	"shortlist/scoring"
	"shortlist/scoring/judge"
	"shortlist/scoring/judge/internal/wire"
)

const (
	providerName   = "command"
	defaultTimeout = 2 * time.Minute
	maxOutput      = 1 << 20
	maxTail        = 4 << 10 // bytes of standard error that are kept
	grace          = 2 * time.Second
)

// Settings say what is run.
type Settings struct {
	Argv    []string      // the program and its arguments, as they are: no shell reads them
	Env     []string      // names of variables that are passed on, besides PATH and HOME
	Model   string        // what the program asks for, for the records; empty: the program's name
	Timeout time.Duration // of one call; zero: two minutes
}

// Model is a judge.Model. It is safe for concurrent use: each call runs the program once.
type Model struct {
	argv    []string
	env     []wire.Secret // as NAME=value
	secrets []wire.Secret // the values alone, which the program may print
	name    string
	timeout time.Duration
}

// New reads the settings and the environment. Nothing is run.
func New(s Settings) (*Model, error) {
	if len(s.Argv) == 0 || s.Argv[0] == "" {
		return nil, errors.New("the judge command needs a program: set judge.command to a list, for example [\"my-model\", \"--quiet\"]")
	}
	m := &Model{argv: s.Argv, name: s.Model, timeout: s.Timeout}
	if m.name == "" {
		m.name = s.Argv[0][strings.LastIndexAny(s.Argv[0], `/\`)+1:]
	}
	if m.timeout <= 0 {
		m.timeout = defaultTimeout
	}
	for _, name := range append([]string{"PATH", "HOME"}, s.Env...) {
		if name == "" || strings.ContainsAny(name, "=\x00") {
			return nil, errors.New("judge env: a list of names of variables, without values")
		}
		value, set := os.LookupEnv(name)
		if !set {
			continue
		}
		m.env = append(m.env, wire.NewSecret(name+"="+value))
		if name != "PATH" && name != "HOME" {
			m.secrets = append(m.secrets, wire.NewSecret(value))
		}
	}
	return m, nil
}

// Close does nothing: no program outlives its call.
func (m *Model) Close() error { return nil }

// Provider is "command".
func (m *Model) Provider() string { return providerName }

// Name is the setting's model, or the program.
func (m *Model) Name() string { return m.name }

// Check looks for the program. It is not run, since nobody knows what that costs.
func (m *Model) Check(context.Context) error {
	if _, err := exec.LookPath(m.argv[0]); err != nil {
		return wire.Fail(scoring.FailModelGone, fmt.Sprintf("the program %s of judge.command cannot be run: it is missing or not executable", m.argv[0]))
	}
	return nil
}

// Generate runs the program once. It is given the rules, the shape of the reply and the advert, apart by empty lines. Its process
// group ends with the context.
func (m *Model) Generate(ctx context.Context, r judge.Request) (judge.Reply, error) {
	if err := wire.Sendable(r.System, r.User); err != nil {
		return judge.Reply{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, m.timeout)
	defer cancel()
	if ctx.Err() != nil {
		return judge.Reply{}, wire.Ended(ctx.Err())
	}
	running, stop := context.WithCancel(ctx)
	defer stop()
	out, tail := &limited{most: maxOutput, full: stop}, &tail{}
	cmd := exec.CommandContext(running, m.argv[0], m.argv[1:]...)
	cmd.Env = []string{}
	for _, variable := range m.env {
		cmd.Env = append(cmd.Env, variable.Reveal())
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(prompt(r)), out, tail
	cmd.WaitDelay = grace
	ownGroup(cmd)
	err := cmd.Run()
	if errors.Is(err, exec.ErrWaitDelay) {
		_ = endGroup(cmd) // a child of the program still holds its output; it may just have ended
	}
	switch {
	case out.over:
		return judge.Reply{}, wire.Fail(scoring.FailMalformed, fmt.Sprintf("the program printed more than %d MB", maxOutput>>20))
	case ctx.Err() != nil:
		return judge.Reply{}, wire.Ended(ctx.Err())
	case err != nil:
		return judge.Reply{}, wire.Fail(scoring.FailTransport, m.sentence(err, tail.last()))
	case !utf8.Valid(out.kept.Bytes()):
		return judge.Reply{}, wire.Fail(scoring.FailMalformed, "the program printed something other than UTF-8")
	}
	text := strings.TrimSpace(out.kept.String())
	if text == "" {
		return judge.Reply{}, wire.Fail(scoring.FailEmpty, m.sentence(errors.New("the program printed nothing"), tail.last()))
	}
	return judge.Reply{Text: text}, nil
}

func prompt(r judge.Request) string {
	parts := make([]string, 0, 3)
	if r.System != "" {
		parts = append(parts, r.System)
	}
	if len(r.Schema) > 0 {
		parts = append(parts, wire.SchemaHint(r.Schema))
	}
	return strings.Join(append(parts, r.User), "\n\n") + "\n"
}

// sentence is what went wrong, with the last line that the program wrote about it, without what it was given in secret.
func (m *Model) sentence(err error, last string) string {
	text := "the program: " + err.Error()
	if last != "" {
		text += ": " + last
	}
	for _, s := range m.secrets {
		text = s.Redact(text)
	}
	return wire.Secret{}.Sentence(text)
}

// limited keeps what is printed, and ends the program that prints too much. The buffer is not embedded: io.Copy would use its ReadFrom.
type limited struct {
	kept bytes.Buffer
	most int
	over bool
	full func()
}

func (l *limited) Write(p []byte) (int, error) {
	if l.kept.Len()+len(p) > l.most {
		l.over = true
		l.full()
		return 0, errors.New("too much output")
	}
	return l.kept.Write(p)
}

// tail keeps the end of what is written to it.
type tail struct{ kept []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p[max(0, len(p)-maxTail):]...)
	t.kept = t.kept[max(0, len(t.kept)-maxTail):]
	return len(p), nil
}

// last is the last line that is not empty.
func (t *tail) last() string {
	text := strings.TrimSpace(string(t.kept))
	return strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
}
