package relevance

import (
	"errors"
	"fmt"
	"strings"

	"shortlist/scoring/role"
)

// Search is a person's queries and exclusions, compiled. It is immutable and safe for concurrent use.
type Search struct {
	vocabulary *vocabulary
	queries    []query
	rules      []rule
	anywhere   bool // a rule judges more than the title
	blocked    []block
}

// query is one query: its topics admit, its other words break ties.
type query struct {
	text   string
	words  []queryWord // in the person's order, each term once
	topics int
	others int
}

type queryWord struct {
	term  int32
	label string
	topic bool

	beside string // the label of the word before and this one
}

// rule is one exclusion.
type rule struct {
	text      string
	term      int32
	titleOnly bool // it names a seniority
}

// block is one company that is kept out.
type block struct{ text, key string }

// maxSetting bounds one query or exclusion in bytes, so that compiling stays cheap whatever is typed.
const maxSetting = 300

// Compile reads a person's settings. It refuses an empty list of queries, each query, exclusion or company without a
// word, which could never have an effect, and what is longer than 300 bytes; the error names all of them.
func Compile(queries, exclude, blockCompanies []string) (*Search, error) {
	s := &Search{vocabulary: newVocabulary(words)}
	var errs []error
	if len(queries) == 0 {
		errs = append(errs, errors.New("queries: write at least one, for example \"golang backend\""))
	}
	for i, text := range queries {
		if len(text) > maxSetting {
			errs = append(errs, tooLong("queries", i))
			continue
		}
		q := s.compileQuery(text)
		if len(q.words) == 0 {
			errs = append(errs, fmt.Errorf("queries[%d]: %q has no word to search for", i, text))
		}
		s.queries = append(s.queries, q)
	}
	for i, text := range exclude {
		if len(text) > maxSetting {
			errs = append(errs, tooLong("exclude", i))
			continue
		}
		ts := words.parse(text)
		if len(ts) == 0 || !strings.ContainsFunc(text, isWordRune) /* a lone "&" reads as "and" */ {
			errs = append(errs, fmt.Errorf("exclude[%d]: %q has no word to look for", i, text))
			continue
		}
		r := rule{strings.TrimSpace(text), s.vocabulary.add(words, joined(ts)), words.isLevel(ts)}
		s.rules = append(s.rules, r)
		s.anywhere = s.anywhere || !r.titleOnly
	}
	for i, text := range blockCompanies {
		key := role.CompanyKey(text)
		if key == "" {
			errs = append(errs, fmt.Errorf("block_companies[%d]: %q is no company's name", i, text))
			continue
		}
		s.blocked = append(s.blocked, block{strings.TrimSpace(text), key})
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return s, nil
}

func tooLong(list string, i int) error {
	return fmt.Errorf("%s[%d]: longer than %d bytes; name the few words that matter", list, i, maxSetting)
}

func (s *Search) compileQuery(text string) query {
	q := query{text: text}
	ts := words.parse(text)
	topic := topicClass(ts)
	seen := map[int32]bool{}
	for _, t := range ts {
		if t.class == classStop && topic != classStop {
			continue
		}
		n := s.vocabulary.add(words, t.term)
		if seen[n] {
			continue
		}
		seen[n] = true
		w := queryWord{term: n, label: t.label, topic: t.class == topic}
		if len(q.words) > 0 {
			w.beside = q.words[len(q.words)-1].label + " " + w.label
		}
		q.words = append(q.words, w)
		if t.class == topic {
			q.topics++
		} else {
			q.others++
		}
	}
	return q
}

// topicClass is the class of word that admits for a query: topics, or where it names none, the first class of the
// list that it has, so that "remote job" asks for "remote" and "senior developer" for "developer".
func topicClass(ts []named) class {
	least := classStop
	for _, t := range ts {
		least = min(least, t.class)
	}
	return least
}

// maxForms bounds the spellings of a phrase of several terms that each have some.
const maxForms = 64

// joined makes one term of the terms of an exclusion: the phrase, in every mix of their spellings.
func joined(ts []named) *term {
	if len(ts) == 1 {
		return ts[0].term
	}
	all := &term{class: ts[len(ts)-1].class, known: ts[len(ts)-1].known, forms: []form{{}}}
	for i, t := range ts {
		var longer []form
		for _, spelling := range t.forms {
			for _, f := range all.forms {
				if len(longer) < maxForms {
					ws := append(append([]string{}, f.words...), spelling.words...)
					longer = append(longer, form{ws, f.slash || spelling.slash})
				}
			}
		}
		all.forms = longer
		if i > 0 {
			all.key += " "
		}
		all.key += t.key
	}
	all.key = "phrase " + all.key
	return all
}
