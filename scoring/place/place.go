// Package place reads where a job may be done from the free text that boards write.
package place

import (
	"slices"
	"strings"

	"shortlist/scoring"
)

// The longest text that is read, in bytes, and the most parts of it; boards list up to two hundred countries by name.
const (
	maxText  = 4096
	maxParts = 400
)

// Parse reads a board's location line: one place, a list of places, countries or regions, in any of the ways that
// boards write them. raw is clean: one line, no entities. remoteBoard says that the board lists remote jobs only: then
// the job is remote unless the text says otherwise, and what it names is where it may be done from.
//
// An empty or unknown text gives no country and no region. It never gives "worldwide": a board that says nothing has
// not said that anyone may apply.
func Parse(raw string, remoteBoard bool) scoring.Place {
	raw = cut(strings.TrimSpace(raw), maxText)
	text := strings.TrimRight(raw, " ,;|")
	p := scoring.Place{Raw: raw, Remote: workplace(text, remoteBoard)}
	r := reader{namesUS: namesUS(text), budget: maxParts}
	for alternative := range strings.FieldsFuncSeq(text, isAlternative) {
		r.readAlternative(alternative)
	}
	p.Countries = sorted(r.countries)
	p.Regions = sorted(r.regions)
	p.Cities = r.cities
	return p
}

// Merge joins the places of two appearances of one role: it may be done wherever either allows.
func Merge(a, b scoring.Place) scoring.Place {
	out := scoring.Place{Raw: a.Raw, Remote: a.Remote}
	switch {
	case a.Raw == "":
		out.Raw = b.Raw
	case b.Raw != "" && !slices.Contains(strings.Split(a.Raw, "; "), b.Raw):
		out.Raw = cut(a.Raw+"; "+b.Raw, maxText)
	}
	if remoteRank(b.Remote) > remoteRank(a.Remote) {
		out.Remote = b.Remote
	}
	out.Countries = sorted(slices.Concat(a.Countries, b.Countries))
	out.Regions = sorted(slices.Concat(a.Regions, b.Regions))
	out.Cities = slices.Clone(a.Cities)
	for _, city := range b.Cities {
		out.Cities = addCity(out.Cities, city)
	}
	return out
}

// remoteRank orders by how much freedom each leaves.
func remoteRank(r scoring.Remote) int {
	return slices.Index([]scoring.Remote{scoring.RemoteUnknown, scoring.RemoteNo, scoring.RemoteHybrid, scoring.RemoteYes}, r)
}

func isAlternative(r rune) bool { return r == ';' || r == '|' || r == '•' || r == '\n' || r == '·' }

func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "")
}

func sorted(s []string) []string {
	s = slices.Clone(s)
	slices.Sort(s)
	return slices.Compact(s)
}

// addCity adds a city unless it is there already, be it in other letters or a shorter form.
func addCity(cities []string, city string) []string {
	key := Fold(city)
	for i, have := range cities {
		k := Fold(have)
		if k == key || strings.HasPrefix(k, key+" ") {
			return cities
		}
		if strings.HasPrefix(key, k+" ") {
			cities[i] = city
			return cities
		}
	}
	return append(cities, city)
}
