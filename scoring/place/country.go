package place

import "strings"

// CountryName returns the English short name of an ISO 3166-1 alpha-2 code as a reader says it: "South Korea", not
// "Korea, Republic of". An unknown code comes back as it is.
func CountryName(alpha2 string) string {
	if name, ok := countryNames[alpha2]; ok {
		return name
	}
	return alpha2
}

// Country returns the ISO 3166-1 alpha-2 code of a country named in English, in its own language or in German, French,
// Spanish or Portuguese, or by its alpha-2 or alpha-3 code. Case, accents and dots do not matter. "EL" and "UK" are
// not ISO codes; of the two only "UK" occurs in adverts and is read.
func Country(name string) (alpha2 string, ok bool) {
	key := Fold(name)
	if code, ok := countryByName[key]; ok {
		return code, true
	}
	upper := strings.ToUpper(key)
	switch len(upper) {
	case 2:
		_, ok = countryNames[upper]
		return upper, ok
	case 3:
		alpha2, ok = countryByAlpha3[upper]
	}
	if !ok {
		return "", false
	}
	return alpha2, true
}
