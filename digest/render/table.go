package render

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"shortlist/digest"
)

const (
	minWidth = 40
	numbers  = 3 // the column of numbers
	gap      = "  "
	minRole  = 26 // columns that the role keeps before another column may stand beside it
)

// column is one field of the table, at most most wide.
type column struct {
	head string
	most int
	text func(digest.Card) string
}

// fields are the columns beside the role in the order of their worth: a narrow terminal gets the first ones.
func fields() []column {
	return []column{
		{"score", 8, func(c digest.Card) string { return c.Score }},
		{"company", 20, func(c digest.Card) string { return c.Company }},
		{"pay", 24, func(c digest.Card) string { return cmp.Or(c.PayNormal, c.PayWritten) }},
		{"place", 26, digest.Card.Where},
		{"posted", 14, func(c digest.Card) string { return c.Age }},
		{"board", 26, func(c digest.Card) string {
			var labels []string
			for _, l := range c.Links {
				labels = append(labels, l.Label)
			}
			return strings.Join(labels, ", ")
		}},
	}
}

// Table writes the edition as a table for a terminal of width columns, at least 40. Cells are cut to fit, and the less
// telling columns are left out where it is narrow.
func Table(w io.Writer, e digest.Edition, width int) error {
	width = max(width, minWidth)
	out := bufio.NewWriter(w)
	rule := strings.Repeat("─", width)
	fmt.Fprintf(out, "%s\n%s\n", wrap("", e.Headline+", "+e.When, width), rule)
	for _, s := range e.Warnings {
		fmt.Fprintln(out, wrap("! ", s, width))
	}
	if e.Lead != "" {
		fmt.Fprintln(out, wrap("", e.Lead, width))
	}
	if !e.Empty() {
		rows(out, e.Cards, width)
	}
	fmt.Fprintln(out, rule)
	if e.More != "" {
		fmt.Fprintln(out, wrap("", e.More, width))
	}
	for _, s := range e.Made {
		fmt.Fprintln(out, wrap("", s, width))
	}
	return out.Flush()
}

func rows(out *bufio.Writer, cards []digest.Card, width int) {
	cols := layout(cards, width)
	cells := make([]string, len(cols))
	for i, c := range cols {
		cells[i] = fill(c.head, c.most)
	}
	row(out, "", cells)
	for i, card := range cards {
		for j, c := range cols {
			cells[j] = fill(c.text(card), c.most)
		}
		row(out, fmt.Sprint(i+1), cells)
	}
}

func row(out *bufio.Writer, number string, cells []string) {
	s := fmt.Sprintf("%*s%s%s", numbers, number, gap, strings.Join(cells, gap))
	fmt.Fprintln(out, strings.TrimRight(s, " "))
}

// layout sizes the columns by what they hold and gives the role what is left. A column that would squeeze the role
// below minRole is left out.
func layout(cards []digest.Card, width int) []column {
	role := column{"role", 0, func(c digest.Card) string { return c.Title }}
	room := width - numbers - len(gap)
	need := min(widest(role, cards), minRole)
	cols := []column{role}
	for _, c := range fields() {
		c.most = min(c.most, widest(c, cards))
		if c.most == 0 || room-len(gap)-c.most < need {
			continue
		}
		room -= len(gap) + c.most
		cols = append(cols, c)
	}
	cols[0].most = min(room, widest(role, cards))
	return cols
}

// widest is the width of a column's longest text and its head, zero where no card has any text.
func widest(c column, cards []digest.Card) int {
	n := 0
	for _, card := range cards {
		n = max(n, columns(c.text(card)))
	}
	if n == 0 {
		return 0
	}
	return max(n, columns(c.head))
}
