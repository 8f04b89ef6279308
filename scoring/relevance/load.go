package relevance

import (
	"strings"

	"shortlist/scoring/place"
)

// loader reads the lists into a lexicon.
type loader struct {
	*lexicon
	parents map[termID][]string
	tech    map[string]bool // words of languages and tools, which "x.js" may stand for
	twice   []string        // spellings that stand in two entries
	forms   []spelled
}

// spelled is one spelling of a term.
type spelled struct {
	form
	term termID
}

func (ld *loader) loadFamilies() {
	ld.families = make([]familyTies, 1)
	var rests []string
	eachLine("lexicon/family.txt", func(_, line string) {
		name, rest, _ := strings.Cut(line, ":")
		ld.familyBy[name] = family(len(ld.families))
		ld.families = append(ld.families, familyTies{name: name})
		rests = append(rests, rest)
	})
	for i, rest := range rests {
		near, far, _ := strings.Cut(rest, ";")
		ld.families[i+1].near, ld.families[i+1].far = ld.familySet(near), ld.familySet(far)
	}
}

func (ld *loader) familySet(names string) (fs families) {
	for name := range strings.FieldsSeq(names) {
		fs |= ld.familyBy[name].set()
	}
	return fs
}

var kindNames = map[string]kind{
	"language": kindLanguage, "tool": kindTool, "field": kindField, "broad": kindBroad, "role": kindRole, "soft": kindSoft,
	"domain": kindDomain, "plain": kindPlain, "open": kindOpen, "trade": kindTrade,
	"place": kindCondition, "terms": kindCondition, "filler": kindFiller, "stop": kindStop, "cut": kindCut,
}

func (ld *loader) roleLine(section, line string) {
	section, takes, _ := strings.Cut(section, ":")
	kindName, familyName, _ := strings.Cut(section, " ")
	line, first := strings.CutPrefix(line, "< ")
	t := term{kind: kindNames[kindName], family: ld.familyBy[familyName], takes: ld.familySet(takes), first: first}
	ld.add(t, line)
}

func (ld *loader) topicLine(section, line string) {
	kindName, familyName, _ := strings.Cut(section, " ")
	ld.add(term{kind: kindNames[kindName], family: ld.familyBy[familyName]}, line)
}

func (ld *loader) genericLine(section, line string) {
	id := ld.add(term{kind: kindNames[section]}, line)
	if code, ok := place.Country(ld.terms[id].name); ok && section == "place" {
		ld.country[code] = id
	}
}

// levelLine gives the words of a line a level, whatever else they are.
func (ld *loader) levelLine(section, line string) {
	level, _ := ParseLevel(section) // none for the section of ranks
	id := termID(0)
	for spelling := range strings.SplitSeq(line, "=") {
		if known := ld.byText[readForm(spelling).text()]; known != 0 {
			id = known
		}
	}
	if id == 0 {
		id = ld.add(term{kind: kindLevel}, line)
	} else {
		ld.spellings(id, line)
	}
	ld.terms[id].level = level
	for spelling := range strings.SplitSeq(line, "=") {
		for _, f := range ld.strict[readForm(spelling).text()] {
			ld.levels[f.text()] = true
		}
	}
}

// add reads "!Name = spelling | other name > parent, parent".
func (ld *loader) add(t term, line string) termID {
	line, parents, _ := strings.Cut(line, " > ")
	id := termID(len(ld.terms))
	name, _, _ := strings.Cut(strings.TrimPrefix(line, "!"), "=")
	name, _, _ = strings.Cut(name, "|")
	t.name = strings.TrimSpace(name)
	ld.terms = append(ld.terms, t)
	for parent := range strings.SplitSeq(parents, ", ") {
		if parent != "" {
			ld.parents[id] = append(ld.parents[id], parent)
		}
	}
	ld.spellings(id, line)
	return id
}

func (ld *loader) spellings(id termID, line string) {
	line, whole := strings.CutPrefix(line, "!")
	for name := range strings.SplitSeq(line, "|") {
		var same []form
		for spelling := range strings.SplitSeq(name, "=") {
			same = append(same, readForm(spelling))
		}
		for _, f := range same {
			if ld.strict[f.text()] == nil {
				ld.strict[f.text()] = same
			}
			switch known := ld.byText[f.text()]; {
			case known == 0:
				ld.byText[f.text()] = id
				ld.addPhrase(&ld.begin, f, phrase{whole: whole, term: id, head: ld.namesPerson(id, f)})
				ld.forms = append(ld.forms, spelled{f, id})
			case known != id:
				ld.twice = append(ld.twice, f.text())
			}
		}
	}
}

// namesPerson says whether a spelling names a person: those that begin or end in a noun that does, and of roles and trades
// those that do not end as a name of an activity does.
func (ld *loader) namesPerson(id termID, f form) heads {
	k := ld.terms[id].kind
	if k == kindPlain || k == kindOpen {
		return headFull
	}
	if !k.isTopic() || len(f.words) == 0 {
		return headNone
	}
	last := f.words[len(f.words)-1]
	for _, w := range []string{f.words[0], last} {
		if k := ld.terms[ld.byText[w]].kind; len(f.words) > 1 && (k == kindPlain || k == kindOpen) {
			return headFull
		}
	}
	if k != kindRole && k != kindTrade && (k != kindField && k != kindBroad || len(f.words) < 2 || f.text() == foldName(ld.terms[id].name)) {
		return headNone
	}
	for _, person := range []string{"er", "or", "ist", "ian", "ant", "eur", "in"} {
		if strings.HasSuffix(last, person) {
			return headFull
		}
	}
	if k != kindRole && k != kindTrade {
		return headNone
	}
	if len(f.words) == 1 && k == kindTrade && !ld.isActivity(last) {
		return headFull
	}
	return headWeak
}

func (ld *loader) isActivity(w string) bool {
	if n, ok := ld.words[w]; ok && ld.traits[n]&traitActivity != 0 {
		return true
	}
	for _, end := range []string{"ing", "ion", "ions", "ment", "ics", "ism"} {
		if strings.HasSuffix(w, end) {
			return true
		}
	}
	return false
}

func (ld *loader) addPhrase(to *[][]phrase, f form, p phrase) {
	ws := make([]word, len(f.words))
	for i, w := range f.words {
		ws[i] = ld.number(w)
	}
	if len(ws) == 0 {
		return
	}
	p.rest, p.slash = ws[1:], f.slash
	(*to)[ws[0]] = append((*to)[ws[0]], p)
	if k := ld.terms[p.term].kind; len(ws) == 1 && k.isTech() {
		ld.tech[f.words[0]] = true
		ld.traits[ws[0]] |= traitStack
	}
}

func (ld *loader) number(w string) word {
	if n, ok := ld.words[w]; ok {
		return n
	}
	n := word(len(ld.begin))
	ld.words[w] = n
	ld.begin = append(ld.begin, nil)
	ld.sections = append(ld.sections, nil)
	ld.traits = append(ld.traits, 0)
	return n
}

func (ld *loader) stackLine(section, line string) {
	if section == "hidden" {
		ld.addPhrase(&ld.begin, readForm(line), phrase{whole: true})
		return
	}
	traits := map[string]trait{
		"ambiguous": traitAmbiguous, "capitals": traitCapitals, "proper": traitProper,
		"role": traitRole, "stack": traitStack, "lead": traitLead, "verb": traitVerb, "activity": traitActivity, "link": traitLink,
	}
	ld.traits[ld.number(line)] |= traits[section]
}

func (ld *loader) sectionLine(section, line string) {
	ld.addPhrase(&ld.sections, readForm(line), phrase{term: termID(sectionNames[section])})
}

// levelOf is the level that a spelling names: of several words that of the leader's noun among them.
func (ld *loader) levelOf(id termID, f form) Level {
	if l := ld.terms[id].level; l != LevelUnknown || len(f.words) < 2 || ld.levels[f.text()] {
		return l
	}
	for _, w := range f.words {
		if l := ld.terms[ld.byText[w]].level; l == Director || l == Executive {
			return l
		}
	}
	return LevelUnknown
}

// setLevels tells each spelling's phrase its level, when the levels are known.
func (ld *loader) setLevels() {
	for _, f := range ld.forms {
		first := ld.words[f.words[0]]
		for i := range ld.begin[first] {
			if p := &ld.begin[first][i]; p.term == f.term && len(p.rest) == len(f.words)-1 {
				p.level = ld.levelOf(f.term, f.form)
			}
		}
	}
}

// close works out what every term belongs to, nearest first; of two ways to one topic the nearer counts.
func (ld *loader) close() {
	ids := map[string]termID{}
	for id, t := range ld.terms {
		if t.kind.isTopic() {
			ids[t.name] = termID(id)
		}
	}
	for id := range ld.terms {
		seen := map[termID]bool{termID(id): true}
		level := []termID{termID(id)}
		for worth := kinWorth; len(level) > 0; worth *= kinWorth {
			var next []termID
			for _, at := range level {
				for _, name := range ld.parents[at] {
					if up := ids[name]; up != 0 && !seen[up] {
						seen[up] = true
						ld.terms[id].up = append(ld.terms[id].up, kin{up, worth})
						next = append(next, up)
					}
				}
			}
			level = next
		}
	}
}

// inflect adds the plurals of all words, and the "js" spelling of languages and tools, where they are no words of their own.
func (ld *loader) inflect() {
	also := map[string]word{}
	for w, n := range ld.words {
		if len(w) < 3 || !isLetters(w) {
			continue
		}
		forms := []string{w + "s"}
		if s, ok := strings.CutSuffix(w, "y"); ok {
			forms = append(forms, s+"ies")
		}
		if len(w) > 3 {
			forms = append(forms, w+"es")
		}
		if ld.tech[w] && !strings.HasSuffix(w, "js") {
			forms = append(forms, w+"js")
		}
		for _, f := range forms {
			if _, taken := ld.words[f]; !taken && (also[f] == 0 || n < also[f]) {
				also[f] = n
			}
		}
	}
	for f, n := range also {
		ld.words[f] = n
	}
}

func isLetters(w string) bool {
	return !strings.ContainsFunc(w, func(r rune) bool { return r >= '0' && r <= '9' || r < 'a' && r < 0x80 })
}

// foldName is the name of a term as a spelling.
func foldName(name string) string { return readForm(name).text() }

func readForm(s string) form {
	var f form
	for sc := (scanner{src: strings.TrimSpace(s)}); sc.next(); {
		f.words = append(f.words, string(sc.word))
		f.slash = f.slash || sc.gap == gapSlash
	}
	return f
}
