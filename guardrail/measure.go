package guardrail

import (
	"slices"

	"shortlist/scoring"
)

// Case is a verdict of which a person said what the guardrail must find in it.
type Case struct {
	ID        string   `json:"id"`
	Score     int      `json:"score"`
	Rationale string   `json:"rationale"`
	Expect    []Reason `json:"expect"` // borderline, cap_without_disqualifier, strong_despite_disqualifier, or none
}

// Report says how well the rules find what people found. Precision and Recall are of the two contradictions; a share of
// nothing is 1.
type Report struct {
	Precision  float64 `json:"precision"`
	Recall     float64 `json:"recall"`
	Borderline bool    `json:"borderline_exact"` // every item is borderline exactly where it must be
	Items      []Item  `json:"items"`
}

// Item is one case's expected reasons and those found.
type Item struct {
	ID     string   `json:"id"`
	Expect []Reason `json:"expect"`
	Got    []Reason `json:"got"`
}

// Measure compares the rules with what people found, for a verdict of score and rationale alone. Gates and samples do not
// enter.
func Measure(cases []Case, p *scoring.Profile) Report {
	me := newPerson(p)
	rep := Report{Precision: 1, Recall: 1, Borderline: true, Items: []Item{}}
	right, got, want := 0, 0, 0
	for _, c := range cases {
		item := Item{ID: c.ID, Expect: nonNil(c.Expect), Got: textReasons(c, p, me)}
		for _, r := range []Reason{CapWithoutDisqualifier, StrongDespiteDisqualifier} {
			g, e := slices.Contains(item.Got, r), slices.Contains(item.Expect, r)
			got += count(g)
			want += count(e)
			right += count(g && e)
		}
		rep.Borderline = rep.Borderline && slices.Contains(item.Got, Borderline) == slices.Contains(item.Expect, Borderline)
		rep.Items = append(rep.Items, item)
	}
	if got > 0 {
		rep.Precision = float64(right) / float64(got)
	}
	if want > 0 {
		rep.Recall = float64(right) / float64(want)
	}
	return rep
}

func textReasons(c Case, p *scoring.Profile, me *person) []Reason {
	out := []Reason{}
	if c.Score < 1 || c.Score > TopScore {
		return append(out, Unjudged)
	}
	if slices.Contains(p.Thresholds.Review, c.Score) {
		return append(out, Borderline)
	}
	v := &scoring.Verdict{Score: c.Score, Rationale: c.Rationale, ScoreOnly: true}
	if r := contradicts(v, read(c.Rationale, me), pickAt(p)); r != "" {
		out = append(out, r)
	}
	return out
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

func nonNil(r []Reason) []Reason {
	if r == nil {
		return []Reason{}
	}
	return r
}

// ReferenceProfile is the person whom labelled verdicts speak of where no other is named: at home in Berlin, works in
// English, from within the European Union, for at least 60,000 euros a year, at a middle or senior level.
func ReferenceProfile() scoring.Profile {
	p := scoring.DefaultProfile()
	cleared := false
	p.Name, p.Timezone = "reference", "Europe/Berlin"
	p.Queries = []string{"golang backend", "go developer", "python data platform", "ai operations", "product manager", "community lead", "partnerships", "llm evaluation", "ai enablement", "developer relations", "program manager"}
	p.About = scoring.About{
		Languages: []string{"en"},
		Home:      scoring.Home{City: "Berlin", Country: "DE"},
		WorkFrom:  []string{"EU", "worldwide"},
		Markets:   []string{"EU", "worldwide"},
		PayFloor:  &scoring.PayFloor{Amount: 60000, Currency: "EUR", Per: scoring.PerYear},
		Levels:    []string{"mid", "senior"},
		Clearance: &cleared,
	}
	return p
}
