package templates_test

import (
	"html/template"
	"path"
	"regexp"
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

func pages() map[string]struct {
	set  templates.Set
	data any
	want []string
} {
	type page = struct {
		set  templates.Set
		data any
		want []string
	}
	type home struct {
		Version  string
		Troubles []string
		Next     []slot
		Boards   []board
		Digests  []row
	}
	type list struct {
		Version string
		Digests []row
		Older   string
	}
	type one struct {
		row
		Version, Note string
	}
	return map[string]page{
		"home": {templates.Home(), home{"v1", []string{"Remotive answered 503 since 06:05."}, []slot{{"ada", "Mon 30 Nov, 18:00"}},
			[]board{{"Remote OK", "https://remoteok.example/", "98 listings, read at 07:45", false}, {"Remotive", "javascript:x", "answered 503", true}}, rows},
			[]string{"Something needs a look", "Remotive answered 503 since 06:05.", "Mon 30 Nov, 18:00", `href="https://remoteok.example/"`, `href="#ZgotmplZ"`, `href="/digests/3"`}},
		"home of a new install": {templates.Home(), home{Version: "v1"}, []string{"All is well", "no profile has a schedule", "No board is enabled", "No digest has been made yet"}},
		"digests":               {templates.Digests(), list{"v1", rows, "/digests?before=2"}, []string{`href="/digests/2"`, "&lt;script&gt;", `href="/digests?before=2"`}},
		"no digests":            {templates.Digests(), list{Version: "v1"}, []string{"No digest has been made yet"}},
		"digest":                {templates.Digest(), one{rows[1], "v1", "The mail server's answer was lost."}, []string{`src="/digests/2/mail.html"`, "sandbox=", "answer was lost", `class="warn"`}},
	}
}

// inline matches what a policy without 'unsafe-inline' forbids.
var inline = regexp.MustCompile(`<script|<style|\sstyle=|\son[a-z]+=`)

func TestPages(t *testing.T) {
	for name, p := range pages() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			view, err := template.ParseFS(templates.FS, p.set...)
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			if err := view.ExecuteTemplate(&b, path.Base(p.set[0]), p.data); err != nil {
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
	used := map[string]bool{"web/style.css": true}
	for _, s := range []templates.Set{templates.MailHTML(), templates.MailText(), templates.Home(), templates.Digests(), templates.Digest()} {
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
