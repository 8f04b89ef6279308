package hostile

// kind says how an element stands on the page.
type kind uint8

const (
	inline    kind = iota // runs on in the line
	block                 // a line of its own
	paragraph             // a blank line around it
	list                  // ul, ol and their like
	item                  // li
	row                   // tr
	cell                  // td, th
	breaking              // br
	picture               // img: shows, but holds no text
	raw                   // its content is not markup and shows nothing
	off                   // its content is markup, of which an advert needs nothing
	unseen                // its content is markup that browsers do not show
)

// tag is an element of HTML.
type tag struct {
	id   uint8
	name string
	kind kind
	void bool
}

const maxTagName = 10 // the longest name below

// tags holds every element that is taken for markup. "<" before any other word is text: boards hold titles such as
// "<<ENTER DISPLAY JOB TITLE>>".
var tags = func() map[string]*tag {
	m := make(map[string]*tag, 140)
	add := func(k kind, void bool, names ...string) {
		for _, name := range names {
			m[name] = &tag{id: uint8(len(m)), name: name, kind: k, void: void}
		}
	}
	add(inline, false, "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "blink", "cite", "code", "data", "del", "dfn", "em", "font",
		"head", "html", "i", "ins", "kbd", "label", "map", "mark", "marquee", "math", "meter", "output", "progress", "q", "rb", "rp",
		"rt", "rtc", "ruby", "s", "samp", "slot", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "nobr",
		"tbody", "tfoot", "thead", "colgroup", "picture")
	add(inline, true, "area", "base", "basefont", "bgsound", "col", "frame", "input", "link", "meta", "param", "source", "track", "wbr")
	add(breaking, true, "br")
	add(picture, true, "img", "image", "embed", "keygen")
	add(paragraph, true, "hr")
	add(block, false, "body", "caption", "center", "dd", "dialog", "div", "dt", "fieldset", "figcaption", "form", "legend", "main", "summary")
	add(paragraph, false, "address", "article", "aside", "blockquote", "details", "dl", "figure", "footer", "h1", "h2", "h3", "h4", "h5",
		"h6", "header", "hgroup", "listing", "nav", "p", "plaintext", "pre", "search", "section", "table", "xmp")
	add(list, false, "ul", "ol", "menu", "dir")
	add(item, false, "li")
	add(row, false, "tr")
	add(cell, false, "td", "th")
	add(raw, false, "script", "style", "title", "textarea", "iframe", "noembed", "noframes")
	add(off, false, "svg", "object", "applet", "audio", "video", "canvas", "select", "option", "optgroup", "datalist", "button", "frameset")
	add(unseen, false, "template", "noscript")
	return m
}()

// Elements that the rules name.
var (
	tagLI    = tags["li"]
	tagP     = tags["p"]
	tagPre   = tags["pre"]
	tagTable = tags["table"]
	tagOL    = tags["ol"]
	tagSVG   = tags["svg"]
)

// lookup finds the element of a name in any case, nil where HTML has none.
func lookup(name string) *tag {
	if len(name) > maxTagName {
		return nil
	}
	var buf [maxTagName]byte
	for i := 0; i < len(name); i++ {
		b := name[i]
		if b >= 'A' && b <= 'Z' {
			b |= 0x20
		}
		buf[i] = b
	}
	return tags[string(buf[:len(name)])]
}

// nameLength is the length of the element name at the start of s.
func nameLength(s string) int {
	n := 0
	for n < len(s) && n <= maxTagName && alphanumeric(s[n]) {
		n++
	}
	return n
}
