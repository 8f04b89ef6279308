// Package jobicy reads Jobicy, https://jobicy.com/api/v2/remote-jobs: one answer with at most a hundred listings, in the
// shape of 2024 or that of 2026.
package jobicy

import (
	"context"
	"encoding/json"
	"net/url"
	"time"

	"shortlist/scoring"
	"shortlist/scoring/pay"
	"shortlist/worker/board"
)

// Name is the board's name in refs, settings and metrics; Label and Home are its name and front page for people.
const (
	Name  = "jobicy"
	Label = "Jobicy"
	Home  = "https://jobicy.com"
)

// Board reads Jobicy.
type Board struct {
	client *board.Client
	now    func() time.Time
}

// New returns the board behind the client.
func New(c *board.Client, now func() time.Time) *Board { return &Board{client: c, now: now} }

// Name is "jobicy".
func (*Board) Name() string { return Name }

// row is one job in both shapes: 2024 has annualSalaryMin and -Max as strings, 2026 salaryMin and -Max as numbers with a
// period. Keys are absent where the pay is not known, and the maximum may be missing alone.
type row struct {
	ID          board.String `json:"id"`
	URL         board.String `json:"url"`
	Title       board.String `json:"jobTitle"`
	CompanyName board.String `json:"companyName"`
	Geo         board.String `json:"jobGeo"`
	Description board.String `json:"jobDescription"`
	Excerpt     board.String `json:"jobExcerpt"`
	PubDate     board.String `json:"pubDate"`
	AnnualMin   board.Number `json:"annualSalaryMin"`
	AnnualMax   board.Number `json:"annualSalaryMax"`
	Min         board.Number `json:"salaryMin"`
	Max         board.Number `json:"salaryMax"`
	Period      board.String `json:"salaryPeriod"`
	Currency    board.String `json:"salaryCurrency"`
}

// Fetch asks for the most the board gives; it has no pages. The error is a *board.Error.
func (b *Board) Fetch(ctx context.Context, v board.Validators) (board.Fetched, error) {
	a, err := b.client.JSON(ctx, b.client.URL("/api/v2/remote-jobs", url.Values{"count": {"100"}}), v)
	if err != nil || a.NotModified {
		return board.Fetched{NotModified: a.NotModified, Validators: v}, err
	}
	f := board.Fetched{Validators: a.Validators, Complete: true}
	_, err = board.Rows(a.Body, "jobs", "", func(raw json.RawMessage) {
		var r row
		if json.Unmarshal(raw, &r) != nil {
			r = row{}
		}
		f.Add(b.raw(r))
	})
	return f, err
}

func (b *Board) raw(r row) board.Raw {
	body := string(r.Description)
	if body == "" {
		body = string(r.Excerpt)
	}
	return board.Raw{
		Board: Name, ID: string(r.ID), URL: b.client.Posting(string(r.URL), Home), Title: string(r.Title), Company: string(r.CompanyName), Body: body,
		Places: []string{string(r.Geo)}, Pay: salary(r), PostedAt: board.Date(string(r.PubDate), b.now()),
	}
}

func salary(r row) scoring.Pay {
	if r.AnnualMin > 0 || r.AnnualMax > 0 {
		return pay.FromNumbers(float64(r.AnnualMin), float64(r.AnnualMax), string(r.Currency), "yearly")
	}
	return pay.FromNumbers(float64(r.Min), float64(r.Max), string(r.Currency), string(r.Period))
}
