package metrics

import (
	"math"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"shortlist/guardrail"
	"shortlist/guardrail/review"
	"shortlist/scoring"
	"shortlist/scoring/gate"
	"shortlist/scoring/judge"
)

// Closed sets of labels that no other package lists.
const (
	titleCap = "title_cap" // stands for every cap of a title, whose ids are the person's own words
	none     = "none"      // a decision without a reason for review
	undone   = "undo"
)

// judging is what is told of the gates, the judge, the guardrail and the review queue.
type judging struct {
	gates       closed[prometheus.Counter]
	calls       closed[closed[prometheus.Counter]]
	callSeconds closed[prometheus.Observer]
	tokens      closed[closed[prometheus.Counter]]
	remaining   prometheus.Gauge
	decisions   closed[closed[prometheus.Counter]]
	queue       closed[prometheus.Gauge]
	oldest      prometheus.Gauge
	reviewed    closed[prometheus.Counter]
	kappa       prometheus.Gauge
}

func newJudging(g *group) judging {
	providers := []string{"gemini", "openai", "command", "replay"}
	actions := words([]guardrail.Action{guardrail.Pass, guardrail.Review, guardrail.Drop})
	j := judging{
		gates: counters(g, "gate_fires_total", "Listings that a gate held down, by gate.", "gate", append(gate.Names(), titleCap)),
		calls: counters2(g, "judge_calls_total", "Calls of the judge's model, by outcome.", "provider", providers, "outcome", append(words(scoring.Failures()), judge.OutcomeOK)),
		callSeconds: observers(g, "judge_call_seconds", "How long one call of the judge's model took.", "provider", providers,
			0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60),
		tokens:    counters2(g, "judge_tokens_total", "Tokens that the judge's model used, by kind; cached ones are among those of the prompt.", "provider", providers, "kind", []string{"prompt", "cached", "output", "thinking"}),
		remaining: g.gauge("judge_budget_remaining_ratio", "Share of the judge's budget of the day that is left, 0 to 1; 1 where there is no limit."),
		decisions: counters2(g, "guardrail_decisions_total", "What became of listings that matched; a review is counted once for each of its reasons.", "decision", actions, "reason", append(words(guardrail.Reasons()), none)),
		queue:     gauges(g, "review_queue", "Questions to people, by state.", "state", words([]review.State{review.Open, review.Decided, review.Expired})),
		oldest:    g.gauge("review_oldest_age_seconds", "Age of the oldest open question; 0 where there is none."),
		reviewed:  counters(g, "review_decisions_total", "Decisions that people made here, and took back.", "decision", append(words([]review.Kind{review.Approve, review.Reject, review.Score}), undone)),
		kappa:     g.gauge("review_agreement_kappa", "Cohen's kappa of judge and people over the rubric and model with the most decisions; NaN while there are too few to tell."),
	}
	j.remaining.Set(1)
	j.kappa.Set(math.NaN())
	return j
}

// Gate counts a gate that fired.
func (m *Metrics) Gate(name string) {
	if m == nil {
		return
	}
	if strings.HasPrefix(name, gate.TitlePrefix) {
		name = titleCap
	}
	m.judging.gates.get(name).Inc()
}

// Call counts a call of the judge's model, with judge.OutcomeOK or its scoring.Failure.
func (m *Metrics) Call(provider, outcome string, took time.Duration) {
	if m == nil {
		return
	}
	m.judging.calls.get(provider).get(outcome).Inc()
	observe(m.judging.callSeconds.get(provider), took)
}

// Tokens counts tokens of one kind: prompt, cached, output or thinking.
func (m *Metrics) Tokens(provider, kind string, n int) {
	if m == nil || n < 0 {
		return
	}
	m.judging.tokens.get(provider).get(kind).Add(float64(n))
}

// BudgetRemaining tells what share of the day's budget is left.
func (m *Metrics) BudgetRemaining(ratio float64) {
	if m == nil {
		return
	}
	m.judging.remaining.Set(ratio)
}

// Guard counts a decision of the guardrail, once for each reason, with none where there is no reason.
func (m *Metrics) Guard(decision, reason string) {
	if m == nil {
		return
	}
	if reason == "" {
		reason = none
	}
	m.judging.decisions.get(decision).get(reason).Inc()
}

// Queue tells how many questions there are in each state, and the age of the oldest open one.
func (m *Metrics) Queue(states map[review.State]int, oldest time.Duration) {
	if m == nil {
		return
	}
	for state, n := range states {
		if gauge, ok := m.judging.queue[string(state)]; ok {
			gauge.Set(float64(n))
		}
	}
	m.judging.oldest.Set(max(oldest, 0).Seconds())
}

// Reviewed counts a decision that a person made: approve, reject, score, or undo for one taken back.
func (m *Metrics) Reviewed(decision string) {
	if m == nil {
		return
	}
	m.judging.reviewed.get(decision).Inc()
}

// Agreement tells Cohen's kappa of judge and people; NaN where there are too few decisions to tell.
func (m *Metrics) Agreement(kappa float64) {
	if m == nil {
		return
	}
	m.judging.kappa.Set(kappa)
}
