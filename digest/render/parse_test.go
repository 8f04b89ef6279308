package render

import (
	"strings"
	"testing"

	"shortlist/templates"
)

func TestAnUndeclaredPartialStopsTheStart(t *testing.T) {
	html, text := templates.MailHTML(), templates.MailText()
	for i := 1; i < len(html); i++ {
		set := append(templates.Set{}, html[:i]...)
		if _, err := parseHTML(append(set, html[i+1:]...)); err == nil || !strings.Contains(err.Error(), "declare") {
			t.Errorf("without %s: %v", html[i], err)
		}
	}
	for i := 1; i < len(text); i++ {
		set := append(templates.Set{}, text[:i]...)
		if _, err := parseText(append(set, text[i+1:]...)); err == nil || !strings.Contains(err.Error(), "declare") {
			t.Errorf("without %s: %v", text[i], err)
		}
	}
	if _, err := parseHTML(templates.Set{"mail/none.html.tmpl"}); err == nil {
		t.Error("a view that does not exist is no error")
	}
}
