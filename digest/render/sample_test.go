package render

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"shortlist/digest"
	"shortlist/scoring"
)

var slot = time.Date(2026, 11, 30, 7, 0, 0, 0, time.UTC) // Monday, 08:00 in Berlin

func berlin(t testing.TB) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

func ago(days int) time.Time { return slot.Add(-time.Duration(days) * 24 * time.Hour) }

// baseInput is a person with four boards that work and no listing.
func baseInput(t testing.TB) digest.Input {
	return digest.Input{
		Profile: scoring.Profile{
			Name: "ada", Timezone: "Europe/Berlin",
			Queries: []string{"golang backend", "platform engineer"}, Exclude: []string{"senior", "crypto"},
			BlockCompanies: []string{"Quillfern"}, Limits: scoring.Limits{Picks: 12},
		},
		Slot: slot, Now: slot, Zone: berlin(t), Schedule: "every day at 08:00 and 18:00, Europe/Berlin time",
		Boards: []digest.BoardReport{
			{Board: "remoteok", URL: "https://remoteok.example/", Listings: 98, Outcome: "ok", FetchedAt: slot.Add(-15 * time.Minute)},
			{Board: "himalayas", URL: "https://himalayas.example/jobs", Listings: 200, Outcome: "ok", FetchedAt: slot.Add(-15 * time.Minute)},
			{Board: "remotive", URL: "https://remotive.example/", Listings: 1, Outcome: "ok", FetchedAt: slot.Add(-14 * time.Hour)},
			{Board: "jobicy", URL: "https://jobicy.example/", Listings: 50, Outcome: "ok", FetchedAt: slot.Add(-15 * time.Minute)},
		},
		Fetched: 349, New: 41, Already: 6,
		Dropped: []digest.Drop{
			{Reason: digest.DropNoTitleHit, Count: 308},
			{Reason: digest.DropExcluded, Rule: "senior", Count: 12},
			{Reason: digest.DropExcluded, Rule: "crypto", Count: 2},
			{Reason: digest.DropBlocked, Rule: "Quillfern", Count: 1},
		},
		PublicURL: "https://shortlist.example/",
	}
}

func listing(board, id, title, company, place string) *scoring.Listing {
	return &scoring.Listing{
		Ref: scoring.Ref{Board: board, ID: id}, Title: title, Company: company,
		URL:   "https://" + board + ".example/remote-jobs/" + id,
		Place: scoring.Place{Raw: place}, PostedAt: ago(0), SeenAt: slot,
	}
}

func normalInput(t testing.TB) digest.Input {
	in := baseInput(t)
	a := listing("remoteok", "1133090", "Go Backend Engineer", "Velmora Freight", "Remote, Europe")
	a.Text = "About us\n\nVelmora Freight moves parcels by river, and has done so since long before it was in fashion again.\n\n" +
		"Your work\n\nYou build the services that tell a barge where to moor: Go, Postgres, a little Kubernetes, and people who know the water. " +
		"You own what you ship, and you are on call one week in seven.\n\n• Go\n• Postgres"
	a.Pay = scoring.Pay{Min: 60000, Max: 80000, Currency: "EUR", Period: scoring.PerYear, Raw: "€60k - €80k"}
	a.Sightings = []scoring.Sighting{
		{Ref: a.Ref, URL: a.URL, Place: a.Place},
		{Ref: scoring.Ref{Board: "himalayas", ID: "v-1"}, URL: "https://himalayas.example/companies/velmora/jobs/v-1", Place: scoring.Place{Raw: "Remote: Portugal, Spain"}},
		{Ref: scoring.Ref{Board: "jobicy", ID: "77"}, URL: "https://jobicy.example/jobs/77-go", Place: scoring.Place{Raw: "Remote, Europe"}},
	}
	b := listing("himalayas", "p-9", "Platform Engineer, Developer Experience", "Tarnhollow", "Remote, worldwide")
	b.PostedAt = ago(1)
	b.Pay = scoring.Pay{Min: 60000, Max: 80000, Currency: "EUR", Period: scoring.PerYear, Raw: "OTE 60-80k depending on where you live"}
	b.Text = "Our forty engineers lose an hour a day to slow builds. You will give it back to them, and you will be thanked for it every morning by name."
	c := listing("remotive", "204", "Site Reliability Engineer (Łódź or remote)", "Brightmoor & Sons", "Poland")
	c.PostedAt = ago(152)
	d := listing("jobicy", "5", "Backend Developer – Go/Python", "", "")
	d.PostedAt = time.Time{}
	d.Pay = scoring.Pay{Raw: "competitive"}
	in.Ranked = []digest.Candidate{
		{Listing: a, Query: "golang backend", Why: "golang and backend in the title; kubernetes in the text"},
		{Listing: b, Query: "platform engineer", Why: "platform in the title"},
		{Listing: c, Query: "platform engineer", Why: "kubernetes ×3 in the text"},
		{Listing: d, Query: "golang backend", Why: "backend and go in the title"},
	}
	in.Profile.Limits.Picks = 4
	for i := range 14 {
		in.Ranked = append(in.Ranked, digest.Candidate{Listing: listing("remoteok", fmt.Sprint(i), "Backend Engineer", "", "Remote")})
	}
	return in
}

// judgedInput is a digest with a judge, gates, and something to decide.
func judgedInput(t testing.TB) digest.Input {
	in := normalInput(t)
	in.Ranked = in.Ranked[:4]
	in.Ranked[0].Verdict = &digest.Verdict{Score: 9, Reason: "Go services on Postgres, remote in Europe, pay above your floor.", Approved: true}
	in.Ranked[1].Verdict = &digest.Verdict{Score: 8, Reason: "Developer tooling is what you asked for.", Quote: "an hour a day to slow builds"}
	in.Ranked[2].Also, in.Ranked[2].Verdict = true, &digest.Verdict{Score: 5, Reason: "Fits in part: operations more than development."}
	in.Ranked[3].Also, in.Ranked[3].Verdict = true, &digest.Verdict{HeldBy: "Its pay is not said, so the pay gate stayed silent."}
	in.Calls = []digest.Call{
		{ID: "k1", Title: "Staff Engineer, Ledgers", Company: "Otterbeck", Why: "The judge gave 8, but the advert asks for “fluent Danish”.", Links: []digest.Link{{Label: "Approve", URL: "https://shortlist.example/a/x1"}, {Label: "Reject", URL: "https://shortlist.example/a/x2"}}},
		{ID: "k2", Title: "Backend Engineer", Company: "Harrowfield", Why: "A score of 6 is in the band on which you decide."},
	}
	in.Open = 9
	in.Judged = []string{"Judged by gemini-3.5-flash-lite: 31 of 40 calls. 4 listings wait for the next run: the limit of the day is reached."}
	in.Dropped = append(in.Dropped, digest.Drop{Reason: digest.DropGate, Rule: "language", Count: 7}, digest.Drop{Reason: digest.DropJudge, Count: 11},
		digest.Drop{Reason: digest.DropRejected, Count: 2}, digest.Drop{Reason: digest.DropLevel, Count: 5})
	return in
}

func failedInput(t testing.TB) digest.Input {
	in := normalInput(t)
	in.Ranked = in.Ranked[:1]
	in.Notes = []string{"The digest of Sun 18:00 may not have arrived: the mail server's answer was lost."}
	in.Boards[2].Problem, in.Boards[2].Since = "answered 503", slot.Add(-2*time.Hour)
	in.Boards[3] = digest.BoardReport{Board: "jobicy", URL: "https://jobicy.example/", Outcome: "timeout", Problem: "did not answer within 15 s.", Since: ago(9)}
	return in
}

func hostileInput(t testing.TB) digest.Input {
	in := baseInput(t)
	titles := []string{
		`<script>alert("x")</script> Engineer`,
		"<<ENTER DISPLAY JOB TITLE>>",
		"R&D Engineer, A & B's \"Lab\"",
		"Engineer\r\nBcc: someone@evil.example\x00",
		"מהנדס תוכנה \u202eevil\u202c (Go)",
		strings.Repeat("Very long title ", 20),
		"🚀 Rocket Engineer 👩‍🚀",
		"{{.Profile}} {{template \"foot\"}}",
		"数据工程师" + strings.Repeat("工", 60),
		"Z" + strings.Repeat("\u0301", 500) + "algo Engineer",
		"--><!-- </style></title>",
	}
	for i, title := range titles {
		l := listing("remoteok", fmt.Sprint(i), title, fmt.Sprintf("<b>Company %d</b>", i), "<i>Nowhere</i>")
		l.Text = `<img src=x onerror=alert(1)> & so on, with enough letters to pass for a sentence about real work, said twice over.`
		in.Ranked = append(in.Ranked, digest.Candidate{Listing: l, Query: `"go" & <em>`, Why: `"go" <in> the 'title'`, Also: i > 5, Verdict: &digest.Verdict{
			Score: i, Reason: title, Quote: `<img src=x onerror=alert(2)>`, HeldBy: "held\r\nBcc: x@evil.example", Approved: i%2 == 0,
		}})
		in.Calls = append(in.Calls, digest.Call{ID: "../" + title, Title: title, Company: "<b>Company</b>", Why: title})
	}
	for i, u := range []string{
		"javascript:alert(1)", "data:text/html,hi", "https://remoteok.example@evil.example/", " https://remotive.example/a b?q=\"><x>&r=ü",
		"//evil.example/x", "HTTPS://Jobicy.example/Jobs", "ht\ntp://x.example", "",
	} {
		in.Ranked[i].Listing.URL = u
	}
	in.Profile.Exclude = []string{"<senior>", "a\nb"}
	in.Boards[0].Label, in.Boards[0].URL = "Remote <OK>", "javascript:alert(2)"
	in.Dropped = []digest.Drop{{Reason: digest.DropExcluded, Rule: "<senior>", Count: 3}}
	return in
}

// fullInput has n candidates in which every field is longer than any mail shows, made of unit.
func fullInput(t testing.TB, n int, unit string) digest.Input {
	in := baseInput(t)
	in.Profile.Limits.Picks = n
	long := strings.Repeat(unit, 1000)
	in.Profile.Name, in.Schedule = long, long
	for range 200 {
		in.Profile.Queries, in.Profile.Exclude = append(in.Profile.Queries, long), append(in.Profile.Exclude, long)
		in.Profile.BlockCompanies = append(in.Profile.BlockCompanies, long)
		in.Notes = append(in.Notes, long)
		in.Dropped = append(in.Dropped, digest.Drop{Reason: digest.DropExcluded, Rule: long, Count: 1 << 40})
	}
	for range 5 {
		in.Boards = append(in.Boards, in.Boards[:4]...)
	}
	for i := range in.Boards {
		in.Boards[i].Label, in.Boards[i].Problem, in.Boards[i].Since = long, long, ago(400)
		in.Boards[i].URL = "https://x.example/?" + strings.Repeat("&", 130)
	}
	for i := range n {
		l := listing("remoteok", fmt.Sprint(i), long, fmt.Sprintf("%d%s", i, long), long)
		l.Text = long
		l.Pay.Raw = long
		l.PostedAt = ago(200)
		for j, b := range []string{"himalayas", "remotive", "jobicy", "a", "b", "c", "d"} {
			l.Sightings = append(l.Sightings, scoring.Sighting{
				Ref: scoring.Ref{Board: b, ID: "1"}, URL: "https://x.example/?" + strings.Repeat("&", 680), Place: scoring.Place{Raw: fmt.Sprint(j, long)},
			})
		}
		in.Ranked = append(in.Ranked, digest.Candidate{Listing: l, Query: long, Why: long, Also: i >= n/2, Verdict: &digest.Verdict{Score: 10, Reason: long, Quote: long, HeldBy: long, Approved: true}})
		in.Calls = append(in.Calls, digest.Call{ID: long, Title: long, Company: long, Why: long, Links: []digest.Link{{Label: long, URL: "https://x.example/a/" + strings.Repeat("&", 600)}, {Label: long, URL: "https://x.example/a/" + strings.Repeat("&", 600)}}})
		in.Judged = append(in.Judged, long)
	}
	in.Open = 1 << 40
	return in
}
