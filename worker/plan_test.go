package worker

import (
	"strings"
	"testing"
	"time"

	"shortlist/scoring"
	"shortlist/worker/schedule"
	"shortlist/worker/store"
)

func at(s string) time.Time {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		panic(err)
	}
	return t
}

func person(schedule ...string) scoring.Profile {
	return scoring.Profile{Name: "ada", Timezone: "Europe/Berlin", Schedule: schedule}
}

func keys(runs []store.Run) string {
	var out []string
	for _, r := range runs {
		out = append(out, strings.TrimPrefix(r.Key, "slot-"))
	}
	return strings.Join(out, " ")
}

func TestPlan(t *testing.T) {
	t.Parallel()
	twice := person("0 8,18 * * *")
	away := twice
	away.PauseUntil = "2026-03-04"
	for name, c := range map[string]struct {
		policy      Policy
		person      scoring.Profile
		slot, now   string // empty slot: not planned yet
		run, missed string
		next        string
	}{
		"first plan":         {Policy{}, twice, "", "2026-03-02T06:00:00Z", "", "", "2026-03-02T07:00:00Z"},
		"on time":            {Policy{}, twice, "2026-03-02T07:00:00Z", "2026-03-02T07:00:10Z", "2026-03-02T07:00:00Z", "", "2026-03-02T17:00:00Z"},
		"exactly":            {Policy{}, twice, "2026-03-02T07:00:00Z", "2026-03-02T07:00:00Z", "2026-03-02T07:00:00Z", "", "2026-03-02T17:00:00Z"},
		"not yet":            {Policy{}, twice, "2026-03-02T07:00:00Z", "2026-03-02T06:59:59Z", "", "", "2026-03-02T07:00:00Z"},
		"slept, within":      {Policy{CatchUp: CatchUpLast, Within: 6 * time.Hour}, twice, "2026-03-02T07:00:00Z", "2026-03-02T12:00:00Z", "2026-03-02T07:00:00Z", "", "2026-03-02T17:00:00Z"},
		"slept too long":     {Policy{CatchUp: CatchUpLast, Within: 6 * time.Hour}, twice, "2026-03-02T07:00:00Z", "2026-03-02T14:00:00Z", "", "2026-03-02T07:00:00Z", "2026-03-02T17:00:00Z"},
		"slept over several": {Policy{CatchUp: CatchUpLast, Within: 6 * time.Hour}, twice, "2026-03-02T07:00:00Z", "2026-03-03T18:00:00Z", "2026-03-03T17:00:00Z", "2026-03-02T07:00:00Z 2026-03-02T17:00:00Z 2026-03-03T07:00:00Z", "2026-03-04T07:00:00Z"},
		"none, late":         {Policy{CatchUp: CatchUpNone, Within: 6 * time.Hour}, twice, "2026-03-02T07:00:00Z", "2026-03-02T09:00:00Z", "", "2026-03-02T07:00:00Z", "2026-03-02T17:00:00Z"},
		"none, on time":      {Policy{CatchUp: CatchUpNone}, twice, "2026-03-02T07:00:00Z", "2026-03-02T07:01:00Z", "2026-03-02T07:00:00Z", "", "2026-03-02T17:00:00Z"},
		"all":                {Policy{CatchUp: CatchUpAll, Within: 12 * time.Hour}, twice, "2026-03-02T07:00:00Z", "2026-03-02T18:00:00Z", "2026-03-02T07:00:00Z 2026-03-02T17:00:00Z", "", "2026-03-03T07:00:00Z"},
		"planned absence":    {Policy{CatchUp: CatchUpAll, Within: 99 * time.Hour}, away, "2026-03-03T07:00:00Z", "2026-03-03T07:00:10Z", "", "", "2026-03-04T07:00:00Z"},
		"back from absence":  {Policy{CatchUp: CatchUpAll, Within: 99 * time.Hour}, away, "2026-03-03T07:00:00Z", "2026-03-04T08:00:00Z", "2026-03-04T07:00:00Z", "", "2026-03-04T17:00:00Z"},
		"skipped hour":       {Policy{}, person("30 2 * * *"), "", "2026-03-28T12:00:00Z", "", "", "2026-03-29T01:00:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := store.Due{Profile: c.person}
			if c.slot != "" {
				d.Slot = at(c.slot)
			}
			got, err := c.policy.Plan(d, at(c.now))
			if err != nil || keys(got.Run) != c.run || keys(got.Missed) != c.missed || !got.Slot.Equal(at(c.next)) || !got.At.Equal(got.Slot) {
				t.Errorf("run %q, missed %q, next %v at %v, %v", keys(got.Run), keys(got.Missed), got.Slot, got.At, err)
			}
		})
	}
}

func TestPlanOfABrokenPersonParks(t *testing.T) {
	t.Parallel()
	now := at("2026-03-02T07:00:00Z")
	bad := person("0 8 * * *")
	bad.Timezone = "Mars/Base"
	got, err := Policy{}.Plan(store.Due{Profile: bad, Slot: now}, now)
	if err == nil || !got.Slot.IsZero() || got.At.Sub(now) != retryBroken || len(got.Run)+len(got.Missed) != 0 {
		t.Errorf("%+v %v", got, err)
	}
}

func TestMissedSlotsAreBounded(t *testing.T) {
	t.Parallel()
	p := Policy{CatchUp: CatchUpLast, Within: time.Hour}
	now := at("2026-03-02T07:00:00Z")
	got, err := p.Plan(store.Due{Profile: person("*/30 * * * *"), Slot: now.Add(-200 * 24 * time.Hour)}, now)
	if err != nil || len(got.Run) != 1 || len(got.Missed) > maxMissed {
		t.Errorf("%d runs, %d missed, %v", len(got.Run), len(got.Missed), err)
	}
}

func TestJitterDelaysTheActAndNotTheSlot(t *testing.T) {
	t.Parallel()
	p := Policy{Jitter: 90 * time.Second}
	now := at("2026-03-02T06:00:00Z")
	got, err := p.Plan(store.Due{Profile: person("0 8 * * *")}, now)
	if want := schedule.Jitter("ada", p.Jitter); err != nil || !got.Slot.Equal(at("2026-03-02T07:00:00Z")) || got.At.Sub(got.Slot) != want || want == 0 {
		t.Errorf("%+v %v, want a delay of %v", got, err, want)
	}
}
