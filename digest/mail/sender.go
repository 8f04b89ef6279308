package mail

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

// timeout bounds one step of the conversation, whole bounds all of it.
const (
	timeout = 30 * time.Second
	whole   = 90 * time.Second
)

// Outcome is what became of a message.
type Outcome string

// The closed set of Outcome.
const (
	Accepted  Outcome = "accepted"
	Temporary Outcome = "temporary" // not taken; it may be sent again later
	Permanent Outcome = "permanent" // not taken, and never will be
	Unknown   Outcome = "unknown"   // all of it was sent and the answer was lost; sending again may send it twice
)

// Outcomes lists the closed set.
func Outcomes() []Outcome { return []Outcome{Accepted, Temporary, Permanent, Unknown} }

// Result is the outcome with what is to be told of it.
type Result struct {
	Outcome Outcome
	Detail  string // the server's words where it accepted, else a sentence with the remedy where there is one
	Err     error  // the cause, for the log
}

// Message is one digest on its way.
type Message struct {
	From      netmail.Address
	To        string // one bare address: a second one that the server refuses would stop the first
	Subject   string
	ID        string // of Message-ID, without the angle brackets
	HTML      string
	Text      string
	ListID    string // of List-Id, without the angle brackets; empty for none
	CreatedAt time.Time
}

// Sender hands messages to one server.
type Sender struct {
	server Server
	tls    *tls.Config
	hide   *strings.Replacer
}

// NewSender returns a sender for the server.
func NewSender(s Server) *Sender {
	return &Sender{server: s, tls: &tls.Config{ServerName: s.Host, MinVersion: tls.VersionTLS12}, hide: hider(s)}
}

// hider takes the password out of a text, in every form in which a sign-in sends it: some servers repeat what they refuse.
func hider(s Server) *strings.Replacer {
	if s.Password == "" {
		return strings.NewReplacer()
	}
	var pairs []string
	for _, secret := range []string{
		"\x00" + s.Username + "\x00" + s.Password, "user=" + s.Username + "\x01auth=Bearer " + s.Password + "\x01\x01", s.Password,
	} {
		for _, coding := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding} {
			pairs = append(pairs, coding.EncodeToString([]byte(secret)), "***")
		}
		pairs = append(pairs, secret, "***")
	}
	return strings.NewReplacer(pairs...)
}

// hidden is an error whose text does not tell the password; it unwraps to nothing, since what it wraps might.
func (s *Sender) hidden(r Result) Result {
	r.Detail = s.hide.Replace(r.Detail)
	if r.Err != nil {
		if text := r.Err.Error(); s.hide.Replace(text) != text {
			r.Err = errors.New(s.hide.Replace(text))
		}
	}
	return r
}

// Send hands one message over. beforeData is called when the server has agreed to take the message and before a byte of it
// is sent: until then sending it again is safe, and from then on it is not. An error from it stops the attempt.
func (s *Sender) Send(ctx context.Context, m Message, beforeData func() error) Result {
	ctx, cancel := context.WithTimeout(ctx, whole)
	defer cancel()
	// go-mail's errors do not unwrap to what stopped them, so the hook's own is kept here.
	var stopped error
	msg, err := compose(m, func() error {
		if beforeData != nil {
			stopped = beforeData()
		}
		return stopped
	})
	if err != nil {
		return Result{Outcome: Permanent, Detail: "the message cannot be written: " + err.Error(), Err: err}
	}
	conn := &connection{tls: s.tls, implicit: s.server.TLS == Implicit}
	client, err := s.client(conn)
	if err != nil {
		return Result{Outcome: Permanent, Detail: "mail.smtp: " + err.Error(), Err: err}
	}
	// go-mail leaves the connection open where the greeting, TLS or sign-in fails, and hears of a cancelled context only
	// while it dials.
	defer context.AfterFunc(ctx, conn.close)()
	defer conn.close()
	session, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return s.hidden(s.dialFailed(err))
	}
	err = client.SendWithSMTPClient(session, msg)
	if stopped != nil {
		return Result{Outcome: Temporary, Detail: "the digest was not sent, since that could not be recorded: " + stopped.Error(), Err: stopped}
	}
	if err != nil && !msg.IsDelivered() {
		return s.hidden(classify(err))
	}
	quit(session)
	return Result{Outcome: Accepted, Detail: msg.ServerResponse()}
}

// quit is politeness: the message is with the server, whatever the answer is.
func quit(session *smtp.Client) { _ = session.Quit() }

func (s *Sender) client(conn *connection) (*gomail.Client, error) {
	// On a connection that is TLS from the first byte nobody offers STARTTLS; "opportunistic" makes go-mail notice that it
	// is protected, without which it would not use PLAIN or LOGIN on it.
	policy := map[TLS]gomail.TLSPolicy{
		StartTLS: gomail.TLSMandatory, Opportunistic: gomail.TLSOpportunistic, NoTLS: gomail.NoTLS, Implicit: gomail.TLSOpportunistic,
	}[s.server.TLS]
	opts := []gomail.Option{
		gomail.WithPort(s.server.Port), gomail.WithTimeout(timeout), gomail.WithTLSPolicy(policy), gomail.WithTLSConfig(s.tls),
		gomail.WithDialContextFunc(conn.dial), gomail.WithoutNoop(), gomail.WithoutRset(),
	}
	if s.server.Username != "" {
		opts = append(opts, s.auth(), gomail.WithUsername(s.server.Username), gomail.WithPassword(s.server.Password))
	}
	return gomail.NewClient(s.server.Host, opts...)
}

// auth lets a password cross an unprotected line on this machine alone.
func (s *Sender) auth() gomail.Option {
	open := isLoopback(s.server.Host) && (s.server.TLS == NoTLS || s.server.TLS == Opportunistic)
	switch {
	case s.server.Auth == AuthPlain && open:
		return gomail.WithSMTPAuth(gomail.SMTPAuthPlainNoEnc)
	case s.server.Auth == AuthPlain:
		return gomail.WithSMTPAuth(gomail.SMTPAuthPlain)
	case s.server.Auth == AuthLogin && open:
		return gomail.WithSMTPAuth(gomail.SMTPAuthLoginNoEnc)
	case s.server.Auth == AuthLogin:
		return gomail.WithSMTPAuth(gomail.SMTPAuthLogin)
	case s.server.Auth == AuthXOAuth2:
		return gomail.WithSMTPAuth(gomail.SMTPAuthXOAUTH2)
	case open:
		return gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthSCRAMSHA1, gomail.SMTPAuthPlainNoEnc, gomail.SMTPAuthLoginNoEnc)
	default:
		return gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover)
	}
}

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
		r.Detail = fmt.Sprintf("the mail server %s refuses the sign-in: check the user and password of mail.smtp (%v)", s.server, err)
	}
	return r
}

// classify reads go-mail's error. Its IsTemp is true for replies that begin with 4 and for nothing else, so lost connections
// are told apart here, by where they broke: before the final dot nothing was taken, after it nobody knows.
func classify(err error) Result {
	var e *gomail.SendError
	if !errors.As(err, &e) {
		return Result{Outcome: Temporary, Detail: "the connection to the mail server broke: " + err.Error(), Err: err}
	}
	code := e.ErrorCode()
	switch {
	case code >= 500:
		return Result{Outcome: Permanent, Detail: fmt.Sprintf("the mail server refused the digest: %v", err), Err: err}
	case code >= 400:
		return Result{Outcome: Temporary, Detail: fmt.Sprintf("the mail server cannot take the digest now: %v", err), Err: err}
	case e.Reason == gomail.ErrSMTPDataClose:
		return Result{Outcome: Unknown, Detail: fmt.Sprintf("the mail server's answer was lost: %v", err), Err: err}
	default:
		return Result{Outcome: Temporary, Detail: fmt.Sprintf("the connection to the mail server broke: %v", err), Err: err}
	}
}
