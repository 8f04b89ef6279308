// Package eval measures the deterministic parts on labelled files: what a search finds, what exclusions keep out, what gates
// and guardrail say.
package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"shortlist/guardrail"
	"shortlist/scoring/gate"
)

// maxRow bounds one line of a file in bytes: the longest advert with all its labels is under it.
const maxRow = 4 << 20

// Clauses reads the rows of a measurement of the gates, a JSON object a line: class, label, text, or a whole advert.
func Clauses(r io.Reader) ([]gate.Case, error) { return rows[gate.Case](r) }

// Verdicts reads the rows of a measurement of the guardrail, a JSON object a line: id, score, rationale, expect.
func Verdicts(r io.Reader) ([]guardrail.Case, error) {
	cases, err := rows[guardrail.Case](r)
	for i, c := range cases {
		for _, reason := range c.Expect {
			if !slices.Contains(guardrail.Reasons(), reason) {
				return nil, fmt.Errorf("row %d: %q is no reason that the guardrail gives", i+1, reason)
			}
		}
	}
	return cases, err
}

// rows decodes JSON lines. An error names the line; empty lines are passed over.
func rows[T any](r io.Reader) ([]T, error) {
	var out []T
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 64<<10), maxRow)
	n := 0
	for lines.Scan() {
		n++
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var row T
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			return nil, fmt.Errorf("line %d: %w; write one JSON object a line", n, err)
		}
		out = append(out, row)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", n+1, err)
	}
	if len(out) == 0 {
		return nil, errors.New("there is no row in it; write one JSON object a line")
	}
	return out, nil
}
