package app

import (
	"context"

	"shortlist/worker/pipeline"
	"shortlist/worker/store"
)

// BoardStates is what is known of every enabled board, without asking any.
func (a *App) BoardStates(ctx context.Context) ([]pipeline.BoardState, error) {
	known, err := a.Store.Boards(ctx)
	if err != nil {
		return nil, err
	}
	byName := map[string]store.Board{}
	for _, b := range known {
		byName[b.Name] = b
	}
	states := make([]pipeline.BoardState, 0, len(a.Collector().Sources))
	for _, src := range a.Collector().Sources {
		b := byName[src.Name()]
		b.Name = src.Name()
		states = append(states, pipeline.BoardState{Source: src, Board: b})
	}
	return states, nil
}

// CheckBoards asks every board that may be asked: one that is due, or one on this machine, whose terms are the host's own.
func (a *App) CheckBoards(ctx context.Context) ([]pipeline.BoardState, error) {
	return a.Collector().Refresh(ctx, pipeline.IfOwn)
}
