package judge

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"shortlist/scoring"
)

// reader walks a valid JSON text token by token. encoding/json fills a struct from keys of another case, from the last of
// two equal keys and from nothing at all, none of which is a verdict.
type reader struct{ dec *json.Decoder }

func newReader(object string) *reader {
	dec := json.NewDecoder(strings.NewReader(object))
	dec.UseNumber()
	return &reader{dec}
}

// object reads an object of the known keys, each at most once, and returns those that were there.
func (r *reader) object(known map[string]func() error) ([]string, error) {
	if err := r.delim('{'); err != nil {
		return nil, err
	}
	var seen []string
	had := make(map[string]bool, len(known))
	for r.dec.More() {
		key, err := r.token()
		if err != nil {
			return nil, err
		}
		name, _ := key.(string)
		value := known[name]
		switch {
		case value == nil:
			return nil, fmt.Errorf("the key %q is unknown", clip(name, maxID))
		case had[name]:
			return nil, fmt.Errorf("the key %q is there twice", name)
		}
		had[name] = true
		seen = append(seen, name)
		if err := value(); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return seen, r.delim('}')
}

// all is object with no key left out.
func (r *reader) all(known map[string]func() error) error {
	seen, err := r.object(known)
	if err == nil && len(seen) != len(known) {
		return fmt.Errorf("only the keys %v are there", seen)
	}
	return err
}

// listOf reads a list of what item reads. It is never nil.
func listOf[T any](r *reader, item func() (T, error)) ([]T, error) {
	if err := r.delim('['); err != nil {
		return nil, err
	}
	items := []T{}
	for r.dec.More() {
		if len(items) == maxItems {
			return nil, fmt.Errorf("there are more than %d", maxItems)
		}
		one, err := item()
		if err != nil {
			return nil, err
		}
		items = append(items, one)
	}
	return items, r.delim(']')
}

func (r *reader) criterion() (c scoring.Criterion, err error) {
	return c, r.all(map[string]func() error{
		"id":      func() (err error) { c.ID, err = r.id(); return },
		"quote":   func() (err error) { c.Quote, err = r.quote(); return },
		"verdict": func() (err error) { c.Verdict, err = r.met(); return },
	})
}

func (r *reader) disqualifier() (d scoring.Disqualifier, err error) {
	return d, r.all(map[string]func() error{
		"id":    func() (err error) { d.ID, err = r.id(); return },
		"quote": func() (err error) { d.Quote, err = r.quote(); return },
	})
}

func (r *reader) id() (string, error) {
	s, err := r.text(maxID)
	if err == nil && (strings.TrimSpace(s) != s || s == "" || strings.ContainsAny(s, "\r\n\t")) {
		return "", fmt.Errorf("%q is no id", s)
	}
	return s, err
}

func (r *reader) quote() (string, error) { return r.text(maxQuote) }

func (r *reader) met() (scoring.Met, error) {
	s, err := r.text(maxID)
	switch m := scoring.Met(s); {
	case err != nil:
		return "", err
	case m == scoring.MetYes, m == scoring.MetNo, m == scoring.MetUnknown:
		return m, nil
	}
	return "", fmt.Errorf("%q is none of met, unmet and unknown", s)
}

// score reads a whole number from 1 to 10, written as such: 8.0, 1e1 and "8" are none.
func (r *reader) score() (int, error) {
	token, err := r.token()
	if err != nil {
		return 0, err
	}
	number, ok := token.(json.Number)
	n, err := strconv.Atoi(number.String())
	if !ok || err != nil || n < 1 || n > 10 {
		return 0, fmt.Errorf("%q is no whole number from 1 to 10", clip(fmt.Sprint(token), maxID))
	}
	return n, nil
}

// text reads a string of at most limit runes. Control characters other than white space have no place in a text, and some
// databases refuse the first of them.
func (r *reader) text(limit int) (string, error) {
	token, err := r.token()
	if err != nil {
		return "", err
	}
	s, ok := token.(string)
	switch {
	case !ok:
		return "", fmt.Errorf("%q is no text", clip(fmt.Sprint(token), maxID))
	case utf8.RuneCountInString(s) > limit:
		return "", fmt.Errorf("a text has more than %d characters", limit)
	case strings.ContainsFunc(s, func(c rune) bool { return c < ' ' && c != '\n' && c != '\r' && c != '\t' || c == 0x7f }):
		return "", sentence("a text holds a control character")
	}
	return s, nil
}

func (r *reader) delim(want json.Delim) error {
	token, err := r.token()
	if err == nil && token != want {
		return fmt.Errorf("%q stands where %q belongs", clip(fmt.Sprint(token), maxID), want.String())
	}
	return err
}

func (r *reader) token() (json.Token, error) {
	token, err := r.dec.Token()
	if err != nil {
		return nil, fmt.Errorf("it cannot be read: %w", err)
	}
	return token, nil
}
