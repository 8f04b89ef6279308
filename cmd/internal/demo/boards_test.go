package demo

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

var testNow = time.Date(2026, 11, 30, 17, 45, 12, 0, time.UTC)

const testBase = "http://localhost:8099"

// sharedHandler is made once: a handler does not change, and reading the samples is most of a test's time.
var sharedHandler = sync.OnceValues(func() (http.Handler, error) { return Boards(testNow, testBase) })

func newHandler(t *testing.T) http.Handler {
	t.Helper()
	h, err := sharedHandler()
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func get(t *testing.T, h http.Handler, path string, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func getJSON[T any](t *testing.T, h http.Handler, path string) T {
	t.Helper()
	w := get(t, h, path)
	if w.Code != http.StatusOK {
		t.Fatalf("GET %s: %d", path, w.Code)
	}
	if ct := w.Header().Get("Content-Type"); !strings.HasPrefix(ct, "application/json") {
		t.Errorf("GET %s: content type %q", path, ct)
	}
	var v T
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
		t.Fatalf("GET %s: %v", path, err)
	}
	return v
}

// remoteOKJobs leaves the notice out, as a reader must.
func remoteOKJobs(t *testing.T, h http.Handler) []remoteOKJob {
	t.Helper()
	all := getJSON[[]json.RawMessage](t, h, "/remoteok/api")
	var notice map[string]any
	if err := json.Unmarshal(all[0], &notice); err != nil || notice["legal"] == "" || notice["id"] != nil {
		t.Errorf("the first element is no notice: %s", all[0])
	}
	var jobs []remoteOKJob
	for _, raw := range all[1:] {
		var j remoteOKJob
		if err := json.Unmarshal(raw, &j); err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, j)
	}
	return jobs
}

func himalayasJobs(t *testing.T, h http.Handler) []himalayasJob {
	t.Helper()
	var jobs []himalayasJob
	for offset := 0; ; {
		page := getJSON[himalayasPage](t, h, fmt.Sprintf("/himalayas/jobs/api?limit=20&offset=%d", offset))
		if len(page.Jobs) == 0 {
			return jobs
		}
		jobs = append(jobs, page.Jobs...)
		offset += len(page.Jobs)
	}
}

// count says how many rows have a quirk.
func count[T any](rows []T, has func(T) bool) int {
	n := 0
	for _, r := range rows {
		if has(r) {
			n++
		}
	}
	return n
}

type quirk[T any] struct {
	name     string
	min, max int
	has      func(T) bool
}

func checkQuirks[T any](t *testing.T, rows []T, quirks []quirk[T]) {
	t.Helper()
	for _, q := range quirks {
		if n := count(rows, q.has); n < q.min || n > q.max {
			t.Errorf("%s: %d of %d rows, want %d to %d", q.name, n, len(rows), q.min, q.max)
		}
	}
}

// brokenUTF8 matches what the bytes of a character above U+00BF become when they are read as Latin-1.
var brokenUTF8 = regexp.MustCompile(`[\x{C2}-\x{F4}][\x{80}-\x{BF}]`)

func TestRemoteOKQuirks(t *testing.T) {
	t.Parallel()
	jobs := remoteOKJobs(t, newHandler(t))
	n := len(jobs)
	titles := map[string]int{}
	for _, j := range jobs {
		titles[j.Company+"|"+j.Position]++
	}
	checkQuirks(t, jobs, []quirk[remoteOKJob]{
		{"any", 34, 45, func(remoteOKJob) bool { return true }},
		{"mojibake in the description", n * 3 / 4, n - 1, func(j remoteOKJob) bool { return brokenUTF8.MatchString(j.Description) }},
		{"mojibake in the title", 3, 10, func(j remoteOKJob) bool { return brokenUTF8.MatchString(j.Position) }},
		{"mojibake in the place", 3, 10, func(j remoteOKJob) bool { return brokenUTF8.MatchString(j.Location) }},
		{"é, ł or ü in the title or company, once repaired", 3, 10, func(j remoteOKJob) bool {
			return strings.ContainsAny(latin1(j.Position+j.Company), "éłü")
		}},
		{"trailer with the reader's address", n, n, func(j remoteOKJob) bool {
			return strings.Contains(j.Description, "and tag RMjAzLjAuMTEzLjc= when applying")
		}},
		{"entity in the title", 2, 10, func(j remoteOKJob) bool { return strings.Contains(j.Position, "&amp;") }},
		{"bare ampersand in the title", 1, 3, func(j remoteOKJob) bool { return strings.Contains(j.Position, " & ") }},
		{"escaped body", 1, 3, func(j remoteOKJob) bool { return strings.HasPrefix(j.Description, "&lt;") }},
		{"plain body", 1, 3, func(j remoteOKJob) bool { return strings.Contains(j.Description, "\n- ") }},
		{"empty place", 4, n / 2, func(j remoteOKJob) bool { return j.Location == "" }},
		{"hanging comma", 6, n, func(j remoteOKJob) bool { return strings.HasSuffix(j.Location, ", ") }},
		{"trailing space in the company", 1, n, func(j remoteOKJob) bool { return strings.HasSuffix(j.Company, " ") }},
		{"no pay", 5, n * 3 / 4, func(j remoteOKJob) bool { return j.SalaryMin == 0 && j.SalaryMax == 0 }},
		{"hourly 30 to 30", 1, 1, func(j remoteOKJob) bool { return j.SalaryMin == 30 && j.SalaryMax == 30 }},
		{"placeholder on the list page", 1, 1, func(j remoteOKJob) bool {
			return j.Position == "&lt;&lt;ENTER DISPLAY JOB TITLE&gt;&gt" && strings.HasSuffix(j.URL, "/remoteok/remote-jobs/") && j.Slug == ""
		}},
		{"title posted several times", 3, 6, func(j remoteOKJob) bool { return titles[j.Company+"|"+j.Position] > 2 }},
		{"nurse tagged golang", 1, 1, func(j remoteOKJob) bool {
			return strings.Contains(j.Position, "Nurse") && strings.Contains(strings.Join(j.Tags, ","), "golang")
		}},
		{"mixed-case host", n, n, func(j remoteOKJob) bool {
			return strings.HasPrefix(j.URL, "http://localHOST:8099/") && j.URL == j.ApplyURL
		}},
		{"id of digits", n, n, func(j remoteOKJob) bool { return regexp.MustCompile(`^\d{7}$`).MatchString(j.ID) }},
		{"older than two months", 2, 4, func(j remoteOKJob) bool { return testNow.Unix()-j.Epoch > 60*86400 }},
	})
	for i, j := range jobs {
		if d, err := time.Parse(time.RFC3339, j.Date); err != nil || d.Unix() != j.Epoch || d.After(testNow) {
			t.Errorf("%s: date %q, epoch %d, %v", j.ID, j.Date, j.Epoch, err)
		}
		if i > 0 && j.Epoch > jobs[i-1].Epoch {
			t.Errorf("%s is newer than the one above", j.ID)
		}
	}
}

// latin1 undoes mojibake, the way a reader would.
func latin1(s string) string {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		if r > 0xFF {
			return s
		}
		b = append(b, byte(r))
	}
	return string(b)
}

func TestHimalayasQuirks(t *testing.T) {
	t.Parallel()
	jobs := himalayasJobs(t, newHandler(t))
	n := len(jobs)
	checkQuirks(t, jobs, []quirk[himalayasJob]{
		{"any", 41, 60, func(himalayasJob) bool { return true }},
		{"company called name", 3, 8, func(j himalayasJob) bool { return j.CompanyName == "name" && j.CompanySlug != "" }},
		{"worldwide by an empty list", 1, 5, func(j himalayasJob) bool { return len(j.LocationRestrictions) == 0 }},
		{"several countries", 10, n, func(j himalayasJob) bool { return len(j.LocationRestrictions) > 1 }},
		{"time zone as a number", n / 2, n, func(j himalayasJob) bool {
			return len(j.TimezoneRestrictions) > 0 && fmt.Sprintf("%T", j.TimezoneRestrictions[0]) == "float64"
		}},
		{"no pay and no currency", 2, n / 2, func(j himalayasJob) bool { return j.MinSalary == nil && j.Currency == nil }},
		{"yearly", 15, n, func(j himalayasJob) bool { return j.SalaryPeriod == "annual" && j.MaxSalary != nil }},
		{"monthly", 2, n, func(j himalayasJob) bool { return j.SalaryPeriod == "monthly" }},
		{"fortnightly", 1, n, func(j himalayasJob) bool { return j.SalaryPeriod == "fortnightly" }},
		{"hourly", 1, n, func(j himalayasJob) bool { return j.SalaryPeriod == "hourly" }},
		{"trailer", n / 2, n - 3, func(j himalayasJob) bool { return strings.HasSuffix(j.Description, himalayasTrailer) }},
		{"title with a no-break space at its end", 1, 2, func(j himalayasJob) bool { return strings.HasSuffix(j.Title, "\u00a0") }},
		{"guid is the link", n, n, func(j himalayasJob) bool {
			return j.GUID == j.ApplicationLink && strings.HasPrefix(j.GUID, testBase+"/himalayas/companies/"+j.CompanySlug+"/jobs/")
		}},
		{"guid with a number", 5, n - 5, func(j himalayasJob) bool { return regexp.MustCompile(`-98\d{8}$`).MatchString(j.GUID) }},
		{"expires after 60 days", n, n, func(j himalayasJob) bool { return j.ExpiryDate-j.PubDate == 60*86400 }},
		{"German", 1, 3, func(j himalayasJob) bool { return strings.Contains(j.Description, "Verhandlungssicheres Deutsch") }},
	})
}

func TestHimalayasPaging(t *testing.T) {
	t.Parallel()
	h := newHandler(t)
	total := len(himalayasJobs(t, h))
	tests := []struct {
		query               string
		offset, limit, jobs int
	}{
		{"", 0, 20, 20},
		{"?limit=50", 0, 20, 20},
		{"?limit=5&offset=3", 3, 5, 5},
		{"?limit=20&offset=40", 40, 20, total - 40},
		{"?limit=20&offset=100000", 100000, 20, 0},
		{"?limit=-1&offset=-7", 0, 20, 20},
		{"?limit=x&offset=9223372036854775807", 1<<63 - 1, 20, 0},
	}
	for _, tt := range tests {
		p := getJSON[himalayasPage](t, h, "/himalayas/jobs/api"+tt.query)
		if p.Offset != tt.offset || p.Limit != tt.limit || len(p.Jobs) != tt.jobs || p.TotalCount != total {
			t.Errorf("%q: offset %d, limit %d, %d jobs of %d; want %+v of %d", tt.query, p.Offset, p.Limit, len(p.Jobs), p.TotalCount, tt, total)
		}
	}
}

func TestRemotiveQuirks(t *testing.T) {
	t.Parallel()
	page := getJSON[remotivePage](t, newHandler(t), "/remotive/api/remote-jobs")
	n := len(page.Jobs)
	if page.JobCount != n || page.TotalJobCount != n {
		t.Errorf("counts %d and %d for %d jobs", page.JobCount, page.TotalJobCount, n)
	}
	titles, ids := map[string]int{}, map[int]bool{}
	salaries := map[string]bool{}
	for _, j := range page.Jobs {
		titles[j.CompanyName+"|"+j.Title]++
		if ids[j.ID] {
			t.Errorf("id %d twice", j.ID)
		}
		ids[j.ID], salaries[j.Salary] = true, true
	}
	checkQuirks(t, page.Jobs, []quirk[remotiveJob]{
		{"any", 20, 40, func(remotiveJob) bool { return true }},
		{"date without a zone", n, n, func(j remotiveJob) bool {
			_, err := time.Parse("2006-01-02T15:04:05", j.PublicationDate)
			return err == nil
		}},
		{"trailing space in the title", 2, n, func(j remotiveJob) bool { return strings.HasSuffix(j.Title, " ") }},
		{"trailing space in the company", 2, n, func(j remotiveJob) bool { return strings.HasSuffix(j.CompanyName, " ") }},
		{"tracking pixel", n, n, func(j remotiveJob) bool {
			return strings.Contains(j.Description, fmt.Sprintf("/remotive/job/track/%d/blank.gif", j.ID))
		}},
		{"inline style", n / 2, n, func(j remotiveJob) bool { return strings.Contains(j.Description, "style=") }},
		{"comment of an editor", 3, n, func(j remotiveJob) bool { return strings.Contains(j.Description, "<!--") }},
		{"reposted", 3, n / 2, func(j remotiveJob) bool { return titles[j.CompanyName+"|"+j.Title] > 1 }},
		{"hidden text", 1, 1, func(j remotiveJob) bool {
			return strings.Contains(j.Description, "color:#ffffff;background-color:#ffffff") && strings.Contains(j.Description, "display:none")
		}},
		{"bidi override", 1, 1, func(j remotiveJob) bool { return strings.Contains(j.Description, "\u202e") }},
		{"zero-width space", 1, 1, func(j remotiveJob) bool { return strings.Contains(j.Description, "\u200b") }},
		{"twenty tags", 1, 3, func(j remotiveJob) bool { return len(j.Tags) >= 20 }},
		{"unknown place", 1, 3, func(j remotiveJob) bool { return j.Location == "" }},
	})
	for _, want := range []string{
		"-", "$12K", "$14/hr", "$31,2k- $52k", "$20k -$35k", "OTE $25k - $35k", "$45-$60 /hour", "$60-85k USD", "120-170k/year",
		"€62k–€76k", "€62k-€78k (depending on experience)",
	} {
		if !salaries[want] {
			t.Errorf("no salary is written %q", want)
		}
	}
}

func TestJobicyQuirks(t *testing.T) {
	t.Parallel()
	h := newHandler(t)
	page := getJSON[jobicyPage](t, h, "/jobicy/api/v2/remote-jobs?count=100")
	n := len(page.Jobs)
	if page.JobCount != n || !page.Success {
		t.Errorf("count %d of %d, success %t", page.JobCount, n, page.Success)
	}
	checkQuirks(t, page.Jobs, []quirk[jobicyJob]{
		{"any", 20, 40, func(jobicyJob) bool { return true }},
		{"date of 2024's form", 4, n / 2, func(j jobicyJob) bool {
			_, err := time.Parse(time.DateTime, j.PubDate)
			return err == nil && j.SalaryPeriod == "" && j.Type[0] == strings.ToLower(j.Type[0])
		}},
		{"date of 2026's form", n / 2, n, func(j jobicyJob) bool {
			_, err := time.Parse(time.RFC3339, j.PubDate)
			return err == nil && j.AnnualSalaryMin == ""
		}},
		{"pay as text", 2, n / 2, func(j jobicyJob) bool { return j.AnnualSalaryMin != "" }},
		{"pay without an upper bound", 1, 3, func(j jobicyJob) bool { return j.SalaryMin > 0 && j.SalaryMax == 0 }},
		{"no pay", 2, n / 2, func(j jobicyJob) bool { return j.SalaryMin == 0 && j.AnnualSalaryMin == "" }},
		{"escaped industry", 4, n, func(j jobicyJob) bool { return strings.Contains(j.Industry[0], " &amp; ") }},
		{"escaped title", 2, n, func(j jobicyJob) bool { return strings.Contains(j.Title, "&") }},
		{"two spaces behind a comma", 5, n, func(j jobicyJob) bool { return strings.Contains(j.Geo, ",  ") }},
		{"excerpt cut", n, n, func(j jobicyJob) bool { return strings.HasSuffix(j.Excerpt, "&hellip;") }},
		{"numeric entities", n / 2, n, func(j jobicyJob) bool { return strings.Contains(j.Description, "&#8217;") }},
	})
	for query, want := range map[string]int{"?count=3": 3, "": n, "?count=0": n, "?count=5000": n, "?count=x": n} {
		if p := getJSON[jobicyPage](t, h, "/jobicy/api/v2/remote-jobs"+query); len(p.Jobs) != want || p.JobCount != want {
			t.Errorf("%q: %d jobs, want %d", query, len(p.Jobs), want)
		}
	}
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	h := newHandler(t)
	w := get(t, h, "/remoteok/api")
	modified := w.Header().Get("Last-Modified")
	if modified == "" || w.Header().Get("Cache-Control") != "public, max-age=3600" || w.Header().Get("ETag") != "" {
		t.Errorf("headers of RemoteOK: %v", w.Header())
	}
	if w := get(t, h, "/remoteok/api", "If-Modified-Since", modified); w.Code != http.StatusNotModified || w.Body.Len() > 0 {
		t.Errorf("asked again: %d with %d bytes", w.Code, w.Body.Len())
	}
	before := testNow.Add(-time.Minute).Format(http.TimeFormat)
	if w := get(t, h, "/remoteok/api", "If-Modified-Since", before); w.Code != http.StatusOK {
		t.Errorf("asked for what changed since before the start: %d", w.Code)
	}
	w = get(t, h, "/jobicy/api/v2/remote-jobs")
	if w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Last-Modified") != "" || w.Header().Get("Set-Cookie") == "" {
		t.Errorf("headers of Jobicy: %v", w.Header())
	}
}

func TestBoardsRefusesBaseURL(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"", "127.0.0.1:80", "ftp://host", "/remoteok", "http://", "http://[::1"} {
		if _, err := Boards(testNow, base); err == nil {
			t.Errorf("%q was accepted", base)
		}
	}
}
