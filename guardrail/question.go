package guardrail

import "strings"

// questions say to the person why they are asked.
var questions = map[Reason]string{
	Borderline:                "its score is in the band in which you decide",
	CapWithoutDisqualifier:    "the judge scored it low and named no ground for that",
	StrongDespiteDisqualifier: "the judge scored it high and named something that rules it out",
	GateMissed:                "a rule of yours speaks against it, and the judge named nothing of the kind",
	QuoteNotFound:             "the judge quoted words that the advert does not hold",
	Unstable:                  "the judge gave different scores when asked again",
	HostileText:               "the advert holds text that speaks to a machine",
	Unjudged:                  "the judge gave no usable answer",
	Audit:                     "one of a few that you are asked about to see how well the judge agrees with you",
}

// Words is a reason in words that go on from "You are asked since".
func (r Reason) Words() string { return questions[r] }

// Question is why a person is asked, one sentence.
func Question(reasons []Reason) string {
	var said []string
	for _, r := range reasons {
		if w := r.Words(); w != "" {
			said = append(said, w)
		}
	}
	text := strings.Join(said, "; ")
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
