package review

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"shortlist/scoring"
	"shortlist/scoring/place"
	"shortlist/scoring/role"
)

// SuggestAfter is how many rejections of a kind make a suggestion.
const SuggestAfter = 3

// Bounds of Suggest.
const (
	maxSuggestions = 5
	maxTitleWords  = 40
)

// Suggestion is a rule that a person may want after what they rejected. It is offered, never made.
type Suggestion struct {
	Setting string   // of the profile: block_companies, exclude, about.levels, about.work_from, about.pay_floor, about.languages
	Value   string   // what to add to it; empty where the person must say it
	Remove  bool     // Value is to be taken out instead
	Why     string   // one sentence
	Items   []string // the rejected items' ids
}

// Suggest finds rules in a person's decided items, those that most rejections speak for first. Nothing is offered that the
// profile says already or that would have kept out what the person wanted. Items need their snapshots.
func Suggest(items []Item, p *scoring.Profile) []Suggestion {
	var no, yes []Item
	for _, it := range items {
		switch {
		case it.State != Decided || it.Decision.Reason == ListingGone:
		case Said(it.Decision, it.Pick) == Drops:
			no = append(no, it)
		default:
			yes = append(yes, it)
		}
	}
	var out []Suggestion
	for _, find := range []func(no, yes []Item, p *scoring.Profile) []Suggestion{companies, levels, words, places, payFloor, languages} {
		out = append(out, find(no, yes, p)...)
	}
	slices.SortStableFunc(out, func(a, b Suggestion) int { return cmp.Compare(len(b.Items), len(a.Items)) })
	return out[:min(len(out), maxSuggestions)]
}

// tally collects items under what they share.
type tally struct {
	keys []string // in the order of their first item
	of   map[string][]Item
}

func tallied(items []Item, keys func(Item) []string) tally {
	t := tally{of: map[string][]Item{}}
	for _, it := range items {
		for _, k := range keys(it) {
			if k == "" {
				continue
			}
			if t.of[k] == nil {
				t.keys = append(t.keys, k)
			}
			t.of[k] = append(t.of[k], it)
		}
	}
	return t
}

// often calls do for what enough items share and none of the others has.
func often(no, yes []Item, keys func(Item) []string, do func(key string, of []Item)) {
	wanted := tallied(yes, keys)
	rejected := tallied(no, keys)
	for _, k := range rejected.keys {
		if len(rejected.of[k]) >= SuggestAfter && wanted.of[k] == nil {
			do(k, rejected.of[k])
		}
	}
}

func because(items []Item, reasons ...Reason) []Item {
	var out []Item
	for _, it := range items {
		if slices.Contains(reasons, it.Decision.Reason) {
			out = append(out, it)
		}
	}
	return out
}

func ids(items []Item) []string {
	out := make([]string, len(items))
	for i, it := range items {
		out[i] = it.ID
	}
	return out
}

func companies(no, yes []Item, p *scoring.Profile) (out []Suggestion) {
	often(no, yes, func(it Item) []string { return []string{role.CompanyKey(it.Company)} }, func(_ string, of []Item) {
		name := of[0].Company
		if slices.ContainsFunc(p.BlockCompanies, func(b string) bool { return role.SameCompany(b, name) }) {
			return
		}
		out = append(out, Suggestion{Setting: "block_companies", Value: name, Items: ids(of),
			Why: fmt.Sprintf("You rejected %d listings of %s.", len(of), name)})
	})
	return out
}

// levelWords are the words of titles that name a level, and the level.
var levelWords = map[string]string{
	"intern": "intern", "internship": "intern", "trainee": "intern", "werkstudent": "intern", "praktikum": "intern",
	"junior": "junior", "jr": "junior", "graduate": "junior", "entry": "junior", "mid": "mid", "intermediate": "mid",
	"senior": "senior", "sr": "senior", "staff": "staff", "principal": "principal", "lead": "lead",
	"head": "head", "director": "director", "vp": "vp", "chief": "chief",
}

func levels(no, yes []Item, p *scoring.Profile) (out []Suggestion) {
	often(because(no, WrongLevel), yes, func(it Item) (keys []string) {
		for _, w := range titleWords(it.Title) {
			if l := levelWords[w]; l != "" && !slices.Contains(keys, l) {
				keys = append(keys, l)
			}
		}
		return keys
	}, func(level string, of []Item) {
		s := Suggestion{Setting: "exclude", Value: level, Items: ids(of), Why: fmt.Sprintf("You rejected %d listings for their level, %s.", len(of), level)}
		if slices.Contains(p.About.Levels, level) {
			s.Setting, s.Remove = "about.levels", true
		} else if excluded(p, level) {
			return
		}
		out = append(out, s)
	})
	return out
}

// words offers words of titles that were rejected for what the job is.
func words(no, yes []Item, p *scoring.Profile) (out []Suggestion) {
	searched := map[string]bool{}
	for _, q := range p.Queries {
		for _, w := range titleWords(q) {
			searched[w] = true
		}
	}
	often(because(no, NotInterested, WrongField), yes, func(it Item) (keys []string) {
		for _, w := range titleWords(it.Title) {
			if len(w) > 2 && !searched[w] && levelWords[w] == "" && !emptyWords[w] && !slices.Contains(keys, w) {
				keys = append(keys, w)
			}
		}
		return keys
	}, func(word string, of []Item) {
		if !excluded(p, word) {
			out = append(out, Suggestion{Setting: "exclude", Value: word, Items: ids(of),
				Why: fmt.Sprintf("You rejected %d listings with “%s” in the title.", len(of), word)})
		}
	})
	return out
}

// emptyWords stand in titles of every field.
var emptyWords = map[string]bool{"and": true, "for": true, "the": true, "with": true, "remote": true, "hybrid": true, "all": true, "und": true,
	"der": true, "die": true, "das": true, "für": true, "fur": true, "mit": true, "new": true, "team": true, "job": true, "time": true, "full": true, "part": true,
	"europe": true, "emea": true, "worldwide": true, "fully": true}

func titleWords(title string) []string {
	ws := strings.Fields(place.Fold(title))
	return ws[:min(len(ws), maxTitleWords)]
}

func excluded(p *scoring.Profile, word string) bool {
	return slices.ContainsFunc(p.Exclude, func(e string) bool { return place.Fold(e) == word })
}

func places(no, yes []Item, p *scoring.Profile) (out []Suggestion) {
	keys := func(it Item) []string {
		at := it.Snapshot.Listing.Place
		return slices.Concat(at.Countries, at.Regions)
	}
	often(because(no, WrongPlace), yes, keys, func(where string, of []Item) {
		s := Suggestion{Setting: "about.work_from", Value: where, Items: ids(of), Remove: true, Why: fmt.Sprintf("You rejected %d listings for their place, %s.", len(of), placeName(where))}
		switch {
		case slices.ContainsFunc(p.About.WorkFrom, func(w string) bool { return strings.EqualFold(w, where) }):
		case len(p.About.WorkFrom) == 0:
			s.Value, s.Remove = "", false
		default:
			return
		}
		if !slices.ContainsFunc(out, func(o Suggestion) bool { return o.Value == s.Value }) {
			out = append(out, s)
		}
	})
	return out
}

func placeName(key string) string {
	if place.IsRegion(key) {
		return place.RegionLabel(key)
	}
	return place.CountryName(key)
}

// payFloor offers to say a floor where there is none, and else a higher one: above what was rejected, under what was not.
func payFloor(no, yes []Item, p *scoring.Profile) []Suggestion {
	poor := because(no, WrongPay)
	if len(poor) < SuggestAfter {
		return nil
	}
	if p.About.PayFloor == nil {
		return []Suggestion{{Setting: "about.pay_floor", Items: ids(poor), Why: fmt.Sprintf("You rejected %d listings for their pay and have named no floor.", len(poor))}}
	}
	floor := *p.About.PayFloor
	top := floor.Amount
	var over []Item
	for _, it := range poor {
		if t := topPay(it, floor); t > floor.Amount {
			over = append(over, it)
			top = max(top, t)
		}
	}
	if len(over) < SuggestAfter || slices.ContainsFunc(yes, func(it Item) bool { t := topPay(it, floor); return t > 0 && t <= top }) {
		return nil
	}
	return []Suggestion{{Setting: "about.pay_floor", Value: fmt.Sprintf("%.0f %s per %s", top+1, floor.Currency, floor.Per), Items: ids(over),
		Why: fmt.Sprintf("You rejected %d listings for their pay that pay more than your floor.", len(over))}}
}

// topPay is the most that a listing pays, 0 where it does not say so in the floor's own terms.
func topPay(it Item, floor scoring.PayFloor) float64 {
	pay := it.Snapshot.Listing.Pay
	if pay.Currency != floor.Currency || pay.Period != floor.Per {
		return 0
	}
	return max(pay.Min, pay.Max)
}

func languages(no, _ []Item, p *scoring.Profile) []Suggestion {
	foreign := because(no, WrongLanguage)
	if len(foreign) < SuggestAfter || len(p.About.Languages) > 0 {
		return nil
	}
	return []Suggestion{{Setting: "about.languages", Items: ids(foreign), Why: fmt.Sprintf("You rejected %d listings for their language and have named none of yours.", len(foreign))}}
}
