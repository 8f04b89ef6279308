package hostile

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTextLayout(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"paragraphs", "<p>We bake.</p>\n<p>You  bake\ntoo.</p>", "We bake.\n\nYou bake too."},
		{"break", "One<br>Two<br/>Three", "One\nTwo\nThree"},
		{"two breaks", "<p>One<br><br><br>Two</p>", "One\n\nTwo"},
		{"list", "<p>You:</p><ul>\n<li>knead</li>\n<li><p>rest</p></li><li></li></ul><p>End</p>", "You:\n\n• knead\n• rest\n\nEnd"},
		{"nested list", "<ul><li>a<ul><li>b</li><li>c<ol><li>d</li></ol></li></ul></li><li>e</li></ul>", "• a\n  • b\n  • c\n    1. d\n• e"},
		{"ordered list", `<ol><li>a</li><li>b</li></ol><ol start="7"><li>c</li></ol>`, "1. a\n2. b\n\n7. c"},
		{"unclosed items", "<ul><li>a<li>b</ul>end", "• a\n• b\n\nend"},
		{"items without list", "<li>a</li><li>b</li>", "• a\n• b"},
		{"own bullets", "<ul><li>• a</li><li>·&nbsp; b</li></ul><p>● c</p><p>\uf0b7 d</p>", "• a\n• b\n• c\n• d"},
		{"heading", "Intro<h3>Duties</h3>Bake.", "Intro\n\nDuties\n\nBake."},
		{"divs are lines", "<div>a</div><div>b</div><div><br></div><div>c</div>", "a\nb\n\nc"},
		{"table", "<table><tr><th>Day</th><th>Pay</th></tr><tr><td><p>Mon</p></td><td>9</td></tr></table>after", "Day | Pay\nMon | 9\n\nafter"},
		{"table of blocks", "<table><tr><td><p>a</p><p>b</p></td><td>c</td></tr></table>", "a\n\nb\n\nc"},
		{"pre", "<p>x</p><pre>one\ntwo</pre>", "x\n\none\ntwo"},
		{"pre-wrap", `<p style="white-space: pre-wrap">one` + "\ntwo</p>", "one\ntwo"},
		{"inline runs on", "<p>un<b>break</b><i>able</i> <a href='https://x.example/?q=1>2'>link</a>.</p>", "unbreakable link."},
		{"image parts words", "<p>left<img src='https://x.example/p.gif'>right</p>", "left right"},
		{"dropped", "<head><title>T</title><style>p{}</style></head><p>a</p><script>b<p>c</p></script><!-- d --><svg><title>e</title><text>f</text></svg>" +
			"<button>g</button><select><option>h</select><iframe>i</iframe><textarea>j</textarea><object>k</object><p>z</p>", "a\n\nz"},
		{"self-closed iframe", "<iframe src='x'/><p>a</p>", "a"},
		{"unclosed style", "<p>a</p><style>p { }<p>b</p>", "a\n\np { }\n\nb"},
		{"word processor", "<p class=MsoNormal>a<o:p></o:p></p><![if !x]><p>b</p><![endif]>", "a\n\nb"},
		{"plain text", "First line\n\nSecond\r\nthird\n\n\n\n- a\n- b", "First line\n\nSecond\nthird\n\n- a\n- b"},
		{"plain text with bullets", "Need:\n\n• a\n\n• b\n    • c", "Need:\n\n• a\n• b\n    • c"},
		{"plain text with breaks", "One\nTwo<br/>\nThree", "One\nTwo\nThree"},
		{"less than", "<p>Under < 5 people, a<b, x <y, <email></p>", "Under < 5 people, a<b, x <y, <email>"},
		{"entities", "<p>Fish &amp; Chips &#8211; caf&eacute;&nbsp;&lt;3 &#146;s</p>", "Fish & Chips – café <3 ’s"},
		{"entities once", "<p>the &amp;lt;p&amp;gt; element</p>", "the &lt;p&gt; element"},
		{"a tag as a topic", "<p>Know &lt;b&gt; well</p>", "Know ‹b› well"},
		{"escaped body", "&lt;p&gt;Fish &amp;amp; chips&lt;/p&gt;&lt;ul&gt;&lt;li&gt;a&lt;/li&gt;&lt;/ul&gt;", "Fish & chips\n\n• a"},
		{"escaped body, numeric", "&#60;div&#62;a&#60;/div&#62;b", "a\nb"},
		{"escaped body, live tail", "&lt;p&gt;a&lt;/p&gt;<p>b</p>", "a\n\nb"},
		{"live head, escaped body", "<p>a</p>&lt;p&gt;b&lt;/p&gt;&lt;p&gt;c&lt;/p&gt;", "a\n\nb\n\nc"},
		{"cut tag", `<p>done</p><a href="https://x.example`, "done"},
		{"open quote", `<p class="x>text <b>more</b></p>`, "text more"},
		{"open comment", "<p>a</p><!-- b", "a"},
		{"empty paragraphs", "<p>a</p><p>&nbsp;</p><p><br></p><p>b</p>", "a\n\nb"},
		{"exported empty line", `<p>a</p>\n<p>b</p>`, "a\n\nb"},
		{"reassembled by a removed character", "<p><scr\u200bipt>x</p>", "x"},
		{"reassembled by a removed reference", "<p><scr&#8203;ipt>x</p>", "‹script›x"},
		{"reassembled by a removed tag", "<p><<i>b>x</p>", "‹b›x"},
		{"details stay", "<details><summary>More</summary>Pay</details>", "More\nPay"},
		{"mojibake in entities", "<p>don&acirc;&#128;&#153;t</p>", "don’t"},
	}
	for _, test := range tests {
		got := Text(test.in)
		if diff := cmp.Diff(test.want, got.Text); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		if got.Flags != nil || got.Cut {
			t.Errorf("%s: flags %v, cut %v", test.name, got.Flags, got.Cut)
		}
		if again := Text(got.Text).Text; again != got.Text && !strings.Contains(got.Text, "&") {
			t.Errorf("%s: cleaned again: %q", test.name, again)
		}
	}
}

func TestTextIsCut(t *testing.T) {
	t.Parallel()
	got := Text(strings.Repeat("ü", 200<<10))
	if !got.Cut || len(got.Text) != 256<<10 {
		t.Errorf("cut %v, %d bytes", got.Cut, len(got.Text))
	}
	if got := Text(strings.Repeat("u", 256<<10)); got.Cut {
		t.Error("cut at the limit itself")
	}
}
