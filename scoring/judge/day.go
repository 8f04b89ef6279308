package judge

import "time"

// pacific is where Gemini's day begins: its limits of requests per day are counted anew at midnight there. Without zone
// files it is the standard time, an hour late in summer and never early.
var pacific = zoneOr("America/Los_Angeles", time.FixedZone("PST", -8*60*60))

func zoneOr(name string, other *time.Location) *time.Location {
	if zone, err := time.LoadLocation(name); err == nil {
		return zone
	}
	return other
}

func zoneOf(provider string) *time.Location {
	if provider == "gemini" {
		return pacific
	}
	return time.UTC
}

// Day is the provider's day at an instant, as 2006-01-02: Gemini's in California, any other's in UTC. A day's limits are
// counted by it.
func Day(provider string, now time.Time) string {
	return now.In(zoneOf(provider)).Format(time.DateOnly)
}

// nextDay is when the provider's next day begins.
func nextDay(provider string, now time.Time) time.Time {
	y, m, d := now.In(zoneOf(provider)).Date()
	return time.Date(y, m, d+1, 0, 0, 0, 0, zoneOf(provider))
}

// Reset is when a provider whose quota of the day is used up may be asked again. Gemini's is its next midnight, whatever
// delay it names beside, since it names the one of the minute. Others count a day that rolls on: after what they ask for
// or, where they do not say, after 24 hours.
func Reset(provider string, now time.Time, asked time.Duration) time.Time {
	const day = 24 * time.Hour
	switch {
	case provider == "gemini":
		return nextDay(provider, now)
	case asked > 0:
		return now.Add(min(asked, day))
	}
	return now.Add(day)
}
