package guardrail

// Cap is the lowest cap of the fired gates and that gate's name; TopScore and "" where none fired.
func Cap(gates []Gate) (limit int, gate string) {
	limit = TopScore
	for _, g := range gates {
		if c := clampScore(g.Cap); g.Fired && c < limit {
			limit, gate = c, g.Name
		}
	}
	return limit, gate
}

// Effective holds a score under the lowest cap of the fired gates. heldBy names the gate that lowered it.
func Effective(score int, gates []Gate) (held int, heldBy string) {
	score = clampScore(score)
	limit, gate := Cap(gates)
	if score <= limit {
		return score, ""
	}
	return limit, gate
}

// clampScore keeps scores and caps of code, not of models, within 1-10.
func clampScore(n int) int { return min(max(n, 1), TopScore) }
