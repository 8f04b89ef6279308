package digest

import (
	"strings"
	"unicode"

	"shortlist/scoring"
)

const (
	excerptScan = 8 << 10 // bytes of an advert that are looked at
	proseRunes  = 60      // a paragraph shorter than this is a heading or a label
	maxFlags    = 20
)

// boilerplate begins the headings under which companies praise themselves; what the work is comes later.
var boilerplate = []string{
	"about us", "about the company", "about our company", "who we are", "our company", "company description",
	"our mission", "our story", "über uns", "wer wir sind", "qui sommes-nous", "quiénes somos", "a propos", "à propos",
}

// excerpt returns the first real prose of an advert: no headings, no list, not what the company says of itself unless
// there is nothing else, and no span that intake flagged as speaking to a machine.
func excerpt(l *scoring.Listing) string {
	text := l.Text
	if len(text) > excerptScan {
		text = text[:excerptScan]
	}
	about, fallback := false, ""
	for p := range strings.SplitSeq(text, "\n\n") {
		p = strings.TrimSpace(p)
		head, body, _ := strings.Cut(p, "\n")
		if h := label(head); h != "" {
			about = praises(h, l.Company)
			if p = strings.TrimSpace(body); p == "" {
				continue
			}
		}
		if !prose(p) || flagged(p, l.Flags) {
			continue
		}
		if !about && !opensWith(p, l.Company) {
			return line(p, maxExcerpt)
		}
		if fallback == "" {
			fallback = p
		}
	}
	return line(fallback, maxExcerpt)
}

// label returns a heading in lower case, or nothing where s is a sentence.
func label(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || len([]rune(s)) >= proseRunes || strings.HasSuffix(s, ".") || strings.HasPrefix(s, "•") {
		return ""
	}
	return strings.ToLower(strings.Trim(s, "#*:–- "))
}

func praises(heading, company string) bool {
	for _, b := range boilerplate {
		if strings.HasPrefix(heading, b) {
			return true
		}
	}
	return company != "" && heading == "about "+strings.ToLower(company)
}

// prose reports whether p reads as sentences: long enough, not a list, mostly letters.
func prose(p string) bool {
	if strings.HasPrefix(p, "•") || strings.HasPrefix(p, "- ") {
		return false
	}
	runes, letters := 0, 0
	for _, r := range p {
		runes++
		if unicode.IsLetter(r) || r == ' ' {
			letters++
		}
	}
	return runes >= proseRunes && letters*10 >= runes*8
}

// opensWith reports a paragraph that begins with the company's name or "At" it.
func opensWith(p, company string) bool {
	p = strings.TrimPrefix(strings.TrimPrefix(p, "At "), "Here at ")
	return company != "" && strings.HasPrefix(p, company)
}

func flagged(p string, flags []scoring.Flag) bool {
	for i, f := range flags {
		if i == maxFlags {
			break
		}
		if f.Text != "" && (strings.Contains(p, f.Text) || strings.Contains(f.Text, p)) {
			return true
		}
	}
	return false
}
