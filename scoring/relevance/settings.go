package relevance

import (
	"errors"
	"fmt"
	"strings"

	"shortlist/scoring/role"
)

// Settings are what a person asks for.
type Settings struct {
	Queries        []string // one at least
	Exclude        []string // words and phrases that keep a listing out
	BlockCompanies []string // in any spelling
	Levels         []string // names of Level; where there are any, a title that names another level is kept out
}

// Search is a person's settings, compiled. It is immutable and safe for concurrent use.
type Search struct {
	lexicon *lexicon
	queries []query
	rules   []rule
	blocked []block
	levels  map[Level]bool
}

// maxSetting bounds one query or exclusion in bytes, so that compiling stays cheap whatever is typed.
const maxSetting = 300

// Compile is New without levels.
func Compile(queries, exclude, blockCompanies []string) (*Search, error) {
	return New(Settings{Queries: queries, Exclude: exclude, BlockCompanies: blockCompanies})
}

// New reads a person's settings. It refuses an empty list of queries, each query, exclusion or company without a word, which
// could never have an effect, what is longer than 300 bytes, and unknown levels; the error names all of them, a line each.
func New(set Settings) (*Search, error) {
	s := &Search{lexicon: theLexicon()}
	var errs []error
	refuse := func(list string, i int, format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s[%d]: "+format, append([]any{list, i}, args...)...))
	}
	if len(set.Queries) == 0 {
		errs = append(errs, errors.New("queries: write at least one, for example \"golang backend\""))
	}
	for i, text := range set.Queries {
		if len(text) > maxSetting {
			refuse("queries", i, tooLong, maxSetting)
			continue
		}
		q, ok := s.lexicon.understand(text)
		if !ok {
			refuse("queries", i, "%q has no word to search for", text)
		}
		s.queries = append(s.queries, q)
	}
	for i, text := range set.Exclude {
		if len(text) > maxSetting {
			refuse("exclude", i, tooLong, maxSetting)
			continue
		}
		r, ok := s.lexicon.compileRule(text)
		if !ok {
			refuse("exclude", i, "%q has no word to look for", text)
		}
		s.rules = append(s.rules, r)
	}
	for i, text := range set.BlockCompanies {
		key := role.CompanyKey(text)
		if key == "" {
			refuse("block_companies", i, "%q is no company's name", text)
			continue
		}
		s.blocked = append(s.blocked, block{strings.TrimSpace(text), key})
	}
	for i, name := range set.Levels {
		level, err := ParseLevel(name)
		if err != nil {
			refuse("levels", i, "%w", err)
			continue
		}
		if s.levels == nil {
			s.levels = map[Level]bool{}
		}
		s.levels[level] = true
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return s, nil
}

const tooLong = "longer than %d bytes; name the few words that matter"
