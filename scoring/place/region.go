package place

import (
	"maps"
	"slices"
	"strings"
)

// The closed set of regions, as scoring.Place.Regions holds them.
const (
	Worldwide      = "worldwide"
	Africa         = "africa"
	Americas       = "americas"
	ANZ            = "anz"
	APAC           = "apac"
	Asia           = "asia"
	Balkans        = "balkans"
	Baltics        = "baltics"
	Benelux        = "benelux"
	Caribbean      = "caribbean"
	CentralAmerica = "central-america"
	CIS            = "cis"
	DACH           = "dach"
	EasternEurope  = "eastern-europe"
	EEA            = "eea"
	EMEA           = "emea"
	EU             = "eu"
	Europe         = "europe"
	GCC            = "gcc"
	Iberia         = "iberia"
	LatinAmerica   = "latam"
	MENA           = "mena"
	MiddleEast     = "middle-east"
	Nordics        = "nordics"
	NorthAmerica   = "north-america"
	NorthernEurope = "northern-europe"
	Oceania        = "oceania"
	SouthAmerica   = "south-america"
	SouthAsia      = "south-asia"
	SoutheastAsia  = "southeast-asia"
	SouthernEurope = "southern-europe"
	UKI            = "uki"
	WesternEurope  = "western-europe"
)

// region is how one of the set is shown, what else it is called and what lies in it.
type region struct {
	label   string
	aliases string // apart by semicolons
	members string // alpha-2 codes; a name in lower case stands for that region's members
}

var regions = map[string]region{
	Worldwide:      {"worldwide", "Anywhere; Global; Globally; World; World Wide; Anywhere in the World; Anywhere on Earth; Anywhere Worldwide; Remote Worldwide; Fully Global; All countries; Any country; Weltweit; Mondial; Mundial; Any location; Location independent; Everywhere; Earth; Planet Earth", ""},
	Africa:         {"Africa", "African; Sub-Saharan Africa; East Africa; West Africa; North Africa; Southern Africa; SSA", "DZ AO BJ BW BF BI CM CV CF TD KM CG CD CI DJ EG GQ ER SZ ET GA GM GH GN GW KE LS LR LY MG MW ML MR MU MA MZ NA NE NG RW ST SN SC SL SO ZA SS SD TZ TG TN UG ZM ZW"},
	Americas:       {"Americas", "The Americas; America North and South; AMER; North and South America; AMERS; North America and South America", "north-america latam"},
	ANZ:            {"Australia and New Zealand", "Australia & New Zealand; Australia and New Zealand; AUNZ; Australia/New Zealand; Australasia", "AU NZ"},
	APAC:           {"Asia-Pacific", "Asia Pacific; Asia-Pacific; Asia Pac; APJ; JAPAC; Asia and Pacific; Asien-Pazifik; APAC region", "south-asia southeast-asia oceania CN HK MO TW JP KR MN"},
	Asia:           {"Asia", "Asien; Asie; East Asia; Central Asia; Asian", "south-asia southeast-asia mena-asia CN HK MO TW JP KR KP MN KZ KG TJ TM UZ AM AZ GE"},
	Balkans:        {"Balkans", "The Balkans; Western Balkans; Adriatic", "AL BA BG HR GR XK ME MK RO RS SI"},
	Baltics:        {"Baltics", "Baltic; Baltic States; The Baltics; Baltic countries", "EE LV LT"},
	Benelux:        {"Benelux", "BeNeLux", "BE NL LU"},
	Caribbean:      {"Caribbean", "The Caribbean; West Indies", "AG AI AW BB BL BQ BS CU CW DM DO GD GP HT JM KN KY LC MF MQ MS PR SX TC TT VC VG VI"},
	CentralAmerica: {"Central America", "Centroamérica; América Central; Amérique centrale", "BZ CR GT HN NI PA SV"},
	CIS:            {"CIS", "Commonwealth of Independent States; CIS countries; CIS region", "AM AZ BY KZ KG MD RU TJ UZ"},
	DACH:           {"DACH", "D-A-CH; DACH region; DACH-Region; German-speaking countries; Germany Austria Switzerland", "DE AT CH"},
	EasternEurope:  {"Eastern Europe", "CEE; Central and Eastern Europe; Central & Eastern Europe; Central Eastern Europe; Central Europe; East Europe; Osteuropa; Europa del Este", "AL BA BG BY CZ EE HR HU LT LV MD ME MK PL RO RS RU SI SK UA XK"},
	EEA:            {"EEA", "European Economic Area; EU/EEA; EU & EEA; EEA countries", "eu IS LI NO"},
	EMEA:           {"EMEA", "Europe, Middle East and Africa; Europe Middle East & Africa; EMEA region; EMEAI", "europe mena africa"},
	EU:             {"European Union", "European Union; The EU; EU countries; E.U.; EU based; EU27; EU-27; Europäische Union; Union européenne; Unión Europea; União Europeia", "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE"},
	Europe:         {"Europe", "Europa; European; Continental Europe; European countries; European timezone; European timezones; European time zone; European time zones; Europe timezone; Europe timezones; EU timezone; EU timezones; EU time zone; European hours", "eu AL AD BA BY CH GB GG GI IM IS JE LI MC MD ME MK NO RS RU SM TR UA VA XK FO AX"},
	GCC:            {"Gulf states", "Gulf; Gulf Cooperation Council; Gulf states; Gulf countries; The Gulf", "AE BH KW OM QA SA"},
	Iberia:         {"Iberia", "Iberian Peninsula; Península Ibérica", "ES PT"},
	LatinAmerica:   {"Latin America", "Latin America; Latin-America; Latinamerica; LatAm; LAC; LAM; Latinoamérica; América Latina; Amérique latine; Lateinamerika; Latin America and the Caribbean; Latin America & Caribbean; LATAM region; Latin American; LATAM countries", "south-america central-america caribbean MX"},
	MENA:           {"Middle East and North Africa", "Middle East and North Africa; Middle East & North Africa; MENA region; MEA; Middle East and Africa; Middle East & Africa; MENAT", "middle-east DZ EG LY MA SD TN"},
	MiddleEast:     {"Middle East", "The Middle East; Near East; Naher Osten; Oriente Medio", "gcc IL IQ IR JO LB PS SY TR YE CY EG"},
	Nordics:        {"Nordics", "Nordic; The Nordics; Nordic countries; Scandinavia; Skandinavien; Norden; Nordic region", "DK FI IS NO SE FO AX GL"},
	NorthAmerica:   {"North America", "Northern America; Nordamerika; NORAM; NAMER; North American; US & Canada region; NAM; América del Norte; Amérique du Nord; N. America; North America region", "US CA MX"},
	NorthernEurope: {"Northern Europe", "North Europe; Nordeuropa", "nordics baltics GB IE"},
	Oceania:        {"Oceania", "Ozeanien; Océanie; Oceanía; Pacific Islands; South Pacific", "AU NZ FJ PG SB VU WS TO KI TV NR PW MH FM NC PF GU MP AS CK NU TK WF"},
	SouthAmerica:   {"South America", "Südamerika; Sudamérica; Suramérica; América del Sur; América do Sul; Amérique du Sud; Southern Cone", "AR BO BR CL CO EC FK GF GY PE PY SR UY VE"},
	SouthAsia:      {"South Asia", "Indian subcontinent; Südasien; Southern Asia", "AF BD BT IN LK MV NP PK"},
	SoutheastAsia:  {"Southeast Asia", "South East Asia; South-east Asia; SE Asia; SEA; South Eastern Asia; ASEAN; Südostasien; Sudeste Asiático", "BN ID KH LA MM MY PH SG TH TL VN"},
	SouthernEurope: {"Southern Europe", "South Europe; Südeuropa; Mediterranean; Sud Europe; Southern European", "AL AD BA CY ES GI GR HR IT ME MK MT PT RS SI SM VA"},
	UKI:            {"UK and Ireland", "UK & Ireland; UK and Ireland; UK&I; UK/Ireland; UKI; UKIE; United Kingdom and Ireland; British Isles", "GB IE"},
	WesternEurope:  {"Western Europe", "West Europe; Westeuropa; Europa Occidental", "AT BE CH DE FR GB IE LI LU MC NL ES PT IT"},
	// Only a building stone of Asia; no text names it.
	"mena-asia": {"", "", "gcc IL IQ IR JO LB PS SY TR YE CY"},
}

var (
	regionByName  = readRegions()
	regionMembers = readMembers()
)

// Regions lists the closed set, sorted.
func Regions() []string {
	return slices.Sorted(maps.Keys(regionMembers))
}

// Region returns the member of the closed set that a name means: "LATAM", "Latin America" and "latam" are all "latam".
func Region(name string) (region string, ok bool) {
	region, ok = regionByName[Fold(name)]
	return region, ok
}

// IsRegion reports whether s names one of the closed set, in any of the ways that Region reads.
func IsRegion(s string) bool {
	_, ok := Region(s)
	return ok
}

// RegionLabel returns how a reader calls a region of the closed set: "Latin America" for "latam".
func RegionLabel(region string) string { return regions[region].label }

// RegionCountries returns the alpha-2 codes of a region's countries, sorted. Worldwide has no list: it returns nil, as
// does a name outside the set.
func RegionCountries(region string) []string { return slices.Clone(regionMembers[region]) }

func readRegions() map[string]string {
	byName := map[string]string{}
	for id, r := range regions {
		if r.label == "" {
			continue
		}
		byName[Fold(id)] = id
		byName[Fold(r.label)] = id
		for _, alias := range strings.Split(r.aliases, ";") {
			byName[Fold(alias)] = id
		}
	}
	delete(byName, "")
	return byName
}

func readMembers() map[string][]string {
	members := map[string][]string{}
	var collect func(id string) []string
	collect = func(id string) []string {
		var out []string
		for _, m := range strings.Fields(regions[id].members) {
			if _, isRegion := regions[m]; isRegion {
				out = append(out, collect(m)...)
			} else {
				out = append(out, m)
			}
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	for id, r := range regions {
		if r.label != "" {
			members[id] = collect(id)
		}
	}
	members[Worldwide] = nil
	return members
}
