package relevance

import (
	"testing"

	"shortlist/scoring"
)

// TestKeys: what a query admits has a key of each of its clauses, so that an index over them misses nothing.
func TestKeys(t *testing.T) {
	t.Parallel()
	queries := []string{"golang backend", "data engineer", "developer", "engineer", "senior", "intern", "remote job", "quillfeather", "nurse",
		"head of marketing", "manager", "react frontend developer", "customer support", "fintech", "software engineer", "junior developer"}
	titles := []string{"Go Developer", "Backend Engineer", "Data Engineer", "Software Engineer", "Sales Engineer", "Senior Nurse", "Marketing Intern",
		"Quillfeather Keeper", "Director of Marketing", "VP Marketing", "Frontend Engineer", "Support Agent", "Fintech Lead", "Remote Cook", "Jr. Developer", "Lunch", ""}
	texts := []string{"", "We write Go and React all day.\nRequirements\nGo, React\nReact", "Quillfeather and quillfeathers, a quillfeather.",
		"Fintech is what we do.\nRequirements\nFintech\nFintech, more fintech"}
	admitted := 0
	for _, q := range queries {
		s := compile(t, []string{q}, nil, nil)
		for _, title := range titles {
			for _, text := range texts {
				d := Read(&scoring.Listing{Title: title, Text: text})
				if !s.Matches(d).Admitted {
					continue
				}
				admitted++
				for _, c := range s.queries[0].clauses() {
					if !c.answeredBy(d) {
						t.Errorf("%q admits %q without one of %x", q, title, c.keys)
					}
				}
			}
		}
	}
	if admitted < len(queries) {
		t.Errorf("only %d admitted", admitted)
	}
}

func (c clause) answeredBy(d *Document) (yes bool) {
	d.eachKey(func(k key) {
		for _, want := range c.keys {
			yes = yes || k == want
		}
	})
	return yes
}
