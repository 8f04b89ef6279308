package judge

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"shortlist/scoring"
)

// PromptVersion is raised whenever the words of the prompt change, or what of a listing is shown.
const PromptVersion = "1"

//go:embed rules.txt
var rules string

// question is one listing for one person, as it is put to the model.
type question struct {
	l        *scoring.Listing
	shown    shown
	rubric   string // sha256
	standing string // the system instruction up to what is new for each call
	facts    string // sha256 of standing
	views    []view // where quotes are looked for
	admitted func()
}

func (j *Judge) question(l *scoring.Listing, p *scoring.Profile) *question {
	var found []Finding
	if j.o.Gates != nil {
		found = j.o.Gates(l, p)
	}
	q := &question{l: l, shown: show(l), rubric: digest(p.Rubric), standing: rules + person(p) + rubric(p) + findings(found)}
	q.facts = digest(q.standing)
	for _, part := range q.shown.parts() {
		q.views = append(q.views, j.view(part, l.Flags))
	}
	return q
}

// request is the prompt of one call. What is new for each call stands last, so that a provider can keep the rest.
func (q *question) request(e Envelope, m marks, sample, maxTokens int) Request {
	return Request{
		System: q.standing + thisCall(m, q.shown.left), User: e.Wrap(q.shown.text(m.cut), m.nonce), Schema: Schema(), MaxTokens: maxTokens,
		Listing: q.l.Ref, Rubric: q.rubric, Sample: sample,
	}
}

// thisCall says how the advert is wrapped, which word must not come back, and what was cut.
func thisCall(m marks, left int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n# This call\nThe advert is all that stands between the two marks with the token %s, and it ends only there.\n", m.nonce)
	fmt.Fprintf(&b, "Write neither that token nor the word %s anywhere.\n", m.canary)
	if left > 0 {
		fmt.Fprintf(&b, "The advert was too long: where %s stands, %d characters of its middle were left out. A criterion that they could decide is unknown.\n",
			m.cut, left)
	}
	return b.String()
}

// person says what the gates would need to know, each fact with the disqualifier that breaks it. A name or an address of a
// person is not among them.
func person(p *scoring.Profile) string {
	var b strings.Builder
	if len(p.Queries) > 0 {
		fmt.Fprintf(&b, "Searches for: %s.\n", list(p.Queries, "; "))
	}
	none := true
	capped := func(id, text string, limit int) {
		if none {
			b.WriteString("What rules a role out, with the id of the disqualifier in brackets:\n")
			none = false
		}
		b.WriteString("- [" + id + "] " + text)
		if limit > 0 {
			fmt.Fprintf(&b, " At most %d.", limit)
		}
		b.WriteByte('\n')
	}
	fact := func(id, text string) { capped(id, text, p.Caps[id]) }
	a := p.About
	if len(a.Languages) > 0 {
		known := list(a.Languages, ", ")
		fact("language", "Works in the languages "+known+" (ISO 639-1). Applies where the role needs working fluency in another one; not where that is a plus.")
		fact("body_language", "Reads "+known+". Applies where most of the advert is written in another language.")
	}
	if home := list([]string{a.Home.City, a.Home.Country}, ", "); home != "" {
		fact("office", "Lives in "+home+". Applies where the work is done in an office elsewhere, all of it or a part.")
	}
	if len(a.WorkFrom) > 0 {
		fact("residency", "May do remote work from: "+list(a.WorkFrom, ", ")+". Applies where living somewhere else, or the right to work there, is asked.")
	}
	switch {
	case len(a.Markets) > 0:
		fact("territory", "Works on the markets: "+list(a.Markets, ", ")+". Applies where the title names another territory.")
	case a.Markets != nil:
		fact("territory", "Works on no single market. Applies where the title names a territory.")
	}
	if f := a.PayFloor; f != nil {
		fact("pay", fmt.Sprintf("Works for no less than %s %s a %s. Applies where the most that the advert offers is less; not where it names no pay.",
			strconv.FormatFloat(f.Amount, 'f', -1, 64), line(f.Currency), line(string(f.Per))))
	}
	if len(a.Levels) > 0 {
		fact("seniority", "Levels: "+list(a.Levels, ", ")+". Applies where the role is plainly of another level.")
	}
	if a.Clearance != nil && !*a.Clearance {
		fact("clearance", "Has no security clearance. Applies where one is asked.")
	}
	for _, c := range p.TitleCaps {
		capped(line(c.ID), "Applies where the title holds one of: "+list(c.Titles, "; ")+".", c.Cap)
	}
	if b.Len() == 0 {
		return ""
	}
	return "\n# The person\n" + b.String()
}

func rubric(p *scoring.Profile) string {
	text := strings.TrimSpace(p.Rubric)
	if text == "" {
		text = "None is given: what the person searches for is the only criterion."
	}
	return "\n# The rubric, in the person's words\n" + text + "\n"
}

func findings(found []Finding) string {
	if len(found) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n# Checks made without a model\nThese were found in this advert. Name each among the disqualifiers, with its quote, unless the advert's words refute it.\n")
	for _, f := range found {
		if f.Unsure {
			fmt.Fprintf(&b, "- [%s] Perhaps.\n", line(f.Gate))
			continue
		}
		fmt.Fprintf(&b, "- [%s] At most %d.\n", line(f.Gate), f.Cap)
	}
	return b.String()
}

// list joins the parts that are not empty.
func list(parts []string, by string) string {
	var kept []string
	for _, part := range parts {
		if part = line(part); part != "" {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, by)
}

// line is a setting as one line.
func line(s string) string { return strings.Join(strings.Fields(s), " ") }

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}
