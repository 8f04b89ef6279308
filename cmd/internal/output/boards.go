package output

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"shortlist/worker/pipeline"
)

// Boards writes each board's state.
func Boards(w io.Writer, states []pipeline.BoardState, now time.Time, asJSON bool) error {
	if asJSON {
		return boardsJSON(w, states)
	}
	rows := [][]string{{"BOARD", "OUTCOME", "LISTINGS", "READ", "LAST WITH LISTINGS", "PROBLEM"}}
	for _, s := range states {
		problem := s.Error
		if problem != "" && !s.FailingSince.IsZero() {
			problem = fmt.Sprintf("%s (since %s)", problem, s.FailingSince.Local().Format("Mon 2 Jan, 15:04"))
		}
		rows = append(rows, []string{s.Source.Name(), outcome(s), strconv.Itoa(s.Listings), ago(s.FetchedAt, now), ago(s.NonemptyAt, now), problem})
	}
	return table(w, rows)
}

func outcome(s pipeline.BoardState) string {
	if s.Outcome == "" {
		return "not read yet"
	}
	return s.Outcome
}

type boardJSON struct {
	Board          string     `json:"board"`
	Outcome        string     `json:"outcome"`
	Listings       int        `json:"listings"`
	FetchedAt      *time.Time `json:"fetched_at"`
	LastNonemptyAt *time.Time `json:"last_nonempty_at"`
	Error          string     `json:"error"`
	FailingSince   *time.Time `json:"failing_since"`
	NextAt         *time.Time `json:"next_at"` // not asked before
}

func boardsJSON(w io.Writer, states []pipeline.BoardState) error {
	out := make([]boardJSON, 0, len(states))
	for _, s := range states {
		out = append(out, boardJSON{
			Board: s.Source.Name(), Outcome: s.Outcome, Listings: s.Listings, FetchedAt: moment(s.FetchedAt), LastNonemptyAt: moment(s.NonemptyAt),
			Error: s.Error, FailingSince: moment(s.FailingSince), NextAt: moment(s.NextAt),
		})
	}
	return JSON(w, out)
}
