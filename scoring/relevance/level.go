package relevance

import (
	"fmt"
	"slices"
	"strings"
)

// Level is how far up a job stands.
type Level string

// The closed set of Level, from the lowest up. Entry is also what "junior" names.
const (
	LevelUnknown Level = ""
	Intern       Level = "intern"
	Entry        Level = "entry"
	Mid          Level = "mid"
	Senior       Level = "senior"
	Lead         Level = "lead"
	Staff        Level = "staff"
	Principal    Level = "principal"
	Manager      Level = "manager"
	Director     Level = "director"
	Executive    Level = "executive"
)

var allLevels = []Level{Intern, Entry, Mid, Senior, Lead, Staff, Principal, Manager, Director, Executive}

// ParseLevel reads the name of a level; "junior" is Entry. The error lists the known names.
func ParseLevel(name string) (Level, error) {
	if name == "junior" {
		return Entry, nil
	}
	if l := Level(name); slices.Contains(allLevels, l) {
		return l, nil
	}
	known := make([]string, len(allLevels))
	for i, l := range allLevels {
		known[i] = string(l)
	}
	return LevelUnknown, fmt.Errorf("%q is no level: write one of %s or junior", name, strings.Join(known, ", "))
}

// rank orders the levels; unknown is below all.
func (l Level) rank() int { return slices.Index(allLevels, l) }

// LevelOf reads the level that a title names, LevelUnknown where it names none. A word of level far from the noun that says
// what the person is counts for nothing: "Engineer II, Senior Platform Group" is mid.
func LevelOf(title string) Level {
	return theLexicon().read(title[:min(len(title), maxLine)], writtenInLine).level
}

// levelOf weighs the level words of the part that says what the person is, then of parts that hold nothing else.
func (lx *lexicon) levelOf(r *reading) Level {
	if r.head < 0 {
		return lx.weigh(r, func(uint8) bool { return true })
	}
	own := r.part[r.hits[r.head].from]
	if l := lx.weigh(r, func(part uint8) bool { return part == own }); l != LevelUnknown && !(l == Mid && lx.isManager(r)) {
		return l
	}
	if l := lx.weigh(r, func(part uint8) bool { return part != own && lx.levelsOnly(r, part) }); l != LevelUnknown {
		return l
	}
	return lx.managerLevel(r)
}

// levelsOnly reports whether a part of a title says nothing but levels: "(Senior/Principal)".
func (lx *lexicon) levelsOnly(r *reading, part uint8) bool {
	covered, all := 0, 0
	for _, p := range r.part {
		if p == part {
			all++
		}
	}
	for _, h := range r.hits {
		if t := &lx.terms[h.term]; r.part[h.from] == part && (h.level != LevelUnknown || t.kind == kindStop) {
			covered += h.to - h.from
		}
	}
	for i, p := range r.part {
		if t := r.tokens[i]; p == part && (t.word == lx.words["month"] || strings.Trim(r.source[t.from:t.to], "0123456789") == "") {
			covered++
		}
	}
	return covered == all
}

// weigh decides between the level words of some parts.
func (lx *lexicon) weigh(r *reading, in func(part uint8) bool) Level {
	var found [12]bool
	for i, h := range r.hits {
		if l := h.level; l != LevelUnknown && in(r.part[h.from]) && lx.speaksOfLevel(r, i) {
			found[l.rank()] = true
		}
	}
	has := func(l Level) bool { return found[l.rank()] }
	number := lx.numeral(r, in)
	switch {
	case has(Intern):
		return Intern
	case has(Director):
		return Director
	case has(Executive):
		return Executive
	case has(Entry) && !lx.onlyAssociate(r, in):
		return Entry
	case has(Manager) && lx.managerLevel(r) == Manager && !has(Principal):
		return Manager
	case has(Principal) && !has(Senior):
		return Principal
	case has(Staff) && number == LevelUnknown && lx.hasStaffLevel(r):
		return Staff
	case has(Senior):
		return Senior
	case has(Lead):
		return Lead
	case number != LevelUnknown:
		return number
	case has(Entry):
		return Entry
	case has(Mid):
		return Mid
	}
	return LevelUnknown
}

// speaksOfLevel reports whether the level word of hit i is one: not a student's house, nor the second of "Engineer/Sr Engineer".
func (lx *lexicon) speaksOfLevel(r *reading, i int) bool {
	h := r.hits[i]
	if i > 0 && r.tokens[h.from].gap == gapSlash && r.hits[i-1].head == headFull && r.hits[i-1].to == h.from && lx.terms[r.hits[i-1].term].level == LevelUnknown {
		return false
	}
	w := r.source[r.tokens[h.from].from:r.tokens[h.to-1].to]
	if strings.EqualFold(w, "student") && r.head != i {
		next := i + 1
		return next < len(r.hits) && r.hits[next].from == h.to && r.hits[next].head == headFull && r.tokens[h.to].gap == gapSoft
	}
	return true
}

func (lx *lexicon) onlyAssociate(r *reading, in func(uint8) bool) bool {
	associate := lx.byText["associate"]
	for _, h := range r.hits {
		if lx.terms[h.term].level == Entry && h.term != associate && in(r.part[h.from]) {
			return false
		}
	}
	return true
}

// hasStaffLevel reports whether "staff" is a level of the work: a staff nurse is a nurse.
func (lx *lexicon) hasStaffLevel(r *reading) bool {
	return r.head < 0 || lx.terms[r.hits[r.head].term].kind != kindTrade
}

func (lx *lexicon) isManager(r *reading) bool {
	return r.head >= 0 && lx.managerLevel(r) != LevelUnknown
}

// managerLevel is the level of a manager whose title names no other: those who manage a product, a project or a client are in
// the middle, those who manage people are managers.
func (lx *lexicon) managerLevel(r *reading) Level {
	if r.head < 0 {
		return LevelUnknown
	}
	h := r.hits[r.head]
	manager := lx.words["manager"]
	if last := r.tokens[h.to-1].word; last != manager && lx.terms[h.term].level != Manager {
		return LevelUnknown
	}
	if r.head > 0 && r.hits[r.head-1].to == h.from && r.hits[r.head-1].term == lx.byText["assistant"] || lx.terms[h.term].kind == kindTrade {
		return LevelUnknown
	}
	if alone := r.head == 0 || r.part[r.hits[r.head-1].from] != r.part[h.from] || lx.terms[r.hits[r.head-1].term].kind == kindLevel; alone && h.to-h.from == 1 {
		return Manager
	}
	if lx.individual.has(r.family) || lx.terms[h.term].name == "Account manager" || lx.terms[h.term].name == "Partnerships" {
		return Mid
	}
	return Manager
}

// numeral reads the grade behind a title: "Analyst II" is mid, "Engineer III" senior.
func (lx *lexicon) numeral(r *reading, in func(uint8) bool) Level {
	for i := 1; i < len(r.tokens); i++ {
		t := r.tokens[i]
		if !in(r.part[i]) || t.gap == gapBreak {
			continue
		}
		l := grade(r.source[t.from:t.to])
		if l == LevelUnknown {
			continue
		}
		switch before := r.tokens[i-1]; {
		case r.source[t.from] <= '9' && i+2 < len(r.tokens) && r.part[i+2] == r.part[i]: // digits end a title
		case before.word == lx.words["level"] || before.word == lx.words["tier"] || before.word == lx.words["phase"]:
		default:
			return l
		}
	}
	return LevelUnknown
}

func grade(w string) Level {
	switch w {
	case "I", "1":
		return Entry
	case "II", "2":
		return Mid
	case "III", "IV", "V", "3", "4", "5":
		return Senior
	}
	return LevelUnknown
}
