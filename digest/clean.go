package digest

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lengths in runes of what a card or the footer shows. They keep one card under about 2 KB of HTML, so that a hostile
// advert cannot push the others out of the mail.
const (
	maxTitle   = 120
	maxCompany = 60
	maxPlace   = 80
	maxPay     = 60
	maxQuery   = 60
	maxWhy     = 160
	maxReason  = 200 // what a judge may write
	maxSaid    = 140
	maxExcerpt = 200
	maxNote    = 240
	maxWord    = 40 // a word of the profile, the name of a board
	maxProblem = 120
	maxURL     = 700 // bytes, of a listing's address; real ones have under 250
	maxHome    = 150 // bytes, of a board's or our own front page
	maxMarks   = 3   // combining marks in a row: scripts need two, "zalgo" text has dozens
)

// line makes one printable line of s, at most limit runes, cut at a word. Board text is cleaned at intake; this is the
// last line of defence before a header, a terminal or a page, and it stops reading s once the line is full.
func line(s string, limit int) string {
	var b strings.Builder
	n, marks, space := 0, 0, false
	for _, r := range s {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			space = n > 0
			continue
		}
		if hidden(r) {
			continue
		}
		if unicode.Is(unicode.Mn, r) {
			if marks++; marks > maxMarks {
				continue
			}
		} else {
			marks = 0
		}
		if space {
			b.WriteByte(' ')
			n, space = n+1, false
		}
		b.WriteRune(r)
		if n++; n > limit {
			return cut(b.String(), limit)
		}
	}
	return b.String()
}

// hidden reports runes that show nothing or that turn the text around them. The joiners stay: emoji and several
// scripts are spelled with them.
func hidden(r rune) bool {
	const zwnj, zwj = '\u200c', '\u200d'
	return r == utf8.RuneError || unicode.In(r, unicode.Co, unicode.Noncharacter_Code_Point) ||
		unicode.Is(unicode.Cf, r) && r != zwnj && r != zwj
}

// cut shortens s to limit runes with an ellipsis, at the last space where that loses less than a third.
func cut(s string, limit int) string {
	rs := []rune(s)
	if len(rs) <= limit {
		return s
	}
	end := limit - 1
	for i := end; i > limit*2/3; i-- {
		if rs[i] == ' ' {
			end = i
			break
		}
	}
	return strings.TrimRight(string(rs[:end]), " ,;:.–-") + "…"
}

// safeURL returns raw in plain ASCII where it is an absolute http or https address of at most limit bytes and without
// credentials, else nothing:
// "javascript:" and "data:" addresses run, and "https://known.example@evil.example" misleads.
func safeURL(raw string, limit int) string {
	if len(raw) > 4*limit {
		return ""
	}
	u, err := url.Parse(strings.TrimSpace(raw))
	if err != nil || u.User != nil || u.Hostname() == "" {
		return ""
	}
	if u.Scheme = strings.ToLower(u.Scheme); u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	u.RawQuery = escapeQuery(u.RawQuery)
	s := u.String()
	if len(s) > limit || strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return ""
	}
	return s
}

// escapeQuery encodes what may not stand in a query raw; net/url leaves queries as they came.
func escapeQuery(q string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(q) {
		switch c := q[i]; {
		case c <= ' ', c >= 0x7f, c == '"', c == '\'', c == '<', c == '>':
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
