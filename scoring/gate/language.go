package gate

import (
	"slices"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"shortlist/scoring"
)

// languageRule reads whether working fluency in a language the person lacks is asked for.
type languageRule struct {
	*reading
	own []string // the person's languages
	// groups are the languages that the clause names together: "German, French and Italian".
	groups []group
}

// mention is one language named in a clause.
type mention struct {
	from, to int
	code     string // empty: some other language than the person's one
	fluent   bool   // the word itself says fluency
}

type group struct {
	from, to int
	members  []mention
	either   bool // any one of them will do

	soft, not, weak, maybe, asked bool
	negations                     int
}

// anyLanguage is a mention of a language that is not named: "a second language".
const anyLanguage = ""

// languageGate fires where working fluency in a language is asked that the person lacks: the level of B2 or higher, or fluency
// without a level. Its facts are about.languages.
func languageGate(l *listing, p *scoring.Profile) finding {
	own := readable(p.About)
	if len(own) == 0 {
		return silent
	}
	for i := range l.title {
		if f := languageInTitle(&l.title[i], own); f.state != Silent {
			return f
		}
	}
	return strongest(l.body, func(r *reading) finding { return languageInClause(r, own) })
}

// readable are the person's languages as the lexicons write them.
func readable(a scoring.About) []string {
	own := slices.Clone(a.Languages)
	for i, code := range own {
		if code == "no" || code == "nn" {
			own[i] = "nb" // adverts do not tell them apart
		}
	}
	return own
}

// strongest is the first finding that fired, else the first that is unsure.
func strongest(clauses []reading, rule func(*reading) finding) finding {
	out := silent
	for i := range clauses {
		f := rule(&clauses[i])
		if f.state == Fired {
			return f
		}
		if f.state == Unsure && out.state == Silent {
			out = f
		}
	}
	return out
}

var (
	languageNames = tagsOf(tagLanguage, tagAdjective, tagSpeaker, tagAnother)
	// besideName may stand right beside a name that is meant as a language's, and not as in "the German market".
	besideName = tagsOf(tagFluent, tagQuality, tagLangword, tagRequire, tagSoft, tagNot, tagOr, tagAnd, tagGlue, tagWeak, tagOnly, tagTalk, tagHold,
		tagMaybe, tagFuture, tagLanguage, tagYou)
	inGroup = tagsOf(tagAnd, tagOr, tagGlue, tagQuality, tagFluent, tagLangword, tagOneOf, tagAnother)
)

func languageInClause(r *reading, own []string) finding {
	if !r.tags.any(languageNames) {
		return silent
	}
	rule := languageRule{reading: r, own: own}
	rule.findGroups()
	if len(rule.groups) == 0 {
		return silent
	}
	rule.attach()
	out := silent
	for i := range rule.groups {
		state, code := rule.judge(&rule.groups[i])
		if state == Fired || state == Unsure && out.state == Silent {
			out = finding{state, r.said(), languageWhy(state, code)}
		}
		if state == Fired {
			break
		}
	}
	return out
}

func languageWhy(state State, code string) string {
	name := "a further language"
	if code != anyLanguage {
		name = languageName(code)
	}
	if state == Unsure {
		return "It may ask for " + name + "."
	}
	return "It asks for " + name + ", which is not among your languages."
}

// languageName is the English name of a language.
func languageName(code string) string {
	base, err := language.ParseBase(code)
	if err != nil {
		return code
	}
	return display.English.Languages().Name(base)
}

// findGroups collects the languages that the clause names as such.
func (r *languageRule) findGroups() {
	for _, it := range r.items {
		m := mention{from: it.from, to: it.to, code: it.value}
		switch it.tag {
		case tagLanguage:
			if !r.meansLanguage(it) {
				continue
			}
		case tagAdjective:
			if !r.near(it.from, it.to, 2, tagsOf(tagLangword)) && !r.near(it.from, it.to, 0, tagsOf(tagFluent)) || r.after(it.to, 1, tagsOf(tagOther)) != nil {
				continue
			}
		case tagSpeaker:
			m.fluent = true
			if r.after(it.to, 1, tagsOf(tagOther)) != nil || r.before(it.from, 0, tagsOf(tagOther)) != nil {
				continue
			}
		case tagAnother:
			m.code = anyLanguage
			if len(r.own) > 1 || r.tags.has(tagCode) {
				continue
			}
		default:
			continue
		}
		r.put(m)
	}
}

// put adds a mention to the last group, where only small words stand between, or begins another.
func (r *languageRule) put(m mention) {
	if n := len(r.groups); n > 0 {
		g := &r.groups[n-1]
		if m.from < g.to {
			if last := &g.members[len(g.members)-1]; last.code == m.code {
				last.fluent = last.fluent || m.fluent
			}
			return
		}
		if m.code != anyLanguage && g.members[0].code == anyLanguage && r.joined(g.to, m.from) {
			// "an additional language (German or Korean)" names what it means.
			*g = group{from: g.from, to: m.to, members: []mention{m}}
			return
		}
		if m.code != anyLanguage && g.members[0].code != anyLanguage && r.joined(g.to, m.from) && !r.apart(g.to, m.from) {
			g.members = append(g.members, m)
			g.either = g.either || r.within(g.to, m.from, tagsOf(tagOr))
			g.to = m.to
			return
		}
	}
	r.groups = append(r.groups, group{from: m.from, to: m.to, members: []mention{m}})
}

func (r *languageRule) joined(from, to int) bool {
	if to-from > 6 || r.cuts(from, to+1, gapColon|gapDash) {
		return false
	}
	for k := from; k < to; k++ {
		if !r.taggedAt(k, inGroup) {
			return false
		}
	}
	return true
}

// apart reports whether each of two languages has its own level: "German fluent, English good".
func (r *languageRule) apart(from, to int) bool {
	return r.cuts(from, to+1, gapComma) && r.within(from, to, tagsOf(tagFluent, tagQuality)) && !r.within(from, to, tagsOf(tagOr))
}

// taggedAt reports whether an item of the tags covers a token.
func (r *reading) taggedAt(k int, tags tagSet) bool {
	for i := range r.items {
		if it := &r.items[i]; it.from <= k && k < it.to && tags.has(it.tag) {
			return true
		}
	}
	return false
}

// nounFirst are the tongues whose adjectives follow the noun: there the word before tells whether a name is a
// language's, elsewhere the word after.
var nounFirst = map[string]bool{"fr": true, "es": true, "it": true, "pt": true}

func (r *languageRule) meansLanguage(it item) bool {
	if r.after(it.to, 0, tagsOf(tagOther)) != nil && !r.cuts(it.to, it.to+1, gapCut) {
		return false
	}
	if nounFirst[tongues[it.tongue]] {
		return it.from == r.from || r.tokens[it.from].gap&(gapCut|gapSlash|gapAnd) != 0 || r.taggedAt(it.from-1, besideName)
	}
	return it.to >= r.to || r.tokens[it.to].gap&(gapCut|gapSlash|gapAnd|gapOther) != 0 || r.taggedAt(it.to, besideName)
}

// attach gives each softener, negation and the like to the group it stands nearest to.
func (r *languageRule) attach() {
	for _, it := range r.items {
		switch it.tag {
		case tagSoft:
			r.soften(it)
		case tagNot:
			r.negate(it)
		case tagWeak:
			if g, d := r.nearest(it); d <= 3 {
				g.weak = true
			}
		case tagMaybe, tagFuture:
			for i := range r.groups {
				r.groups[i].maybe = true
			}
		case tagFluent, tagLangword, tagRequire:
			penalty := 2
			if it.tag == tagRequire {
				penalty = 6 // what is demanded beyond a comma is mostly something else
			}
			for i := range r.groups {
				if g := &r.groups[i]; r.distance(it, g, penalty) <= 8 {
					g.asked = true
				}
			}
		case tagQuality:
			if g, d := r.nearest(it); d <= 1 {
				g.asked = true
			}
		}
	}
	for i := range r.groups {
		g := &r.groups[i]
		g.asked = g.asked || r.usedAt(g)
		g.not = g.negations%2 == 1
		g.either = (g.either || r.before(g.from, 6, tagsOf(tagOneOf)) != nil) && !r.andWithin(g)
	}
}

// usedAt reads "you lead workshops in German".
func (r *languageRule) usedAt(g *group) bool {
	return r.before(g.from, 1, tagsOf(tagIn)) != nil && r.before(g.from, maxClause, tagsOf(tagYou, tagPerform)) != nil && !r.tags.any(tagsOf(tagOther, tagOffer))
}

// soften gives a softener to the group it stands nearest to, and to a language without a name before it: "further
// languages are a plus (Korean)".
func (r *languageRule) soften(it item) {
	g, d := r.nearest(it)
	if d > 14 && len(r.groups) > 1 || r.softensLevel(it, g) {
		return
	}
	g.soft = true
	for i := range r.groups {
		before := &r.groups[i]
		next := i+1 == len(r.groups) || r.groups[i+1].from >= it.to || r.groups[i+1].members[0].code == anyLanguage
		if before.to <= it.from && before.members[0].code == anyLanguage && it.from-before.to <= 8 && next {
			before.soft = true
		}
	}
}

// andWithin reports whether members are joined by "and" that is no "and/or".
func (r *languageRule) andWithin(g *group) bool {
	for _, it := range r.items {
		if it.tag == tagAnd && it.from >= g.from && it.to <= g.to && !r.taggedAt(it.from, tagsOf(tagOr)) {
			return true
		}
	}
	return false
}

// softensLevel reads "must be fluent in German, preferably native": the softener is about the level alone.
func (r *languageRule) softensLevel(it item, g *group) bool {
	return it.from >= g.to && g.asked && r.cuts(g.to, it.from+1, gapComma|gapOpen|gapDash) && r.after(it.to, 1, tagsOf(tagFluent)) != nil
}

// negate gives a negation to the group that follows it, as in "no German needed", else to the one that it follows, as in
// "German is not required".
func (r *languageRule) negate(it item) {
	for i := range r.groups {
		g := &r.groups[i]
		if it.to <= g.from && r.distance(it, g, 2) <= 5 && !r.cuts(it.to, g.from, gapComma|gapClose) {
			g.negations++
			return
		}
	}
	g, distance := r.nearest(it)
	if it.from >= g.to && distance <= 5 && r.after(it.to, 3, tagsOf(tagRequire, tagSoft, tagHold, tagFluent, tagOffer)) != nil {
		g.negations++
	}
}

// nearest is the group nearest to an item, of equals the one before it, and how far it is.
func (r *languageRule) nearest(it item) (*group, int) {
	best, distance := &r.groups[0], 1<<30
	for i := range r.groups {
		if d := r.distance(it, &r.groups[i], 5); d < distance {
			best, distance = &r.groups[i], d
		}
	}
	return best, distance
}

// distance counts the tokens between an item and a group; a comma or bracket counts as much as the penalty.
func (r *languageRule) distance(it item, g *group, penalty int) int {
	from, to := it.to, g.from
	if it.from >= g.to {
		from, to = g.to, it.from
	}
	d := max(to-from, 0)
	for k := from; k <= to && k < r.to && to >= from; k++ {
		if k > r.from && r.tokens[k].gap&(gapComma|gapClose|gapOpen|gapDash) != 0 {
			d += penalty
		}
	}
	return d
}

// judge says what a group asks of the person, and which language.
func (r *languageRule) judge(g *group) (State, string) {
	foreign := slices.IndexFunc(g.members, func(m mention) bool { return !slices.Contains(r.own, m.code) })
	if foreign < 0 || g.either && slices.ContainsFunc(g.members, func(m mention) bool { return slices.Contains(r.own, m.code) }) {
		return Silent, ""
	}
	m := g.members[foreign]
	asked := g.asked || m.fluent || g.negations > 1 || r.lead.any(tagsOf(tagLangword, tagFluent)) && r.to-r.from <= 6
	switch {
	case !asked, g.soft, g.not, g.weak && !r.near(g.from, g.to, 3, tagsOf(tagRequire)):
		return Silent, ""
	case r.lead.has(tagSoft) && !r.lead.has(tagRequire):
		return Silent, ""
	case r.ofOthers(g):
		return Silent, ""
	case g.maybe, g.weak, r.question:
		return Unsure, m.code
	}
	return Fired, m.code
}

// speakers are what may stand before "speak" where the person is to speak.
var speakers = besideName | tagsOf(tagApplicant, tagCandidate, tagRole, tagPerform)

// ofOthers reads "our customers speak German".
func (r *languageRule) ofOthers(g *group) bool {
	talk := r.before(g.from, 8, tagsOf(tagTalk))
	if talk == nil {
		return false
	}
	if talk.from > r.from && !r.cuts(talk.from, talk.from+1, gapCut) && !r.taggedAt(talk.from-1, speakers) && r.before(talk.from, 5, tagsOf(tagYou, tagRequire)) == nil {
		return true // "interpreters speak"
	}
	other := r.before(talk.from, 5, tagsOf(tagOther))
	if other == nil {
		return false
	}
	you := r.before(talk.from, 5, tagsOf(tagYou, tagRequire))
	return you == nil || you.from < other.from
}
