// Package wire is what the providers that speak HTTP have in common: one attempt for each request, an answer read under a limit,
// every refusal typed, and no key in any text.
package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"shortlist/scoring"
)

// MaxBytes bounds one answer. A verdict is under 10 KB; thinking, where a server sends it along, is some hundred KB.
const MaxBytes = 4 << 20

const (
	defaultTimeout = 2 * time.Minute // local models on a laptop are slow
	maxHeader      = 64 << 10
	userAgent      = "shortlist"
)

// Client sends requests to one provider. It follows no redirect, since a redirect would carry the prompt, and perhaps the key, to
// where nobody decided to send it.
type Client struct {
	http    *http.Client
	key     Secret
	timeout time.Duration
}

// NewClient returns a client that gives each exchange so much time; zero means two minutes. The key is for keeping it out of what
// the server says: the caller puts it into its header.
func NewClient(key Secret, timeout time.Duration) *Client {
	if timeout <= 0 {
		timeout = defaultTimeout
	}
	return &Client{key: key, timeout: timeout, http: &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			DialContext:            (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
			TLSHandshakeTimeout:    10 * time.Second,
			MaxResponseHeaderBytes: maxHeader,
			MaxIdleConnsPerHost:    8,
			IdleConnTimeout:        90 * time.Second,
			ForceAttemptHTTP2:      true,
		},
	}}
}

// Close drops idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Do asks once and returns the body of a 200. Any error is a *scoring.JudgeError; where the server answered with something else,
// it wraps a *Problem.
func (c *Client) Do(req *http.Request) ([]byte, error) {
	ctx, cancel := context.WithTimeout(req.Context(), c.timeout)
	defer cancel()
	req = req.WithContext(ctx)
	req.Header.Set("User-Agent", userAgent)
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, c.broken(ctx, err)
	}
	defer func() { _ = resp.Body.Close() }() // what was wanted of it has been read; a failing close tells nothing
	body, err := io.ReadAll(io.LimitReader(resp.Body, MaxBytes+1))
	if resp.StatusCode != http.StatusOK {
		// The status alone says what failed; a body that broke off only says less.
		return nil, ReadProblem(resp.StatusCode, resp.Header, body, c.key, time.Now()).Failure()
	}
	switch {
	case err != nil:
		return nil, c.broken(ctx, fmt.Errorf("the answer broke off: %w", err))
	case len(body) > MaxBytes:
		return nil, Fail(scoring.FailMalformed, fmt.Sprintf("sent more than %d MB", MaxBytes>>20))
	}
	return body, nil
}

// broken types an exchange that did not come to its end.
func (c *Client) broken(ctx context.Context, err error) *scoring.JudgeError {
	if ended := ctx.Err(); ended != nil {
		return Ended(ended)
	}
	var address *url.Error
	if errors.As(err, &address) {
		err = address.Err // the text of a *url.Error holds the address
	}
	var slow net.Error
	if errors.As(err, &slow) && slow.Timeout() {
		return Ended(context.DeadlineExceeded)
	}
	return Fail(scoring.FailTransport, c.key.Sentence(err.Error()))
}

// BaseURL reads the address of a provider: http or https, a host, perhaps a path, which loses its last slash. User, query and
// fragment are refused, since they hold secrets or are lost.
func BaseURL(text string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(text))
	switch {
	case err != nil: // url.Parse repeats the text, password and all
		return nil, errors.New("base_url: not an address; write https://HOST/PATH")
	case (u.Scheme != "http" && u.Scheme != "https") || u.Host == "":
		return nil, errors.New("base_url: needs http:// or https:// and a host")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("base_url: must hold no user, no query and no fragment; the key has its own setting")
	}
	u.Path = strings.TrimRight(u.Path, "/")
	u.RawPath = ""
	return u, nil
}
