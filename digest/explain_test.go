package digest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestBoardState(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	const hour = time.Hour
	ago := func(d time.Duration) time.Time { return slot.Add(-d) }
	for want, b := range map[string]BoardReport{
		"98 listings, read at 07:45":        {Listings: 98, FetchedAt: ago(hour / 4)},
		"1 listing":                         {Listings: 1},
		"1,204 listings, read on Sat 08:00": {Listings: 1204, FetchedAt: ago(48 * hour)},
		"answered 503, since 06:05; its listings here are as of Sun 18:00":      {Listings: 7, Problem: "answered 503.", Since: ago(115 * time.Minute), FetchedAt: ago(14 * hour)},
		"answered 503, since 21 November; it was last read on 20 November":      {Problem: "answered 503", Since: ago(9 * 24 * hour), FetchedAt: ago(10 * 24 * hour)},
		"answered with a page; nothing of it could be read yet":                 {Problem: "answered\nwith a page"},
		"timed out, since 26 October 2025; it was last read on 25 October 2025": {Problem: "timed out", Since: ago(400 * 24 * hour), FetchedAt: ago(401 * 24 * hour)},
	} {
		b.Board = "jobicy"
		got := board(b, slot.In(berlin), berlin)
		if got.State != want || got.Label != "Jobicy" || got.Failing != (b.Problem != "") {
			t.Errorf("%+v, want %q", got, want)
		}
	}
}

func TestMatches(t *testing.T) {
	for want, n := range map[string][4]int{
		"Nothing new matched your searches.":                                     {0, 0, 0, 0},
		"Nothing new matched your searches. 6 matched that you have had before.": {0, 0, 0, 6},
		"1 listing matched your searches.":                                       {1, 1, 1, 0},
		"18 listings matched your searches: 4 in this mail, 14 for the next digest. 6 more matched that you have had before.": {18, 18, 4, 6},
		"25 listings matched your searches, 11 passed: 9 in this mail, 2 for the next digest.":                                {25, 11, 9, 0},
		"3 listings matched your searches, 0 passed.":                                                                         {3, 0, 0, 0},
	} {
		if got := matches(n[0], n[1], n[2], n[3]); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestDrops(t *testing.T) {
	in := []Drop{{DropNoTitleHit, "", 1200}, {DropBlocked, "Acme", 2}, {DropExcluded, "crypto", 0}}
	for _, w := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		in = append(in, Drop{DropExcluded, w, 3})
	}
	in = append(in, Drop{DropExcluded, "senior", 12})
	want := []string{
		"excluded by “senior”: 12", "excluded by “a”: 3", "excluded by “b”: 3", "excluded by “c”: 3", "excluded by “d”: 3", "excluded by “e”: 3",
		"excluded by “f”: 3", "excluded by “g”: 3", "by other rules of yours: 5", "nothing you search for in the title: 1,200",
	}
	if diff := cmp.Diff(want, drops(in)); diff != "" {
		t.Error(diff)
	}
	if got := drops([]Drop{{DropBlocked, "Acme", 2}}); len(got) != 1 || got[0] != "company you blocked, “Acme”: 2" {
		t.Errorf("%q", got)
	}
}
