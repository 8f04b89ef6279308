package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"shortlist/guardrail/review"
	"shortlist/worker/link"
	"shortlist/worker/store/storetest"
)

// signed is the path of a link.
func (p *house) signed(t testing.TB, profile, item string, action link.Action) string {
	t.Helper()
	links, err := link.New(t.Context(), p, p.url, p.clock())
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(links.URL(profile, item, action), p.url)
}

func TestActions(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, dsn string) {
		p := open(t, dsn, nil)
		b := p.browser(t) // nobody is signed in
		settings := func(name string) (companies, words []string) {
			profile, err := p.Profile(t.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			return profile.BlockCompanies, profile.Exclude
		}
		for i, c := range []struct {
			person string
			action link.Action
			form   url.Values
			before []string
			after  []string
			said   string
		}{
			{"ada", link.Approve, nil, []string{"The listing will be approved. It leads the next digest."}, []string{"Approved, by you"}, "approved"},
			{"ada", link.Reject, url.Values{"reason": {"pay"}}, []string{"The listing will be rejected. It will not be mailed", "Not interested"}, []string{"Rejected (pay), by you"}, "rejected (pay)"},
			{"ada", link.Reject, nil, nil, []string{"Rejected (not interested)"}, "rejected (not interested)"},
			{"ada", link.HideCompany, nil, []string{"From then on listings of Kaihaus stay out of your digests.", "Reject and hide the company"}, []string{"Rejected (company)", "Listings of Kaihaus stay out"}, "rejected (company)"},
			{"ada", link.NotAgain, nil, []string{"From then on listings with “Ferry Engineer 5” in the title or the text stay out"}, []string{"Rejected (not interested)", "stay out of your digests"}, "rejected (not interested)"},
			{"bob", link.HideCompany, nil, []string{"The profile comes from a file", `block_companies: [&#34;Kaihaus&#34;]`}, []string{"Rejected (company)", "The profile comes from a file"}, "rejected (company)"},
			{"bob", link.NotAgain, nil, []string{"The profile comes from a file", `exclude: [&#34;Ferry Engineer 7&#34;]`}, []string{"Rejected (not interested)"}, "rejected (not interested)"},
		} {
			id := p.ask(t, itemOf(c.person, int64(i+1), nil))[0]
			path := p.signed(t, c.person, id, c.action)
			if g := b.get(path); g.code != http.StatusOK || !g.has(append(c.before, "Ferry Engineer", "for "+c.person)...) || p.state(t, id).State != review.Open {
				t.Errorf("%s of %s: %d\n%s", c.action, c.person, g.code, plainText(g.body))
			}
			for range 2 { // the same effect each time
				if g := b.post(path, c.form); g.code != http.StatusOK || g.path != path || !g.has(c.after...) || strings.Contains(g.body, "<button class=\"yes\"") {
					t.Errorf("%s of %s, done: %d\n%s", c.action, c.person, g.code, plainText(g.body))
				}
			}
			if d := p.state(t, id).Decision; d.String() != c.said || d.By != c.person {
				t.Errorf("%s of %s: %v by %s", c.action, c.person, d, d.By)
			}
		}
		if companies, words := settings("ada"); !slices.Equal(companies, []string{"Kaihaus"}) || !slices.Equal(words, []string{"Ferry Engineer 5"}) {
			t.Errorf("ada's settings: %v %v", companies, words)
		}
		if companies, words := settings("bob"); len(companies)+len(words) > 0 {
			t.Errorf("bob's file was changed: %v %v", companies, words)
		}
		// Nothing was decided twice.
		if p.count["approve"] != 1 || p.count["reject"] != 6 {
			t.Errorf("counted %v", p.count)
		}
	})
}

// TestActionsAfterAnother: what was decided stands, and the page says who did when.
func TestActionsAfterAnother(t *testing.T) {
	t.Parallel()
	p := open(t, storetest.SQLite(t), nil)
	id := p.ask(t, itemOf("ada", 1, nil))[0]
	approve, hide := p.signed(t, "ada", id, link.Approve), p.signed(t, "ada", id, link.HideCompany)
	p.as(t, "olga").post("/review/"+id+"/decision", url.Values{"decision": {"reject"}, "reason": {"pay"}})
	b := p.browser(t)
	for _, g := range []got{b.get(approve), b.post(approve, nil)} {
		if !g.has("Rejected (pay), by olga at Mon 2 Mar 2026, 08:00 CET") || strings.Contains(g.body, "<button class=\"yes\"") {
			t.Errorf("%s", plainText(g.body))
		}
	}
	if g := b.get(hide); !g.has("Rejected (pay), by olga", "From then on listings of Kaihaus stay out", "Keep them out") {
		t.Errorf("%s", plainText(g.body))
	}
	b.post(hide, nil)
	if profile, err := p.Profile(t.Context(), "ada"); err != nil || !slices.Equal(profile.BlockCompanies, []string{"Kaihaus"}) {
		t.Errorf("%v %v", profile.BlockCompanies, err)
	}
	if d := p.state(t, id).Decision; d.Reason != review.WrongPay {
		t.Errorf("%v", d)
	}
}

func TestBadActions(t *testing.T) {
	t.Parallel()
	p := open(t, storetest.SQLite(t), nil)
	ids := p.ask(t, itemOf("ada", 1, nil), itemOf("bob", 2, nil))
	foreign := open(t, storetest.SQLite(t), nil)
	foreign.ask(t, itemOf("ada", 1, nil))
	good := p.signed(t, "ada", ids[0], link.Approve)
	flipped := []byte(good)
	flipped[len(flipped)-3] ^= 1
	b := p.browser(t)
	for name, c := range map[string]struct {
		path string
		code int
	}{
		"a forged token":               {string(flipped), http.StatusNotFound},
		"no token":                     {"/a/approve", http.StatusNotFound},
		"another place's token":        {foreign.signed(t, "ada", ids[0], link.Approve), http.StatusNotFound},
		"another person's item":        {p.signed(t, "ada", ids[1], link.Approve), http.StatusGone},
		"an item that is not there":    {p.signed(t, "ada", "nothing", link.Approve), http.StatusGone},
		"a person who is not there":    {p.signed(t, "eve", ids[0], link.Approve), http.StatusGone},
		"a rejection without a reason": {p.signed(t, "ada", ids[0], link.Reject), http.StatusUnprocessableEntity},
	} {
		form := url.Values{"reason": {"whim"}}
		if g := b.post(c.path, form); g.code != c.code {
			t.Errorf("%s: %d\n%s", name, g.code, plainText(g.body))
		}
		if g := b.get(c.path); c.code != http.StatusUnprocessableEntity && (g.code != c.code || g.has("Ferry")) {
			t.Errorf("GET of %s: %d\n%s", name, g.code, plainText(g.body))
		}
	}
	if _, err := p.RotateLinkKeys(t.Context()); err != nil {
		t.Fatal(err)
	}
	if g := b.get(good); g.code != http.StatusOK {
		t.Errorf("after a rotation: %d", g.code)
	}
	p.pass(link.For)
	if g := b.post(good, nil); g.code != http.StatusGone || !g.has("more than thirty days old") {
		t.Errorf("an old token: %d\n%s", g.code, plainText(g.body))
	}
	for _, id := range ids {
		if it := p.state(t, id); it.State != review.Open {
			t.Errorf("%s: %v", it.Profile, it.Decision)
		}
	}
	p.pass(-link.For + 29*24*time.Hour)
	if g := b.post(good, nil); g.code != http.StatusOK {
		t.Errorf("a day before its end: %d", g.code)
	}
}

func TestPhrase(t *testing.T) {
	t.Parallel()
	p := open(t, storetest.SQLite(t), nil)
	profile, err := p.Profile(t.Context(), "ada") // searches for golang backend
	if err != nil {
		t.Fatal(err)
	}
	for title, want := range map[string]string{
		"Timetable Engineer (m/f/d)": "Timetable Engineer", "Golang Backend": "", "Backend, Golang!": "", "Golang Backend Manager": "Golang Backend Manager", "Engineer": "", "": "",
		"Quay Planner - Remote, Europe": "Quay Planner", "Chef (night)": "Chef (night)", strings.Repeat("very ", 40) + "long title": "", "Go / Quay": "Go / Quay",
	} {
		if got := phraseOf(title, &profile.Profile); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}
