package judge

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"shortlist/scoring"
)

// Bounds of a reply.
const (
	maxReply     = 64 << 10 // bytes
	maxItems     = 50       // of each list
	maxID        = 80       // runes
	maxQuote     = 1000     // runes
	maxRationale = 200      // runes that are kept
	maxRamble    = 1000     // runes of a rationale that are put up with
)

// Decode reads a reply: exactly one JSON object with exactly the keys of Schema, or only score and rationale, within at
// most one fence that wraps the whole. Nothing is guessed, clamped or filled in. The verdict holds what the model wrote and
// ScoreOnly. The error is a *scoring.JudgeError: FailEmpty; FailMalformed where the reply is not one JSON object;
// FailRefused where it declines in words; FailSchema where keys, types or values are others.
//
// A rationale of more than 200 runes is cut there, since every ground of the verdict has a field of its own. Where the
// rationale is the only ground it is not cut but refused.
func Decode(text string) (scoring.Verdict, error) {
	text = strings.Trim(text, " \t\r\n")
	switch {
	case text == "":
		return scoring.Verdict{}, fail(scoring.FailEmpty, "the reply holds no text")
	case len(text) > maxReply:
		return scoring.Verdict{}, fail(scoring.FailMalformed, fmt.Sprintf("the reply has %d bytes", len(text)))
	case !utf8.ValidString(text):
		return scoring.Verdict{}, fail(scoring.FailMalformed, "the reply is not UTF-8")
	}
	object := unfence(text)
	if !strings.HasPrefix(object, "{") || !json.Valid([]byte(object)) {
		if declines(text) {
			return scoring.Verdict{}, fail(scoring.FailRefused, "the model declined in words")
		}
		return scoring.Verdict{}, fail(scoring.FailMalformed, "the reply is not one JSON object")
	}
	v, err := answer(object)
	if err != nil {
		return scoring.Verdict{}, &scoring.JudgeError{Failure: scoring.FailSchema, RetryAfter: -1, Err: err}
	}
	return v, nil
}

// unfence takes off one fence that wraps the whole text, with or without a language.
func unfence(text string) string {
	inner, opened := strings.CutPrefix(text, "```")
	inner, closed := strings.CutSuffix(inner, "```")
	if !opened || !closed {
		return text
	}
	inner = strings.TrimLeft(inner, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	return strings.Trim(inner, " \t\r\n")
}

// answer reads one valid JSON object.
func answer(object string) (scoring.Verdict, error) {
	var v scoring.Verdict
	r := newReader(object)
	seen, err := r.object(map[string]func() error{
		"criteria":      func() (err error) { v.Criteria, err = listOf(r, r.criterion); return },
		"disqualifiers": func() (err error) { v.Disqualifiers, err = listOf(r, r.disqualifier); return },
		"evidence":      func() (err error) { v.Evidence, err = listOf(r, r.quote); return },
		"rationale":     func() (err error) { v.Rationale, err = r.text(maxRamble); return },
		"score":         func() (err error) { v.Score, err = r.score(); return },
	})
	if err != nil {
		return scoring.Verdict{}, err
	}
	v.Rationale = strings.TrimSpace(v.Rationale)
	slices.Sort(seen)
	v.ScoreOnly = slices.Equal(seen, []string{"rationale", "score"})
	long := utf8.RuneCountInString(v.Rationale) > maxRationale
	switch {
	case !v.ScoreOnly && len(seen) != 5:
		return scoring.Verdict{}, fmt.Errorf("the reply has only the keys %v", seen)
	case v.Rationale == "":
		return scoring.Verdict{}, sentence("the rationale is empty")
	case long && v.ScoreOnly:
		return scoring.Verdict{}, sentence("the rationale is longer than 200 characters, and nothing stands beside it")
	case long:
		v.Rationale = strings.TrimSpace(clipRunes(v.Rationale, maxRationale-1)) + "…"
	}
	ids := map[string]bool{}
	for _, c := range v.Criteria {
		if ids[c.ID] {
			return scoring.Verdict{}, fmt.Errorf("the criterion %q is there twice", c.ID)
		}
		ids[c.ID] = true
	}
	return v, nil
}

// declinations are how models say no, in lower case.
var declinations = []string{"i cannot", "i can't", "i can not", "i'm sorry", "i am sorry", "i'm unable", "i am unable", "i'm not able", "i am not able",
	"i won't", "i will not", "i must decline", "i decline", "as an ai", "cannot comply", "can't assist", "can't help", "cannot assist", "cannot help",
	"unable to evaluate", "unable to assess", "ich kann nicht", "kann ich nicht", "es tut mir leid", "je ne peux pas", "désolé", "lo siento", "no puedo",
	"mi dispiace", "non posso", "het spijt me", "nie mogę", "przykro mi", "não posso", "desculpe"}

// declines reports whether a text without any object says no in its first sentences.
func declines(text string) bool {
	if strings.ContainsAny(text, "{}") {
		return false
	}
	start := strings.ReplaceAll(strings.ToLower(clipRunes(text, 300)), "’", "'")
	return slices.ContainsFunc(declinations, func(no string) bool { return strings.Contains(start, no) })
}
