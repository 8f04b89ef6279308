package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"shortlist/guardrail/review"
	"shortlist/scoring"
	"shortlist/worker/link"
	"shortlist/worker/store"
	"shortlist/worker/strict"
)

// actionPage says what a link of a mail will do, or what it did.
type actionPage struct {
	frame
	Token                  string
	Person, Title, Company string
	Will                   []string // what the button does, sentences
	Button                 string   // empty where there is nothing to do
	Rejections             []choice // of a rejection
	Done                   []string // what is so already, sentences
	Problem                string
	Write                  string // what to write into the profile's file, or empty
	Item                   string // address of the item
}

// act is one use of a link.
type act struct {
	claim   link.Claim
	item    review.Item
	profile store.Profile
	setting string // that the link adds to, or empty
	value   string
}

func (s *Site) getAction(w http.ResponseWriter, r *http.Request) {
	a, ok := s.action(w, r)
	if !ok {
		return
	}
	s.showAction(w, r, a, http.StatusOK, "")
}

// action reads a link. It needs no sign-in: that it was signed says who may use it.
func (s *Site) action(w http.ResponseWriter, r *http.Request) (act, bool) {
	ctx := r.Context()
	keys, err := s.Store.LinkKeys(ctx)
	if err != nil {
		s.fail(w, r, err)
		return act{}, false
	}
	a := act{}
	if a.claim, err = link.Read(keys, r.PathValue("token"), s.Now()); err == nil {
		a.item, err = s.Store.Review(ctx, a.claim.Profile, a.claim.Item)
	}
	if err == nil {
		a.profile, err = s.Store.Profile(ctx, a.claim.Profile)
	}
	p := problemPage{Title: "This link does not work", Link: "/review", Name: "All that waits for you"}
	status := http.StatusGone
	switch {
	case err == nil:
		a.setting, a.value = settingOf(a.claim.Action, a.item, &a.profile.Profile)
		return a, true
	case errors.Is(err, link.ErrForged):
		status, p.Text = http.StatusNotFound, "It is not one of ours. Check that the whole address was copied."
	case errors.Is(err, link.ErrExpired):
		p.Text = "It is more than thirty days old. The page of the listing may still be there."
	case errors.Is(err, store.ErrNotFound):
		p.Text = "What it was about is not here any more."
	default:
		s.fail(w, r, err)
		return act{}, false
	}
	s.problem(w, r, viewer{}, status, p)
	return act{}, false
}

// settingOf is what a link adds to the person's settings.
func settingOf(action link.Action, it review.Item, p *scoring.Profile) (setting, value string) {
	switch action {
	case link.HideCompany:
		setting, value = blockCompanies, it.Company
	case link.NotAgain:
		setting, value = exclude, phraseOf(it.Title, p)
	}
	if value == "" {
		return "", ""
	}
	return setting, value
}

// decision is what the link says of the item.
func (a act) decision(form url.Values) review.Decision {
	d := review.Decision{Kind: review.Reject, By: a.claim.Profile}
	switch a.claim.Action {
	case link.Approve:
		d.Kind = review.Approve
	case link.HideCompany:
		d.Reason = review.WrongCompany
	case link.NotAgain:
		d.Reason = review.NotInterested
	case link.Reject:
		if d.Reason = review.Reason(form.Get("reason")); d.Reason == "" {
			d.Reason = review.NotInterested
		}
	}
	return d
}

// isSet reports whether the settings hold already what the link adds.
func (a act) isSet() bool {
	switch a.setting {
	case blockCompanies:
		return hides(&a.profile.Profile, a.value)
	case exclude:
		return excludes(&a.profile.Profile, a.value)
	}
	return true
}

// rule says what the setting does, as the end of a sentence.
func (a act) rule() string {
	if a.setting == blockCompanies {
		return "listings of " + a.value + " stay out of your digests."
	}
	return "listings with “" + a.value + "” in the title or the text stay out of your digests."
}

// postAction does what a link says, and shows how things are then.
func (s *Site) postAction(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	a, ok := s.action(w, r)
	if !ok {
		return
	}
	problem, err := s.do(r.Context(), a, r.PostForm)
	switch {
	case err != nil:
		s.fail(w, r, err)
	case problem != "":
		s.showAction(w, r, a, http.StatusUnprocessableEntity, problem)
	default:
		http.Redirect(w, r, "/a/"+url.PathEscape(r.PathValue("token")), http.StatusSeeOther)
	}
}

// do decides and then sets. What was decided before stands, and so does the setting that the link asks for: the page that
// follows says so.
func (s *Site) do(ctx context.Context, a act, form url.Values) (problem string, err error) {
	d := a.decision(form)
	if err := d.Check(); err != nil {
		return sentence(err), nil
	}
	answers, err := s.Store.Decide(ctx, a.claim.Profile, []string{a.item.ID}, d)
	if err != nil {
		return "", err
	}
	switch err := answers[0].Err; {
	case answers[0].Changed:
		s.count(string(d.Kind), 1)
	case err != nil && !errors.Is(err, review.ErrConflict) && !errors.Is(err, review.ErrGone):
		return "", err
	}
	if a.isSet() {
		return "", nil
	}
	var problems strict.Problems
	if err = s.change(ctx, a.claim.Profile, a.setting, a.value); errors.As(err, &problems) {
		return "The profile cannot hold that: " + problems.Error(), nil
	} else if errors.Is(err, errFromFile) {
		return "", nil
	}
	return "", err
}

func (s *Site) showAction(w http.ResponseWriter, r *http.Request, a act, status int, problem string) {
	p := actionPage{Token: r.PathValue("token"), Person: a.claim.Profile, Title: a.item.Title, Company: a.item.Company, Problem: problem, Item: "/review/" + url.PathEscape(a.item.ID)}
	if p.Title == "" {
		p.Title = "Untitled role"
	}
	p.decided(a, s.Now())
	p.set(a)
	p.frame = s.frame(w, r, viewer{})
	s.show(w, r, status, "action", p)
}

var buttons = map[link.Action]string{link.Approve: "Approve", link.Reject: "Reject", link.HideCompany: "Reject and hide the company", link.NotAgain: "Reject, and nothing like it again"}

// decided says what becomes of the item.
func (p *actionPage) decided(a act, now time.Time) {
	person := viewer{Profile: a.profile}
	switch d := a.item.Decision; {
	case a.item.State == review.Decided:
		p.Done = append(p.Done, fmt.Sprintf("%s, by %s at %s. %s", said(d), who(d.By, person), when(d.At, person.zone()), meaning(d, a.item.Pick)))
		return
	case a.item.State != review.Open || a.item.Old(now):
		p.Done = append(p.Done, "The listing is gone, or the question waited too long: there is nothing to decide.")
		return
	}
	p.Button = buttons[a.claim.Action]
	d := a.decision(nil)
	verb := "rejected"
	if d.Kind == review.Approve {
		verb = "approved"
	}
	p.Will = append(p.Will, "The listing will be "+verb+". "+meaning(d, a.item.Pick))
	if a.claim.Action == link.Reject {
		p.Rejections = rejectionChoices(string(d.Reason))
	}
}

// set says what becomes of the settings.
func (p *actionPage) set(a act) {
	waits := p.Button != ""
	switch {
	case a.claim.Action == link.NotAgain && a.setting == "" && waits:
		p.Button = buttons[link.Reject]
		p.Will = append(p.Will, fmt.Sprintf("“%s” says too little to keep its like out: what you search for would stay out with it.", shorten(a.item.Title, 80)))
	case a.setting == "":
	case a.isSet():
		p.Done = append(p.Done, capital(a.rule()))
	case a.profile.Source != "":
		p.Write = toWrite(a.setting, a.value, false)
		if waits {
			p.Button = buttons[link.Reject]
		}
	default:
		p.Will = append(p.Will, "From then on "+a.rule())
		if !waits {
			p.Button = "Keep them out"
		}
	}
}
