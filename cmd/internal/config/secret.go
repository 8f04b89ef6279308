package config

import (
	"fmt"
	"io"
	"log/slog"
)

// Secret is a text that no printing, logging or encoding shows: it comes out as *** or, where it is empty, as nothing.
// Keep it in exported fields: fmt calls no methods on others.
type Secret string

const hidden = "***"

// Reveal returns the text itself.
func (s Secret) Reveal() string { return string(s) }

// String hides the text.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return hidden
}

// Format hides the text whatever the verb.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, s.String()) }

// MarshalText hides the text in JSON, YAML and XML.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// LogValue hides the text in logs.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }
