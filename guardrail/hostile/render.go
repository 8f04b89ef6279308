package hostile

import (
	"strconv"
	"strings"
)

const (
	maxDepth  = 256     // open elements that are kept track of
	maxHidden = 4 << 10 // bytes of one hidden passage that are looked at
	maxIndent = 8       // levels of lists that are set off
)

// element is an open element whose end matters: a list, one that changes the look, or one inside such a one.
type element struct {
	tag    *tag
	look   look // of its content
	drop   bool // its content is left out without a word
	counts int  // ordered lists: the number of the last item
}

// renderer turns markup into text. It keeps no tree: most elements only break the line, before and behind.
type renderer struct {
	out   []byte
	plain bool // the text has no block elements, so its line breaks are the author's

	brk     int    // line breaks due before the next text: 0, 1, 2
	space   bool   // a space is due
	prefix  string // a bullet is due
	divider bool   // a bar between two table cells is due
	fresh   bool   // nothing came since the start of a table cell
	indent  int    // spaces that the source sets before the next text
	afterBR bool   // nothing came since a <br>

	cells int      // met in the row
	cols  rowState // of the row

	stack   []element
	open    [256]int // elements on the stack, by tag id
	lists   int      // of them lists; all others have a look or stand in one that has
	skipped int      // opened beyond maxDepth

	hidden []byte
	found  *flags
}

// render reads s as HTML and lays it out as plain text. s has passed cleanChars.
func render(s string, found *flags) string {
	r := renderer{out: make([]byte, 0, len(s)), plain: !hasBlocks(s), found: found}
	z := scanner{src: s, aside: found}
	for {
		tok := z.next()
		switch tok.kind {
		case endOfInput:
			r.reveal()
			return string(r.out)
		case textToken:
			r.textToken(tok.text)
		case startTag:
			if tok.tag != nil {
				r.start(&tok)
			}
		case endTag:
			if tok.tag != nil {
				r.end(tok.tag)
			}
		}
	}
}

// hasBlocks reports whether s holds an element that breaks the line, other than <br>.
func hasBlocks(s string) bool {
	z := scanner{src: s}
	for {
		tok := z.next()
		if tok.kind == endOfInput {
			return false
		}
		if t := tok.tag; t != nil && t.kind >= block && t.kind <= cell && t.name != "hr" {
			return true
		}
	}
}

func (r *renderer) top() element {
	if len(r.stack) == 0 {
		return element{}
	}
	return r.stack[len(r.stack)-1]
}

func (r *renderer) start(tok *token) {
	t := tok.tag
	r.impliedEnds(t)
	switch t.kind {
	case breaking:
		r.lineBreak()
		return
	case picture:
		r.space = true
		return
	case raw:
		if tok.text != "" {
			r.found.note(tok.text)
		}
		return
	case block, paragraph, list:
		r.breakLine(r.depthOf(t.kind))
	case row:
		r.endCell()
		r.breakLine(1)
		r.cells, r.cols = 0, rowEmpty
	case cell:
		r.startCell()
	case item:
		r.startItem()
	}
	if t.void {
		return
	}
	r.push(tok)
}

// depthOf is how many line breaks an element of this kind asks for: none in a list stands apart by a blank line.
func (r *renderer) depthOf(k kind) int {
	if k == block || r.lists > 0 {
		return 1
	}
	return 2
}

// push opens an element where its end will matter.
func (r *renderer) push(tok *token) {
	t, parent := tok.tag, r.top()
	e := element{tag: t, look: parent.look, drop: parent.drop}
	changes := e.dress(tok)
	if !changes && t.kind != list && len(r.stack) == r.lists {
		return
	}
	if len(r.stack) == maxDepth {
		r.skipped++
		return
	}
	if n, err := strconv.Atoi(tok.attr.start); err == nil && n >= 0 && n < 1000 {
		e.counts = n - 1
	}
	r.stack = append(r.stack, e)
	r.open[t.id]++
	if t.kind == list {
		r.lists++
	}
}

// dress sets what the element's own attributes and nature change, and reports whether they change anything.
func (e *element) dress(tok *token) bool {
	t, a := tok.tag, &tok.attr
	changes := false
	if t.kind == off {
		e.drop, changes = true, true
	}
	if t.kind == unseen || t.name == "dialog" && !a.open {
		e.look.gone, changes = true, true
	}
	if t.name == "pre" || t.name == "xmp" || t.name == "listing" || t.name == "plaintext" {
		e.look.pre, changes = true, true
	}
	for _, attr := range [...]struct {
		value string
		to    *color
	}{{a.color, &e.look.fg}, {a.bgcolor, &e.look.bg}} {
		if c := parseColor(strings.ToLower(strings.TrimSpace(attr.value))); c.kind != unset {
			*attr.to, changes = c, true
		}
	}
	displayed := false
	if a.style != "" {
		if d, ok := parseStyle(a.style); ok {
			e.look, changes = e.look.inside(&d), true
			displayed = d[display] != "" && d[display] != "none"
		}
	}
	// A display of its own overrides the attribute.
	if a.hidden && !displayed {
		e.look.gone, changes = true, true
	}
	return changes
}

// impliedEnds closes what a start tag of t closes without saying so.
func (r *renderer) impliedEnds(t *tag) {
	switch {
	case t.kind == item:
		r.closeWithin(tagLI, list)
	case t.kind == cell:
		r.closeWithin(tags["td"], row)
		r.closeWithin(tags["th"], row)
	case t.kind == row:
		r.closeWithin(t, paragraph)
	}
	if t.kind >= block && t.kind <= item {
		r.closeWithin(tagP, cell)
		r.closeWithin(tagSVG, cell)
	}
}

// closeWithin closes the innermost open t, unless an element of the bounding kind stands in between.
func (r *renderer) closeWithin(t *tag, bound kind) {
	if r.open[t.id] == 0 {
		return
	}
	for i := len(r.stack) - 1; i >= 0; i-- {
		if r.stack[i].tag == t {
			r.pop(i)
			return
		}
		if r.stack[i].tag.kind == bound {
			return
		}
	}
}

func (r *renderer) end(t *tag) {
	switch t.kind {
	case raw, picture:
		return
	case breaking:
		r.lineBreak()
		return
	}
	switch {
	case r.open[t.id] == 0:
	case r.skipped > 0:
		r.skipped--
	case t.kind == item:
		r.closeWithin(t, list)
	case t.kind == cell || t.kind == row:
		r.closeWithin(t, paragraph)
	default:
		for i := len(r.stack) - 1; i >= 0; i-- {
			if r.stack[i].tag == t {
				r.pop(i)
				break
			}
		}
	}
	if t == tagTable {
		r.endCell()
	}
	switch t.kind {
	case block, paragraph, list:
		if t.kind == list {
			r.prefix = ""
		}
		r.breakLine(r.depthOf(t.kind))
	case item:
		r.prefix = ""
		r.breakLine(1)
	case cell:
		r.fresh = false
	case row:
		r.endCell()
		r.breakLine(1)
	}
}

// pop closes the elements from stack[from] up.
func (r *renderer) pop(from int) {
	for i := len(r.stack) - 1; i >= from; i-- {
		e := r.stack[i]
		r.open[e.tag.id]--
		if e.tag.kind == list {
			r.lists--
		}
	}
	r.stack = r.stack[:from]
	if r.top().look.shown() {
		r.reveal()
	}
}

// startItem makes the bullet or number of a list item due.
func (r *renderer) startItem() {
	r.breakLine(1)
	mark := "• "
	for i := len(r.stack) - 1; i >= 0; i-- {
		if e := &r.stack[i]; e.tag.kind == list {
			if e.tag == tagOL {
				e.counts++
				mark = strconv.Itoa(e.counts) + ". "
			}
			break
		}
	}
	r.prefix = strings.Repeat("  ", min(max(r.lists-1, 0), maxIndent)) + mark
}

// startCell sets a cell apart from the one before it, where that was a single line.
func (r *renderer) startCell() {
	r.cells++
	r.fresh = false
	if r.cells > 1 && r.cols == rowLine {
		r.brk, r.space, r.divider = 0, false, true
	} else {
		r.breakLine(1)
	}
	r.fresh = true
}

// endCell takes back what an empty last cell made due.
func (r *renderer) endCell() { r.divider, r.fresh = false, false }

// rowState says what a table's row has shown so far.
type rowState uint8

const (
	rowEmpty  rowState = iota
	rowLine            // one line
	rowBroken          // several, so that its cells cannot stand side by side
)
