package demo

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"shortlist/scoring"
	"shortlist/scoring/pay"
)

//go:embed data/page.html
var pageSource string

// pageView is what data/page.html shows: one listing, or the lists of the boards.
type pageView struct {
	Title   string
	Listing *listingView
	Boards  []boardView
}

type listingView struct {
	Company, Board, Place, Pay, Kind, Posted string
	Blocks                                   []block
}

type boardView struct {
	Name string
	Rows []linkView
}

type linkView struct{ Path, Title, Company string }

// boardNames are the boards in the order of the start page.
var boardNames = [...]struct{ key, name, listPath string }{
	{remoteOK, "Remote OK", "/remoteok/remote-jobs/"},
	{himalayas, "Himalayas", "/himalayas/jobs/"},
	{remotive, "Remotive", "/remotive/remote-jobs/"},
	{jobicy, "Jobicy", "/jobicy/jobs/"},
}

// addPages adds the start page, a list for each board, and a page for each listing.
func (s *server) addPages(mux *http.ServeMux) error {
	tmpl, err := template.New("page").Parse(pageSource)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	all := pageView{Title: "Sample job boards"}
	pages := map[string]pageView{}
	for _, b := range boardNames {
		view := boardView{Name: b.name}
		for _, l := range s.feeds[b.key] {
			if !l.Junk {
				view.Rows = append(view.Rows, linkView{l.path, l.title, l.company.Name})
				pages[l.path] = pageView{Title: l.title, Listing: l.view(b.name)}
			}
		}
		pages[b.listPath] = pageView{Title: b.name, Boards: []boardView{view}}
		all.Boards = append(all.Boards, view)
	}
	pages["/"] = all
	mux.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) {
		view, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		writePage(w, tmpl, view)
	})
	return nil
}

func writePage(w http.ResponseWriter, tmpl *template.Template, view pageView) {
	var b bytes.Buffer
	if err := tmpl.Execute(&b, view); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(b.Bytes()) // fails only where the client is gone
}

func (l *listing) view(board string) *listingView {
	v := &listingView{
		Company: l.company.Name, Board: board, Place: l.Place, Pay: l.Salary, Kind: kinds[l.role.Kind].himalayas,
		Posted: l.posted.Format("2 January 2006, 15:04 MST"), Blocks: l.blocks,
	}
	if v.Place == "" {
		v.Place = strings.Join(l.Places, ", ")
	}
	if p := l.role.Pay; v.Pay == "" && p != nil && !l.NoPay {
		v.Pay = pay.Format(scoring.Pay{Min: float64(p.Min), Max: float64(p.Max), Currency: p.Currency, Period: scoring.Period(p.Per)})
	}
	return v
}

// serveLogo draws a plain square, so that a logo's address leads to a picture.
func serveLogo(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "image/svg+xml")
	fmt.Fprint(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" rx="2" fill="#567"/></svg>`)
}

// servePixel is the counter of Remotive's adverts; what fetches it lets the board count its reader.
func servePixel(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "image/gif")
	fmt.Fprint(w, "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;")
}
