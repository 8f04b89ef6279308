package wire

import (
	"errors"
	"log/slog"
	"strings"
	"unicode"
)

const (
	maxForeign  = 4 << 10 // bytes of a foreign text that are looked at
	maxSentence = 300     // runes of a foreign text that are shown
	gram        = 8       // bytes of a key that are taken for the key; a shorter key is a placeholder, as local servers are given
	maxKey      = 4 << 10
	hidden      = "[key]"
)

// Secret is a key. Printed, it is a placeholder, and behind a pointer it stays out of what is printed of the structs that hold it,
// whose fields fmt reads without asking. The zero value is no key.
type Secret struct{ text *string }

// NewSecret keeps a text out of print.
func NewSecret(text string) Secret { return Secret{&text} }

// Reveal is the key itself, for the header that carries it.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// String keeps the key out of every format.
func (s Secret) String() string { return hidden }

// GoString keeps the key out of %#v.
func (s Secret) GoString() string { return hidden }

// LogValue keeps the key out of logs.
func (s Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// ReadSecret is a key as it stands in a file or a variable: without the white space round it. What no header can carry is
// refused, in words without the key.
func ReadSecret(text string) (Secret, error) {
	text = strings.TrimSpace(text)
	if len(text) > maxKey {
		return Secret{}, errors.New("the key is longer than any key is")
	}
	for i := range len(text) {
		if text[i] <= ' ' || text[i] > '~' {
			return Secret{}, errors.New("the key holds a character that no key has; is it the right file?")
		}
	}
	return NewSecret(text), nil
}

// Redact takes the key out of a foreign text, and also any eight characters in a row of it, since servers repeat keys cut.
func (s Secret) Redact(text string) string {
	key := s.Reveal()
	if len(key) < gram || len(text) < gram {
		return text
	}
	grams := make(map[string]struct{}, len(key))
	for i := 0; i+gram <= len(key); i++ {
		grams[key[i:i+gram]] = struct{}{}
	}
	var b strings.Builder
	end := 0 // where the last part of the key found so far ends
	for i := range len(text) {
		if i+gram <= len(text) {
			if _, found := grams[text[i:i+gram]]; found {
				if i >= end {
					b.WriteString(hidden)
				}
				end = i + gram
			}
		}
		if i >= end {
			b.WriteByte(text[i])
		}
	}
	return b.String()
}

// Sentence makes a foreign text fit for an error or a log: one line, without the key, cut.
func (s Secret) Sentence(text string) string { return Cut(s.line(text), maxSentence) }

func (s Secret) line(text string) string {
	if len(text) > maxForeign {
		text = text[:maxForeign]
	}
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	return s.Redact(strings.Join(strings.Fields(text), " "))
}

// Cut shortens a text to so many runes; the last one then says that it was cut.
func Cut(text string, runes int) string {
	n := 0
	for i := range text {
		if n++; n > runes {
			return strings.TrimSpace(text[:i]) + "…"
		}
	}
	return text
}

// ModelName is the name that a server gives its model, bounded, fit for a label and a page.
func (s Secret) ModelName(text string) string {
	return Cut(s.Sentence(strings.TrimPrefix(text, "models/")), 100)
}
