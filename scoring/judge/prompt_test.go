package judge

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"shortlist/scoring"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestPrompt holds the whole prompt, so that no word of it changes unseen. A change of a golden file asks for a new
// PromptVersion.
func TestPrompt(t *testing.T) {
	t.Parallel()
	long := listing("1")
	long.Text = "It begins.\n" + strings.Repeat("æ", 199) + strings.Repeat(" boat", 4000) + "\nIt ends."
	for _, c := range []struct {
		name  string
		l     *scoring.Listing
		p     *scoring.Profile
		gates []Finding
	}{
		{"full", listing("1"), person1(), []Finding{{Gate: "language", Cap: 2}, {Gate: "office", Unsure: true}}},
		{"bare", &scoring.Listing{Text: "Deckhand."}, &scoring.Profile{}, nil},
		{"long", long, &scoring.Profile{Rubric: "Boats."}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			j := judgeOf(t, &fake{}, Options{Gates: func(*scoring.Listing, *scoring.Profile) []Finding { return c.gates }})
			r := j.question(c.l, c.p).request(plainEnvelope, newMarks("n0nce"), 0, 2048)
			got := "SYSTEM\n" + r.System + "\nUSER\n" + r.User + "\n"
			file := filepath.Join("testdata", c.name+".golden")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("the prompt is\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestNoWordOfTheAdvertInTheRules holds advert and rules apart, and the person's name and address out of both.
func TestNoWordOfTheAdvertInTheRules(t *testing.T) {
	t.Parallel()
	l := listing("XID")
	l.Title, l.Company, l.Text = "XTITLE", "XCOMPANY", "XTEXT"
	l.Place, l.Pay = scoring.Place{Raw: "XPLACE"}, scoring.Pay{Raw: "XPAY"}
	l.Flags = []scoring.Flag{{Kind: "instruction_override", Text: "XFLAG"}}
	p := person1()
	p.Name, p.Email = "xname", "xname@example.org"
	j := judgeOf(t, &fake{}, Options{Gates: func(*scoring.Listing, *scoring.Profile) []Finding { return []Finding{{Gate: "pay", Cap: 2}} }})
	r := j.question(l, p).request(plainEnvelope, newMarks("n0nce"), 2, 100)
	if strings.Contains(r.System, "X") || strings.Contains(r.System+r.User, "xname") {
		t.Errorf("the rules hold words of the advert, or the prompt the person's name:\n%s\n%s", r.System, r.User)
	}
	for _, word := range []string{"XTITLE", "XCOMPANY", "XTEXT", "XPLACE", "XPAY"} {
		if !strings.Contains(r.User, word) {
			t.Errorf("%s is not shown", word)
		}
	}
	if r.Sample != 2 || r.MaxTokens != 100 || r.Listing != l.Ref || r.Rubric != digest(p.Rubric) || !slices.Equal(r.Schema, Schema()) {
		t.Errorf("%+v", r)
	}
}

// TestEveryFactIsSaid holds that each dealbreaker of a profile changes the prompt, and the key of its replies with it.
func TestEveryFactIsSaid(t *testing.T) {
	t.Parallel()
	j := judgeOf(t, &fake{}, Options{})
	base := j.question(listing("1"), person1())
	yes := true
	for name, change := range map[string]func(*scoring.Profile){
		"queries":        func(p *scoring.Profile) { p.Queries = p.Queries[:1] },
		"languages":      func(p *scoring.Profile) { p.About.Languages = []string{"en"} },
		"city":           func(p *scoring.Profile) { p.About.Home.City = "Odense" },
		"country":        func(p *scoring.Profile) { p.About.Home.Country = "" },
		"work from":      func(p *scoring.Profile) { p.About.WorkFrom = nil },
		"markets":        func(p *scoring.Profile) { p.About.Markets = []string{} },
		"markets unsaid": func(p *scoring.Profile) { p.About.Markets = nil },
		"floor":          func(p *scoring.Profile) { p.About.PayFloor = nil },
		"floor's period": func(p *scoring.Profile) { p.About.PayFloor.Per = scoring.PerMonth },
		"levels":         func(p *scoring.Profile) { p.About.Levels = []string{"mid"} },
		"clearance":      func(p *scoring.Profile) { p.About.Clearance = &yes },
		"caps":           func(p *scoring.Profile) { p.Caps = map[string]int{"language": 3} },
		"title caps":     func(p *scoring.Profile) { p.TitleCaps[0].Cap = 2 },
		"rubric":         func(p *scoring.Profile) { p.Rubric += "- no war\n" },
	} {
		p := person1()
		change(p)
		if q := j.question(listing("1"), p); q.standing == base.standing || j.key(q, "m", 0) == j.key(base, "m", 0) {
			t.Errorf("%s: the prompt is the same", name)
		}
	}
	for name, change := range map[string]func(*scoring.Profile){
		"name": func(p *scoring.Profile) { p.Name = "x" }, "schedule": func(p *scoring.Profile) { p.Schedule = []string{"@daily"} },
		"limits": func(p *scoring.Profile) { p.Limits.Picks = 3 },
	} {
		p := person1()
		change(p)
		if q := j.question(listing("1"), p); j.key(q, "m", 0) != j.key(base, "m", 0) {
			t.Errorf("%s: the key is another", name)
		}
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		text string
		cut  bool
	}{
		{"just", strings.Repeat("ø", maxHead+maxTail), false},
		{"one more", strings.Repeat("ø", maxHead+maxTail+1), true},
		{"words", strings.Repeat("båt og ", 5000), true},
	} {
		head, tail, left := cut(c.text)
		if (left > 0) != c.cut {
			t.Errorf("%s: %d left out", c.name, left)
		}
		if !strings.HasPrefix(c.text, head) || !strings.HasSuffix(strings.TrimSpace(c.text), strings.TrimSpace(tail)) {
			t.Errorf("%s: not its ends", c.name)
		}
		if n := utf8.RuneCountInString(head + tail); n > maxHead+maxTail || n < maxHead+maxTail-450 && c.cut {
			t.Errorf("%s: %d shown", c.name, n)
		}
		if strings.HasSuffix(head, "bå") || strings.HasPrefix(tail, "åt") {
			t.Errorf("%s: a word is cut", c.name)
		}
	}
}

// TestEnvelopeOfEachCall holds that each call, retries too, has a nonce of its own, which the rules name.
func TestEnvelopeOfEachCall(t *testing.T) {
	t.Parallel()
	m := &fake{answer: script("?", reply(5))}
	if _, err := judgeOf(t, m, Options{}).Judge(context.Background(), listing("1"), person1()); err != nil {
		t.Fatal(err)
	}
	var nonces []string
	for _, r := range m.asked {
		_, rest, _ := strings.Cut(r.User, "<advert ")
		nonce, _, _ := strings.Cut(rest, ">")
		if len(nonce) < 16 || !strings.Contains(r.System, nonce) || strings.Contains(r.System, "Norwegian") {
			t.Errorf("nonce %q in\n%s", nonce, r.System)
		}
		nonces = append(nonces, nonce)
	}
	if len(nonces) != 2 || nonces[0] == nonces[1] {
		t.Errorf("nonces %q", nonces)
	}
}
