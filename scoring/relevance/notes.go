package relevance

import (
	"math/bits"
	"math/rand/v2"
)

// notes is the space that reading one listing needs and the next can use again.
type notes struct {
	tokens []token
	hits   []hit
	tally  *tally

	words     []word
	different wordTable
}

// mostNotes bounds in tokens what is kept for the next listing; hardly an advert has so many.
const mostNotes = 1 << 14

func (lx *lexicon) takeNotes() *notes {
	if n, ok := lx.notes.Get().(*notes); ok {
		return n
	}
	return newNotes(lx)
}

func newNotes(lx *lexicon) *notes {
	return &notes{tokens: make([]token, 0, 1024), words: make([]word, 0, 1024), hits: make([]hit, 0, 128), tally: newTally(lx), different: wordTable{seed: rand.Uint64() | 1}}
}

func (lx *lexicon) giveBack(n *notes) {
	if cap(n.tokens) > mostNotes {
		return
	}
	n.tokens, n.words, n.hits = n.tokens[:0], n.words[:0], n.hits[:0]
	n.tally.clear()
	lx.notes.Put(n)
}

// wordTable gives words numbers. Its seed keeps an advert from choosing words that fall in one place; no answer depends on it.
type wordTable struct {
	seed  uint64
	slots []wordSlot // at least half of them free; as many as a power of two
	shift int
}

// wordSlot is free where its word is 0, which no text has.
type wordSlot struct {
	word word
	at   uint32
}

// begin makes room for so many words.
func (t *wordTable) begin(most int) {
	size := max(bits.Len(uint(most))+1, 6)
	if 1<<size > cap(t.slots) {
		t.slots = make([]wordSlot, 1<<size)
	}
	t.slots, t.shift = t.slots[:1<<size], 64-size
	clear(t.slots)
}

// slot is that of a word, or the free one where it belongs.
func (t *wordTable) slot(w word) *wordSlot {
	mask := uint64(len(t.slots) - 1)
	for i := uint64(w) * t.seed >> t.shift; ; i++ {
		if s := &t.slots[i&mask]; s.word == w || s.word == 0 {
			return s
		}
	}
}

// add reports whether the word is new.
func (t *wordTable) add(w word) bool {
	s := t.slot(w)
	if s.word == w {
		return false
	}
	s.word = w
	return true
}

func (t *wordTable) set(w word, at uint32) { t.slot(w).at = at }
func (t *wordTable) get(w word) uint32     { return t.slot(w).at }
