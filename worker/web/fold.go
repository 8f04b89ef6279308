package web

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// folded is a text as quotes are looked for in it, the way in which the judge's quotes are checked: lower case, white space
// and bullets as one space, the forms of quotation marks, apostrophes, dashes and angle brackets as one each, nothing
// invisible.
type folded struct {
	text string
	at   []int32 // byte of text → byte of the original; one more for the end
}

// foldedForms are the marks that have one form.
var foldedForms = map[rune]string{
	'’': "'", '‘': "'", '‚': "'", '‛': "'", '`': "'", '´': "'", 'ʼ': "'", '′': "'",
	'“': `"`, '”': `"`, '„': `"`, '‟': `"`, '«': `"`, '»': `"`, '″': `"`,
	'‐': "-", '‑': "-", '‒': "-", '–': "-", '—': "-", '―': "-", '−': "-",
	'‹': "<", '›': ">", '…': "...", '•': " ",
}

func fold(s string) folded {
	f := folded{at: make([]int32, 0, len(s)+1)}
	var b strings.Builder
	b.Grow(len(s))
	space := true
	end := 0
	for i, r := range s {
		var piece [utf8.UTFMax]byte
		var form string
		if known, ok := foldedForms[r]; ok {
			form = known
		} else if unicode.IsSpace(r) {
			form = " "
		} else if r >= 0x7f && unicode.In(r, unicode.Cf, unicode.Cc, unicode.Variation_Selector) || r < ' ' {
			continue
		} else {
			form = string(piece[:utf8.EncodeRune(piece[:], unicode.ToLower(r))])
		}
		if form == " " && space {
			continue
		}
		space = form == " "
		b.WriteString(form)
		for range len(form) {
			f.at = append(f.at, int32(i))
		}
		end = i + utf8.RuneLen(r)
	}
	f.text, f.at = b.String(), append(f.at, int32(end))
	return f
}

const (
	maxQuote  = 2000 // bytes of a quote that are looked for
	maxPlaces = 5    // of one quote that are marked
)

// find returns where a quote stands in the original, as pairs of byte offsets. Whole words go before parts of words: "30"
// is not looked for in "300" unless it stands nowhere else.
func (f folded) find(quote string) [][2]int {
	if len(quote) > maxQuote {
		return nil
	}
	wanted := strings.Trim(fold(norm.NFC.String(quote)).text, " \"'.,;:!?-")
	if !strings.ContainsFunc(wanted, isWord) {
		return nil
	}
	var whole, parts [][2]int
	for from := 0; len(whole) < maxPlaces; {
		i := strings.Index(f.text[from:], wanted)
		if i < 0 {
			break
		}
		start, end := from+i, from+i+len(wanted)
		place := [2]int{int(f.at[start]), int(f.at[end])}
		before, _ := utf8.DecodeLastRuneInString(f.text[:start])
		after, _ := utf8.DecodeRuneInString(f.text[end:])
		first, _ := utf8.DecodeRuneInString(wanted)
		last, _ := utf8.DecodeLastRuneInString(wanted)
		if isWord(first) && isWord(before) || isWord(last) && isWord(after) {
			if len(parts) == 0 {
				parts = append(parts, place)
			}
		} else {
			whole = append(whole, place)
		}
		from = end
	}
	if len(whole) > 0 {
		return whole
	}
	return parts
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
