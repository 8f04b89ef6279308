package hostile

import (
	"encoding/base64"
	"net/netip"
	"regexp"
	"strings"
)

// What boards add to an employer's text. Each is recognised by its own fixed wording; an employer's own "mention the
// word …" stays. Literals are looked for first, since searching every text with expressions would take longer than all
// the rest of the cleaning.
var (
	// What is left of it where markup or a cut tore it apart.
	proofRest = regexp.MustCompile(`\s*(?:This is a beta feature to avoid spam applicants\.|` +
		`Companies can search these words to find applicants that read this and see they.{0,3}re human\.)`)

	arbeitnow = regexp.MustCompile(`^Find (?:more )?(?:English Speaking )?Jobs in [^\n]{1,60}$`)

	// LinkedIn's teaser, copied to other boards: the time of the posting, then the text up to an ellipsis, then an
	// invitation in the reader's language that ends with the site's name.
	posted  = regexp.MustCompile(`^(?:(?:Posted|Publi\pL{1,8}|Pubblicat[oa]|Veröffentlicht|Geplaatst|Opublikowano)(?: \pL{1,4})?:? \d{1,2}:\d\d:\d\d(?: ?[AP]M)?\.\s*)+`)
	similar = regexp.MustCompile(`(?m)…[^.…\n]{5,90}LinkedIn\.$`)
)

// dropTrailers takes the boards' own additions out of s. Taking one out can join what was apart, so it looks again.
func dropTrailers(s string) string {
	for range 4 {
		t := strings.TrimSpace(dropOnce(s))
		if t == s {
			break
		}
		s = t
	}
	return s
}

func dropOnce(s string) string {
	s = dropProof(s)
	if strings.Contains(s, "LinkedIn.") {
		s = strings.ReplaceAll(s, "See this and similar jobs on LinkedIn.", "")
		s = similar.ReplaceAllString(s, "…")
	}
	s = posted.ReplaceAllString(s, "")
	s = dropLineEnd(s, "This job is provided by Shine.com", nil)
	s = dropLineEnd(s, "Originally posted on Himalayas", nil)
	s = dropLineEnd(s, " on Arbeitnow", promise)
	return dropApplyLine(s)
}

// dropLineEnd takes phrase out where it ends a line, with or without a full stop. Where lead is given, the phrase goes
// only if lead finds what belongs to it in the text before, and with that: lead returns its length, 0 for none.
func dropLineEnd(s, phrase string, lead func(before string) int) string {
	if !strings.Contains(s, phrase) {
		return s
	}
	var b strings.Builder
	done := 0
	for from := 0; ; {
		i := strings.Index(s[from:], phrase)
		if i < 0 {
			break
		}
		at := from + i
		from = at + len(phrase)
		rest := strings.TrimLeft(strings.TrimPrefix(s[from:], "."), " ")
		if rest != "" && rest[0] != '\n' {
			continue
		}
		if lead != nil {
			n := lead(s[done:at])
			if n == 0 {
				continue
			}
			at -= n
		}
		b.WriteString(s[done:at])
		done = len(s) - len(rest)
		from = done
	}
	b.WriteString(s[done:])
	return b.String()
}

// promise returns the length of "Find Jobs in X" at the end of s, 0 where it does not stand there.
func promise(s string) int {
	const longest = 120
	from := max(0, len(s)-longest)
	i := strings.LastIndex(s[from:], "Find ")
	if i < 0 || !arbeitnow.MatchString(s[from+i:]) {
		return 0
	}
	return len(s) - from - i
}

// dropApplyLine takes out We Work Remotely's last line, which sends the reader to the board's own page.
func dropApplyLine(s string) string {
	const start = "To apply: https://weworkremotely.com/"
	i := strings.Index(s, start)
	if i < 0 || i > 0 && s[i-1] != '\n' || strings.ContainsAny(s[i+len(start):], " \n") {
		return s
	}
	return s[:i]
}

// dropProof takes RemoteOK's request out, wherever it stands, and its tag wherever else the text repeats it: the
// reader's own address must not reach a store, a model or a mail.
func dropProof(s string) string {
	var b strings.Builder
	var secrets []string
	done := 0
	for from := 0; ; {
		i := strings.Index(s[from:], "lease mention the word")
		if i < 0 {
			break
		}
		from += i + 1
		at := from - len("Pl")
		if at < done {
			continue
		}
		n, found := proof(s[at:])
		if n == 0 {
			continue
		}
		secrets = append(secrets, found...)
		b.WriteString(s[done:at])
		done = at + n
		from = done
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	s = b.String()
	for _, secret := range secrets[:min(len(secrets), 8)] {
		s = strings.NewReplacer("(#"+secret+").", "", "(#"+secret+")", "", "#"+secret, "", secret, "").Replace(s)
	}
	if strings.Contains(s, "beta feature") || strings.Contains(s, "these words") {
		s = proofRest.ReplaceAllString(s, "")
	}
	return s
}

// proof returns the length of RemoteOK's request at the start of s, and the tags in it that are an address: "Please
// mention the word **X** and tag R… when applying to show you read the job post completely (#R…). This is a beta
// feature …", where a tag is "R" and the base64 of the address that fetched the feed. The length is 0 where it is an
// employer's own request, which has no such tag. The request may be cut off anywhere behind the tag.
func proof(s string) (n int, addresses []string) {
	const longest = 200 // bytes up to the tag
	const please = "Please mention the word"
	if len(s) < len(please) {
		return 0, nil
	}
	before, rest, ok := strings.Cut(s[:min(len(s), longest)], " and tag")
	if !ok {
		before, rest, ok = strings.Cut(s[:min(len(s), longest)], " when applying")
		if !ok {
			return 0, nil
		}
	}
	if strings.Contains(before, "\n") && !strings.Contains(before, "**") || strings.Contains(before[len(please):], ". ") {
		return 0, nil
	}
	p := phrases{s: s, pos: min(len(s), longest) - len(rest)}
	first := p.tag()
	p.words("when applying")
	whole := p.words("to show you read the job post completely")
	second := p.tag()
	for _, tag := range [...]string{first, second} {
		if isAddress(tag) {
			addresses = append(addresses, tag)
		}
	}
	if len(addresses) == 0 && !(whole && first+second != "") {
		return 0, nil
	}
	p.words("This is a beta feature to avoid spam applicants.")
	if p.words("Companies can search these words to find applicants that read this and see") {
		p.words("they're human.")
	}
	return p.pos, addresses
}

// phrases reads fixed words off the start of a text.
type phrases struct {
	s   string
	pos int
}

// words passes over the words of phrase, apart by any space, if they stand next. An apostrophe may be a curly one.
func (p *phrases) words(phrase string) bool {
	pos := p.pos
	for word := range strings.SplitSeq(phrase, " ") {
		pos = skipSpace(p.s, pos)
		head, tail, curly := strings.Cut(word, "'")
		if curly && strings.HasPrefix(p.s[pos:], head+"’"+tail) {
			pos += len(word) + len("’") - 1
			continue
		}
		if !strings.HasPrefix(p.s[pos:], word) {
			return false
		}
		pos += len(word)
	}
	p.pos = pos
	return true
}

// tag passes over a tag, "R…" or "(#R…).", if one stands next, and returns it without its dressing.
func (p *phrases) tag() string {
	pos := skipSpace(p.s, p.pos)
	for pos < len(p.s) && (p.s[pos] == '(' || p.s[pos] == '#') {
		pos++
	}
	start := pos
	for pos < len(p.s) && pos-start < 128 && (alphanumeric(p.s[pos]) || strings.IndexByte("+/_-=", p.s[pos]) >= 0) {
		pos++
	}
	tag := p.s[start:pos]
	if len(tag) < 2 || tag[0] != 'R' {
		return ""
	}
	for pos < len(p.s) && (p.s[pos] == ')' || p.s[pos] == '.') {
		pos++
	}
	p.pos = pos
	return tag
}

// isAddress reports whether tag holds the base64 of an address.
func isAddress(tag string) bool {
	if tag == "" {
		return false
	}
	raw, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(tag[1:], "="))
	if err != nil {
		return false
	}
	_, err = netip.ParseAddr(string(raw))
	return err == nil
}
