package guardrail

import (
	"strings"

	"shortlist/scoring"
)

// Concept is a kind of disqualifier that a rationale can state.
type Concept string

// The closed set of Concept. The first eight are the gates of the same names.
const (
	ConceptLanguage     Concept = "language"
	ConceptBodyLanguage Concept = "body_language"
	ConceptPay          Concept = "pay"
	ConceptOffice       Concept = "office"
	ConceptTerritory    Concept = "territory"
	ConceptResidency    Concept = "residency"
	ConceptClearance    Concept = "clearance"
	ConceptSeniority    Concept = "seniority"
	ConceptLicence      Concept = "licence"
	ConceptContract     Concept = "contract"
	ConceptField        Concept = "field"    // another kind of work
	ConceptScam         Concept = "scam"     //
	ConceptClosed       Concept = "closed"   // the vacancy is gone
	ConceptExplicit     Concept = "explicit" // "a dealbreaker is hit", without saying which
	ConceptLack         Concept = "lack"     // something wanted is missing
)

// Finding is one place of a rationale that speaks of a disqualifier.
type Finding struct {
	Concept  Concept `json:"concept"`
	Polarity string  `json:"polarity"` // applies | negated | optional | other | past | hypothetical | satisfied
	// Clear findings contradict a strong score. The others are only good enough to explain a low one: "Java shop".
	Clear  bool   `json:"clear"`
	Clause string `json:"clause"` // the words of the rationale
}

// Applies reports whether the rationale states it of this job and this person.
func (f Finding) Applies() bool { return f.Polarity == string(applies) }

// Reading is what a rationale says.
type Reading []Finding

// States returns the first clear finding that applies.
func (r Reading) States() (Finding, bool) {
	for _, f := range r {
		if f.Clear && f.Applies() {
			return f, true
		}
	}
	return Finding{}, false
}

// Explains returns the first finding that explains a low score, clear ones first.
func (r Reading) Explains() (Finding, bool) {
	if f, ok := r.States(); ok {
		return f, true
	}
	for _, f := range r {
		if f.Applies() {
			return f, true
		}
	}
	return Finding{}, false
}

// reader reads one rationale for one person.
type reader struct {
	me      *person
	text    string
	clauses []clause
	out     Reading
	seen    map[Finding]bool
}

const maxFindings = 40

// Read finds what a rationale says about disqualifiers, clause by clause: which it states as applying to this person, and
// which it denies, calls a plus, ascribes to another vacancy or to the past, supposes, or says the person satisfies. It
// reads English, and the commoner words of German, French and Spanish. It reads at most the first 4 KiB and 600 words.
func Read(rationale string, p *scoring.Profile) Reading {
	return read(rationale, newPerson(p))
}

func read(rationale string, me *person) Reading {
	r := &reader{me: me, text: rationale, seen: map[Finding]bool{}}
	r.clauses = parse(tokenise(rationale))
	mark(r.clauses)
	for i := range r.clauses {
		r.language(i)
		r.pay(i)
		r.office(i)
		r.residency(i)
		r.territory(i)
		r.papers(i)
		r.level(i)
		r.contract(i)
		r.field(i)
		r.explicit(i)
	}
	for i := range r.clauses {
		r.lack(i)
	}
	return r.out
}

// found records a finding at the items from i to j of a clause, with the polarity that the words give it.
func (r *reader) found(c Concept, clear bool, ci, i, j int) {
	r.record(c, clear, ci, r.polarity(ci, min(i, j), max(i, j)))
}

func (r *reader) record(c Concept, clear bool, ci int, p polarity) {
	cl := &r.clauses[ci]
	f := Finding{c, string(p), clear, strings.ToValidUTF8(r.text[cl.start:cl.end], "")}
	if r.seen[f] || len(r.out) >= maxFindings {
		return
	}
	r.seen[f] = true
	r.out = append(r.out, f)
}
