// Package templates holds the templates of the mail and of the status pages; it has no logic.
//
// A view is parsed together with the partials that its set declares, so that a name used and not declared is found
// when the program starts. The fields each web view expects stand in a comment at its head.
package templates

import "embed"

// FS holds mail/ and web/, with the templates and the pages' style sheet, web/style.css.
//
//go:embed mail/*.tmpl web/*.tmpl web/style.css
var FS embed.FS

// Set is a view and its partials, as file names in FS. The template to execute is named as the first file, without its
// folder.
type Set []string

// MailHTML is the HTML part of a mail, for html/template.
func MailHTML() Set {
	return Set{"mail/digest.html.tmpl", "mail/card.html.tmpl", "mail/foot.html.tmpl", "mail/style.html.tmpl"}
}

// MailText is the text part of a mail, for text/template.
func MailText() Set {
	return Set{"mail/digest.txt.tmpl", "mail/card.txt.tmpl", "mail/foot.txt.tmpl"}
}

// Home is the page of the daemon's state.
func Home() Set {
	return Set{"web/layout.html.tmpl", "web/home.html.tmpl", "web/rows.html.tmpl"}
}

// Digests is the page that lists editions.
func Digests() Set {
	return Set{"web/layout.html.tmpl", "web/digests.html.tmpl", "web/rows.html.tmpl"}
}

// Digest is the page of one edition.
func Digest() Set {
	return Set{"web/layout.html.tmpl", "web/digest.html.tmpl"}
}
