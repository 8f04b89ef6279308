package place

// readCode decides what two capital letters are: a country, "Erkrath, NW, DE"; a state, "Boston, MA"; or an
// administrative code of the country read before, the "NW" of the first. MA is Massachusetts and Morocco, CA is
// California and Canada, DE Delaware and Germany: the city, the postal code and the neighbours decide, and where they
// do not, the state does, since an address of the form "City, XX" is the American one.
func (s *scan) readCode(i int) {
	code := s.parts[i].text
	_, isCountry := countryNames[code]
	state := stateByCode[code] // the country whose state it is
	city := s.nearestCity(i)
	if s.g.country != "" && !s.g.fromCity {
		switch {
		case state == s.g.country:
			if len(s.g.cities) > 0 && city != nil {
				s.open(state, false)
			}
		case city == nil && isCountry && !s.dashed:
			s.open(code, false)
		case city != nil && state != "" && cityIn(city.key, state) && !cityIn(city.key, s.g.country):
			// A list whose last place is a country: "New York, NY, or Canada".
			s.open(state, false)
		}
		return
	}
	switch {
	case code == "LA" && len(s.parts) == 1:
		s.open("US", true)
		s.found = append(s.found, "Los Angeles")
	case state == "":
		s.open(code, false)
	case !isCountry:
		s.open(state, false)
	case s.codeIsState(i, city, state):
		s.open(state, false)
	default:
		s.open(code, false)
	}
}

// codeIsState decides for a code that is both a country and a state of the given country.
func (s *scan) codeIsState(i int, city *part, state string) bool {
	code := s.parts[i].text
	if city == nil {
		return s.namesUS && state == "US" && !s.many
	}
	if s.zip != "" {
		if state == "US" {
			return zipOf(s.zip, code)
		}
		return s.zip[0] >= 'A' && s.zip[0] <= 'Z'
	}
	left := s.parts[i-1]
	switch left.kind {
	case statePart:
		// "Toronto, Ontario, CA" against "Ontario, CA", a city of California.
		return left.country != code || !(i > 1 || !cityIn(left.key, state))
	case codePart:
		return false
	}
	if cityIn(city.key, code) && (!cityIn(city.key, state) || cityAlone(city.key) == code) {
		return false
	}
	if code == "NL" || code == "PE" {
		return cityIn(city.key, state)
	}
	return true
}

// nearestCity returns the nearest part before i that may be a city of it, or nil.
func (s *scan) nearestCity(i int) *part {
	for j := i - 1; j >= 0; j-- {
		if k := s.parts[j].kind; k == unknown || k == cityPart || k == statePart {
			return &s.parts[j]
		}
	}
	return nil
}
