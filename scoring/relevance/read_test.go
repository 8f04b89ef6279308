package relevance

import (
	"reflect"
	"sync"
	"testing"

	"shortlist/scoring"
)

// TestReadAgain: what was read before, and what is read beside, leaves no trace in a document.
func TestReadAgain(t *testing.T) {
	t.Parallel()
	w, lx := newWorld(8), theLexicon()
	var ls []*scoring.Listing
	var alone []*Document
	for i := range 60 {
		l := w.Listing(i, 20+w.IntN(4000))
		ls, alone = append(ls, l), append(alone, lx.document(l, newNotes(lx)))
	}
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for i := range ls {
				at := len(ls) - 1 - i
				if d := Read(ls[at]); !reflect.DeepEqual(d, alone[at]) {
					t.Errorf("%q read again is another document", ls[at].Title)
				}
			}
		})
	}
	readers.Wait()
}
