// Package strict decodes YAML strictly: every problem at once, each with file, line, key and a remedy.
package strict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Problem is one mistake in what a person wrote, with what is needed to mend it.
type Problem struct {
	File    string // the file as the person named it, or the variable or flag that holds the value; may be empty
	Line    int    // from 1; 0 where the mistake has no line of its own, such as a missing key
	Column  int    // from 1, in characters; 0 where unknown
	Key     string // dotted path of the key: "boards.remotive.every", "title_caps[0].cap"; may be empty
	Message string // what is wrong
	Remedy  string // what to do about it; may be empty
}

// Error writes the problem on one line: "shortlist.yaml:7: boards.remotive.evry: unknown key; did you mean "every"?".
func (p Problem) Error() string {
	var b strings.Builder
	if p.File != "" {
		b.WriteString(p.File)
		if p.Line > 0 {
			fmt.Fprintf(&b, ":%d", p.Line)
		}
		b.WriteString(": ")
	}
	if p.Key != "" {
		b.WriteString(p.Key)
		b.WriteString(": ")
	}
	b.WriteString(p.Message)
	if p.Remedy != "" {
		b.WriteString("; ")
		b.WriteString(p.Remedy)
	}
	return b.String()
}

// Problems are several mistakes, found in one go. As an error it has one line for each.
type Problems []Problem

// Error writes one problem a line, in the order of Sort.
func (ps Problems) Error() string {
	sorted := slices.Clone(ps)
	sorted.Sort()
	lines := make([]string, len(sorted))
	for i, p := range sorted {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

// Sort orders the problems by file, line, column and key.
func (ps Problems) Sort() {
	slices.SortStableFunc(ps, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Key, b.Key))
	})
}

// Err returns the problems as an error, nil where there are none.
func (ps Problems) Err() error {
	if len(ps) == 0 {
		return nil
	}
	return ps
}
