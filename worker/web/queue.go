package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"shortlist/guardrail"
	"shortlist/guardrail/review"
	"shortlist/worker/store"
)

// queuePage is the list of the review queue.
type queuePage struct {
	frame
	Filter     filter
	Narrowed   bool
	Count      int // items that the filter leaves
	Waiting    int // items that wait in all
	Rows       []queueRow
	Query      string // the filter as the end of an address, this part of the list included
	Newer      string // address of the part before, or empty
	Older      string
	States     []choice
	Reasons    []choice
	Boards     []choice
	Ages       []choice
	People     []choice // for an owner alone
	Rejections []choice
	Scores     []int
	Offers     []offer
	Open       bool // the items shown wait
}

type queueRow struct {
	ID, Title, Company, Board, Person, When string
	Reasons                                 []string
	Score                                   int    // effective; 0 while it is hidden
	Said                                    string // the decision, of one that is decided
	Hidden                                  bool   // the score is not shown before the person has decided
}

func (s *Site) getQueue(w http.ResponseWriter, r *http.Request, v viewer) {
	ctx := r.Context()
	f := filterOf(r.URL.Query(), v)
	where := f.of(v, s.Now())
	items, errItems := s.Store.Reviews(ctx, where, f.page(perPage+1))
	counts, errCounts := s.Store.CountQueue(ctx, where.Profile)
	page := queuePage{Filter: f, Narrowed: f.narrowed(), Waiting: counts.States[review.Open], Query: f.query(true), Open: f.State == review.Open,
		Rejections: rejectionChoices(""), Scores: scores}
	var errCount, errPeople, errOffers error
	if page.Count = page.Waiting; page.Narrowed {
		page.Count, errCount = s.Store.CountReviews(ctx, where)
	}
	page.People, errPeople = s.peopleChoices(ctx, v, f.Person)
	if page.Open && f.After == "" && f.Before == "" {
		page.Offers, errOffers = s.offers(ctx, v)
	}
	if err := errors.Join(errItems, errCounts, errCount, errPeople, errOffers); err != nil {
		s.fail(w, r, err)
		return
	}
	page.parts(f, items, func(t time.Time) string { return ago(t, s.Now(), v.zone()) })
	page.choices(f, counts, s.boardLabels())
	page.frame = s.frame(w, r, v)
	page.Keys = true
	s.show(w, r, http.StatusOK, "queue", page)
}

// parts fills the rows and the links to the parts of the list before and after. Items is one longer than a page where there
// is more in the direction that was asked for.
func (p *queuePage) parts(f filter, items []review.Item, when func(time.Time) string) {
	more := len(items) > perPage
	back := f.After == "" && f.Before != ""
	if more && back {
		items = items[1:]
	} else if more {
		items = items[:perPage]
	}
	if len(items) > 0 {
		if newer := f; back && more || f.After != "" {
			newer.After, newer.Before = "", cursor(items[0])
			p.Newer = "/review" + newer.query(true)
		}
		if older := f; back || more {
			older.After, older.Before = cursor(items[len(items)-1]), ""
			p.Older = "/review" + older.query(true)
		}
	}
	for _, it := range items {
		it = it.Shown()
		row := queueRow{ID: it.ID, Title: it.Title, Company: it.Company, Board: it.Listing.Board, Person: it.Profile, Score: scoreShown(it), Hidden: it.Blind(), When: when(it.CreatedAt)}
		if row.Title == "" {
			row.Title = "Untitled role"
		}
		for _, reason := range it.Reasons {
			row.Reasons = append(row.Reasons, reasonName(reason))
		}
		if it.State == review.Decided {
			row.Said = said(it.Decision)
		}
		p.Rows = append(p.Rows, row)
	}
}

func (p *queuePage) choices(f filter, counts store.ReviewCounts, labels map[string]string) {
	numbered := func(label string, n int) string {
		if f.State != review.Open { // what waits is counted, and nothing else
			return label
		}
		return label + " (" + plain(n) + ")"
	}
	for _, c := range states {
		c.Label += " (" + plain(counts.States[review.State(c.Value)]) + ")"
		c.Picked = c.Value == string(f.State)
		p.States = append(p.States, c)
	}
	for _, r := range guardrail.Reasons() {
		if n := counts.Reasons[r]; n > 0 || string(r) == f.Reason {
			p.Reasons = append(p.Reasons, choice{string(r), numbered(reasonName(r), n), string(r) == f.Reason})
		}
	}
	boards := []string{}
	for b := range counts.Boards {
		boards = append(boards, b)
	}
	if f.Board != "" && !slices.Contains(boards, f.Board) {
		boards = append(boards, f.Board)
	}
	slices.Sort(boards)
	for _, b := range boards {
		label := labels[b]
		if label == "" {
			label = b
		}
		p.Boards = append(p.Boards, choice{b, numbered(label, counts.Boards[b]), b == f.Board})
	}
	for _, a := range ages {
		p.Ages = append(p.Ages, choice{a.value, a.label, a.value == f.Age})
	}
	for i, row := range p.Rows {
		if label := labels[row.Board]; label != "" {
			p.Rows[i].Board = label
		}
		if len(p.People) == 0 {
			p.Rows[i].Person = ""
		}
	}
}

// peopleChoices are the people that an owner may look at; nil where there is only one.
func (s *Site) peopleChoices(ctx context.Context, v viewer, picked string) ([]choice, error) {
	if !v.owner {
		return nil, nil
	}
	all, err := s.Store.Profiles(ctx)
	if err != nil || len(all) < 2 {
		return nil, err
	}
	var out []choice
	for _, p := range all[:min(len(all), maxPeople)] {
		out = append(out, choice{p.Name, p.Name, p.Name == picked})
	}
	return out, nil
}

// maxPeople bounds a form's list of people.
const maxPeople = 1000

func (s *Site) boardLabels() map[string]string {
	labels := map[string]string{}
	for _, src := range s.Sources() {
		labels[src.Name()] = src.Label
	}
	return labels
}

// offer is a rule that the person's rejections speak for.
type offer struct {
	Why            string
	What           string // what the rule would be, as a sentence
	Write          string // what to write into the profile's file; empty where a button does it
	Setting, Value string // of the button
}

// maxTaught bounds how many decided items are read to find rules: the latest say most.
const maxTaught = 300

var errEnough = errors.New("enough")

// offers finds rules for the viewer's own profile.
func (s *Site) offers(ctx context.Context, v viewer) ([]offer, error) {
	suggestions, err := s.suggestions(ctx, v.Profile)
	var out []offer
	for _, sug := range suggestions {
		out = append(out, newOffer(sug, v.Source))
	}
	return out, err
}

func (s *Site) suggestions(ctx context.Context, p store.Profile) ([]review.Suggestion, error) {
	var items []review.Item
	err := s.Store.EachReview(ctx, store.ReviewFilter{Profile: p.Name, State: review.Decided}, true, func(it review.Item) error {
		if items = append(items, it); len(items) == maxTaught {
			return errEnough
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return nil, err
	}
	return review.Suggest(items, &p.Profile), nil
}

func newOffer(sug review.Suggestion, file string) offer {
	o := offer{Why: sug.Why, Setting: sug.Setting, Value: sug.Value}
	switch {
	case sug.Value == "":
		o.What = "Write it into " + sug.Setting + " of the profile."
	case sug.Remove:
		o.What = "Take " + sug.Value + " out of " + sug.Setting + "."
	case sug.Setting == blockCompanies:
		o.What = "Keep out all listings of " + sug.Value + "."
	case sug.Setting == exclude:
		o.What = "Keep out listings with “" + sug.Value + "” in them."
	default:
		o.What = "Set " + sug.Setting + " to " + sug.Value + "."
	}
	if file != "" || !applicable(sug) {
		o.Setting, o.Value = "", ""
		o.Write = toWrite(sug.Setting, sug.Value, sug.Remove)
	}
	return o
}

// pathTo is an item's page within a filter.
func pathTo(id string, f filter) string { return "/review/" + url.PathEscape(id) + f.query(false) }

// plain writes a number with commas.
func plain(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// scoreShown is the score of a list: what no verdict stands behind is none.
func scoreShown(it review.Item) int {
	if it.Source != guardrail.FromVerdict {
		return 0
	}
	return it.Score
}
