// Package board holds what every job board's package shares: one polite HTTP client, a reader of bounded JSON, lenient
// field types, and the one way a board's row becomes a listing. Each board has a small package of its own below this one.
package board

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// Outcome says how a fetch ended. It is at once a metric label, a rule for what follows, and a word in the log.
type Outcome string

// The closed set of Outcome.
const (
	OK          Outcome = "ok"
	NotModified Outcome = "not_modified" // the board says that nothing changed
	Partial     Outcome = "partial"      // the first page came, a later one did not
	None        Outcome = "none"         // a sound answer without a single listing: no board has no jobs
	Shrunk      Outcome = "shrunk"       // far fewer listings than the last time
	RateLimited Outcome = "rate_limited" // 429
	Blocked     Outcome = "blocked"      // 401, 403: often a challenge page
	Gone        Outcome = "gone"         // 404, 410
	ServerError Outcome = "server_error" // 5xx
	HTTPError   Outcome = "http_error"   // any other status
	Redirected  Outcome = "redirected"   // to another site or a private address: refused
	WrongType   Outcome = "wrong_type"   // a page instead of data
	TooLarge    Outcome = "too_large"
	Malformed   Outcome = "malformed" // empty, cut or no JSON
	Timeout     Outcome = "timeout"
	Network     Outcome = "network" // no connection, or one that broke
)

// Outcomes lists the closed set.
func Outcomes() []Outcome {
	return []Outcome{OK, NotModified, Partial, None, Shrunk, RateLimited, Blocked, Gone, ServerError, HTTPError, Redirected, WrongType, TooLarge, Malformed, Timeout, Network}
}

// Fine reports whether the outcome needs nobody's attention.
func (o Outcome) Fine() bool { return o == OK || o == NotModified }

// Error is a failed fetch.
type Error struct {
	Outcome    Outcome
	Sentence   string        // what happened, for a person: "answered 503"
	RetryAfter time.Duration // how long the board asks us to wait; zero where it does not
	Err        error         // the cause, for the log; may be nil
}

func (e *Error) Error() string {
	if e.Err != nil {
		return e.Sentence + ": " + e.Err.Error()
	}
	return e.Sentence
}

func (e *Error) Unwrap() error { return e.Err }

// AsError finds the *Error in err, or makes one of what a transport or a decoder said.
func AsError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	var n net.Error
	var dns *net.DNSError
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		return &Error{Outcome: Network, Sentence: "was not found: its name is not known here, or this machine is offline", Err: err}
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &n) && n.Timeout():
		return &Error{Outcome: Timeout, Sentence: "did not answer in time", Err: err}
	default:
		return &Error{Outcome: Network, Sentence: "could not be reached", Err: err}
	}
}

// statusError is the failure that an HTTP status stands for.
func statusError(code int) *Error {
	e := &Error{Outcome: HTTPError, Sentence: fmt.Sprintf("answered %d", code)}
	switch {
	case code == http.StatusTooManyRequests:
		e.Outcome, e.Sentence = RateLimited, "answered 429: too many requests"
	case code == http.StatusUnauthorized, code == http.StatusForbidden:
		e.Outcome, e.Sentence = Blocked, fmt.Sprintf("answered %d: it refuses this program", code)
	case code == http.StatusNotFound, code == http.StatusGone:
		e.Outcome, e.Sentence = Gone, fmt.Sprintf("answered %d: its address is gone", code)
	case code >= 500:
		e.Outcome = ServerError
	}
	return e
}
