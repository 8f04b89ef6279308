package schedule

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // minimal images have no zone files
)

// zones remembers each zone that loaded: a Location is about 2.5 KB and 10 µs to load, and profiles share few of them.
// A zone's data never changes while the program runs, and only names that load are kept, so it is bounded by their number.
var zones sync.Map // name → *time.Location

// zoneName is the shape of an IANA name: it keeps paths and the tz database's own side files from being opened.
var zoneName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_+-]{0,31}(/[A-Za-z0-9_+-]{1,31}){0,2}$`)

// Zone returns the location of an IANA zone name such as Europe/Berlin, the same pointer for the same name. It refuses
// an empty name, "Local" and all else that depends on the machine, and unknown names; the error names the zone.
func Zone(name string) (*time.Location, error) {
	if loc, ok := zones.Load(name); ok {
		return loc.(*time.Location), nil
	}
	switch lower := strings.ToLower(name); {
	case name == "":
		return nil, fmt.Errorf("the time zone is empty: write an IANA name such as Europe/Berlin")
	case lower == "local" || lower == "localtime":
		return nil, fmt.Errorf("time zone %q depends on the machine: write an IANA name such as Europe/Berlin", name)
	case !zoneName.MatchString(name) || strings.HasPrefix(lower, "posix") || strings.HasPrefix(lower, "right/"):
		return nil, fmt.Errorf("time zone %q is not an IANA name: write one such as Europe/Berlin", clip(name))
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("time zone %q is not known: write an IANA name such as Europe/Berlin: %w", name, err)
	}
	kept, _ := zones.LoadOrStore(name, loc)
	return kept.(*time.Location), nil
}
