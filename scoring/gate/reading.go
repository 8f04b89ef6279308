package gate

import (
	"slices"
	"strings"

	"shortlist/scoring"
)

// item is an entry found in a clause.
type item struct {
	tag      tag
	value    string
	from, to int // tokens of the text
	tongue   tongue
}

// reading is a clause with the items found in it, in the order of the text.
type reading struct {
	*text
	clause
	items   []item
	tags    tagSet
	tongue  tongue // the language that most of its words have, or noTongue where two share the lead
	likely  tongue // the same, of two the first
	english int    // the points of English
	votes   int    // the points of likely, see voteOfFunction
	sure    bool   // that it is in tongue, by twice the points of any other
	certain bool   // that the clause is in likely: one small word that only that language has, or several that few have
	lead    tagSet // the tags of the clause that heads its list, where that is short
}

// listing is a listing taken apart once for all gates.
type listing struct {
	*scoring.Listing
	title []reading
	body  []reading
}

func newListing(l *scoring.Listing) *listing {
	return &listing{Listing: l, title: readText(l.Title), body: readText(l.Text)}
}

// maxHeading is the longest clause that heads a list, in tokens.
const maxHeading = 9

// readText takes a text apart and finds the lexicon's entries in it.
func readText(src string) []reading {
	t := takeApart(src)
	out := make([]reading, len(t.clauses))
	var found []*entry
	var at []int
	items := make([]item, 0, 2*len(t.tokens))
	var scores, voters [len(tonguesArray)]int
	for i, c := range t.clauses {
		r := reading{text: t, clause: c}
		found, at = found[:0], at[:0]
		scores, voters = [len(tonguesArray)]int{}, [len(tonguesArray)]int{}
		for k := c.from; k < c.to; k++ {
			found, at = words.find(t.tokens[k:c.to], k, found, at)
			if !t.isInitial(k) {
				words.count(t.tokens[k].word, &scores, &voters)
			}
		}
		for _, e := range found {
			if e.tag == tagLanguage || e.tag == tagSpeaker || len(e.words) > 1 || e.stem {
				scores[e.tongue] += voteOfName
			}
		}
		var second int
		r.tongue, r.likely, r.votes, second = best(&scores)
		r.sure = r.votes >= voteOfFunction && r.votes >= 2*second
		r.english = scores[english]
		if r.likely != noTongue {
			r.certain = r.votes >= voteOfFunction || r.votes >= voteOfFunction/2 && voters[r.likely] > 1 && 2*scores[english] < r.votes
		}
		start := len(items)
		for j, e := range found {
			if r.foreign(e) {
				continue
			}
			items = addItem(items, start, item{e.tag, e.value, at[j], at[j] + len(e.words), e.tongue})
		}
		r.items = unmask(items[start:len(items):len(items)])
		for _, it := range r.items {
			r.tags |= 1 << it.tag
		}
		if c.heading >= 0 && t.clauses[c.heading].to-t.clauses[c.heading].from <= maxHeading {
			r.lead = out[c.heading].tags
		}
		out[i] = r
	}
	return out
}

// tonguesArray gives the number of tongues as a constant.
var tonguesArray [17]struct{}

// find appends the entries that stand at the first of tokens, of each tag the longest.
func (lx *lexicon) find(tokens []token, k int, found []*entry, at []int) ([]*entry, []int) {
	word := tokens[0].word
	start := len(found)
	add := func(e *entry) {
		for i := start; i < len(found); i++ {
			if found[i].tag == e.tag && found[i].value == e.value && found[i].tongue == e.tongue {
				if len(e.words) > len(found[i].words) {
					found[i] = e
				}
				return
			}
		}
		found, at = append(found, e), append(at, k)
	}
	list := lx.exact[word]
	for i := range list {
		if list[i].matches(tokens) {
			add(&list[i])
		}
	}
	if len(word) >= stemLength {
		list = lx.stems[word[:stemLength]]
		for i := range list {
			if list[i].matches(tokens) {
				add(&list[i])
			}
		}
	}
	return found, at
}

// families number the tongues; those that short clauses do not tell apart have one number.
var families = func() (out [len(tonguesArray)]int) {
	like := map[string]string{"pt": "es", "da": "sv", "nb": "sv"}
	for i, code := range tongues {
		out[i] = i
		if of := like[code]; of != "" {
			out[i] = slices.Index(tongues, of)
		}
	}
	return out
}()

// atHomeAnywhere are the entries that mean the same in a clause of any language.
var atHomeAnywhere = tagsOf(tagLanguage, tagSpeaker, tagClearance, tagCitizen)

// foreign reports whether an entry is of another language than the clause, and so a word that only looks alike. English
// words are at home everywhere in adverts.
func (r *reading) foreign(e *entry) bool {
	if r.tongue == noTongue || r.tongue == e.tongue {
		return false
	}
	if e.own {
		return true
	}
	return r.sure && e.tongue != english && !atHomeAnywhere.has(e.tag) && families[r.tongue] != families[e.tongue]
}

// addItem adds an item unless another language's lexicon gave the same one; of two the longer stays.
func addItem(items []item, start int, it item) []item {
	for i := len(items) - 1; i >= start && items[i].from == it.from; i-- {
		if old := &items[i]; old.tag == it.tag && old.value == it.value {
			if it.to > old.to {
				*old = it
			}
			return items
		}
	}
	return append(items, it)
}

// isInitial reports whether a token is an abbreviation, as "IT", or a letter of a list, as "m/w/d", and no word.
func (t *text) isInitial(k int) bool {
	tokens := t.tokens
	if w := t.src[tokens[k].from:tokens[k].to]; len(w) <= 3 && len(w) > 1 && tokens[k].capital && w == strings.ToUpper(w) {
		return true
	}
	return len(tokens[k].word) == 1 && (tokens[k].gap&gapSlash != 0 || k+1 < len(tokens) && tokens[k+1].gap&gapSlash != 0)
}

// count adds a word's votes.
func (lx *lexicon) count(word string, scores, voters *[len(tonguesArray)]int) {
	set, points := lx.vote(word)
	if set == 0 {
		return
	}
	for i := range scores {
		if set&(1<<i) != 0 {
			scores[i] += points
			voters[i]++
		}
	}
}

// best is the language with most points: tongue where it has more than any other, likely in any case.
func best(scores *[len(tonguesArray)]int) (of, likely tongue, points, second int) {
	likely = noTongue
	for i, n := range scores {
		switch {
		case n > points:
			points, second, likely = n, points, tongue(i)
		case n > second:
			second = n
		}
	}
	if points == second {
		return noTongue, likely, points, second
	}
	return likely, likely, points, second
}

// unmask drops the items that lie within a mask, and the masks.
func unmask(items []item) []item {
	masked := false
	for _, it := range items {
		masked = masked || it.tag == tagMask
	}
	if !masked {
		return items
	}
	kept := items[:0]
	for _, it := range items {
		hidden := it.tag == tagMask
		for _, m := range items {
			hidden = hidden || m.tag == tagMask && m.from <= it.from && it.to <= m.to
		}
		if !hidden {
			kept = append(kept, it)
		}
	}
	return kept
}

// quote is the clause as it stands.
func (r *reading) said() string { return r.text.quote(r.clause) }

// near reports whether an item of one of the tags stands within n tokens of [from, to), and not beyond a comma or the like
// where cut is set.
func (r *reading) near(from, to, n int, tags tagSet) bool {
	return r.before(from, n, tags) != nil || r.after(to, n, tags) != nil || r.within(from, to, tags)
}

func (r *reading) within(from, to int, tags tagSet) bool {
	for i := range r.items {
		if it := &r.items[i]; tags.has(it.tag) && it.from >= from && it.to <= to {
			return true
		}
	}
	return false
}

// before is the nearest item of the tags that ends at most n tokens before from.
func (r *reading) before(from, n int, tags tagSet) *item {
	for i := len(r.items) - 1; i >= 0; i-- {
		if it := &r.items[i]; tags.has(it.tag) && it.to <= from && from-it.to <= n {
			return it
		}
	}
	return nil
}

// after is the nearest item of the tags that begins at most n tokens after to.
func (r *reading) after(to, n int, tags tagSet) *item {
	for i := range r.items {
		if it := &r.items[i]; tags.has(it.tag) && it.from >= to && it.from-to <= n {
			return it
		}
	}
	return nil
}

// first is the first item of the tag, or nil.
func (r *reading) first(tags tagSet) *item {
	for i := range r.items {
		if tags.has(r.items[i].tag) {
			return &r.items[i]
		}
	}
	return nil
}

// cuts reports whether one of the marks stands before a token of [from, to).
func (r *reading) cuts(from, to int, marks gap) bool {
	for k := max(from, 0); k < min(to, len(r.tokens)); k++ {
		if r.tokens[k].gap&marks != 0 {
			return true
		}
	}
	return false
}
