// Package metrics counts what the daemon does, for Prometheus. The packages that do the work do not import it: each
// declares the one or two methods that it calls, and *Metrics has them.
package metrics

import (
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/prometheus/client_golang/prometheus"

	"shortlist/digest/mail"
	"shortlist/worker/board"
	"shortlist/worker/pipeline"
	"shortlist/worker/store"
)

const namespace = "shortlist"

// Options are what the fixed labels are made of.
type Options struct {
	Version string   // of the program, for build_info
	Boards  []string // every board there may be; a name that is not among them is counted as "other"
}

// Metrics holds what is counted. It is safe for concurrent use, and every method of a nil *Metrics does nothing, so that
// a command without a daemon needs none.
type Metrics struct {
	runs       closed[prometheus.Counter]
	runSeconds prometheus.Histogram
	stages     closed[prometheus.Observer]
	lag        prometheus.Histogram
	lastSweep  prometheus.Gauge
	sweeps     prometheus.Histogram
	slots      closed[prometheus.Counter]

	profiles closed[prometheus.Gauge]
	overdue  prometheus.Gauge
	missed   [4]prometheus.Gauge

	fetches  closed[closed[prometheus.Counter]]
	nonempty closed[prometheus.Gauge]
	listings closed[prometheus.Gauge]
	mails    closed[prometheus.Counter]
	http     *routes

	judging judging
}

// missedSlots are the label values of Metrics.missed, in the order of MissedSlots.
var missedSlots = [4]string{"0", "1", "2", "3+"}

// New registers every metric, all label values at zero. It fails where reg holds one of the names already, and then
// nothing of it is registered; and where a board's name can be no label.
func New(reg prometheus.Registerer, o Options) (*Metrics, error) {
	for _, b := range o.Boards {
		if b == "" || !utf8.ValidString(b) {
			return nil, fmt.Errorf("metrics: %q is no name of a board", b)
		}
	}
	var all group
	m := &Metrics{}
	m.digests(&all)
	m.people(&all)
	m.world(&all, o.Boards)
	m.judging = newJudging(&all)
	all.info(o.Version)
	if err := reg.Register(all); err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	return m, nil
}

// digests makes what is told of slots and runs.
func (m *Metrics) digests(g *group) {
	m.runs = counters(g, "digest_runs_total", "Runs that ended, by outcome.", "outcome", words(pipeline.Outcomes()))
	m.runSeconds = g.histogram("digest_run_seconds", "How long a run took, whatever its outcome.",
		0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 240)
	m.stages = observers(g, "stage_seconds", "How long one stage of a run took.", "stage",
		pipeline.Stages(),
		0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 15, 30, 60, 240)
	m.lag = g.histogram("schedule_lag_seconds", "From a slot's instant to the moment when it was claimed.",
		1, 5, 15, 30, 60, 120, 300, 900, 3600, 6*3600)
	m.lastSweep = g.gauge("last_sweep_timestamp_seconds", "When the last sweep ended well; 0 before the first.")
	m.sweeps = g.histogram("sweep_seconds", "How long a sweep took.", 0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 15)
	m.slots = counters(g, "slots_total", "Slots by what became of them, each counted once when that is settled.", "outcome",
		[]string{"on_time", "late", "skipped", "failed", "empty"})
}

// people makes what is told of all profiles together.
func (m *Metrics) people(g *group) {
	m.profiles = gauges(g, "profiles", "Profiles by state: broken is one whose data cannot be scheduled, refused one whose address the mail server will never deliver to.", "state",
		[]string{"active", "paused", "broken", "refused"})
	m.overdue = g.gauge("overdue_profiles", "Active profiles whose slot has come and is not claimed yet.")
	byMissed := gauges(g, "missed_slots_profiles", "Profiles by how many of their latest slots in a row went without a digest.", "missed", missedSlots[:])
	for i, v := range missedSlots {
		m.missed[i] = byMissed[v]
	}
}

// world makes what is told of the boards, the mail server and the pages.
func (m *Metrics) world(g *group, boards []string) {
	m.fetches = counters2(g, "board_fetches_total", "Fetches of a board, by outcome.", "board", boards, "outcome", words(board.Outcomes()))
	m.nonempty = gauges(g, "board_last_nonempty_timestamp_seconds", "When a board last sent a listing; 0 where it never did.", "board", boards)
	m.listings = gauges(g, "board_listings", "Listings in a board's last answer that was believed.", "board", boards)
	m.mails = counters(g, "mail_total", "Attempts to hand a mail to the mail server, by outcome.", "outcome", words(mail.Outcomes()))
	m.http = newRoutes(g)
}

// Run counts a run that ended with a pipeline.Outcome.
func (m *Metrics) Run(outcome string, took time.Duration) {
	if m == nil {
		return
	}
	m.runs.get(outcome).Inc()
	observe(m.runSeconds, took)
}

// Stage tells how long one stage of a run took.
func (m *Metrics) Stage(name string, took time.Duration) {
	if m == nil {
		return
	}
	observe(m.stages.get(name), took)
}

// Lag tells how long after its instant a slot was claimed.
func (m *Metrics) Lag(d time.Duration) {
	if m == nil {
		return
	}
	observe(m.lag, d)
}

// Sweep tells of a sweep that ended well.
func (m *Metrics) Sweep(at time.Time, took time.Duration) {
	if m == nil {
		return
	}
	m.lastSweep.Set(timestamp(at))
	observe(m.sweeps, took)
}

// Slot counts a slot once it is settled: on_time, late, missed, failed or empty.
func (m *Metrics) Slot(outcome string) {
	if m == nil {
		return
	}
	m.slots.get(outcome).Inc()
}

// Fetch counts one fetch of a board, with its board.Outcome.
func (m *Metrics) Fetch(board, outcome string) {
	if m == nil {
		return
	}
	m.fetches.get(board).get(outcome).Inc()
}

// Board tells what a board holds and when it last sent a listing; the zero time is never. A board that New was not told
// of is left out: its size under "other" would be that of whichever came last.
func (m *Metrics) Board(name string, listings int, nonempty time.Time) {
	if m == nil {
		return
	}
	if g, ok := m.listings[name]; ok {
		g.Set(float64(listings))
		m.nonempty[name].Set(timestamp(nonempty))
	}
}

// Mail counts one attempt to send, with its mail.Outcome.
func (m *Metrics) Mail(outcome string) {
	if m == nil {
		return
	}
	m.mails.get(outcome).Inc()
}

// Profiles tells how many profiles there are in each state, and how many of the active ones are overdue.
func (m *Metrics) Profiles(c store.SlotCounts) {
	if m == nil {
		return
	}
	m.profiles["active"].Set(float64(c.Active))
	m.profiles["paused"].Set(float64(c.Paused))
	m.profiles["broken"].Set(float64(c.Broken))
	m.profiles["refused"].Set(float64(c.Refused))
	m.overdue.Set(float64(c.Overdue))
}

// MissedSlots tells how many profiles have missed none, one, two, and three or more of their latest slots in a row.
func (m *Metrics) MissedSlots(counts [4]int) {
	if m == nil {
		return
	}
	for i, n := range counts {
		m.missed[i].Set(float64(n))
	}
}

// observe takes a negative duration, which a clock set back gives, as none: the sum of a histogram must not shrink.
func observe(o prometheus.Observer, d time.Duration) { o.Observe(max(d, 0).Seconds()) }

// timestamp is in seconds since 1970, to the millisecond; 0 for the zero time.
func timestamp(t time.Time) float64 {
	if t.IsZero() {
		return 0
	}
	return float64(t.UnixMilli()) / 1e3
}

func words[T ~string](values []T) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}
