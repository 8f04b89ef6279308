package gate

import (
	"strconv"
	"strings"

	"shortlist/scoring"
	"shortlist/scoring/place"
)

// The labels of a Case.
const (
	LabelHit      = "hit"       // the gate must fire
	LabelNearMiss = "near_miss" // it must not, though the words are alike
	LabelDepends  = "depends"   // readers differ; not measured
)

// Case is one labelled row: a single clause of an advert, or a whole advert where Description is set. Clauses of
// territories, and those that are their own title, are titles.
type Case struct {
	ID          string `json:"id"`
	Class       string `json:"class"`
	Label       string `json:"label"`
	Text        string `json:"text"`
	Title       string `json:"title"`
	Company     string `json:"company"`
	Location    string `json:"location"`
	Description string `json:"description"`
}

// Tally counts the answers of one class. Precision and recall are from 0 to 1, and 1 where there was nothing to find.
type Tally struct {
	TP        int     `json:"tp"`
	FP        int     `json:"fp"`
	FN        int     `json:"fn"`
	TN        int     `json:"tn"`
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
}

// Answer is what a gate said of one case.
type Answer struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	Got   State  `json:"got"`
}

// Report is the measurement of all cases.
type Report struct {
	Classes map[string]*Tally `json:"classes"`
	Items   []Answer          `json:"items"`
}

// classes maps the classes of labelled rows to gates; a gate's own name is a class too.
var classes = map[string]string{
	"language_required": Language, "body_not_english": BodyLanguage, "pay_below_floor": Pay, "title_territory": Territory,
	"office_first": Office, "residency_authorisation": Residency, "clearance": Clearance, "seniority": Seniority,
}

// Measure asks each case's gate and counts: a hit is right where the gate fires, a near miss where it does not. Rows
// labelled "depends" are answered and not counted, rows of an unknown class are left out. A row without an id gets its
// number, from 1.
func Measure(cases []Case, p *scoring.Profile) Report {
	report := Report{Classes: map[string]*Tally{}, Items: []Answer{}}
	for i, c := range cases {
		if c.ID == "" {
			c.ID = strconv.Itoa(i + 1)
		}
		got, ok := Ask(c, p)
		if !ok {
			continue
		}
		report.Items = append(report.Items, Answer{c.ID, c.Label, got})
		if c.Label != LabelHit && c.Label != LabelNearMiss {
			continue
		}
		if report.Classes[c.Class] == nil {
			report.Classes[c.Class] = &Tally{}
		}
		report.Classes[c.Class].count(c.Label == LabelHit, got == Fired)
	}
	for _, t := range report.Classes {
		t.Precision, t.Recall = ratio(t.TP, t.TP+t.FP), ratio(t.TP, t.TP+t.FN)
	}
	return report
}

func (t *Tally) count(hit, fired bool) {
	switch {
	case hit && fired:
		t.TP++
	case hit:
		t.FN++
	case fired:
		t.FP++
	default:
		t.TN++
	}
}

func ratio(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

// Ask is what the gate of a case's class says; false for an unknown class.
func Ask(c Case, p *scoring.Profile) (State, bool) {
	name, ok := classes[c.Class]
	if !ok {
		name = c.Class
	}
	for _, r := range rules {
		if r.name == name {
			return r.read(newListing(c.listing(name)), p).state, true
		}
	}
	return Silent, false
}

// listing builds what the gate is to read. The title of a clause's advert is no part of the clause; its place tells
// where the job is.
func (c Case) listing(gate string) *scoring.Listing {
	l := &scoring.Listing{Company: c.Company, Place: place.Parse(c.Location, false)}
	if whole := c.Description != "" || c.Text == ""; whole {
		l.Title, l.Text = c.Title, c.Description
		return l
	}
	l.Place.Remote = scoring.RemoteUnknown
	title, rest := c.Text, c.Text
	if head, tail, ok := quotedTitle(c.Text); ok {
		title, rest = head, tail
	}
	switch {
	case gate == Territory:
		l.Title = c.Text
	case gate == Seniority && (c.Text == c.Title || rest != c.Text || titleLike(c.Text)):
		l.Title, l.Text = title, rest
	case gate != BodyLanguage && c.Text == c.Title:
		l.Title, l.Text = c.Text, c.Text
	default:
		l.Text = c.Text
	}
	return l
}

// quotedTitle parts a row that writes a title in quotation marks and then what the advert says.
func quotedTitle(text string) (title, rest string, ok bool) {
	if !strings.HasPrefix(text, "“") {
		return "", "", false
	}
	return strings.Cut(strings.TrimPrefix(text, "“"), "”")
}

// titleLike reports whether a clause reads as a title: short, without a full stop, and most of its words in capitals.
func titleLike(text string) bool {
	if strings.HasSuffix(strings.TrimSpace(text), ".") || len(text) > 80 {
		return false
	}
	clauses := readText(text)
	if len(clauses) == 0 || clauses[0].tags.has(tagYou) {
		return false
	}
	capitals, all := 0, 0
	for _, t := range clauses[0].tokens {
		if len(t.word) > 3 {
			all++
			if t.capital {
				capitals++
			}
		}
	}
	return 2*capitals > all
}
