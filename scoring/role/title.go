package role

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"shortlist/scoring"
	"shortlist/scoring/place"
)

// The longest title and the longest place in one that are read, in bytes.
const (
	maxTitle = 400
	maxPlace = 120
)

// Title is a title without its decoration.
type Title struct {
	Key   string        // the words that tell one role of a company from another, folded
	Place scoring.Place // where the title says that the job is; zero where it says nothing
}

// TitleKey reduces a title to what tells one role of a company from another.
//
// Off come gender marks, "(Remote)", "Hiring now!", requisition numbers, "Full-time" and pay. What distinguishes stays:
// the level, numbers, products and teams, languages, the kind of contract where it is not full-time.
//
// A place in a title is where the work is done, and the same role elsewhere has the same key; it is returned instead.
// But where the work is with a market or under a country's law, in sales, marketing, customer success, tax, counsel, the
// place names the territory: "Sales Engineer (France)" is another role than "Sales Engineer (Spain)", often held by
// another person beside the first. There the place stays in the key, in one spelling. Compass words stay always: "East"
// is a territory.
func TitleKey(title string) Title { return titleKey(title, "") }

// titleKey also drops a segment that only repeats the company.
func titleKey(title, company string) Title {
	title = unescape(strings.TrimSpace(title))
	if len(title) > maxTitle {
		title = strings.ToValidUTF8(title[:maxTitle], "")
	}
	segments := split(stripGender(title))
	market := isTerritorial(segments)
	var t Title
	var kept []string
	for i, s := range segments {
		if isDecoration(s) {
			t.Place = place.Merge(t.Place, remoteOnly(s.text))
			continue
		}
		if company != "" && len(segments) > 1 && CompanyKey(s.text) == company || s.bracketed && i > 0 && areInitials(s.text, segments[i-1].text) {
			continue
		}
		words, where := takePlaces(s, i == 0, market)
		if s.isPlace && onlyWidens(where, t.Place) {
			words = nil
		}
		t.Place = place.Merge(t.Place, where)
		kept = append(kept, words...)
	}
	kept = normalise(kept)
	if len(kept) == 0 {
		kept = strings.Fields(place.Fold(title))
		t.Place = scoring.Place{}
	}
	t.Key = strings.Join(kept, " ")
	return t
}

// areInitials reports whether a word only abbreviates what stands before it: "Site Reliability Engineer (SRE)".
func areInitials(word, before string) bool {
	letters, words := []rune(word), strings.Fields(before)
	if len(letters) < 2 || len(letters) > len(words) {
		return false
	}
	for i, w := range words[len(words)-len(letters):] {
		if first, _ := utf8.DecodeRuneInString(w); unicode.ToUpper(first) != letters[i] {
			return false
		}
	}
	return true
}

// onlyWidens reports whether a place is no more than the country of a city read before: "Boston (US)".
func onlyWidens(p, before scoring.Place) bool {
	return len(before.Cities) > 0 && len(p.Cities)+len(p.Regions) == 0 && slices.Equal(p.Countries, before.Countries)
}

// remoteOnly is what a decoration such as "(Remote)" says of the place: how, never where.
func remoteOnly(text string) scoring.Place {
	return scoring.Place{Remote: place.Parse(text, false).Remote}
}

// segment is a piece of a title between brackets, bars or spaced dashes.
type segment struct {
	text      string
	folded    string
	bracketed bool
	where     scoring.Place
	isPlace   bool // it is nothing but where
}

// split cuts a title at brackets, bars, spaced dashes, and a colon followed by a space. A dash inside a word stays.
func split(title string) []segment {
	var out []segment
	runes := []rune(title)
	start, depth := 0, 0
	add := func(end int) {
		text := strings.TrimSpace(string(runes[start:end]))
		if folded := place.Fold(text); folded != "" {
			where, isPlace := namesPlace(text)
			out = append(out, segment{text, folded, depth > 0, where, isPlace})
		}
	}
	isSpace := func(i int) bool { return i < 0 || i >= len(runes) || unicode.IsSpace(runes[i]) }
	for i, c := range runes {
		switch c {
		case '(', '[', '{', '【', '（':
			add(i)
			start, depth = i+1, 1
		case ')', ']', '}', '】', '）':
			add(i)
			start, depth = i+1, 0
		case '|', '•', '·', '–', '—', '―', '~', '!', ';':
			add(i)
			start = i + 1
		case '-', '−', '‐', '‑':
			if isSpace(i-1) || isSpace(i+1) {
				add(i)
				start = i + 1
			}
		case ':', '@':
			if isSpace(i + 1) {
				add(i)
				start = i + 1
			}
		}
	}
	add(len(runes))
	return out
}

// takePlaces separates a segment's words from the places it names. In a title about a market the places stay among the
// words, in one spelling.
func takePlaces(s segment, first, market bool) (words []string, where scoring.Place) {
	if s.isPlace {
		if market {
			return spell(s.where), s.where
		}
		return nil, s.where
	}
	parts := strings.Split(s.text, ",")
	for i := 1; i < len(parts); i++ {
		// "Clerk, Austin, TX": only together are the last two a place.
		if p, ok := namesPlace(strings.Join(parts[i:], ",")); ok && i+1 < len(parts) {
			parts = append(slices.Clone(parts[:i]), p.Raw)
			break
		}
	}
	for i, part := range parts {
		if p, ok := namesPlace(part); ok && (i > 0 || !first && len(parts) > 1) {
			where = place.Merge(where, p)
			if market {
				words = append(words, spell(p)...)
			}
			continue
		}
		head, p := takeTail(part, market)
		words, where = append(words, head...), place.Merge(where, p)
	}
	return words, where
}

// takeTail reads a place that follows a role's name with no mark between: "QA Engineer Brazil", "Developer in Berlin".
func takeTail(text string, market bool) (words []string, where scoring.Place) {
	fields := strings.Fields(text)
	for n := min(3, len(fields)-2); n > 0; n-- {
		before := fields[:len(fields)-n]
		last := place.Fold(before[len(before)-1])
		if !headNouns[last] && last != "in" {
			continue
		}
		p, ok := namesPlace(strings.Join(fields[len(fields)-n:], " "))
		if !ok {
			continue
		}
		if last == "in" {
			before = before[:len(before)-1]
			if k := len(before) - 1; k > 0 && place.Fold(before[k]) == "based" {
				before = before[:k]
			}
		}
		words = []string{strings.Join(before, " ")}
		if market {
			words = append(words, spell(p)...)
		}
		return words, p
	}
	return []string{text}, scoring.Place{}
}

// namesPlace reports whether a piece of a title is nothing but places.
func namesPlace(text string) (scoring.Place, bool) {
	folded := place.Fold(text)
	if folded == "" || alsoWords[folded] || len(folded) > maxPlace {
		return scoring.Place{}, false
	}
	for w := range strings.FieldsSeq(folded) {
		if headNouns[w] {
			return scoring.Place{}, false
		}
	}
	if p, ok := place.Only(text); ok && !isCompass(folded) {
		p.Raw = strings.TrimSpace(text)
		return p, true
	}
	return scoring.Place{}, false
}

// spell writes a place in the one way that keys use.
func spell(p scoring.Place) []string {
	if len(p.Cities) > 0 {
		return p.Cities
	}
	// "East Africa" is read as Africa, but it is a territory of its own, as a state is: "Texas" is not "United States".
	if own := territory(p); own != "" {
		return []string{own}
	}
	words := slices.Clone(p.Regions)
	for _, c := range p.Countries {
		words = append(words, place.CountryName(c))
	}
	return words
}

// territory is what p says beyond a country's or a region's own name, without the words of remote work.
func territory(p scoring.Place) string {
	if len(p.Countries)+len(p.Regions) != 1 {
		return ""
	}
	var words []string
	for w := range strings.FieldsSeq(place.Fold(p.Raw)) {
		if !remoteWords[w] {
			words = append(words, w)
		}
	}
	name := strings.Join(words, " ")
	_, isCountry := place.Country(name)
	if isCountry || place.IsRegion(name) && !anyOf(words, compass) {
		return ""
	}
	return name
}
