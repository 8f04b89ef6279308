package hostile

import "strings"

// tidy brings the lines to their last form: one space between words, none at the ends, bullets of one kind, one blank
// line between paragraphs and none between the items of a list.
func tidy(s string) string {
	out := make([]byte, 0, len(s))
	blank, wasItem := false, false
	for line := range strings.SplitSeq(s, "\n") {
		line, isItem := tidyLine(line)
		if line == "" || line == `\n` { // the latter is what some trackers export for an empty line
			blank = len(out) > 0
			continue
		}
		if len(out) == 0 {
			line = strings.TrimLeft(line, " ")
		} else {
			out = append(out, '\n')
			if blank && !(isItem && wasItem) {
				out = append(out, '\n')
			}
		}
		out = append(out, line...)
		blank, wasItem = false, isItem
	}
	return string(out)
}

const bulletGlyphs = "•·●▪◦‣∙○■□➢➤⁃"

// tidyLine trims a line, unless its spaces set off an item of a list, whose bullet becomes "• ".
func tidyLine(line string) (text string, isItem bool) {
	text = strings.Trim(line, " ")
	indent := min((len(line)-len(strings.TrimLeft(line, " ")))/2, maxIndent)
	if strings.Contains(text, "  ") {
		text = strings.Join(strings.Fields(text), " ")
	}
	for {
		glyph, rest, ok := strings.Cut(text, " ")
		if !ok || glyph == "" || len(glyph) > 3 || !strings.Contains(bulletGlyphs, glyph) {
			break
		}
		text, isItem = rest, true
	}
	switch {
	case isItem:
		text = "• " + text
	case !numbered(text):
		return text, false
	}
	return strings.Repeat("  ", indent) + text, isItem
}

// numbered reports whether s starts like an item of an ordered list.
func numbered(s string) bool {
	n := 0
	for n < len(s) && n < 4 && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n > 0 && strings.HasPrefix(s[n:], ". ")
}
