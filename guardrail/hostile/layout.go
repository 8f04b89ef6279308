package hostile

import "strings"

// breakLine asks for n line breaks before the next text. Behind a bullet or the start of a cell nothing breaks.
func (r *renderer) breakLine(n int) {
	if r.prefix != "" || r.fresh {
		return
	}
	r.brk = max(r.brk, n)
	r.space, r.afterBR = false, false
}

// lineBreak is one <br>: the second in a row makes a paragraph, but not in a list.
func (r *renderer) lineBreak() {
	r.addBreak()
	r.afterBR = true
}

func (r *renderer) addBreak() {
	if r.prefix != "" || r.fresh {
		return
	}
	r.space = false
	if most := r.depthOf(paragraph); r.brk < most {
		r.brk++
	}
}

// textToken takes text as it stands in the source.
func (r *renderer) textToken(s string) {
	e := r.top()
	if e.drop {
		r.found.note(s)
		return
	}
	if strings.IndexByte(s, '&') >= 0 {
		s = cleanChars(unescape(s), r.found)
	}
	if !e.look.shown() {
		if room := maxHidden - len(r.hidden); room > 0 {
			kept, _ := head(s, room)
			r.hidden = append(append(r.hidden, kept...), ' ')
		}
		return
	}
	lines := r.plain || e.look.pre
	if lines && r.afterBR {
		// "<br>" at the end of a source line is one break, not two.
		s = strings.TrimPrefix(strings.TrimLeft(s, " "), "\n")
	}
	if lines && !r.plain && e.tag != tagPre && strings.TrimSpace(s) == "" {
		lines = false
	}
	r.write(s, lines)
}

// write lays out visible text; lines says that its line breaks count.
func (r *renderer) write(s string, lines bool) {
	for i := 0; i < len(s); {
		switch s[i] {
		case ' ':
			r.space = true
			i++
			continue
		case '\n':
			i++
			if !lines {
				r.space = true
				continue
			}
			r.addBreak()
			for r.indent = 0; i < len(s) && s[i] == ' '; i++ {
				r.indent++
			}
			continue
		}
		end := i + 1
		for end < len(s) && s[end] != ' ' && s[end] != '\n' {
			end++
		}
		r.flush()
		r.out = append(r.out, s[i:end]...)
		i = end
	}
}

// flush writes what is due before a word.
func (r *renderer) flush() {
	switch {
	case len(r.out) == 0:
	case r.divider && r.prefix == "":
		r.out = append(r.out, " | "...)
	case r.brk > 0:
		r.out = append(r.out, "\n\n"[:r.brk]...)
		r.out = append(r.out, strings.Repeat(" ", min(r.indent, 2*maxIndent))...)
	case r.space && r.prefix == "":
		r.out = append(r.out, ' ')
	}
	if r.cols == rowEmpty {
		r.cols = rowLine
	} else if r.brk > 0 {
		r.cols = rowBroken
	}
	r.out = append(r.out, r.prefix...)
	r.brk, r.space, r.indent, r.prefix, r.afterBR = 0, false, 0, "", false
	r.divider, r.fresh = false, false
}

// reveal flags what was hidden up to here.
func (r *renderer) reveal() {
	if len(r.hidden) == 0 {
		return
	}
	if text := string(r.hidden); words(text, 3) >= 3 {
		r.found.hide(HiddenMarkup, text)
	} else {
		r.found.note(text)
	}
	r.hidden = r.hidden[:0]
}

// stripTags takes the elements of HTML out of a one-line field.
func stripTags(s string) string {
	if strings.IndexByte(s, '<') < 0 {
		return s
	}
	var b strings.Builder
	z := scanner{src: s}
	for {
		tok := z.next()
		switch {
		case tok.kind == endOfInput:
			return b.String()
		case tok.kind == textToken:
			b.WriteString(tok.text)
		case tok.tag != nil && tok.tag.kind != inline:
			b.WriteByte(' ')
		}
	}
}

// maskTags writes what still looks like a tag, since an advert wrote about one, with ‹ and ›. So no text of ours ever
// holds markup, and cleaning it again changes nothing.
func maskTags(s string) string {
	if strings.IndexByte(s, '<') < 0 {
		return s
	}
	var b strings.Builder
	z := scanner{src: s}
	done := 0
	for i := 0; i < len(s); {
		next := strings.IndexByte(s[i:], '<')
		if next < 0 {
			break
		}
		i += next
		_, end := z.markup(i)
		if end == 0 {
			i++
			continue
		}
		b.WriteString(s[done:i])
		b.WriteString(masks.Replace(s[i:end]))
		i, done = end, end
	}
	b.WriteString(s[done:])
	return b.String()
}

var masks = strings.NewReplacer("<", "‹", ">", "›")
