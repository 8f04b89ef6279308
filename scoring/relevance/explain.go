package relevance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// why writes a result as one sentence: what the title names, then what the text names, most often first.
func why(title []string, parts []Part) string {
	var text []Part
	for _, p := range parts {
		if p.Where == "text" {
			text = append(text, p)
		}
	}
	slices.SortStableFunc(text, func(a, b Part) int { return cmp.Compare(b.Count, a.Count) })
	out := enumerate(title) + " in the title"
	if len(text) == 0 {
		return out
	}
	named := make([]string, len(text))
	for i, p := range text {
		named[i] = p.Term
		if p.Count > 1 {
			named[i] = fmt.Sprintf("%s ×%d", p.Term, p.Count)
		}
	}
	return out + "; " + enumerate(named) + " in the text"
}

// enumerate writes "a", "a and b" or "a, b and c".
func enumerate(ws []string) string {
	if len(ws) < 2 {
		return strings.Join(ws, "")
	}
	last := len(ws) - 1
	return strings.Join(ws[:last], ", ") + " and " + ws[last]
}

// discarded is the result for a listing that is kept out.
func discarded(reason DiscardReason, rule, where string) Result {
	r := Result{Discard: &Discard{reason, rule, where}}
	switch reason {
	case NoTitleHit:
		r.Why = "the title names nothing that a query asks for"
	case BlockedCompany:
		r.Why = fmt.Sprintf("%s is a blocked company", rule)
	case Excluded:
		r.Why = fmt.Sprintf("kept out by the exclusion %q in the %s", rule, where)
	}
	return r
}
