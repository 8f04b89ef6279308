package relevance

import (
	"iter"
	"math/bits"
	"slices"
	"sync"
)

// Index finds, among many documents, those that a search may admit, without looking at the others. Each document has a handle
// of the caller's. It is safe for concurrent use; readers search a View, which no change disturbs.
//
// Documents stand in segments of 512. For each key three of a segment's rows are chosen by its hash, and a document has its
// bit in the rows of all its keys: those that have a key are the bits that its three rows share, and the few that share them by
// chance. An entry costs some hundred bits to set, an update never moves what is there, and a search reads only the rows of
// its keys.
type Index[H comparable] struct {
	mu       sync.Mutex
	at       map[H]spotIn
	segments []*segment[H] // nil where one was given up
	tail     int           // the segment that takes the next document
	views    uint64        // how many were made; what was made under an older number may be seen by others
}

// spotIn is where a document stands.
type spotIn struct{ segment, bit int }

const (
	segmentSize = 512 // documents; a row is one line of the processor's cache
	rowsByKey   = 3

	// Which rows are for what: first those of words.
	termRows   = 1 << 12
	familyRows = termRows + 1<<10
	levelRows  = familyRows + 1<<6
	rowCount   = levelRows + 1<<4
)

// lane is a set of the documents of a segment.
type lane [segmentSize / 64]uint64

// segment is some documents with their keys. The slices are only ever appended to, so that copies of a segment can share them.
type segment[H comparable] struct {
	view, rowsView uint64
	live           lane
	alive          int
	handles        []H
	docs           []*Document
	rows           *[rowCount]lane
}

// View is an index at one moment. It is immutable and safe for concurrent use.
type View[H comparable] struct {
	segments []*segment[H]
	size     int
}

// Put adds a document, in place of the handle's old one if there is one.
func (x *Index[H]) Put(h H, d *Document) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.remove(h)
	x.put(h, d)
}

// Remove takes out a handle's document; it may be unknown.
func (x *Index[H]) Remove(h H) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.remove(h)
}

// View is the index as it stands. Taking one costs a few bytes for 512 documents; the next Put after it copies one segment's
// rows, 330 KB, so that changes are best made together.
func (x *Index[H]) View() *View[H] {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.views++
	return &View[H]{segments: slices.Clone(x.segments), size: len(x.at)}
}

func (x *Index[H]) put(h H, d *Document) {
	if x.at == nil {
		x.at = map[H]spotIn{}
	}
	if len(x.segments) == 0 || x.segments[x.tail] == nil || len(x.segments[x.tail].docs) == segmentSize {
		x.grow()
	}
	b := x.own(x.tail)
	if b.rowsView != x.views {
		rows := *b.rows
		b.rows, b.rowsView = &rows, x.views
	}
	bit := len(b.docs)
	b.handles, b.docs = append(b.handles, h), append(b.docs, d)
	b.live.set(bit)
	b.alive++
	d.eachKey(func(k key) {
		for _, row := range rowsOf(k) {
			b.rows[row].set(bit)
		}
	})
	x.at[h] = spotIn{x.tail, bit}
}

// grow begins a new segment, in the place of one that was given up if there is one.
func (x *Index[H]) grow() {
	b := &segment[H]{
		view: x.views, rowsView: x.views, rows: new([rowCount]lane),
		handles: make([]H, 0, segmentSize), docs: make([]*Document, 0, segmentSize),
	}
	if x.tail = slices.Index(x.segments, nil); x.tail >= 0 {
		x.segments[x.tail] = b
		return
	}
	x.tail = len(x.segments)
	x.segments = append(x.segments, b)
}

// own returns a segment that no view sees.
func (x *Index[H]) own(i int) *segment[H] {
	if b := x.segments[i]; b.view != x.views {
		mine := *b
		mine.view = x.views
		x.segments[i] = &mine
	}
	return x.segments[i]
}

func (x *Index[H]) remove(h H) {
	at, ok := x.at[h]
	if !ok {
		return
	}
	delete(x.at, h)
	b := x.own(at.segment)
	b.live.clear(at.bit)
	b.alive--
	if at.segment == x.tail || 2*b.alive >= len(b.docs) {
		return
	}
	// Half of the segment is gone: the others move to the tail, each at the cost of one that went.
	x.segments[at.segment] = nil
	b.live.each(func(bit int) bool {
		x.put(b.handles[bit], b.docs[bit])
		return true
	})
}

// Len is how many documents there are.
func (v *View[H]) Len() int { return v.size }

// Search gives the documents that a search may admit, each once, with few others: Matches decides. All that it leaves out have
// no title hit. The order is the same for the same history of the index, and says nothing.
func (v *View[H]) Search(s *Search) iter.Seq2[H, *Document] {
	return func(yield func(H, *Document) bool) {
		plans := make([][][][rowsByKey]uint16, len(s.queries))
		for i := range s.queries {
			plans[i] = s.queries[i].plan()
		}
		for _, b := range v.segments {
			if b == nil {
				continue
			}
			var found lane
			for _, plan := range plans {
				found.or(b.answer(plan))
			}
			if !found.each(func(bit int) bool { return yield(b.handles[bit], b.docs[bit]) }) {
				return
			}
		}
	}
}

// plan is the rows of a query's keys, by clause.
func (q *query) plan() (plan [][][rowsByKey]uint16) {
	for _, c := range q.clauses() {
		rows := make([][rowsByKey]uint16, len(c.keys))
		for i, k := range c.keys {
			rows[i] = rowsOf(k)
		}
		plan = append(plan, rows)
	}
	return plan
}

// answer are the documents of a segment that have a key of each clause.
func (b *segment[H]) answer(plan [][][rowsByKey]uint16) lane {
	all := b.live
	for _, clause := range plan {
		var some lane
		for _, rows := range clause {
			one := b.rows[rows[0]]
			one.and(&b.rows[rows[1]])
			one.and(&b.rows[rows[2]])
			some.or(one)
		}
		all.and(&some)
	}
	return all
}

// rowsOf are the rows of a key. Families and levels have one each; the words, which are most keys, stand apart from the rest.
func rowsOf(k key) [rowsByKey]uint16 {
	switch low := uint16(k); {
	case k&^0xFFFF == keyFamily:
		row := familyRows + low
		return [rowsByKey]uint16{row, row, row}
	case k&^0xFFFF == keyLevel:
		row := levelRows + low
		return [rowsByKey]uint16{row, row, row}
	}
	h := uint64(k) * 0x9E3779B97F4A7C15
	h ^= h >> 29
	h *= 0xBF58476D1CE4E5B9
	a, b, c := uint16(h>>52), uint16(h>>40&0xFFF), uint16(h>>28&0xFFF)
	if k >= keyWord {
		return [rowsByKey]uint16{a, b, c}
	}
	const mask = familyRows - termRows - 1
	return [rowsByKey]uint16{termRows + a&mask, termRows + b&mask, termRows + c&mask}
}

func (l *lane) set(bit int)   { l[bit/64] |= 1 << (bit % 64) }
func (l *lane) clear(bit int) { l[bit/64] &^= 1 << (bit % 64) }

func (l *lane) and(other *lane) {
	for i := range l {
		l[i] &= other[i]
	}
}

func (l *lane) or(other lane) {
	for i := range l {
		l[i] |= other[i]
	}
}

// each calls do for each bit that is set until do says no, and reports whether it never did.
func (l *lane) each(do func(bit int) bool) bool {
	for i, left := range l {
		for ; left != 0; left &= left - 1 {
			if !do(i*64 + bits.TrailingZeros64(left)) {
				return false
			}
		}
	}
	return true
}
