package hostile

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"shortlist/scoring"
)

// The closed set of scoring.Flag.Kind. A flag marks a span and asks for a person's look where the span mattered; it
// never says that the job is bad, and no listing is dropped, hidden or scored down for one.
const (
	InstructionOverride = "instruction_override" // tells a model to leave its instructions, or gives it others
	RoleConfusion       = "role_confusion"       // makes a model another, or writes turns of a conversation
	ScoreManipulation   = "score_manipulation"   // asks for a score, a rank or a recommendation, or states one
	FabricationRequest  = "fabrication_request"  // asks for a statement that the advert does not bear out
	EnvelopeEscape      = "envelope_escape"      // pretends that the advert ends and something else begins
	HiddenCharacters    = "hidden_characters"    // characters that reorder, hide or carry text unseen
	HiddenMarkup        = "hidden_markup"        // text of three words or more that a reader of the page cannot see
	EncodedPayload      = "encoded_payload"      // an instruction in base64, in hexadecimal digits, under a shift or backwards
	Exfiltration        = "exfiltration"         // asks for the prompt or other secrets, or for an address that carries them away
)

// Kinds lists the closed set.
func Kinds() []string {
	return []string{InstructionOverride, RoleConfusion, ScoreManipulation, FabricationRequest, EnvelopeEscape, HiddenCharacters, HiddenMarkup,
		EncodedPayload, Exfiltration}
}

const (
	maxFlags  = 16       // flags kept of one advert
	maxSpan   = 200      // runes of a flag's text
	maxUnseen = 32 << 10 // bytes of what a reader does not see that the detector reads
)

// flags gathers what one advert hides.
type flags struct {
	list []scoring.Flag
	// hidden is text that was flagged for being hidden; aside is text that boards' pages hold unseen and honestly:
	// comments, descriptions of images. The detector reads both.
	hidden, aside []byte
}

// add keeps a flag, once per kind and text, as long as there is room.
func (f *flags) add(kind, text string) {
	if len(f.list) == maxFlags {
		return
	}
	text = excerpt(text)
	for _, known := range f.list {
		if known.Kind == kind && known.Text == text {
			return
		}
	}
	f.list = append(f.list, scoring.Flag{Kind: kind, Text: text})
}

// hide keeps a flag for text that no reader sees, and the text for the detector.
func (f *flags) hide(kind, text string) {
	f.add(kind, text)
	f.hidden = collect(f.hidden, text)
}

// note keeps for the detector what a page holds besides its text.
func (f *flags) note(text string) {
	if strings.IndexByte(text, ' ') >= 0 || len(text) >= minEncoded {
		f.aside = collect(f.aside, text)
	}
}

func collect(to []byte, text string) []byte {
	if room := maxUnseen - len(to); room > 0 {
		text, _ = head(text, room)
		to = append(append(to, text...), "\n\n"...)
	}
	return to
}

// excerpt brings a span to one line of at most maxSpan runes.
func excerpt(text string) string {
	if len(text) > 16*maxSpan {
		text, _ = head(text, 16*maxSpan)
	}
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) > maxSpan {
		text = strings.TrimSpace(string([]rune(text)[:maxSpan]))
	}
	return text
}

// words counts the words of s up to limit. Scripts that write without spaces count two letters as a word.
func words(s string, limit int) int {
	n, dense, inWord := 0, 0, false
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer):
			inWord = false
			if dense++; dense%2 == 0 {
				n++
			}
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if !inWord {
				n++
			}
			inWord = true
		case unicode.IsSpace(r):
			inWord = false
		}
		if n >= limit {
			break
		}
	}
	return n
}
