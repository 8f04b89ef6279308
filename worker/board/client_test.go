package board

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// ask sends one request to a handler and returns what the client makes of it.
func ask(t *testing.T, h http.HandlerFunc, v Validators) (Answer, *Error) {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	c, err := NewClient(s.URL+"/prefix", "Shortlist/test (contact: a@b.example)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	a, err := c.JSON(t.Context(), c.URL("/api", nil), v)
	if err == nil {
		return a, nil
	}
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("not an *Error: %v", err)
	}
	return a, e
}

func reply(code int, kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(code)
		_, _ = io.WriteString(w, body)
	}
}

func TestOutcomes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		h    http.HandlerFunc
		want Outcome
	}{
		"403":     {reply(403, "text/html", "<title>Just a moment"), Blocked},
		"404":     {reply(404, "application/json", "{}"), Gone},
		"410":     {reply(410, "application/json", "{}"), Gone},
		"429":     {reply(429, "application/json", "{}"), RateLimited},
		"503":     {reply(503, "text/plain", "x"), ServerError},
		"418":     {reply(418, "text/plain", "x"), HTTPError},
		"page":    {reply(200, "text/html; charset=utf-8", "<p>We moved"), WrongType},
		"no type": {func(w http.ResponseWriter, _ *http.Request) { w.Header()["Content-Type"] = nil; w.WriteHeader(200) }, WrongType},
		"empty":   {reply(200, "application/json", ""), Malformed},
		"elsewhere": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://169.254.169.254/latest/", http.StatusFound)
		}, Redirected},
		"other port": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusFound)
		}, Redirected},
		"in circles":  {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path, http.StatusFound) }, Redirected},
		"cut":         {cut, Malformed},
		"hung up":     {hangUp, Network},
		"too large":   {flood, TooLarge},
		"304 unasked": {reply(304, "application/json", ""), HTTPError},
		"odd charset": {reply(200, "application/json; charset=utf-8", "[]"), ""},
		"ld+json":     {reply(200, "application/ld+json", "[]"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := ask(t, c.h, Validators{})
			switch {
			case c.want == "" && err != nil:
				t.Errorf("got %v", err)
			case c.want != "" && (err == nil || err.Outcome != c.want || err.Sentence == ""):
				t.Errorf("got %+v, want %s", err, c.want)
			}
		})
	}
}

func cut(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", "1000")
	_, _ = io.WriteString(w, `[{"id":`)
}

func hangUp(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		_ = conn.Close()
	}
}

func flood(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	block := strings.Repeat("A", 1<<20)
	for range 25 {
		if _, err := io.WriteString(w, block); err != nil {
			return
		}
	}
}

func TestPoliteRequest(t *testing.T) {
	t.Parallel()
	var got *http.Request
	a, err := ask(t, func(w http.ResponseWriter, r *http.Request) {
		got = r
		w.WriteHeader(http.StatusNotModified)
	}, Validators{ETag: `"abc"`, LastModified: "Mon, 02 Mar 2026 08:00:00 GMT"})
	if err != nil || !a.NotModified {
		t.Fatalf("%+v %v", a, err)
	}
	if got.URL.Path != "/prefix/api" {
		t.Errorf("path %s", got.URL.Path)
	}
	for header, want := range map[string]string{
		"If-None-Match": `"abc"`, "If-Modified-Since": "Mon, 02 Mar 2026 08:00:00 GMT", "User-Agent": "Shortlist/test (contact: a@b.example)", "Accept": "application/json",
	} {
		if got.Header.Get(header) != want {
			t.Errorf("%s: %q, want %q", header, got.Header.Get(header), want)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)
	for header, want := range map[string]time.Duration{
		"30": 30 * time.Second, " 5 ": 5 * time.Second, "-1": 0, "soon": 0, "": 0, "999999999": maxRetryAfter,
		"Mon, 02 Mar 2026 08:01:00 GMT": time.Minute, "Mon, 02 Mar 2026 07:00:00 GMT": 0,
	} {
		if got := retryAfter(header, now); got != want {
			t.Errorf("%q: %v, want %v", header, got, want)
		}
	}
	_, err := ask(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "30")
		w.WriteHeader(429)
	}, Validators{})
	if err == nil || err.RetryAfter != 30*time.Second {
		t.Errorf("got %+v", err)
	}
}

func TestPublicAddresses(t *testing.T) {
	t.Parallel()
	for addr, want := range map[string]bool{
		"93.184.216.34": true, "2606:2800:220:1::1": true, "10.1.2.3": false, "172.16.0.1": false, "192.168.1.1": false, "127.0.0.1": false, "169.254.169.254": false,
		"100.64.0.1": false, "0.0.0.0": false, "::1": false, "fe80::1": false, "fd00::1": false, "64:ff9b::a00:1": false, "2002:a00:1::": false, "224.0.0.1": false, "255.255.255.255": false,
		"192.0.2.1": false, "203.0.113.5": false, "fec0::1": false, "2001:db8::1": false, "::127.0.0.1": false, "2001::1": false,
	} {
		if got := public(netip.MustParseAddr(addr).Unmap()); got != want {
			t.Errorf("%s: %v, want %v", addr, got, want)
		}
	}
	guard := guardDial(false)
	for _, address := range []string{"127.0.0.1:80", "[::ffff:10.0.0.1]:443", "[::1]:80"} {
		var e *Error
		if err := guard("tcp", address, nil); !errors.As(err, &e) || e.Outcome != Redirected {
			t.Errorf("%s was let through: %v", address, err)
		}
	}
	if err := guardDial(true)("tcp", "192.168.0.1:80", nil); err == nil {
		t.Error("a base URL on loopback opens loopback, not the local network")
	}
}

func TestSameSite(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		base, to string
		want     bool
	}{
		{"https://remotive.com", "https://www.remotive.com/x", true}, {"https://api.remotive.com", "https://remotive.com", true},
		{"https://remotive.com", "https://remotive.io", false}, {"https://a.co.uk", "https://b.co.uk", false}, {"https://a.github.io", "https://b.github.io", false},
		{"http://127.0.0.1:8080", "http://127.0.0.1:8081", false}, {"http://10.0.0.1", "http://10.0.0.2", false},
	} {
		a, errA := http.NewRequest("GET", c.base, nil)
		b, errB := http.NewRequest("GET", c.to, nil)
		if errA != nil || errB != nil || sameSite(a.URL, b.URL) != c.want {
			t.Errorf("%s → %s: want %v", c.base, c.to, c.want)
		}
	}
}

// TestSlowAnswer runs in fake time: a server that gives a byte a second must not hold a fetch for longer than its timeout.
func TestSlowAnswer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := &Client{userAgent: "x", timeout: requestTimeout, http: &http.Client{Transport: slow{}}}
		began := time.Now()
		_, err := c.JSON(context.Background(), "http://board.example/api", Validators{})
		var e *Error
		if !errors.As(err, &e) || e.Outcome != Timeout {
			t.Fatalf("got %v", err)
		}
		if took := time.Since(began); took > requestTimeout+time.Second {
			t.Errorf("took %v", took)
		}
	})
}

// slow is a transport whose body gives a byte a second.
type slow struct{}

func (slow) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(drip{r.Context()}), Request: r}, nil
}

type drip struct{ ctx context.Context }

func (d drip) Read(p []byte) (int, error) {
	select {
	case <-time.After(time.Second):
		p[0] = '['
		return 1, nil
	case <-d.ctx.Done():
		return 0, fmt.Errorf("read: %w", d.ctx.Err())
	}
}

func TestBaseURL(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "remoteok.com", "ftp://x", "http://", "http://user:pw@[::1"} {
		if _, err := NewClient(bad, "x"); err == nil || strings.Contains(err.Error(), "pw@") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
