package demo

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestSamplesAreAdverts(t *testing.T) {
	t.Parallel()
	feeds, err := loadFeeds(testNow)
	if err != nil {
		t.Fatal(err)
	}
	all, fresh, withPay := 0, 0, 0
	roles := map[string]map[string]bool{}
	for board, rows := range feeds {
		for _, l := range rows {
			all++
			if testNow.Sub(l.posted) < 14*24*time.Hour {
				fresh++
			}
			if l.role.Pay != nil {
				withPay++
			}
			if roles[l.role.ID] == nil {
				roles[l.role.ID] = map[string]bool{}
			}
			roles[l.role.ID][board] = true
			n := 0
			for _, b := range l.blocks {
				for _, line := range b.Lines {
					for _, s := range line {
						n += utf8.RuneCountInString(s.Text) + 1
					}
				}
			}
			if (n < 800 || n > 3500) && !l.Junk {
				t.Errorf("%s on %s: the advert has %d characters, want 800 to 3500", l.role.ID, board, n)
			}
		}
	}
	if all < 115 || all > 140 || len(roles) < 90 {
		t.Errorf("%d listings of %d roles", all, len(roles))
	}
	if fresh < all*8/10 {
		t.Errorf("only %d of %d listings are younger than two weeks", fresh, all)
	}
	if withPay == all || withPay < all/2 {
		t.Errorf("%d of %d listings have pay: some must, some must not", withPay, all)
	}
	several, three := 0, 0
	for _, boards := range roles {
		if len(boards) > 1 {
			several++
		}
		if len(boards) > 2 {
			three++
		}
	}
	if several < 10 || three < 2 {
		t.Errorf("%d roles stand on two boards or more, %d on three", several, three)
	}
}

// The ids must not depend on when the demo starts.
func TestIDsAreStable(t *testing.T) {
	t.Parallel()
	ids := func(now time.Time) []string {
		h, err := Boards(now, testBase)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, j := range remoteOKJobs(t, h) {
			out = append(out, j.ID)
		}
		for _, j := range himalayasJobs(t, h) {
			out = append(out, j.GUID)
		}
		sort.Strings(out)
		return out
	}
	if diff := cmp.Diff(ids(testNow), ids(testNow.Add(77*time.Hour))); diff != "" {
		t.Error(diff)
	}
}

func TestEmbeddedSize(t *testing.T) {
	t.Parallel()
	total := 0
	err := fs.WalkDir(dataFiles, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := dataFiles.ReadFile(path)
		total += len(data)
		return err
	})
	if err != nil || total > 400_000 {
		t.Errorf("%d bytes, %v", total, err)
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	h := newHandler(t)
	var urls []string
	for _, j := range remoteOKJobs(t, h) {
		urls = append(urls, j.URL)
	}
	for _, j := range himalayasJobs(t, h) {
		urls = append(urls, j.GUID, j.CompanyLogo)
	}
	for _, j := range getJSON[remotivePage](t, h, "/remotive/api/remote-jobs").Jobs {
		urls = append(urls, j.URL)
	}
	for _, j := range getJSON[jobicyPage](t, h, "/jobicy/api/v2/remote-jobs").Jobs {
		urls = append(urls, j.URL)
	}
	for _, u := range urls {
		path := u[len(testBase):]
		w := get(t, h, path)
		if w.Code != http.StatusOK {
			t.Errorf("%s: %d", path, w.Code)
		}
		if !strings.Contains(path, "/logos/") && !strings.Contains(w.Body.String(), "Sample listing.") {
			t.Errorf("%s lacks the banner", path)
		}
	}
	if w := get(t, h, "/"); !strings.Contains(w.Body.String(), "Remote OK") {
		t.Error("the start page lists no board")
	}
	if w := get(t, h, "/remotive/job/track/1/blank.gif"); w.Header().Get("Content-Type") != "image/gif" {
		t.Error("no pixel")
	}
	for _, path := range []string{"/nothing", "/remoteok/remote-jobs/remote-none-1", "/jobicy/../etc/passwd"} {
		if w := get(t, h, path); w.Code == http.StatusOK {
			t.Errorf("%s was found", path)
		}
	}
}

func TestPageEscapes(t *testing.T) {
	t.Parallel()
	blocks, err := parseBlocks("## <b>head</b>\n- item & **<i>bold</i>**\n\n<script>alert(1)</script>")
	if err != nil {
		t.Fatal(err)
	}
	l := &listing{
		post: post{Place: "<u>place</u>"}, role: &role{}, company: &company{Slug: "x", Name: `"><img src=x>`},
		title: "<script>", path: "/jobicy/jobs/1-x", blocks: blocks,
	}
	s := &server{feeds: map[string]feed{jobicy: {l}}}
	mux := http.NewServeMux()
	if err := s.addPages(mux); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{l.path, "/", "/jobicy/jobs/"} {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		body := w.Body.String()
		for _, raw := range []string{"<script", "<b>head", "<i>bold", "<u>place", "<img"} {
			if strings.Contains(body, raw) {
				t.Errorf("%s holds %q", path, raw)
			}
		}
		if !strings.Contains(body, "&lt;script&gt;") {
			t.Errorf("%s lacks the title", path)
		}
	}
	if got := get(t, mux, l.path).Body.String(); !strings.Contains(got, "<strong>&lt;i&gt;bold&lt;/i&gt;</strong>") {
		t.Error("bold text is lost")
	}
}

func TestParseBlocks(t *testing.T) {
	t.Parallel()
	got, err := parseBlocks("One\nline, it's **bold** - yes\n\n## Head\n- a\n  b\n- c{U+00A0}\n\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []block{
		{paragraph, [][]span{{{"One line, it’s ", false}, {"bold", true}, {" – yes", false}}}},
		{heading, [][]span{{{"Head", false}}}},
		{list, [][]span{{{"a b", false}}, {{"c", false}}}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{"", "\n\n", "x{U+FFFFFF}"} {
		if _, err := parseBlocks(bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}

func TestMixedCaseHost(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"http://localhost:80": "http://localHOST:80", "http://127.0.0.1:8099": "http://127.0.0.1:8099",
		"https://ab/x": "https://AB/x", "none": "none",
	} {
		if got := mixedCaseHost(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func TestSlugify(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Développeur·se backend Go (H/F)": "developpeurse-backend-go-h-f", "Łódź & Gdańsk": "lodz-gdansk", "../../etc/passwd": "etc-passwd",
		"": "untitled", "日本": "untitled", "a\x00b\r\nc": "a-b-c", "CON": "con", "-x-": "x", `C:\x`: "c-x",
		strings.Repeat("long ", 100): strings.Repeat("long-", 13) + "long-l",
	} {
		if got := slugify(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestFieldsAreTheBoards compares the names of the fields with answers of the real boards, where those are at hand.
func TestFieldsAreTheBoards(t *testing.T) {
	t.Parallel()
	h := newHandler(t)
	tests := []struct{ board, path string }{
		{remoteOK, "/remoteok/api"}, {himalayas, "/himalayas/jobs/api"}, {remotive, "/remotive/api/remote-jobs"},
		{jobicy, "/jobicy/api/v2/remote-jobs"},
	}
	for _, tt := range tests {
		files, _ := filepath.Glob(filepath.Join("..", "..", "..", "..", "shared", "data", "boards", tt.board, "*.json"))
		if len(files) == 0 {
			t.Skip("no recorded answers in ../shared/data/boards")
		}
		real := map[string]bool{}
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			addFields(t, data, real)
		}
		ours := map[string]bool{}
		addFields(t, get(t, h, tt.path).Body.Bytes(), ours)
		for f := range ours {
			// An upper bound stands in some rows of the board, none of them recorded.
			if !real[f] && f != "salaryMax" {
				t.Errorf("%s has no field %q", tt.board, f)
			}
		}
		for f := range real {
			// verified marks a few rows, perhaps one in a hundred.
			if !ours[f] && f != "verified" {
				t.Errorf("the sample of %s lacks the field %q", tt.board, f)
			}
		}
	}
}

func addFields(t *testing.T, data []byte, into map[string]bool) {
	t.Helper()
	var rows []map[string]any
	if json.Unmarshal(data, &rows) != nil {
		var page struct {
			Jobs []map[string]any `json:"jobs"`
		}
		if err := json.Unmarshal(data, &page); err != nil {
			t.Fatal(err)
		}
		rows = page.Jobs
	}
	for _, r := range rows {
		for f := range r {
			into[f] = true
		}
	}
}
