package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/textproto"
	"strings"
	"sync"

	gomail "github.com/wneessen/go-mail"
)

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
