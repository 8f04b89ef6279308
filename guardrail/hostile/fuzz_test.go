package hostile

import (
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

// checkClean asserts what every cleaned text promises.
func checkClean(t *testing.T, in, out string) {
	t.Helper()
	if !utf8.ValidString(out) {
		t.Fatalf("%q: not UTF-8: %q", in, out)
	}
	for _, r := range out {
		if unicode.IsControl(r) && r != '\n' || r == utf8.RuneError || r == 0x200b || r == 0xa0 || classify(r) == bidi || classify(r) == filler {
			t.Fatalf("%q: %U in %q", in, r, out)
		}
	}
	if out != strings.TrimSpace(out) {
		t.Fatalf("%q: not trimmed: %q", in, out)
	}
	z := scanner{src: out}
	for i := range len(out) {
		if out[i] != '<' {
			continue
		}
		if _, end := z.markup(i); end != 0 && out[end-1] == '>' {
			t.Fatalf("%q: a tag in %q", in, out)
		}
	}
}

var seeds = []string{
	"", "<", "</", "<p", "<p>a</p>", "&lt;p&gt;a&lt;/p&gt;", "<ul><li>a<ul><li>b", "<table><tr><td>a<td>b", "a\n\n  • b\n1. c",
	`<div style="display:none">a b c</div>`, `<p class="x>y`, "<!-- a", "<script>a", "donâ€™t", "SÃ£o", "\u202ea\u202c", "🏴\U000e0067\U000e007f",
	"a\u3164b", "<<b>b>", "&#0;&#xd800;&amp;lt;", "Posted 8:03:59 AM. a…b c d e LinkedIn.", "e\u0301\u0301", "<o:p>x</o:p><![if x]>", "<pre>a\n b</pre>",
	proofOf("192.0.2.1"), "a\ufe0f\ufe0fb", `<font color=white>a b c`, "\xff\xfe<\x00p>", "<b <i >x", "• · • a",
}

func FuzzText(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		got := Text(in)
		checkClean(t, in, got.Text)
		if strings.Contains(got.Text, "\n\n\n") || strings.Contains(got.Text, " \n") {
			t.Fatalf("%q: untidy: %q", in, got.Text)
		}
		if len(got.Text) > 4*maxText || len(got.Flags) > maxFlags {
			t.Fatalf("unbounded: %d bytes, %d flags", len(got.Text), len(got.Flags))
		}
		for _, flag := range got.Flags {
			if n := utf8.RuneCountInString(flag.Text); n > maxSpan || !utf8.ValidString(flag.Text) {
				t.Fatalf("%q: flag %q", in, flag.Text)
			}
		}
		if strings.Contains(got.Text, "&") {
			return
		}
		if again := Text(got.Text); again.Text != got.Text || again.Flags != nil {
			t.Fatalf("%q: %q, cleaned again %q %v", in, got.Text, again.Text, again.Flags)
		}
	})
}

func FuzzLine(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		got := Line(in)
		checkClean(t, in, got)
		if strings.Contains(got, "\n") || strings.Contains(got, "  ") || utf8.RuneCountInString(got) > maxLine {
			t.Fatalf("%q: %q", in, got)
		}
	})
}

// Each of these would take minutes if any part looked at the rest of the text again for every tag.
func TestHostileShapesAreLinear(t *testing.T) {
	t.Parallel()
	fill := func(s string) string { return strings.Repeat(s, maxText/len(s)) }
	for name, in := range map[string]string{
		"nested blocks":       fill("<div>"),
		"nested inline":       fill("<b>"),
		"nested hidden":       fill("<b hidden>x"),
		"nested lists":        fill("<ul><li>x"),
		"nested and closed":   strings.Repeat("<div><p hidden>", 8000) + strings.Repeat("</p></div>", 8000),
		"ends alone":          fill("</span>"),
		"open tags":           fill("<b "),
		"open values":         fill(`<b x="`),
		"values with ends":    fill(`<a x=">" `),
		"quotes of two kinds": fill(`<a x='>"`),
		"open comments":       fill("<!-"),
		"comments":            fill("<!---->"),
		"open declarations":   fill("<![x"),
		"self-closed frames":  fill("<iframe/>x"),
		"open scripts":        fill("<script>"),
		"cells":               "<table><tr>" + fill("<td>x"),
		"styles":              fill(`<b style="/**/color:#fff;/**/">x</b>`),
		"one style":           `<b style="` + fill("/**/a:b;") + `">x</b>`,
		"ampersands":          fill("&"),
		"references":          fill("&#x202e;"),
		"escaped tags":        fill("&lt;b "),
		"mojibake":            fill("Ã©"),
		"broken mojibake":     fill("â€"),
		"leads":               fill("Ã"),
		"combining":           "a" + fill("\u0301"),
		"selectors":           fill("\ufe0f"),
		"tag characters":      fill("\U000e0041"),
		"requests":            fill("Please mention the word **X** and tag "),
		"whole requests":      fill(proofOf("192.0.2.1")),
		"promises":            fill("x on Arbeitnow\n"),
		"promises in a line":  fill("x on Arbeitnow "),
		"ellipses":            fill("…x LinkedIn."),
		"posted":              fill("Posted 8:03:59 AM. "),
		"bullets":             fill("• "),
		"spaces":              fill(" ") + "x",
		"less than":           fill("<"),
		"words":               fill("lease "),
		"dots":                fill("Originally posted on Himalayas.\n"),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			checkClean(t, name, Text(in).Text)
			checkClean(t, name, Line(in))
			// A sound one takes some 20 ms; the limit is for slow machines and the race detector.
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("took %v", took)
			} else if testing.Verbose() {
				t.Logf("took %v", took)
			}
		})
	}
}
