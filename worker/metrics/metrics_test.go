package metrics_test

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"shortlist/guardrail/review"
	"shortlist/worker/metrics"
	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
)

var now = time.Date(2026, 3, 2, 8, 0, 0, 500e6, time.UTC)

const nowSeconds = 1772438400.5

type instance struct {
	*metrics.Metrics
	reg *prometheus.Registry
}

func newInstance(t testing.TB) instance {
	t.Helper()
	reg := prometheus.NewPedanticRegistry()
	m, err := metrics.New(reg, metrics.Options{Version: "1.2.3", Boards: []string{"alpha", "beta"}})
	if err != nil {
		t.Fatal(err)
	}
	return instance{m, reg}
}

// exposition is what a plain scrape is answered.
func (i instance) exposition(t testing.TB) string {
	t.Helper()
	rec := httptest.NewRecorder()
	i.Handler(i.reg).ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if rec.Code != http.StatusOK {
		t.Fatalf("%d: %s", rec.Code, rec.Body)
	}
	return rec.Body.String()
}

// series maps each series, labels and all, to its value, without the prefix of the name.
func (i instance) series(t testing.TB) map[string]float64 {
	t.Helper()
	all := map[string]float64{}
	for line := range strings.Lines(i.exposition(t)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		line = strings.TrimPrefix(strings.TrimSpace(line), "shortlist_")
		at := strings.LastIndexByte(line, ' ')
		v, err := strconv.ParseFloat(line[at+1:], 64)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		all[line[:at]] = v
	}
	return all
}

// everything calls each method once, with values of the closed sets.
func everything(i instance) {
	i.Run("sent", 2*time.Second)
	i.Stage("render", 2*time.Second)
	i.Lag(2 * time.Second)
	i.Sweep(now, 2*time.Second)
	i.Slot("late")
	i.Fetch("alpha", "rate_limited")
	i.Board("beta", 7, now)
	i.Mail("temporary")
	i.Profiles(store.SlotCounts{Active: 5, Paused: 4, Broken: 3, Refused: 1, Overdue: 2})
	i.MissedSlots([4]int{9, 8, 7, 6})
	i.Gate("language")
	i.Gate("title:my own words")
	i.Call("gemini", "quota_day", 2*time.Second)
	i.Tokens("openai", "thinking", 70)
	i.BudgetRemaining(0.25)
	i.Guard("review", "borderline")
	i.Guard("pass", "")
	i.Queue(map[review.State]int{review.Open: 3, review.Decided: 2, "unheard of": 1}, time.Minute)
	i.Reviewed("undo")
	i.Agreement(0.5)
}

func TestEachMethodCounts(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	before := i.series(t)
	everything(i)
	changed := map[string]float64{}
	for name, v := range i.series(t) {
		if before[name] != v && !strings.Contains(name, "_bucket{") {
			changed[name] = v
		}
	}
	want := map[string]float64{
		`digest_runs_total{outcome="sent"}`: 1, `digest_run_seconds_sum`: 2, `digest_run_seconds_count`: 1,
		`stage_seconds_sum{stage="render"}`: 2, `stage_seconds_count{stage="render"}`: 1,
		`schedule_lag_seconds_sum`: 2, `schedule_lag_seconds_count`: 1,
		`last_sweep_timestamp_seconds`: nowSeconds, `sweep_seconds_sum`: 2, `sweep_seconds_count`: 1,
		`slots_total{outcome="late"}`:                               1,
		`board_fetches_total{board="alpha",outcome="rate_limited"}`: 1,
		`board_listings{board="beta"}`:                              7, `board_last_nonempty_timestamp_seconds{board="beta"}`: nowSeconds,
		`mail_total{outcome="temporary"}`: 1,
		`profiles{state="active"}`:        5, `profiles{state="paused"}`: 4, `profiles{state="broken"}`: 3, `profiles{state="refused"}`: 1, `overdue_profiles`: 2,
		`gate_fires_total{gate="language"}`: 1, `gate_fires_total{gate="title_cap"}`: 1,
		`judge_calls_total{outcome="quota_day",provider="gemini"}`: 1, `judge_call_seconds_sum{provider="gemini"}`: 2, `judge_call_seconds_count{provider="gemini"}`: 1,
		`judge_tokens_total{kind="thinking",provider="openai"}`: 70, `judge_budget_remaining_ratio`: 0.25,
		`guardrail_decisions_total{decision="review",reason="borderline"}`: 1, `guardrail_decisions_total{decision="pass",reason="none"}`: 1,
		`review_queue{state="open"}`: 3, `review_queue{state="decided"}`: 2, `review_oldest_age_seconds`: 60, `review_decisions_total{decision="undo"}`: 1, `review_agreement_kappa`: 0.5,
		`missed_slots_profiles{missed="0"}`: 9, `missed_slots_profiles{missed="1"}`: 8, `missed_slots_profiles{missed="2"}`: 7, `missed_slots_profiles{missed="3+"}`: 6,
	}
	if d := cmp.Diff(want, changed); d != "" {
		t.Error(d)
	}
}

// TestNamesAndLabels holds what alert rules and dashboards are written against.
func TestNamesAndLabels(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	i.HTTP("GET /healthz", http.NotFoundHandler())
	codes := "code=200,204,302,303,304,400,401,403,404,405,409,429,500,503,other"
	boardOutcomes := "outcome=blocked,gone,http_error,malformed,network,none,not_modified,ok,other,partial,rate_limited,redirected,server_error,shrunk,timeout,too_large,wrong_type"
	want := map[string]string{
		"shortlist_digest_runs_total":                     "COUNTER outcome=deferred,dry_run,empty,failed,other,rejected,sent,unknown",
		"shortlist_digest_run_seconds":                    "HISTOGRAM",
		"shortlist_stage_seconds":                         "HISTOGRAM stage=collect,compose,deliver,gate,guard,judge,match,other,render",
		"shortlist_schedule_lag_seconds":                  "HISTOGRAM",
		"shortlist_last_sweep_timestamp_seconds":          "GAUGE",
		"shortlist_sweep_seconds":                         "HISTOGRAM",
		"shortlist_slots_total":                           "COUNTER outcome=empty,failed,late,on_time,other,skipped",
		"shortlist_profiles":                              "GAUGE state=active,broken,paused,refused",
		"shortlist_overdue_profiles":                      "GAUGE",
		"shortlist_missed_slots_profiles":                 "GAUGE missed=0,1,2,3+",
		"shortlist_board_fetches_total":                   "COUNTER board=alpha,beta,other " + boardOutcomes,
		"shortlist_board_last_nonempty_timestamp_seconds": "GAUGE board=alpha,beta",
		"shortlist_board_listings":                        "GAUGE board=alpha,beta",
		"shortlist_mail_total":                            "COUNTER outcome=accepted,other,permanent,temporary,unknown",
		"shortlist_http_request_seconds":                  "HISTOGRAM " + codes + " route=GET /healthz",
		"shortlist_gate_fires_total":                      "COUNTER gate=body_language,clearance,language,office,other,pay,residency,seniority,territory,title_cap",
		"shortlist_judge_calls_total":                     "COUNTER outcome=auth,blocked,budget,empty,malformed,model_gone,ok,other,overloaded,quota_day,quota_minute,refused,schema,timeout,transport,truncated provider=command,gemini,openai,other,replay",
		"shortlist_judge_call_seconds":                    "HISTOGRAM provider=command,gemini,openai,other,replay",
		"shortlist_judge_tokens_total":                    "COUNTER kind=cached,other,output,prompt,thinking provider=command,gemini,openai,other,replay",
		"shortlist_judge_budget_remaining_ratio":          "GAUGE",
		"shortlist_guardrail_decisions_total":             "COUNTER decision=drop,other,pass,review reason=audit,borderline,cap_without_disqualifier,gate_missed,hostile_text,none,other,quote_not_found,strong_despite_disqualifier,unjudged,unstable",
		"shortlist_review_queue":                          "GAUGE state=decided,expired,open",
		"shortlist_review_oldest_age_seconds":             "GAUGE",
		"shortlist_review_decisions_total":                "COUNTER decision=approve,other,reject,score,undo",
		"shortlist_review_agreement_kappa":                "GAUGE",
		"shortlist_build_info":                            "GAUGE go_version=" + runtime.Version() + " version=1.2.3",
	}
	if d := cmp.Diff(want, shape(t, i.reg)); d != "" {
		t.Error(d)
	}
}

// shape maps each family to its type and the values of each of its labels.
func shape(t *testing.T, g prometheus.Gatherer) map[string]string {
	t.Helper()
	families, err := g.Gather()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, f := range families {
		labels := map[string]map[string]bool{}
		for _, m := range f.GetMetric() {
			for _, l := range m.GetLabel() {
				if labels[l.GetName()] == nil {
					labels[l.GetName()] = map[string]bool{}
				}
				labels[l.GetName()][l.GetValue()] = true
			}
		}
		s := f.GetType().String()
		for _, name := range slices.Sorted(maps.Keys(labels)) {
			s += " " + name + "=" + strings.Join(slices.Sorted(maps.Keys(labels[name])), ",")
		}
		got[f.GetName()] = s
	}
	return got
}

func TestEverythingBeginsAtZero(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	i.HTTP("GET /healthz", http.NotFoundHandler())
	for name, v := range i.series(t) {
		want := 0.0
		if strings.HasPrefix(name, "build_info{") || name == "judge_budget_remaining_ratio" {
			want = 1
		}
		if name == "review_agreement_kappa" && math.IsNaN(v) {
			continue // nobody can tell yet
		}
		if v != want {
			t.Errorf("%s is %g and not %g", name, v, want)
		}
	}
}

func TestOddLabelValuesMakeNoSeries(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	before := i.series(t)
	const n = 10_000
	for k := range n {
		odd := fmt.Sprintf("odd \xff\n\"%d", k)
		i.Run(odd, time.Second)
		i.Stage(odd, time.Second)
		i.Slot(odd)
		i.Fetch(odd, "ok")
		i.Fetch("alpha", odd)
		i.Board(odd, k, now)
		i.Mail(odd)
	}
	after := i.series(t)
	if len(after) != len(before) {
		t.Errorf("%d series grew to %d", len(before), len(after))
	}
	for _, name := range []string{`digest_runs_total{outcome="other"}`, `stage_seconds_count{stage="other"}`, `slots_total{outcome="other"}`,
		`board_fetches_total{board="other",outcome="ok"}`, `board_fetches_total{board="alpha",outcome="other"}`, `mail_total{outcome="other"}`} {
		if after[name] != n {
			t.Errorf("%s is %g and not %d", name, after[name], n)
		}
	}
}

func TestOddTimes(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	i.Lag(-time.Hour)
	i.Sweep(time.Time{}, -time.Hour)
	i.Board("alpha", 0, time.Time{})
	got := i.series(t)
	for _, name := range []string{"schedule_lag_seconds_sum", "sweep_seconds_sum", "last_sweep_timestamp_seconds", `board_last_nonempty_timestamp_seconds{board="alpha"}`} {
		if v, ok := got[name]; !ok || v != 0 {
			t.Errorf("%s is %g", name, v)
		}
	}
	if got["schedule_lag_seconds_count"] != 1 {
		t.Error("a negative lag was not counted")
	}
}

func TestNoLabelGrowsWithPeopleOrListings(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	i.HTTP("GET /healthz", http.NotFoundHandler())
	families, err := i.reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	allowed := []string{"board", "code", "decision", "gate", "go_version", "kind", "missed", "outcome", "provider", "reason", "route", "stage", "state", "version"}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			for _, l := range m.GetLabel() {
				if !slices.Contains(allowed, l.GetName()) {
					t.Errorf("%s has the label %s", f.GetName(), l.GetName())
				}
			}
		}
	}
}

func TestLint(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	i.HTTP("GET /healthz", http.NotFoundHandler())
	problems, err := testutil.GatherAndLint(i.reg)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
}

func TestPromtool(t *testing.T) {
	t.Parallel()
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		if storetest.Required("promtool") {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	i := newInstance(t)
	i.HTTP("GET /healthz", http.NotFoundHandler())
	everything(i)
	cmd := exec.CommandContext(t.Context(), promtool, "check", "metrics")
	cmd.Stdin = strings.NewReader(i.exposition(t))
	if out, err := cmd.CombinedOutput(); err != nil || len(bytes.TrimSpace(out)) > 0 {
		t.Errorf("%v: %s", err, out)
	}
}

func TestHistogramsAreNativeToo(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	ok := i.HTTP("GET /healthz", http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	ok.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/healthz", nil))
	everything(i)
	families, err := i.reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, f := range families {
		for _, m := range f.GetMetric() {
			h := m.GetHistogram()
			if h.GetSampleCount() == 0 {
				continue
			}
			seen++
			if h.GetSchema() != 3 || len(h.GetPositiveSpan()) == 0 || len(h.GetBucket()) == 0 {
				t.Errorf("%s: schema %d, %d native spans, %d classic buckets", f.GetName(), h.GetSchema(), len(h.GetPositiveSpan()), len(h.GetBucket()))
			}
		}
	}
	if seen != 6 {
		t.Errorf("%d histograms have a sample", seen)
	}
}

func TestNilDoesNothing(t *testing.T) {
	t.Parallel()
	everything(instance{})
	var m *metrics.Metrics
	for _, h := range []http.Handler{m.HTTP("GET /x", http.NotFoundHandler()), m.Handler(prometheus.NewRegistry())} {
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/x", nil))
		if rec.Code != http.StatusNotFound {
			t.Error(rec.Code)
		}
	}
}

func TestNewRegistersAllOrNothing(t *testing.T) {
	t.Parallel()
	reg := prometheus.NewRegistry()
	reg.MustRegister(prometheus.NewGauge(prometheus.GaugeOpts{Name: "shortlist_overdue_profiles", Help: "Of another."}))
	if _, err := metrics.New(reg, metrics.Options{}); err == nil {
		t.Fatal("a name was registered twice")
	}
	if n, err := testutil.GatherAndCount(reg); n != 1 || err != nil {
		t.Errorf("%d series, %v", n, err)
	}
}

func TestAnyVersionIsALabel(t *testing.T) {
	t.Parallel()
	reg := prometheus.NewRegistry()
	if _, err := metrics.New(reg, metrics.Options{Version: "\xff"}); err != nil {
		t.Fatal(err)
	}
	if got := shape(t, reg)["shortlist_build_info"]; !strings.HasSuffix(got, "version=?") {
		t.Error(got)
	}
}

func TestNewRefusesABoardThatCanBeNoLabel(t *testing.T) {
	t.Parallel()
	for _, b := range []string{"", "a\xff"} {
		reg := prometheus.NewRegistry()
		if _, err := metrics.New(reg, metrics.Options{Boards: []string{"alpha", b}}); err == nil {
			t.Errorf("%q was taken", b)
		}
		if n, err := testutil.GatherAndCount(reg); n != 0 || err != nil {
			t.Errorf("%q: %d series, %v", b, n, err)
		}
	}
}

func TestInUseFromManySides(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for k := range 50 {
				everything(i)
				i.HTTP(fmt.Sprintf("GET /%d", k%3), http.NotFoundHandler()).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
			}
		})
	}
	for range 5 {
		if _, err := i.reg.Gather(); err != nil {
			t.Error(err)
		}
	}
	wg.Wait()
	if got := i.series(t)[`digest_runs_total{outcome="sent"}`]; got != 400 {
		t.Errorf("%g runs", got)
	}
}
