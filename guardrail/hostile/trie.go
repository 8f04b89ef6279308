package hostile

import "strings"

// trie finds the classes of a folded word while its letters are read, one step a letter, so that a text is looked up in
// the time it takes to read it, however long the lists are.
type trie struct {
	next   [][alphabet]uint16 // 0 is no way on
	starts []sense            // of the words that start with the letters up to here
	whole  []sense            // of the word that ends here
}

const (
	letters  = 26
	alphabet = letters + 10
	root     = 1
)

// newTrie reads lists of words apart by spaces; "ignor*" stands for every word that starts so.
func newTrie(lists []wordList) *trie {
	t := &trie{}
	t.node() // none
	t.node() // root
	for _, l := range lists {
		for _, w := range strings.Fields(l.words) {
			t.add(w, l.class)
		}
	}
	return t
}

func (t *trie) node() uint16 {
	t.next = append(t.next, [alphabet]uint16{})
	t.starts = append(t.starts, 0)
	t.whole = append(t.whole, 0)
	return uint16(len(t.next) - 1)
}

func (t *trie) add(word string, c sense) {
	word, open := strings.CutSuffix(word, "*")
	at := uint16(root)
	for i := range len(word) {
		s := symbol(word[i])
		if t.next[at][s] == 0 {
			n := t.node()
			t.next[at][s] = n
		}
		at = t.next[at][s]
	}
	if open {
		t.starts[at] |= c
	} else {
		t.whole[at] |= c
	}
}

// symbol is the place of a lower-case letter or digit in the alphabet.
func symbol(b byte) int {
	if b >= 'a' {
		return int(b - 'a')
	}
	return letters + int(b-'0')
}

// classOf looks one folded word up.
func (t *trie) classOf(word string) sense {
	at, c := uint16(root), sense(0)
	for i := range len(word) {
		if at = t.next[at][symbol(word[i])]; at == 0 {
			return c
		}
		c |= t.starts[at]
	}
	return c | t.whole[at]
}
