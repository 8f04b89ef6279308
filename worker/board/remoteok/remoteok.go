// Package remoteok reads Remote OK, https://remoteok.com/api: one answer with the newest hundred or so listings.
package remoteok

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"shortlist/scoring/pay"
	"shortlist/worker/board"
)

// Name is the board's name in refs, settings and metrics; Label and Home are its name and front page for people.
const (
	Name  = "remoteok"
	Label = "Remote OK"
	Home  = "https://remoteok.com"
)

// Board reads Remote OK.
type Board struct {
	client *board.Client
	now    func() time.Time
}

// New returns the board behind the client.
func New(c *board.Client, now func() time.Time) *Board { return &Board{client: c, now: now} }

// Name is "remoteok".
func (*Board) Name() string { return Name }

// row is one element of the answer. Types were constant over some 400 listings, empty strings stand for null. The tags
// are left out: they are nonsense (a nurse tagged "golang") and must never decide anything.
type row struct {
	ID          board.String `json:"id"`
	Position    board.String `json:"position"`
	Company     board.String `json:"company"`
	Description board.String `json:"description"`
	Location    board.String `json:"location"`
	SalaryMin   board.Number `json:"salary_min"`
	SalaryMax   board.Number `json:"salary_max"`
	Date        board.String `json:"date"`
	Epoch       board.String `json:"epoch"`
	URL         board.String `json:"url"`
}

// Fetch asks for the whole feed; its query parameters do nothing reliable. The error is a *board.Error.
func (b *Board) Fetch(ctx context.Context, v board.Validators) (board.Fetched, error) {
	a, err := b.client.JSON(ctx, b.client.URL("/api", nil), v)
	if err != nil || a.NotModified {
		return board.Fetched{NotModified: a.NotModified, Validators: v}, err
	}
	f := board.Fetched{Validators: a.Validators, Complete: true}
	_, err = board.Rows(a.Body, "", "", func(raw json.RawMessage) {
		var r row
		// The first element holds the terms of use and has no id.
		if json.Unmarshal(raw, &r) != nil || r.ID == "" {
			return
		}
		f.Add(b.raw(r))
	})
	return f, err
}

func (b *Board) raw(r row) board.Raw {
	date := board.Date(string(r.Date), b.now())
	if date.IsZero() {
		date = board.Date(string(r.Epoch), b.now())
	}
	return board.Raw{
		Board: Name, ID: string(r.ID), URL: b.posting(string(r.URL), string(r.ID)), Title: string(r.Position), Company: string(r.Company),
		Body: string(r.Description), Places: []string{string(r.Location)}, PostedAt: date,
		Pay: pay.FromNumbers(float64(r.SalaryMin), float64(r.SalaryMax), currency(r), ""),
	}
}

// posting gives a row whose address is the bare list, or lies elsewhere, the address that its id has.
func (b *Board) posting(address, id string) string {
	address = b.client.Posting(address, Home)
	if address == "" {
		return Home + "/remote-jobs/" + id
	}
	if strings.HasSuffix(strings.TrimSuffix(strings.ToLower(address), "/"), "/remote-jobs") {
		return strings.TrimSuffix(address, "/") + "/" + id
	}
	return address
}

// currency: the feed has no currency field; its figures are dollars, as its site says beside them.
func currency(r row) string {
	if r.SalaryMin > 0 || r.SalaryMax > 0 {
		return "USD"
	}
	return ""
}
