package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"shortlist/guardrail/review"
	"shortlist/scoring"
	"shortlist/scoring/place"
	"shortlist/scoring/role"
	"shortlist/worker/profile"
	"shortlist/worker/strict"
)

// The settings that a button changes.
const (
	blockCompanies = "block_companies"
	exclude        = "exclude"
)

// applicable reports whether a button can do what is suggested. The facts about a person are theirs to write: a gate rests on
// each of them.
func applicable(sug review.Suggestion) bool {
	return !sug.Remove && sug.Value != "" && (sug.Setting == blockCompanies || sug.Setting == exclude)
}

// toWrite is a line of YAML, a comment where a line cannot say it, or empty where the person must find the words.
func toWrite(setting, value string, remove bool) string {
	name := setting[strings.LastIndexByte(setting, '.')+1:]
	switch {
	case remove:
		return "# take out of " + setting + ": " + value
	case setting == blockCompanies || setting == exclude:
		b, _ := json.Marshal(value) // a JSON string is a YAML string
		return name + ": [" + string(b) + "]  # beside what is there"
	case value == "":
		return ""
	}
	return "# set " + setting + ": " + value
}

// errFromFile: the profile is changed in its file.
var errFromFile = errors.New("the profile comes from a file")

// addTo adds a value to a list of a profile's settings; false where it is there already.
func addTo(p *scoring.Profile, setting, value string) bool {
	switch setting {
	case blockCompanies:
		if hides(p, value) {
			return false
		}
		p.BlockCompanies = append(slices.Clone(p.BlockCompanies), value)
	case exclude:
		if excludes(p, value) {
			return false
		}
		p.Exclude = append(slices.Clone(p.Exclude), value)
	}
	return true
}

func hides(p *scoring.Profile, company string) bool {
	return slices.ContainsFunc(p.BlockCompanies, func(b string) bool { return role.SameCompany(b, company) })
}

func excludes(p *scoring.Profile, words string) bool {
	return slices.ContainsFunc(p.Exclude, func(e string) bool { return place.Fold(e) == place.Fold(words) })
}

// change adds to a person's settings, unless their profile comes from a file, which is errFromFile. What the profile could not
// hold is a strict.Problems.
func (s *Site) change(ctx context.Context, name, setting, value string) error {
	s.settings.Lock()
	defer s.settings.Unlock()
	p, err := s.Store.Profile(ctx, name)
	if err != nil {
		return err
	}
	if p.Source != "" {
		return errFromFile
	}
	if !addTo(&p.Profile, setting, value) {
		return nil
	}
	if problems := profile.Validate(p.Profile, strict.Positions{}); len(problems) > 0 {
		return problems
	}
	return s.Store.PutProfile(ctx, p.Profile, "")
}

// postRule makes a rule that the page offers, and no other.
func (s *Site) postRule(w http.ResponseWriter, r *http.Request, v viewer) {
	if !s.form(w, r) {
		return
	}
	setting, value := r.PostForm.Get("setting"), r.PostForm.Get("value")
	suggestions, err := s.suggestions(r.Context(), v.Profile)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	if !slices.ContainsFunc(suggestions, func(sug review.Suggestion) bool {
		return sug.Setting == setting && sug.Value == value && applicable(sug)
	}) {
		s.redirect(w, r, "/review", flash{Kind: warn, Text: "That rule is not offered any more. Nothing was changed."})
		return
	}
	var problems strict.Problems
	switch err := s.change(r.Context(), v.Name, setting, value); {
	case errors.Is(err, errFromFile):
		s.redirect(w, r, "/review", flash{Kind: warn, Text: "Your profile comes from a file: change it there. " + toWrite(setting, value, false)})
	case errors.As(err, &problems):
		s.redirect(w, r, "/review", flash{Kind: warn, Text: "Your profile cannot hold that: " + problems.Error()})
	case err != nil:
		s.fail(w, r, err)
	default:
		s.redirect(w, r, "/review", flash{Kind: done, Text: fmt.Sprintf("“%s” stands in %s now. It holds from the next digest on.", shorten(value, 80), setting)})
	}
}

const maxPhrase = 120 // bytes of a title that is kept out

// phraseOf is what of a title keeps its like out, or empty where that would keep out too much: a single word, or nothing but
// words that the person searches for.
func phraseOf(title string, p *scoring.Profile) string {
	for _, sep := range []string{" (", " - ", " – ", " — ", " | ", " @ ", " / "} {
		if head, _, ok := strings.Cut(title, sep); ok && len(strings.Fields(head)) > 1 {
			title = head
		}
	}
	title = strings.TrimSpace(title)
	searched := strings.Fields(place.Fold(strings.Join(p.Queries, " ")))
	words := strings.Fields(place.Fold(title))
	fresh := slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(searched, w) })
	if len(words) < 2 || !fresh || len(title) > maxPhrase {
		return ""
	}
	return title
}
