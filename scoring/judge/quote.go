package judge

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"shortlist/scoring"
)

// folded is a text as quotes are looked for in it: lower case, white space and bullets as one space, the forms of
// quotation marks, apostrophes and dashes as one each, nothing invisible. A model that copies changes these and means no
// other words by it.
type folded struct {
	text string
	at   []int // byte of text → byte of the original
	end  int   // length of the original
}

func foldText(s string) folded {
	var b strings.Builder
	at := make([]int, 0, len(s))
	b.Grow(len(s))
	add := func(piece string, i int) {
		b.WriteString(piece)
		for range len(piece) {
			at = append(at, i)
		}
	}
	space := true
	for i, r := range s {
		switch piece := foldRune(r); {
		case piece == " " && !space:
			add(" ", i)
			space = true
		case piece != " " && piece != "":
			add(piece, i)
			space = false
		}
	}
	return folded{text: b.String(), at: at, end: len(s)}
}

// foldRune is what stands for r: a space, nothing, or the letter.
func foldRune(r rune) string {
	switch r {
	case '’', '‘', '‚', '‛', '`', '´', 'ʼ', '′':
		return "'"
	case '“', '”', '„', '‟', '«', '»', '″':
		return `"`
	case '‐', '‑', '‒', '–', '—', '―', '−':
		return "-"
	case '‹': // an envelope may write angle brackets so
		return "<"
	case '›':
		return ">"
	case '…':
		return "..."
	case '•':
		return " "
	}
	switch {
	case unicode.IsSpace(r):
		return " "
	case unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Variation_Selector, r):
		return ""
	}
	return string(unicode.ToLower(r))
}

// foldQuote is a quote as it is looked for: without the marks that a writer puts round a quote.
func foldQuote(s string) string {
	return strings.Trim(foldText(norm.NFC.String(s)).text, " \"'.,;:!?-")
}

// view is a part of an advert as the model is shown it, with the byte ranges that are flagged.
type view struct {
	folded
	void [][2]int
}

func (j *Judge) view(part string, flags []scoring.Flag) view {
	text := plain(j.o.Envelope.Wrap(part, ""))
	v := view{folded: foldText(text)}
	if j.o.Spans != nil && len(flags) > 0 {
		v.void = j.o.Spans(text, flags)
	}
	return v
}

// holds reports whether a folded quote occurs outside of the flagged ranges, or across the edge of one.
func (f view) holds(quote string) bool {
	for from := 0; ; {
		i := strings.Index(f.text[from:], quote)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(quote)
		first, last := f.at[start], f.end
		if end < len(f.at) {
			last = f.at[end]
		}
		if !slices.ContainsFunc(f.void, func(v [2]int) bool { return v[0] <= first && last <= v[1] }) {
			return true
		}
		from = start + 1
	}
}

// unfound are the verdict's quotes that the text shown does not hold, or only where it is flagged, as they were written.
// An empty quote claims nothing.
func (q *question) unfound(v *scoring.Verdict) []string {
	var missing []string
	check := func(quote string) {
		if strings.TrimSpace(quote) == "" || slices.Contains(missing, quote) {
			return
		}
		wanted := foldQuote(quote)
		if strings.ContainsFunc(wanted, isWord) && slices.ContainsFunc(q.views, func(v view) bool { return v.holds(wanted) }) {
			return
		}
		missing = append(missing, quote)
	}
	for _, c := range v.Criteria {
		check(c.Quote)
	}
	for _, d := range v.Disqualifiers {
		check(d.Quote)
	}
	for _, e := range v.Evidence {
		check(e)
	}
	return missing
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
