package digest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

const (
	maxRules    = 8
	maxExcludes = 12
	maxNotes    = 5
	maxJudged   = 2
	maxBoards   = 12
	maxSchedule = 300
)

// explain writes the parts of the mail that do not depend on which cards fit: troubles, sources, rules, schedule.
func (e *Edition) explain(in Input, zone *time.Location) {
	for _, n := range in.Notes[:min(len(in.Notes), maxNotes)] {
		e.Warnings = append(e.Warnings, line(n, maxNote))
	}
	for _, b := range in.Boards[:min(len(in.Boards), maxBoards)] {
		shown := board(b, e.Slot, zone)
		e.Boards = append(e.Boards, shown)
		if shown.Failing {
			e.Warnings = append(e.Warnings, shown.Label+": "+shown.State+".")
		}
	}
	e.Drops = drops(in.Dropped)
	if s := line(in.Schedule, maxSchedule); s != "" {
		e.Schedule = "Digests come " + s + "."
	}
	e.Stop = fmt.Sprintf("This mail was sent by your own Shortlist to %s. Change or stop it in that profile.", e.Profile)
	if base := pagesBase(in); base != "" {
		e.Pages = append(e.Pages, Link{Label: "All your digests", URL: base + "/digests"})
	}
}

// board says how a source fared: "98 listings, read at 07:45", or what failed, since when, and how old its data is.
func board(b BoardReport, slot time.Time, zone *time.Location) Board {
	label := line(b.Label, maxWord)
	if label == "" {
		label = boardName(b.Board)
	}
	out := Board{Link: Link{Label: label, URL: safeURL(b.URL, maxHome)}}
	read := ""
	if !b.FetchedAt.IsZero() {
		read = clock(b.FetchedAt.In(zone), slot)
	}
	problem := strings.TrimRight(line(b.Problem, maxProblem), ".")
	if problem == "" {
		if out.State = count(b.Listings, "listing"); read != "" {
			out.State += ", read " + at(read)
		}
		return out
	}
	out.Failing = true
	out.State = problem
	if !b.Since.IsZero() {
		out.State += ", since " + clock(b.Since.In(zone), slot)
	}
	switch {
	case read == "":
		out.State += "; nothing of it could be read yet"
	case b.Listings == 0:
		out.State += "; it was last read " + at(read)
	default:
		out.State += "; its listings here are as of " + read
	}
	return out
}

// at puts the preposition before what clock wrote: "at 07:45", "on Mon 07:45", "on 2 January".
func at(clock string) string {
	if clock[0] >= '0' && clock[0] <= '9' && strings.Contains(clock, ":") {
		return "at " + clock
	}
	return "on " + clock
}

// made tells in sentences where the cards come from.
func (e *Edition) made(in Input, matched int) {
	from := fmt.Sprintf("%s on %s, %s new since your last digest.", count(in.Fetched, "listing"), count(len(in.Boards), "board"), number(in.New))
	e.Made = []string{from, matches(max(in.Found, matched+in.Beyond), matched+in.Beyond, len(e.Cards), in.Already)}
	for _, j := range in.Judged[:min(len(in.Judged), maxJudged)] {
		e.Made = append(e.Made, line(j, maxNote))
	}
	if q := quoted(in.Profile.Queries); q != "" {
		e.Made = append(e.Made, "Searched for "+q+".")
	}
	if x := quoted(in.Profile.Exclude); x != "" {
		e.Made = append(e.Made, "Left out at your wish: "+x+".")
	}
	if c := quoted(in.Profile.BlockCompanies); c != "" {
		e.Made = append(e.Made, "Companies left out at your wish: "+c+".")
	}
}

// matches counts what the searches found: what passed, what is in this mail and left for the next one, and had before.
func matches(found, passed, shown, already int) string {
	s := "Nothing new matched your searches."
	if found > 0 {
		s = count(found, "listing") + " matched your searches"
		if found > passed {
			s += fmt.Sprintf(", %s passed", number(passed))
		}
		if passed > shown {
			s += fmt.Sprintf(": %s in this mail, %s for the next digest", number(shown), number(passed-shown))
		}
		s += "."
	}
	switch {
	case already > 0 && found > 0:
		s += " " + number(already) + " more matched that you have had before."
	case already > 0:
		s += " " + number(already) + " matched that you have had before."
	}
	return s
}

// quoted lists words of the profile: “a”, “b” and “c”.
func quoted(words []string) string {
	var out []string
	for _, w := range words {
		if w = line(w, maxWord); w != "" {
			out = append(out, "“"+w+"”")
		}
	}
	return list(first(out, maxExcludes))
}

// drops writes the counts by rule, the person's own rules first and the largest first; small ones are summed up.
func drops(in []Drop) []string {
	order := map[string]int{DropExcluded: 0, DropBlocked: 1, DropLevel: 2, DropGate: 3, DropJudge: 4, DropRejected: 5, DropNoTitleHit: 6}
	sorted := slices.DeleteFunc(slices.Clone(in), func(d Drop) bool { return d.Count <= 0 })
	slices.SortStableFunc(sorted, func(a, b Drop) int {
		return cmp.Or(cmp.Compare(order[a.Reason], order[b.Reason]), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Rule, b.Rule))
	})
	var out, last []string
	rest, rules := 0, 0
	for _, d := range sorted {
		text := fmt.Sprintf("%s: %s", d.Words(), number(d.Count))
		switch {
		case d.Reason == DropNoTitleHit:
			last = append(last, text)
		case rules < maxRules:
			rules++
			out = append(out, text)
		default:
			rest += d.Count
		}
	}
	if rest > 0 {
		out = append(out, "by other rules of yours: "+number(rest))
	}
	return append(out, last[:min(len(last), 1)]...)
}

// Words is the rule in words.
func (d Drop) Words() string {
	rule := line(d.Rule, maxWord)
	switch d.Reason {
	case DropNoTitleHit:
		return "nothing you search for in the title"
	case DropBlocked:
		return "company you blocked, “" + rule + "”"
	case DropLevel:
		return "of a level that you do not look for"
	case DropGate:
		return "ruled out by what you said about yourself, " + strings.ReplaceAll(rule, "_", " ")
	case DropJudge:
		return "scored low by the judge"
	case DropRejected:
		return "rejected by you"
	default:
		return "excluded by “" + rule + "”"
	}
}
