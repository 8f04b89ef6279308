package profile

import (
	"errors"
	"net/mail"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// CheckAddress accepts one bare mail address (RFC 5322 addr-spec) that can be reached from outside: no name beside it,
// an ASCII local part, and a domain with a dot, which may be an international one, or localhost.
func CheckAddress(s string) error {
	switch {
	case len(s) > 254: // RFC 5321, 4.5.3.1.3, less the angle brackets
		return errors.New("the address is longer than 254 bytes")
	case strings.ContainsAny(s, "<>,;"):
		return errors.New("this is more than one bare address")
	case strings.ContainsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }):
		return errors.New("the address holds a space, a line break or a control character")
	}
	parsed, err := mail.ParseAddress(s)
	if err != nil {
		return errors.New("this is not a mail address")
	}
	if parsed.Name != "" || parsed.Address != s {
		return errors.New("the address has something beside it")
	}
	at := strings.LastIndexByte(s, '@')
	local, domain := s[:at], s[at+1:]
	if len(local) > 64 || strings.ContainsFunc(local, func(r rune) bool { return r > unicode.MaxASCII }) {
		return errors.New("the part before the @ is not ASCII or longer than 64 bytes")
	}
	ascii, err := idna.Lookup.ToASCII(domain)
	if err != nil || ascii != "localhost" && !strings.Contains(strings.Trim(ascii, "."), ".") || strings.HasSuffix(ascii, ".") {
		return errors.New("the part after the @ is not a domain")
	}
	return nil
}
