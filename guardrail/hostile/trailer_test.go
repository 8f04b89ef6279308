package hostile

import (
	"encoding/base64"
	"strings"
	"testing"
)

// proofOf writes RemoteOK's request for an address.
func proofOf(address string) string {
	tag := "R" + base64.StdEncoding.EncodeToString([]byte(address))
	return "Please mention the word **GLIMMER** and tag " + tag + " when applying to show you read the job post completely (#" + tag +
		"). This is a beta feature to avoid spam applicants. Companies can search these words to find applicants that read this and see they're human."
}

func TestProofTrailer(t *testing.T) {
	t.Parallel()
	four, six := proofOf("192.0.2.17"), proofOf("2001:db8::17")
	tag := "R" + base64.StdEncoding.EncodeToString([]byte("192.0.2.17"))
	tests := []struct{ name, in, want string }{
		{"end", "<p>We bake.</p><br/><br/>" + four, "We bake."},
		{"IPv6", "We bake.\n\n" + six, "We bake."},
		{"alone", four, ""},
		{"loopback", "We bake. " + proofOf("::1"), "We bake."},
		{"middle", "<p>We bake.</p><p>" + four + "</p><p>You too.</p>", "We bake.\n\nYou too."},
		{"middle of a line", "We bake. " + four + " You too.", "We bake. You too."},
		{"start", four + "<p>We bake.</p>", "We bake."},
		{"twice", "a\n" + four + "\nb\n" + six, "a\n\nb"},
		{"mojibake", latin1("<p>Ça cuit.</p><br/>" + strings.ReplaceAll(four, "'", "’")), "Ça cuit."},
		{"HTML", "<p>We bake.</p><p>" + strings.ReplaceAll(strings.ReplaceAll(four, "**GLIMMER**", "<b>GLIMMER</b>"), "This is", "<br>This is") + "</p>", "We bake."},
		{"escaped", "&lt;p&gt;We bake.&lt;/p&gt;" + four, "We bake."},
		{"zero-width inside", "We bake. " + strings.ReplaceAll(four, "and tag", "and\u200b tag"), "We bake."},
		{"cut short", "We bake. " + four[:strings.Index(four, " when applying")], "We bake."},
		{"tag alone elsewhere", "We bake. " + four + "\nAgain: (#" + tag + ").", "We bake.\nAgain:"},
		{"its last sentence apart", "We bake. " + strings.Replace(four, "Companies", "Well. Companies", 1), "We bake. Well."},
	}
	for _, test := range tests {
		got := Text(test.in).Text
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		if strings.Contains(got, tag) {
			t.Errorf("%s: the address is still in it", test.name)
		}
	}
}

func TestBoardTrailers(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"himalayas", `<p>We bake.</p><p>Originally posted on <a href="https://himalayas.app">Himalayas</a></p>`, "We bake."},
		{"himalayas on the last line", "We bake. Originally posted on Himalayas", "We bake."},
		{"arbeitnow", "<p>Wir backen.</p>\n<a href='https://x.example'>Find Jobs in Germany</a> on <a href='https://x.example'>Arbeitnow</a>", "Wir backen."},
		{"arbeitnow in English", "We bake.\nFind more English Speaking Jobs in United Kingdom on Arbeitnow.", "We bake."},
		{"linkedin", "Posted 8:03:59 AM. We bake at…See this and similar jobs on LinkedIn.<br/><br/>", "We bake at…"},
		{"linkedin in Spanish", "Publicado: 7:54:27. Horneamos en…Ve este y otros empleos similares en LinkedIn.", "Horneamos en…"},
		{"linkedin without ellipsis", "We bake. See this and similar jobs on LinkedIn.", "We bake."},
		{"we work remotely", "<p>We bake.</p><p><strong>To apply:</strong> <a href='x'>https://weworkremotely.com/remote-jobs/lamp-co-baker</a></p>", "We bake."},
		{"one behind another", "We bake.\n\nTo apply: https://weworkremotely.com/remote-jobs/baker\nOriginally posted on Himalayas", "We bake."},
		{"pixel", `<p>We bake.</p><img src="https://board.example/track/7/blank.gif?source=public_api" alt=""/>`, "We bake."},
	}
	for _, test := range tests {
		if got := Text(test.in).Text; got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestEmployersWordsStay(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"Please mention the word BANANA when applying.",
		"Please mention the word **BANANA** when applying to show you read the job post.",
		"Please mention the word BANANA and tag Rust when applying.",
		"Please mention the word BANANA when applying to show you read the job post completely.",
		"Our feed was originally posted on Himalayas and then here.",
		"Find Jobs in Germany on Arbeitnow is what we compete with.",
		"Write to us on LinkedIn.",
		"We sell fish…and more. Find our page on LinkedIn.",
		"To apply: https://weworkremotely.com/remote-jobs/baker\n\nOr call us.",
		"Shift: 8:03:59 AM. Be there.",
	} {
		if got := Text(s).Text; got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
}
