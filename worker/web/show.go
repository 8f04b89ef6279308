package web

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"
)

// frame is what every page shows round its content.
type frame struct {
	Version string
	Who     string // who is signed in, or empty
	Flash   *flash // what the last form did, or nil
	Keys    bool   // the page has keys
}

func (s *Site) frame(w http.ResponseWriter, r *http.Request, v viewer) frame {
	return frame{Version: s.Version, Who: v.Name, Flash: s.takeFlash(w, r)}
}

// flash says once what a form did.
type flash struct {
	Kind string `json:"k"` // done, or warn where it did not do what was asked
	Text string `json:"t"`
	Undo string `json:"u,omitempty"` // id of the item whose decision can be taken back
	Link string `json:"l,omitempty"` // a page of ours that says more
	Name string `json:"n,omitempty"` // of the link
}

const (
	done = "done"
	warn = "warn"
)

// maxFlash bounds what a flash says, in runes, so that browsers keep its cookie.
const maxFlash = 500

// redirect answers a form: the page that follows says what it did. The cookie is only a message of the browser to itself;
// what it says is shown as text and nothing rests on it.
func (s *Site) redirect(w http.ResponseWriter, r *http.Request, to string, f flash) {
	f.Text = shorten(f.Text, maxFlash)
	b, err := json.Marshal(f)
	if err == nil && f.Text != "" {
		s.setCookie(w, flashCookie, base64.RawURLEncoding.EncodeToString(b), time.Minute)
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// takeFlash reads the flash and has the browser forget it.
func (s *Site) takeFlash(w http.ResponseWriter, r *http.Request) *flash {
	value := s.cookie(r, flashCookie)
	if value == "" {
		return nil
	}
	s.setCookie(w, flashCookie, "", 0)
	b, err := base64.RawURLEncoding.DecodeString(value)
	var f flash
	if err != nil || json.Unmarshal(b, &f) != nil || f.Text == "" {
		return nil
	}
	f.Text, f.Name = shorten(f.Text, maxFlash), shorten(f.Name, 60)
	if f.Link != "" {
		f.Link = local(f.Link)
	}
	return &f
}

// shorten cuts s to at most n runes, the last of them an ellipsis.
func shorten(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return strings.TrimSpace(string([]rune(s)[:n-1])) + "…"
}

// show renders a whole page before it sends a byte, so that a failing template is a clean 500.
func (s *Site) show(w http.ResponseWriter, r *http.Request, status int, view string, data any) {
	var page bytes.Buffer
	if err := s.views[view].Execute(&page, data); err != nil {
		s.fail(w, r, fmt.Errorf("render %s: %w", view, err))
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = page.WriteTo(w) // fails only where the reader went away
}

// problemPage says what is wrong and what the reader can do.
type problemPage struct {
	frame
	Title, Text string
	Link, Name  string // where they can go on
}

func (s *Site) problem(w http.ResponseWriter, r *http.Request, v viewer, status int, p problemPage) {
	p.frame = s.frame(w, r, v)
	s.show(w, r, status, "problem", p)
}

// fail tells the reader what they can do and the log what happened.
func (s *Site) fail(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil { // the reader went away
		return
	}
	s.Log.Error("a page failed", "path", r.Pattern, "error", err)
	http.Error(w, "This page cannot be shown now. The log of shortlist says why.", http.StatusInternalServerError)
}

// refuseForeign answers a form that another site sent.
func (s *Site) refuseForeign(w http.ResponseWriter, r *http.Request) {
	s.problem(w, r, viewer{}, http.StatusForbidden, problemPage{Title: "That came from another site",
		Text: "A page that is not ours tried to do something here in your name. Nothing was done. Where it was you, open the page here and do it there.", Link: "/", Name: "To the front page"})
}
