// Package himalayas reads Himalayas, https://himalayas.app/jobs/api: pages of twenty, newest first.
package himalayas

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"shortlist/scoring/pay"
	"shortlist/worker/board"
)

// Name is the board's name in refs, settings and metrics; Label and Home are its name and front page for people.
const (
	Name  = "himalayas"
	Label = "Himalayas"
	Home  = "https://himalayas.app"
)

// pageSize is the most the board gives, whatever is asked.
const pageSize = 20

// pause parts two pages: the board answers 429 after some 150 rapid requests.
const pause = 200 * time.Millisecond

// Board reads Himalayas.
type Board struct {
	client *board.Client
	pages  int
	now    func() time.Time
}

// New returns the board behind the client; a fetch reads at most the given number of pages, of some 5,000 there are.
func New(c *board.Client, pages int, now func() time.Time) *Board {
	return &Board{client: c, pages: pages, now: now}
}

// Name is "himalayas".
func (*Board) Name() string { return Name }

// row is one job. Live data has Unix seconds and plain country names where the documentation says otherwise;
// applicationLink equals guid. expiryDate is left out: it is the date of posting plus sixty days.
type row struct {
	GUID         board.String  `json:"guid"`
	Link         board.String  `json:"applicationLink"`
	Title        board.String  `json:"title"`
	CompanyName  board.String  `json:"companyName"`
	CompanySlug  board.String  `json:"companySlug"`
	Description  board.String  `json:"description"`
	MinSalary    board.Number  `json:"minSalary"`
	MaxSalary    board.Number  `json:"maxSalary"`
	Currency     board.String  `json:"currency"`
	SalaryPeriod board.String  `json:"salaryPeriod"`
	Places       board.Strings `json:"locationRestrictions"`
	PubDate      board.String  `json:"pubDate"`
}

// Fetch reads page after page. When a later one fails, what came is kept and the fetch is not complete. The error is a
// *board.Error.
func (b *Board) Fetch(ctx context.Context, _ board.Validators) (board.Fetched, error) {
	var f board.Fetched
	short, previous := pageSize, pageSize
	for page := 0; page < b.pages; page++ {
		if page > 0 && !wait(ctx) {
			f.Later = later(f.Sent, page, context.Cause(ctx))
			break
		}
		received, total, err := b.page(ctx, &f)
		if err != nil && page == 0 {
			return f, err
		}
		if err != nil {
			f.Later = later(f.Sent, page, err)
			break
		}
		if received > 0 && previous < pageSize/2 {
			short = previous // a page after it: it was not the last one
		}
		if received == 0 || f.Sent >= total {
			f.Complete = short == pageSize
			break
		}
		previous = received
	}
	if f.Later == nil && short < pageSize {
		f.Later = &board.Error{Outcome: board.Partial, Sentence: fmt.Sprintf("sent pages of %d listings where %d are usual, %d in all", short, pageSize, f.Sent)}
	}
	return f, nil // where the page budget ended first, this is not all that the board holds
}

// later says which page did not come, and why.
func later(sent, page int, err error) *board.Error {
	e := board.AsError(err)
	return &board.Error{Outcome: board.Partial, RetryAfter: e.RetryAfter, Err: err,
		Sentence: fmt.Sprintf("sent %d listings, but page %d did not come: it %s", sent, page+1, e.Sentence)}
}

// page reads the page that starts after what was received so far: the board steps by what it gives, not by what is asked.
func (b *Board) page(ctx context.Context, f *board.Fetched) (received, total int, err error) {
	query := url.Values{"limit": {strconv.Itoa(pageSize)}, "offset": {strconv.Itoa(f.Sent)}}
	a, err := b.client.JSON(ctx, b.client.URL("/jobs/api", query), board.Validators{})
	if err != nil {
		return 0, 0, err
	}
	before := f.Sent
	totalCount, err := board.Rows(a.Body, "jobs", "totalCount", func(raw json.RawMessage) {
		var r row
		if json.Unmarshal(raw, &r) != nil {
			r = row{}
		}
		f.Add(b.raw(r))
	})
	if err != nil {
		return 0, 0, err
	}
	var n board.Number
	if err := json.Unmarshal(totalCount, &n); err != nil || n <= 0 {
		n = 1 << 30 // not said: go on until a page is empty
	}
	return f.Sent - before, int(n), nil
}

func (b *Board) raw(r row) board.Raw {
	places := []string(r.Places)
	if len(places) == 0 {
		places = []string{"Worldwide"} // the board's documents: no restriction means anywhere
	}
	id := string(r.GUID)
	if id == "" {
		id = string(r.Link)
	}
	return board.Raw{
		Board: Name, ID: id, URL: b.client.Posting(id, Home), Title: string(r.Title), Company: company(r), Body: string(r.Description), Places: places,
		Pay:      pay.FromNumbers(float64(r.MinSalary), float64(r.MaxSalary), string(r.Currency), string(r.SalaryPeriod)),
		PostedAt: board.Date(string(r.PubDate), b.now()),
	}
}

// company falls back to the slug where the name is missing or is, as on a fifth of one crawl, the word "name".
func company(r row) string {
	if n := strings.TrimSpace(string(r.CompanyName)); n != "" && n != "name" {
		return n
	}
	words := strings.Fields(strings.ReplaceAll(string(r.CompanySlug), "-", " "))
	for i, w := range words {
		first, size := utf8.DecodeRuneInString(w)
		words[i] = string(unicode.ToUpper(first)) + w[size:]
	}
	return strings.Join(words, " ")
}

func wait(ctx context.Context) bool {
	t := time.NewTimer(pause)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
