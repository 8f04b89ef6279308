package web

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"shortlist/worker/board"
	"shortlist/worker/schedule"
	"shortlist/worker/store"
)

type boardRow struct {
	Label, URL, State string
	Failing           bool
}

// missedFor is how long a missed slot stays on the page.
const missedFor = 48 * time.Hour

type slotRow struct{ Profile, When string }

func (s *server) getHome(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	states, err := s.Store.Boards(ctx)
	if err != nil {
		s.fail(w, err)
		return
	}
	counts, err := s.Store.CountOpen(ctx, time.Time{})
	if err != nil {
		s.fail(w, err)
		return
	}
	editions, err := s.Store.Editions(ctx, "", 5)
	if err != nil {
		s.fail(w, err)
		return
	}
	profiles, err := s.Store.Profiles(ctx)
	if err != nil {
		s.fail(w, err)
		return
	}
	missed, err := s.Store.Missed(ctx, s.Now().Add(-missedFor), 5)
	if err != nil {
		s.fail(w, err)
		return
	}
	rows, troubles := s.boardRows(states, counts)
	zones := zonesOf(profiles)
	for _, e := range editions {
		if e.State == store.Permanent || e.State == store.Unknown || e.State == store.Pending && e.Error != "" {
			troubles = append(troubles, fmt.Sprintf("The digest of %s for %s: %s.", when(e.Slot, zones[e.Profile]), e.Profile, e.Error))
		}
	}
	for _, m := range missed {
		troubles = append(troubles, fmt.Sprintf("The slot of %s for %s was missed: nothing ran then, or within the time in which it is made up for.", when(m.Slot, zones[m.Profile]), m.Profile))
	}
	s.show(w, s.home, map[string]any{
		"Version": s.Version, "Troubles": troubles, "Next": s.next(profiles), "Boards": rows, "Digests": digestRows(editions, zones),
	})
}

func (s *server) boardRows(states []store.Board, counts store.Counts) (rows []boardRow, troubles []string) {
	byName := map[string]store.Board{}
	for _, b := range states {
		byName[b.Name] = b
	}
	for _, src := range s.Sources() {
		b := byName[src.Name()]
		row := boardRow{Label: src.Label, URL: src.Home}
		switch {
		case b.FetchedAt.IsZero():
			row.State = "not read yet"
		case b.Error != "":
			row.Failing = true
			row.State = fmt.Sprintf("%s since %s; %d listings from before", b.Error, when(b.FailingSince, nil), counts.ByBoard[b.Name])
			troubles = append(troubles, fmt.Sprintf("%s %s since %s.", src.Label, b.Error, when(b.FailingSince, nil)))
		default:
			row.State = fmt.Sprintf("%d listings, read %s", counts.ByBoard[b.Name], when(b.FetchedAt, nil))
			if b.Outcome == string(board.NotModified) {
				row.State += ", unchanged"
			}
		}
		rows = append(rows, row)
	}
	return rows, troubles
}

// soonest is how many coming slots the page shows.
const soonest = 5

// next lists the coming slots, one a profile, soonest first. A profile that is paused or whose schedule no longer reads has
// none.
func (s *server) next(profiles []store.Profile) []slotRow {
	type coming struct {
		row slotRow
		at  time.Time
	}
	var all []coming
	for _, p := range profiles {
		when, err := schedule.Parse(p.Schedule, p.Timezone)
		if err != nil || p.Paused {
			continue
		}
		if at, ok := when.Next(p.From(s.Now())); ok {
			all = append(all, coming{slotRow{p.Name, at.Format("Mon 2 Jan 2006, 15:04 MST")}, at})
		}
	}
	slices.SortFunc(all, func(a, b coming) int {
		return cmp.Or(a.at.Compare(b.at), strings.Compare(a.row.Profile, b.row.Profile))
	})
	rows := make([]slotRow, 0, soonest)
	for _, c := range all[:min(soonest, len(all))] {
		rows = append(rows, c.row)
	}
	return rows
}

func zonesOf(profiles []store.Profile) map[string]*time.Location {
	zones := map[string]*time.Location{}
	for _, p := range profiles {
		if zone, err := p.Location(); err == nil {
			zones[p.Name] = zone
		}
	}
	return zones
}

// when writes a moment in a person's zone, in UTC where there is none.
func when(t time.Time, zone *time.Location) string {
	if zone == nil {
		zone = time.UTC
	}
	return t.In(zone).Format("Mon 2 Jan 2006, 15:04 MST")
}
