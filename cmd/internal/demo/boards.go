// Package demo is everything the demo needs in one process: boards with sample listings over HTTP, each in its own
// board's format, and a mail server that keeps what it gets in a folder.
package demo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Boards serves the sample listings as the four boards serve theirs:
//
//	/remoteok/api                           the base URL of the board is baseURL + "/remoteok", and so on
//	/himalayas/jobs/api?limit=&offset=
//	/remotive/api/remote-jobs
//	/jobicy/api/v2/remote-jobs?count=
//
// and, where the listings' URLs lead, a page for each. The listings are dated back from now, so that they look fresh;
// ids stay the same from start to start. baseURL is where the handler is reached, such as http://127.0.0.1:8099. An
// error means that baseURL is not an absolute http or https URL, or that a sample is malformed.
func Boards(now time.Time, baseURL string) (http.Handler, error) {
	u, err := url.Parse(baseURL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("demo: %q is not an absolute http or https URL", baseURL)
	}
	feeds, err := loadFeeds(now)
	if err != nil {
		return nil, err
	}
	s := &server{now: now.UTC(), baseURL: strings.TrimSuffix(baseURL, "/"), feeds: feeds}
	if s.remoteOK, err = encode(remoteOKAnswer(feeds[remoteOK], s.now, s.baseURL)); err != nil {
		return nil, err
	}
	if s.remotive, err = encode(remotiveAnswer(feeds[remotive], s.now, s.baseURL)); err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /remoteok/api", s.serveRemoteOK)
	mux.HandleFunc("GET /himalayas/jobs/api", s.serveHimalayas)
	mux.HandleFunc("GET /remotive/api/remote-jobs", s.serveRemotive)
	mux.HandleFunc("GET /jobicy/api/v2/remote-jobs", s.serveJobicy)
	mux.HandleFunc("GET /logos/{file}", serveLogo)
	mux.HandleFunc("GET /remotive/job/track/{id}/blank.gif", servePixel)
	if err := s.addPages(mux); err != nil {
		return nil, err
	}
	return mux, nil
}

// server holds what the handlers need; nothing of it changes after Boards.
type server struct {
	now     time.Time
	baseURL string
	feeds   map[string]feed
	// The two boards that have no parameters answer the same bytes always.
	remoteOK, remotive []byte
}

func (s *server) serveRemoteOK(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "public, max-age=3600")
	h.Set("Expires", s.now.Add(time.Hour).Format(http.TimeFormat))
	// ServeContent answers 304 to an If-Modified-Since that is not older than now.
	http.ServeContent(w, r, "", s.now, bytes.NewReader(s.remoteOK))
}

func (s *server) serveHimalayas(w http.ResponseWriter, r *http.Request) {
	page := himalayasAnswer(s.feeds[himalayas], s.now, s.baseURL, intParam(r, "offset"), intParam(r, "limit"))
	writeJSON(w, "application/json; charset=utf-8", page)
}

func (s *server) serveRemotive(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(s.remotive) // fails only where the client is gone
}

func (s *server) serveJobicy(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	// The board opens a PHP session for every fetch.
	http.SetCookie(w, &http.Cookie{Name: "PHPSESSID", Value: "sample", Path: "/"})
	writeJSON(w, "application/json; charset=UTF-8", jobicyAnswer(s.feeds[jobicy], s.now, s.baseURL, intParam(r, "count")))
}

// intParam is a number of the query; 0 where it is missing or none.
func intParam(r *http.Request, name string) int {
	n, err := strconv.Atoi(r.URL.Query().Get(name))
	if err != nil {
		return 0
	}
	return n
}

func writeJSON(w http.ResponseWriter, contentType string, answer any) {
	body, err := encode(answer)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", contentType)
	_, _ = w.Write(body) // fails only where the client is gone
}

// encode leaves <, > and & as they are, as the boards do.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}
	return b.Bytes(), nil
}
