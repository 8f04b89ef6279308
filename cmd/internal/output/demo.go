package output

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"shortlist/cmd/internal/demo"
	"shortlist/digest/render"
	"shortlist/worker/pipeline"
)

// Demo is what the demo did and where to look.
type Demo struct {
	Result pipeline.Result
	Dir    string
	Pages  string
	Review string // the page on which the person decides
	SignIn string // signs the person in, once
	Once   bool
	Mail   []demo.Stored
}

// Write tells it.
func (d Demo) Write(w io.Writer, asJSON bool) error {
	if asJSON {
		return JSON(w, map[string]any{"run": d.Result, "dir": d.Dir, "pages": d.Pages, "review": d.Review, "signin": d.SignIn, "mail": d.Mail})
	}
	if len(d.Result.Edition.Cards) > 0 {
		if err := render.Table(w, d.Result.Edition, Width(w)); err != nil {
			return err
		}
	}
	var b strings.Builder
	b.WriteByte('\n')
	if d.Result.Outcome == pipeline.Empty {
		fmt.Fprintf(&b, "Nothing new since the last demo in this folder, so no mail was sent: nothing comes twice.\nA demo in a new folder starts afresh.\n\n")
	}
	for _, m := range d.Mail {
		fmt.Fprintf(&b, "The mail    %s\n            to %s\n  open      %s\n            %s\n            %s\n", m.Subject, strings.Join(m.To, ", "), m.HTML, m.Text, m.EML)
	}
	if d.Result.Review > 0 {
		fmt.Fprintf(&b, "Your call   %s\n            %s\n", waiting(d.Result.Review), d.decide())
	}
	fmt.Fprintf(&b, "Files       %s\n", d.Dir)
	switch {
	case d.Once && len(d.Mail) > 0:
		b.WriteString("\nThe links in this mail lead to the sample boards, which end now; without --once they go on being served.\n")
	case !d.Once:
		fmt.Fprintf(&b, "Pages       %s\n  sign in   %s\n            (as Ada; the link works once, within ten minutes)\n\nServing until Ctrl-C.\n", d.Pages, d.SignIn)
	}
	b.WriteString("Next: your own digest, in five minutes: see README.md.\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func waiting(n int) string {
	if n == 1 {
		return "1 listing waits for your decision"
	}
	return fmt.Sprintf("%d listings wait for your decision", n)
}

// decide is where or how to do so: the pages end with the demo, the questions stay in its database.
func (d Demo) decide() string {
	if d.Once {
		return fmt.Sprintf("SHORTLIST_DATABASE=sqlite:%s shortlist review list", filepath.Join(d.Dir, "shortlist.db"))
	}
	return d.Review
}
