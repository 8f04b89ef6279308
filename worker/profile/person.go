package profile

import (
	"time"

	"shortlist/scoring"
)

const maxSchedules = 20

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
	if c.required("timezone", p.Timezone == "", "timezone: Europe/Berlin") {
		if err := checkZone(p.Timezone); err != nil {
			c.add("timezone", err.Error(), zoneRemedy(p.Timezone))
		}
	}
	if c.required("schedule", len(p.Schedule) == 0, `schedule: ["0 8 * * *"]`) {
		c.schedule(p.Schedule)
	}
	if p.PauseUntil != "" {
		if _, err := time.Parse(time.DateOnly, p.PauseUntil); err != nil {
			c.add("pause_until", quoted(p.PauseUntil)+" is not a date", "write it as 2026-12-20")
		}
	}
}

func (c *checker) schedule(exprs []string) {
	if len(exprs) > maxSchedules {
		c.add("schedule", "has more than 20 entries", "one entry may name several hours: 0 8,12,18 * * *")
		return
	}
	for i, expr := range exprs {
		if err := checkCron(expr); err != nil {
			c.add(item("schedule", i), err.Error(), `an example: "0 8 * * *" is 8:00 each day`)
		}
	}
}
