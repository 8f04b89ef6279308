package guardrail

import (
	"slices"
	"strings"

	"shortlist/scoring"
	"shortlist/scoring/place"
)

// person is what the reader must know of a profile to tell what applies to it. What the profile leaves out is not known
// and is never held against a listing with a strong score.
type person struct {
	languages map[string]bool
	city      string // folded
	country   string
	workFrom  []string // countries and regions
	livesIn   []string // countries where the person counts as a resident
	markets   []string
	floor     *scoring.PayFloor
	levels    []string
	cleared   bool
	wants     map[string]bool // words of the queries
}

func newPerson(p *scoring.Profile) *person {
	a := &p.About
	me := &person{
		languages: map[string]bool{}, wants: map[string]bool{},
		city: place.Fold(a.Home.City), country: strings.ToUpper(a.Home.Country),
		workFrom: slices.Clone(a.WorkFrom), markets: slices.Clone(a.Markets),
		floor: a.PayFloor, levels: a.Levels,
		cleared: a.Clearance != nil && *a.Clearance,
	}
	if len(me.workFrom) > 0 && me.country != "" {
		me.workFrom = append(me.workFrom, me.country)
	}
	for _, from := range me.workFrom {
		if code, ok := place.Country(from); ok && !place.IsRegion(from) {
			me.livesIn = append(me.livesIn, code)
		}
	}
	if len(me.livesIn) == 0 {
		me.livesIn = me.workFrom
	}
	if len(me.markets) > 0 && me.country != "" {
		me.markets = append(me.markets, me.country)
	}
	for _, code := range a.Languages {
		me.languages[strings.ToLower(code)] = true
	}
	for _, text := range p.Queries {
		for _, t := range tokenise(text) {
			me.wants[t.text] = true
		}
	}
	return me
}

// where is what a rationale names as a place.
type where struct {
	countries, regions []string
	city               string // folded
}

// isHome reports whether an office there is one at home. A country or region that holds the home is not known to be.
func (me *person) isHome(w *where) bool {
	return w.city != "" && w.city == me.city
}

// isAway reports whether an office there is surely not at home.
func (me *person) isAway(w *where) bool {
	if me.city == "" && me.country == "" {
		return false
	}
	if w.city != "" {
		return me.city != "" && w.city != me.city || len(w.countries) > 0 && !slices.Contains(w.countries, me.country)
	}
	return !reaches(w, []string{me.country})
}

// reaches reports whether a place overlaps with what is allowed.
func reaches(w *where, allowed []string) bool {
	if slices.Contains(w.regions, place.Worldwide) {
		return true
	}
	for _, a := range allowed {
		members := []string{a}
		if region, ok := place.Region(a); ok {
			members = place.RegionCountries(region)
		} else if code, ok := place.Country(a); ok {
			members = []string{code}
		}
		for _, c := range w.countries {
			if slices.Contains(members, c) {
				return true
			}
		}
		for _, r := range w.regions {
			if overlaps(place.RegionCountries(r), members) {
				return true
			}
		}
	}
	return false
}

// overlaps reports whether a region holds all of what is allowed, or a third of it is allowed: the Middle East is not
// reached by way of Cyprus.
func overlaps(region, allowed []string) bool {
	both := 0
	for _, c := range allowed {
		if slices.Contains(region, c) {
			both++
		}
	}
	return both > 0 && (both == len(allowed) || both*3 >= len(region))
}

// shortPlaces are the codes that are read as places; other short words in capitals are titles and technologies.
var shortPlaces = map[string]string{
	"us": "US", "usa": "US", "uk": "GB", "uae": "AE", "nyc": "NYC", "nz": "NZ", "sf": "SF",
	"eu": "EU", "eea": "EEA", "gcc": "GCC", "mena": "MENA", "apac": "APAC", "anz": "ANZ", "cee": "CEE", "cis": "CIS", "apj": "APJ",
	"latam": "LATAM", "emea": "EMEA", "dach": "DACH", "noram": "NORAM",
}

// readPlace reads the place that the tokens begin with, of at most three words. after is the word before them: a city in
// small letters is one only after "in" or the like.
func readPlace(tokens []token, after string) (n int, w *where) {
	first := tokens[0]
	if code, ok := shortPlaces[first.text]; ok && (first.capital || len(first.text) > 3) {
		return 1, parsePlace(code)
	}
	if first.value > 0 || !first.capital && !leadsToPlace(after) && len(first.text) < 5 {
		return 0, nil
	}
	if stem, ok := strings.CutSuffix(first.text, "er"); ok && first.capital && len(tokens) > 1 && isGermanSite(tokens[1].text) {
		if w := parsePlace(stem); w != nil {
			return 1, w // "im Hamburger Büro"
		}
	}
	small := !first.capital
	for n = min(3, len(tokens)); n > 0; n-- {
		name, ok := joinPlace(tokens[:n], small)
		if !ok || len(name) < 4 {
			continue
		}
		if w := parsePlace(name); w != nil && (!small || leadsToPlace(after) || w.city == "") {
			return n, w
		}
	}
	return 0, nil
}

func isGermanSite(word string) bool {
	return word == "buro" || word == "standort" || word == "zentrale" || word == "niederlassung" || word == "office"
}

func leadsToPlace(word string) bool {
	switch word {
	case "in", "at", "to", "near", "from", "outside", "around", "within", "across", "en", "a", "nach":
		return true
	}
	return false
}

func joinPlace(tokens []token, small bool) (string, bool) {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 && (t.gap != gapNone || t.capital == small && !t.dash && t.text != "states" && t.text != "of") {
			return "", false
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return b.String(), true
}

func parsePlace(name string) *where {
	p := place.Parse(name, false)
	if len(p.Countries) == 0 && len(p.Regions) == 0 {
		return nil
	}
	w := &where{countries: p.Countries, regions: p.Regions}
	if len(p.Cities) > 0 {
		w.city = place.Fold(p.Cities[0])
	}
	return w
}
