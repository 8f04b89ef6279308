package relevance

import "strings"

// rule is one exclusion: a word or a phrase in all its spellings.
type rule struct {
	text      string
	forms     []sequence
	titleOnly bool // it names a level
}

// block is one company that is kept out.
type block struct{ text, key string }

// maxForms bounds the spellings of a phrase of several names that each have some.
const maxForms = 64

// longestName is how many words a spelling of the lexicon has at most.
const longestName = 5

// compileRule reads an exclusion into names, the longest that the lexicon knows first; false where it has no word.
func (lx *lexicon) compileRule(text string) (rule, bool) {
	var ws []string
	for sc := (scanner{src: text}); sc.next(); {
		if len(sc.word) > 0 {
			ws = append(ws, string(sc.word))
		}
	}
	if len(ws) == 0 || !strings.ContainsFunc(text, isWordRune) /* a lone "&" reads as "and" */ {
		return rule{}, false
	}
	r := rule{text: strings.TrimSpace(text)}
	all := []form{{}}
	level, other := false, false
	for i := 0; i < len(ws); {
		forms, n := lx.nameAt(ws[i:])
		spelling := forms[0].text()
		switch id := lx.byText[spelling]; {
		case lx.levels[spelling]:
			level = true
		case id == 0 || !lx.terms[id].kind.isGeneric():
			other = true
		}
		all = product(all, forms)
		i += n
	}
	r.titleOnly = level && !other
	for _, f := range all {
		s := sequence{slash: f.slash}
		for _, w := range f.words {
			s.words = append(s.words, lx.wordOf([]byte(w)))
		}
		r.forms = append(r.forms, s)
	}
	return r, true
}

// isGeneric reports whether a word beside a level leaves an exclusion one of level: "senior engineer".
func (k kind) isGeneric() bool {
	return k == kindPlain || k == kindOpen || k == kindLevel || k == kindFiller || k == kindStop || k == kindCut
}

// nameAt returns the spellings of the name that the words begin with, and how many of them it takes.
func (lx *lexicon) nameAt(ws []string) ([]form, int) {
	for n := min(longestName, len(ws)); n > 0; n-- {
		text := strings.Join(ws[:n], " ")
		for _, key := range [...]string{text, strings.TrimSuffix(text, "s"), strings.TrimSuffix(text, "es")} {
			if forms := lx.strict[key]; len(forms) > 1 || forms != nil && n == 1 {
				return forms, n
			}
		}
	}
	return []form{{words: ws[:1]}}, 1
}

// product makes every mix of what came before with what follows.
func product(before, after []form) []form {
	var out []form
	for _, b := range after {
		for _, a := range before {
			if len(out) < maxForms {
				out = append(out, form{append(append([]string{}, a.words...), b.words...), true})
			}
		}
	}
	return out
}

// keepsOut finds what keeps a document out: a company, then a rule, then its level. The title decides first, then company,
// place and text; in each the first rule of the settings.
func (s *Search) keepsOut(d *Document) *Discard {
	if d.company != "" {
		for _, b := range s.blocked {
			if b.key == d.company {
				return &Discard{Reason: BlockedCompany, Rule: b.text, Where: "company"}
			}
		}
	}
	for _, at := range []struct {
		where string
		in    func(*rule) bool
	}{
		{"title", func(r *rule) bool { return r.in(d, d.title()) }},
		{"company", func(r *rule) bool { return !r.titleOnly && r.in(d, d.named()) }},
		{"place", func(r *rule) bool { return !r.titleOnly && r.everywhere(d) }},
		{"text", func(r *rule) bool { return !r.titleOnly && r.in(d, d.text()) }},
	} {
		for i := range s.rules {
			if at.in(&s.rules[i]) {
				return &Discard{Reason: Excluded, Rule: s.rules[i].text, Where: at.where}
			}
		}
	}
	if len(s.levels) > 0 && d.level != LevelUnknown && !s.levels[d.level] {
		return &Discard{Reason: WrongLevel, Rule: string(d.level), Where: "title"}
	}
	return nil
}

// keepsOut reports whether a rule keeps a document out, wherever it finds it.
func (r *rule) keepsOut(d *Document) bool {
	return r.in(d, d.title()) || !r.titleOnly && (r.in(d, d.named()) || r.everywhere(d) || r.in(d, d.text()))
}

// in reports whether a zone has one of the rule's spellings.
func (r *rule) in(d *Document, z zone) bool {
	for _, f := range r.forms {
		if d.count(z, f, 1) > 0 {
			return true
		}
	}
	return false
}

// everywhere reports whether all places of a role have one of the rule's spellings: one that is open elsewhere too stays.
func (r *rule) everywhere(d *Document) bool {
	for i := range d.placeEnds {
		if !r.in(d, d.place(i)) {
			return false
		}
	}
	return len(d.placeEnds) > 0
}
