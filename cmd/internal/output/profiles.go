package output

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"shortlist/scoring"
	"shortlist/worker/store"
)

type profileJSON struct {
	scoring.Profile
	Source    string    `json:"source"`
	Paused    bool      `json:"paused"`
	UpdatedAt time.Time `json:"updated_at"`
	Refused   string    `json:"refused,omitempty"` // what the mail server said of the address
}

func newProfileJSON(p store.Profile) profileJSON {
	return profileJSON{Profile: p.Profile, Source: p.Source, Paused: p.Paused, UpdatedAt: p.UpdatedAt, Refused: p.Refused.Reason}
}

// Profiles writes everybody in a line each.
func Profiles(w io.Writer, profiles []store.Profile, asJSON bool) error {
	if asJSON {
		out := make([]profileJSON, 0, len(profiles))
		for _, p := range profiles {
			out = append(out, newProfileJSON(p))
		}
		return JSON(w, out)
	}
	if len(profiles) == 0 {
		_, err := fmt.Fprintln(w, "Nobody yet. Write a profile and apply it: shortlist profile apply ada.yaml")
		return err
	}
	rows := [][]string{{"NAME", "E-MAIL", "ZONE", "SCHEDULE", "STATE", "QUERIES"}}
	for _, p := range profiles {
		rows = append(rows, []string{p.Name, p.Email, p.Timezone, strings.Join(p.Schedule, "; "), state(p), strings.Join(p.Queries, "; ")})
	}
	return table(w, rows)
}

func state(p store.Profile) string {
	switch {
	case p.Paused:
		return "paused"
	case p.Refused.Address != "":
		return "stopped: the mail server refuses the address"
	case p.PauseUntil != "":
		return "paused until " + p.PauseUntil
	}
	return "active"
}

// Profile writes one person as the YAML that would make them.
func Profile(w io.Writer, p store.Profile, asJSON bool) error {
	if asJSON {
		return JSON(w, newProfileJSON(p))
	}
	b, err := yaml.MarshalWithOptions(p.Profile, yaml.OmitEmpty(), yaml.UseLiteralStyleIfMultiline(true))
	if err != nil {
		return err
	}
	if p.Paused {
		b = append([]byte("# paused: no digest until shortlist profile resume "+p.Name+"\n"), b...)
	}
	_, err = w.Write(b)
	return err
}

// Slots writes coming slots with their zone.
func Slots(w io.Writer, slots []time.Time, asJSON bool) error {
	if asJSON {
		type slot struct {
			Slot time.Time `json:"slot"`
			Zone string    `json:"zone"`
		}
		out := make([]slot, 0, len(slots))
		for _, t := range slots {
			out = append(out, slot{t, t.Location().String()})
		}
		return JSON(w, out)
	}
	rows := make([][]string, 0, len(slots))
	for _, t := range slots {
		rows = append(rows, []string{t.Format("Mon 2 Jan 2006, 15:04"), t.Format("MST -07:00"), t.Location().String()})
	}
	return table(w, rows)
}
