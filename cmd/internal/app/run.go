package app

import (
	"context"

	"shortlist/worker/pipeline"
)

// RunOnce makes one digest by hand. Where no daemon does the upkeep, this is what keeps closed listings out of the next one.
func (a *App) RunOnce(ctx context.Context, r pipeline.Request) (pipeline.Result, error) {
	if err := a.CheckJudge(ctx); err != nil {
		return pipeline.Result{}, err
	}
	result, err := a.Runner().Run(ctx, r)
	if r.DryRun || ctx.Err() != nil {
		return result, err
	}
	if _, closeErr := a.Upkeep.CloseUnseen(ctx); closeErr != nil {
		a.Log.Warn("listings that the boards dropped could not be closed", "error", closeErr)
	}
	return result, err
}
