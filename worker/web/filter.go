package web

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"shortlist/guardrail"
	"shortlist/guardrail/review"
	"shortlist/worker/store"
)

// perPage is how many items a page of the list shows.
const perPage = 50

// filter says which items of the queue are looked at; its parameters stand in the address of each page of the queue, so that
// an item and what is done to it lead back to the same list.
type filter struct {
	State  review.State
	Reason string
	Board  string
	Age    string // of ages
	Text   string
	Person string // an owner's alone
	// After and Before are the places of the list's parts, as cursor writes them; one at most.
	After, Before string
}

// ages narrow by how long an item has waited, in days: up to so many, or more.
var ages = []struct {
	value, label string
	days         int
	older        bool
}{{"1", "Since yesterday", 1, false}, {"3", "Up to 3 days", 3, false}, {"7", "Up to a week", 7, false}, {"over7", "Over a week", 7, true}}

var states = []choice{{Value: string(review.Open), Label: "Waiting"}, {Value: string(review.Decided), Label: "Decided"}, {Value: string(review.Expired), Label: "Ended"}}

func filterOf(q url.Values, v viewer) filter {
	f := filter{State: review.State(q.Get("state")), Reason: q.Get("reason"), Board: shorten(q.Get("board"), 60), Age: q.Get("age"),
		Text: strings.TrimSpace(shorten(q.Get("text"), 100)), After: q.Get("after"), Before: q.Get("before")}
	if v.owner {
		f.Person = shorten(q.Get("person"), 40)
	}
	if !slices.ContainsFunc(states, func(c choice) bool { return c.Value == string(f.State) }) {
		f.State = review.Open
	}
	if !slices.Contains(guardrail.Reasons(), guardrail.Reason(f.Reason)) {
		f.Reason = ""
	}
	return f
}

// narrowed reports whether the filter leaves anything out of what waits.
func (f filter) narrowed() bool {
	return f.State != review.Open || f.Reason != "" || f.Board != "" || f.Age != "" || f.Text != "" || f.Person != ""
}

func (f filter) of(v viewer, now time.Time) store.ReviewFilter {
	out := store.ReviewFilter{Profile: v.scope(), State: f.State, Reason: guardrail.Reason(f.Reason), Board: f.Board, Text: f.Text}
	if v.owner {
		out.Profile = f.Person
	}
	for _, a := range ages {
		if at := now.AddDate(0, 0, -a.days); a.value == f.Age && a.older {
			out.Older = at
		} else if a.value == f.Age {
			out.Newer = at
		}
	}
	return out
}

func (f filter) page(limit int) store.ReviewPage {
	p := store.ReviewPage{Limit: limit}
	if at, ok := placeOf(f.After); ok {
		p.After = at
	} else if at, ok := placeOf(f.Before); ok {
		p.Before = at
	}
	return p
}

// query is the filter as the end of an address, from the question mark on, or empty.
func (f filter) query(cursors bool) string {
	q := url.Values{}
	set := func(key, value string) {
		if value != "" {
			q.Set(key, value)
		}
	}
	if f.State != review.Open {
		set("state", string(f.State))
	}
	set("reason", f.Reason)
	set("board", f.Board)
	set("age", f.Age)
	set("text", f.Text)
	set("person", f.Person)
	if cursors {
		set("after", f.After)
		set("before", f.Before)
	}
	if len(q) == 0 {
		return ""
	}
	return "?" + q.Encode()
}

// cursor is an item's place in the list as it stands in an address.
func cursor(it review.Item) string {
	return strconv.FormatInt(it.CreatedAt.UnixMilli(), 10) + "-" + it.ID
}

func placeOf(s string) (store.ReviewAt, bool) {
	ms, id, ok := strings.Cut(s, "-")
	n, err := strconv.ParseInt(ms, 10, 64)
	if !ok || err != nil || n < 0 || len(id) > 100 {
		return store.ReviewAt{}, false
	}
	return store.ReviewAt{CreatedAt: time.UnixMilli(n).UTC(), ID: id}, true
}
