package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"sync"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

// goodbye bounds a QUIT: nothing waits for its answer that matters.
const goodbye = 2 * time.Second

// connection dials for go-mail and keeps what it dialled, so that it can be closed at any moment.
type connection struct {
	tls      *tls.Config
	implicit bool

	mu     sync.Mutex
	conn   net.Conn
	closed bool
}

func (c *connection) dial(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{Timeout: timeout}
	var conn net.Conn
	var err error
	if c.implicit {
		conn, err = (&tls.Dialer{NetDialer: &dialer, Config: c.tls}).DialContext(ctx, network, address)
	} else {
		conn, err = dialer.DialContext(ctx, network, address)
	}
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil, errors.Join(net.ErrClosed, conn.Close())
	}
	c.conn = conn
	return conn, nil
}

// close is safe to call twice; what a dead connection says when it is closed tells nothing.
func (c *connection) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	if c.conn != nil {
		_ = c.conn.Close()
	}
}

// session is a connection that is greeted and signed in, for one message at a time.
type session struct {
	conn   *connection
	client *gomail.Client
	smtp   *smtp.Client
	taken  int         // messages that the server accepted over it
	since  time.Time   // idle since
	stop   func() bool // takes the end of its idleness back
}

// open dials, greets and signs in; where that fails there is no session and the result says why.
func (s *Sender) open(ctx context.Context) (*session, Result) {
	conn := &connection{tls: s.tls, implicit: s.server.TLS == Implicit}
	client, err := s.client(conn)
	if err != nil {
		return nil, Result{Outcome: Permanent, Refused: RefusedSender, Detail: "mail.smtp: " + err.Error(), Err: err}
	}
	stop := context.AfterFunc(ctx, conn.close)
	talk, err := client.DialToSMTPClientWithContext(ctx)
	stop() // where the context has ended between the two, the message finds the connection closed
	if err != nil {
		conn.close() // go-mail leaves it open where the greeting, TLS or sign-in fails
		return nil, s.hidden(s.dialFailed(err))
	}
	return &session{conn: conn, client: client, smtp: talk}, Result{}
}

// clean is false where the server has said more than it was asked for, such as "closing" behind the answer to a message.
func (s *session) clean() bool { return s.smtp.Text.R.Buffered() == 0 }

// leave says goodbye and closes. It must not be called after a message broke off: the library ends what was begun with
// the final dot before it sends a command, and the server would take half of a message for a whole one.
func (s *session) leave() {
	if s.smtp.UpdateDeadline(goodbye) == nil {
		_ = s.smtp.Quit() // politeness: what was accepted is with the server, whatever the answer is
	}
	s.conn.close()
}

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
