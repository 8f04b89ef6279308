// Package remotive reads Remotive, https://remotive.com/api/remote-jobs: one answer with all it gives away.
package remotive

import (
	"context"
	"encoding/json"
	"time"

	"shortlist/worker/board"
)

// Name is the board's name in refs, settings and metrics; Label and Home are its name and front page for people.
const (
	Name  = "remotive"
	Label = "Remotive"
	Home  = "https://remotive.com"
)

// Board reads Remotive.
type Board struct {
	client *board.Client
	now    func() time.Time
}

// New returns the board behind the client.
func New(c *board.Client, now func() time.Time) *Board { return &Board{client: c, now: now} }

// Name is "remotive".
func (*Board) Name() string { return Name }

// row is one job. Its tags are left out: often a dump of unrelated stacks.
type row struct {
	ID          board.String `json:"id"`
	URL         board.String `json:"url"`
	Title       board.String `json:"title"`
	CompanyName board.String `json:"company_name"`
	Published   board.String `json:"publication_date"` // without a zone
	Location    board.String `json:"candidate_required_location"`
	Salary      board.String `json:"salary"` // free text
	Description board.String `json:"description"`
}

// Fetch asks for everything: an edge cache ignores the query. The error is a *board.Error.
func (b *Board) Fetch(ctx context.Context, v board.Validators) (board.Fetched, error) {
	a, err := b.client.JSON(ctx, b.client.URL("/api/remote-jobs", nil), v)
	if err != nil || a.NotModified {
		return board.Fetched{NotModified: a.NotModified, Validators: v}, err
	}
	f := board.Fetched{Validators: a.Validators, Complete: true}
	_, err = board.Rows(a.Body, "jobs", "", func(raw json.RawMessage) {
		var r row
		if json.Unmarshal(raw, &r) != nil {
			r = row{}
		}
		f.Add(board.Raw{
			Board: Name, ID: string(r.ID), URL: b.client.Posting(string(r.URL), Home), Title: string(r.Title), Company: string(r.CompanyName),
			Body: string(r.Description), Places: []string{string(r.Location)}, PayText: string(r.Salary),
			PostedAt: board.Date(string(r.Published), b.now()),
		})
	})
	return f, err
}
