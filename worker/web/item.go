package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"shortlist/guardrail"
	"shortlist/guardrail/review"
	"shortlist/scoring"
	"shortlist/scoring/pay"
	"shortlist/scoring/place"
	"shortlist/worker/store"
)

// scores are what a person can give.
var scores = func() (out []int) {
	for n := 1; n <= guardrail.TopScore; n++ {
		out = append(out, n)
	}
	return out
}()

// itemPage is one item of the queue.
type itemPage struct {
	frame
	ID, Title, Person string
	Heading           []run
	Company           string
	Places            []string
	Pay, Posted       string
	Asked             string // when the question was made
	Links             []linkRow
	Why               string
	Reasons           []string // why the person is asked, in words
	Open, Blind       bool
	Ended             bool // nobody decided in time, or the listing is gone
	Decision          *decisionRow
	Score             string // what it comes to, one sentence, or empty
	Gates             []gateRow
	Verdict           *verdictRow
	Failure           string
	Hidden            []flagRow
	Advert            []block
	Query             string // the filter as the end of an address
	Next, Prev        string // addresses, or empty
	Left              int    // items that the filter leaves, this one included
	Rejections        []choice
	Scores            []int
	Note              string // as it was typed
	Problem           string // why a decision was not taken
}

type linkRow struct{ Label, URL string }

type flagRow struct{ What, Text string }

type gateRow struct {
	Name, Quote, Says string
}

type verdictRow struct {
	Score         string
	Rationale     string
	Criteria      []criterionRow
	Disqualifiers []quoteRow
	Evidence      []string // quotes that support nothing in particular
	Unfound       []string
	Model         string
}

type criterionRow struct{ ID, Met, Class, Quote string }

type quoteRow struct{ ID, Quote string }

type decisionRow struct {
	Said, By, When, Note, Meaning string
	Own                           bool // the viewer can take it back
}

func (s *Site) getItem(w http.ResponseWriter, r *http.Request, v viewer) {
	it, ok := s.item(w, r, v)
	if !ok {
		return
	}
	s.showItem(w, r, v, it, http.StatusOK, "", "")
}

// item reads the item of a request, which must be the viewer's, or anybody's for an owner.
func (s *Site) item(w http.ResponseWriter, r *http.Request, v viewer) (review.Item, bool) {
	it, err := s.Store.Review(r.Context(), v.scope(), r.PathValue("id"))
	switch {
	case errors.Is(err, store.ErrNotFound):
		s.noItem(w, r, v)
	case err != nil:
		s.fail(w, r, err)
	}
	return it, err == nil
}

// noItem is the answer for an item that is another person's too: whether there is one is nobody's business.
func (s *Site) noItem(w http.ResponseWriter, r *http.Request, v viewer) {
	s.problem(w, r, v, http.StatusNotFound, problemPage{Title: "There is no such question", Text: "It was never yours, or it ended long ago and was deleted.", Link: "/review", Name: "All that waits for you"})
}

// showItem shows an item, with what was typed where a decision was not taken.
func (s *Site) showItem(w http.ResponseWriter, r *http.Request, v viewer, it review.Item, status int, problem, note string) {
	f := filterOf(r.URL.Query(), v)
	page := newItemPage(it, v, s.Now(), s.boardLabels())
	page.Query, page.Problem, page.Note = f.query(false), problem, note
	var err error
	if page.Next, page.Prev, page.Left, err = s.around(r.Context(), v, f, it); err != nil {
		s.fail(w, r, err)
		return
	}
	page.frame = s.frame(w, r, v)
	page.Keys = true
	s.show(w, r, status, "item", page)
}

// around finds the items after and before one within a filter, and how many there are.
func (s *Site) around(ctx context.Context, v viewer, f filter, it review.Item) (next, prev string, left int, err error) {
	where := f.of(v, s.Now())
	at := store.ReviewAt{CreatedAt: it.CreatedAt, ID: it.ID}
	path := func(p store.ReviewPage) string {
		items, e := s.Store.Reviews(ctx, where, p)
		if err = errors.Join(err, e); len(items) == 0 {
			return ""
		}
		return pathTo(items[0].ID, f)
	}
	next, prev = path(store.ReviewPage{After: at, Limit: 1}), path(store.ReviewPage{Before: at, Limit: 1})
	left, e := s.Store.CountReviews(ctx, where)
	return next, prev, left, errors.Join(err, e)
}

func newItemPage(it review.Item, v viewer, now time.Time, labels map[string]string) itemPage {
	it = it.Shown()
	l := &it.Snapshot.Listing
	qs := quotes(it)
	p := itemPage{
		ID: it.ID, Title: it.Title, Company: it.Company, Pay: payOf(l), Places: placesOf(l), Posted: postedOf(l, now, v.zone()), Asked: ago(it.CreatedAt, now, v.zone()),
		Heading: newMarked(it.Title, qs, l.Flags).all(), Links: linksOf(l, labels), Why: it.Snapshot.Why, Blind: it.Blind(),
		Open: it.State == review.Open && !it.Old(now), Hidden: unplaced(l), Advert: advert(l.Text, qs, l.Flags),
		Rejections: rejectionChoices(""), Scores: scores, Gates: gatesOf(it), Verdict: verdictOf(it),
	}
	p.Ended = !p.Open && it.State != review.Decided
	if p.Title == "" {
		p.Title = "Untitled role"
		p.Heading = []run{{Text: p.Title}}
	}
	if it.Profile != v.Name {
		p.Person = it.Profile
	}
	for _, reason := range it.Reasons {
		if words := reason.Words(); words != "" {
			p.Reasons = append(p.Reasons, capital(words)+".")
		}
	}
	if f := it.Snapshot.Failure; f != "" {
		p.Failure = strings.ReplaceAll(string(f), "_", " ")
	}
	p.Score = scoreOf(it)
	if d := it.Decision; it.State == review.Decided {
		p.Decision = &decisionRow{Said: said(d), By: d.By, When: when(d.At, v.zone()), Note: d.Note, Meaning: meaning(d, it.Pick), Own: d.By == v.Name}
	}
	return p
}

// scoreOf says what the score comes to, and why it is not the judge's. What no usable verdict stands behind is no score.
func scoreOf(it review.Item) string {
	switch {
	case it.Score == 0, it.Source == guardrail.FromRelevance:
		return ""
	case it.Score < it.JudgeScore:
		return fmt.Sprintf("%d of %d: a rule of yours holds it there.", it.Score, guardrail.TopScore)
	}
	return fmt.Sprintf("%d of %d.", it.Score, guardrail.TopScore)
}

func gatesOf(it review.Item) (out []gateRow) {
	for _, g := range it.Snapshot.Gates {
		if !g.Fired && g.Quote == "" {
			continue
		}
		row := gateRow{Name: gateWords(g), Quote: g.Quote, Says: "may speak against it"}
		if g.Fired {
			row.Says = fmt.Sprintf("holds it at %d", g.Cap)
		}
		out = append(out, row)
	}
	return out
}

// verdictOf is what the judge said, nil where it said nothing, or nothing that may be seen yet.
func verdictOf(it review.Item) *verdictRow {
	v := it.Snapshot.Verdict
	if v == nil || it.Blind() {
		return nil
	}
	row := &verdictRow{Score: fmt.Sprintf("%d of %d", v.Score, guardrail.TopScore), Rationale: v.Rationale, Unfound: v.Unfound, Model: shorten(v.ModelServed, 60)}
	if len(v.Samples) > 1 {
		row.Score += fmt.Sprintf(", the middle of %d answers: %s", len(v.Samples), strings.Trim(fmt.Sprint(v.Samples), "[]"))
	}
	seen := map[string]bool{}
	for _, q := range v.Unfound { // said below, as what it is
		seen[q] = true
	}
	for _, c := range v.Criteria[:min(len(v.Criteria), maxQuotes)] {
		row.Criteria = append(row.Criteria, criterionRow{ID: shorten(c.ID, 80), Met: metWords(c.Verdict), Class: string(c.Verdict), Quote: shorten(c.Quote, 300)})
		seen[c.Quote] = true
	}
	for _, d := range v.Disqualifiers[:min(len(v.Disqualifiers), maxQuotes)] {
		row.Disqualifiers = append(row.Disqualifiers, quoteRow{shorten(d.ID, 80), shorten(d.Quote, 300)})
		seen[d.Quote] = true
	}
	for _, e := range v.Evidence[:min(len(v.Evidence), maxQuotes)] {
		if !seen[e] && e != "" {
			row.Evidence = append(row.Evidence, shorten(e, 300))
		}
	}
	return row
}

// maxShown bounds the places and links of a role.
const maxShown = 6

// sightings are all appearances of a role, the listing's own first.
func sightings(l *scoring.Listing) []scoring.Sighting {
	own := scoring.Sighting{Ref: l.Ref, URL: l.URL, Place: l.Place, Pay: l.Pay, PostedAt: l.PostedAt, SeenAt: l.SeenAt}
	rest := slices.DeleteFunc(slices.Clone(l.Sightings), func(s scoring.Sighting) bool { return s.Ref == l.Ref })
	return append([]scoring.Sighting{own}, rest...)
}

func placesOf(l *scoring.Listing) (out []string) {
	for _, at := range sightings(l) {
		if p := shorten(place.Format(at.Place), 120); p != "" && !slices.Contains(out, p) && len(out) < maxShown {
			out = append(out, p)
		}
	}
	return out
}

func payOf(l *scoring.Listing) string {
	for _, at := range sightings(l) {
		written := shorten(at.Pay.Raw, 120)
		switch normal := pay.Format(at.Pay); {
		case normal != "" && written != "" && normal != written:
			return normal + " (“" + written + "”)"
		case normal != "":
			return normal
		case written != "":
			return written
		}
	}
	return ""
}

// postedOf is the oldest date that a board gave: posting a role again makes it no newer.
func postedOf(l *scoring.Listing, now time.Time, zone *time.Location) string {
	var oldest time.Time
	for _, at := range sightings(l) {
		if !at.PostedAt.IsZero() && (oldest.IsZero() || at.PostedAt.Before(oldest)) {
			oldest = at.PostedAt
		}
	}
	if oldest.IsZero() {
		return "date not said"
	}
	return "posted " + ago(oldest, now, zone)
}

func linksOf(l *scoring.Listing, labels map[string]string) (out []linkRow) {
	for _, at := range sightings(l) {
		label := labels[at.Board]
		if label == "" {
			label = at.Board
		}
		u := safeLink(at.URL)
		if len(out) == maxShown || slices.ContainsFunc(out, func(o linkRow) bool { return o.Label == label && (u == "" || o.URL != "") }) {
			continue
		}
		out = append(out, linkRow{label, u})
	}
	return out
}

// safeLink is an address that a page may lead to: http or https, with a host and without credentials, which mislead.
func safeLink(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || len(raw) > 2000 {
		return ""
	}
	return u.String()
}
