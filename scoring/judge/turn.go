package judge

import (
	"context"

	"shortlist/scoring"
)

// turn is the leave to make one call, with what it holds until the call is over.
type turn struct {
	j      *Judge
	pass   pass
	held   *reservation
	prompt int // tokens of the prompt, estimated
}

// enter waits for a turn. Where there will be none soon the failure is scoring.FailBudget, and nothing was asked.
func (j *Judge) enter(ctx context.Context, s *Session, r Request, admitted func()) (*turn, error) {
	if err := s.halted(); err != nil {
		return nil, err
	}
	if err := j.pace.slot(ctx); err != nil {
		return nil, err
	}
	t := &turn{j: j, prompt: estimate(len(r.System) + len(r.User))}
	held, err := j.budget.reserve(ctx, s.budget(), t.prompt+r.MaxTokens)
	if err != nil {
		j.pace.free()
		return nil, err
	}
	t.held = held
	admitted()
	if t.pass, err = j.pace.wait(ctx); err == nil {
		err = s.halted() // by another call, meanwhile
	}
	if err != nil {
		t.give(ctx, Use{}, false, "")
		return nil, err
	}
	return t, nil
}

// leave ends a turn after its call.
func (t *turn) leave(ctx context.Context, f scoring.Failure, tokens scoring.Tokens, replied int) {
	used := Use{1, tokens.Total()}
	if used.Tokens == 0 {
		used.Tokens = t.unsaid(f, replied)
	}
	if f == scoring.FailQuotaMinute || f == scoring.FailQuotaDay {
		used.Calls = 0 // a refusal costs nothing, and must not use up the run's calls
	}
	t.give(ctx, used, f == "" || ctx.Err() == nil, f)
}

// unsaid estimates the tokens of a call whose provider does not say.
func (t *turn) unsaid(f scoring.Failure, replied int) int {
	switch f {
	case "", scoring.FailTruncated, scoring.FailEmpty, scoring.FailMalformed, scoring.FailSchema, scoring.FailRefused:
		return t.prompt + estimate(replied)
	case scoring.FailTimeout:
		return t.prompt // it may have been read and paid for
	}
	return 0
}

func (t *turn) give(ctx context.Context, used Use, asked bool, f scoring.Failure) {
	if err := t.held.settle(ctx, used); err != nil {
		t.j.o.Log.Warn("the day's budget could not be corrected; it counts too much", "error", err)
	}
	if t.pass != 0 {
		t.j.pace.breaker.report(t.pass, asked, f)
	}
	t.j.pace.free()
}

// estimate is about how many tokens so many bytes are, rather too many than too few: English has four bytes to a token,
// most other languages fewer.
func estimate(bytes int) int { return bytes/3 + 1 }
