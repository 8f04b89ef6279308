package hostile

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestLine(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"plain", "Backend Engineer", "Backend Engineer"},
		{"empty", " \u00a0\u200b\n", ""},
		{"entity", "Research &amp; Development", "Research & Development"},
		{"bare ampersand", "R&D Lead", "R&D Lead"},
		{"entities once", "The &amp;lt;p&amp;gt; hand", "The &lt;p&gt; hand"},
		{"entity without semicolon", "Tea &gt Coffee", "Tea > Coffee"},
		{"address keeps its parameters", "see ?a=1&region=eu&copy=2", "see ?a=1&region=eu&copy=2"},
		{"numeric entity", "Chef&#8217;s Aide &#x26; Cook", "Chef’s Aide & Cook"},
		{"tags", "<b>Senior</b> <i>Baker</i>", "Senior Baker"},
		{"escaped tags", "&lt;b&gt;Senior&lt;/b&gt; Baker", "Senior Baker"},
		{"block tags part words", "Baker<br/>Night shift<p>Harbour</p>", "Baker Night shift Harbour"},
		{"tag inside a tag", "<<b>b>Baker", "‹b›Baker"},
		{"script", "Baker<script>alert(1)</script>", "Baker"},
		{"placeholder", "&lt;&lt;ENTER DISPLAY JOB TITLE&gt;&gt", "<<ENTER DISPLAY JOB TITLE>>"},
		{"placeholder live", "<<ENTER DISPLAY JOB TITLE>>", "<<ENTER DISPLAY JOB TITLE>>"},
		{"comparison", "C++ < 5 years", "C++ < 5 years"},
		{"comparison escaped", "C++ &lt; 5 years, Go &gt; 2", "C++ < 5 years, Go > 2"},
		{"spaces", "Data\u00a0\u202f\tKeeper\r\n\u2028(Night)", "Data Keeper (Night)"},
		{"soft hyphen", "Zukunfts\u00adplaner", "Zukunftsplaner"},
		{"zero width", "Pla\u200bnner\ufeff", "Planner"},
		{"bidi", "Cook \u202egnihtemos\u202c", "Cook"},
		{"control", "Co\x00ok\x07", "Cook"},
		{"private use", "\ue001Cook", "Cook"},
		{"tag characters", "Cook\U000e0068\U000e0069", "Cook"},
		{"bad UTF-8", "Co\xffok", "Cook"},
		{"replacement", "Co\ufffdok", "Cook"},
		{"decomposed", "Cafe\u0301 Hand", "Café Hand"},
		{"mojibake", "SÃ£o Paulo", "São Paulo"},
		{"hanging comma", "United States, ", "United States"},
		{"hanging dash", "Remote - ", "Remote"},
		{"leading separators", " | , Berlin", "Berlin"},
		{"dash in a word stays", "Class C-", "Class C-"},
		{"dot and plus stay", ".NET and C++", ".NET and C++"},
		{"only separators", " - , | ", ""},
		{"brackets stay", "Cook (m/w/d)", "Cook (m/w/d)"},
		{"emoji family", "Care 👨‍👩‍👧 ❤️", "Care 👨‍👩‍👧 ❤️"},
		{"flag emoji", "Cook 🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f", "Cook 🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"},
		{"persian joiner", "می\u200cخواهم", "می\u200cخواهم"},
	}
	for _, test := range tests {
		if got := Line(test.in); got != test.want {
			t.Errorf("%s: Line(%q) = %q, want %q", test.name, test.in, got, test.want)
		}
	}
}

func TestLineIsBounded(t *testing.T) {
	t.Parallel()
	got := Line(strings.Repeat("lantern keeper ", 60))
	if n := utf8.RuneCountInString(got); n > 300 || n < 280 {
		t.Errorf("%d runes", n)
	}
	if !strings.HasSuffix(got, "lantern…") && !strings.HasSuffix(got, "keeper…") {
		t.Errorf("not cut at a word: %q", got[len(got)-20:])
	}
	if n := utf8.RuneCountInString(Line(strings.Repeat("灯", 400_000))); n != 300 {
		t.Errorf("text without spaces: %d runes", n)
	}
}
