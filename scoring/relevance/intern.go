package relevance

import (
	"encoding/binary"
)

// table keeps equal things once and counts who uses them.
type table[V any] struct {
	ids   map[string]uint32
	items []V
	names []string
	users []uint32
	free  []uint32
}

// use returns the number of the thing of a name, made where it is new, with one more user.
func (t *table[V]) use(name string, create func(id uint32) V) uint32 {
	id, ok := t.ids[name]
	if !ok {
		if n := len(t.free); n > 0 {
			id, t.free = t.free[n-1], t.free[:n-1]
		} else {
			var none V
			id = uint32(len(t.items))
			t.items, t.names, t.users = append(t.items, none), append(t.names, ""), append(t.users, 0)
		}
		if t.ids == nil {
			t.ids = map[string]uint32{}
		}
		t.ids[name], t.names[id] = id, name
		t.items[id] = create(id)
	}
	t.users[id]++
	return id
}

// drop takes a user from a thing; drop without one forgets it, after a last look at it.
func (t *table[V]) drop(id uint32, last func(*V)) {
	if t.users[id]--; t.users[id] > 0 {
		return
	}
	if last != nil {
		last(&t.items[id])
	}
	var none V
	delete(t.ids, t.names[id])
	t.items[id], t.names[id], t.free = none, "", append(t.free, id)
}

// meaning is the same for queries that admit the same documents at the same relevance, however they are written.
func (q *query) meaning() string {
	flag := func(b bool) uint64 {
		if b {
			return 1
		}
		return 0
	}
	buf := make([]byte, 0, 64)
	add := func(ns ...uint64) {
		for _, n := range ns {
			buf = binary.AppendUvarint(buf, n)
		}
	}
	addWords := func(s sequence) {
		add(uint64(len(s.words)), flag(s.slash))
		for _, w := range s.words {
			add(uint64(w))
		}
	}
	add(uint64(q.level.rank()+1), flag(q.strict), uint64(q.families), uint64(q.head), flag(q.person), uint64(q.noun))
	addWords(q.order)
	for i := range q.wants {
		w := &q.wants[i]
		add(uint64(w.term), uint64(w.kind), uint64(w.need), uint64(w.weight*1000), flag(w.person))
		addWords(w.words)
	}
	return string(buf)
}
