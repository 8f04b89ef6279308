package digest

// MaxHTML bounds the HTML part in bytes. Gmail cuts a mail at about 102 KB and hides what follows, the footer too.
const MaxHTML = 80_000

// Upper bounds in bytes of the mail template's own markup, round numbers above what it has. The tests of the renderer
// hold them: an edition's HTML must not be longer than its Weight.
const (
	weightFrame = 5000 // the page without cards, warnings and lists
	weightLine  = 150  // a warning or a line of the footer
	weightCard  = 600  // a card without the parts and links below
	weightPart  = 90   // a part of a card that may be absent
	weightLink  = 85
)

// Weight is an upper bound of the length of the edition's HTML in bytes, known before anything is rendered, so that
// what is recorded as sent is what the mail holds.
func (e Edition) Weight() int {
	n := weightFrame + 2*escaped(e.Headline) + escaped(e.Preview) + escaped(e.When) + escaped(e.Lead) + escaped(e.More) +
		escaped(e.Schedule) + escaped(e.Stop)
	for _, lines := range [][]string{e.Warnings, e.Made, e.Drops} {
		for _, s := range lines {
			n += weightLine + escaped(s)
		}
	}
	for _, b := range e.Boards {
		n += weightLine + b.Link.weight() + escaped(b.State)
	}
	for _, l := range e.Pages {
		n += weightLine + l.weight()
	}
	for _, c := range e.Cards {
		n += c.weight()
	}
	for _, c := range e.Calls {
		n += 2*weightLine + escaped(c.Title) + escaped(c.Company) + escaped(c.Why) + weightLink + escaped(c.URL)
		for _, l := range c.Links {
			n += l.weight()
		}
	}
	if len(e.Calls) > 0 || e.Waiting != "" {
		n += weightCard + escaped(e.Waiting)
	}
	return n
}

func (c Card) weight() int {
	n := weightCard + escaped(c.Title) + escaped(c.URL()) + escaped(c.Posted())
	for _, part := range []string{c.Company + c.Where(), c.PayWritten, c.PayNormal, c.Match(), c.Excerpt} {
		if part != "" {
			n += weightPart + escaped(part)
		}
	}
	if c.Heading != "" {
		n += 3*weightPart + escaped(c.Heading)
	}
	for _, v := range append([]string{c.Score}, c.Verdict...) {
		n += weightPart + escaped(v)
	}
	for _, l := range c.Links {
		n += l.weight()
	}
	return n
}

func (l Link) weight() int { return weightLink + escaped(l.Label) + escaped(l.URL) }

// escaped bounds the length of s in the text of a page or in an address: what must be escaped takes at most five bytes,
// as "&#34;" does.
func escaped(s string) int {
	n := len(s)
	for i := range len(s) {
		switch s[i] {
		case '&', '<', '>', '"', '\'', '+', '`', '(', ')', '{', '}', '|', '\\', '^':
			n += 4
		}
	}
	return n
}

// fit makes the edition's HTML fit MaxHTML: excerpts go first, from the last card up, then what waits for the person, who has
// a page for it, then cards. again rewrites the
// sentences that count the cards.
func (e *Edition) fit(again func()) {
	over := e.Weight() - MaxHTML
	for i := len(e.Cards) - 1; i >= 0 && over > 0; i-- {
		before := e.Cards[i].weight()
		e.Cards[i].Excerpt = ""
		over -= before - e.Cards[i].weight()
	}
	for over > 0 && len(e.Calls) > 0 {
		e.Calls = e.Calls[:len(e.Calls)-1]
		again()
		over = e.Weight() - MaxHTML
	}
	for ; over > 0 && len(e.Cards) > 1; over = e.Weight() - MaxHTML {
		n := len(e.Cards)
		for ; over > 0 && n > 1; n-- {
			over -= e.Cards[n-1].weight()
		}
		e.Cards, e.listings = e.Cards[:n], e.listings[:n]
		again()
	}
}
