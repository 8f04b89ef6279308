package guardrail

import (
	"strings"

	"shortlist/scoring/gate"
)

// Gates are the answers of the gates as a decision takes them.
func Gates(results []gate.Result) []Gate {
	out := make([]Gate, 0, len(results))
	for _, g := range results {
		out = append(out, Gate{Name: g.Gate, Fired: g.State == gate.Fired, Cap: g.Cap, Hard: g.Hard, Quote: g.Quote, Title: strings.HasPrefix(g.Gate, gate.TitlePrefix)})
	}
	return out
}
