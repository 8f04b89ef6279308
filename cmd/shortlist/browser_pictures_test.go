package main_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// maxPicture keeps the pictures small enough for a README, in bytes.
const maxPicture = 300 << 10

// TestPictures takes the pictures of the README anew, of the demo's data, into the folder that SHORTLIST_PICTURES names.
func TestPictures(t *testing.T) {
	to := os.Getenv("SHORTLIST_PICTURES")
	if to == "" {
		t.Skip("SHORTLIST_PICTURES names no folder")
	}
	browser := chromium(t)
	h := &host{t: t, dir: t.TempDir()}
	d := &daemon{t: t, listen: freePort(t), done: make(chan error, 1)}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var out *lockedBuffer
	d.cmd, out, d.errout = command(ctx, h.dir, nil, "demo", "--dir", h.dir, "--listen", d.listen, "--json")
	if err := d.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { d.done <- d.cmd.Wait() }()
	var told struct {
		SignIn string `json:"signin"`
	}
	eventually(t, "the demo's digest", func() bool { return json.Unmarshal([]byte(out.String()), &told) == nil })
	waitFor(t, "http://"+d.listen+"/readyz")
	b := d.tab(t, browser)
	b.do(chromedp.Navigate(told.SignIn))
	b.leads(click("main form button"))
	b.open("/review")
	// The question whose page shows most at a glance: its rules, and quotes for and against.
	b.size(1200, 1100)
	first, most := "", -1
	for _, path := range eval[[]string](b, `[...document.querySelectorAll('tr[data-item] .title a')].map((a) => a.getAttribute('href'))`) {
		b.open(path)
		if n := eval[int](b, `new Set([...document.querySelectorAll('.advert mark, #gates')].filter((m) => m.getBoundingClientRect().bottom < innerHeight).map((m) => m.className + m.id)).size`); n > most {
			first, most = path, n
		}
	}
	pictures := []struct {
		name, path    string
		width, height int64
		dark          bool
	}{
		{"review-list", "/review", 1000, 960, false}, {"review", first, 1200, 1100, false}, {"review-dark", first, 1200, 1100, true}, {"review-phone", first, 390, 844, false},
	}
	for _, p := range pictures {
		b.size(p.width, p.height)
		if p.width < 400 {
			b.phone()
		}
		b.dark(p.dark)
		b.open(p.path)
		b.picture(to, p.name)
	}
	mails, err := filepath.Glob(filepath.Join(h.dir, "mail", "*.html"))
	if err != nil || len(mails) == 0 {
		t.Fatal("no mail: ", err)
	}
	b.dark(false)
	b.size(700, 1195)
	b.do(chromedp.Navigate("file://" + mails[0]))
	b.picture(to, "mail")
	b.size(700, 700)
	eval[bool](b, `([...document.querySelectorAll('h2')].find((h) => h.innerText === 'Your call').closest('td').scrollIntoView({ behavior: 'instant' }), true)`)
	b.picture(to, "mail-call")
}

func (b *tab) picture(to, name string) {
	b.t.Helper()
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(to, name+".png"), png, 0o644)
	}
	if err != nil || len(png) > maxPicture {
		b.t.Errorf("%s: %d bytes, %v", name, len(png), err)
	}
}
