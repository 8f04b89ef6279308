// Package profile reads and validates a person's YAML.
package profile

import (
	"fmt"
	"slices"
	"strings"

	"shortlist/scoring"
	"shortlist/scoring/place"
	"shortlist/worker/strict"
)

// Parse reads the one profile that the bytes of a file hold; file is the name that its problems carry. What the file
// leaves out is as in scoring.DefaultProfile. Places come back as the regions and codes of scoring/place. A
// rubric_file is not read: only Load knows where it
// lies.
func Parse(file string, data []byte) (scoring.Profile, strict.Problems) {
	p, _, problems := parse(file, data)
	return p, problems
}

func parse(file string, data []byte) (scoring.Profile, strict.Positions, strict.Problems) {
	p := scoring.DefaultProfile()
	pos, problems := strict.Decode(file, data, &p)
	// A value that could not be read has left a blank: nothing more is to be said of its key.
	unread := map[string]bool{}
	for _, problem := range problems {
		unread[problem.Key] = true
	}
	if !pos.Has("thresholds.review") { // who lowers pick need not know of the default of review
		p.Thresholds.Review = slices.DeleteFunc(p.Thresholds.Review, func(score int) bool { return score >= p.Thresholds.Pick })
	}
	stopped := len(problems) > 0 && len(pos.Keys()) == 0
	for _, problem := range Validate(p, pos) {
		if !stopped && !unread[problem.Key] {
			problems = append(problems, problem)
		}
	}
	normalise(&p)
	problems.Sort()
	return p, pos, problems
}

// normalise writes places in one way: a person may name them in several.
func normalise(p *scoring.Profile) {
	for _, places := range [][]string{p.About.WorkFrom, p.About.Markets} {
		for i, name := range places {
			if region, ok := place.Region(name); ok {
				places[i] = region
			} else if code, ok := place.Country(name); ok {
				places[i] = code
			}
		}
	}
}

// NameRule is what a name must look like, as a remedy.
const NameRule = "use 1 to 40 of a-z, 0-9 and -"

// IsName reports whether s may be the name of a profile.
func IsName(s string) bool {
	return len(s) >= 1 && len(s) <= 40 && !strings.ContainsFunc(s, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-'
	})
}

// Validate checks a profile that is decoded already. The zero Positions will do for one that comes from no file.
func Validate(p scoring.Profile, pos strict.Positions) strict.Problems {
	c := &checker{pos: pos}
	c.person(p)
	c.search(p)
	c.about(p.About)
	c.caps(p)
	c.rubric(p)
	c.numbers(p)
	c.problems.Sort()
	return c.problems
}

// checker gathers the problems of one profile.
type checker struct {
	pos      strict.Positions
	problems strict.Problems
}

func (c *checker) add(key, message, remedy string) {
	c.problems = append(c.problems, c.pos.Problem(key, message, remedy))
}

// required reports a missing value and says whether there is one.
func (c *checker) required(key string, missing bool, example string) bool {
	if missing {
		c.add(key, "is missing", "add it, for example "+example)
	}
	return !missing
}

// oneOf checks a value of a closed set.
func (c *checker) oneOf(key, value string, allowed []string) {
	if slices.Contains(allowed, value) {
		return
	}
	list := strings.Join(allowed, ", ")
	if near := strict.Nearest(value, allowed); near != "" {
		c.add(key, quoted(value)+" is not one of "+list, `did you mean "`+near+`"?`)
		return
	}
	c.add(key, quoted(value)+" is not known", "write one of "+list)
}

// between checks a whole number.
func (c *checker) between(key string, n, least, most int) {
	if n < least || n > most {
		c.add(key, fmt.Sprintf("is %d", n), fmt.Sprintf("write a number from %d to %d", least, most))
	}
}

// quoted writes a person's text for a message of one line.
func quoted(s string) string {
	if runes := []rune(s); len(runes) > 60 {
		s = string(runes[:60]) + "…"
	}
	return fmt.Sprintf("%q", s)
}

func item(key string, i int) string { return fmt.Sprintf("%s[%d]", key, i) }
