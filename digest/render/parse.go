package render

import (
	"errors"
	"fmt"
	htmltemplate "html/template"
	"io"
	"path"
	"strings"
	texttemplate "text/template"
	"text/template/parse"

	"shortlist/digest"
	"shortlist/templates"
)

// Outlook's engine ignores max-width; the table that only it sees holds the mail at 600 px. html/template drops
// comments from templates, so these two come in as values.
const (
	ghostOpen = `<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" border="0">` +
		`<tr><td><![endif]-->`
	ghostClose = `<!--[if mso]></td></tr></table><![endif]-->`
)

func parseHTML(set templates.Set) (*htmltemplate.Template, error) {
	t := htmltemplate.New(path.Base(set[0])).Option("missingkey=error").Funcs(htmltemplate.FuncMap{
		"ghost":    func() htmltemplate.HTML { return ghostOpen },
		"endghost": func() htmltemplate.HTML { return ghostClose },
	})
	if _, err := t.ParseFS(templates.FS, set...); err != nil {
		return nil, err
	}
	if err := Declared(t); err != nil {
		return nil, err
	}
	// Escaping happens once, at the first execution, and finds what parsing cannot: an action where no escaping is
	// safe.
	return t, t.Execute(io.Discard, digest.Edition{})
}

// Declared checks that every template that is used was parsed too, which Go's packages find only when it is reached.
func Declared(t *htmltemplate.Template) error {
	var trees []*parse.Tree
	for _, d := range t.Templates() {
		trees = append(trees, d.Tree)
	}
	return declared(trees)
}

func parseText(set templates.Set) (*texttemplate.Template, error) {
	t := texttemplate.New(path.Base(set[0])).Option("missingkey=error").Funcs(texttemplate.FuncMap{
		"wrap": func(lead, s string) string { return wrap(lead, s, textWidth) },
		"dots": dots,
		"said": func(c digest.Card) string { return dots(c.Score, strings.Join(c.Verdict, " ")) },
		"card": func(i int, c digest.Card) numbered { return numbered{N: i + 1, Card: c} },
	})
	if _, err := t.ParseFS(templates.FS, set...); err != nil {
		return nil, err
	}
	var trees []*parse.Tree
	for _, d := range t.Templates() {
		trees = append(trees, d.Tree)
	}
	return t, declared(trees)
}

// numbered is a card with its place in the mail, from 1.
type numbered struct {
	N    int
	Card digest.Card
}

// dots joins what is not empty.
func dots(parts ...string) string {
	var said []string
	for _, p := range parts {
		if p != "" {
			said = append(said, p)
		}
	}
	return strings.Join(said, " · ")
}

// declared reports every template that is used in trees and defined in none.
func declared(trees []*parse.Tree) error {
	known := map[string]bool{}
	for _, t := range trees {
		if t != nil {
			known[t.Name] = true
		}
	}
	var errs []error
	for _, t := range trees {
		if t == nil {
			continue
		}
		for _, name := range uses(t.Root) {
			if !known[name] {
				errs = append(errs, fmt.Errorf("%s uses the template %q, which its set does not declare", t.ParseName, name))
			}
		}
	}
	return errors.Join(errs...)
}

// uses lists the templates that a list of nodes calls.
func uses(list *parse.ListNode) []string {
	if list == nil {
		return nil
	}
	var names []string
	for _, n := range list.Nodes {
		switch n := n.(type) {
		case *parse.TemplateNode:
			names = append(names, n.Name)
		case *parse.IfNode:
			names = append(names, branch(&n.BranchNode)...)
		case *parse.RangeNode:
			names = append(names, branch(&n.BranchNode)...)
		case *parse.WithNode:
			names = append(names, branch(&n.BranchNode)...)
		}
	}
	return names
}

func branch(n *parse.BranchNode) []string { return append(uses(n.List), uses(n.ElseList)...) }
