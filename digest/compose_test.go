package digest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shortlist/scoring"
)

var slot = time.Date(2026, 11, 30, 7, 0, 0, 0, time.UTC)

func candidate(id int, company string) Candidate {
	ref := scoring.Ref{Board: "remoteok", ID: fmt.Sprint(id)}
	return Candidate{Listing: &scoring.Listing{Ref: ref, Title: fmt.Sprint("Role ", id), Company: company, URL: "https://b.example/" + ref.ID}}
}

func compose(picks int, cs ...Candidate) Edition {
	return Compose(Input{Profile: scoring.Profile{Name: "ada", Limits: scoring.Limits{Picks: picks}}, Slot: slot, Now: slot, Ranked: cs})
}

func ids(e Edition) string {
	var out []string
	for _, c := range e.Cards {
		out = append(out, c.Ref.ID)
	}
	return strings.Join(out, " ")
}

func TestChoice(t *testing.T) {
	many := func(n int, company string) (cs []Candidate) {
		for i := range n {
			cs = append(cs, candidate(i, company))
		}
		return cs
	}
	for name, tt := range map[string]struct {
		picks    int
		in       []Candidate
		want     string
		deferred int
		more     string
	}{
		"none":                       {picks: 3},
		"fewer than the limit":       {picks: 3, in: many(2, ""), want: "0 1"},
		"the limit cuts":             {picks: 3, in: many(4, ""), want: "0 1 2", deferred: 1, more: "1 more matched; it comes in the next digest."},
		"zero means the default":     {in: many(26, ""), want: "0 1 2 3 4 5 6 7 8 9 10 11", deferred: 14, more: "14 more matched; they come in the next digest."},
		"negative means the default": {picks: -1, in: many(12, ""), want: "0 1 2 3 4 5 6 7 8 9 10 11"},
		"three of one company": {
			picks: 9, in: append(many(5, "Velmora"), candidate(5, "Tarnhollow"), candidate(6, "")),
			want: "0 1 2 5 6", deferred: 2, more: "2 more matched; they come in the next digest.",
		},
		"the same listing twice counts once": {picks: 9, in: append(many(2, ""), many(2, "")...), want: "0 1"},
		"nothing behind a candidate":         {picks: 9, in: []Candidate{{}, candidate(1, "")}, want: "1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := compose(tt.picks, tt.in...)
			if got := ids(e); got != tt.want || e.Deferred != tt.deferred || e.More != tt.more {
				t.Errorf("cards %q, %d deferred, %q", got, e.Deferred, e.More)
			}
			for i, l := range e.Listings() {
				if l.Ref != e.Cards[i].Ref {
					t.Errorf("listing %d is %s, its card %s", i, l.Ref, e.Cards[i].Ref)
				}
			}
			if len(e.Listings()) != len(e.Cards) || e.Empty() != (tt.want == "") {
				t.Errorf("%d listings for %d cards, empty %v", len(e.Listings()), len(e.Cards), e.Empty())
			}
		})
	}
}

func TestOneRoleIsOneCard(t *testing.T) {
	a, b := candidate(1, ""), candidate(2, "")
	a.Listing.Role, b.Listing.Role = 7, 7
	if got := ids(compose(9, a, b)); got != "1" {
		t.Errorf("cards %q", got)
	}
}

func TestComposeLeavesItsInputAlone(t *testing.T) {
	in := Input{Slot: slot, Now: slot, Ranked: []Candidate{candidate(1, "a")}, Dropped: []Drop{{DropNoTitleHit, "", 1}, {DropExcluded, "x", 0}, {DropExcluded, "y", 2}}}
	before := slices.Clone(in.Dropped)
	first := Compose(in)
	if !reflect.DeepEqual(first, Compose(in)) {
		t.Error("composing twice differs")
	}
	if diff := cmp.Diff(before, in.Dropped); diff != "" {
		t.Error(diff)
	}
}

func TestAge(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 30, 7, 0, 0, 0, time.UTC)
	day := 24 * time.Hour
	for _, tt := range []struct {
		posted time.Time
		want   string
		old    bool
	}{
		{time.Time{}, "date not said", false},
		{now, "today", false},
		{now.Add(6 * time.Hour), "today", false},
		{now.Add(72 * time.Hour), "date not said", false},
		{time.Date(2026, 11, 29, 23, 30, 0, 0, time.UTC), "today", false}, // 00:30 in Berlin
		{time.Date(2026, 11, 29, 22, 30, 0, 0, time.UTC), "yesterday", false},
		{now.Add(-3 * day), "3 days ago", false},
		{now.Add(-30 * day), "30 days ago", false},
		{now.Add(-31 * day), "1 month ago", true},
		{now.Add(-152 * day), "5 months ago", true},
		{now.Add(-364 * day), "12 months ago", true},
		{now.Add(-366 * day), "1 year ago", true},
		{now.Add(-800 * day), "2 years ago", true},
		{time.Date(2026, 10, 24, 22, 30, 0, 0, time.UTC), "1 month ago", true}, // the clock changed in between
	} {
		if got, old := age(tt.posted, now, berlin); got != tt.want || old != tt.old {
			t.Errorf("age(%v) = %q, %v, want %q, %v", tt.posted, got, old, tt.want, tt.old)
		}
	}
}
