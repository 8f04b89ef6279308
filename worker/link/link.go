// Package link makes and reads the signed links of a mail. Who holds one may do one thing to one item of one person, as
// often as they like and always with the same effect, until it expires.
package link

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"shortlist/worker/store"
)

// For is how long a link works.
const For = 30 * 24 * time.Hour

// Action is what a link does.
type Action string

// The closed set of Action.
const (
	Approve     Action = "approve"
	Reject      Action = "reject"
	HideCompany Action = "hide_company" // rejects, and keeps out what else the company advertises
	NotAgain    Action = "not_again"    // rejects, and keeps out what has the same title
)

// Actions lists the closed set in the order of a mail. A token holds an action's place in it: only append.
func Actions() []Action { return []Action{Approve, Reject, HideCompany, NotAgain} }

// Claim is what a link says.
type Claim struct {
	Profile string
	Item    string // id of a review
	Action  Action
	Expires time.Time // to the second
}

// Errors of Read.
var (
	ErrForged  = errors.New("the link was not made here, or its key is gone")
	ErrExpired = errors.New("the link is too old")
)

// Keys gives the keys that links are signed with, the one that signs first.
type Keys interface {
	LinkKeys(ctx context.Context) ([]store.LinkKey, error)
}

// Links makes the links of one mail.
type Links struct {
	base    string
	key     store.LinkKey
	expires time.Time
}

// New makes Links under the base address of the pages, which expire For from now. Where the base is empty there are no
// pages to link to, and each URL is empty too.
func New(ctx context.Context, keys Keys, base string, now time.Time) (Links, error) {
	l := Links{base: strings.TrimRight(base, "/"), expires: now.Add(For)}
	if l.base == "" {
		return l, nil
	}
	ks, err := keys.LinkKeys(ctx)
	if err != nil {
		return Links{}, err
	}
	i := slices.IndexFunc(ks, func(k store.LinkKey) bool { return k.RetiredAt.IsZero() })
	if i < 0 {
		return Links{}, errors.New("no key to sign links with")
	}
	l.key = ks[i]
	return l, nil
}

// URL is the address at which a person can do something to an item, or empty where there are no pages.
func (l Links) URL(profile, item string, action Action) string {
	if l.base == "" {
		return ""
	}
	token := Sign(l.key, Claim{Profile: profile, Item: item, Action: action, Expires: l.expires})
	if token == "" {
		return ""
	}
	return l.base + "/a/" + token
}
