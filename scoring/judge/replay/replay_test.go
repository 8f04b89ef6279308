package replay

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"shortlist/scoring"
	"shortlist/scoring/judge"
)

const recorded = `
{"listing":"lamps:7","reply":"any rubric","model":"lamp-1","tokens":{"prompt":9,"cached":2,"output":3,"thinking":1}}
{"listing":"lamps:7","rubric":"abc","reply":"this rubric"}

{"listing":"lamps:7","rubric":"abc","sample":2,"reply":"third sample"}
{"listing":"lamps:a:b","reply":"first"}
{"listing":"lamps:a:b","reply":"appended"}
{"listing":"lamps:8","failure":"truncated","tokens":{"prompt":9,"output":400}}
`

func TestGenerate(t *testing.T) {
	t.Parallel()
	m, err := OpenFS(fstest.MapFS{"judge/a.jsonl": {Data: []byte(recorded)}, "judge/b.jsonl": {Data: []byte(`{"listing":"lamps:9","reply":"other file"}`)}, "judge/notes.txt": {Data: []byte("no JSON")}}, "judge")
	if err != nil {
		t.Fatal(err)
	}
	if m.Name() != "lamp-1" || m.Provider() != "replay" {
		t.Errorf("is %s %s", m.Provider(), m.Name())
	}
	for _, c := range []struct {
		id, rubric string
		sample     int
		want       string
		fails      scoring.Failure
	}{
		{"7", "", 0, "any rubric", ""},
		{"7", "def", 0, "any rubric", ""},
		{"7", "abc", 0, "this rubric", ""},
		{"7", "abc", 2, "third sample", ""},
		{"7", "abc", 1, "", scoring.FailEmpty},
		{"7", "def", 2, "", scoring.FailEmpty},
		{"a:b", "x", 0, "appended", ""},
		{"9", "x", 0, "other file", ""},
		{"8", "x", 0, "", scoring.FailTruncated},
		{"none", "", 0, "", scoring.FailEmpty},
	} {
		got, err := m.Generate(t.Context(), judge.Request{Listing: scoring.Ref{Board: "lamps", ID: c.id}, Rubric: c.rubric, Sample: c.sample})
		if c.fails == "" {
			if err != nil || got.Text != c.want {
				t.Errorf("%+v: got %+v, %v", c, got, err)
			}
			continue
		}
		var e *scoring.JudgeError
		if !errors.As(err, &e) || e.Failure != c.fails || errors.Is(err, ErrNotRecorded) != (c.fails == scoring.FailEmpty) || e.RetryAfter >= 0 {
			t.Errorf("%+v: got %v", c, err)
		}
	}
	got, err := m.Generate(t.Context(), judge.Request{Listing: scoring.Ref{Board: "lamps", ID: "7"}})
	if want := (judge.Reply{Text: "any rubric", Model: "lamp-1", Tokens: scoring.Tokens{Prompt: 9, Cached: 2, Output: 3, Thinking: 1}}); err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Generate(gone, judge.Request{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestOpen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "a.jsonl")
	if err := os.WriteFile(file, []byte(recorded), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{dir, file} {
		m, err := Open(name)
		if err != nil || len(m.records) != 5 {
			t.Errorf("%s: got %v, %v", name, m, err)
		}
	}
	if _, err := Open(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestWhatIsNoRecord(t *testing.T) {
	t.Parallel()
	for line, says := range map[string]string{
		"":                                     "holds none",
		"{":                                    "line 2: unexpected EOF",
		`{"listing":"lamps:7","reply":"x"} {}`: "line 2: something follows",
		`{"listing":"lamps","reply":"x"}`:      "board:id",
		`{"listing":"lamps:7"}`:                "either a reply or a failure",
		`{"listing":"lamps:7","reply":"x","failure":"empty"}`:                  "either a reply or a failure",
		`{"listing":"lamps:7","failure":"tired"}`:                              `"tired" is not a failure`,
		`{"listing":"lamps:7","reply":"x","smaple":1}`:                         "smaple",
		`{"listing":"lamps:7","reply":"x","sample":-1}`:                        "negative",
		`{"listing":"lamps:7","reply":"x","tokens":{"output":-1}}`:             "negative",
		`{"listing":"lamps:7","reply":"` + strings.Repeat("x", maxLine) + `"}`: "line 2: bufio.Scanner: token too long",
	} {
		_, err := OpenFS(fstest.MapFS{"r.jsonl": {Data: []byte("\n" + line)}}, "r.jsonl")
		if err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), "r.jsonl") {
			t.Errorf("%.80s: got %v, want %q", line, err, says)
		}
	}
}

func FuzzParse(f *testing.F) {
	for line := range strings.Lines(recorded) {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		r, err := parse(line)
		if err == nil && ((r.Reply == "") == (r.Failure == "") || r.Sample < 0 || r.Tokens.Prompt < 0) {
			t.Errorf("got %+v", r)
		}
	})
}
