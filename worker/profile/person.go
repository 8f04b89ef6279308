package profile

import (
	"cmp"
	"strings"
	"time"

	"shortlist/scoring"
	"shortlist/worker/schedule"
)

// maxSchedules bounds the expressions that are looked at one by one; that there are too many is for the whole to say.
const maxSchedules = 100

// person checks who it is, and when and where the mail goes.
func (c *checker) person(p scoring.Profile) {
	if c.required("name", p.Name == "", "name: ada") && !IsName(p.Name) {
		c.add("name", quoted(p.Name)+" is not a name", NameRule)
	}
	if c.required("email", p.Email == "", "email: ada@example.org") {
		if err := CheckAddress(p.Email); err != nil {
			c.add("email", err.Error(), "write one address such as ada@example.org")
		}
	}
	zone := ""
	if c.required("timezone", p.Timezone == "", "timezone: Europe/Berlin") {
		if err := checkZone(p.Timezone); err != nil {
			c.add("timezone", err.Error(), zoneRemedy(p.Timezone))
		} else {
			zone = p.Timezone
		}
	}
	if c.required("schedule", len(p.Schedule) == 0, `schedule: ["0 8 * * *"]`) {
		c.schedule(p.Schedule, cmp.Or(zone, "UTC"))
	}
	if p.PauseUntil != "" {
		if _, err := time.Parse(time.DateOnly, p.PauseUntil); err != nil {
			c.add("pause_until", quoted(p.PauseUntil)+" is not a date", "write it as 2026-12-20")
		}
	}
}

// schedule leaves the expressions to the package that runs them. Where each is right alone, they are tried together.
func (c *checker) schedule(exprs []string, zone string) {
	before := len(c.problems)
	if len(exprs) <= maxSchedules {
		for i, expr := range exprs {
			if _, err := schedule.ParseExpr(expr); err != nil {
				c.add(item("schedule", i), strings.TrimPrefix(err.Error(), "schedule "), "")
			}
		}
	}
	if len(c.problems) > before {
		return
	}
	if _, err := schedule.Parse(exprs, zone); err != nil {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			c.add("schedule", strings.TrimPrefix(line, "schedule "), "")
		}
	}
}
