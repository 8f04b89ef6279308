package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"shortlist/worker/profile"
	"shortlist/worker/store"
)

// purpose is what a sign-in token of the pages is good for.
const purpose = "web"

// How often sign-in is tried. A name's limit is the smaller: a person's mailbox must not be filled. The links themselves
// cannot be guessed; their limit keeps a flood from the database.
const (
	signInWindow     = 10 * time.Minute
	signInsOfAddress = 20
	signInsOfName    = 5
	linksOfAddress   = 30
)

// mailTimeout bounds the sending of a sign-in link.
const mailTimeout = time.Minute

// SignIns makes single-use tokens.
type SignIns interface {
	NewSignIn(ctx context.Context, profile, purpose string) (token string, ends time.Time, err error)
}

// SignInURL makes a link with which somebody can, once and within ten minutes, sign in at the pages under base. A profile that
// is not there is store.ErrNotFound.
func SignInURL(ctx context.Context, s SignIns, base, name string) (string, error) {
	token, _, err := s.NewSignIn(ctx, name, purpose)
	if err != nil {
		return "", err
	}
	return strings.TrimRight(base, "/") + "/signin/" + token, nil
}

// SignInURL is the function for these pages.
func (s *Site) SignInURL(ctx context.Context, name string) (string, error) {
	return SignInURL(ctx, s.Store, s.PublicURL, name)
}

type signInPage struct {
	frame
	Next    string // where to go on
	Name    string // as it was typed
	Sent    bool
	Mails   bool // a link can be mailed
	Problem string
}

func (s *Site) getSignIn(w http.ResponseWriter, r *http.Request) {
	v, _, err := s.viewer(r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "signin", signInPage{frame: s.frame(w, r, v), Next: local(r.URL.Query().Get("next")), Mails: s.Mail != nil})
}

// postSignIn mails a link. The answer is the same, and takes as long, whether there is such a person or not.
func (s *Site) postSignIn(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	page := signInPage{Next: local(r.PostForm.Get("next")), Name: strings.ToLower(strings.TrimSpace(r.PostForm.Get("name"))), Mails: s.Mail != nil}
	if !s.allow(w, r, "signin address "+s.address(r), signInsOfAddress) {
		return
	}
	status := http.StatusOK
	switch {
	case !profile.IsName(page.Name):
		status, page.Problem = http.StatusUnprocessableEntity, "Write the name of your profile: small letters, digits and hyphens, 40 at most."
	case s.Mail == nil:
		status, page.Problem = http.StatusServiceUnavailable, "No mail leaves from here."
	default:
		if !s.allow(w, r, "signin name "+page.Name, signInsOfName) {
			return
		}
		page.Sent = true
		s.mailLink(r.Context(), page.Name, page.Next)
	}
	page.frame = s.frame(w, r, viewer{})
	s.show(w, r, status, "signin", page)
}

// mailLink makes and mails a link in the background.
func (s *Site) mailLink(ctx context.Context, name, next string) {
	select {
	case s.mailing <- struct{}{}:
	default:
		s.Log.Warn("a sign-in link was not mailed: too many are on their way")
		return
	}
	s.mails.Go(func() {
		defer func() { <-s.mailing }()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), mailTimeout)
		defer cancel()
		if err := s.mailLinkTo(ctx, name, next); err != nil && !errors.Is(err, store.ErrNotFound) {
			s.Log.Error("a sign-in link was not mailed", "profile", name, "error", err)
		}
	})
}

func (s *Site) mailLinkTo(ctx context.Context, name, next string) error {
	p, err := s.Store.Profile(ctx, name)
	if err != nil {
		return err
	}
	link, err := s.SignInURL(ctx, name)
	if err != nil {
		return err
	}
	if next != "/" {
		link += "?" + url.Values{"next": {next}}.Encode()
	}
	return s.Mail(ctx, p.Profile, link)
}

type signInLinkPage struct {
	frame
	Name, Next string
}

// getSignInLink asks before it signs in: programs that look at links before a person does would use the token up.
func (s *Site) getSignInLink(w http.ResponseWriter, r *http.Request) {
	name, err := s.Store.SignIn(r.Context(), r.PathValue("token"), purpose)
	if err != nil {
		s.signInProblem(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "signinlink", signInLinkPage{frame: s.frame(w, r, viewer{}), Name: name, Next: local(r.URL.Query().Get("next"))})
}

// postSignInLink signs in. The session is a new one in any case; one that the browser brought along ends.
func (s *Site) postSignInLink(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) || !s.allow(w, r, "signin link "+s.address(r), linksOfAddress) {
		return
	}
	ctx := r.Context()
	name, err := s.Store.UseSignIn(ctx, r.PathValue("token"), purpose)
	if err != nil {
		s.signInProblem(w, r, err)
		return
	}
	token, _, err := s.Store.NewSession(ctx, name, sessionFor)
	if err != nil {
		s.signInProblem(w, r, err)
		return
	}
	if old := s.cookie(r, sessionCookie); old != "" {
		if err := s.Store.EndSession(ctx, old); err != nil {
			s.Log.Error("an older session goes on", "error", err)
		}
	}
	s.setCookie(w, sessionCookie, token, sessionFor)
	s.redirect(w, r, local(r.PostForm.Get("next")), flash{Kind: done, Text: "You are signed in as " + name + "."})
}

func (s *Site) signInProblem(w http.ResponseWriter, r *http.Request, err error) {
	p := problemPage{Title: "This link does not work", Link: "/signin", Name: "Ask for a new link"}
	switch {
	case errors.Is(err, store.ErrUsed):
		p.Text = "It was used already. Each link signs in once."
	case errors.Is(err, store.ErrEnded):
		p.Text = "It is more than ten minutes old, or somebody signed out everywhere since."
	case errors.Is(err, store.ErrNotFound):
		p.Text = "It is not one of ours, or it is long gone. Check that the whole address was copied."
	default:
		s.fail(w, r, err)
		return
	}
	s.problem(w, r, viewer{}, http.StatusGone, p)
}

// postSignOut ends the session or, with everywhere, all of the person's.
func (s *Site) postSignOut(w http.ResponseWriter, r *http.Request, v viewer) {
	if !s.form(w, r) {
		return
	}
	err, text := s.Store.EndSession(r.Context(), s.cookie(r, sessionCookie)), "You are signed out."
	if err == nil && r.PostForm.Get("everywhere") != "" {
		_, err = s.Store.EndSessions(r.Context(), v.Name)
		text = "You are signed out everywhere."
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.setCookie(w, sessionCookie, "", 0)
	s.redirect(w, r, "/signin", flash{Kind: done, Text: text})
}
