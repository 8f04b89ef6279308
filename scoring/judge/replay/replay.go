// Package replay judges with replies that were recorded: for a demonstration without a model, and for evaluations that must give the
// same answer each time.
package replay

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"shortlist/scoring"
	"shortlist/scoring/judge"
	"shortlist/scoring/judge/internal/wire"
)

const (
	providerName = "replay"
	maxLine      = 1 << 20
	maxRecords   = 100_000
	extension    = ".jsonl"
)

// ErrNotRecorded is under the failure for what nobody recorded.
var ErrNotRecorded = errors.New("no reply was recorded")

// Record is one line of a file. A record without a rubric answers for any rubric that has no record of its own.
type Record struct {
	Listing string          `json:"listing"`           // board:id
	Rubric  string          `json:"rubric,omitempty"`  // the rubric's sha256 in hexadecimal
	Sample  int             `json:"sample,omitempty"`  // from zero
	Reply   string          `json:"reply,omitempty"`   // the model's text
	Failure scoring.Failure `json:"failure,omitempty"` // instead of a reply
	Model   string          `json:"model,omitempty"`   // that answered
	Tokens  scoring.Tokens  `json:"tokens,omitzero"`
}

type key struct {
	listing, rubric string
	sample          int
}

// Model is a judge.Model. It holds all records in memory and is safe for concurrent use.
type Model struct {
	records map[key]Record
	name    string
}

// Open reads a file of JSON lines, or all *.jsonl files of a folder in the order of their names. Of two records for the same
// question the later counts, so that a new recording can be appended.
func Open(name string) (*Model, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("recorded replies: %w", err)
	}
	if info.IsDir() {
		return OpenFS(os.DirFS(name), ".")
	}
	return OpenFS(os.DirFS(filepath.Dir(name)), filepath.Base(name))
}

// OpenFS is Open for a file or folder of a file system, such as one that is embedded.
func OpenFS(fsys fs.FS, name string) (*Model, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, fmt.Errorf("recorded replies: %w", err)
	}
	files := []string{name}
	if info.IsDir() {
		if files, err = fs.Glob(fsys, path.Join(name, "*"+extension)); err != nil {
			return nil, fmt.Errorf("recorded replies: %w", err)
		}
		slices.Sort(files)
	}
	m := &Model{records: map[key]Record{}}
	for _, file := range files {
		if err := m.readFile(fsys, file); err != nil {
			return nil, fmt.Errorf("recorded replies: %s: %w", file, err)
		}
	}
	if len(m.records) == 0 {
		return nil, fmt.Errorf("recorded replies: %s holds none", name)
	}
	return m, nil
}

func (m *Model) readFile(fsys fs.FS, name string) error {
	f, err := fsys.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // only read
	return m.read(f)
}

// read takes JSON lines; empty lines are passed over. An error names the line.
func (m *Model) read(r io.Reader) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	n := 0
	for lines.Scan() {
		n++
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		record, err := parse(line)
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		m.records[key{record.Listing, record.Rubric, record.Sample}] = record
		if len(m.records) > maxRecords {
			return fmt.Errorf("line %d: more than %d replies", n, maxRecords)
		}
		if m.name == "" {
			m.name = record.Model
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %w", n+1, err)
	}
	return nil
}

func parse(line []byte) (Record, error) {
	var r Record
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&r); err != nil {
		return Record{}, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return Record{}, errors.New("something follows the JSON object")
	}
	if _, err := scoring.ParseRef(r.Listing); err != nil {
		return Record{}, err
	}
	switch {
	case (r.Reply == "") == (r.Failure == ""):
		return Record{}, errors.New("needs either a reply or a failure")
	case r.Failure != "" && !slices.Contains(scoring.Failures(), r.Failure):
		return Record{}, fmt.Errorf("%q is not a failure of the judge", wire.Cut(string(r.Failure), 40))
	case r.Sample < 0 || min(r.Tokens.Prompt, r.Tokens.Cached, r.Tokens.Output, r.Tokens.Thinking) < 0:
		return Record{}, errors.New("a negative number")
	}
	return r, nil
}

// Close does nothing.
func (m *Model) Close() error { return nil }

// Provider is "replay".
func (m *Model) Provider() string { return providerName }

// Name is the model of the first record, or "recorded".
func (m *Model) Name() string {
	if m.name == "" {
		return "recorded"
	}
	return m.name
}

// Check finds nothing to do: what can be wrong was found when the records were read.
func (m *Model) Check(context.Context) error { return nil }

// Generate looks up the reply for the listing, rubric and sample. Another sample never stands in, since two equal samples would say
// that the model is steady. What nobody recorded is FailEmpty over ErrNotRecorded.
func (m *Model) Generate(ctx context.Context, r judge.Request) (judge.Reply, error) {
	if err := ctx.Err(); err != nil {
		return judge.Reply{}, wire.Ended(err)
	}
	listing := r.Listing.String()
	record, ok := m.records[key{listing, r.Rubric, r.Sample}]
	if !ok {
		record, ok = m.records[key{listing, "", r.Sample}]
	}
	if !ok {
		err := fmt.Errorf("%w for %s, sample %d", ErrNotRecorded, wire.Cut(listing, 80), r.Sample)
		return judge.Reply{}, &scoring.JudgeError{Failure: scoring.FailEmpty, RetryAfter: -1, Err: err}
	}
	if record.Failure != "" {
		failure := wire.Fail(record.Failure, "recorded")
		failure.Tokens = record.Tokens
		return judge.Reply{}, failure
	}
	return judge.Reply{Text: record.Reply, Model: record.Model, Tokens: record.Tokens}, nil
}
