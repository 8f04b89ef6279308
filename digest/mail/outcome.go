package mail

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"strings"

	gomail "github.com/wneessen/go-mail"
)

// dialFailed: nothing was sent, so the digest may wait. What cannot change by itself (a refused password, no TLS on offer) is
// the owner's to mend, and the detail says how.
func (s *Sender) dialFailed(err error) Result {
	r := Result{Outcome: Temporary, Detail: fmt.Sprintf("the mail server %s cannot be reached: %v", s.server, err), Err: err}
	var record tls.RecordHeaderError
	var dns *net.DNSError
	var op *net.OpError
	switch {
	case errors.As(err, &record):
		r.Detail = fmt.Sprintf("the mail server %s does not speak TLS from the first byte: write smtp:// instead of smtps://, or its TLS port", s.server)
	case errors.As(err, &dns):
		r.Detail = fmt.Sprintf("the mail server's name %s is not known: check mail.smtp", s.server.Host)
	case errors.As(err, &op) && op.Op == "dial":
		r.Detail = fmt.Sprintf("the mail server %s does not answer: check mail.smtp and that it runs", s.server)
	case s.server.TLS == StartTLS && isNoStartTLS(err):
		r.Detail = fmt.Sprintf("the mail server %s does not offer STARTTLS: use smtps://, or add ?tls=none to mail.smtp where the line is safe", s.server)
	case isAuth(err):
		r.Refused = RefusedSender
		r.Detail = fmt.Sprintf("the mail server %s refuses the sign-in: check the user and password of mail.smtp (%v)", s.server, err)
	}
	return r
}

// classify reads go-mail's error. Its IsTemp is true for replies that begin with 4 and for nothing else, so lost connections
// are told apart here, by where they broke: before the final dot nothing was taken, after it nobody knows.
func classify(err error, answer reply) Result {
	switch {
	case answer.code >= 500:
		return Result{Outcome: Permanent, Refused: answer.refusal(), Detail: fmt.Sprintf("the mail server refused the digest: %v", err), Err: err}
	case answer.code >= 400:
		return Result{Outcome: Temporary, Detail: fmt.Sprintf("the mail server cannot take the digest now: %v", err), Err: err}
	case answer.to == dot:
		return Result{Outcome: Unknown, Detail: fmt.Sprintf("the mail server's answer was lost: %v", err), Err: err}
	default:
		return Result{Outcome: Temporary, Detail: fmt.Sprintf("the connection to the mail server broke: %v", err), Err: err}
	}
}

// isNoStartTLS: go-mail has no typed error for a server that does not offer STARTTLS.
func isNoStartTLS(err error) bool { return strings.Contains(err.Error(), "does not support STARTTLS") }

func isAuth(err error) bool {
	for _, known := range []error{gomail.ErrPlainAuthNotSupported, gomail.ErrLoginAuthNotSupported, gomail.ErrXOauth2AuthNotSupported, gomail.ErrNoSupportedAuthDiscovered} {
		if errors.Is(err, known) {
			return true
		}
	}
	var reply *textproto.Error
	if errors.As(err, &reply) {
		return reply.Code == 530 || reply.Code == 534 || reply.Code == 535
	}
	return strings.Contains(err.Error(), "SMTP AUTH") // go-mail has no typed error for a server that offers no sign-in
}
