package web

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"shortlist/guardrail"
	"shortlist/guardrail/review"
	"shortlist/scoring"
	"shortlist/worker/board"
	"shortlist/worker/pipeline"
	"shortlist/worker/store"
	"shortlist/worker/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

var t0 = time.Date(2026, 3, 2, 7, 0, 0, 0, time.UTC)

type named string

func (n named) Name() string { return string(n) }

func (named) Fetch(context.Context, board.Validators) (board.Fetched, error) {
	return board.Fetched{}, nil
}

// house is the pages over a database with three people: ada, whose profile was applied by hand, bob, whose comes from a file,
// and olga, who owns the place.
type house struct {
	*store.Store
	site *Site
	url  string

	mu    sync.Mutex
	now   time.Time
	mails map[string][]string // links by address
	count map[string]int      // decisions
}

func (p *house) clock() time.Time { p.mu.Lock(); defer p.mu.Unlock(); return p.now }

func (p *house) pass(d time.Duration) { p.mu.Lock(); defer p.mu.Unlock(); p.now = p.now.Add(d) }

// open makes a house on an empty database; with changes Options before they are used.
func open(t testing.TB, dsn string, with func(*Options)) *house {
	t.Helper()
	p := &house{now: t0, mails: map[string][]string{}, count: map[string]int{}}
	p.Store = storetest.Open(t, dsn, p.clock)
	for _, person := range []struct{ name, file string }{{"ada", ""}, {"bob", "profiles/bob.yaml"}, {"olga", ""}} {
		profile := scoring.DefaultProfile()
		profile.Name, profile.Email, profile.Timezone = person.name, person.name+"@example.org", "Europe/Berlin"
		profile.Schedule, profile.Queries = []string{"30 8 * * *"}, []string{"golang backend"}
		if err := p.PutProfile(t.Context(), profile, person.file); err != nil {
			t.Fatal(err)
		}
	}
	o := Options{Pages: true, Metrics: http.NotFoundHandler(), Wrap: func(_ string, h http.Handler) http.Handler { return h }, Owner: "olga",
		Readiness: &Readiness{Checks: []Check{{Name: "database", Do: p.Ping, Remedy: "look after it"}}, Now: p.clock}, Store: p.Store, Version: "1.2.3",
		Now: p.clock, Log: slog.New(slog.DiscardHandler),
		Reviewed: func(decision string) { p.mu.Lock(); defer p.mu.Unlock(); p.count[decision]++ },
		Mail: func(_ context.Context, to scoring.Profile, link string) error {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.mails[to.Email] = append(p.mails[to.Email], link)
			return nil
		},
		Sources: func() []pipeline.Source {
			return []pipeline.Source{
				{Fetcher: named("remotive"), Label: "Remotive", Home: "https://remotive.com"}, {Fetcher: named("jobicy"), Label: "Jobicy", Home: "https://jobicy.com"}}
		}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.site.ServeHTTP(w, r) }))
	t.Cleanup(server.Close)
	o.PublicURL = server.URL
	if with != nil {
		with(&o)
	}
	site, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	p.site, p.url = site, server.URL
	return p
}

// browser keeps cookies and follows redirects, as a person's does.
type browser struct {
	t testing.TB
	p *house
	http.Client
}

func (p *house) browser(t testing.TB) *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{t, p, http.Client{Jar: jar}}
}

// as is a browser in which somebody is signed in.
func (p *house) as(t testing.TB, name string) *browser {
	t.Helper()
	b := p.browser(t)
	link, err := p.site.SignInURL(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.post(strings.TrimPrefix(link, p.site.PublicURL), nil); got.code != http.StatusOK || !strings.Contains(got.body, "signed in as "+name) {
		t.Fatalf("%d %s", got.code, got.body)
	}
	return b
}

// got is an answer, after all redirects.
type got struct {
	code   int
	path   string // and query
	body   string
	header http.Header
}

// has reports whether the answer's text, without its tags, has all the words.
func (g got) has(words ...string) bool {
	text := plainText(g.body)
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

var tags = regexp.MustCompile(`<[^>]*>`)

func plainText(html string) string {
	return strings.Join(strings.Fields(tags.ReplaceAllString(html, " ")), " ")
}

func (b *browser) get(path string) got {
	b.t.Helper()
	r, err := b.Get(b.p.url + path)
	if err != nil {
		b.t.Fatal(err)
	}
	return b.read(r)
}

func (b *browser) post(path string, form url.Values) got {
	b.t.Helper()
	r, err := b.PostForm(b.p.url+path, form)
	if err != nil {
		b.t.Fatal(err)
	}
	return b.read(r)
}

// send sends any request, and follows nothing.
func (b *browser) send(method, path string, header map[string]string, form url.Values) got {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), method, b.p.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		b.t.Fatal(err)
	}
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for k, v := range header {
		r.Header.Set(k, v)
	}
	client := b.Client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	answer, err := client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	return b.read(answer)
}

func (b *browser) read(r *http.Response) got {
	b.t.Helper()
	defer func() { _ = r.Body.Close() }()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return got{code: r.StatusCode, path: r.Request.URL.RequestURI(), body: string(body), header: r.Header}
}

const advertText = `We build timetables for ferries. You write Go for most of the day.

What we ask for:

• German at C1, for our harbour
  masters
• Five years of Go
  • and some SQL

1. Write to us
2. Talk to us

German is   “required”.`

// itemOf is an open item of a person; with changes it before it is stored.
func itemOf(profile string, role int64, with func(*review.Item)) review.Item {
	it := review.Item{
		Profile: profile, Role: role, Listing: scoring.Ref{Board: "remotive", ID: fmt.Sprint(role)}, Title: fmt.Sprintf("Ferry Engineer %d", role), Company: "Kaihaus",
		Reasons: []guardrail.Reason{guardrail.Borderline}, Score: 6, Source: guardrail.FromVerdict, JudgeScore: 6, Model: "model-x", Pick: 7, Rubric: "aa",
		CreatedAt: t0.Add(-time.Duration(role) * time.Hour), UpdatedAt: t0, ExpiresAt: t0.AddDate(0, 0, 30),
		Snapshot: review.Snapshot{
			Listing: scoring.Listing{Ref: scoring.Ref{Board: "remotive", ID: fmt.Sprint(role)}, Title: fmt.Sprintf("Ferry Engineer %d", role), Company: "Kaihaus", Text: advertText,
				URL: "https://remotive.example/jobs/1", Place: scoring.Place{Remote: scoring.RemoteYes, Countries: []string{"DE"}}, Pay: scoring.Pay{Min: 60000, Max: 80000, Currency: "EUR", Period: scoring.PerYear},
				PostedAt: t0.AddDate(0, 0, -3)},
			Gates: []guardrail.Gate{{Name: "language", Fired: true, Cap: 2, Quote: "German at C1, for our harbour masters"}},
			Verdict: &scoring.Verdict{Score: 6, Rationale: "Go all day, yet German is asked for.", Criteria: []scoring.Criterion{{ID: "golang", Quote: "you write go for most of the day", Verdict: scoring.MetYes}},
				Disqualifiers: []scoring.Disqualifier{{ID: "language", Quote: `German is "required"`}}, Evidence: []string{"Five years of Go"}, ModelServed: "model-x"},
			Why: "A score of 6 could go either way.",
		},
	}
	if with != nil {
		with(&it)
	}
	return it
}

// ask stores items and returns their ids.
func (p *house) ask(t testing.TB, items ...review.Item) []string {
	t.Helper()
	byPerson := map[string][]review.Item{}
	var ids []string
	for _, it := range items {
		byPerson[it.Profile] = append(byPerson[it.Profile], it)
		ids = append(ids, review.ItemID(it.Profile, it.Role, it.Rubric))
	}
	for person, its := range byPerson {
		if _, err := p.PutReviews(t.Context(), person, its); err != nil {
			t.Fatal(err)
		}
	}
	return ids
}

// state is what the store holds of an item.
func (p *house) state(t testing.TB, id string) review.Item {
	t.Helper()
	it, err := p.Review(t.Context(), "", id)
	if err != nil {
		t.Fatal(err)
	}
	return it
}
