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

func (s *server) getDigests(w http.ResponseWriter, r *http.Request) {
	editions, err := s.Store.Editions(r.Context(), "", listed)
	if err != nil {
		s.fail(w, err)
		return
	}
	profiles, err := s.Store.Profiles(r.Context())
	if err != nil {
		s.fail(w, err)
		return
	}
	s.show(w, s.digests, map[string]any{"Version": s.Version, "Digests": digestRows(editions, zonesOf(profiles)), "Older": ""})
}

func (s *server) getDigest(w http.ResponseWriter, r *http.Request) {
	e, ok := s.edition(w, r)
	if !ok {
		return
	}
	profiles, err := s.Store.Profiles(r.Context())
	if err != nil {
		s.fail(w, err)
		return
	}
	row := newDigestRow(e, zonesOf(profiles)[e.Profile])
	s.show(w, s.digest, map[string]any{
		"Version": s.Version, "ID": row.ID, "Subject": row.Subject, "Profile": row.Profile, "When": row.When, "Outcome": row.Outcome,
		"Failing": row.Failing, "Note": e.Error,
	})
}

// getMailHTML answers with the mail's own HTML, whose styles are inline; no script, no picture, nothing from elsewhere.
func (s *server) getMailHTML(w http.ResponseWriter, r *http.Request) {
	e, ok := s.edition(w, r)
	if !ok {
		return
	}
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, e.HTML)
}

func (s *server) getMailText(w http.ResponseWriter, r *http.Request) {
	e, ok := s.edition(w, r)
	if !ok {
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, e.Text)
}

func (s *server) edition(w http.ResponseWriter, r *http.Request) (store.Edition, bool) {
	e, err := s.Store.Edition(r.Context(), r.PathValue("id"))
	switch {
	case errors.Is(err, store.ErrNotFound):
		http.Error(w, "There is no such digest. The list is at /digests.", http.StatusNotFound)
	case err != nil:
		s.fail(w, err)
	}
	return e, err == nil
}
