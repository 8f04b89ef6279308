package gate

import (
	"fmt"

	"shortlist/scoring"
)

// titleCap fires where one of the cap's titles stands in the listing's title, word by word. Case, accents, hyphens and
// dots do not count.
func titleCap(l *listing, c scoring.TitleCap) finding {
	if len(l.title) == 0 {
		return silent
	}
	tokens := l.title[0].tokens
	for _, want := range c.Titles {
		words := takeApart(want).tokens
		for i := 0; len(words) > 0 && i+len(words) <= len(tokens); i++ {
			if sameWords(tokens[i:i+len(words)], words) {
				return finding{Fired, l.Title, fmt.Sprintf("The title is one of your %q titles.", c.ID)}
			}
		}
	}
	return silent
}

func sameWords(a, b []token) bool {
	for i := range b {
		if a[i].word != b[i].word {
			return false
		}
	}
	return true
}
