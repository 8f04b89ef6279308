package main_test

import (
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"shortlist/guardrail/review"
	"shortlist/worker/store/storetest"
)

// loadClients decide at the same time. Each says one thing alone, so that what is stored tells whose it is.
const loadClients = 20

// TestEachDecisionIsStoredOnce: clients decide one queue of 5,000 for a time (SHORTLIST_REVIEW_LOAD, or 3 seconds), three of
// them each question at once, some in bulk. What they were told is what the database has: nothing is lost, nothing there twice.
func TestEachDecisionIsStoredOnce(t *testing.T) {
	t.Parallel()
	lasts := 3 * time.Second
	if s := os.Getenv("SHORTLIST_REVIEW_LOAD"); s != "" {
		var err error
		if lasts, err = time.ParseDuration(s); err != nil {
			t.Fatal(err)
		}
	}
	storetest.Each(t, func(t *testing.T, dsn string) {
		h := newHouse(t, dsn)
		ctx, cancel := context.WithTimeout(t.Context(), lasts+time.Minute)
		defer cancel()
		l := &load{t: t, h: h, until: time.Now().Add(lasts)}
		var wg sync.WaitGroup
		clients := make([]*decider, loadClients)
		for i := range clients {
			clients[i] = l.decider(i)
			wg.Go(func() { clients[i].work(ctx) })
		}
		wg.Wait()
		l.compare(clients, dsn)
		if err := h.stop(syscall.SIGTERM); err != nil {
			t.Errorf("stopped with %v\n%s", err, h.log())
		}
	})
}

type load struct {
	t     *testing.T
	h     *house
	until time.Time
	turn  atomic.Int64 // three turns to a question
}

// decider is a client with its session and what it was told.
type decider struct {
	*load
	http.Client
	form     url.Values
	stands   string // its decision, as the database says it
	token    string
	asked    map[int]bool
	won      map[int]bool // told that it was decided so
	lost     map[int]bool // told that somebody came first
	inBulk   int          // told how many were decided so in all
	requests int
	bulk     map[int]bool
}

func (l *load) decider(i int) *decider {
	l.t.Helper()
	token, _, err := l.h.store.NewSession(l.t.Context(), "crowd", time.Hour)
	if err != nil {
		l.t.Fatal(err)
	}
	c := &decider{load: l, token: token, asked: map[int]bool{}, won: map[int]bool{}, lost: map[int]bool{}, bulk: map[int]bool{}}
	c.Transport = &http.Transport{}
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	switch reasons := review.Reasons(); {
	case i < 10:
		c.form, c.stands = url.Values{"decision": {"score"}, "score": {strconv.Itoa(i + 1)}}, fmt.Sprintf("score/%d/", i+1)
	case i-10 < len(reasons):
		c.form, c.stands = url.Values{"decision": {"reject"}, "reason": {string(reasons[i-10])}}, "reject/0/"+string(reasons[i-10])
	default:
		c.form, c.stands = url.Values{"decision": {"approve"}}, "approve/0/"
	}
	return c
}

func (c *decider) work(ctx context.Context) {
	defer c.CloseIdleConnections()
	for n := 0; time.Now().Before(c.until) && ctx.Err() == nil; n++ {
		if n%10 == 9 {
			c.decideMany(ctx)
			continue
		}
		i := int(c.turn.Add(1)/3) % people["crowd"]
		if c.asked[i] { // what one has said already changes nothing
			continue
		}
		c.asked[i] = true
		said := c.post(ctx, "/review/"+item("crowd", i)+"/decision", c.form)
		switch {
		case said.Kind == "done" && strings.Contains(said.Text, fmt.Sprintf("“Ferry Engineer %d”", i+1)):
			c.won[i] = true
		case said.Kind == "warn" && strings.Contains(said.Text, "came first, by you at "):
			c.lost[i] = true
		default:
			c.t.Errorf("told of question %d: %+v", i, said)
		}
	}
}

// decideMany sends five at once, from the end of the queue and with others at the same five.
func (c *decider) decideMany(ctx context.Context) {
	form := url.Values{}
	for k, v := range c.form {
		form[k] = v
	}
	first := people["crowd"] - 5 - 5*(int(c.turn.Load()/60)%(people["crowd"]/5))
	n := 0
	for i := first; i < first+5; i++ {
		if !c.asked[i] {
			c.asked[i], c.bulk[i] = true, true
			form.Add("ids", item("crowd", i))
			n++
		}
	}
	if n == 0 {
		return
	}
	said := c.post(ctx, "/review/decisions", form)
	if n == 1 && said.Kind == "done" && strings.Contains(said.Text, "“Ferry Engineer") {
		c.inBulk++
		return
	}
	_, told, _ := strings.Cut(said.Text, ": ")
	told, _, _ = strings.Cut(told, " ")
	changed, err := strconv.Atoi(told)
	if err != nil {
		c.t.Errorf("told of many: %+v", said)
	}
	c.inBulk += changed
}

// saying is what the next page will say of a form.
type saying struct {
	Kind string `json:"k"`
	Text string `json:"t"`
}

func (c *decider) post(ctx context.Context, path string, form url.Values) (said saying) {
	c.requests++
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+c.h.listen+path, strings.NewReader(form.Encode()))
	if err != nil {
		c.t.Error(err)
		return said
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.AddCookie(&http.Cookie{Name: "shortlist", Value: c.token})
	answer, err := c.Do(r)
	if err != nil {
		c.t.Error(err)
		return said
	}
	body, err := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	for _, cookie := range answer.Cookies() {
		if b, e := base64.RawURLEncoding.DecodeString(cookie.Value); e == nil && cookie.Name == "shortlist-said" && json.Unmarshal(b, &said) == nil {
			return said
		}
	}
	c.t.Errorf("%s answers %s and says nothing of what it did (%v): %.200s", path, answer.Status, err, body)
	return said
}

// compare holds what the clients were told against the database and the metrics.
func (l *load) compare(clients []*decider, dsn string) {
	l.t.Helper()
	stored, rows := l.stored(dsn)
	var won, lost, inBulk, requests int
	for _, c := range clients {
		requests, inBulk, lost, won = requests+c.requests, inBulk+c.inBulk, lost+len(c.lost), won+len(c.won)
		bulk := 0
		for i, s := range stored {
			switch {
			case s == c.stands && c.bulk[i]:
				bulk++
			case c.won[i] != (s == c.stands):
				l.t.Errorf("question %d: %s is stored, and who says %s was told that it is so: %v", i, s, c.stands, c.won[i])
			}
		}
		for i := range c.won {
			if stored[i] == "" {
				l.t.Errorf("question %d: %s was told to be stored, and is lost", i, c.stands)
			}
		}
		for i := range c.lost {
			if stored[i] == "" || stored[i] == c.stands {
				l.t.Errorf("question %d: %q is stored, and who says %s was told that another came first", i, stored[i], c.stands)
			}
		}
		if bulk != c.inBulk {
			l.t.Errorf("%s: told of %d in bulk, %d are stored", c.stands, c.inBulk, bulk)
		}
	}
	if len(stored) != rows || won+inBulk != rows || rows == 0 {
		l.t.Errorf("%d questions decided by %d decisions; the clients were told of %d and %d", len(stored), rows, won, inBulk)
	}
	counted := 0
	for line := range strings.Lines(l.h.get("/metrics")) {
		if name, value, _ := strings.Cut(strings.TrimSpace(line), "} "); strings.HasPrefix(name, "shortlist_review_decisions_total{") && !strings.Contains(name, `"undo"`) {
			n, _ := strconv.Atoi(value)
			counted += n
		}
	}
	if counted != rows {
		l.t.Errorf("the metrics count %d decisions, the database has %d", counted, rows)
	}
	count, sum := l.h.served(l.t, "/review/{id}/decision", "303")
	l.t.Logf("%d requests of %d clients: %d decided alone, %d in bulk, %d came second; a decision took %.0f ms", requests, len(clients), won, inBulk, lost, 1000*sum/count)
}

// stored is each question's decision, and how many decisions there are in all.
func (l *load) stored(dsn string) (map[int]string, int) {
	l.t.Helper()
	driver, source := "pgx", dsn
	if strings.HasPrefix(dsn, "sqlite:") {
		driver, source = "sqlite", filepath.Clean(strings.TrimPrefix(dsn, "sqlite:"))
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		l.t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	rows, err := db.QueryContext(l.t.Context(), `SELECT r.role, r.state, r.decision, r.decided_score, r.reason, d.decision, d.score, d.reason, d.undone_at, d.no - r.decided_no
		FROM review_decisions d JOIN reviews r ON r.id = d.item WHERE r.profile = 'crowd'`)
	if err != nil {
		l.t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	out, n := map[int]string{}, 0
	for rows.Next() {
		var role, score, dScore, undone, number int
		var state, kind, reason, dKind, dReason string
		if err := rows.Scan(&role, &state, &kind, &score, &reason, &dKind, &dScore, &dReason, &undone, &number); err != nil {
			l.t.Fatal(err)
		}
		n++
		said := fmt.Sprintf("%s/%d/%s", kind, score, reason)
		if made := fmt.Sprintf("%s/%d/%s", dKind, dScore, dReason); state != "decided" || made != said || undone != 0 || number != 0 || out[role-1] != "" {
			l.t.Errorf("question %d is %s, %s; its decision is %s, and before it %q", role-1, state, said, made, out[role-1])
		}
		out[role-1] = said
	}
	if err := rows.Err(); err != nil {
		l.t.Fatal(err)
	}
	return out, n
}
