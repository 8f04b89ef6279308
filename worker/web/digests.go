package web

import (
	"errors"
	"io"
	"net/http"
	"time"

	"shortlist/worker/store"
)

// listed is how many digests one page shows.
const listed = 100

type digestRow struct {
	ID, Profile, Subject, When, Outcome string
	Failing                             bool
}

func digestRows(editions []store.Edition, zones map[string]*time.Location) []digestRow {
	rows := make([]digestRow, 0, len(editions))
	for _, e := range editions {
		rows = append(rows, newDigestRow(e, zones[e.Profile]))
	}
	return rows
}

func newDigestRow(e store.Edition, zone *time.Location) digestRow {
	row := digestRow{ID: e.ID, Profile: e.Profile, Subject: e.Subject, When: when(e.Slot, zone), Failing: true}
	switch e.State {
	case store.Accepted:
		row.Outcome, row.Failing = "sent", false
	case store.Pending:
		row.Outcome, row.Failing = "waiting for the mail server", e.Error != ""
	case store.Sending:
		row.Outcome, row.Failing = "being sent", false
	case store.Permanent:
		row.Outcome = "refused by the mail server"
	case store.Unknown:
		row.Outcome = "may or may not have arrived"
	case store.Stale:
		row.Outcome, row.Failing = "replaced by a newer one", false
	}
	return row
}

type digestsPage struct {
	frame
	Digests []digestRow
	Older   string // address of the next page, or empty
}

type digestPage struct {
	frame
	digestRow
	Note string // what a person should know of its delivery, or empty
}

func (s *Site) getDigests(w http.ResponseWriter, r *http.Request, v viewer) {
	editions, errEditions := s.Store.Editions(r.Context(), v.scope(), listed)
	profiles, errProfiles := s.peopleOf(r.Context(), v)
	if err := errors.Join(errEditions, errProfiles); err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "digests", digestsPage{frame: s.frame(w, r, v), Digests: digestRows(editions, zonesOf(profiles))})
}

func (s *Site) getDigest(w http.ResponseWriter, r *http.Request, v viewer) {
	e, ok := s.edition(w, r, v)
	if !ok {
		return
	}
	profiles, err := s.peopleOf(r.Context(), v)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.show(w, r, http.StatusOK, "digest", digestPage{frame: s.frame(w, r, v), digestRow: newDigestRow(e, zonesOf(profiles)[e.Profile]), Note: e.Error})
}

// getMailHTML answers with the mail's own HTML, whose styles are inline; no script, no picture, nothing from elsewhere.
func (s *Site) getMailHTML(w http.ResponseWriter, r *http.Request, v viewer) {
	e, ok := s.edition(w, r, v)
	if !ok {
		return
	}
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox")
	w.Header().Set("X-Frame-Options", "SAMEORIGIN")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, e.HTML)
}

func (s *Site) getMailText(w http.ResponseWriter, r *http.Request, v viewer) {
	e, ok := s.edition(w, r, v)
	if !ok {
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, e.Text)
}

// edition reads the digest of a request, which must be the viewer's, or anybody's for an owner. Whether others have one of that
// name is nobody's business.
func (s *Site) edition(w http.ResponseWriter, r *http.Request, v viewer) (store.Edition, bool) {
	e, err := s.Store.Edition(r.Context(), r.PathValue("id"))
	if err == nil && v.scope() != "" && e.Profile != v.scope() {
		err = store.ErrNotFound
	}
	switch {
	case errors.Is(err, store.ErrNotFound):
		s.problem(w, r, v, http.StatusNotFound, problemPage{Title: "There is no such digest", Text: "It was never yours, or it was deleted long ago.", Link: "/digests", Name: "All your digests"})
	case err != nil:
		s.fail(w, r, err)
	}
	return e, err == nil
}
