package strict_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shortlist/worker/strict"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// colour is a type that reads itself.
type colour string

func (c *colour) UnmarshalText(text []byte) error {
	if s := string(text); s != "red" && s != "blue" {
		return errors.New("is neither red nor blue")
	}
	*c = colour(text)
	return nil
}

type base struct {
	Name  string        `yaml:"name"`
	Opens time.Duration `yaml:"opens"`
}

type shop struct {
	base    `yaml:",inline"`
	OpenOn  []string `yaml:"open_on"`
	Open    *bool    `yaml:"open"`
	Shelves int      `yaml:"shelves"`
	Seats   uint8    `yaml:"seats"`
	Rate    float64  `yaml:"rate"`
	Colour  colour   `yaml:"colour"`
	Skipped string   `yaml:"-"`
	Owner   *owner   `yaml:"owner"`
}

type owner struct {
	Name string `yaml:"name"`
	Age  int    `yaml:"age"`
}

type room struct {
	Label string `yaml:"label"`
	Size  int    `yaml:"size"`
}

type town struct {
	Title string         `yaml:"title"`
	Shop  shop           `yaml:"shop"`
	Tags  []string       `yaml:"tags"`
	Stock map[string]int `yaml:"stock"`
	Rooms []room         `yaml:"rooms"`
	Notes string
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/mistakes/*.yaml")
	if err != nil || len(files) < 25 {
		t.Fatalf("found %d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			_, problems := strict.Decode(filepath.Base(file), data, new(town))
			if len(problems) == 0 {
				t.Fatal("no problem found")
			}
			golden := strings.TrimSuffix(file, ".yaml") + ".golden"
			got := problems.Error() + "\n"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if strings.Contains(got, "hunter2") {
				t.Error("a secret is shown")
			}
		})
	}
}

func TestDecode(t *testing.T) {
	t.Parallel()
	yes := true
	tests := []struct {
		name, yaml string
		start      town
		want       town
	}{
		{"empty keeps defaults", "", town{Title: "x"}, town{Title: "x"}},
		{"comment alone", "# nothing\n", town{Title: "x"}, town{Title: "x"}},
		{"document start", "---\ntitle: a\n", town{}, town{Title: "a"}},
		{"null keeps defaults", "title:\nshop: ~\ntags: null\n", town{Title: "x", Tags: []string{"a"}}, town{Title: "x", Tags: []string{"a"}}},
		{"list replaces", "tags: [b]\n", town{Tags: []string{"a", "c"}}, town{Tags: []string{"b"}}},
		{"empty list replaces", "tags: []\n", town{Tags: []string{"a"}}, town{Tags: []string{}}},
		{"scalar as list", "tags: b\n", town{}, town{Tags: []string{"b"}}},
		{"mapping merges", "stock: {pears: 2}\n", town{Stock: map[string]int{"plums": 1, "pears": 1}}, town{Stock: map[string]int{"plums": 1, "pears": 2}}},
		{"struct merges", "shop: {shelves: 2}\n", town{Shop: shop{Seats: 3}}, town{Shop: shop{Seats: 3, Shelves: 2}}},
		{"pointer merges", "shop: {owner: {age: 4}}\n", town{Shop: shop{Owner: &owner{Name: "Bo"}}}, town{Shop: shop{Owner: &owner{Name: "Bo", Age: 4}}}},
		{"pointer", "shop: {open: true}\n", town{}, town{Shop: shop{Open: &yes}}},
		{"leaves", "shop: {name: 007, opens: 1d12h, seats: 255, rate: -2.5e1, colour: red, shelves: -3}\n", town{},
			town{Shop: shop{base: base{"007", 36 * time.Hour}, Seats: 255, Rate: -25, Colour: "red", Shelves: -3}}},
		{"durations", "shop: {opens: 90m}\n", town{}, town{Shop: shop{base: base{Opens: 90 * time.Minute}}}},
		{"text of other kinds", "title: true\ntags: [no, 1.50, 12:30]\n", town{}, town{Title: "true", Tags: []string{"no", "1.50", "12:30"}}},
		{"block text", "title: |\n  a\n\n   \n  b\ntags: [x]\n", town{}, town{Title: "a\n\n\nb\n", Tags: []string{"x"}}},
		{"quoted star", "tags: [\"*/30 8 * * *\"]\n", town{}, town{Tags: []string{"*/30 8 * * *"}}},
		{"windows line ends", "title: a\r\ntags:\r\n  - b\r\n", town{}, town{Title: "a", Tags: []string{"b"}}},
		{"structs", "rooms:\n  - label: a\n    size: 1\n  - {label: b}\n", town{}, town{Rooms: []room{{"a", 1}, {Label: "b"}}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := tt.start
			if _, problems := strict.Decode("f", []byte(tt.yaml), &got); len(problems) > 0 {
				t.Fatal(problems)
			}
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(shop{})); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestDecodeLeavesDefaultsOfOthersAlone(t *testing.T) {
	t.Parallel()
	stock := map[string]int{"plums": 1}
	who := &owner{Name: "Bo"}
	got := town{Stock: stock, Shop: shop{Owner: who}}
	if _, problems := strict.Decode("f", []byte("stock: {plums: 9}\nshop: {owner: {name: Al}}"), &got); len(problems) > 0 {
		t.Fatal(problems)
	}
	if stock["plums"] != 1 || who.Name != "Bo" {
		t.Errorf("the default itself was changed: %v, %v", stock, who)
	}
}

func TestPositions(t *testing.T) {
	t.Parallel()
	pos, problems := strict.Decode("f", []byte("title: a\n\nshop:\n  name: x # c\n  open_on:\n    - mon\n    - tue\n"), new(town))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for key, want := range map[string]int{
		"title": 1, "shop": 3, "shop.name": 4, "shop.open_on": 5, "shop.open_on[1]": 7, "shop.open_on[7]": 5,
		"shop.shelves": 3, "tags": 0, "": 0,
	} {
		if got := pos.Line(key); got != want {
			t.Errorf("Line(%q) = %d, want %d", key, got, want)
		}
	}
	if !pos.Has("shop.name") || pos.Has("shop.shelves") {
		t.Error("Has is wrong")
	}
	if got := (strict.Positions{}).Problem("a.b", "is wrong", "").Error(); got != "a.b: is wrong" {
		t.Errorf("without a file: %q", got)
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	const big = strict.MaxBytes / 8
	tests := map[string]string{
		"too long":      "title: " + strings.Repeat("x", strict.MaxBytes),
		"brackets":      strings.Repeat("[", big),
		"braces":        strings.Repeat("{", big),
		"entries":       strings.Repeat("- ", big/2),
		"keys":          strings.Repeat("a: ", big/3),
		"question":      strings.Repeat("? ", big/2),
		"anchors":       strings.Repeat("&a ", big/3),
		"many keys":     strings.Repeat("a: b\n", big/5),
		"unknown keys":  numbered("k%d: 1\n", 5000),
		"blank lines":   "title: |\n  x\n" + strings.Repeat("\n", big-50) + "tags: []",
		"spaced blanks": "title: |\n  x\n" + strings.Repeat("      \n", big/8) + "tags: []",
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			_, problems := strict.Decode("f", []byte(text), new(town))
			if len(problems) == 0 || len(problems) > 101 {
				t.Errorf("%d problems", len(problems))
			}
			if spent := time.Since(start); spent > 10*time.Second {
				t.Errorf("took %v", spent)
			}
		})
	}
}

func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

func TestNearest(t *testing.T) {
	t.Parallel()
	keys := []string{"every", "enabled", "base_url", "pages"}
	for word, want := range map[string]string{
		"evry": "every", "baseUrl": "base_url", "BASE-URL": "base_url", "page": "pages", "enable": "enabled",
		"wheelbarrow": "", "": "", "x": "", strings.Repeat("every", 100): "",
	} {
		if got := strict.Nearest(word, keys); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestProblemsOrder(t *testing.T) {
	t.Parallel()
	problems := strict.Problems{
		{File: "b", Line: 1, Message: "three"}, {File: "a", Line: 9, Key: "k", Message: "two", Remedy: "mend it"}, {File: "a", Line: 2, Message: "one"},
	}
	want := "a:2: one\na:9: k: two; mend it\nb:1: three"
	if got := problems.Error(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := problems.Err(); err == nil || strict.Problems(nil).Err() != nil {
		t.Error("Err is wrong")
	}
}

func FuzzDecode(f *testing.F) {
	files, err := filepath.Glob("testdata/mistakes/*.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var got town
		pos, problems := strict.Decode("f", data, &got)
		for _, p := range problems {
			if p.Line < 1 || p.Message == "" || strings.ContainsAny(p.Error(), "\n\r") {
				t.Errorf("problem %#v", p)
			}
		}
		for _, key := range pos.Keys() {
			if pos.Line(key) < 1 {
				t.Errorf("key %q has line %d", key, pos.Line(key))
			}
		}
	})
}
