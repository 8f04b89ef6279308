package strict

import (
	"maps"
	"slices"
	"strings"
)

// Positions says where in a file each key stands, so that a check made after decoding can name its line.
// The zero value knows no key and is ready for use with values that come from no file.
type Positions struct {
	File string
	at   map[string]position
}

type position struct{ line, column int }

// Line returns the line, from 1, on which a key path such as "boards.remotive.every" or "schedule[1]" stands. For a
// path that the file lacks it is the line of the nearest parent that the file has, 0 where there is none.
func (p Positions) Line(key string) int { return p.find(key).line }

// Has reports whether the file sets the key itself.
func (p Positions) Has(key string) bool {
	_, ok := p.at[key]
	return ok
}

// Problem makes a problem at the place of a key.
func (p Positions) Problem(key, message, remedy string) Problem {
	at := p.find(key)
	return Problem{File: p.File, Line: at.line, Column: at.column, Key: key, Message: message, Remedy: remedy}
}

func (p Positions) find(key string) position {
	for key != "" {
		if at, ok := p.at[key]; ok {
			return at
		}
		key = key[:max(strings.LastIndexAny(key, ".["), 0)]
	}
	return position{}
}

// Keys lists the paths that the file sets, in no order.
func (p Positions) Keys() []string { return slices.Collect(maps.Keys(p.at)) }
