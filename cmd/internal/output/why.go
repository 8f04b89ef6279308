package output

import (
	"fmt"
	"io"
	"strings"

	"shortlist/guardrail"
	"shortlist/scoring/gate"
	"shortlist/scoring/pay"
	"shortlist/scoring/place"
	"shortlist/scoring/relevance"
	"shortlist/worker/pipeline"
)

// Why writes each step's answer for one listing.
func Why(w io.Writer, y pipeline.Why, asJSON bool) error {
	if asJSON {
		return JSON(w, y)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n\n", y.Listing.Title, strings.Join(said(y.Listing.Company, place.Format(y.Listing.Place), pay.Format(y.Listing.Pay), y.Listing.URL), " · "))
	step := func(name, text string) { fmt.Fprintf(&b, "%-10s %s\n", name, text) }
	step("seen", seen(y))
	step("relevance", Relevant(y.Relevance))
	for _, g := range y.Gates {
		step("gate", gateSaid(g))
	}
	if len(y.Gates) == 0 {
		step("gates", "none speaks against it")
	}
	for _, f := range y.Listing.Flags {
		step("flag", fmt.Sprintf("%s: “%s”", f.Kind, f.Text))
	}
	judgeSaid(step, y)
	decisionSaid(step, y)
	_, err := io.WriteString(w, b.String())
	return err
}

func seen(y pipeline.Why) string {
	text := y.Listing.Ref.String() + ", first seen " + y.Listing.SeenAt.Format("2 January 2006")
	for _, ref := range y.Elsewhere {
		text += "; the same role is " + ref.String()
	}
	if y.Closed {
		text += "; no board sends it any more"
	}
	if y.Sent {
		text += "; you had it already, and nothing comes twice"
	}
	return text
}

// Relevant says what a search made of a listing, with what each part added.
func Relevant(r relevance.Result) string {
	if r.Discard != nil {
		return "kept out: " + r.Discard.String()
	}
	return fmt.Sprintf("%.2f for “%s”: %s (%s)", r.Relevance, r.Query, r.Why, parts(r.Parts))
}

func gateSaid(g gate.Result) string {
	text := g.Gate + " is unsure"
	if g.State == gate.Fired {
		text = fmt.Sprintf("%s fired and holds it at %d", g.Gate, g.Cap)
	}
	if g.Why != "" {
		text += ": " + strings.TrimSuffix(g.Why, ".")
	}
	return text + quoted(g.Quote)
}

func judgeSaid(step func(name, text string), y pipeline.Why) {
	v := y.Verdict
	switch {
	case !y.Judged:
		step("judge", "not asked: no judge is set, or the profile has no rubric")
		return
	case y.Hidden:
		step("judge", "its verdict is shown once you have decided")
		return
	case v == nil && y.Failure != "":
		step("judge", "no verdict: "+string(y.Failure))
		return
	case v == nil:
		step("judge", "not asked: a step before it settled the matter")
		return
	}
	step("judge", fmt.Sprintf("%d from %s: %s", v.Score, v.ModelServed, v.Rationale))
	for _, c := range v.Criteria {
		step("", fmt.Sprintf("%s: %s%s", c.ID, c.Verdict, quoted(c.Quote)))
	}
	for _, d := range v.Disqualifiers {
		step("", "rules it out, "+d.ID+quoted(d.Quote))
	}
	for _, q := range v.Unfound {
		step("", "quotes what the advert does not hold"+quoted(q))
	}
	step("", fmt.Sprintf("samples %v, %d tokens in, %d out, %d of thinking, rubric %s, prompt %s", v.Samples, v.Tokens.Prompt, v.Tokens.Output, v.Tokens.Thinking, short(v.Rubric, 9), v.Prompt))
}

func decisionSaid(step func(name, text string), y pipeline.Why) {
	switch d := y.Decision; {
	case d == nil:
		step("decision", "none: it does not match")
	case y.Ruling != nil:
		step("decision", "yours: "+y.Ruling.Decision.String())
	case d.Action == guardrail.Review:
		step("decision", "your call: "+guardrail.Question(d.Reasons))
	default:
		step("decision", string(d.Action)+": "+d.Why)
	}
	if y.Mailed {
		step("", "it is in line for the next digest")
	}
}
