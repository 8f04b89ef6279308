package hostile

import (
	"strconv"
	"strings"
)

// look is what a reader sees of the text in an element.
type look struct {
	gone      bool // not shown, and no child can undo it
	invisible bool // visibility: hidden, which a child may undo
	tiny      bool // font of no size, which a child may undo
	pre       bool // line breaks of the source are shown
	fg, bg    color
}

// shown reports whether text with this look can be read.
func (l look) shown() bool {
	return !l.gone && !l.invisible && !l.tiny && !l.fg.vanishesOn(l.bg)
}

// property is a CSS property that decides whether text is seen.
type property uint8

const (
	display property = iota
	visibility
	contentVisibility
	opacity
	filter
	fontSize
	font
	fgColor
	fillColor
	bgColor
	background
	bgImage
	position
	left
	right
	top
	bottom
	textIndent
	marginLeft
	marginTop
	transform
	clip
	clipPath
	height
	maxHeight
	width
	maxWidth
	overflow
	overflowX
	overflowY
	whiteSpace
	properties
)

var propertyNames = map[string]property{
	"display": display, "visibility": visibility, "content-visibility": contentVisibility, "opacity": opacity, "filter": filter,
	"font-size": fontSize, "font": font, "color": fgColor, "-webkit-text-fill-color": fillColor, "background-color": bgColor,
	"background": background, "background-image": bgImage, "position": position, "left": left, "right": right, "top": top,
	"bottom": bottom, "text-indent": textIndent, "margin-left": marginLeft, "margin-top": marginTop, "transform": transform,
	"clip": clip, "clip-path": clipPath, "height": height, "max-height": maxHeight, "width": width, "max-width": maxWidth,
	"overflow": overflow, "overflow-x": overflowX, "overflow-y": overflowY, "white-space": whiteSpace,
}

// declarations are the values of one style attribute, in lower case.
type declarations [properties]string

// parseStyle reads a style attribute. Of several declarations of a property the last counts, an important one above
// the others; ok is false where none matters here.
func parseStyle(style string) (d declarations, ok bool) {
	style = plainCSS(style)
	var important [properties]bool
	for style != "" {
		var decl string
		decl, style = cutDeclaration(style)
		name, value, found := strings.Cut(decl, ":")
		if !found {
			continue
		}
		p, known := propertyNames[strings.ToLower(strings.TrimSpace(name))]
		if !known {
			continue
		}
		value = strings.ToLower(strings.TrimSpace(value))
		strong := false
		if i := strings.LastIndexByte(value, '!'); i >= 0 {
			strong = strings.TrimSpace(value[i+1:]) == "important"
			value = strings.TrimSpace(value[:i])
		}
		if value == "" || important[p] && !strong {
			continue
		}
		d[p], important[p], ok = value, strong, true
	}
	return d, ok
}

// plainCSS takes comments out of s and decodes its escapes, with which "display" can be spelled so that nobody finds it.
func plainCSS(s string) string {
	if before, after, ok := strings.Cut(s, "/*"); ok {
		var b strings.Builder
		for ok {
			b.WriteString(before)
			_, after, _ = strings.Cut(after, "*/")
			before, after, ok = strings.Cut(after, "/*")
		}
		b.WriteString(before)
		s = b.String()
	}
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		n := 0
		for n < 6 && i+1+n < len(s) && strings.IndexByte("0123456789abcdefABCDEF", s[i+1+n]) >= 0 {
			n++
		}
		if n > 0 {
			code, _ := strconv.ParseInt(s[i+1:i+1+n], 16, 32)
			b.WriteRune(rune(code))
			if i += n; i+1 < len(s) && s[i+1] == ' ' {
				i++
			}
		}
	}
	return b.String()
}

// cutDeclaration splits s at the first semicolon outside of parentheses and quotes.
func cutDeclaration(s string) (decl, rest string) {
	depth, quote := 0, byte(0)
	for i := 0; i < len(s); i++ {
		switch b := s[i]; {
		case quote != 0:
			if b == quote {
				quote = 0
			}
		case b == '"' || b == '\'':
			quote = b
		case b == '(':
			depth++
		case b == ')' && depth > 0:
			depth--
		case b == ';' && depth == 0:
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}

// inside returns the look of an element with these declarations in a parent with the look l.
func (l look) inside(d *declarations) look {
	l.gone = l.gone || d.removed() || d.offScreen() || d.clipped() || d.collapsed()
	switch d[visibility] {
	case "hidden", "collapse":
		l.invisible = true
	case "visible", "initial":
		l.invisible = false
	}
	if size := d.fontSize(); size != "" {
		l.tiny = tinyFont(size, l.tiny)
	}
	if d[whiteSpace] != "" {
		l.pre = strings.HasPrefix(d[whiteSpace], "pre") || d[whiteSpace] == "break-spaces"
	}
	for _, p := range [...]property{fgColor, fillColor} {
		if c := parseColor(d[p]); c.kind != unset {
			l.fg = c
		}
	}
	l.bg = l.bg.under(d)
	return l
}

// removed: the element takes no place or no paint.
func (d *declarations) removed() bool {
	if d[display] == "none" || d[contentVisibility] == "hidden" {
		return true
	}
	if d[opacity] != "" {
		if f, unit, ok := number(d[opacity]); ok && (unit == "" && f < 0.05 || unit == "%" && f < 5) {
			return true
		}
	}
	if rest, ok := strings.CutPrefix(d[filter], "opacity("); ok {
		f, _, ok := number(strings.TrimSuffix(rest, ")"))
		return ok && f < 0.05
	}
	return false
}

const (
	farAway  = 500  // px to the left or above: out of the page
	farRight = 5000 // px to the right or below: out of any window
)

// offScreen: the element or its first line stands outside of the page.
func (d *declarations) offScreen() bool {
	if p := d[position]; p == "absolute" || p == "fixed" || p == "relative" {
		for _, side := range [...]property{left, top, right, bottom} {
			if px, ok := pixels(d[side]); ok && (px <= -farAway || px >= farRight) {
				return true
			}
		}
	}
	for _, p := range [...]property{textIndent, marginLeft, marginTop} {
		if px, ok := pixels(d[p]); ok && (px <= -farAway || px >= farRight) {
			return true
		}
	}
	return movedAway(d[transform])
}

// movedAway reads the functions of a transform.
func movedAway(value string) bool {
	for value != "" {
		name, rest, ok := strings.Cut(value, "(")
		if !ok {
			return false
		}
		var args string
		args, value, _ = strings.Cut(rest, ")")
		name = strings.TrimSpace(name)
		for _, arg := range strings.FieldsFunc(args, func(r rune) bool { return r == ',' || r == ' ' }) {
			if px, ok := pixels(arg); ok && strings.HasPrefix(name, "translate") && (px <= -farAway || px >= farRight) {
				return true
			}
			if f, _, ok := number(arg); ok && f == 0 && strings.HasPrefix(name, "scale") {
				return true
			}
		}
	}
	return false
}

// clipped: a clip leaves nothing of the element.
func (d *declarations) clipped() bool {
	if rest, ok := strings.CutPrefix(d[clip], "rect("); ok && (d[position] == "absolute" || d[position] == "fixed") {
		return allAtMost(strings.TrimSuffix(rest, ")"), 1)
	}
	if rest, ok := strings.CutPrefix(d[clipPath], "circle("); ok {
		f, _, ok := number(rest)
		return ok && f == 0
	}
	if rest, ok := strings.CutPrefix(d[clipPath], "polygon("); ok {
		return allAtMost(strings.TrimSuffix(rest, ")"), 0)
	}
	if rest, ok := strings.CutPrefix(d[clipPath], "inset("); ok {
		f, unit, ok := number(rest)
		return ok && unit == "%" && f >= 50
	}
	return false
}

// collapsed: the box has no size and shows nothing beyond it.
func (d *declarations) collapsed() bool {
	hides := false
	for _, p := range [...]property{overflow, overflowX, overflowY} {
		hides = hides || strings.HasPrefix(d[p], "hidden") || strings.HasPrefix(d[p], "clip")
	}
	if !hides {
		return false
	}
	for _, p := range [...]property{height, maxHeight, width, maxWidth} {
		if px, ok := pixels(d[p]); ok && px <= 1 {
			return true
		}
	}
	return false
}
