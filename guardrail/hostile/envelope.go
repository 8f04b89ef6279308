package hostile

import (
	"slices"
	"strings"
	"unicode/utf8"

	"shortlist/scoring"
)

// Wrap puts a cleaned text into an envelope that marks it as data: a tag that names the nonce, the disarmed text, and
// the closing tag, each on lines of its own. The nonce is drawn anew for every call, so no advert can know it; what
// the text holds of it goes.
func Wrap(clean, nonce string) string {
	body := Disarm(clean)
	name := "advert"
	if nonce != "" {
		name += "-" + nonce
		body = without(body, nonce)
	}
	return "<" + name + ">\n" + body + "\n</" + name + ">"
}

// Disarm is a cleaned text as a model is shown it. No "<" or ">" is left, in any width, so that nothing closes or
// imitates the envelope or a token of a chat template; words in square brackets that open a turn lose them; addresses
// lose their query, which could carry something away. All else stays, so that it can be quoted. Disarming again
// changes nothing.
func Disarm(clean string) string {
	s := angles.Replace(clean)
	s = turns.Replace(s)
	return dropQueries(s)
}

var (
	angles = strings.NewReplacer("<", "‹", ">", "›", "＜", "‹", "＞", "›", "﹤", "‹", "﹥", "›")
	turns  = strings.NewReplacer("[INST]", "(INST)", "[/INST]", "(/INST)", "[inst]", "(inst)", "[/inst]", "(/inst)",
		"[SYS]", "(SYS)", "[/SYS]", "(/SYS)", "[SYSTEM]", "(SYSTEM)", "[system]", "(system)")
)

// without puts an ellipsis in the place of every occurrence of the nonce, in any case. The ellipsis keeps what stood on
// its two sides from becoming another.
func without(s, nonce string) string {
	var b strings.Builder
	done := 0
	for i := 0; i+len(nonce) <= len(s); {
		if !strings.EqualFold(s[i:i+len(nonce)], nonce) {
			i++
			continue
		}
		b.WriteString(s[done:i])
		b.WriteString("…")
		i += len(nonce)
		done = i
	}
	b.WriteString(s[done:])
	return b.String()
}

// dropQueries cuts the query and fragment off the addresses in s.
func dropQueries(s string) string {
	if !strings.Contains(s, "://") {
		return s
	}
	var b strings.Builder
	for {
		i := strings.Index(s, "://")
		if i < 0 {
			break
		}
		end := len(s)
		if n := strings.IndexAny(s[i:], " \n\"'()|‹›“”"); n >= 0 {
			end = i + n
		}
		address := s[i:end]
		if q := strings.IndexAny(address, "?#"); q >= 0 {
			tail := address[len(strings.TrimRight(address, ".,;:!?")):]
			address = strings.TrimRight(address[:q], "?#") + tail
		}
		b.WriteString(s[:i])
		b.WriteString(address)
		s = s[end:]
	}
	b.WriteString(s)
	return b.String()
}

// Spans returns where the flagged spans stand in a cleaned or disarmed text, as pairs of byte offsets, in order and
// without overlap. A quote that lies wholly inside of one is the advert's claim about itself, not evidence. Text that
// was hidden has no span, since it is no part of what is shown. Where the list of flags is full, there may be more than
// it holds: the text is read again, and one that is flagged beyond measure is a single span.
func Spans(clean string, flags []scoring.Flag) [][2]int {
	if len(flags) == 0 || clean == "" {
		return nil
	}
	if len(flags) >= maxFlags {
		if flags = all(clean, flags[:maxFlags]); len(flags) > maxAll {
			return [][2]int{{0, len(clean)}}
		}
	}
	flat, at := flatten(clean)
	var spans [][2]int
	for _, f := range flags {
		if f.Kind == HiddenMarkup || f.Kind == HiddenCharacters && words(f.Text, 3) < 3 {
			continue
		}
		for _, text := range [...]string{f.Text, Disarm(f.Text)} {
			needle, _ := flatten(text)
			whole := utf8.RuneCountInString(f.Text) < maxSpan-1
			spans = append(spans, occurrences(clean, flat, at, needle, whole)...)
		}
	}
	return merge(spans)
}

// maxAll is how many flags beyond the list's length are still looked for one by one.
const maxAll = 256

// all adds to flags what else is found in the text.
func all(clean string, flags []scoring.Flag) []scoring.Flag {
	seen := map[string]bool{}
	for _, f := range flags {
		seen[f.Text] = true
	}
	flags = slices.Clone(flags)
	for _, f := range findings(unwrap(clean)) {
		if text := excerpt(f.text); !seen[text] {
			seen[text] = true
			flags = append(flags, scoring.Flag{Kind: f.kind, Text: text})
		}
	}
	return flags
}

// unwrap takes the envelope's own lines off a wrapped text, since they are no attack.
func unwrap(s string) string {
	if first, rest, ok := strings.Cut(s, "\n"); ok && strings.HasPrefix(first, "<advert") {
		s = rest
	}
	if i := strings.LastIndexByte(s, '\n'); i >= 0 && strings.HasPrefix(s[i+1:], "</advert") {
		s = s[:i]
	}
	return s
}

// occurrences finds needle in flat and gives its places in the text that flat was made of. Where the needle was cut
// it goes on to the end of the sentence.
func occurrences(clean, flat string, at []int32, needle string, whole bool) (found [][2]int) {
	if needle == "" {
		return nil
	}
	for from := 0; ; {
		i := strings.Index(flat[from:], needle)
		if i < 0 {
			return found
		}
		start := from + i
		from = start + len(needle)
		end := int(at[from])
		if !whole {
			end += sentenceRest(clean[end:])
		}
		found = append(found, [2]int{int(at[start]), end})
	}
}

// sentenceRest is the length of what is left of a sentence, or of the line where that is nearer.
func sentenceRest(s string) int {
	s, _ = head(s, 4*maxSpan)
	for i := range len(s) {
		switch s[i] {
		case '\n':
			return i
		case '.', '!', '?':
			if i+1 == len(s) || s[i+1] == ' ' || s[i+1] == '\n' {
				return i + 1
			}
		}
	}
	return len(s)
}

// flatten brings every run of white space to one space and angle brackets to one form. at holds, for each byte and
// the end, where it stood; white space at the end belongs to the byte before.
func flatten(s string) (flat string, at []int32) {
	out := make([]byte, 0, len(s))
	at = make([]int32, 0, len(s)+1)
	end := 0
	for i := 0; i < len(s); {
		b := s[i]
		n := 1
		switch {
		case b == ' ' || b == '\n':
			for i+n < len(s) && (s[i+n] == ' ' || s[i+n] == '\n') {
				n++
			}
			b = ' '
		case strings.HasPrefix(s[i:], "‹"):
			b, n = '<', len("‹")
		case strings.HasPrefix(s[i:], "›"):
			b, n = '>', len("›")
		}
		out = append(out, b)
		at = append(at, int32(i))
		i += n
		end = i
	}
	return string(out), append(at, int32(end))
}

// merge sorts spans and joins those that overlap or touch.
func merge(spans [][2]int) [][2]int {
	slices.SortFunc(spans, func(a, b [2]int) int { return a[0] - b[0] })
	out := spans[:0]
	for _, s := range spans {
		if n := len(out); n > 0 && s[0] <= out[n-1][1] {
			out[n-1][1] = max(out[n-1][1], s[1])
		} else {
			out = append(out, s)
		}
	}
	return out
}
