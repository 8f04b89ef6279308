package gate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"shortlist/scoring"
	"shortlist/scoring/relevance"
)

// ranks orders the levels where a title names several: what makes it a beginner's job counts first, then the highest.
var ranks = []string{"student", "intern", "entry", "junior", "executive", "director", "principal", "staff", "lead", "manager", "senior", "mid"}

const (
	juniorYears = 2  // experience up to here is a beginner's
	staffYears  = 8  // from here on it is more than one of the middle has
	maxYears    = 45 // more is a company's age
)

// seniority fires where the title's level is none of the person's or, where the title names none, where the text asks for a
// beginner or for far more years than a senior has. Its fact is about.levels.
func seniority(l *listing, p *scoring.Profile) finding {
	levels := p.About.Levels
	if len(levels) == 0 {
		return silent
	}
	levels = alike(levels)
	if found := titleLevels(l.title); len(found) > 0 {
		if slices.ContainsFunc(found, func(s string) bool { return slices.Contains(levels, s) }) {
			return silent
		}
		if found[0] == "lead" && slices.Contains(levels, "senior") {
			// A lead is a senior with a title in one house and a manager in the next.
			f := strongest(slices.Concat(l.title, l.body), func(r *reading) finding { return seniorityInClause(r, levels) })
			if f.state != Fired {
				f = finding{Unsure, l.Title, "The title says lead, which may be more than senior."}
			}
			return f
		}
		return finding{Fired, l.Title, fmt.Sprintf("The title's level is %s, which is none of yours.", found[0])}
	}
	if f := gradeOfTitle(l.Title, levels); f.state != Silent {
		return f
	}
	return strongest(l.body, func(r *reading) finding { return seniorityInClause(r, levels) })
}

// alike adds to a person's levels those that mean the same.
func alike(levels []string) []string {
	levels = slices.Clip(levels)
	for _, pair := range [][2]string{{"intern", "student"}, {"entry", "junior"}, {"junior", "entry"}} {
		if slices.Contains(levels, pair[0]) {
			levels = append(levels, pair[1])
		}
	}
	return levels
}

// gradeOfTitle reads what a title says of its level without a word for it: "Analyst I" is a beginner, "Branch Manager" may
// manage people. An associate is anything, by the trade.
func gradeOfTitle(title string, levels []string) finding {
	level := relevance.LevelOf(title)
	if slices.Contains(levels, string(level)) {
		return silent
	}
	switch {
	case level == relevance.Intern, level == relevance.Entry && !strings.Contains(strings.ToLower(title), "assoc"):
		return finding{Fired, title, "The title is a beginner's, which is not your level."}
	case level == relevance.Manager:
		return finding{Unsure, title, "The title may be that of somebody who manages people."}
	}
	return silent
}

// offersOwn reports whether a clause names one of the person's levels too: "junior or senior".
func (r *reading) offersOwn(levels []string) bool {
	return slices.ContainsFunc(r.items, func(it item) bool { return it.tag == tagLevel && slices.Contains(levels, it.value) })
}

// titleLevels are the levels that a title offers: one, or several where it leaves the choice, as in "Senior/Staff".
func titleLevels(title []reading) []string {
	for i := range title {
		r := &title[i]
		for from := r.from; from < r.to; {
			to := from + 1
			for to < r.to && r.tokens[to].gap&(gapComma|gapDash|gapColon) == 0 {
				to++
			}
			first := i == 0 && from == r.from
			if found := r.levelsWithin(from, to); len(found) > 0 && (first || to-from <= 2 || r.before(to, 0, tagsOf(tagLevel)) != nil) {
				return found
			}
			from = to
		}
	}
	return nil
}

// levelsWithin are the levels of a piece of a title, the one that counts first.
func (r *reading) levelsWithin(from, to int) []string {
	var found []item
	for _, it := range r.items {
		if it.tag == tagLevel && it.from >= from && it.to <= to && !r.ofSomebody(it) && !slices.ContainsFunc(found, func(f item) bool { return it.from < f.to }) {
			found = append(found, it)
		}
	}
	if len(found) == 0 {
		return nil
	}
	choice := false
	for i := 1; i < len(found); i++ {
		choice = choice || r.cuts(found[i-1].to, found[i].from+1, gapSlash|gapAnd|gapOpen) || r.within(found[i-1].to, found[i].from, tagsOf(tagOr, tagAnd))
	}
	slices.SortStableFunc(found, func(a, b item) int { return slices.Index(ranks, a.value) - slices.Index(ranks, b.value) })
	if !choice {
		found = found[:1]
	}
	var out []string
	for _, f := range found {
		out = append(out, f.value)
	}
	return out
}

// ofSomebody reads "Assistant to the CEO": the level is another's.
func (r *reading) ofSomebody(it item) bool {
	k := it.from - 1
	if k > r.from && r.tokens[k].word == "the" {
		k--
	}
	return k > r.from && !r.cuts(k, it.from+1, gapCut) && (r.tokens[k].word == "to" || r.tokens[k].word == "of" && k == it.from-2)
}

func seniorityInClause(r *reading, levels []string) finding {
	beginner := slices.ContainsFunc(levels, func(s string) bool { return s == "intern" || s == "entry" || s == "junior" })
	expert := slices.ContainsFunc(levels, func(s string) bool { return slices.Contains(ranks[4:10], s) })
	least, most, ok := r.yearsAsked()
	switch {
	case !ok:
	case most > 0 && most <= juniorYears && !beginner:
		return finding{Fired, r.said(), fmt.Sprintf("It asks for at most %d years of experience.", most)}
	case least >= staffYears && !expert:
		return finding{Fired, r.said(), fmt.Sprintf("It asks for %d years of experience.", least)}
	}
	if beginner {
		return silent
	}
	return beginnerAsked(r, levels)
}

// yearsAsked reads "1-2 years of experience"; most is 0 where there is no upper bound.
func (r *reading) yearsAsked() (least, most int, ok bool) {
	if !r.tags.has(tagYears) || r.tags.has(tagCompany) && !r.tags.has(tagRequire) {
		return 0, 0, false
	}
	for _, it := range r.items {
		if it.tag != tagYears || it.from <= r.from {
			continue
		}
		at := it.from - 1
		if at-2 >= r.from && r.taggedAt(at-1, tagsOf(tagOr, tagAnd)) && isMore[r.tokens[at].word] {
			at -= 2 // "ten or more years"
		}
		n, err := strconv.Atoi(r.tokens[at].word)
		if err != nil {
			n = r.number(at)
		}
		if n <= 0 || n > maxYears || !r.near(it.from, it.to, 6, tagsOf(tagExperience)) && !r.near(it.from, it.to, 4, tagsOf(tagRequire)) && r.to-r.from > 8 {
			continue
		}
		if at-1 >= r.from && r.tokens[at].gap&(gapHyphen|gapDash) != 0 || at-2 >= r.from && isTo[r.tokens[at-1].word] {
			low := at - 1
			if isTo[r.tokens[low].word] {
				low--
			}
			if m, err := strconv.Atoi(r.tokens[low].word); err == nil && m < n {
				return m, n, true
			}
		}
		if at > r.from && isAtMost[r.tokens[at-1].word] || at > r.from+1 && isLess[r.tokens[at-2].word] && isThan[r.tokens[at-1].word] {
			return 0, n, true
		}
		if !ok || n < least {
			least, ok = n, true // "5 years, or 10 for staff": the least counts
		}
	}
	return least, 0, ok
}

var (
	isTo     = wordSet("to bis a à au tot do till til och")
	isAtMost = wordSet("max maximum under upto höchstens hochstens maximal bis hasta jusqu fino ate do maximaal maksymalnie to")
	isLess   = wordSet("less fewer weniger moins menos meno minder mniej up")
	isMore   = wordSet("more mehr plus mas piu meer mais wiecej")
	isThan   = wordSet("than als de di dan niz to que")
)

// beginnerAsked reads "ideal for recent graduates" and "this is an internship".
func beginnerAsked(r *reading, levels []string) finding {
	for _, it := range r.items {
		if it.tag != tagLevel || !slices.Contains(ranks[1:4], it.value) || slices.Contains(levels, it.value) {
			continue
		}
		if it.value == "junior" && it.to < r.to && (strings.HasSuffix(r.tokens[it.to].word, "s") || r.after(it.to, 1, tagsOf(tagOther)) != nil) || r.before(it.from, 4, tagsOf(tagOther)) != nil {
			continue // "help junior developers"
		}
		if r.offersOwn(levels) || r.negated(it) || r.before(it.from, 5, tagsOf(tagPerform, tagMentor)) != nil || r.othersDo(it) {
			continue
		}
		if r.near(it.from, it.to, 4, tagsOf(tagRole, tagRequire, tagYou, tagSoft, tagCandidate)) || r.to-r.from <= 6 || it.from == r.from {
			return finding{Fired, r.said(), "It is meant for beginners."}
		}
	}
	return silent
}
