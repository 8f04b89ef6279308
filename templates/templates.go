// Package templates holds the templates of the mail and of the status pages; it has no logic.
//
// A view is parsed together with the partials that its set declares, so that a name used and not declared is found
// when the program starts. The fields each web view expects stand in a comment at its head.
package templates

import "embed"

// FS holds mail/ and web/, with the templates and the pages' style sheet and script, web/style.css and web/review.js.
//
//go:embed mail/*.tmpl web/*.tmpl web/style.css web/review.js
var FS embed.FS

// Set is a view and its partials, as file names in FS. The template to execute is named as the first file, without its
// folder.
type Set []string

// MailHTML is the HTML part of a mail, for html/template.
func MailHTML() Set {
	return Set{"mail/digest.html.tmpl", "mail/card.html.tmpl", "mail/calls.html.tmpl", "mail/foot.html.tmpl", "mail/style.html.tmpl"}
}

// MailText is the text part of a mail, for text/template.
func MailText() Set {
	return Set{"mail/digest.txt.tmpl", "mail/card.txt.tmpl", "mail/calls.txt.tmpl", "mail/foot.txt.tmpl"}
}

// Web is every view of the pages, by name.
func Web() map[string]Set {
	view := func(files ...string) Set {
		set := Set{"web/layout.html.tmpl"}
		for _, f := range files {
			set = append(set, "web/"+f+".html.tmpl")
		}
		return set
	}
	return map[string]Set{
		"home":       view("home", "rows"),
		"digests":    view("digests", "rows"),
		"digest":     view("digest"),
		"queue":      view("queue", "choices", "keys"),
		"item":       view("item", "advert", "choices", "keys"),
		"signin":     view("signin"),
		"signinlink": view("signinlink"),
		"action":     view("action", "choices"),
		"problem":    view("problem"),
	}
}
