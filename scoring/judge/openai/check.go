package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"shortlist/scoring"
	"shortlist/scoring/judge"
)

// verdict is what the self-test found; before it ran, nothing is known.
type verdict int

const (
	unknown verdict = iota
	yes
	no
)

// selfTest asks for something that a model left to itself would answer otherwise: in words, and with the colour that the sky has.
var selfTest = judge.Request{
	System: "Answer the question in one plain word.",
	User:   "What colour is a clear sky at noon?",
	Schema: json.RawMessage(`{"type":"object","properties":{"colour":{"type":"string","enum":["ochre","crimson"]},"sure":{"type":"boolean"}},"required":["colour","sure"],"additionalProperties":false}`),
	// A model that thinks needs room for it.
	MaxTokens: 2048,
}

// Check is the test at start: it asks for a small fixed schema, learns what the server refuses, and finds out whether the schema is
// obeyed, which Constrained then says. A server that cannot be reached or refuses the key or the model is an error, always a
// *scoring.JudgeError; a reply that is none is not, since only an adapted prompt may help.
func (m *Model) Check(ctx context.Context) error {
	reply, err := m.Generate(ctx, selfTest)
	var failure *scoring.JudgeError
	if errors.As(err, &failure) {
		switch failure.Failure {
		case scoring.FailTruncated, scoring.FailEmpty, scoring.FailMalformed, scoring.FailRefused, scoring.FailBlocked:
		default:
			return err
		}
	}
	obeyed := err == nil && obeys(reply.Text)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.obeys = no
	if obeyed && m.manners.format == formatSchema {
		m.obeys = yes
		return nil
	}
	m.log.WarnContext(ctx, "the judge's server does not hold the model to a schema; replies may be lost", "model", m.name)
	return nil
}

// Constrained holds where Check found that the server holds the model to the schema.
func (m *Model) Constrained() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.obeys == yes
}

func obeys(text string) bool {
	var reply struct {
		Colour string
		Sure   *bool
	}
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	dec.DisallowUnknownFields()
	err := dec.Decode(&reply)
	return err == nil && !dec.More() && reply.Sure != nil && (reply.Colour == "ochre" || reply.Colour == "crimson")
}
