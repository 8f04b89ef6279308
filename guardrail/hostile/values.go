package hostile

import (
	"strconv"
	"strings"
)

// number reads a CSS number at the start of s and the unit behind it.
func number(s string) (f float64, unit string, ok bool) {
	s = strings.TrimSpace(s)
	n := 0
	for n < len(s) && (s[n] >= '0' && s[n] <= '9' || s[n] == '.' || n == 0 && (s[0] == '-' || s[0] == '+')) {
		n++
	}
	if f, err := strconv.ParseFloat(s[:n], 64); err == nil {
		unit = s[n:]
		end := 0
		for end < len(unit) && (unit[end] >= 'a' && unit[end] <= 'z' || unit[end] == '%') {
			end++
		}
		return f, unit[:end], true
	}
	return 0, "", false
}

// unitPixels is the size of the units on a usual screen.
var unitPixels = map[string]float64{
	"": 1, "px": 1, "pt": 4.0 / 3, "pc": 16, "in": 96, "cm": 37.8, "mm": 3.78, "q": 0.945, "em": 16, "rem": 16, "ex": 8, "ch": 8,
	"vw": 12, "vh": 8, "vmin": 8, "vmax": 12, "dvw": 12, "dvh": 8,
}

// pixels reads a length. Percentages and keywords are no length.
func pixels(s string) (float64, bool) {
	f, unit, ok := number(s)
	scale, known := unitPixels[unit]
	return f * scale, ok && known
}

// allAtMost reports whether every number in s is at most limit, and there is one.
func allAtMost(s string, limit float64) bool {
	found := false
	for _, field := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' }) {
		f, _, ok := number(field)
		if !ok || f > limit {
			return false
		}
		found = true
	}
	return found
}

// fontSize returns the declared size of the font, from the shorthand too, "" where there is none.
func (d *declarations) fontSize() string {
	if d[fontSize] != "" {
		return d[fontSize]
	}
	for _, field := range strings.Fields(d[font]) {
		size, _, _ := strings.Cut(field, "/")
		// A bare number above 0 is a weight.
		if f, unit, ok := number(size); ok && (unit != "" || f == 0) {
			return size
		}
	}
	return ""
}

// tinyFont reports whether a font of this size cannot be read, in a parent whose font cannot, or can.
func tinyFont(size string, parent bool) bool {
	f, unit, ok := number(size)
	if !ok {
		return parent && (size == "inherit" || size == "smaller" || size == "larger" || size == "unset")
	}
	switch unit {
	case "em", "ex", "ch":
		return parent || f < 0.1
	case "%":
		return parent || f < 10
	}
	scale, known := unitPixels[unit]
	return known && f*scale < 1.5
}

type colorKind uint8

const (
	unset colorKind = iota
	solid           // rgb is known
	clear           // transparent
	other           // stated, but not as a plain colour
)

type color struct {
	kind    colorKind
	r, g, b uint8
}

var colorNames = map[string]color{
	"white": {solid, 255, 255, 255}, "snow": {solid, 255, 250, 250}, "ivory": {solid, 255, 255, 240}, "ghostwhite": {solid, 248, 248, 255},
	"whitesmoke": {solid, 245, 245, 245}, "floralwhite": {solid, 255, 250, 240}, "mintcream": {solid, 245, 255, 250},
	"black": {solid, 0, 0, 0}, "red": {solid, 255, 0, 0}, "green": {solid, 0, 128, 0}, "blue": {solid, 0, 0, 255},
	"yellow": {solid, 255, 255, 0}, "gray": {solid, 128, 128, 128}, "grey": {solid, 128, 128, 128}, "silver": {solid, 192, 192, 192},
	"navy": {solid, 0, 0, 128}, "transparent": {kind: clear},
}

// parseColor reads a colour in lower case: a name, #rgb, #rgba, #rrggbb, #rrggbbaa, rgb() or rgba(). It is unset for
// "" and for keywords that take the parent's, other for what it does not know.
func parseColor(s string) color {
	switch s {
	case "", "inherit", "currentcolor", "unset", "initial", "revert":
		return color{}
	}
	if c, ok := colorNames[s]; ok {
		return c
	}
	if hex, ok := strings.CutPrefix(s, "#"); ok {
		return parseHex(hex)
	}
	name, args, ok := strings.Cut(s, "(")
	if !ok || name != "rgb" && name != "rgba" {
		return color{kind: other}
	}
	var v [4]float64
	fields := strings.FieldsFunc(strings.TrimSuffix(args, ")"), func(r rune) bool { return r == ',' || r == ' ' || r == '/' })
	if len(fields) < 3 || len(fields) > 4 {
		return color{kind: other}
	}
	v[3] = 1
	for i, field := range fields {
		f, unit, ok := number(field)
		if !ok {
			return color{kind: other}
		}
		if unit == "%" {
			if f /= 100; i < 3 {
				f *= 255
			}
		}
		v[i] = f
	}
	if v[3] < 0.05 {
		return color{kind: clear}
	}
	channel := func(f float64) uint8 { return uint8(min(max(f, 0), 255)) }
	return color{solid, channel(v[0]), channel(v[1]), channel(v[2])}
}

func parseHex(hex string) color {
	if len(hex) == 3 || len(hex) == 4 {
		var long strings.Builder
		for i := range len(hex) {
			long.WriteByte(hex[i])
			long.WriteByte(hex[i])
		}
		hex = long.String()
	}
	if len(hex) == 6 {
		hex += "ff"
	}
	v, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || len(hex) != 8 {
		return color{kind: other}
	}
	if v&0xff < 13 {
		return color{kind: clear}
	}
	return color{solid, uint8(v >> 24), uint8(v >> 16), uint8(v >> 8)}
}

// under returns the background of an element with these declarations whose parent's is c.
func (c color) under(d *declarations) color {
	if bg := parseColor(d[bgColor]); bg.kind == solid || bg.kind == other {
		c = bg
	}
	if v := d[background]; v != "" && v != "none" {
		if bg := parseColor(v); bg.kind == solid || bg.kind == other {
			c = bg
		}
	}
	if v := d[bgImage]; v != "" && v != "none" {
		c = color{kind: other}
	}
	return c
}

// vanishesOn reports whether text of colour c cannot be read on bg. Pages are taken to be white where none is stated.
func (c color) vanishesOn(bg color) bool {
	switch {
	case bg.kind == other || c.kind == unset || c.kind == other:
		return false
	case c.kind == clear:
		return true
	case bg.kind != solid:
		bg = color{solid, 255, 255, 255}
		// A pale grey on an unstated background may be meant for a dark one.
		return c.near(bg, 5)
	}
	return c.near(bg, 10)
}

func (c color) near(d color, by int) bool {
	apart := func(a, b uint8) bool { return int(a)-int(b) > by || int(b)-int(a) > by }
	return !apart(c.r, d.r) && !apart(c.g, d.g) && !apart(c.b, d.b)
}
