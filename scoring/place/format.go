package place

import (
	"slices"
	"strconv"
	"strings"

	"shortlist/scoring"
)

// A reader is shown this many names of a list; the rest becomes a number.
const maxNames = 5

// Format writes a place for a reader: "Remote, worldwide", "Remote: France, Germany", "Hybrid: Munich, Germany",
// "Berlin, Germany". What was not understood is shown as the board wrote it; nothing said gives "".
func Format(p scoring.Place) string {
	where := formatWhere(p)
	if where == "" {
		where = formatRaw(p)
	}
	switch p.Remote {
	case scoring.RemoteYes:
		return withMode("Remote", where)
	case scoring.RemoteHybrid:
		return withMode("Hybrid", where)
	case scoring.RemoteNo:
		if where == "" {
			return "On site"
		}
	}
	if where == RegionLabel(Worldwide) {
		return "Worldwide"
	}
	return where
}

func withMode(mode, where string) string {
	switch where {
	case "":
		return mode
	case "worldwide":
		return mode + ", worldwide"
	}
	return mode + ": " + where
}

func formatWhere(p scoring.Place) string {
	var names, countries []string
	for _, country := range p.Countries {
		countries = append(countries, CountryName(country))
	}
	slices.Sort(countries) // by name: the codes' own order looks like none
	for _, city := range p.Cities {
		// Of Singapore and the like one name is enough.
		if !slices.ContainsFunc(countries, func(c string) bool { return Fold(c) == Fold(city) }) {
			names = append(names, city)
		}
	}
	if len(names) > 1 && len(countries) > 1 {
		return shorten(names) + " (" + shorten(append(labels(p.Regions), countries...)) + ")"
	}
	return shorten(slices.Concat(names, labels(p.Regions), countries))
}

func labels(regions []string) []string {
	var out []string
	for _, region := range regions {
		out = append(out, RegionLabel(region))
	}
	return out
}

func shorten(names []string) string {
	if rest := len(names) - maxNames; rest > 1 {
		return strings.Join(names[:maxNames], ", ") + " and " + strconv.Itoa(rest) + " more"
	}
	return strings.Join(names, ", ")
}

// formatRaw is the board's own text where that says more than how the job is done.
func formatRaw(p scoring.Place) string {
	if p.Remote != scoring.RemoteUnknown && trimEdges(p.Raw) == "" {
		return ""
	}
	return cut(p.Raw, 120)
}
