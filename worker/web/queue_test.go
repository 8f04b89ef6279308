package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"shortlist/guardrail"
	"shortlist/guardrail/review"
	"shortlist/worker/store/storetest"
)

// rowsOf are the ids that a list shows, in its order.
func rowsOf(body string) (ids []string) {
	for _, part := range strings.Split(body, `data-item="`)[1:] {
		id, _, _ := strings.Cut(part, `"`)
		ids = append(ids, id)
	}
	return ids
}

func TestQueue(t *testing.T) {
	t.Parallel()
	p := open(t, storetest.SQLite(t), nil)
	ids := p.ask(t,
		itemOf("ada", 1, nil),
		itemOf("ada", 2, func(it *review.Item) {
			it.Reasons = []guardrail.Reason{guardrail.Audit}
			it.Title = "Quay 100% <Engineer>"
		}),
		itemOf("ada", 24*5, func(it *review.Item) { it.Listing.Board = "jobicy"; it.Company = "Möwe" }),
		itemOf("bob", 3, nil),
	)
	ada, olga := p.as(t, "ada"), p.as(t, "olga")
	for query, want := range map[string][]string{
		"": ids[:3], "?reason=audit": ids[1:2], "?reason=nonsense": ids[:3], "?board=jobicy": ids[2:3], "?age=1": ids[:2], "?age=7": ids[:3], "?age=over7": nil,
		"?text=100%25+%3Ceng": ids[1:2], "?text=M%C3%B6we": ids[2:3], "?text=%25": ids[1:2], "?state=decided": nil, "?state=nonsense": ids[:3], "?person=bob": ids[:3],
		"?after=x&before=y": ids[:3], "?after=99999999999999999999-a": ids[:3],
	} {
		g := ada.get("/review" + query)
		if got := rowsOf(g.body); g.code != http.StatusOK || !slices.Equal(got, want) {
			t.Errorf("%s: %d %v, want %v", query, g.code, got, want)
		}
	}
	g := ada.get("/review")
	if !g.has("3 listings wait for you", "In between", "To check the judge", "hidden", "Remotive", "5 days ago", "Quay 100% &lt;Engineer&gt;") {
		t.Errorf("the list:\n%s", plainText(g.body))
	}
	if g = ada.get("/review?text=nothing+like+it"); !g.has("Nothing is left with this filter") {
		t.Errorf("an empty filter:\n%s", plainText(g.body))
	}
	if g = olga.get("/review"); len(rowsOf(g.body)) != 4 || !g.has("for bob", "for ada") {
		t.Errorf("the owner's list:\n%s", plainText(g.body))
	}
	if g = olga.get("/review?person=bob"); !slices.Equal(rowsOf(g.body), ids[3:]) {
		t.Errorf("the owner's list of bob: %v", rowsOf(g.body))
	}
	if g = olga.get("/review?person=olga"); !g.has("Nothing waits for you") {
		t.Errorf("an empty queue:\n%s", plainText(g.body))
	}
}

func TestPartsOfTheList(t *testing.T) {
	t.Parallel()
	p := open(t, storetest.SQLite(t), nil)
	var items []review.Item
	for i := range 2*perPage + 7 {
		// Three of each moment, so that parts begin and end among them.
		items = append(items, itemOf("ada", int64(i+1), func(it *review.Item) { it.CreatedAt = t0.Add(-time.Duration(i/3) * time.Minute) }))
	}
	all := p.ask(t, items...)
	ada := p.as(t, "ada")
	link := func(g got, rel string) string {
		_, rest, _ := strings.Cut(g.body, `<a rel="`+rel+`" href="`)
		href, _, _ := strings.Cut(rest, `"`)
		return strings.ReplaceAll(href, "&amp;", "&")
	}
	var there, back []string
	path, last := "/review?board=remotive", ""
	for n := 0; path != "" && n < 5; n++ {
		g := ada.get(path)
		ids := rowsOf(g.body)
		if len(ids) > perPage {
			t.Errorf("%s shows %d", path, len(ids))
		}
		there = append(there, ids...)
		last, path = path, link(g, "next")
	}
	if slices.Sort(all); len(there) != len(all) || !slices.Equal(slices.Compact(slices.Sorted(slices.Values(there))), all) {
		t.Errorf("forwards: %d items of %d", len(there), len(all))
	}
	for n := 0; last != "" && n < 5; n++ {
		g := ada.get(last)
		back = append(rowsOf(g.body), back...)
		last = link(g, "prev")
	}
	if !slices.Equal(there, back) {
		t.Errorf("back again the list differs: %d items", len(back))
	}
}

func TestItem(t *testing.T) {
	t.Parallel()
	p := open(t, storetest.SQLite(t), nil)
	ids := p.ask(t, itemOf("ada", 1, nil), itemOf("ada", 2, nil), itemOf("ada", 3, func(it *review.Item) {
		it.Reasons = []guardrail.Reason{guardrail.Audit}
		it.Snapshot.Why = "It comes to 6 and nothing speaks against it."
	}))
	ada := p.as(t, "ada")
	g := ada.get("/review/" + ids[1])
	if !g.has("Ferry Engineer 2", "Kaihaus", "Remote: Germany", "€60,000–80,000 a year", "posted 3 days ago", "Its score is in the band in which you decide.", "language holds it at 2",
		"6 of 10", "Go all day, yet German is asked for.", "rules it out", "Model: model-x") {
		t.Errorf("the page:\n%s", plainText(g.body))
	}
	for _, want := range []string{`<a rel="prev" href="/review/` + ids[0], `<a rel="next" href="/review/` + ids[2], `href="https://remotive.example/jobs/1"`, `rel="noopener noreferrer nofollow"`,
		`<mark class="quote" title="Judge, met: golang"><span class="sr">[Judge, met: golang: </span>You write Go for most of the day<span class="sr">]</span></mark>`,
		`<mark class="against" title="Judge, rules it out: language">`, `<mark class="against" title="Rule: language">`, `title="Quoted by the judge"`, `<li class="l2">and some SQL`} {
		if !strings.Contains(g.body, want) {
			t.Errorf("no %s in\n%s", want, g.body)
		}
	}
	g = ada.get("/review/" + ids[2])
	for _, hidden := range []string{"6 of 10", "Go all day", "nothing speaks against", "model-x", "rules it out", "golang"} {
		if g.has(hidden) {
			t.Errorf("%q shows before the decision", hidden)
		}
	}
	if !g.has("Hidden until you have decided") {
		t.Errorf("an audit:\n%s", plainText(g.body))
	}
	ada.post("/review/"+ids[2]+"/decision", url.Values{"score": {"8"}})
	if g = ada.get("/review/" + ids[2]); !g.has("6 of 10", "Go all day", "Scored 8", "By ada, Mon 2 Mar 2026, 08:00 CET", "It goes into the next digest.") {
		t.Errorf("an audit, decided:\n%s", plainText(g.body))
	}
}

func TestDecide(t *testing.T) {
	t.Parallel()
	p := open(t, storetest.SQLite(t), nil)
	ids := p.ask(t, itemOf("ada", 1, nil), itemOf("ada", 2, nil), itemOf("ada", 3, nil), itemOf("ada", 4, nil))
	ada := p.as(t, "ada")
	at := func(i int) string { return "/review/" + ids[i] + "/decision?board=remotive" }

	g := ada.post(at(1), url.Values{"decision": {"approve"}, "reason": {"pay"}, "note": {" fine "}})
	if g.path != "/review/"+ids[2]+"?board=remotive" || !g.has("Approved: “Ferry Engineer 2” of Kaihaus. It leads the next digest.") || !strings.Contains(g.body, `action="/review/`+ids[1]+`/undo"`) {
		t.Errorf("approved: %s\n%s", g.path, plainText(g.body))
	}
	if d := p.state(t, ids[1]).Decision; d.Kind != review.Approve || d.By != "ada" || d.Note != "fine" || d.Reason != "" {
		t.Errorf("%+v", d)
	}
	if g = ada.get("/review"); g.has("It leads the next digest") {
		t.Error("what was said is said twice")
	}
	// The last of the list leads to its first.
	if g = ada.post(at(3), url.Values{"score": {"3"}}); g.path != "/review/"+ids[0]+"?board=remotive" || !g.has("Scored 3", "will not be mailed") {
		t.Errorf("scored: %s\n%s", g.path, plainText(g.body))
	}
	for form, want := range map[string]string{"decision=reject&note=my+words": "Choose a reason", "decision=reject&reason=whim": "A rejection needs a reason", "score=11": "from 1 to 10", "score=x": "Choose a score",
		"decision=delete": "is no decision", "": "is no decision", "decision=score": "Choose a score", "decision=approve&note=" + strings.Repeat("x", 2001): "at most 2000"} {
		values, _ := url.ParseQuery(form)
		g = ada.post(at(0), values)
		if g.code != http.StatusUnprocessableEntity || !g.has(want) || strings.Contains(form, "my+words") && !g.has("my words") {
			t.Errorf("%.40s: %d\n%s", form, g.code, plainText(g.body))
		}
	}
	if g = ada.post(at(0), url.Values{"decision": {"approve"}, "note": {strings.Repeat("x", maxForm)}}); g.code != http.StatusRequestEntityTooLarge {
		t.Errorf("a very long form: %d", g.code)
	}
	if it := p.state(t, ids[0]); it.State != review.Open {
		t.Errorf("%+v", it.Decision)
	}
	// The last that waits leads back to the list.
	ada.post(at(2), url.Values{"decision": {"reject"}, "reason": {"level"}})
	if g = ada.post(at(0), url.Values{"decision": {"reject"}, "reason": {"pay"}}); g.path != "/review?board=remotive" || !g.has("Rejected (pay)", "Nothing waits for you") {
		t.Errorf("the last: %s\n%s", g.path, plainText(g.body))
	}
	if p.count["approve"] != 1 || p.count["reject"] != 2 || p.count["score"] != 1 {
		t.Errorf("counted %v", p.count)
	}
}

func TestTwoTabs(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, dsn string) {
		p := open(t, dsn, nil)
		ids := p.ask(t, itemOf("ada", 1, nil), itemOf("ada", 2, nil))
		ada, olga := p.as(t, "ada"), p.as(t, "olga")
		path := "/review/" + ids[0] + "/decision"
		olga.post(path, url.Values{"decision": {"approve"}})
		g := ada.post(path, url.Values{"decision": {"reject"}, "reason": {"pay"}})
		if g.path != "/review/"+ids[0] || !g.has("Yours was not saved: approved came first, by olga at Mon 2 Mar 2026, 08:00 CET. You said: rejected (pay).") || !strings.Contains(g.body, `role="alert"`) {
			t.Errorf("%s\n%s", g.path, plainText(g.body))
		}
		if strings.Contains(g.body, `id="decide"`) || strings.Contains(g.body, "Take it back") {
			t.Error("what others decided can be decided again, or taken back")
		}
		if g = ada.post(path, url.Values{"score": {"9"}}); !g.has("Yours was not saved") {
			t.Errorf("%s", plainText(g.body))
		}
		if d := p.state(t, ids[0]).Decision; d.Kind != review.Approve || d.By != "olga" {
			t.Errorf("%+v", d)
		}
		// The same again, as a form that is sent twice, is no conflict.
		if g = olga.post(path, url.Values{"decision": {"approve"}}); g.has("not saved") || p.count["approve"] != 1 {
			t.Errorf("%s", plainText(g.body))
		}
		// What ended meanwhile.
		p.pass(31 * 24 * time.Hour)
		ada = p.as(t, "ada")
		if g = ada.post("/review/"+ids[1]+"/decision", url.Values{"decision": {"approve"}}); !g.has("Yours was not saved: the listing is gone", "There is nothing to decide") {
			t.Errorf("%s", plainText(g.body))
		}
	})
}

func TestUndo(t *testing.T) {
	t.Parallel()
	p := open(t, storetest.SQLite(t), nil)
	ids := p.ask(t, itemOf("ada", 1, nil), itemOf("ada", 2, nil), itemOf("bob", 3, nil))
	ada, bob := p.as(t, "ada"), p.as(t, "bob")
	for _, id := range ids[:2] {
		ada.post("/review/"+id+"/decision", url.Values{"decision": {"approve"}})
	}
	bob.post("/review/"+ids[2]+"/decision", url.Values{"decision": {"approve"}})
	if g := ada.post("/review/"+ids[0]+"/undo", nil); g.path != "/review/"+ids[0] || !g.has("Taken back: “Ferry Engineer 1” of Kaihaus waits again.") || !strings.Contains(g.body, `id="decide"`) {
		t.Errorf("%s\n%s", g.path, plainText(g.body))
	}
	if g := ada.post("/review/undo?board=remotive", nil); g.path != "/review/"+ids[1]+"?board=remotive" || !g.has("Taken back") {
		t.Errorf("%s\n%s", g.path, plainText(g.body))
	}
	if g := ada.post("/review/undo", nil); g.path != "/review" || !g.has("There is nothing to take back") {
		t.Errorf("%s\n%s", g.path, plainText(g.body))
	}
	if g := ada.post("/review/"+ids[2]+"/undo", nil); g.code != http.StatusNotFound || p.state(t, ids[2]).State != review.Decided {
		t.Errorf("another person's: %d", g.code)
	}
	if p.count["undo"] != 2 {
		t.Errorf("counted %v", p.count)
	}
}

func TestBulk(t *testing.T) {
	t.Parallel()
	p := open(t, storetest.SQLite(t), nil)
	var items []review.Item
	for i := range 6 {
		items = append(items, itemOf("ada", int64(i+1), nil))
	}
	ids := p.ask(t, append(items, itemOf("bob", 9, nil))...)
	ada, olga := p.as(t, "ada"), p.as(t, "olga")
	olga.post("/review/"+ids[0]+"/decision", url.Values{"score": {"9"}})
	form := url.Values{"ids": {ids[0], ids[1], ids[2], ids[6], "none"}, "decision": {"reject"}, "reason": {"place"}, "score": {"4"}}
	g := ada.post("/review/decisions?board=remotive", form)
	if g.path != "/review?board=remotive" || !g.has("Rejected (place): 2 listings. 1 listing decided before and stays as it was, the first scored 9 by olga at Mon 2 Mar 2026, 08:00 CET. 2 listings could not be decided any more.") {
		t.Errorf("%s\n%s", g.path, plainText(g.body))
	}
	if p.state(t, ids[6]).State != review.Open || p.state(t, ids[0]).Decision.Score != 9 || p.state(t, ids[1]).Decision.Reason != review.WrongPlace {
		t.Error("the store holds something else")
	}
	if g = ada.post("/review/decisions", form); !g.has("Rejected (place): 0 listings. 2 were so already.") {
		t.Errorf("again:\n%s", plainText(g.body))
	}
	if g = ada.post("/review/decisions", url.Values{"ids": {ids[3]}, "decision": {"score"}, "score": {"6"}}); !g.has("Scored 6: “Ferry Engineer 4” of Kaihaus.", "Undo") {
		t.Errorf("one:\n%s", plainText(g.body))
	}
	for want, form := range map[string]url.Values{
		"mark the listings first":               {"decision": {"approve"}},
		"choose a reason":                       {"decision": {"reject"}, "ids": {ids[4]}},
		fmt.Sprintf("mark at most %d", maxBulk): {"decision": {"approve"}, "ids": slices.Repeat([]string{ids[4]}, maxBulk+1)},
	} {
		if g = ada.post("/review/decisions", form); !g.has("Nothing was decided: " + want) {
			t.Errorf("%s:\n%s", want, plainText(g.body))
		}
	}
	if p.state(t, ids[4]).State != review.Open || p.count["reject"] != 2 {
		t.Errorf("counted %v", p.count)
	}
}

func TestRules(t *testing.T) {
	t.Parallel()
	p := open(t, storetest.SQLite(t), nil)
	var items []review.Item
	for i := range 4 {
		items = append(items, itemOf("ada", int64(i+1), nil), itemOf("bob", int64(i+1), nil))
	}
	ids := p.ask(t, items...)
	blocked := func(name string) []string {
		profile, err := p.Profile(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		return profile.BlockCompanies
	}
	rule := url.Values{"setting": {"block_companies"}, "value": {"Kaihaus"}}
	for i, name := range []string{"ada", "bob"} {
		b := p.as(t, name)
		var g got
		for n := range 3 {
			if g = b.post("/review/rules", rule); !g.has("not offered any more") {
				t.Errorf("a rule that is not offered:\n%s", plainText(g.body))
			}
			g = b.post("/review/"+ids[2*n+i]+"/decision", url.Values{"decision": {"reject"}, "reason": {"company"}})
		}
		if !g.has("You rejected 3 listings of Kaihaus.", "Make it a rule?") {
			t.Errorf("%s, after the third:\n%s", name, plainText(g.body))
		}
		if got := blocked(name); len(got) > 0 {
			t.Errorf("%s: a rule made itself: %v", name, got)
		}
	}
	ada, bob := p.as(t, "ada"), p.as(t, "bob")
	if g := bob.get("/review"); !g.has("You rejected 3 listings of Kaihaus.", "In the profile:", "block_companies: [&#34;Kaihaus&#34;]") || strings.Contains(g.body, "Make it a rule<") {
		t.Errorf("bob's list:\n%s", plainText(g.body))
	}
	bob.post("/review/rules", rule)
	if got := blocked("bob"); len(got) > 0 {
		t.Errorf("a profile of a file was changed: %v", got)
	}
	if g := ada.post("/review/rules", rule); !g.has("“Kaihaus” stands in block_companies now") || !slices.Equal(blocked("ada"), []string{"Kaihaus"}) {
		t.Errorf("%v\n%s", blocked("ada"), plainText(g.body))
	}
	if g := ada.get("/review"); g.has("A rule of yours?") {
		t.Errorf("offered again:\n%s", plainText(g.body))
	}
}
