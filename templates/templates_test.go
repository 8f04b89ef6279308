package templates_test

import (
	"html/template"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"shortlist/templates"
)

type row struct {
	ID                              int64
	Profile, Subject, When, Outcome string
	Failing                         bool
}

type board struct {
	Label, URL, State string
	Failing           bool
}

type slot struct{ Profile, When string }

var rows = []row{
	{3, "ada", "4 new jobs for you, Mon 30 Nov, 08:00", "Mon 30 Nov, 08:00", "sent", false},
	{2, "ada", "<script>x</script>", "Sun 29 Nov, 18:00", "may not have arrived", true},
}

type flash struct{ Kind, Text, Undo, Link, Name string }

type frame struct {
	Version, Who string
	Flash        *flash
	Keys         bool
}

// pages are views with data; the review queue's, whose data is larger, are tested where it is made.
func pages() map[string]struct {
	view string
	data any
	want []string
} {
	type page = struct {
		view string
		data any
		want []string
	}
	type home struct {
		frame
		Troubles []string
		Waiting  int
		Next     []slot
		Boards   []board
		Digests  []row
	}
	type list struct {
		frame
		Digests []row
		Older   string
	}
	type one struct {
		frame
		row
		Note string
	}
	type signin struct {
		frame
		Name, Next, Problem string
		Sent, Mails         bool
	}
	type problem struct {
		frame
		Title, Text, Link, Name string
	}
	v1 := frame{Version: "v1", Who: "ada"}
	told := frame{Version: "v1", Who: "ada", Flash: &flash{Kind: "warn", Text: "<b>", Undo: "abc", Link: "/review#offers", Name: "Rule?"}}
	return map[string]page{
		"home": {"home", home{v1, []string{"Remotive answered 503 since 06:05."}, 3, []slot{{"ada", "Mon 30 Nov, 18:00"}},
			[]board{{"Remote OK", "https://remoteok.example/", "98 listings, read at 07:45", false}, {"Remotive", "javascript:x", "answered 503", true}}, rows},
			[]string{"Something needs a look", "Remotive answered 503 since 06:05.", "Mon 30 Nov, 18:00", `href="https://remoteok.example/"`, `href="#ZgotmplZ"`, `href="/digests/3"`, "3 listings wait"}},
		"home of a new install": {"home", home{frame: v1}, []string{"All is well", "no profile has a schedule", "No board is enabled", "No digest has been made yet"}},
		"digests":               {"digests", list{v1, rows, "/digests?before=2"}, []string{`href="/digests/2"`, "&lt;script&gt;", `href="/digests?before=2"`}},
		"no digests":            {"digests", list{frame: v1}, []string{"No digest has been made yet"}},
		"digest":                {"digest", one{v1, rows[1], "The mail server's answer was lost."}, []string{`src="/digests/2/mail.html"`, "sandbox=", "answer was lost", `class="warn"`}},
		"sign-in":               {"signin", signin{Next: "/review", Mails: true}, []string{`name="name"`, `value="/review"`, `href="/signin"`}},
		"sign-in without mail":  {"signin", signin{}, []string{"shortlist signin NAME"}},
		"a problem":             {"problem", problem{told, "Gone", "It is gone.", "/review", "All"}, []string{"&lt;b&gt;", `role="alert"`, `action="/review/abc/undo"`, `href="/review#offers"`, "Sign out"}},
	}
}

// inline matches what a policy without 'unsafe-inline' forbids.
var inline = regexp.MustCompile(`<script|<style|\sstyle=|\son[a-z]+=`)

func TestPages(t *testing.T) {
	for name, p := range pages() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set := templates.Web()[p.view]
			view, err := template.ParseFS(templates.FS, set...)
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			if err := view.ExecuteTemplate(&b, path.Base(set[0]), p.data); err != nil {
				t.Fatal(err)
			}
			for _, want := range p.want {
				if !strings.Contains(b.String(), want) {
					t.Errorf("no %s in:\n%s", want, b.String())
				}
			}
			if bad := inline.FindString(b.String()); bad != "" {
				t.Errorf("%q in:\n%s", bad, b.String())
			}
		})
	}
}

func TestEveryFileIsDeclared(t *testing.T) {
	used := map[string]bool{"web/style.css": true, "web/review.js": true}
	for _, s := range append(slices.Collect(maps.Values(templates.Web())), templates.MailHTML(), templates.MailText()) {
		for _, f := range s {
			used[f] = true
		}
	}
	for _, dir := range []string{"mail", "web"} {
		files, err := templates.FS.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if name := dir + "/" + f.Name(); !used[name] {
				t.Errorf("no set declares %s", name)
			}
		}
	}
}
