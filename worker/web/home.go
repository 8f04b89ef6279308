package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"shortlist/guardrail/review"
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

const (
	maxMissed   = 1000 // of everybody, that are looked through
	missedShown = 5
)

type slotRow struct{ Profile, When string }

// homePage is the state at a glance, as far as it is the viewer's.
type homePage struct {
	frame
	Troubles []string
	Waiting  int // questions that wait for a decision
	Next     []slotRow
	Boards   []boardRow
	Digests  []digestRow
}

func (s *Site) getHome(w http.ResponseWriter, r *http.Request, v viewer) {
	ctx := r.Context()
	states, errStates := s.Store.Boards(ctx)
	counts, errCounts := s.Store.CountOpen(ctx, time.Time{})
	editions, errEditions := s.Store.Editions(ctx, v.scope(), 5)
	profiles, errProfiles := s.peopleOf(ctx, v)
	missed, errMissed := s.Store.Missed(ctx, s.Now().Add(-missedFor), maxMissed)
	queue, errQueue := s.Store.CountQueue(ctx, v.scope())
	if err := errors.Join(errStates, errCounts, errEditions, errProfiles, errMissed, errQueue); err != nil {
		s.fail(w, r, err)
		return
	}
	rows, troubles := s.boardRows(states, counts)
	zones := zonesOf(profiles)
	troubles = append(troubles, personalTroubles(editions, missed, profiles, zones)...)
	page := homePage{Troubles: troubles, Waiting: queue.States[review.Open], Next: s.next(profiles), Boards: rows, Digests: digestRows(editions, zones)}
	page.frame = s.frame(w, r, v)
	s.show(w, r, http.StatusOK, "home", page)
}

// peopleOf are the profiles that the viewer sees: their own, or all.
func (s *Site) peopleOf(ctx context.Context, v viewer) ([]store.Profile, error) {
	if v.owner {
		return s.Store.Profiles(ctx)
	}
	return []store.Profile{v.Profile}, nil
}

// personalTroubles are what is wrong with the digests of the profiles whose zones are given.
func personalTroubles(editions []store.Edition, missed []store.Run, profiles []store.Profile, zones map[string]*time.Location) (out []string) {
	for _, e := range editions {
		if e.State == store.Permanent || e.State == store.Unknown || e.State == store.Pending && e.Error != "" {
			out = append(out, fmt.Sprintf("The digest of %s for %s: %s.", when(e.Slot, zones[e.Profile]), e.Profile, e.Error))
		}
	}
	shown := 0
	for _, m := range missed {
		if slices.ContainsFunc(profiles, func(p store.Profile) bool { return p.Name == m.Profile }) && shown < missedShown {
			shown++
			out = append(out, fmt.Sprintf("The slot of %s for %s was missed: nothing ran then, or within the time in which it is made up for.", when(m.Slot, zones[m.Profile]), m.Profile))
		}
	}
	for _, p := range profiles {
		if p.Refused.Address != "" {
			out = append(out, fmt.Sprintf("The mail server refuses the address of %s: %s. No digest is made for them until the address changes or shortlist profile resume %s tries it again.", p.Name, p.Refused.Reason, p.Name))
		}
	}
	return out
}

func (s *Site) boardRows(states []store.Board, counts store.Counts) (rows []boardRow, troubles []string) {
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
func (s *Site) next(profiles []store.Profile) []slotRow {
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
