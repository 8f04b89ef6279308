package demo

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// block is a piece of an advert: a heading, a paragraph, or a list with a line per item.
type block struct {
	Kind  blockKind
	Lines [][]span
}

type blockKind string

const (
	heading   blockKind = "heading"
	paragraph blockKind = "paragraph"
	list      blockKind = "list"
)

// span is a run of text, bold or not.
type span struct {
	Text string
	Bold bool
}

// parseBlocks reads the samples' notation: blocks stand apart by a blank line, "## " begins a heading, lines that begin
// with "- " are a list, **bold**, and {U+200B} is a character that an editor would not show.
func parseBlocks(body string) ([]block, error) {
	body, err := expandRunes(body)
	if err != nil {
		return nil, err
	}
	var blocks []block
	for part := range strings.SplitSeq(body, "\n\n") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		switch {
		case strings.HasPrefix(part, "## "):
			head, rest, _ := strings.Cut(part[3:], "\n")
			blocks = append(blocks, block{heading, [][]span{parseSpans(head)}})
			if rest != "" {
				blocks = append(blocks, textBlock(rest))
			}
		default:
			blocks = append(blocks, textBlock(part))
		}
	}
	if len(blocks) == 0 {
		return nil, fmt.Errorf("empty body")
	}
	return blocks, nil
}

func textBlock(part string) block {
	if !strings.HasPrefix(part, "- ") {
		return block{paragraph, [][]span{parseSpans(strings.Join(strings.Fields(part), " "))}}
	}
	b := block{Kind: list}
	for item := range strings.SplitSeq("\n"+part, "\n- ") {
		if item = strings.Join(strings.Fields(item), " "); item != "" {
			b.Lines = append(b.Lines, parseSpans(item))
		}
	}
	return b
}

func parseSpans(line string) []span {
	var spans []span
	for i, text := range strings.Split(typographic(line), "**") {
		if text != "" {
			spans = append(spans, span{text, i%2 == 1})
		}
	}
	return spans
}

var letterApostrophe = regexp.MustCompile(`(\pL)'`)

// typographic sets the apostrophes and dashes that word processors set, which is where most mojibake comes from.
func typographic(s string) string {
	s = letterApostrophe.ReplaceAllString(s, "$1’")
	return strings.ReplaceAll(s, " - ", " – ")
}

var runeNotation = regexp.MustCompile(`\{U\+([0-9A-F]{4,6})\}`)

func expandRunes(s string) (string, error) {
	var bad error
	s = runeNotation.ReplaceAllStringFunc(s, func(m string) string {
		n, err := strconv.ParseInt(m[3:len(m)-1], 16, 32)
		if err != nil || n > unicode.MaxRune {
			bad = fmt.Errorf("no character %s", m)
		}
		return string(rune(n))
	})
	return s, bad
}

// style is how one kind of editor writes the blocks in HTML.
type style struct {
	head, para, item [2]string
	list             [2]string
	first            string // in front of everything
	bold             [2]string
}

var styles = map[string]style{
	"h3": {
		head: [2]string{"<h3>", "</h3>"}, para: [2]string{"<p>", "</p>"}, list: [2]string{"<ul>", "</ul>"},
		item: [2]string{"<li><p>", "</p></li>"}, bold: [2]string{"<b>", "</b>"},
	},
	"strong": {
		head: [2]string{"<p><strong>", "</strong></p>\n"}, para: [2]string{"<p>", "</p>\n"},
		list: [2]string{"<ul>\n", "</ul>\n"}, item: [2]string{"<li>", "</li>\n"}, bold: [2]string{"<strong>", "</strong>"},
	},
	"breaks": {
		head: [2]string{"<br/><strong>", "</strong><br/>"}, para: [2]string{"", "<br/><br/>"}, list: [2]string{"", "<br/>"},
		item: [2]string{"• ", "<br/>"}, bold: [2]string{"<strong>", "</strong>"},
	},
	"spans": {
		head: [2]string{`<div><strong><span style="font-size: 16px;">`, "</span></strong></div>"},
		para: [2]string{`<p><span style="font-size: 16px;">`, "</span></p>"}, list: [2]string{"<ul>", "</ul>"},
		item: [2]string{`<li style="font-size:14px;">`, "</li>"}, bold: [2]string{"<strong>", "</strong>"},
	},
	"word": {
		head: [2]string{`<div class="h3"><strong>`, "</strong></div>\n<p>\u00a0</p>\n"},
		para: [2]string{`<p dir="ltr" style="line-height: 1.38; background-color: #ffffff; margin-top: 0pt;"><span style="color: #2d2d2d;">`, "</span></p>\n"},
		list: [2]string{"<ul style=\"\">\n", "</ul>\n"}, item: [2]string{`<li style="">`, "</li>\n"},
		bold: [2]string{"<strong>", "</strong>"}, first: "<p><!-- x-tinymce/html --></p>\n",
	},
	"underline": {
		head: [2]string{"<p><u>", "</u></p>\n"}, para: [2]string{"<p>", "</p>\n"}, list: [2]string{"<ul style=\"\">\n", "</ul>\n"},
		item: [2]string{`<li style="">`, "</li>\n"}, bold: [2]string{"<em>", "</em>"},
	},
	"wrapped": {
		head: [2]string{"<h2><strong>", "</strong></h2>\n"}, para: [2]string{"<p>", "</p>\n"}, list: [2]string{"<ul>\n", "</ul>\n"},
		item: [2]string{"<li>", "</li>\n"}, bold: [2]string{"<strong>", "</strong>"}, first: "<div>\n",
	},
	"plain": {
		head: [2]string{"\n", "\n"}, para: [2]string{"", "\n\n"}, list: [2]string{"", "\n"}, item: [2]string{"- ", "\n"},
	},
}

// defaultStyle picks among the styles that are usual on a board.
func defaultStyle(board, id string) string {
	usual := map[string][]string{
		remoteOK:  {"strong", "breaks", "spans", "breaks", "h3"},
		himalayas: {"h3", "h3", "spans", "strong"},
		remotive:  {"word", "underline", "word", "strong"},
		jobicy:    {"strong", "wrapped"},
	}[board]
	if usual == nil {
		return ""
	}
	return usual[number(board, id, 0)%len(usual)]
}

// escape keeps apostrophes and quotes as they are, as the boards do.
var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// render writes the listing's body as HTML in its style, the hidden texts behind the first block.
func (l *listing) render() string {
	st := styles[l.Style]
	var b strings.Builder
	b.WriteString(st.first)
	for i, bl := range l.blocks {
		wrap := st.para
		switch bl.Kind {
		case heading:
			wrap = st.head
		case list:
			wrap = st.list
		}
		b.WriteString(wrap[0])
		for _, line := range bl.Lines {
			if bl.Kind == list {
				b.WriteString(st.item[0] + renderSpans(line, st) + st.item[1])
			} else {
				b.WriteString(renderSpans(line, st))
			}
		}
		b.WriteString(wrap[1])
		if i == 0 {
			b.WriteString(renderHidden(l.role.Hidden))
		}
	}
	if strings.HasPrefix(st.first, "<div>") {
		b.WriteString("</div>")
	}
	return strings.TrimSpace(b.String())
}

func renderSpans(line []span, st style) string {
	var b strings.Builder
	for _, s := range line {
		if s.Bold {
			b.WriteString(st.bold[0] + escape.Replace(s.Text) + st.bold[1])
		} else {
			b.WriteString(escape.Replace(s.Text))
		}
	}
	return b.String()
}

// renderHidden hides texts in the two ways that are met most: white on white, and not displayed.
func renderHidden(texts []string) string {
	ways := [...]string{
		`<span style="color:#ffffff;background-color:#ffffff;font-size:1px">%s</span>`,
		`<div style="display:none">%s</div>`,
	}
	var b strings.Builder
	for i, t := range texts {
		fmt.Fprintf(&b, ways[i%len(ways)], escape.Replace(t))
	}
	return b.String()
}

// firstText is the advert's first paragraph, as boards quote it.
func (l *listing) firstText() string {
	for _, b := range l.blocks {
		if b.Kind == paragraph {
			var s strings.Builder
			for _, sp := range b.Lines[0] {
				s.WriteString(sp.Text)
			}
			return s.String()
		}
	}
	return l.title
}

// cutWords keeps at most n words of s.
func cutWords(s string, n int) string {
	words := strings.Fields(s)
	return strings.Join(words[:min(n, len(words))], " ")
}

// mojibake is s as it looks when its UTF-8 bytes are read as Latin-1.
func mojibake(s string) string {
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return string(runes)
}

// numericEntities writes typographic characters the way WordPress does.
var numericEntities = strings.NewReplacer("’", "&#8217;", "–", "&#8211;", "“", "&#8220;", "”", "&#8221;", "…", "&hellip;")

var unfoldable = strings.NewReplacer("ł", "l", "Ł", "l", "ß", "ss", "ø", "o", "Ø", "o", "æ", "ae", "Æ", "ae", "·", "")

// slugify makes a short name of ASCII letters, digits and single hyphens, safe in URLs and as a file's name; "untitled"
// where nothing is left.
func slugify(s string) string {
	const most = 70
	var b strings.Builder
	hyphen := false
	for _, r := range norm.NFD.String(unfoldable.Replace(s)) {
		switch {
		case unicode.Is(unicode.Mn, r) || r == '\'' || r == '’':
			continue
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			if hyphen && b.Len() > 0 {
				b.WriteByte('-')
			}
			hyphen = false
			b.WriteRune(unicode.ToLower(r))
		default:
			hyphen = true
		}
		if b.Len() >= most {
			break
		}
	}
	if b.Len() == 0 {
		return "untitled"
	}
	return b.String()
}
