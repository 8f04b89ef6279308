package hostile

import "unicode"

// emoji reports whether r is a pictograph, in the coarse ranges of the emoji blocks.
func emoji(r rune) bool {
	switch {
	case r >= 0x1f000 && r <= 0x1faff:
		return true
	case r >= 0x2190 && r <= 0x21ff, r >= 0x2300 && r <= 0x23ff, r >= 0x25a0 && r <= 0x27bf, r >= 0x2900 && r <= 0x297f:
		return true
	case r >= 0x2b00 && r <= 0x2bff:
		return true
	}
	switch r {
	case 0x203c, 0x2049, 0x2122, 0x2139, 0x24c2, 0x3030, 0x303d, 0x3297, 0x3299, 0xa9, 0xae:
		return true
	}
	return false
}

// emojiBase reports whether a variation selector makes r an emoji: pictographs and the signs of keycaps.
func emojiBase(r rune) bool {
	return emoji(r) || r >= '0' && r <= '9' || r == '#' || r == '*'
}

// shaped reports whether r is of a script whose letters change their form with the joiners between them.
func shaped(r rune) bool {
	switch {
	case r < 0x600:
		return false
	case r <= 0x8ff, r >= 0x900 && r <= 0xdff, r >= 0x1000 && r <= 0x109f, r >= 0x1780 && r <= 0x18aa:
		return unicode.IsLetter(r) || unicode.IsMark(r)
	case r >= 0xfb50 && r <= 0xfdff, r >= 0xfe70 && r <= 0xfefc:
		return unicode.IsLetter(r)
	}
	return false
}
