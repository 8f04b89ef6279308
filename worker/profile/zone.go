package profile

import (
	_ "embed" // the names of the zones
	"errors"
	"fmt"
	"slices"
	"strings"

	"shortlist/worker/schedule"
	"shortlist/worker/strict"
)

// zoneNames holds the names of the IANA time zone database, one a line, sorted. What a program could load besides
// differs from machine to machine, so a name must be here.
//
//go:embed zones.txt
var zoneNames string

var zones = strings.Fields(zoneNames)

func checkZone(name string) error {
	if _, known := slices.BinarySearch(zones, name); !known {
		return fmt.Errorf("%s is not an IANA time zone", quoted(name))
	}
	if _, err := schedule.Zone(name); err != nil {
		return errors.New("the zone is not in this machine's time zone database")
	}
	return nil
}

// zoneRemedy names the zone that was meant: a similar one, or the one of the city.
func zoneRemedy(name string) string {
	if _, known := slices.BinarySearch(zones, name); known {
		return "update the machine's time zone data (package tzdata)"
	}
	near := strict.Nearest(name, zones)
	for _, zone := range zones {
		if near != "" {
			break
		}
		city := zone[strings.LastIndexByte(zone, '/')+1:]
		if strings.EqualFold(city, strings.ReplaceAll(name, " ", "_")) {
			near = zone
		}
	}
	if near == "" {
		return "write it as Continent/City, for example Europe/Berlin"
	}
	return `did you mean "` + near + `"?`
}
