package relevance

import (
	"shortlist/scoring/relevance/relevancetest"
)

// world makes listings and searches.
type world struct{ relevancetest.World }

func newWorld(seed uint64) world { return world{relevancetest.New(seed)} }

func (w world) search() *Search {
	p := w.Person()
	s, err := New(Settings{Queries: p.Queries, Exclude: p.Exclude, BlockCompanies: p.BlockCompanies, Levels: p.Levels})
	if err != nil {
		panic(err) // a world writes no setting that is refused
	}
	return s
}
