// Package render turns an edition into a mail's subject, HTML and text, and into a table for a terminal.
package render

import (
	"bytes"
	"fmt"
	htmltemplate "html/template"
	texttemplate "text/template"

	"shortlist/digest"
	"shortlist/templates"
)

// Mail is one rendered edition. Subject is one line of at most 76 runes and holds no word of a board.
type Mail struct{ Subject, HTML, Text string }

// Renderer holds the parsed templates; it is safe for use by several goroutines.
type Renderer struct {
	html *htmltemplate.Template
	text *texttemplate.Template
}

// New parses the mail templates. A template or partial that is used but not declared is an error here, not at the
// first mail.
func New() (*Renderer, error) {
	html, err := parseHTML(templates.MailHTML())
	if err != nil {
		return nil, fmt.Errorf("mail templates: %w", err)
	}
	text, err := parseText(templates.MailText())
	if err != nil {
		return nil, fmt.Errorf("mail templates: %w", err)
	}
	return &Renderer{html: html, text: text}, nil
}

// Mail renders one edition. The HTML of an edition made by digest.Compose is at most digest.MaxHTML bytes.
func (r *Renderer) Mail(e digest.Edition) (Mail, error) {
	var html, text bytes.Buffer
	if err := r.html.Execute(&html, e); err != nil {
		return Mail{}, fmt.Errorf("render the HTML part: %w", err)
	}
	if err := r.text.Execute(&text, e); err != nil {
		return Mail{}, fmt.Errorf("render the text part: %w", err)
	}
	return Mail{Subject: subject(e), HTML: html.String(), Text: text.String()}, nil
}

// subject counts and dates, so that no two mails share one: mail programs fold mails of the same subject together and
// hide what repeats. It is made of our own words alone.
func subject(e digest.Edition) string {
	date := e.Slot.Format("Mon 2 Jan, 15:04")
	switch n := len(e.Cards); {
	case n == 0 && len(e.Calls) > 0:
		return "Your call, " + date
	case n == 0:
		return "No new jobs, " + date
	case n == 1:
		return "1 new job for you, " + date
	default:
		return fmt.Sprintf("%d new jobs for you, %s", n, date)
	}
}
