package judge

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
)

// KeyParts are all that a stored reply depends on.
type KeyParts struct {
	Rubric      string // sha256 of the rubric
	Facts       string // sha256 of all that the system instruction says of the person and of the gates' findings
	Prompt      string // PromptVersion
	Schema      string // SchemaVersion
	Provider    string
	ModelAsked  string
	ModelServed string // as the provider last said; a model may be replaced under its name
	Text        string // what is shown of the listing, before it is wrapped
	Sample      int    // from 0
}

// Key is the name of a stored reply: a sha256, hexadecimal.
func Key(k KeyParts) string {
	return hashed("reply", k.Rubric, k.Facts, k.Prompt, k.Schema, k.Provider, k.ModelAsked, k.ModelServed, k.Text, fmt.Sprint(k.Sample))
}

// servedKey is the name under which the model that a provider last served is kept.
func servedKey(provider, asked string) string { return hashed("served", provider, asked) }

// hashed keeps the parts apart by their lengths.
func hashed(parts ...string) string {
	h := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(h, "%d:", len(part))
		io.WriteString(h, part)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// RubricSHA names a rubric: its sha256, hexadecimal.
func RubricSHA(rubric string) string { return digest(rubric) }
