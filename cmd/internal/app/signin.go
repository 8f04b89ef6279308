package app

import (
	"context"
	"crypto/rand"
	"fmt"
	"html"
	netmail "net/mail"
	"strings"

	"shortlist/digest/mail"
	"shortlist/scoring"
	"shortlist/worker/web"
)

// SignInURL is a link with which somebody can sign in at the pages, once and within ten minutes.
func (a *App) SignInURL(ctx context.Context, name string) (string, error) {
	return web.SignInURL(ctx, a.Store, a.publicURL(a.Config), name)
}

// mailSignIn mails a link, nil where no mail leaves.
func (a *App) mailSignIn() func(context.Context, scoring.Profile, string) error {
	if a.parts.Load().sender == nil {
		return nil
	}
	return func(ctx context.Context, to scoring.Profile, link string) error {
		p := a.parts.Load()
		if p.sender == nil {
			return fmt.Errorf("no mail server is set any more")
		}
		return delivered(p.sender.Send(ctx, signInMail(p.from, to, link, a), nil))
	}
}

func delivered(r mail.Result) error {
	if r.Outcome == mail.Accepted {
		return nil
	}
	return fmt.Errorf("the sign-in link was not mailed: %s", r.Detail)
}

const signInText = "Open this link to sign in to your Shortlist. It works once, within ten minutes:\n\n%s\n\nIf you did not ask for it, do nothing: without the link nobody gets in.\n"

func signInMail(from netmail.Address, to scoring.Profile, link string, a *App) mail.Message {
	domain := from.Address[strings.LastIndex(from.Address, "@")+1:]
	return mail.Message{
		From: from, To: to.Email, Subject: "Sign in to Shortlist", ID: "signin." + strings.ToLower(rand.Text()) + "@" + domain, CreatedAt: a.Now(),
		Text: fmt.Sprintf(signInText, link),
		HTML: "<!DOCTYPE html><html lang=\"en\"><body><p>Open this link to sign in to your Shortlist. It works once, within ten minutes:</p><p><a href=\"" +
			html.EscapeString(link) + "\">Sign in</a></p><p>If you did not ask for it, do nothing: without the link nobody gets in.</p></body></html>",
	}
}
