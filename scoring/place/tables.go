package place

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
)

var (
	//go:embed data/countries.txt
	countriesText string
	//go:embed data/states.txt
	statesText string
	//go:embed data/cities.txt
	citiesText string
)

// The tables are built once and only read after.
var (
	countryNames, countryByName, countryByAlpha3 = readCountries(countriesText)
	stateByCode, stateByName, zipRanges          = readStates(statesText)
	cityCountries                                = readCities(citiesText)
)

// zipRange is a span of the first three digits of ZIP codes, both ends in.
type zipRange struct{ from, to int }

// home is a country in which a city of some name lies. Where primary, the bare name means that city.
type home struct {
	country string
	primary bool
}

func dataLines(text string) []string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return slices.DeleteFunc(lines, func(l string) bool { return l == "" || l[0] == '#' })
}

func readCountries(text string) (names, byName, byAlpha3 map[string]string) {
	names, byName, byAlpha3 = map[string]string{}, map[string]string{}, map[string]string{}
	for _, line := range dataLines(text) {
		alpha2, alpha3, rest := line[:2], line[3:6], line[7:]
		all := strings.Split(rest, "; ")
		names[alpha2] = all[0]
		byAlpha3[alpha3] = alpha2
		for _, name := range all {
			byName[Fold(name)] = alpha2
		}
	}
	return names, byName, byAlpha3
}

func readStates(text string) (byCode, byName map[string]string, zips map[string][]zipRange) {
	byCode, byName, zips = map[string]string{}, map[string]string{}, map[string][]zipRange{}
	for _, line := range dataLines(text) {
		line, ranges, _ := strings.Cut(line, " = ")
		country, rest, _ := strings.Cut(line, " ")
		code, names, _ := strings.Cut(rest, " ")
		if code != "-" {
			byCode[code] = country
		}
		for _, name := range strings.Split(names, "; ") {
			byName[Fold(name)] = country
		}
		for _, span := range strings.Fields(ranges) {
			from, _ := strconv.Atoi(span[:3])
			to, _ := strconv.Atoi(span[4:])
			zips[code] = append(zips[code], zipRange{from, to})
		}
	}
	return byCode, byName, zips
}

func readCities(text string) map[string][]home {
	cities := map[string][]home{}
	for _, line := range dataLines(text) {
		country, names := line[:2], line[4:]
		for _, name := range strings.Split(names, ", ") {
			bare, secondary := strings.CutSuffix(name, "*")
			key := Fold(bare)
			if !slices.ContainsFunc(cities[key], func(h home) bool { return h.country == country }) {
				cities[key] = append(cities[key], home{country, !secondary})
			}
		}
	}
	return cities
}

// cityIn reports whether a city of that folded name is known in the country.
func cityIn(key, country string) bool {
	return slices.ContainsFunc(cityCountries[key], func(h home) bool { return h.country == country })
}

// cityAlone returns the country that a bare city name means, or "".
func cityAlone(key string) string {
	for _, h := range cityCountries[key] {
		if h.primary {
			return h.country
		}
	}
	return ""
}

// zipOf reports whether a five-digit ZIP code lies in the US state.
func zipOf(zip, state string) bool {
	if len(zip) < 5 {
		return false
	}
	n, err := strconv.Atoi(zip[:3])
	return err == nil && slices.ContainsFunc(zipRanges[state], func(r zipRange) bool { return r.from <= n && n <= r.to })
}
