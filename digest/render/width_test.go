package render

import (
	"errors"
	"strings"
	"testing"

	"shortlist/digest"
)

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		lead, in string
		want     string
	}{
		{"", "", ""},
		{"* ", "one two three four", "* one two three\n  four"},
		{"", "exactly sixteen c", "exactly sixteen\nc"},
		{"", strings.Repeat("x", 40), strings.Repeat("x", 16) + "\n" + strings.Repeat("x", 16) + "\n" + strings.Repeat("x", 8)},
		{"", "a " + strings.Repeat("工", 10), "a\n" + strings.Repeat("工", 8) + "\n工工"},
	} {
		if got := wrap(tt.lead, tt.in, 16); got != tt.want {
			t.Errorf("wrap(%q, %q) = %q, want %q", tt.lead, tt.in, got, tt.want)
		}
	}
}

func TestColumns(t *testing.T) {
	for in, want := range map[string]int{"": 0, "abc": 3, "é": 1, "e\u0301": 1, "工程": 4, "🚀": 2, "a\u200db": 2} {
		if got := columns(in); got != want {
			t.Errorf("columns(%q) = %d, want %d", in, got, want)
		}
	}
}

func TestFill(t *testing.T) {
	for in, want := range map[string]string{"": "    ", "ab": "ab  ", "abcd": "abcd", "abcde": "abc…", "工程工程": "工… ", "工程": "工程"} {
		if got := fill(in, 4); got != want {
			t.Errorf("fill(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestTableKeepsToTheWidth(t *testing.T) {
	for name, e := range everyEdition(t) {
		for _, width := range []int{0, 40, 60, 80, 100, 120, 200} {
			var b strings.Builder
			if err := Table(&b, e, width); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(b.String()) {
				if n := columns(strings.TrimRight(line, "\n")); n > max(width, minWidth) || strings.Contains(line, "\t") {
					t.Errorf("%s at %d: %d columns: %q", name, width, n, line)
				}
			}
			if rows := strings.Count(b.String(), "\n"); rows < len(e.Cards)+3 {
				t.Errorf("%s at %d: %d lines for %d cards", name, width, rows, len(e.Cards))
			}
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestTableReportsAFailingWriter(t *testing.T) {
	if err := Table(full{}, digest.Compose(baseInput(t)), 80); err == nil {
		t.Error("no error")
	}
}
