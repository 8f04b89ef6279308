package gate

import (
	"slices"
	"strings"

	"shortlist/scoring"
	"shortlist/scoring/place"
)

// named is a place that a clause or a title names.
type named struct {
	from, to  int // tokens
	countries []string
	worldwide bool
	acronym   bool // in capitals only, so that it is no part of another name
}

// shortNames are the names of up to three letters that are places wherever they stand in capitals.
var shortNames = wordSet("uk usa us eu uae gcc anz cee cis eea lac apj mea uki nam roi lat sea")

// longest name of a country or region, in words
const maxPlaceWords = 4

// placesIn lists the countries and regions that tokens [from, to) name, each the longest name that stands there.
func (r *reading) placesIn(from, to int) []named {
	var out []named
	for k := from; k < to; {
		n, p := r.placeAt(k, to)
		if n == 0 {
			k++
			continue
		}
		out = append(out, p)
		k += n
	}
	return out
}

// placeAt reads the place whose name begins at token k and says how many tokens the name has.
func (r *reading) placeAt(k, to int) (int, named) {
	if !r.tokens[k].capital {
		return 0, named{}
	}
	for n := min(maxPlaceWords, to-k); n > 0; n-- {
		if r.cuts(k+1, k+n, gapCut|gapSlash|gapOther) {
			continue
		}
		name := r.src[r.tokens[k].from:r.tokens[k+n-1].to]
		if n > 1 && !r.tokens[k+n-1].capital {
			continue
		}
		if p, ok := lookUp(name); ok {
			p.from, p.to = k, k+n
			return n, p
		}
	}
	return 0, named{}
}

var undotted = strings.NewReplacer(".", "", "&", "")

func lookUp(name string) (named, bool) {
	letters := name
	if strings.ContainsAny(name, ".&") {
		letters = undotted.Replace(name)
	}
	p := named{acronym: name == strings.ToUpper(name)}
	if len(letters) <= 3 && (!p.acronym || !shortNames[strings.ToLower(letters)]) {
		return p, false
	}
	switch strings.ToUpper(letters) {
	case "NAM":
		name = place.NorthAmerica
	case "ROI":
		name = "IE"
	case "SEA":
		name = place.SoutheastAsia
	case "LAT":
		name = place.LatinAmerica
	case "UKI":
		name = place.UKI
	}
	if region, ok := place.Region(name); ok {
		p.countries, p.worldwide = members[region], region == place.Worldwide
		return p, true
	}
	if code, ok := place.Country(name); ok {
		p.countries = []string{code}
		return p, true
	}
	return p, false
}

// members are the countries of each region.
var members = func() map[string][]string {
	out := map[string][]string{}
	for _, region := range place.Regions() {
		out[region] = place.RegionCountries(region)
	}
	return out
}()

// countriesOf are the countries of regions and ISO codes as a profile writes them.
func countriesOf(names []string) []string {
	var out []string
	for _, name := range names {
		if region, ok := place.Region(name); ok {
			out = append(out, members[region]...)
		} else if code, ok := place.Country(name); ok {
			out = append(out, code)
		}
	}
	return out
}

func meet(a, b []string) bool {
	return slices.ContainsFunc(a, func(c string) bool { return slices.Contains(b, c) })
}

// covers reports whether one who must be in one of countries may be where the person is. Where the home is not known,
// the person may be anywhere they say they can work from.
func covers(a scoring.About, countries []string) bool {
	if home := a.Home.Country; home != "" {
		return slices.Contains(countries, home)
	}
	return meet(countries, countriesOf(a.WorkFrom))
}
