package board

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/net/publicsuffix"
)

// Bounds of one request. A board that needs more is not a board that we can poll politely.
const (
	requestTimeout = 15 * time.Second
	maxBytes       = 20 << 20
	maxRedirects   = 5
	maxRetryAfter  = 24 * time.Hour
)

// Validators are what a board gave us to ask "has it changed?" with.
type Validators struct{ ETag, LastModified string }

// Answer is a whole 200 answer, or a 304.
type Answer struct {
	NotModified bool
	Validators  Validators
	Body        io.Reader
}

// Client asks one board, politely: it names itself, honours the board's validators and Retry-After, follows redirects
// within the board's own site alone, and never talks to a private address unless the base URL itself is on loopback.
type Client struct {
	base      *url.URL
	userAgent string
	http      *http.Client
	timeout   time.Duration
}

// NewClient returns a client for the board at base, an http(s) URL whose path may be a prefix. userAgent should hold
// the product's name and a contact.
func NewClient(base, userAgent string) (*Client, error) {
	u, err := url.Parse(base)
	if err != nil {
		return nil, errors.New("base URL: not an address; write https://HOST") // url.Parse repeats it, password and all
	}
	if (u.Scheme != "https" && u.Scheme != "http") || u.Host == "" {
		return nil, fmt.Errorf("base URL %s: needs http:// or https:// and a host", u.Redacted())
	}
	c := &Client{base: u, userAgent: userAgent, timeout: requestTimeout}
	dialer := &net.Dialer{Timeout: 10 * time.Second, Control: guardDial(isLoopbackHost(u.Hostname()))}
	c.http = &http.Client{
		Transport: &http.Transport{
			DialContext:            dialer.DialContext,
			TLSHandshakeTimeout:    10 * time.Second,
			ResponseHeaderTimeout:  requestTimeout,
			MaxResponseHeaderBytes: 64 << 10,
			MaxIdleConnsPerHost:    1,
			IdleConnTimeout:        30 * time.Second,
			ForceAttemptHTTP2:      true,
		},
		CheckRedirect: c.checkRedirect,
	}
	return c, nil
}

// Close drops idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Posting returns an address as it is where it lies on the board's own site, at home or at the base URL, else "": a link under
// a board's name must lead there, and so the boards' terms ask.
func (c *Client) Posting(address, home string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	if h, err := url.Parse(home); sameSite(c.base, u) || err == nil && sameSite(h, u) {
		return address
	}
	return ""
}

// URL is the base URL with the board's path and query added.
func (c *Client) URL(path string, query url.Values) string {
	u := *c.base
	u.Path = strings.TrimSuffix(u.Path, "/") + path
	u.RawQuery = query.Encode()
	return u.String()
}

// JSON fetches one address that must answer with JSON. The error is always an *Error.
func (c *Client) JSON(ctx context.Context, address string, v Validators) (Answer, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, c.timeout, context.DeadlineExceeded)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return Answer{}, AsError(err)
	}
	req.Header.Set("User-Agent", c.userAgent)
	req.Header.Set("Accept", "application/json")
	if v.ETag != "" {
		req.Header.Set("If-None-Match", v.ETag)
	}
	if v.LastModified != "" {
		req.Header.Set("If-Modified-Since", v.LastModified)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return Answer{}, AsError(err)
	}
	defer func() { _ = resp.Body.Close() }() // the body was read as far as it is wanted; a failing close tells nothing
	return c.read(resp, v != Validators{})
}

func (c *Client) read(resp *http.Response, conditional bool) (Answer, error) {
	a := Answer{Validators: Validators{ETag: resp.Header.Get("ETag"), LastModified: resp.Header.Get("Last-Modified")}}
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusNotModified:
		if !conditional {
			return a, &Error{Outcome: HTTPError, Sentence: "answered 304 to a question that had no condition"}
		}
		a.NotModified = true
		return a, nil
	default:
		e := statusError(resp.StatusCode)
		e.RetryAfter = retryAfter(resp.Header.Get("Retry-After"), time.Now())
		return a, e
	}
	if kind, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type")); err != nil || !strings.HasSuffix(kind, "json") {
		return a, &Error{Outcome: WrongType, Sentence: "sent a page instead of data"}
	}
	body, n, err := readChunks(resp.Body, maxBytes)
	switch {
	case errors.Is(err, errTooLarge):
		return a, &Error{Outcome: TooLarge, Sentence: fmt.Sprintf("sent more than %d MB", maxBytes>>20)}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return a, &Error{Outcome: Malformed, Sentence: "sent only part of its answer", Err: err}
	case err != nil:
		return a, AsError(err)
	case n == 0:
		return a, &Error{Outcome: Malformed, Sentence: "sent an empty answer"}
	}
	a.Body = body
	return a, nil
}

func (c *Client) checkRedirect(req *http.Request, via []*http.Request) error {
	if len(via) >= maxRedirects {
		return &Error{Outcome: Redirected, Sentence: "redirects in circles"}
	}
	from, to := via[len(via)-1].URL, req.URL
	if from.Scheme == "https" && to.Scheme != "https" {
		return &Error{Outcome: Redirected, Sentence: "redirects to an unprotected address"}
	}
	if !sameSite(c.base, to) {
		return &Error{Outcome: Redirected, Sentence: "redirects to another site (" + to.Hostname() + ")"}
	}
	return nil
}

// sameSite holds for hosts under one registrable domain; addresses and local names must be equal, port and all.
func sameSite(a, b *url.URL) bool {
	if strings.EqualFold(a.Host, b.Host) {
		return true
	}
	x, errX := publicsuffix.EffectiveTLDPlusOne(strings.ToLower(a.Hostname()))
	y, errY := publicsuffix.EffectiveTLDPlusOne(strings.ToLower(b.Hostname()))
	_, isAddr := netip.ParseAddr(a.Hostname())
	return errX == nil && errY == nil && isAddr != nil && x == y
}

// guardDial looks at the address that is dialled, after the name was resolved, so that no name can lead inside.
func guardDial(loopbackAllowed bool) func(network, address string, _ syscall.RawConn) error {
	return func(_, address string, _ syscall.RawConn) error {
		ap, err := netip.ParseAddrPort(address)
		if err != nil {
			return &Error{Outcome: Network, Sentence: "could not be reached", Err: err}
		}
		ip := ap.Addr().Unmap()
		if ip.IsLoopback() && loopbackAllowed {
			return nil
		}
		if !public(ip) {
			return &Error{Outcome: Redirected, Sentence: "leads to a private address (" + ip.String() + ")"}
		}
		return nil
	}
}

// special are blocks that netip has no word for: shared address space (RFC 6598), protocol assignments (RFC 6890),
// benchmarking (RFC 2544), documentation (RFC 5737, 3849), the old site-local block, and NAT64, Teredo, 6to4 and the
// compatible form, which can wrap a private IPv4 address.
var special = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("240.0.0.0/4"), netip.MustParsePrefix("64:ff9b::/96"),
	netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("2002::/16"), netip.MustParsePrefix("2001::/32"), netip.MustParsePrefix("::/96"),
	netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("203.0.113.0/24"),
	netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("fec0::/10"),
}

func public(ip netip.Addr) bool {
	if !ip.IsGlobalUnicast() || ip.IsPrivate() || ip.IsLoopback() || ip.IsLinkLocalUnicast() {
		return false
	}
	for _, p := range special {
		if p.Contains(ip) {
			return false
		}
	}
	return true
}

// OnLoopback reports whether a base URL is on this machine.
func OnLoopback(base string) bool {
	u, err := url.Parse(base)
	return err == nil && isLoopbackHost(u.Hostname())
}

func isLoopbackHost(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.Unmap().IsLoopback()
	}
	return strings.EqualFold(host, "localhost")
}

// retryAfter reads both forms of the header (RFC 9110, 10.2.3), bounded, since a typo there must not stop us for a year.
func retryAfter(header string, now time.Time) time.Duration {
	var d time.Duration
	if secs, err := strconv.ParseInt(strings.TrimSpace(header), 10, 32); err == nil {
		d = time.Duration(secs) * time.Second
	} else if at, err := http.ParseTime(header); err == nil {
		d = at.Sub(now)
	}
	return min(max(d, 0), maxRetryAfter)
}
