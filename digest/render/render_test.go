package render

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shortlist/digest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (write it with -update)", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-golden +now):\n%s", name, diff)
	}
}

func mail(t testing.TB, e digest.Edition) Mail {
	t.Helper()
	r, err := New()
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Mail(e)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestGolden(t *testing.T) {
	for name, in := range map[string]digest.Input{
		"normal": normalInput(t), "judged": judgedInput(t), "failed": failedInput(t), "empty": baseInput(t), "hostile": hostileInput(t),
	} {
		t.Run(name, func(t *testing.T) {
			e := digest.Compose(in)
			m := mail(t, e)
			golden(t, name+".golden.html", m.HTML)
			golden(t, name+".golden.txt", "Subject: "+m.Subject+"\n\n"+m.Text)
			var table strings.Builder
			if err := Table(&table, e, 120); err != nil {
				t.Fatal(err)
			}
			golden(t, name+".golden.table.txt", table.String())
		})
	}
}

func TestSubject(t *testing.T) {
	in := normalInput(t)
	for n, want := range map[int]string{
		0: "No new jobs, Mon 30 Nov, 08:00", 1: "1 new job for you, Mon 30 Nov, 08:00", 4: "4 new jobs for you, Mon 30 Nov, 08:00",
	} {
		in := in
		in.Ranked = in.Ranked[:n]
		if got := mail(t, digest.Compose(in)).Subject; got != want {
			t.Errorf("%d cards: %q, want %q", n, got, want)
		}
	}
}

func TestWorstCaseFitsTheMail(t *testing.T) {
	for _, unit := range []string{"<", "a", "' ", "ü", "工", "Word &", "🚀", "a.\n\n", "x\u0301"} {
		for _, n := range []int{0, 1, 50} {
			t.Run(fmt.Sprintf("%d of %q", n, unit), func(t *testing.T) {
				t.Parallel()
				in := fullInput(t, n, unit)
				e := digest.Compose(in)
				m := mail(t, e)
				if len(m.HTML) > digest.MaxHTML || len(m.HTML) > e.Weight() {
					t.Errorf("HTML of %d bytes, weight %d", len(m.HTML), e.Weight())
				}
				if len(e.Cards)+e.Deferred != n || len(e.Listings()) != len(e.Cards) {
					t.Errorf("%d shown, %d deferred, %d listed, of %d", len(e.Cards), e.Deferred, len(e.Listings()), n)
				}
				for i, l := range e.Listings() {
					if l.Ref != e.Cards[i].Ref {
						t.Fatalf("listing %d is %s, its card %s", i, l.Ref, e.Cards[i].Ref)
					}
				}
				t.Logf("%d cards, %d bytes, weight %d", len(e.Cards), len(m.HTML), e.Weight())
			})
		}
	}
}

func BenchmarkMail(b *testing.B) {
	r, err := New()
	if err != nil {
		b.Fatal(err)
	}
	e := digest.Compose(normalInput(b))
	for b.Loop() {
		if _, err := r.Mail(e); err != nil {
			b.Fatal(err)
		}
	}
}
