package judge

import (
	"context"
	"fmt"
	"sync"
	"time"

	"shortlist/scoring"
)

// Use is an amount of judging, or a limit of it, where zero means no limit.
type Use struct {
	Calls  int
	Tokens int // of prompts and replies, thinking included
}

// Plus adds two amounts.
func (u Use) Plus(o Use) Use { return Use{u.Calls + o.Calls, u.Tokens + o.Tokens} }

func (u Use) minus(o Use) Use { return Use{u.Calls - o.Calls, u.Tokens - o.Tokens} }

// within reports whether u keeps a limit.
func (u Use) within(limit Use) bool {
	return (limit.Calls <= 0 || u.Calls <= limit.Calls) && (limit.Tokens <= 0 || u.Tokens <= limit.Tokens)
}

// left is the share of a limit that is left, of calls or of tokens, whichever has less.
func (u Use) left(limit Use) float64 {
	ratio := 1.0
	if limit.Calls > 0 {
		ratio = min(ratio, 1-float64(u.Calls)/float64(limit.Calls))
	}
	if limit.Tokens > 0 {
		ratio = min(ratio, 1-float64(u.Tokens)/float64(limit.Tokens))
	}
	return max(ratio, 0)
}

func (u Use) String() string {
	switch {
	case u.Tokens <= 0:
		return fmt.Sprintf("%d calls", u.Calls)
	case u.Calls <= 0:
		return fmt.Sprintf("%d tokens", u.Tokens)
	}
	return fmt.Sprintf("%d calls and %d tokens", u.Calls, u.Tokens)
}

// Ledger counts what is used in a day, for all processes together.
type Ledger interface {
	// Reserve adds want to what is used on a day, in one step, where the sum keeps the limit, and else changes nothing. It
	// returns what is used then. Days come as 2006-01-02.
	Reserve(ctx context.Context, day string, want, limit Use) (used Use, ok bool, err error)
	// Correct adds by, which may be negative, to what is used on a day: the true use less what was reserved.
	Correct(ctx context.Context, day string, by Use) error
}

// Memory is a Ledger for one process. It knows the last two days.
type Memory struct {
	mu   sync.Mutex
	days []memoryDay
}

type memoryDay struct {
	day  string
	used Use
}

// NewMemory returns a Memory with nothing used.
func NewMemory() *Memory { return &Memory{} }

// Reserve is as Ledger says.
func (m *Memory) Reserve(_ context.Context, day string, want, limit Use) (Use, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	d := m.find(day)
	sum := d.used.Plus(want)
	if !sum.within(limit) {
		return d.used, false, nil
	}
	d.used = sum
	return sum, true, nil
}

// Correct is as Ledger says.
func (m *Memory) Correct(_ context.Context, day string, by Use) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	d := m.find(day)
	d.used = d.used.Plus(by)
	return nil
}

func (m *Memory) find(day string) *memoryDay {
	for i := range m.days {
		if m.days[i].day == day {
			return &m.days[i]
		}
	}
	if len(m.days) == 2 {
		m.days = m.days[1:]
	}
	m.days = append(m.days, memoryDay{day: day})
	return &m.days[len(m.days)-1]
}

// budget reserves before each call, first from the run's limit and then from the day's, and corrects after it.
type budget struct {
	ledger   Ledger
	daily    Use
	provider string
	meter    Meter
}

// recordTime is how long a correction or a stored reply may take: it is written although the run may have been stopped.
const recordTime = 5 * time.Second

// reserve takes one call and so many tokens.
func (b *budget) reserve(ctx context.Context, run *runBudget, tokens int) (*reservation, error) {
	want := Use{1, tokens}
	if !run.reserve(want) {
		return nil, fail(scoring.FailBudget, fmt.Sprintf("the limit of this run, %s, is reached", run.limit))
	}
	now := time.Now()
	r := &reservation{b: b, run: run, day: Day(b.provider, now), want: want}
	used, ok, err := b.ledger.Reserve(ctx, r.day, want, b.daily)
	if err == nil {
		b.meter.BudgetRemaining(used.left(b.daily))
	}
	switch {
	case err != nil && ctx.Err() != nil:
		run.correct(Use{}.minus(want))
		return nil, ended(ctx)
	case err != nil:
		run.correct(Use{}.minus(want))
		return nil, &scoring.JudgeError{Failure: scoring.FailBudget, RetryAfter: -1, Err: fmt.Errorf("the day's budget cannot be read: %w", err)}
	case !ok:
		run.correct(Use{}.minus(want))
		next := nextDay(b.provider, now)
		failed := fail(scoring.FailBudget, fmt.Sprintf("the limit of the day, %s, is reached; a new day begins at %s", b.daily, next.Format(time.RFC3339)))
		failed.RetryAfter = next.Sub(now)
		return nil, failed
	}
	return r, nil
}

// reservation is what one call holds of the budget.
type reservation struct {
	b    *budget
	run  *runBudget
	day  string
	want Use
}

// settle puts the true use in the place of what was reserved. A process that dies before it leaves the reservation, so that
// the limit errs on the safe side.
func (r *reservation) settle(ctx context.Context, used Use) error {
	by := used.minus(r.want)
	r.run.correct(by)
	if by == (Use{}) {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTime)
	defer cancel()
	return r.b.ledger.Correct(ctx, r.day, by)
}

// runBudget is the limit of one run. A nil one has none.
type runBudget struct {
	mu          sync.Mutex
	used, limit Use
}

func (r *runBudget) reserve(want Use) bool {
	if r == nil {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	sum := r.used.Plus(want)
	if !sum.within(r.limit) {
		return false
	}
	r.used = sum
	return true
}

func (r *runBudget) correct(by Use) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.used = r.used.Plus(by)
}
