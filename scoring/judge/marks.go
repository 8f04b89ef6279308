package judge

import (
	"strings"

	"shortlist/scoring"
)

// marks are the words of a prompt that stand in no advert, new for each call. A reply that holds one of them repeats the
// prompt instead of judging the advert, and is void.
type marks struct {
	nonce  string // of the envelope
	canary string // said in the system instruction alone
	cut    string // stands where the advert was cut
}

// newMarks derives the other words from the nonce, so that they differ from it and cannot be guessed without it.
func newMarks(nonce string) marks {
	return marks{nonce: nonce, canary: "canary-" + digest("canary " + nonce)[:12], cut: "cut-" + digest("cut " + nonce)[:12]}
}

// in reports whether one of the verdict's texts holds a mark.
func (m marks) in(v *scoring.Verdict) bool {
	texts := append([]string{v.Rationale}, v.Evidence...)
	for _, c := range v.Criteria {
		texts = append(texts, c.ID, c.Quote)
	}
	for _, d := range v.Disqualifiers {
		texts = append(texts, d.ID, d.Quote)
	}
	for _, text := range texts {
		text = strings.ToLower(text)
		for _, mark := range [...]string{m.nonce, m.canary, m.cut} {
			if strings.Contains(text, strings.ToLower(mark)) {
				return true
			}
		}
	}
	return false
}
