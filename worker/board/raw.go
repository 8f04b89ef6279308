package board

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"shortlist/guardrail/hostile"
	"shortlist/scoring"
	"shortlist/scoring/pay"
	"shortlist/scoring/place"
	"shortlist/scoring/role"
)

// Raw is one row as a board sends it: nothing cleaned yet.
type Raw struct {
	Board    string
	ID       string // the board's own; where it has none, the address of the posting
	URL      string
	Title    string
	Company  string
	Body     string      // HTML, escaped HTML or plain text
	Places   []string    // one place a string, or one string with all
	Pay      scoring.Pay // from structured fields
	PayText  string      // from a field of free text
	PostedAt time.Time
}

// ErrUnusable is returned for a row that nobody could use: no id, no title, no address to open, or a form that its author
// never filled in.
var ErrUnusable = errors.New("row without id, title or address")

// isID holds for what can name a row: not empty, not endless, no control character, sound UTF-8.
func isID(s string) bool {
	return s != "" && len(s) <= 500 && utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
}

// placeholder is what a form's empty field looks like: "<<ENTER DISPLAY JOB TITLE>>".
func placeholder(title string) bool {
	return strings.HasPrefix(title, "<<") && strings.TrimRight(title, "<> ABCDEFGHIJKLMNOPQRSTUVWXYZ_-") == ""
}

// Listing cleans a row, once and for all.
func (r Raw) Listing() (scoring.Listing, error) {
	l := scoring.Listing{
		Ref:      scoring.Ref{Board: r.Board, ID: strings.TrimSpace(r.ID)},
		URL:      address(r.URL),
		PostedAt: r.PostedAt,
	}
	title, company := hostile.Field(r.Title), hostile.Field(r.Company)
	l.Title, l.Company = title.Text, company.Text
	if !isID(l.ID) || l.Title == "" || placeholder(l.Title) || l.URL == "" {
		return l, ErrUnusable
	}
	cleaned := hostile.Text(r.Body)
	l.Text, l.Flags = cleaned.Text, slices.Concat(title.Flags, company.Flags, cleaned.Flags)
	places := make([]string, 0, len(r.Places))
	for _, p := range r.Places {
		if named := hostile.Field(p); named.Text != "" {
			places = append(places, named.Text)
			l.Flags = append(l.Flags, named.Flags...)
		}
	}
	// These boards list remote jobs alone, so a place there says from where one may work.
	l.Place = place.Parse(strings.Join(places, ", "), true)
	l.Pay = readPay(r, l.Text)
	return l, nil
}

// readPay prefers what the board says in figures, then its field of free text, then what the advert says.
func readPay(r Raw, text string) scoring.Pay {
	if r.Pay.Known() {
		return r.Pay
	}
	if field := pay.FromField(hostile.Line(r.PayText)); field.Known() || field.Raw != "" {
		return field
	}
	return pay.FromText(text)
}

// address is the posting's address as it can be opened: http(s), lower-case host. A page that lists other jobs is no
// posting's address.
func address(raw string) string {
	u, err := url.Parse(strings.TrimSpace(raw))
	if err != nil || (u.Scheme != "https" && u.Scheme != "http") || u.Host == "" || len(raw) > 2000 {
		return ""
	}
	if _, specific := role.CanonicalURL(raw); !specific {
		return ""
	}
	u.Host = strings.ToLower(u.Host)
	u.User, u.Fragment = nil, ""
	u.RawQuery = escapeQuery(u.RawQuery)
	return u.String()
}

// escapeQuery encodes what url.Parse lets stand in a query and no terminal or page should meet: controls, spaces, quotes,
// angle brackets and everything beyond ASCII.
func escapeQuery(q string) string {
	var b strings.Builder
	for i := range len(q) {
		if c := q[i]; c <= ' ' || c >= 0x7f || c == '"' || c == '<' || c == '>' || c == '`' || c == '\'' {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// Fetched is what one fetch of a board gave.
type Fetched struct {
	NotModified bool
	Validators  Validators
	Listings    []scoring.Listing
	// Sent is how many listings the board sent, those that nobody could use among them.
	Sent int
	// Complete says that all came that the board holds, or that it gives: only then does absence mean anything.
	Complete bool
	// Later says, with outcome Partial, what of the later pages did not come; nil where all did.
	Later *Error
}

// Add cleans a row and takes it in.
func (f *Fetched) Add(r Raw) {
	f.Sent++
	if l, err := r.Listing(); err == nil {
		f.Listings = append(f.Listings, l)
	}
}
