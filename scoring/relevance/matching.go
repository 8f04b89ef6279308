package relevance

import (
	"cmp"
	"slices"
)

// matching is the work on one document that is shown to many searches, and the space that it takes.
type matching struct {
	x       *Subscriptions
	lexicon *lexicon
	doc     *Document
	gate    gate
	found   found

	tried     marks     // the meanings that were looked at
	relevance []float64 // by meaning; what stands there from earlier documents is not looked at
	answering []uint32  // the meanings that admit the document
	barred    marks     // the rules that may keep the document out
	doubtful  marks     // the profiles that have one that was not applied yet
	shut      marks     // the profiles that an exclusion, a company or a level keeps the document from
	given     marks     // the profiles that admit it
	at        []uint32  // by such a profile: where it stands in admitted
	admitted  []admission
}

// admission is a profile that a document is admitted for, by the best of its queries.
type admission struct {
	name, query string
	relevance   float64
	wording     uint32
}

func (j *matching) begin(x *Subscriptions, d *Document) {
	j.x, j.doc, j.lexicon, j.gate = x, d, theLexicon(), d.gate()
	j.tried = lengthened(j.tried, len(x.meanings.items)/64+1)
	j.relevance = lengthened(j.relevance, len(x.meanings.items))
	j.barred = lengthened(j.barred, len(x.rules.items)/64+1)
	j.shut = lengthened(j.shut, len(x.profiles)/64+1)
	j.given = lengthened(j.given, len(x.profiles)/64+1)
	j.doubtful = lengthened(j.doubtful, len(x.profiles)/64+1)
	j.at = lengthened(j.at, len(x.profiles))
	if rank := d.level.rank(); rank >= 0 && x.refusing != nil {
		copy(j.shut, x.refusing[rank])
	}
	if c, ok := x.companies.ids[d.company]; ok {
		j.shut.addAll(x.companies.items[c])
	}
}

// try matches the document with meanings that may admit it.
func (j *matching) try(meanings []uint32) {
	for _, id := range meanings {
		if !j.x.gates[id].lets(j.gate) || !j.tried.add(id) {
			continue
		}
		if j.x.meanings.items[id].query.match(j.lexicon, j.doc, &j.found) {
			j.relevance[id] = j.found.relevance
			j.answering = append(j.answering, id)
		}
	}
}

// fewProfiles is for how many at most a rule is applied only where one of them would be given the document.
const fewProfiles = 16

// bar applies rules that may keep the document out, or leaves that for later.
func (j *matching) bar(rules []uint32) {
	for _, id := range rules {
		switch b := &j.x.rules.items[id]; {
		case !j.barred.add(id):
		case len(b.profiles) <= fewProfiles:
			j.doubtful.addAll(b.profiles)
		case b.rule.keepsOut(j.doc):
			j.shut.addAll(b.profiles)
		}
	}
}

// shuts applies to a profile the rules that may keep the document out.
func (j *matching) shuts(profile uint32) bool {
	j.doubtful.remove(profile)
	_, rules, _ := j.x.profiles[profile].parts()
	for _, r := range rules {
		if j.barred.has(r) && j.x.rules.items[r].rule.keepsOut(j.doc) {
			j.shut.add(profile)
			return true
		}
	}
	return false
}

// admit lists the profiles by the best of their queries: the meanings come best first, so it is the first that a profile has,
// but where two are equal.
func (j *matching) admit() {
	slices.SortFunc(j.answering, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(j.relevance[b], j.relevance[a]), cmp.Compare(a, b))
	})
	for _, m := range j.answering {
		relevance := j.relevance[m]
		takers := j.x.meanings.items[m].takers
		for i := range takers {
			t := &takers[i]
			switch {
			case j.shut.has(t.profile), j.doubtful.has(t.profile) && j.shuts(t.profile):
			case j.given.add(t.profile):
				j.at[t.profile] = uint32(len(j.admitted))
				j.admitted = append(j.admitted, admission{t.name, j.x.wordings.items[t.wording], relevance, t.wording})
			default:
				if a := &j.admitted[j.at[t.profile]]; a.relevance == relevance && j.x.profiles[t.profile].hasFirst(t.wording, a.wording) {
					a.query, a.wording = j.x.wordings.items[t.wording], t.wording
				}
			}
		}
	}
}

// hasFirst reports whether a stands before b in a profile.
func (p *subscriber) hasFirst(a, b uint32) bool {
	ws, _, _ := p.parts()
	return slices.Index(ws, a) < slices.Index(ws, b)
}

// end makes the space clean for the next document; what was admitted stays until clear.
func (j *matching) end() {
	clear(j.tried)
	clear(j.barred)
	clear(j.shut)
	clear(j.doubtful)
	clear(j.given)
	j.answering = j.answering[:0]
	j.x, j.doc, j.found.query = nil, nil, nil
}

func (j *matching) clear() {
	clear(j.admitted)
	j.admitted = j.admitted[:0]
}
