package web

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"shortlist/guardrail"
	"shortlist/guardrail/hostile"
	"shortlist/guardrail/review"
	"shortlist/scoring"
	"shortlist/scoring/gate"
)

// rejections are the reasons of a rejection as a person picks them.
var rejections = map[review.Reason]string{
	review.NotInterested: "Not interested",
	review.WrongField:    "Wrong field",
	review.WrongLevel:    "Wrong level",
	review.WrongPlace:    "Place",
	review.WrongPay:      "Pay",
	review.WrongCompany:  "Company",
	review.WrongLanguage: "Language",
	review.ListingGone:   "Advert is gone",
	review.OtherReason:   "Something else",
}

// choice is one of a form's.
type choice struct {
	Value, Label string
	Picked       bool
}

func rejectionChoices(picked string) []choice {
	var out []choice
	for _, r := range review.Reasons() {
		out = append(out, choice{string(r), rejections[r], string(r) == picked})
	}
	return out
}

// reasonNames are the reasons of a question, short enough for a list.
var reasonNames = map[guardrail.Reason]string{
	guardrail.Borderline:                "In between",
	guardrail.CapWithoutDisqualifier:    "Low without a ground",
	guardrail.StrongDespiteDisqualifier: "Strong, yet ruled out",
	guardrail.GateMissed:                "Against a rule of yours",
	guardrail.QuoteNotFound:             "Quote not in the advert",
	guardrail.Unstable:                  "Judge not sure",
	guardrail.HostileText:               "Speaks to a machine",
	guardrail.Unjudged:                  "Not judged",
	guardrail.Audit:                     "To check the judge",
}

func reasonName(r guardrail.Reason) string {
	if name := reasonNames[r]; name != "" {
		return name
	}
	return strings.ReplaceAll(string(r), "_", " ")
}

// gateNames say what a gate is about.
var gateNames = map[string]string{
	gate.Language: "language", gate.BodyLanguage: "language of the advert", gate.Pay: "pay", gate.Office: "office", gate.Territory: "territory",
	gate.Residency: "residency", gate.Clearance: "security clearance", gate.Seniority: "level",
}

func gateWords(g guardrail.Gate) string {
	if name := gateNames[g.Name]; name != "" {
		return name
	}
	if id, ok := strings.CutPrefix(g.Name, gate.TitlePrefix); ok {
		return "title " + id
	}
	return g.Name
}

func metWords(m scoring.Met) string {
	switch m {
	case scoring.MetYes:
		return "met"
	case scoring.MetNo:
		return "not met"
	}
	return "open"
}

// flagNames say what a flagged span does.
var flagNames = map[string]string{
	hostile.InstructionOverride: "gives a model instructions", hostile.RoleConfusion: "makes a model another", hostile.ScoreManipulation: "asks for a score",
	hostile.FabricationRequest: "asks for a false statement", hostile.EnvelopeEscape: "pretends that the advert ends", hostile.HiddenCharacters: "hidden characters",
	hostile.HiddenMarkup: "text that the board's page hides", hostile.EncodedPayload: "an encoded instruction", hostile.Exfiltration: "asks for secrets",
}

func flagWords(kind string) string {
	if name := flagNames[kind]; name != "" {
		return name
	}
	return kind
}

// meaning says what a decision does, one sentence.
func meaning(d review.Decision, pick int) string {
	fate, _ := review.Ruling{Decision: d}.Means(pick)
	switch fate {
	case review.Leads:
		return "It leads the next digest."
	case review.Passes:
		return "It goes into the next digest."
	case review.Also:
		return "It goes under “Also matched” in the next digest."
	case review.Never:
		return "It will not be mailed, posted again or not."
	}
	return ""
}

// said is a decision at the beginning of a sentence.
func said(d review.Decision) string {
	switch d.Kind {
	case review.Approve:
		return "Approved"
	case review.Reject:
		return "Rejected (" + strings.ToLower(rejections[d.Reason]) + ")"
	case review.Score:
		return fmt.Sprintf("Scored %d", d.Score)
	}
	return "Undecided"
}

// ago counts the calendar days since t in a zone.
func ago(t, now time.Time, zone *time.Location) string {
	day := func(t time.Time) int {
		y, m, d := t.In(zone).Date()
		return int(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / 86400)
	}
	switch n := day(now) - day(t); {
	case n <= 0:
		return "today"
	case n == 1:
		return "yesterday"
	default:
		return fmt.Sprintf("%d days ago", n)
	}
}

// capital begins a sentence.
func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[size:]
}

// plural writes "1 item" or "12 items".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// titled names an item in a sentence.
func titled(title, company string) string {
	if title = shorten(title, 80); title == "" {
		title = "Untitled role"
	}
	if company == "" {
		return "“" + title + "”"
	}
	return "“" + title + "” of " + shorten(company, 50)
}
