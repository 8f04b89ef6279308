package render

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"shortlist/digest"
	"shortlist/scoring"
)

// everyEdition are editions that between them show every part of the mail.
func everyEdition(t testing.TB) map[string]digest.Edition {
	return map[string]digest.Edition{
		"normal": digest.Compose(normalInput(t)), "failed": digest.Compose(failedInput(t)),
		"empty": digest.Compose(baseInput(t)), "judged": digest.Compose(judgedInput(t)), "hostile": digest.Compose(hostileInput(t)),
	}
}

func elements(t *testing.T, page string) []*html.Node {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var out []*html.Node
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode {
			out = append(out, n)
		}
	}
	return out
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// allowed are the elements that every mail program of note shows.
var allowed = strings.Fields("html head meta title style base body div table tbody tr td h1 h2 h3 p a span strong")

var (
	fontSize = regexp.MustCompile(`font(?:-size)?:\s*(\d+)px`)
	unknown  = regexp.MustCompile(`flex|grid|border-radius|background-image|var\(|position:`)
)

func TestMailIsWhatMailProgramsShow(t *testing.T) {
	for name, e := range everyEdition(t) {
		m := mail(t, e)
		cards := 0
		for _, n := range elements(t, m.HTML) {
			style := attr(n, "style")
			switch n.Data {
			case "table":
				if attr(n, "role") != "presentation" || attr(n, "width") == "" {
					t.Errorf("%s: a table without role or width", name)
				}
			case "a":
				if u := attr(n, "href"); !strings.HasPrefix(u, "https://") || attr(n, "rel") != "" {
					t.Errorf("%s: link %q, rel %q", name, u, attr(n, "rel"))
				}
			case "h2":
				cards++
			}
			if !slices.Contains(allowed, n.Data) {
				t.Errorf("%s: element %s", name, n.Data)
			}
			for _, a := range n.Attr {
				if strings.HasPrefix(a.Key, "on") {
					t.Errorf("%s: attribute %s", name, a.Key)
				}
			}
			if strings.Contains(style, "ZgotmplZ") || unknown.MatchString(style) {
				t.Errorf("%s: style %q", name, style)
			}
			if size := fontSize.FindStringSubmatch(style); size != nil && !strings.Contains(style, "display:none") {
				if px, _ := strconv.Atoi(size[1]); px < 16 {
					t.Errorf("%s: %s", name, style)
				}
			}
		}
		sections := 1 // the footer
		for _, c := range e.Cards {
			if c.Heading != "" {
				sections++
			}
		}
		if len(e.Calls) > 0 || e.Waiting != "" {
			sections++
		}
		if cards != len(e.Cards)+sections {
			t.Errorf("%s: %d h2 for %d cards", name, cards, len(e.Cards))
		}
		for _, want := range []string{`<html lang="en"`, `<div lang="en"`, `name="color-scheme"`, "<!--[if mso]>", "<![endif]-->", "prefers-color-scheme: dark"} {
			if !strings.Contains(m.HTML, want) {
				t.Errorf("%s: no %s", name, want)
			}
		}
	}
}

func TestTextIsCompleteAndPlain(t *testing.T) {
	for name, e := range everyEdition(t) {
		text := mail(t, e).Text
		for _, entity := range []string{"&amp;", "&lt;", "&#34;", "&#39;", "\r", "\t", "\x00"} {
			if strings.Contains(text, entity) {
				t.Errorf("%s: %q in the text", name, entity)
			}
		}
		flat := squeeze(text)
		must := slices.Concat([]string{e.Headline, e.When, e.Lead, e.More, e.Schedule, e.Stop}, e.Warnings, e.Made, e.Drops)
		for _, c := range e.Cards {
			must = append(append(must, c.Title, c.Company, c.Where(), c.Match(), c.Excerpt, c.Score, c.Heading), c.Verdict...)
			for _, l := range c.Links {
				must = append(must, l.Label, l.URL)
			}
		}
		must = append(must, e.Waiting)
		for _, c := range e.Calls {
			must = append(must, c.Title, c.Company, c.Why, c.URL)
		}
		for _, b := range e.Boards {
			must = append(must, b.Label+": "+b.State, b.URL)
		}
		for _, want := range must {
			if !strings.Contains(flat, squeeze(want)) {
				t.Errorf("%s: the text lacks %q", name, want)
			}
		}
		for line := range strings.Lines(text) {
			if n := columns(strings.TrimRight(line, "\n")); n > textWidth && !strings.Contains(line, "://") {
				t.Errorf("%s: %d columns: %q", name, n, line)
			}
		}
	}
}

// The bound must hold for a card by itself: what the frame has to spare would hide a card that takes too much.
func TestWeightBoundsEveryPart(t *testing.T) {
	r, err := New()
	if err != nil {
		t.Fatal(err)
	}
	size := func(cards ...digest.Card) (html, weight int) {
		e := digest.Edition{Cards: cards}
		m, err := r.Mail(e)
		if err != nil {
			t.Fatal(err)
		}
		return len(m.HTML), e.Weight()
	}
	html0, weight0 := size()
	if html0 > weight0 {
		t.Errorf("an empty mail has %d bytes, weight %d", html0, weight0)
	}
	link := digest.Link{Label: "B", URL: "https://b.example/"}
	for name, c := range map[string]digest.Card{
		"bare":     {Title: "T", Age: "today", Links: []digest.Link{{Label: "B"}}},
		"linked":   {Title: "T", Age: "today", Links: []digest.Link{link, link, link, link}},
		"company":  {Title: "T", Age: "today", Company: "C", Places: []string{"P", "Q"}, Links: []digest.Link{link}},
		"pay":      {Title: "T", Age: "today", PayNormal: "1", PayWritten: "2", Links: []digest.Link{link}},
		"written":  {Title: "T", Age: "today", PayWritten: "2", Links: []digest.Link{link}},
		"complete": {Title: "T", Age: "1 month ago", Old: true, Company: "C", Places: []string{"P"}, PayNormal: "1", PayWritten: "2", Query: "q", Why: "w", Excerpt: "e", Links: []digest.Link{link, link}},
	} {
		html, weight := size(c)
		if html-html0 > weight-weight0 {
			t.Errorf("%s: the card takes %d bytes, weight %d", name, html-html0, weight-weight0)
		}
	}
}

// squeeze takes out all white space, and with it how lines were folded.
func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }

func TestFiftyOrdinaryCardsFit(t *testing.T) {
	in := baseInput(t)
	in.Profile.Limits.Picks = 50
	for i := range 50 {
		l := listing("remoteok", fmt.Sprint("senior-platform-engineer-developer-experience-", i), "Platform Engineer, Developer Experience", fmt.Sprint("Brightmoor ", i), "Remote, Europe")
		l.Text = strings.Repeat("You look after what others build upon. ", 9)
		l.Pay = scoring.Pay{Min: 60000, Max: 80000, Currency: "EUR", Period: scoring.PerYear}
		in.Ranked = append(in.Ranked, digest.Candidate{Listing: l, Query: "platform engineer", Why: "platform in the title; kubernetes ×3 in the text"})
	}
	e := digest.Compose(in)
	m := mail(t, e)
	if len(e.Cards) != 50 || len(m.HTML) > digest.MaxHTML {
		t.Errorf("%d cards in %d bytes", len(e.Cards), len(m.HTML))
	}
	t.Logf("50 cards: %d bytes, weight %d", len(m.HTML), e.Weight())
	if e.Cards[0].Excerpt == "" {
		t.Error("the first cards lost their excerpt")
	}
}

func TestContrast(t *testing.T) {
	for _, tt := range []struct {
		grounds []string
		texts   []string
	}{
		{[]string{"#eef1f4", "#fbfcfd"}, []string{"#1f2a35", "#56636f", "#4f5c68", "#14599c", "#1e6b43", "#8a5300", "#7a4a00"}},
		{[]string{"#14181c", "#1d2329"}, []string{"#e3e8ed", "#a7b3be", "#86b8f0", "#84d0a5", "#e6b566"}},
	} {
		for _, ground := range tt.grounds {
			for _, text := range tt.texts {
				if r := contrast(t, ground, text); r < 4.5 {
					t.Errorf("%s on %s: %.2f", text, ground, r)
				}
				if r := contrast(t, invert(ground), invert(text)); r < 4.5 {
					t.Errorf("%s on %s, inverted: %.2f", text, ground, r)
				}
			}
		}
		page := mail(t, digest.Compose(failedInput(t))).HTML
		for _, c := range slices.Concat(tt.grounds, tt.texts) {
			if !strings.Contains(page, c) && c != "#1e6b43" {
				t.Errorf("the mail does not use %s: the table is out of date", c)
			}
		}
	}
}

func channels(c string) (rgb [3]int) {
	for i := range rgb {
		n, _ := strconv.ParseInt(c[1+2*i:3+2*i], 16, 0)
		rgb[i] = int(n)
	}
	return rgb
}

func invert(c string) string {
	rgb := channels(c)
	return fmt.Sprintf("#%02x%02x%02x", 255-rgb[0], 255-rgb[1], 255-rgb[2])
}

// contrast is the ratio of WCAG 2.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	luminance := func(c string) float64 {
		var l float64
		for i, v := range channels(c) {
			s := float64(v) / 255
			if s <= 0.04045 {
				s /= 12.92
			} else {
				s = math.Pow((s+0.055)/1.055, 2.4)
			}
			l += s * [3]float64{0.2126, 0.7152, 0.0722}[i]
		}
		return l
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}
