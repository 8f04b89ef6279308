package gate

import (
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/abadojack/whatlanggo"

	"shortlist/scoring"
)

const (
	foreignShare = 0.30 // of the sentences whose language can be told
	minLetters   = 45   // of a sentence that the trigrams are asked about
	maxSentence  = 300  // bytes of it that they are shown
	maxAsked     = 12   // sentences of an advert that they are asked about
)

// candidates are the languages that the trigrams choose from.
var candidates = whatlanggo.Options{Whitelist: map[whatlanggo.Lang]bool{
	whatlanggo.Eng: true, whatlanggo.Deu: true, whatlanggo.Fra: true, whatlanggo.Spa: true, whatlanggo.Ita: true, whatlanggo.Nld: true,
	whatlanggo.Por: true, whatlanggo.Pol: true, whatlanggo.Swe: true, whatlanggo.Dan: true, whatlanggo.Nob: true, whatlanggo.Fin: true,
	whatlanggo.Ces: true, whatlanggo.Hun: true, whatlanggo.Ron: true, whatlanggo.Tur: true, whatlanggo.Hrv: true,
	whatlanggo.Lit: true, whatlanggo.Lav: true, whatlanggo.Est: true, whatlanggo.Vie: true, whatlanggo.Ind: true,
}}

// bodyLanguage fires where 30 % of the sentences whose language can be told are in languages that the person does not
// read. A sentence without words that tell, such as a list of products, does not count. Its facts are about.languages.
func bodyLanguage(l *listing, p *scoring.Profile) finding {
	own := readable(p.About)
	if len(own) == 0 {
		return silent
	}
	told, foreign, asked := 0, 0, 0
	counts := map[string]int{}
	var quote string
	for i := range l.body {
		r := &l.body[i]
		code := r.language(&asked)
		if code == "" {
			continue
		}
		told++
		if slices.Contains(own, code) {
			continue
		}
		foreign++
		counts[code]++
		if quote == "" {
			quote = r.said()
		}
	}
	if foreign == 0 || float64(foreign) < foreignShare*float64(told) || foreign == 1 && told > 2 {
		return silent
	}
	most := ""
	for code, n := range counts {
		if most == "" || n > counts[most] || n == counts[most] && code < most {
			most = code
		}
	}
	return finding{Fired, quote, fmt.Sprintf("The text is in %s, which is not among your languages.", languageName(most))}
}

// language is the language of a clause as far as it can be told, or "". asked counts the calls of the trigrams.
func (r *reading) language(asked *int) string {
	said := r.said()
	letters, ascii := count(said)
	if code := scriptOf(said, letters-ascii); code != "" {
		return code
	}
	if r.certain {
		if r.likely != english && r.english >= voteOfFunction && 3*r.english >= r.votes {
			return "" // half of it is in English
		}
		return tongues[r.likely]
	}
	if letters < minLetters || r.votes > 0 || *asked >= maxAsked || r.to-r.from < 6 {
		return ""
	}
	*asked++
	if len(said) > maxSentence {
		said = said[:maxSentence]
	}
	info := whatlanggo.DetectWithOptions(said, candidates)
	if !info.IsReliable() {
		return ""
	}
	return info.Lang.Iso6391()
}

// count counts letters, and those of ASCII.
func count(s string) (letters, ascii int) {
	for _, r := range s {
		if r < utf8.RuneSelf {
			if isLetter(byte(r)) {
				letters++
				ascii++
			}
		} else if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters, ascii
}

// scripts tell a language by its letters alone, as far as is needed to know that it is another one.
var scripts = []struct {
	code  string
	table *unicode.RangeTable
	words float64 // how many letters of Latin script one of its letters is worth
}{
	{"ja", unicode.Hiragana, 3}, {"ja", unicode.Katakana, 3}, {"zh", unicode.Han, 3}, {"ko", unicode.Hangul, 3}, {"ru", unicode.Cyrillic, 1},
	{"el", unicode.Greek, 1}, {"ar", unicode.Arabic, 1}, {"he", unicode.Hebrew, 1}, {"th", unicode.Thai, 1}, {"hi", unicode.Devanagari, 1},
	{"ka", unicode.Georgian, 1}, {"hy", unicode.Armenian, 1}, {"bn", unicode.Bengali, 1}, {"ta", unicode.Tamil, 1},
}

// scriptOf is the language of a text mostly in another script than Latin, or "". other is the number of letters beyond
// ASCII.
func scriptOf(s string, other int) string {
	if other == 0 {
		return ""
	}
	latin := 0
	counts := make([]int, len(scripts))
	for _, r := range s {
		switch {
		case r < 0x370:
			if unicode.IsLetter(r) {
				latin++
			}
		default:
			for i := range scripts {
				if unicode.Is(scripts[i].table, r) {
					counts[i]++
					break
				}
			}
		}
	}
	for i, n := range counts {
		if n > 1 && float64(n)*scripts[i].words > 0.5*float64(latin) {
			code := scripts[i].code
			if code == "ru" && ukrainian(s) {
				return "uk"
			}
			return code
		}
	}
	return ""
}

func ukrainian(s string) bool {
	for _, r := range s {
		switch r {
		case 'і', 'ї', 'є', 'ґ', 'І', 'Ї', 'Є':
			return true
		}
	}
	return false
}
