package relevance

import (
	"iter"
	"slices"
	"sync"
)

// Subscriptions is the inverse index of many people's searches: it finds the profiles that a new document is admitted for. A
// query that several profiles have, however each writes it, is kept and matched once, and only where the document has one of
// the keys of its rarest clause; the same for exclusions. So a document costs what it is like and whom it fits, and not how many
// profiles there are. It is safe for concurrent use, and its zero value is empty.
type Subscriptions struct {
	mu       sync.RWMutex
	byName   map[string]uint32
	profiles []subscriber
	free     []uint32

	meanings  table[meaning]
	wordings  table[string] // queries as people write them
	rules     table[barrier]
	companies table[[]uint32] // who blocks them
	refusing  []marks         // by level: the profiles that do not take it

	gates    []gate            // by meaning
	meant    []uint32          // by wording: its meaning
	postings map[key][]uint32  // meanings by the keys of their rarest clause
	always   []uint32          // meanings without keys
	barring  map[word][]uint32 // rules by a word of each of their spellings

	scratch sync.Pool // of *matching
}

// meaning is a query as many people mean it.
type meaning struct {
	query  query
	takers []taker
}

// taker is a profile that has a query.
type taker struct {
	name             string
	profile, wording uint32
}

// barrier is an exclusion with the profiles that have it.
type barrier struct {
	rule     rule
	profiles []uint32
}

// subscriber is one profile.
type subscriber struct {
	name            string
	ids             []uint32 // of its wordings, then rules, then companies
	wordings, rules uint32   // how many
	levels          bool     // whether it refuses some
}

func (p *subscriber) parts() (wordings, rules, companies []uint32) {
	return p.ids[:p.wordings], p.ids[p.wordings : p.wordings+p.rules], p.ids[p.wordings+p.rules:]
}

// Put adds a profile, or changes it to another search.
func (x *Subscriptions) Put(name string, s *Search) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.remove(name)
	id := uint32(len(x.profiles))
	if n := len(x.free); n > 0 {
		id, x.free = x.free[n-1], x.free[:n-1]
	} else {
		x.profiles = append(x.profiles, subscriber{})
	}
	if x.byName == nil {
		x.byName = map[string]uint32{}
	}
	x.byName[name] = id
	p := subscriber{name: name, wordings: uint32(len(s.queries)), rules: uint32(len(s.rules)), levels: len(s.levels) > 0}
	p.ids = make([]uint32, 0, len(s.queries)+len(s.rules)+len(s.blocked))
	for i := range s.queries {
		w := x.word(&s.queries[i])
		m := &x.meanings.items[x.meant[w]]
		m.takers = append(m.takers, taker{name, id, w})
		p.ids = append(p.ids, w)
	}
	for i := range s.rules {
		r := x.rule(&s.rules[i])
		b := &x.rules.items[r]
		b.profiles = append(b.profiles, id)
		p.ids = append(p.ids, r)
	}
	for _, b := range s.blocked {
		c := x.companies.use(b.key, func(uint32) []uint32 { return nil })
		x.companies.items[c] = append(x.companies.items[c], id)
		p.ids = append(p.ids, c)
	}
	if p.levels {
		x.refuse(id, s.levels)
	}
	x.profiles[id] = p
}

// refuse notes which levels a profile does not take.
func (x *Subscriptions) refuse(id uint32, taken map[Level]bool) {
	if x.refusing == nil {
		x.refusing = make([]marks, len(allLevels))
	}
	for i, l := range allLevels {
		if !taken[l] {
			x.refusing[i] = lengthened(x.refusing[i], int(id)/64+1)
			x.refusing[i].add(id)
		}
	}
}

// word finds or makes the wording of a query.
func (x *Subscriptions) word(q *query) uint32 {
	return x.wordings.use(q.text, func(id uint32) string {
		x.meant = lengthened(x.meant, int(id)+1)
		x.meant[id] = x.mean(q)
		return q.text
	})
}

// mean finds or makes the meaning of a query.
func (x *Subscriptions) mean(q *query) uint32 {
	return x.meanings.use(q.meaning(), func(id uint32) meaning {
		x.gates = lengthened(x.gates, int(id)+1)
		x.gates[id] = q.gate()
		if all := q.clauses(); len(all) == 0 {
			x.always = append(x.always, id)
		} else {
			x.postings = post(x.postings, rarest(all).keys, id)
		}
		return meaning{query: *q}
	})
}

// rule finds or makes a rule.
func (x *Subscriptions) rule(r *rule) uint32 {
	return x.rules.use(r.text, func(id uint32) barrier {
		x.barring = post(x.barring, r.words(), id)
		return barrier{rule: *r}
	})
}

func post[K comparable](postings map[K][]uint32, keys []K, id uint32) map[K][]uint32 {
	if postings == nil {
		postings = map[K][]uint32{}
	}
	for _, k := range keys {
		postings[k] = append(postings[k], id)
	}
	return postings
}

func unpost[K comparable](postings map[K][]uint32, keys []K, id uint32) {
	for _, k := range keys {
		if postings[k] = without(postings[k], func(p uint32) bool { return p == id }); len(postings[k]) == 0 {
			delete(postings, k)
		}
	}
}

// Remove takes a profile out, for good or for as long as it is paused; it may be unknown.
func (x *Subscriptions) Remove(name string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.remove(name)
}

func (x *Subscriptions) remove(name string) {
	id, ok := x.byName[name]
	if !ok {
		return
	}
	delete(x.byName, name)
	ws, rs, cs := x.profiles[id].parts()
	for _, w := range ws {
		m := x.meant[w]
		of := &x.meanings.items[m]
		of.takers = without(of.takers, func(t taker) bool { return t.profile == id })
		x.wordings.drop(w, func(*string) {
			x.meanings.drop(m, func(last *meaning) { x.forget(m, &last.query) })
		})
	}
	isThis := func(p uint32) bool { return p == id }
	for _, r := range rs {
		b := &x.rules.items[r]
		b.profiles = without(b.profiles, isThis)
		x.rules.drop(r, func(last *barrier) { unpost(x.barring, last.rule.words(), r) })
	}
	for _, c := range cs {
		x.companies.items[c] = without(x.companies.items[c], isThis)
		x.companies.drop(c, nil)
	}
	for _, ids := range x.refusing {
		if x.profiles[id].levels {
			ids.remove(id)
		}
	}
	x.profiles[id] = subscriber{}
	x.free = append(x.free, id)
}

// forget takes a meaning out of the postings.
func (x *Subscriptions) forget(id uint32, q *query) {
	if all := q.clauses(); len(all) == 0 {
		x.always = without(x.always, func(m uint32) bool { return m == id })
	} else {
		unpost(x.postings, rarest(all).keys, id)
	}
}

// without takes the first that fits out of a list, whose order says nothing.
func without[T any](list []T, fits func(T) bool) []T {
	if i := slices.IndexFunc(list, fits); i >= 0 {
		last := len(list) - 1
		var none T
		list[i], list[last] = list[last], none
		return list[:last]
	}
	return list
}

// Len is how many profiles there are.
func (x *Subscriptions) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return len(x.byName)
}

// Match gives the profiles that a document is admitted for, those first whom it fits best, each with what Decides of its own
// search would answer: Why and Parts are for Matches to write when somebody reads them. The order of equals is the same for the
// same history, and says nothing. The answer is that of the moment when the loop begins; changes may be made inside it.
func (x *Subscriptions) Match(d *Document) iter.Seq2[string, Result] {
	return func(yield func(string, Result) bool) {
		j := x.match(d)
		defer x.scratch.Put(j)
		defer j.clear()
		for i := range j.admitted {
			a := &j.admitted[i]
			if !yield(a.name, Result{Admitted: true, Relevance: a.relevance, Query: a.query}) {
				return
			}
		}
	}
}

func (x *Subscriptions) match(d *Document) *matching {
	x.mu.RLock()
	defer x.mu.RUnlock()
	j, ok := x.scratch.Get().(*matching)
	if !ok {
		j = &matching{}
	}
	j.begin(x, d)
	d.eachKey(func(k key) { j.try(x.postings[k]) })
	for _, w := range d.words {
		j.bar(x.barring[w])
	}
	j.try(x.always)
	j.admit()
	j.end()
	return j
}
