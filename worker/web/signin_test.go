package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"shortlist/worker/store/storetest"
)

// mailed returns the links that were mailed to an address, after all mails have left.
func (p *house) mailed(t testing.TB, address string) []string {
	t.Helper()
	if err := p.site.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.mails[address]
}

func TestSignIn(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, dsn string) {
		p := open(t, dsn, nil)
		ids := p.ask(t, itemOf("ada", 1, nil))
		b := p.browser(t)
		item := "/review/" + ids[0] + "?board=remotive"
		g := b.get(item)
		if g.path != "/signin?next="+url.QueryEscape(item) || !g.has("Sign in", "Name of your profile") {
			t.Fatalf("%s\n%s", g.path, plainText(g.body))
		}
		// The answer is the same for who is there and who is not.
		form := url.Values{"name": {" Ada "}, "next": {item}}
		known := b.post("/signin", form)
		form.Set("name", "eve")
		unknown := b.post("/signin", form)
		if known.code != http.StatusOK || unknown.code != known.code || strings.ReplaceAll(known.body, "ada", "eve") != unknown.body {
			t.Errorf("%d %d\n%s\n%s", known.code, unknown.code, known.body, unknown.body)
		}
		links := p.mailed(t, "ada@example.org")
		if len(links) != 1 || len(p.mails) != 1 {
			t.Fatalf("mailed: %v", p.mails)
		}
		link := strings.TrimPrefix(links[0], p.url)
		// Programs look at links before a person does.
		for range 3 {
			for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodOptions} {
				if g = p.browser(t).send(method, link, map[string]string{"Sec-Purpose": "prefetch"}, nil); len(g.header["Set-Cookie"]) > 0 {
					t.Errorf("%s signs in", method)
				}
			}
		}
		if g = b.get(link); !g.has("Sign in as ada") {
			t.Fatalf("%s", plainText(g.body))
		}
		path, _, _ := strings.Cut(link, "?")
		if g = b.post(path, url.Values{"next": {item}}); g.path != item || !g.has("You are signed in as ada.", "Ferry Engineer 1") {
			t.Fatalf("%s\n%s", g.path, plainText(g.body))
		}
		// Used again, by whoever saw it.
		for _, other := range []*browser{p.browser(t), b} {
			if g = other.post(path, nil); g.code != http.StatusGone || !g.has("It was used already") {
				t.Errorf("again: %d\n%s", g.code, plainText(g.body))
			}
		}
		if g = b.get("/review"); g.path != "/review" {
			t.Errorf("the session ended: %s", g.path)
		}
	})
}

func TestOldAndForgedSignIns(t *testing.T) {
	t.Parallel()
	p := open(t, storetest.SQLite(t), nil)
	link, err := p.site.SignInURL(t.Context(), "ada")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.site.SignInURL(t.Context(), "nobody"); err == nil {
		t.Error("nobody can sign in")
	}
	path := strings.TrimPrefix(link, p.url)
	p.pass(10 * time.Minute)
	b := p.browser(t)
	for path, want := range map[string]string{path: "more than ten minutes old", path + "x": "not one of ours", "/signin/ada": "not one of ours"} {
		for _, g := range []got{b.get(path), b.post(path, nil)} {
			if g.code != http.StatusGone || !g.has(want) || len(g.header["Set-Cookie"]) > 0 {
				t.Errorf("%s: %d\n%s", path, g.code, plainText(g.body))
			}
		}
	}
}

// TestFixation: a session that somebody else planted before the sign-in is not the one that is signed in.
func TestFixation(t *testing.T) {
	t.Parallel()
	p := open(t, storetest.SQLite(t), nil)
	here, err := url.Parse(p.url)
	if err != nil {
		t.Fatal(err)
	}
	eve := p.as(t, "bob")
	planted := eve.Jar.Cookies(here)
	for _, cookies := range [][]*http.Cookie{{{Name: "shortlist", Value: "PLANTED", Path: "/"}}, planted} {
		b := p.browser(t)
		b.Jar.SetCookies(here, cookies)
		link, err := p.site.SignInURL(t.Context(), "ada")
		if err != nil {
			t.Fatal(err)
		}
		b.post(strings.TrimPrefix(link, p.url), nil)
		if now := b.Jar.Cookies(here); len(now) != 1 || now[0].Value == cookies[0].Value {
			t.Errorf("%v after the sign-in, %v before", now, cookies)
		}
		if g := b.get("/"); !strings.Contains(g.body, "You are signed in as ada") {
			t.Errorf("%s", plainText(g.body))
		}
		attacker := p.browser(t)
		attacker.Jar.SetCookies(here, cookies)
		if g := attacker.get("/"); !strings.HasPrefix(g.path, "/signin") {
			t.Errorf("the planted session leads to %s", g.path)
		}
	}
}

func TestSignOut(t *testing.T) {
	t.Parallel()
	p := open(t, storetest.SQLite(t), nil)
	one, two, bob := p.as(t, "ada"), p.as(t, "ada"), p.as(t, "bob")
	signedIn := func(b *browser) bool { return b.get("/digests").path == "/digests" }
	here, _ := url.Parse(p.url)
	stolen := p.browser(t)
	stolen.Jar.SetCookies(here, one.Jar.Cookies(here))
	if g := one.post("/signout", nil); g.path != "/signin" || !g.has("You are signed out.") || signedIn(one) || signedIn(stolen) || !signedIn(two) {
		t.Errorf("signed out: %s, the others: %v %v", g.path, signedIn(stolen), signedIn(two))
	}
	one = p.as(t, "ada")
	link, err := p.site.SignInURL(t.Context(), "ada")
	if err != nil {
		t.Fatal(err)
	}
	if g := one.post("/signout", url.Values{"everywhere": {"yes"}}); !g.has("You are signed out everywhere.") || signedIn(one) || signedIn(two) || !signedIn(bob) {
		t.Error("somebody is signed in still, or out who should not be")
	}
	if g := p.browser(t).post(strings.TrimPrefix(link, p.url), nil); g.code != http.StatusGone {
		t.Errorf("a link from before: %d", g.code)
	}
	bob.get("/")
	p.pass(sessionFor)
	if signedIn(bob) {
		t.Error("a session never ends")
	}
}

// TestFlood: of 10,000 tries, with names that are there and names that are not, from one address and from many, few get
// through.
func TestFlood(t *testing.T) {
	t.Parallel()
	p := open(t, storetest.SQLite(t), func(o *Options) { o.TrustProxy = true })
	try := func(path, from string, form url.Values) int {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, p.url+path, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("X-Forwarded-For", "10.1.2.3, "+from)
		w := httptest.NewRecorder()
		p.site.ServeHTTP(w, r)
		return w.Code
	}
	codes := map[string]map[int]int{"one address": {}, "many addresses": {}, "tokens": {}, "one network": {}}
	for i := range 2500 {
		name := []string{"ada", "nobody", fmt.Sprintf("guess-%d", i)}[i%3]
		codes["one address"][try("/signin", "192.0.2.1", url.Values{"name": {name}})]++
		codes["many addresses"][try("/signin", fmt.Sprintf("198.51.%d.%d", i/250, i%250), url.Values{"name": {"ada"}})]++
		codes["tokens"][try(fmt.Sprintf("/signin/TOKEN%d", i), "192.0.2.2", nil)]++
		codes["one network"][try("/signin", fmt.Sprintf("2001:db8::%x", i+1), url.Values{"name": {fmt.Sprintf("guess-%d", i)}})]++
	}
	for of, most := range map[string]int{"one address": 20, "many addresses": 5, "tokens": 30, "one network": 20} {
		if through := 2500 - codes[of][http.StatusTooManyRequests]; through > most || codes[of][http.StatusTooManyRequests] == 2500 && of != "many addresses" {
			t.Errorf("%s: %d of 2500 got through, %d may: %v", of, through, most, codes[of])
		}
	}
	if links := p.mailed(t, "ada@example.org"); len(links) > 5 {
		t.Errorf("%d mails", len(links))
	}
	p.pass(signInWindow)
	if code := try("/signin", "192.0.2.1", url.Values{"name": {"ada"}}); code != http.StatusOK {
		t.Errorf("in the next window: %d", code)
	}
}

func TestAddress(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		remote, forwarded string
		trust             bool
		want              string
	}{
		{"192.0.2.1:99", "", false, "192.0.2.1"}, {"192.0.2.1:99", "198.51.100.7", false, "192.0.2.1"}, {"192.0.2.1:99", "198.51.100.7", true, "198.51.100.7"},
		{"192.0.2.1:99", "1.1.1.1, 198.51.100.7", true, "198.51.100.7"}, {"192.0.2.1:99", "nonsense", true, "192.0.2.1"}, {"[2001:db8:1:2:3::4]:99", "", false, "2001:db8:1:2::/64"},
		{"[::ffff:192.0.2.1]:99", "", false, "192.0.2.1"}, {"[fe80::1%eth0]:99", "", false, "fe80::/64"}, {"@", "", false, "@"},
	} {
		s := &Site{Options: Options{TrustProxy: c.trust}}
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		if r.RemoteAddr = c.remote; c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := s.address(r); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

func TestLocal(t *testing.T) {
	t.Parallel()
	for next, want := range map[string]string{
		"/review?board=x": "/review?board=x", "/review/abc": "/review/abc", "": "/", "review": "/", "//evil.example": "/", "/\\evil.example": "/", "https://evil.example/": "/",
		"/\t/evil.example": "/", "javascript:alert(1)": "/", "/a b": "/", "///evil.example": "/", "/" + strings.Repeat("a", 1000): "/", "/%0a": "/%0a",
	} {
		if got := local(next); got != want {
			t.Errorf("%q: %q, want %q", next, got, want)
		}
	}
}

func TestCookies(t *testing.T) {
	t.Parallel()
	for _, secure := range []bool{false, true} {
		p := open(t, storetest.SQLite(t), func(o *Options) { o.Secure = secure })
		link, err := p.site.SignInURL(t.Context(), "ada")
		if err != nil {
			t.Fatal(err)
		}
		g := p.browser(t).send(http.MethodPost, strings.TrimPrefix(link, p.url), nil, url.Values{})
		if len(g.header["Set-Cookie"]) == 0 {
			t.Fatalf("%d %s", g.code, g.body)
		}
		for _, c := range g.header["Set-Cookie"] {
			if !strings.Contains(c, "HttpOnly") || !strings.Contains(c, "SameSite=Lax") || !strings.Contains(c, "Path=/;") || strings.Contains(c, "Domain") ||
				strings.Contains(c, "Secure") != secure || strings.HasPrefix(c, "__Host-") != secure {
				t.Errorf("secure %v: %s", secure, c)
			}
		}
	}
}

func TestNoMail(t *testing.T) {
	t.Parallel()
	p := open(t, storetest.SQLite(t), func(o *Options) { o.Mail = nil })
	b := p.browser(t)
	for _, g := range []got{b.get("/signin"), b.post("/signin", url.Values{"name": {"ada"}})} {
		if !g.has("shortlist signin NAME") || strings.Contains(g.body, "<form class=\"lone\"") {
			t.Errorf("%d %s", g.code, plainText(g.body))
		}
	}
}
