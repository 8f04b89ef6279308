package output

import (
	"strings"
	"testing"

	"shortlist/cmd/internal/demo"
	"shortlist/worker/pipeline"
)

func TestDemoSaysWhereToLook(t *testing.T) {
	t.Parallel()
	mail := []demo.Stored{{Subject: "9 new jobs", To: []string{"ada@example.org"}, HTML: "d/mail/1.html"}}
	const pages, page = "http://127.0.0.1:1", "http://127.0.0.1:1/review"
	for name, c := range map[string]struct {
		d             Demo
		says, without []string
	}{
		"serving": {Demo{Dir: "d", Pages: pages, Review: page, Mail: mail, Result: pipeline.Result{Review: 6}},
			[]string{"9 new jobs", "6 listings wait", page, "Serving until Ctrl-C"}, []string{"end now", "review list"}},
		"once": {Demo{Dir: "d", Pages: pages, Review: page, Mail: mail, Once: true, Result: pipeline.Result{Review: 1}},
			[]string{"1 listing waits", "SHORTLIST_DATABASE=sqlite:d/shortlist.db shortlist review list", "end now"}, []string{pages, "Serving"}},
		"nothing new": {Demo{Dir: "d", Once: true, Result: pipeline.Result{Outcome: pipeline.Empty}},
			[]string{"nothing comes twice"}, []string{"Your call", "links in this mail"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			if err := c.d.Write(&b, false); err != nil {
				t.Fatal(err)
			}
			for _, s := range c.says {
				if !strings.Contains(b.String(), s) {
					t.Errorf("does not say %q:\n%s", s, &b)
				}
			}
			for _, s := range c.without {
				if strings.Contains(b.String(), s) {
					t.Errorf("says %q:\n%s", s, &b)
				}
			}
		})
	}
}
