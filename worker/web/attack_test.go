package web

import (
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"shortlist/guardrail"
	"shortlist/guardrail/review"
	"shortlist/scoring"
	"shortlist/worker/link"
	"shortlist/worker/store/storetest"
)

// dump is all that a database of SQLite holds.
func dump(t testing.TB, dsn string) string {
	t.Helper()
	db, err := sql.Open("sqlite", strings.TrimPrefix(dsn, "sqlite:"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	list := func(query string) (out []string) {
		rows, err := db.QueryContext(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = rows.Close() }()
		columns, _ := rows.Columns()
		for rows.Next() {
			values, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			if err := rows.Scan(into...); err != nil {
				t.Fatal(err)
			}
			out = append(out, strings.Trim(fmt.Sprint(values), "[]"))
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		return out
	}
	var b strings.Builder
	for _, table := range list(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`) {
		fmt.Fprintln(&b, table, strings.Join(list(`SELECT * FROM "`+table+`" ORDER BY 1`), "\n"))
	}
	return b.String()
}

// TestGetChangesNothing asks for every address there is as browsers, and the programs that look at links before them, do.
func TestGetChangesNothing(t *testing.T) {
	t.Parallel()
	dsn := storetest.SQLite(t)
	p := open(t, dsn, nil)
	ids := p.ask(t, itemOf("ada", 1, nil), itemOf("ada", 2, nil))
	ada, nobody := p.as(t, "ada"), p.browser(t)
	ada.post("/review/"+ids[1]+"/decision", url.Values{"decision": {"approve"}})
	paths := []string{"/", "/review", "/review/" + ids[0], "/review/" + ids[1], "/digests", "/signin", "/signout", "/review/undo", "/review/decisions?decision=approve&ids=" + ids[0],
		"/review/" + ids[0] + "/decision?decision=approve", "/review/" + ids[1] + "/undo", "/review/rules?setting=exclude&value=x", "/healthz", "/readyz", "/style.css", "/review.js"}
	for _, a := range link.Actions() {
		paths = append(paths, p.signed(t, "ada", ids[0], a), p.signed(t, "ada", ids[1], a))
	}
	signIn, err := p.site.SignInURL(t.Context(), "ada")
	if err != nil {
		t.Fatal(err)
	}
	paths = append(paths, strings.TrimPrefix(signIn, p.url))
	before := dump(t, dsn)
	for _, path := range paths {
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodOptions} {
			for _, header := range []map[string]string{nil, {"Sec-Purpose": "prefetch;prerender"}, {"User-Agent": "LinkScanner/1.0", "X-Purpose": "preview"}} {
				for _, b := range []*browser{ada, nobody} {
					b.send(method, path, header, nil)
				}
			}
		}
	}
	if after := dump(t, dsn); after != before {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
	if !strings.Contains(before, ids[0]) {
		t.Error("the comparison compares nothing")
	}
}

// TestAnothersItems tries each route with the item of another person.
func TestAnothersItems(t *testing.T) {
	t.Parallel()
	dsn := storetest.SQLite(t)
	p := open(t, dsn, nil)
	ids := p.ask(t, itemOf("ada", 1, nil), itemOf("ada", 2, nil))
	p.as(t, "ada").post("/review/"+ids[1]+"/decision", url.Values{"decision": {"approve"}})
	bob, olga := p.as(t, "bob"), p.as(t, "olga")
	before := dump(t, dsn)
	for _, id := range append(ids, "nothing", "%27%20OR%201=1", "..%2f..") {
		for _, g := range []got{
			bob.get("/review/" + id), bob.get("/review/" + id + "?person=ada"), bob.post("/review/"+id+"/decision?person=ada", url.Values{"decision": {"approve"}}),
			bob.post("/review/"+id+"/undo", nil),
		} {
			if g.code != http.StatusNotFound || g.has("Ferry") || !g.has("There is no such question") {
				t.Errorf("%s: %d\n%s", id, g.code, plainText(g.body))
			}
		}
	}
	if g := bob.post("/review/decisions", url.Values{"decision": {"approve"}, "ids": ids}); !g.has("Approved: 0 listings. 2 listings could not be decided any more.") || g.has("Ferry") {
		t.Errorf("%s", plainText(g.body))
	}
	if g := bob.get("/review?person=ada&text=Ferry"); len(rowsOf(g.body)) > 0 || g.has("Kaihaus") {
		t.Errorf("%s", plainText(g.body))
	}
	if after := dump(t, dsn); after != before {
		t.Errorf("something changed")
	}
	if g := olga.get("/review/" + ids[0]); g.code != http.StatusOK || !g.has("for ada") {
		t.Errorf("the owner: %d", g.code)
	}
}

// TestWithoutSession: all that is personal leads to the sign-in.
func TestWithoutSession(t *testing.T) {
	t.Parallel()
	p := open(t, storetest.SQLite(t), nil)
	id := p.ask(t, itemOf("ada", 1, nil))[0]
	for _, token := range []string{"", "FORGED", strings.Repeat("A", 5000)} {
		b := p.browser(t)
		header := map[string]string{"Cookie": "shortlist=" + token}
		for _, path := range []string{"/", "/review", "/review/" + id, "/digests", "/digests/x", "/digests/x/mail.html", "/digests/x/mail.txt"} {
			if g := b.send(http.MethodGet, path, header, nil); g.code != http.StatusSeeOther || !strings.HasPrefix(g.header.Get("Location"), "/signin") || len(g.body) > 200 {
				t.Errorf("%s: %d %s", path, g.code, g.header.Get("Location"))
			}
		}
		for path, next := range map[string]string{"/review/" + id + "/decision": "%2Freview", "/review/decisions": "%2Freview", "/review/" + id + "/undo": "%2Freview", "/review/undo": "%2Freview", "/review/rules": "%2Freview", "/signout": ""} {
			if g := b.send(http.MethodPost, path, header, url.Values{"decision": {"approve"}, "ids": {id}}); g.code != http.StatusSeeOther || strings.TrimPrefix(g.header.Get("Location"), "/signin?next=") != next && next != "" {
				t.Errorf("POST %s: %d %s", path, g.code, g.header.Get("Location"))
			}
		}
	}
	if it := p.state(t, id); it.State != review.Open {
		t.Errorf("%v", it.Decision)
	}
}

// TestCrossSite: a form of another site does nothing, whatever the browser says of where it comes from.
func TestCrossSite(t *testing.T) {
	t.Parallel()
	p := open(t, storetest.SQLite(t), func(o *Options) { o.PublicURL = "https://jobs.example.org" })
	ids := p.ask(t, itemOf("ada", 1, nil), itemOf("ada", 2, nil), itemOf("ada", 3, nil))
	ada := p.as(t, "ada")
	path := "/review/" + ids[0] + "/decision"
	form := url.Values{"decision": {"approve"}}
	for _, header := range []map[string]string{
		{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": "http://jobs.example.org"},
		{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example", "Content-Type": "text/plain"},
	} {
		for _, to := range []string{path, "/review/decisions", "/review/undo", "/review/rules", "/signout", "/signin", p.signed(t, "ada", ids[1], link.Approve)} {
			if g := ada.send(http.MethodPost, to, header, form); g.code != http.StatusForbidden || !g.has("That came from another site") || len(g.header["Set-Cookie"]) > 0 {
				t.Errorf("%v to %s: %d", header, to, g.code)
			}
		}
	}
	for _, id := range ids {
		if it := p.state(t, id); it.State != review.Open {
			t.Errorf("%v", it.Decision)
		}
	}
	for i, header := range []map[string]string{{"Sec-Fetch-Site": "same-origin"}, {"Origin": p.url}, {"Origin": "https://jobs.example.org"}} {
		if g := ada.send(http.MethodPost, "/review/"+ids[i]+"/decision", header, form); g.code != http.StatusSeeOther || p.state(t, ids[i]).State != review.Decided {
			t.Errorf("%v: %d", header, g.code)
		}
	}
}

func TestReferrer(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]string{"127.0.0.1:8080": "no-referrer", "localhost": "no-referrer", "[::1]:8080": "no-referrer", "192.168.1.5:80": "same-origin"} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Host = host
		if got := (&Site{}).referrer(r); got != want {
			t.Errorf("%s: %s", host, got)
		}
		if got := (&Site{Options: Options{Secure: true}}).referrer(r); got != "no-referrer" {
			t.Errorf("%s over TLS: %s", host, got)
		}
	}
}

const script = `"><script>alert(1)</script><img src=x onerror=alert(1)>'--{{.}}` + "`</textarea></title><!--"

// TestScripts puts a script into every field that comes from a board, a model or a form, and reads the pages as a browser does.
func TestScripts(t *testing.T) {
	t.Parallel()
	p := open(t, storetest.SQLite(t), nil)
	hostile := func(role int64, with func(*review.Item)) review.Item {
		return itemOf("ada", role, func(it *review.Item) {
			l := &it.Snapshot.Listing
			it.Title, it.Company, it.Model, it.Listing.Board = "T"+script, "C"+script, "M"+script, "b"+script
			l.Ref, l.Title, l.Company, l.URL = it.Listing, it.Title, it.Company, "javascript:alert(1)"
			l.Place, l.Pay = scoring.Place{Raw: "P" + script}, scoring.Pay{Raw: "Y" + script}
			l.Text = "• " + script + "\n\n" + script + "\n1. " + script
			l.Flags = []scoring.Flag{{Kind: "hidden_markup", Text: "F" + script}, {Kind: script, Text: "alert(1)"}}
			l.Sightings = []scoring.Sighting{{Ref: scoring.Ref{Board: "c" + script, ID: "2"}, URL: "https://a:b@evil.example/", Place: l.Place}, {Ref: scoring.Ref{Board: "d", ID: "3"}, URL: `https://ok.example/"><script>`}}
			it.Snapshot.Gates = []guardrail.Gate{{Name: "G" + script, Fired: true, Cap: 2, Quote: script}}
			it.Snapshot.Why, it.Snapshot.Failure = "W"+script, scoring.Failure("X"+script)
			it.Snapshot.Verdict = &scoring.Verdict{Score: 6, Rationale: "R" + script, Criteria: []scoring.Criterion{{ID: "I" + script, Quote: script, Verdict: scoring.Met(script)}},
				Disqualifiers: []scoring.Disqualifier{{ID: "D" + script, Quote: script}}, Evidence: []string{"E" + script, script}, Unfound: []string{"U" + script}, ModelServed: "S" + script}
			if with != nil {
				with(it)
			}
		})
	}
	ids := p.ask(t, hostile(1, nil), hostile(2, func(it *review.Item) { it.Company = "O" + script }), hostile(3, func(it *review.Item) { it.Snapshot.Verdict = nil }), hostile(4, nil), hostile(5, nil), hostile(6, nil))
	ada := p.as(t, "ada")
	pages := map[string]got{
		"list": ada.get("/review?text=" + url.QueryEscape(script) + "&board=" + url.QueryEscape(script)), "item": ada.get("/review/" + ids[0]), "unjudged": ada.get("/review/" + ids[2]),
		"refused": ada.post("/review/"+ids[0]+"/decision", url.Values{"decision": {script}, "note": {script}}), "flash": ada.post("/review/"+ids[1]+"/decision", url.Values{"decision": {"approve"}, "note": {script}}),
		"decided": ada.get("/review/" + ids[1]), "sign-in": ada.get("/signin?next=" + url.QueryEscape(script)), "signed in": ada.post("/signin", url.Values{"name": {script}, "next": {script}}),
	}
	for _, a := range link.Actions() {
		pages["link "+string(a)] = ada.get(p.signed(t, "ada", ids[0], a))
	}
	for _, id := range ids[3:] {
		ada.post("/review/"+id+"/decision", url.Values{"decision": {"reject"}, "reason": {"company"}})
	}
	pages["offers"] = ada.get("/review")
	if !strings.Contains(pages["offers"].body, "Make it a rule") {
		t.Error("no rule is offered")
	}
	pages["ruled"] = ada.post("/review/rules", url.Values{"setting": {"block_companies"}, "value": {"C" + script}})
	for name, g := range pages {
		if strings.Contains(g.body, "ZgotmplZ") && name != "item" {
			t.Errorf("%s: an unsafe value reached a template", name)
		}
		harmless(t, name, g.body)
	}
	for _, want := range []string{"R" + script, "T" + script, "F" + script, "P" + script, "Y" + script, "U" + script, "W" + script} {
		if !strings.Contains(textOf(t, pages["item"].body), want) {
			t.Errorf("the item's page does not show %q as text:\n%s", want, textOf(t, pages["item"].body))
		}
	}
}

// harmless reads a page as a browser does and reports all that could run or lead to where it should not.
func harmless(t *testing.T, name, body string) {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for n := range doc.Descendants() {
		if n.Type == html.CommentNode {
			t.Errorf("%s: a comment %q", name, n.Data)
		}
		if n.Type != html.ElementNode {
			continue
		}
		for _, a := range n.Attr {
			switch {
			case strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "srcdoc":
				t.Errorf("%s: <%s %s=%q>", name, n.Data, a.Key, a.Val)
			case (a.Key == "href" || a.Key == "action" || a.Key == "src") && !strings.HasPrefix(a.Val, "/") && !strings.HasPrefix(a.Val, "#") && !strings.HasPrefix(a.Val, "https://ok.example/"):
				t.Errorf("%s: <%s %s=%q>", name, n.Data, a.Key, a.Val)
			case n.Data == "script" && (a.Key != "defer" && a.Key != "src" || a.Key == "src" && !strings.HasPrefix(a.Val, "/review.js")):
				t.Errorf("%s: <script %s=%q>", name, a.Key, a.Val)
			}
		}
		if n.Data == "script" && n.FirstChild != nil || n.Data == "img" || n.Data == "style" || n.Data == "object" {
			t.Errorf("%s: <%s>", name, n.Data)
		}
	}
}

func textOf(t *testing.T, body string) string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := range doc.Descendants() {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
	}
	return b.String()
}
