package place

import (
	"slices"
	"strings"
)

// chain is a run of parts that name one place or a plain list of places.
type chain struct {
	parts  []part
	dashed bool // written with dashes, so that the wider part may come first
	closed bool // takes no further piece
}

func (c chain) withoutNoise() chain {
	c.parts = slices.DeleteFunc(c.parts, func(p part) bool { return p.kind == noise })
	return c
}

// leads reports whether the chain's parts so far can be the wider half of "Poland - Bydgoszcz" or the city of
// "Munich - Germany".
func (c chain) leads() bool {
	first := c.parts[0].kind
	return first == countryPart || first == statePart || first == codePart || first == cityPart
}

// widestFirst reports whether the chain runs from the country to the city. With commas only a country in front that
// nothing later rivals says so, "Estonia, Harjumaa, Tallinn"; with dashes a state does too, "Kansas-Wichita".
func (c chain) widestFirst() bool {
	if len(c.parts) < 2 {
		return false
	}
	first := c.parts[0].kind
	if first != countryPart && !(c.dashed && (first == statePart || first == codePart)) {
		return false
	}
	return !slices.ContainsFunc(c.parts[1:], func(p part) bool { return p.kind == countryPart || p.kind == regionPart })
}

// group is what a scan has gathered since the last country or state: the cities that lie in it.
type group struct {
	country  string
	fromCity bool // the country was only inferred from a city
	cities   []part
}

// scan walks a chain from its widest part to its narrowest.
type scan struct {
	*reader
	chain
	reversed bool
	many     bool // two countries are named
	list     bool // two countries or a region are named, so the chain lists where the job may be done from
	g        group
	zip      string
	found    []string // the chain's cities, in the order of the scan
}

// resolve adds what a chain names.
func (r *reader) resolve(c chain) {
	s := scan{reader: r, chain: c.withoutNoise()}
	if s.widestFirst() {
		s.reversed = true
		s.parts = slices.Clone(s.parts)
		slices.Reverse(s.parts)
	}
	named := ""
	for _, p := range s.parts {
		s.list = s.list || p.kind == regionPart
		if p.kind == countryPart {
			s.many = s.many || named != "" && named != p.country
			named = p.country
		}
	}
	s.list = s.list || s.many
	for i := len(s.parts) - 1; i >= 0; i-- {
		s.read(i)
	}
	s.flush()
	if !s.reversed {
		slices.Reverse(s.found)
	}
	for _, city := range s.found {
		r.cities = addCity(r.cities, city)
	}
}

func (s *scan) read(i int) {
	p := s.parts[i]
	switch p.kind {
	case postal:
		if s.zip == "" {
			s.zip = p.text
		}
	case regionPart:
		s.flush()
		s.regions = append(s.regions, p.country)
	case countryPart:
		s.readCountry(i)
	case statePart:
		s.readState(i)
	case codePart:
		s.readCode(i)
	case cityPart:
		s.readCity(i)
	case unknown:
		if s.g.country != "" && !s.g.fromCity && !s.many {
			s.g.cities = append(s.g.cities, p)
		}
	}
}

// open starts a new group.
func (s *scan) open(country string, fromCity bool) {
	s.flush()
	s.g = group{country: country, fromCity: fromCity}
	s.countries = append(s.countries, country)
}

func (s *scan) readCountry(i int) {
	p := s.parts[i]
	// "LIM" or "GEO" inside an address is an administrative code, not a second country.
	if len(p.text) == 3 && isUpper(p.text) && s.g.country != "" && !s.many && s.hasNarrower(i) && p.country != "US" {
		return
	}
	if s.g.country != p.country || s.g.fromCity {
		if s.g.fromCity && s.g.country == p.country {
			s.g.fromCity = false
			return
		}
		s.open(p.country, false)
	}
	if cityIn(p.key, p.country) && !s.list {
		s.g.cities = append(s.g.cities, p)
	}
}

func (s *scan) readState(i int) {
	p := s.parts[i]
	country := p.country
	if p.key == "georgia" {
		country = s.georgia(i)
	}
	switch {
	case s.g.country == "" || s.g.fromCity:
		s.open(country, false)
	case s.g.country != country && s.many:
		s.open(country, false)
	case s.g.country != country:
		s.g.cities = append(s.g.cities, p)
		return
	case len(s.g.cities) > 0 && s.hasNarrower(i):
		s.open(country, false)
	}
	// New York and Washington are cities too: as the narrowest part, beside their state, they are meant so.
	besideCode := i+1 < len(s.parts) && s.parts[i+1].kind == codePart
	if (besideCode || !s.hasNarrower(i)) && cityIn(p.key, country) && len(s.g.cities) == 0 {
		s.g.cities = append(s.g.cities, p)
	}
}

// georgia tells the state from the country: beside nothing else, or among countries, it is the country.
func (s *scan) georgia(i int) string {
	if s.g.country == "US" || s.namesUS && len(s.parts) > 1 && !s.many {
		return "US"
	}
	for j := i - 1; j >= 0; j-- {
		switch q := s.parts[j]; q.kind {
		case countryPart:
			return "GE"
		case cityPart:
			if cityIn(q.key, "GE") {
				return "GE"
			}
			return "US"
		case unknown:
			return "US"
		}
	}
	return "GE"
}

// readCity reads a city that the table knows.
func (s *scan) readCity(i int) {
	p := s.parts[i]
	alone := cityAlone(p.key)
	rightIsCity := i+1 < len(s.parts) && s.parts[i+1].kind == cityPart
	switch {
	case s.g.country == "":
		if alone != "" {
			s.open(alone, true)
		} else {
			return
		}
	case cityIn(p.key, s.g.country) || alone == "":
	case s.many || s.g.fromCity || rightIsCity || s.reversed && !s.dashed && s.g.country != "US":
		s.open(alone, true)
	}
	s.g.cities = append(s.g.cities, p)
}

// hasNarrower reports whether a part that could be a city or a state stands before i.
func (s *scan) hasNarrower(i int) bool {
	return slices.ContainsFunc(s.parts[:i], func(p part) bool {
		return p.kind == unknown || p.kind == cityPart || p.kind == statePart || p.kind == countryPart && cityIn(p.key, p.country)
	})
}

// flush hands the group's city over: of an address the narrowest part, of a plain list every known one.
func (s *scan) flush() {
	g := s.g
	s.g, s.zip = group{}, ""
	if len(g.cities) == 0 {
		return
	}
	isKnown := func(p part) bool { return cityIn(p.key, g.country) }
	if allKnown := !slices.ContainsFunc(g.cities, func(p part) bool { return !isKnown(p) }); allKnown {
		for _, p := range g.cities {
			s.keepCity(p)
		}
		return
	}
	city := g.cities[len(g.cities)-1]
	if s.reversed {
		city = g.cities[0]
		if i := slices.IndexFunc(g.cities, isKnown); i >= 0 {
			city = g.cities[i]
		}
	}
	s.keepCity(city)
}

// keepCity adds a city, as written but for shouted capitals. What is too long or has digits is no city's name.
func (s *scan) keepCity(p part) {
	if len(p.text) > 60 || strings.Count(p.text, " ") > 4 || strings.ContainsAny(p.text, "0123456789") {
		return
	}
	switch p.key {
	case "any city", "city":
		return
	}
	s.found = append(s.found, unshout(p.text))
}

// unshout writes "SAINT PAUL" as "Saint Paul" and leaves short ones, "CABA" or "NYC", as they are.
func unshout(s string) string {
	if len(s) <= 4 || !isASCII(s) || s != strings.ToUpper(s) {
		return s
	}
	b := []byte(strings.ToLower(s))
	for i := range b {
		if (i == 0 || b[i-1] == ' ' || b[i-1] == '-') && b[i] >= 'a' && b[i] <= 'z' {
			b[i] -= 'a' - 'A'
		}
	}
	return string(b)
}
