package output

import (
	"fmt"
	"io"
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
	Once   bool
	Mail   []demo.Stored
}

// Write tells it.
func (d Demo) Write(w io.Writer, asJSON bool) error {
	if asJSON {
		return JSON(w, map[string]any{"run": d.Result, "dir": d.Dir, "pages": d.Pages, "mail": d.Mail})
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
	fmt.Fprintf(&b, "Files       %s\n", d.Dir)
	if d.Once {
		b.WriteString("\nThe links in this mail lead to the sample boards, which end now; without --once they go on being served.\n")
	} else {
		fmt.Fprintf(&b, "Pages       %s\n\nServing until Ctrl-C.\n", d.Pages)
	}
	b.WriteString("Next: your own digest, in five minutes: see README.md.\n")
	_, err := io.WriteString(w, b.String())
	return err
}
