package digest

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"shortlist/scoring"
	"shortlist/scoring/pay"
	"shortlist/scoring/place"
)

const (
	maxPlaces    = 4
	maxLinks     = 4
	maxSightings = 200 // of one role; what lies beyond is neither counted nor linked
)

// boardNames are the names by which the boards' terms ask to be credited.
var boardNames = map[string]string{
	"remoteok": "Remote OK", "himalayas": "Himalayas", "remotive": "Remotive", "jobicy": "Jobicy",
}

func boardName(board string) string {
	if n := boardNames[board]; n != "" {
		return n
	}
	return line(board, maxWord)
}

// card writes one candidate for a reader. labels gives the boards' display names.
func card(c Candidate, labels map[string]string, now time.Time, zone *time.Location) Card {
	l := c.Listing
	seen := sightings(l)
	written, normal := payLines(seen)
	out := Card{
		Ref:        l.Ref,
		Title:      line(l.Title, maxTitle),
		Company:    line(l.Company, maxCompany),
		Places:     places(seen),
		PayWritten: written,
		PayNormal:  normal,
		Links:      links(seen, labels),
		Query:      line(c.Query, maxQuery),
		Why:        line(c.Why, maxWhy),
		Excerpt:    excerpt(l),
	}
	if out.Title == "" {
		out.Title = "Untitled role"
	}
	out.Score, out.Verdict = verdict(c.Verdict)
	out.Age, out.Old = age(oldest(seen), now, zone)
	return out
}

// sightings are all appearances of a role, the listing's own first; that it comes twice shows nowhere.
func sightings(l *scoring.Listing) []scoring.Sighting {
	own := scoring.Sighting{Ref: l.Ref, URL: l.URL, Place: l.Place, Pay: l.Pay, PostedAt: l.PostedAt, SeenAt: l.SeenAt}
	return append([]scoring.Sighting{own}, l.Sightings[:min(len(l.Sightings), maxSightings)]...)
}

// oldest is the first date any board gave: a repost does not make a role new.
func oldest(seen []scoring.Sighting) time.Time {
	var t time.Time
	for _, s := range seen {
		if !s.PostedAt.IsZero() && (t.IsZero() || s.PostedAt.Before(t)) {
			t = s.PostedAt
		}
	}
	return t
}

func places(seen []scoring.Sighting) []string {
	var out []string
	for _, s := range seen {
		p := line(place.Format(s.Place), maxPlace)
		if p == "" || slices.ContainsFunc(out, func(o string) bool { return strings.EqualFold(o, p) }) {
			continue
		}
		out = append(out, p)
	}
	if len(out) > 1 {
		// "Remote" beside "Remote: Europe" says nothing more.
		out = slices.DeleteFunc(out, func(p string) bool { return p == "Remote" })
	}
	if len(out) > maxPlaces {
		out = append(out[:maxPlaces:maxPlaces], "and "+number(len(out)-maxPlaces)+" more")
	}
	return out
}

// payLines takes the pay of the first sighting that gives figures, or the words of the first that says anything.
func payLines(seen []scoring.Sighting) (written, normal string) {
	for _, s := range seen {
		if normal = line(pay.Format(s.Pay), maxPay); normal == "" {
			if written == "" {
				written = line(s.Pay.Raw, maxPay)
			}
			continue
		}
		if written = line(s.Pay.Raw, maxPay); sameFigures(written, normal) {
			written = ""
		}
		return written, normal
	}
	return written, ""
}

var (
	figures  = regexp.MustCompile(`\d+(?:[.,'’ \x{a0}\x{202f}]\d+)*`)
	payWords = regexp.MustCompile(`(?i)^(?:k|usd|eur|gbp|chf|cad|aud|us|ca|per|an?|the|to|from|up|and|until|year|years|yearly|yr|annual|annually|` +
		`annum|pa|month|monthly|mo|week|weekly|day|daily|hour|hourly|hr|h|jahr|monat|stunde)$`)
	letters = regexp.MustCompile(`\pL+`)
)

// sameFigures reports whether the pay as written adds nothing to the normalised one: no word beyond currency and
// period, and the same significant digits ("$60k - $80k" and "$60,000–80,000 a year").
func sameFigures(written, normal string) bool {
	for _, w := range letters.FindAllString(written, -1) {
		if !payWords.MatchString(w) {
			return false
		}
	}
	return slices.Equal(significant(written), significant(normal))
}

// significant lists the digits of each amount without separators and trailing zeros, so that "60.000,00", "60k" and
// "60,000" agree; an amount repeated as both ends of a range counts once.
func significant(s string) []string {
	var out []string
	for _, f := range figures.FindAllString(s, -1) {
		digits := strings.Map(func(r rune) rune {
			if r < '0' || r > '9' {
				return -1
			}
			return r
		}, f)
		out = append(out, strings.Trim(digits, "0"))
	}
	return slices.Compact(out)
}

// links gives each board that shows the role once, with the first good address there.
func links(seen []scoring.Sighting, labels map[string]string) []Link {
	var out []Link
	at := map[string]int{}
	for _, s := range seen {
		u := safeURL(s.URL, maxURL)
		if i, ok := at[s.Board]; ok {
			if out[i].URL == "" {
				out[i].URL = u
			}
			continue
		}
		if len(out) == maxLinks {
			break
		}
		label := labels[s.Board]
		if label == "" {
			label = boardName(s.Board)
		}
		at[s.Board] = len(out)
		out = append(out, Link{Label: label, URL: u})
	}
	return out
}
