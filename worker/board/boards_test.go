package board_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"shortlist/scoring"
	"shortlist/worker/board"
	"shortlist/worker/board/himalayas"
	"shortlist/worker/board/jobicy"
	"shortlist/worker/board/remoteok"
	"shortlist/worker/board/remotive"
	"shortlist/worker/pipeline"
)

var now = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func clock() time.Time { return now }

// boards makes each board on a server that answers all paths with one handler.
func boards(t *testing.T, name string, h http.HandlerFunc) pipeline.Fetcher {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	c, err := board.NewClient(s.URL, "Shortlist/test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	switch name {
	case remoteok.Name:
		return remoteok.New(c, clock)
	case himalayas.Name:
		return himalayas.New(c, 10, clock)
	case remotive.Name:
		return remotive.New(c, clock)
	default:
		return jobicy.New(c, clock)
	}
}

func fetch(t *testing.T, name string, body string) board.Fetched {
	t.Helper()
	f, err := boards(t, name, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(body))
	}).Fetch(t.Context(), board.Validators{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestRemoteOKRows(t *testing.T) {
	t.Parallel()
	f := fetch(t, "remoteok", `[
		{"last_updated":1781107559,"legal":"Please link back"},
		{"id":"101","date":"2026-06-09T16:08:21+00:00","company":"Quillwort Labs ","position":"Senior Go Engineer &amp; Mentor","tags":["nurse"],
		 "description":"<p>Weâ\u0080\u0099re in GdaÅ\u0084sk.</p><br/><br/>Please mention the word **SNUG** and tag RMjAzLjAuMTEzLjc= when applying to show you read the job post completely (#RMjAzLjAuMTEzLjc=). This is a beta feature to avoid spam applicants. Companies can search these words to find applicants that read this and see they're human.",
		 "location":"United States, ","salary_min":90000,"salary_max":120000,"url":"https://remoteOK.com/remote-jobs/remote-senior-go-101"},
		{"id":102,"epoch":1781021301,"company":"Quillwort Labs","position":"Copy Editor","description":"Edit.","location":"","salary_min":30,"salary_max":30,"url":"https://remoteOK.com/remote-jobs/"},
		{"id":"106","company":"Quillwort","position":"Tester","description":"x","url":"https://evil.example/phish?remoteok.com"},
		{"id":"103","company":"","position":"","description":"","url":"https://remoteOK.com/remote-jobs/remote-103"},
		{"id":"105\u0000","company":"Quillwort","position":"Go Engineer","description":"x","url":"https://remoteOK.com/remote-jobs/remote-105"},
		{"id":"104","company":"","position":"&lt;&lt;ENTER DISPLAY JOB TITLE&gt;&gt","description":"x","url":"https://remoteOK.com/remote-jobs/remote-104"}]`)
	if f.Sent != 6 || len(f.Listings) != 3 || !f.Complete {
		t.Fatalf("sent %d, usable %d", f.Sent, len(f.Listings))
	}
	a, b := f.Listings[0], f.Listings[1]
	if a.Title != "Senior Go Engineer & Mentor" || a.Company != "Quillwort Labs" || a.Text != "We’re in Gdańsk." || a.Place.Raw != "United States" {
		t.Errorf("%q %q %q %q", a.Title, a.Company, a.Text, a.Place.Raw)
	}
	if a.URL != "https://remoteok.com/remote-jobs/remote-senior-go-101" || a.Pay.Min != 90000 || a.Pay.Currency != "USD" || a.Pay.Period != scoring.PerYear {
		t.Errorf("%s %+v", a.URL, a.Pay)
	}
	if c := f.Listings[2]; c.URL != "https://remoteok.com/remote-jobs/106" {
		t.Errorf("a link that leads elsewhere: %s", c.URL)
	}
	if b.ID != "102" || b.URL != "https://remoteok.com/remote-jobs/102" || b.Pay.Period != scoring.PerHour || b.PostedAt.Year() != 2026 {
		t.Errorf("%+v", b)
	}
}

func TestHimalayasPagesByWhatItReceives(t *testing.T) {
	t.Parallel()
	var offsets []string
	h := func(w http.ResponseWriter, r *http.Request) {
		offset := r.URL.Query().Get("offset")
		offsets = append(offsets, offset)
		w.Header().Set("Content-Type", "application/json")
		page := map[string]string{
			"0": strings.Repeat(`{},`, 18) + `{"title":"Data Engineer\u00a0","companyName":"name","companySlug":"brindle-works","guid":"https://himalayas.app/companies/brindle-works/jobs/data-engineer","locationRestrictions":[],"timezoneRestrictions":[-3,"2"],"pubDate":1784990421,"minSalary":null,"maxSalary":null,"currency":"USD","description":"<p>Data.</p><p>Originally posted on Himalayas</p>"},
			     {"title":"ML Engineer","companyName":"Brindle","guid":"https://himalayas.app/companies/brindle/jobs/ml","locationRestrictions":["Germany","France"],"pubDate":1784990421,"minSalary":4000,"maxSalary":5000,"salaryPeriod":"monthly","currency":"EUR","description":"ML"}`,
			"20": `{"title":"Go Engineer","companyName":"Brindle","guid":"https://himalayas.app/companies/brindle/jobs/go","locationRestrictions":["Chile"],"pubDate":1784990421}`,
		}[offset]
		_, _ = w.Write([]byte(`{"comments":"","offset":0,"limit":20,"totalCount":21,"jobs":[` + page + `]}`))
	}
	f, err := boards(t, "himalayas", h).Fetch(t.Context(), board.Validators{})
	if err != nil || len(f.Listings) != 3 || !f.Complete || f.Later != nil || strings.Join(offsets, ",") != "0,20" {
		t.Fatalf("%v: %d listings, complete %v, offsets %v", err, len(f.Listings), f.Complete, offsets)
	}
	a, b := f.Listings[0], f.Listings[1]
	if a.Company != "Brindle Works" || a.Title != "Data Engineer" || a.Text != "Data." || a.Pay.Known() || a.Place.Regions[0] != "worldwide" {
		t.Errorf("%+v", a)
	}
	if b.Pay.Period != scoring.PerMonth || b.Pay.Max != 5000 || strings.Join(b.Place.Countries, ",") != "DE,FR" || b.ID != "https://himalayas.app/companies/brindle/jobs/ml" {
		t.Errorf("%+v", b)
	}
}

func TestHimalayasKeepsWhatCameBeforeALaterPageFailed(t *testing.T) {
	t.Parallel()
	h := func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("offset") != "0" {
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"totalCount":100000,"jobs":[{"title":"Go Engineer","companyName":"Brindle","guid":"https://himalayas.app/companies/brindle/jobs/go"}]}`))
	}
	f, err := boards(t, "himalayas", h).Fetch(t.Context(), board.Validators{})
	if err != nil || len(f.Listings) != 1 || f.Complete || f.Later == nil || f.Later.Outcome != board.Partial || !strings.Contains(f.Later.Sentence, "page 2 did not come: it answered 429") {
		t.Errorf("%v %+v %v", err, f, f.Later)
	}
}

func TestHimalayasShortPages(t *testing.T) {
	t.Parallel()
	h := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"totalCount":3,"jobs":[{"title":"Go Engineer","companyName":"Brindle","guid":"https://himalayas.app/companies/brindle/jobs/go-%s"}]}`, r.URL.Query().Get("offset"))
	}
	f, err := boards(t, "himalayas", h).Fetch(t.Context(), board.Validators{})
	if err != nil || len(f.Listings) != 3 || f.Complete || f.Later == nil || !strings.Contains(f.Later.Sentence, "pages of 1 listings where 20 are usual") {
		t.Errorf("%v %+v", err, f)
	}
}

func TestRemotiveRows(t *testing.T) {
	t.Parallel()
	f := fetch(t, "remotive", `{"00-warning":"w","job-count":1,"jobs":[{"id":2090903,"url":"https://remotive.com/remote-jobs/data/data-2090903","title":"Data Steward ","company_name":"Brindle ",
		"tags":["go"],"publication_date":"2026-05-15T14:00:51","candidate_required_location":"Americas, Europe, Israel","salary":"$40-85k USD",
		"description":"<p style=\"color:#fff;background-color:#ffffff\"></p><ul><li>Sort&nbsp;data</li></ul><img src=\"https://remotive.com/job/track/2090903/blank.gif?source=public_api\" alt=\"\"/>"}]}`)
	l := f.Listings[0]
	if l.ID != "2090903" || l.Title != "Data Steward" || l.Text != "• Sort data" || l.Pay.Min != 40000 || l.Pay.Max != 85000 || l.PostedAt.IsZero() || l.Place.Raw != "Americas, Europe, Israel" {
		t.Errorf("%+v", l)
	}
}

func TestJobicyShapes(t *testing.T) {
	t.Parallel()
	f := fetch(t, "jobicy", `{"apiVersion":"2.2.13","jobs":[
		{"id":111,"url":"https://jobicy.com/jobs/111-web","jobTitle":"Web &amp; Brand Lead","companyName":"Brindle","jobIndustry":["Marketing &amp; Sales"],"jobType":["full-time"],"jobGeo":"LATAM,  Hong Kong,  Mexico",
		 "jobExcerpt":"Short&hellip;","jobDescription":"","pubDate":"2024-11-20 05:10:37","annualSalaryMin":"67500","annualSalaryMax":"79000","salaryCurrency":"USD"},
		{"id":112,"url":"https://jobicy.com/jobs/112-se","jobTitle":"Sales Engineer – UK","companyName":"Brindle","jobType":["Full-Time"],"jobGeo":"UK","jobDescription":"<p>Sell &#8211; well</p>","pubDate":"2026-08-15T15:28:49+00:00",
		 "salaryMin":130000,"salaryCurrency":"GBP","salaryPeriod":"yearly"}],"success":true}`)
	a, b := f.Listings[0], f.Listings[1]
	if a.Title != "Web & Brand Lead" || a.Pay.Min != 67500 || a.Pay.Period != scoring.PerYear || a.Text != "Short…" || a.PostedAt.Year() != 2024 {
		t.Errorf("2024: %+v", a)
	}
	if b.Pay.Min != 130000 || b.Pay.Max != 0 || b.Pay.Currency != "GBP" || b.Text != "Sell – well" || b.PostedAt.IsZero() || strings.Join(b.Place.Countries, "") != "GB" {
		t.Errorf("2026: %+v", b)
	}
}

// leftovers are what cleaning must not leave: C1 controls, UTF-8 read as Latin-1, entities, tags, trailers, pixels.
var leftovers = regexp.MustCompile(`[\x{80}-\x{9f}]|Ã[\x{80}-\x{bf}]|â€|&(?:amp|lt|gt|quot|nbsp|hellip|#\d+|#x[0-9a-f]+);|</?(?:p|br|li|ul|ol|div|span|strong|em|h[1-6]|img|a)\b[^>]*>|(?i:mention the word \*\*)|\bR[A-Za-z0-9+/]{12,}=|blank\.gif`)

// TestRecordings reads whole recorded answers, where they are beside the repository, and counts.
func TestRecordings(t *testing.T) {
	t.Parallel()
	root := "../../../shared/data/boards"
	if _, err := os.Stat(root); err != nil {
		t.Skip("the recordings are not here:", err)
	}
	for _, name := range []string{"remoteok", "himalayas", "remotive", "jobicy"} {
		files, err := filepath.Glob(filepath.Join(root, name, "*.json"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no recordings: %v", name, err)
		}
		for _, file := range files {
			t.Run(name+"/"+filepath.Base(file), func(t *testing.T) {
				t.Parallel()
				recording(t, name, file)
			})
		}
	}
}

func recording(t *testing.T, name, file string) {
	body, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := count(t, name, body)
	if name == "himalayas" && body[0] == '[' {
		body = append(append([]byte(`{"jobs":`), body...), '}')
	}
	if name == "himalayas" { // one page of the server, so that paging ends
		var once map[string]any
		if err := json.Unmarshal(body, &once); err != nil {
			t.Fatal(err)
		}
		once["totalCount"] = want
		if body, err = json.Marshal(once); err != nil {
			t.Fatal(err)
		}
	}
	f := fetch(t, name, string(body))
	if f.Sent != want {
		t.Errorf("sent %d, an independent count gives %d", f.Sent, want)
	}
	if lost := f.Sent - len(f.Listings); lost > 1 {
		t.Errorf("%d of %d rows unusable", lost, f.Sent)
	}
	for _, l := range f.Listings {
		if l.PostedAt.IsZero() {
			t.Errorf("%s: no date", l.Ref)
		}
		for field, s := range map[string]string{"title": l.Title, "company": l.Company, "place": l.Place.Raw, "text": l.Text, "pay": l.Pay.Raw} {
			if m := leftovers.FindString(s); m != "" {
				t.Errorf("%s: %s holds %q", l.Ref, field, m)
			}
		}
	}
}

// count counts the rows without any of our code: elements with an id or a guid.
func count(t *testing.T, name string, body []byte) int {
	var rows []map[string]any
	if body[0] == '[' {
		if err := json.Unmarshal(body, &rows); err != nil {
			t.Fatal(err)
		}
	} else {
		var e struct{ Jobs []map[string]any }
		if err := json.Unmarshal(body, &e); err != nil {
			t.Fatal(err)
		}
		rows = e.Jobs
	}
	n := 0
	for _, r := range rows {
		if r["id"] != nil || r["guid"] != nil {
			n++
		}
	}
	return n
}
