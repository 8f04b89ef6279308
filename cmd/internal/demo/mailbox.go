package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/emersion/go-smtp"
)

const (
	maxMessageBytes  = 10 << 20
	maxRecipients    = 50
	smtpReadTimeout  = 60 * time.Second
	smtpWriteTimeout = 30 * time.Second
)

// Mailbox is an SMTP server on loopback that delivers nothing: every message that it accepts is kept in a folder, as
// it came and with its HTML and text parts beside it. It asks for no sign-in and offers no TLS.
type Mailbox struct {
	dir   string
	ln    *trackedListener
	srv   *smtp.Server
	mu    sync.Mutex
	last  int // the number of the newest message in dir
	kept  []Stored
	ended bool
}

// Stored is one kept message. EML, HTML and Text are paths of files; HTML and Text are empty where the message has no
// such part.
type Stored struct {
	Subject         string   // decoded, one line
	From            string   // the bare address
	To              []string // the addresses of the envelope
	EML, HTML, Text string
}

// NewMailbox makes the folder where it is missing and binds to a free port of 127.0.0.1. An error says which of the
// two failed. The mailbox holds the port until Close, whether or not Serve is called.
func NewMailbox(dir string) (*Mailbox, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("mail folder %s: %w", dir, err)
	}
	probe, err := os.CreateTemp(dir, ".probe-*")
	if err != nil {
		return nil, fmt.Errorf("mail folder %s cannot be written to: %w", dir, err)
	}
	_ = probe.Close()
	if err := os.Remove(probe.Name()); err != nil {
		return nil, fmt.Errorf("mail folder %s: %w", dir, err)
	}
	last, err := lastNumber(dir)
	if err != nil {
		return nil, fmt.Errorf("mail folder %s: %w", dir, err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("mail server: %w", err)
	}
	m := &Mailbox{dir: dir, ln: &trackedListener{Listener: ln, open: map[net.Conn]struct{}{}}, last: last}
	m.srv = smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &session{box: m}, nil }))
	m.srv.Domain = "localhost"
	m.srv.MaxMessageBytes = maxMessageBytes
	m.srv.MaxRecipients = maxRecipients
	m.srv.ReadTimeout = smtpReadTimeout
	m.srv.WriteTimeout = smtpWriteTimeout
	m.srv.EnableSMTPUTF8 = true
	m.srv.ErrorLog = log.New(io.Discard, "", 0)
	return m, nil
}

// Addr is the server's host:port.
func (m *Mailbox) Addr() string { return m.ln.Addr().String() }

// Serve answers until Close, after which it returns nil.
func (m *Mailbox) Serve() error {
	if err := m.srv.Serve(m.ln); err != nil {
		return fmt.Errorf("mail server: %w", err)
	}
	return nil
}

// Close takes no new connection and waits for the open ones. Those still open when ctx ends are cut, and the error
// says so. Closing twice is harmless.
func (m *Mailbox) Close(ctx context.Context) error {
	m.mu.Lock()
	again := m.ended
	m.ended = true
	m.mu.Unlock()
	if again {
		return nil
	}
	// Shutdown knows the listener only once Serve has begun.
	defer m.ln.Close() // already closed where Serve ran
	err := m.srv.Shutdown(ctx)
	if err != nil && ctx.Err() != nil {
		m.ln.cut()
		return fmt.Errorf("mail server: connections were cut: %w", err)
	}
	if err != nil && !errors.Is(err, net.ErrClosed) {
		return fmt.Errorf("mail server: %w", err)
	}
	return nil
}

// Messages are those kept since the mailbox was made, oldest first.
func (m *Mailbox) Messages() []Stored {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := slices.Clone(m.kept)
	for i := range out {
		out[i].To = slices.Clone(out[i].To)
	}
	return out
}

// keep stores one message. Its number is taken only when it is on disk, so that the folder has no gaps.
func (m *Mailbox) keep(raw []byte, from string, to []string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	msg := parseMessage(raw)
	if msg.from == "" {
		msg.from = from
	}
	base := filepath.Join(m.dir, fmt.Sprintf("%03d-%s", m.last+1, slugify(msg.subject)))
	s := Stored{Subject: msg.subject, From: msg.from, To: slices.Clone(to)}
	files := []struct {
		path *string
		ext  string
		data []byte
	}{
		{&s.HTML, ".html", msg.html}, {&s.Text, ".txt", msg.text},
		{&s.EML, ".eml", raw}, // last: where the .eml stands, all of the message does
	}
	for _, f := range files {
		if f.data == nil {
			continue
		}
		*f.path = base + f.ext
		if err := writeFile(*f.path, f.data); err != nil {
			for _, done := range []string{s.HTML, s.Text, s.EML} {
				if done != "" {
					_ = os.Remove(done)
				}
			}
			return err
		}
	}
	m.last++
	m.kept = append(m.kept, s)
	return nil
}

// session is one client's conversation; go-smtp resets it between messages.
type session struct {
	box  *Mailbox
	from string
	to   []string
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	s.from = from
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = append(s.to, to)
	return nil
}

func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err // too large, or the client has gone: go-smtp knows the answer
	}
	if err := s.box.keep(raw, s.from, s.to); err != nil {
		return &smtp.SMTPError{
			Code: 452, EnhancedCode: smtp.EnhancedCode{4, 3, 1}, Message: "The message could not be written to disk",
		}
	}
	return nil
}

func (s *session) Reset() { s.from, s.to = "", nil }

func (s *session) Logout() error { return nil }

// trackedListener knows its open connections, since go-smtp cannot close them once it waits for them.
type trackedListener struct {
	net.Listener
	mu   sync.Mutex
	open map[net.Conn]struct{}
}

type trackedConn struct {
	net.Conn
	ln *trackedListener
}

func (l *trackedListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open[c] = struct{}{}
	return &trackedConn{c, l}, nil
}

func (c *trackedConn) Close() error {
	c.ln.mu.Lock()
	delete(c.ln.open, c.Conn)
	c.ln.mu.Unlock()
	return c.Conn.Close()
}

func (l *trackedListener) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.open {
		_ = c.Close()
	}
}
