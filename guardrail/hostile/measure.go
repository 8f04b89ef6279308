package hostile

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"shortlist/scoring"
)

// Label says what a case is.
type Label string

// The closed set of Label. A case without one counts in no ratio.
const (
	Attack    Label = "attack"
	Benign    Label = "benign"
	Unlabeled Label = ""
)

// Case is one labelled text: a bare one, or a whole advert as a board sends it, nothing cleaned.
type Case struct {
	ID          string
	Label       Label
	Source      string // where it was gathered
	Title       string
	Company     string
	Location    string
	Description string
}

// Report is what the detector does on labelled cases.
type Report struct {
	Recall            float64               `json:"recall"`              // share of the attacks with a flag; 0 where there is none
	FalsePositiveRate float64               `json:"false_positive_rate"` // share of the benign with a flag; 0 where there is none
	Attacks           int                   `json:"attacks"`
	Benign            int                   `json:"benign"`
	Sources           map[string]SourceRate `json:"sources"` // by source and label, as "cv/attack"
	Items             []Item                `json:"items"`   // in the order of the cases
}

// SourceRate counts the cases of one source and label.
type SourceRate struct {
	Cases   int `json:"cases"`
	Flagged int `json:"flagged"`
}

// Item is one case and what was found in it.
type Item struct {
	ID    string   `json:"id"`
	Label Label    `json:"label"`
	Flags []string `json:"flags"` // kinds, each once, in the order found; never null
	Spans []Span   `json:"spans,omitempty"`
}

// Span is one flag with its text.
type Span struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// Flags cleans the case as intake does and returns all that it raises.
func (c *Case) Flags() []scoring.Flag {
	var found []scoring.Flag
	for _, field := range [...]string{c.Title, c.Company, c.Location} {
		found = append(found, Field(field).Flags...)
	}
	return append(found, Text(c.Description).Flags...)
}

// Measure runs the detector over cases.
func Measure(cases []Case) Report {
	r := Report{Sources: map[string]SourceRate{}, Items: make([]Item, 0, len(cases))}
	hits := map[Label]int{}
	for i := range cases {
		c := &cases[i]
		item := Item{ID: c.ID, Label: c.Label, Flags: []string{}}
		seen := map[string]bool{}
		for _, f := range c.Flags() {
			item.Spans = append(item.Spans, Span(f))
			if !seen[f.Kind] {
				seen[f.Kind] = true
				item.Flags = append(item.Flags, f.Kind)
			}
		}
		r.Items = append(r.Items, item)
		key := c.Source + "/" + string(c.Label)
		rate := r.Sources[key]
		rate.Cases++
		if len(item.Flags) > 0 {
			rate.Flagged++
			hits[c.Label]++
		}
		r.Sources[key] = rate
		switch c.Label {
		case Attack:
			r.Attacks++
		case Benign:
			r.Benign++
		}
	}
	r.Recall = ratio(hits[Attack], r.Attacks)
	r.FalsePositiveRate = ratio(hits[Benign], r.Benign)
	return r
}

func ratio(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

// maxCase bounds a line of a file of cases, in bytes.
const maxCase = 4 << 20

// ReadCases reads one JSON object a line: "text" or "description", where it is an advert "title", "company" and
// "location" too, "source", and "id", a string or a number, else the line's number. The label is the row's own "label"
// (or a boolean "attack"), else the one that the file's name speaks of: attacks.jsonl, benign.jsonl.
func ReadCases(from io.Reader, name string) ([]Case, error) {
	var cases []Case
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, maxCase)
	for n := 1; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		c, err := readCase(lines.Bytes(), n, labelOf(filepath.Base(name)))
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		cases = append(cases, c)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return cases, nil
}

func readCase(line []byte, number int, label Label) (Case, error) {
	var row struct {
		ID, Label                    any
		Attack                       *bool
		Source, Text, Title, Company string
		Location, Description        string
	}
	if err := json.Unmarshal(line, &row); err != nil {
		return Case{}, err
	}
	c := Case{ID: strconv.Itoa(number), Label: label, Source: row.Source, Title: row.Title, Company: row.Company, Location: row.Location, Description: row.Description}
	if row.Text != "" {
		c.Description = strings.TrimPrefix(c.Description+"\n\n"+row.Text, "\n\n")
	}
	if row.ID != nil {
		c.ID = fmt.Sprint(row.ID)
	}
	if row.Attack != nil {
		c.Label = map[bool]Label{true: Attack, false: Benign}[*row.Attack]
	}
	if row.Label != nil {
		if c.Label = labelOf(fmt.Sprint(row.Label)); c.Label == Unlabeled {
			return Case{}, fmt.Errorf("label %v: want attack or benign", row.Label)
		}
	}
	if c.Title+c.Company+c.Location+c.Description == "" {
		return Case{}, errors.New("no text, description, title, company or location")
	}
	return c, nil
}

// labelOf reads a label, in the words that such files use, or the name of a file.
func labelOf(s string) Label {
	s = strings.ToLower(s)
	for _, word := range [...]string{"benign", "legit", "clean", "safe", "negative", "false", "near_miss"} {
		if s == "0" || strings.Contains(s, word) {
			return Benign
		}
	}
	for _, word := range [...]string{"attack", "inject", "malicious", "hostile", "positive", "true", "hit"} {
		if s == "1" || strings.Contains(s, word) {
			return Attack
		}
	}
	return Unlabeled
}
