package pipeline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"shortlist/digest"
	"shortlist/guardrail"
	"shortlist/guardrail/review"
	"shortlist/scoring/gate"
	"shortlist/scoring/relevance"
)

// choose orders what goes into the digest: what the person approved, the picks and what else matched, each best first; and
// counts what was left out.
func (w *work) choose(judged bool) (ranked []digest.Candidate, drops []digest.Drop) {
	var lead, picks, also []considered
	dropped := map[digest.Drop]int{}
	for _, c := range append(w.approved(), w.considered...) {
		switch {
		case c.decision.Action == guardrail.Drop:
			dropped[c.drop()]++
		case c.decision.Action != guardrail.Pass:
		case w.leads(c):
			lead = append(lead, c)
		case c.decision.Pick || !judged && c.decision.HeldBy == "":
			picks = append(picks, c)
		default:
			also = append(also, c)
		}
	}
	if judged {
		byScore := func(a, b considered) int { return cmp.Compare(b.decision.Score, a.decision.Score) }
		slices.SortStableFunc(picks, byScore)
		slices.SortStableFunc(also, byScore)
	}
	for i, section := range [][]considered{lead, picks, also} {
		for _, c := range section {
			c.Also = i == 2
			c.Verdict = c.said()
			ranked = append(ranked, c.Candidate)
		}
	}
	for d, n := range dropped {
		d.Count = n
		drops = append(drops, d)
	}
	slices.SortFunc(drops, func(a, b digest.Drop) int { return strings.Compare(a.Reason+a.Rule, b.Reason+b.Rule) })
	return ranked, drops
}

func (w *work) leads(c considered) bool {
	ruling, ok := w.rulings[c.Listing.Role]
	if !ok {
		return false
	}
	fate, _ := ruling.Means(w.profile.Thresholds.Pick)
	return fate == review.Leads
}

// approved are the roles that the person let pass and that no search finds any more, though their listings are open: a
// query may have changed since, and the person's word stands.
func (w *work) approved() (out []considered) {
	matched := map[int64]bool{}
	for _, c := range w.considered {
		matched[c.Listing.Role] = true
	}
	for role, ruling := range w.rulings {
		fate, _ := ruling.Means(w.profile.Thresholds.Pick)
		if matched[role] || ruling.Sent || w.sent[role] || fate == review.Never {
			continue
		}
		group := w.open.role(role)
		if len(group) == 0 {
			continue // it closed, and an approved dead link is one all the same
		}
		c := considered{Candidate: candidate(group[0].Listing, relevance.Result{}, sightings(group))}
		c.rule(ruling, w.profile.Thresholds.Pick)
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b considered) int { return cmp.Compare(a.Listing.Role, b.Listing.Role) })
	return out
}

// drop says under which rule a listing that was ruled out is counted.
func (c *considered) drop() digest.Drop {
	switch {
	case c.decision.Drop == digest.DropRejected:
		return digest.Drop{Reason: digest.DropRejected}
	case slices.ContainsFunc(c.gates, func(g gate.Result) bool { return g.State == gate.Fired && g.Gate == c.decision.Drop }):
		return digest.Drop{Reason: digest.DropGate, Rule: strings.TrimPrefix(c.decision.Drop, gate.TitlePrefix)}
	}
	return digest.Drop{Reason: digest.DropJudge}
}

// said is what the mail says of a listing beyond why it matched. A number comes with its reason or not at all.
func (c *considered) said() *digest.Verdict {
	var v digest.Verdict
	if c.decided != "" {
		if v.Score, v.Approved = c.decision.Score, c.approved; !c.approved {
			v.Reason = c.decided
		}
		return &v
	}
	if c.verdict != nil {
		v.Score, v.Reason = c.decision.Score, c.verdict.Rationale
		if len(c.verdict.Evidence) > 0 {
			v.Quote = c.verdict.Evidence[0]
		}
	}
	for _, g := range c.gates {
		switch {
		case g.State == gate.Fired && g.Gate == c.decision.HeldBy:
			v.HeldBy = fmt.Sprintf("Held at %d: %s", g.Cap, sentence(g))
		case g.State == gate.Unsure && v.HeldBy == "":
			v.HeldBy = "Look at this yourself: " + sentence(g)
		}
	}
	if v == (digest.Verdict{}) {
		return nil
	}
	return &v
}

func sentence(g gate.Result) string {
	if g.Quote == "" {
		return g.Why
	}
	return strings.TrimRight(g.Why, ".") + " (“" + g.Quote + "”)."
}
