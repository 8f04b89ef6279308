package hostile

import (
	"html"
	"strings"
)

// maxEntity is the length of the longest reference that is decoded, "&" and ";" with it.
const maxEntity = 34

// unescape decodes the character references of s, each once. A reference needs its semicolon, or "&region=eu" in an
// address would lose "&reg"; only the five that boards leave open are read without.
func unescape(s string) string {
	i := strings.IndexByte(s, '&')
	if i < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i >= 0 {
		b.WriteString(s[:i])
		s = s[i:]
		text, n := reference(s)
		b.WriteString(text)
		s = s[n:]
		i = strings.IndexByte(s, '&')
	}
	b.WriteString(s)
	return b.String()
}

// reference decodes the reference at the start of s, which starts with "&", and returns how much of s it is. What is
// no reference is an ampersand.
func reference(s string) (string, int) {
	n := 1
	for n < len(s) && n < maxEntity && alphanumeric(s[n]) || n == 1 && strings.HasPrefix(s, "&#") {
		n++
	}
	if n < len(s) && s[n] == ';' {
		if text := html.UnescapeString(s[:n+1]); text[0] != '&' || text == "&" {
			return text, n + 1
		}
		return "&", 1
	}
	switch s[1:n] {
	case "lt", "LT":
		return "<", n
	case "gt", "GT":
		return ">", n
	case "quot", "QUOT":
		return `"`, n
	case "nbsp":
		return " ", n
	case "amp", "AMP":
		if n == len(s) || s[n] != '=' {
			return "&", n
		}
	}
	return "&", 1
}

func alphanumeric(b byte) bool {
	return b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z'
}

// escapedBody reports whether the markup of s is itself escaped: s starts with an escaped tag, or holds escaped end
// tags, which prose about HTML hardly does.
func escapedBody(s string) bool {
	start := strings.TrimLeft(s, " \n\t")
	if !strings.Contains(s, "&") {
		return false
	}
	if n := escapedLess(start); n > 0 {
		rest := start[n:]
		if strings.HasPrefix(rest, "!--") || strings.HasPrefix(rest, "!DOCTYPE") || escapedTag(strings.TrimPrefix(rest, "/")) {
			return true
		}
	}
	ends := 0
	for i := strings.IndexByte(s, '&'); i >= 0 && ends < 2; i = strings.IndexByte(s, '&') {
		s = s[i:]
		n := escapedLess(s)
		if n > 0 && strings.HasPrefix(s[n:], "/") && escapedTag(s[n+1:]) {
			ends++
		}
		s = s[max(n, 1):]
	}
	return ends >= 2
}

// escapedLess returns the length of an escaped "<" at the start of s, or 0.
func escapedLess(s string) int {
	for _, form := range [...]string{"&lt;", "&#60;", "&#x3c;", "&#x3C;", "&LT;"} {
		if strings.HasPrefix(s, form) {
			return len(form)
		}
	}
	return 0
}

// escapedTag reports whether s goes on with the name of an HTML element and its end.
func escapedTag(s string) bool {
	n := nameLength(s)
	if n == len(s) || lookup(s[:n]) == nil {
		return false
	}
	return strings.IndexByte(" \n/&>", s[n]) >= 0
}
