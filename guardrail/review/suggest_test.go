package review_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"shortlist/guardrail"
	"shortlist/guardrail/review"
	"shortlist/scoring"
)

// no is a rejected item with a title and company, yes an approved one.
func no(why review.Reason, title, company string, change ...func(*scoring.Listing)) review.Item {
	d := reject
	d.Reason = why
	return answered(d, title, company, change...)
}

func yes(title, company string, change ...func(*scoring.Listing)) review.Item {
	return answered(approve, title, company, change...)
}

func answered(d review.Decision, title, company string, change ...func(*scoring.Listing)) review.Item {
	it := item(1, 6, guardrail.Borderline)
	it.ID, it.Title, it.Company = title+"/"+company, title, company
	l := &it.Snapshot.Listing
	l.Title, l.Company = title, company
	for _, c := range change {
		c(l)
	}
	return decided(it, d)
}

func in(where string) func(*scoring.Listing) {
	return func(l *scoring.Listing) { l.Place.Countries = []string{where} }
}

func pays(most float64) func(*scoring.Listing) {
	return func(l *scoring.Listing) {
		l.Pay = scoring.Pay{Max: most, Currency: "EUR", Period: scoring.PerYear}
	}
}

func numbered(s string, n int) string { return strings.ReplaceAll(s, "%d", fmt.Sprint(n)) }

func TestSuggest(t *testing.T) {
	t.Parallel()
	three := func(why review.Reason, title, company string, change ...func(*scoring.Listing)) (out []review.Item) {
		for i := range 3 {
			out = append(out, no(why, numbered(title, i), numbered(company, i), change...))
		}
		return out
	}
	floor := &scoring.PayFloor{Amount: 50000, Currency: "EUR", Per: scoring.PerYear}
	for name, c := range map[string]struct {
		items   []review.Item
		profile func(*scoring.Profile)
		want    string
	}{
		"two are not enough":         {items: three(review.OtherReason, "Job%d", "Quay")[:2]},
		"a company":                  {items: []review.Item{no(review.OtherReason, "A1", "Lumen Quay GmbH"), no(review.WrongPay, "B2", "lumen quay"), no(review.WrongCompany, "C3", "Lumen Quay, Inc.")}, want: "block_companies+Lumen Quay GmbH"},
		"a company that is liked":    {items: append(three(review.OtherReason, "J%d", "Quay"), yes("Other", "Quay GmbH"))},
		"a company that is blocked":  {items: three(review.OtherReason, "J%d", "Quay"), profile: func(p *scoring.Profile) { p.BlockCompanies = []string{"QUAY"} }},
		"adverts that were dead":     {items: three(review.ListingGone, "Welder %d", "Quay")},
		"a word":                     {items: three(review.WrongField, "Remote welder %d", "Quay%d"), want: "exclude+welder"},
		"a word of two reasons":      {items: append(three(review.WrongField, "Welder %d", "Quay%d")[:2], no(review.NotInterested, "Welding and welder", "X")), want: "exclude+welder"},
		"a word of the queries":      {items: three(review.WrongField, "Welder %d", "Quay%d"), profile: func(p *scoring.Profile) { p.Queries = []string{"welder jobs"} }},
		"a word that is excluded":    {items: three(review.WrongField, "Welder %d", "Quay%d"), profile: func(p *scoring.Profile) { p.Exclude = []string{"Welder"} }},
		"a word that is liked":       {items: append(three(review.WrongField, "Welder %d", "Quay%d"), yes("Chief welder", "X"))},
		"a low score is a rejection": {items: append(three(review.WrongField, "Welder %d", "Quay%d"), answered(scored(3), "Welder", "X")), want: "exclude+welder"},
		"a level":                    {items: three(review.WrongLevel, "Senior job%d", "Quay%d"), want: "exclude+senior"},
		"a level short":              {items: append(three(review.WrongLevel, "Sr. job%d", "Quay%d")[:2], no(review.WrongLevel, "Senior keeper", "X")), want: "exclude+senior"},
		"a level of theirs":          {items: three(review.WrongLevel, "Senior job%d", "Quay%d"), profile: func(p *scoring.Profile) { p.About.Levels = []string{"mid", "senior"} }, want: "about.levels-senior"},
		"a place":                    {items: three(review.WrongPlace, "J%d", "Quay%d", in("US")), want: "about.work_from+"},
		"a place of theirs":          {items: three(review.WrongPlace, "J%d", "Quay%d", in("US")), profile: func(p *scoring.Profile) { p.About.WorkFrom = []string{"EU", "us"} }, want: "about.work_from-US"},
		"a place that is out":        {items: three(review.WrongPlace, "J%d", "Quay%d", in("US")), profile: func(p *scoring.Profile) { p.About.WorkFrom = []string{"EU"} }},
		"a place that is liked":      {items: append(three(review.WrongPlace, "J%d", "Quay%d", in("US")), yes("X", "Y", in("US")))},
		"no floor":                   {items: three(review.WrongPay, "J%d", "Quay%d"), want: "about.pay_floor+"},
		"a higher floor":             {items: three(review.WrongPay, "J%d", "Quay%d", pays(55000)), profile: func(p *scoring.Profile) { p.About.PayFloor = floor }, want: "about.pay_floor+55001 EUR per year"},
		"a floor that is enough":     {items: three(review.WrongPay, "J%d", "Quay%d", pays(45000)), profile: func(p *scoring.Profile) { p.About.PayFloor = floor }},
		"a floor over what is liked": {items: append(three(review.WrongPay, "J%d", "Quay%d", pays(55000)), yes("X", "Y", pays(54000))), profile: func(p *scoring.Profile) { p.About.PayFloor = floor }},
		"languages":                  {items: three(review.WrongLanguage, "J%d", "Quay%d"), want: "about.languages+"},
		"languages that are known":   {items: three(review.WrongLanguage, "J%d", "Quay%d"), profile: func(p *scoring.Profile) { p.About.Languages = []string{"en"} }},
		"nothing":                    {},
	} {
		p := scoring.DefaultProfile()
		if c.profile != nil {
			c.profile(&p)
		}
		var got []string
		for _, s := range review.Suggest(c.items, &p) {
			sign := map[bool]string{true: "-", false: "+"}[s.Remove]
			got = append(got, s.Setting+sign+s.Value)
			if len(s.Items) < review.SuggestAfter || s.Why == "" {
				t.Errorf("%s: %+v", name, s)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestSuggestionsAreFew(t *testing.T) {
	t.Parallel()
	var items []review.Item
	for i := range 500 {
		items = append(items, no(review.WrongField, strings.Repeat("alpha beta gamma delta epsilon zeta eta theta ", 1+i), fmt.Sprint("Quay", i%4)))
	}
	p := scoring.DefaultProfile()
	got := review.Suggest(items, &p)
	if len(got) != 5 || !slices.IsSortedFunc(got, func(a, b review.Suggestion) int { return len(b.Items) - len(a.Items) }) {
		t.Errorf("%d suggestions", len(got))
	}
}
