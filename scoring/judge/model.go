package judge

import (
	"context"
	"encoding/json"

	"shortlist/scoring"
)

// Model is one provider's model: it completes one prompt. An error is a *scoring.JudgeError whose text holds no key.
type Model interface {
	// Provider is the name of the setting: gemini, openai, command or replay.
	Provider() string
	// Name is the model that is asked for.
	Name() string
	Generate(ctx context.Context, r Request) (Reply, error)
}

// Request is one prompt. System holds the rules, User the advert alone, as data.
type Request struct {
	System, User string
	Schema       json.RawMessage // JSON Schema of the reply, for providers that constrain their output
	MaxTokens    int             // of the reply; thinking is extra where the provider tells them apart
	// Listing, Rubric (its sha256, hexadecimal) and Sample (from 0) name what is judged, for a provider that looks up a recorded
	// reply.
	Listing scoring.Ref
	Rubric  string
	Sample  int
}

// Reply is what came back: the text of the answer without any thinking, whole.
type Reply struct {
	Text   string
	Model  string // as the provider says; empty where it does not
	Tokens scoring.Tokens
}
