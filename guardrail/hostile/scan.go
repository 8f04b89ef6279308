package hostile

import "strings"

// The scanner is smaller and kinder to text than a tokenizer that follows the standard: a "<" that opens no element
// of HTML is text, a tag that never ends is text unless it is cut off, and a quote that never closes does not swallow
// the advert. Each byte is looked at a bounded number of times.

type tokenKind uint8

const (
	endOfInput tokenKind = iota
	textToken
	startTag
	endTag
)

type token struct {
	kind tokenKind
	text string // of a textToken, references not decoded; of a start tag with raw content, that content
	tag  *tag   // nil for an element of another vocabulary, such as <o:p>
	attr attributes
}

// attributes are those that decide what a reader sees.
type attributes struct {
	style, color, bgcolor, start string
	hidden, open                 bool
	// told is what the element says beside its content: the description of a picture, a title, a value.
	told string
}

type scanner struct {
	src       string
	pos       int
	aside     *flags    // takes what is passed over; nil where nobody wants it
	badQuotes bool      // a quote was opened that no tag closes: quotes mean nothing from there on
	noMore    bool      // no ">" is left
	lastValue int       // where the last attribute value starts, once noMore is known
	unclosed  [256]bool // raw elements, by id, of which no end tag is left
}

// next returns the next token. Comments, declarations and processing instructions are passed over.
func (z *scanner) next() token {
	start := z.pos
	from := z.pos
	for {
		i := strings.IndexByte(z.src[from:], '<')
		if i < 0 {
			z.pos = len(z.src)
			if start == z.pos {
				return token{}
			}
			return token{kind: textToken, text: z.src[start:]}
		}
		at := from + i
		tok, end := z.markup(at)
		if end == 0 {
			from = at + 1
			continue
		}
		if at > start {
			z.pos = at
			return token{kind: textToken, text: z.src[start:at]}
		}
		z.pos = end
		if z.aside != nil {
			z.passOver(&tok, z.src[at:end])
		}
		if tok.kind != endOfInput {
			if tok.kind == startTag && tok.tag != nil && tok.tag.kind == raw {
				tok.text = z.rawContent(tok.tag)
			}
			return tok
		}
		start, from = end, end
	}
}

// minFrame is the length of the shortest markup that could imitate a frame: "</ad-1234>".
const minFrame = 10

// passOver keeps for the detector what a comment, a tag of another vocabulary or an attribute says.
func (z *scanner) passOver(tok *token, markup string) {
	switch {
	case tok.tag == nil && len(markup) >= minFrame:
		z.aside.note(markup + " ")
	case tok.attr.told != "":
		z.aside.note(tok.attr.told)
	}
}

// markup reads the markup at pos, which is a "<". end is 0 where it is none; the token is empty where it is to be
// passed over.
func (z *scanner) markup(pos int) (tok token, end int) {
	rest := z.src[pos+1:]
	switch {
	case strings.HasPrefix(rest, "!--"):
		return token{}, pos + 1 + commentLength(rest)
	case strings.HasPrefix(rest, "![") || strings.HasPrefix(rest, "?xml") || len(rest) > 8 && strings.EqualFold(rest[:8], "!doctype"):
		return token{}, z.closing(pos)
	}
	tok.kind = startTag
	if strings.HasPrefix(rest, "/") {
		tok.kind = endTag
		rest = rest[1:]
	}
	n := nameLength(rest)
	tok.tag = lookup(rest[:n])
	if tok.tag == nil || n < len(rest) && strings.IndexByte(" \n/>", rest[n]) < 0 {
		tok.tag = nil
		if n = foreignLength(rest); n == 0 {
			return token{}, 0
		}
	}
	begin := len(z.src) - len(rest) + n
	end = z.tagEnd(begin, &tok.attr)
	return tok, end
}

// commentLength is the length of the comment that s starts with; one that never ends takes the rest, as in browsers.
func commentLength(s string) int {
	if strings.HasPrefix(s, "!-->") {
		return len("!-->")
	}
	if i := strings.Index(s[len("!-"):], "-->"); i >= 0 {
		return len("!-") + i + len("-->")
	}
	return len(s)
}

// foreignLength is the length of a name with a colon or a hyphen, such as word processors and web components use, that
// s starts with; 0 where it does not.
func foreignLength(s string) int {
	n, joined := 0, false
	for n < len(s) && n < 64 {
		switch b := s[n]; {
		case b == ':' || b == '-':
			joined = joined || n > 0
		case !alphanumeric(b) && b != '_' && b != '.':
			if n > 0 && joined && strings.IndexByte(" \n/>", b) >= 0 {
				return n
			}
			return 0
		}
		n++
	}
	return 0
}

// tagEnd returns the offset behind the ">" of a tag whose name ends at pos and fills attr, if any. It is 0 where
// nothing ends the tag and its rest reads like text.
func (z *scanner) tagEnd(pos int, attr *attributes) int {
	end := z.closing(pos)
	if end == 0 {
		if strings.Trim(z.src[pos:], " \n/") == "" || z.lastValue > pos {
			return len(z.src)
		}
		return 0
	}
	if !z.badQuotes {
		if end := attributeEnd(z.src, pos, attr); end > 0 {
			return end
		}
		z.badQuotes = true
	}
	return end
}

// closing returns the offset behind the next ">" from pos on, 0 where none is left.
func (z *scanner) closing(pos int) int {
	if z.noMore {
		return 0
	}
	if i := strings.IndexByte(z.src[pos:], '>'); i >= 0 {
		return pos + i + 1
	}
	z.noMore = true
	z.lastValue = strings.LastIndex(z.src, `="`)
	return 0
}

// attributeEnd reads attributes from pos on, up to and with ">". It returns 0 where an open quote hides the end.
func attributeEnd(s string, pos int, attr *attributes) int {
	for pos < len(s) {
		switch b := s[pos]; {
		case b == '>':
			return pos + 1
		case b == ' ' || b == '\n' || b == '/':
			pos++
			continue
		}
		start := pos
		for pos++; pos < len(s) && strings.IndexByte("=> \n/", s[pos]) < 0; pos++ {
		}
		name := s[start:pos]
		next := skipSpace(s, pos)
		if next == len(s) || s[next] != '=' {
			attr.set(name, "")
			continue
		}
		pos = skipSpace(s, next+1)
		if pos == len(s) {
			return 0
		}
		value := ""
		if q := s[pos]; q == '"' || q == '\'' {
			n := strings.IndexByte(s[pos+1:], q)
			if n < 0 {
				return 0
			}
			value, pos = s[pos+1:pos+1+n], pos+1+n+1
		} else {
			start := pos
			for pos < len(s) && strings.IndexByte("> \n", s[pos]) < 0 {
				pos++
			}
			value = s[start:pos]
		}
		attr.set(name, value)
	}
	return 0
}

func skipSpace(s string, pos int) int {
	for pos < len(s) && (s[pos] == ' ' || s[pos] == '\n') {
		pos++
	}
	return pos
}

// set keeps an attribute that matters; the first of a name counts.
func (a *attributes) set(name, value string) {
	keep := func(field *string) {
		if *field == "" {
			*field = unescape(value)
		}
	}
	switch len(name) {
	case 3:
		if strings.EqualFold(name, "alt") {
			keep(&a.told)
		}
	case 4:
		if strings.EqualFold(name, "open") {
			a.open = true
		}
	case 5:
		switch {
		case strings.EqualFold(name, "style"):
			keep(&a.style)
		case strings.EqualFold(name, "color"):
			keep(&a.color)
		case strings.EqualFold(name, "start"):
			keep(&a.start)
		case strings.EqualFold(name, "title"), strings.EqualFold(name, "value"):
			keep(&a.told)
		}
	case 6:
		if strings.EqualFold(name, "hidden") {
			a.hidden = true
		}
	case 7:
		if strings.EqualFold(name, "bgcolor") {
			keep(&a.bgcolor)
		}
		if strings.EqualFold(name, "content") {
			keep(&a.told)
		}
	case 10, 11:
		if strings.EqualFold(name, "aria-label") || strings.EqualFold(name, "placeholder") {
			keep(&a.told)
		}
	}
}

// rawContent returns what stands from pos to the end tag of t and goes on behind it. Where there is no end tag it
// returns nothing and stays: the advert is worth more than the standard's answer, which is to lose the rest.
func (z *scanner) rawContent(t *tag) string {
	if z.unclosed[t.id] {
		return ""
	}
	for from := z.pos; ; {
		i := strings.Index(z.src[from:], "</")
		if i < 0 {
			z.unclosed[t.id] = true
			return ""
		}
		at := from + i
		name := z.src[at+2 : min(len(z.src), at+2+len(t.name))]
		if strings.EqualFold(name, t.name) {
			content := z.src[z.pos:at]
			if end := strings.IndexByte(z.src[at:], '>'); end >= 0 {
				z.pos = at + end + 1
			} else {
				z.pos = len(z.src)
			}
			return content
		}
		from = at + 2
	}
}
