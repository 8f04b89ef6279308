// Package mailtest is a mail server for tests that answers as it is told.
package mailtest

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"encoding/base64"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// longest line that is understood, in bytes.
const longest = 1 << 16

// Script says how the server answers.
type Script struct {
	Greeting   string            // default 220; "hangup" closes at once
	Extensions []string          // after EHLO
	Replies    map[string]string // verb (MAIL, RCPT, DATA, ".", AUTH, RSET, QUIT) → reply; "hangup" at its end closes, "silence" waits
	TLS        *tls.Config       // for STARTTLS, or from the first byte with implicit
	Implicit   bool
	// On, where set, is called with each verb before it is answered, "." being the end of a message.
	On func(verb string)
	// Answer, where set, is asked before Replies, with the number of the connection, counted from 1, and how many messages
	// have come whole over it; "" leaves the answer to Replies.
	Answer func(connection, messages int, verb string) string
	Delay  time.Duration // before each reply
	Forget bool          // keeps no messages, for measurements
}

// Server runs a script for any number of connections.
type Server struct {
	Script
	listener net.Listener
	done     chan struct{}

	mu       sync.Mutex
	verbs    map[string]int
	messages []string
	secrets  []string // what AUTH brought, decoded
	open     map[net.Conn]bool
	dialled  int
	most     int
	left     *sync.Cond // a connection has gone
}

// Serve starts a server that ends with the test.
func Serve(t testing.TB, s Script) *Server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := &Server{Script: s, listener: l, done: make(chan struct{}), verbs: map[string]int{}, open: map[net.Conn]bool{}}
	f.left = sync.NewCond(&f.mu)
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			n := f.enter(conn)
			wg.Go(func() { f.talk(conn, n) })
		}
	})
	t.Cleanup(func() { close(f.done); _ = l.Close(); f.Drop(""); wg.Wait() })
	return f
}

// enter counts a connection and returns its number.
func (f *Server) enter(conn net.Conn) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open[conn] = true
	f.dialled++
	f.most = max(f.most, len(f.open))
	select {
	case <-f.done: // the test ended between Accept and here
		_ = conn.Close()
	default:
	}
	return f.dialled
}

// Drop closes all connections, after a last line where there is one; it cannot say it on one that TLS protects.
func (f *Server) Drop(last string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for conn := range f.open {
		if last != "" {
			_, _ = conn.Write([]byte(last + "\r\n"))
		}
		_ = conn.Close()
	}
}

// Gone waits until no connection is open.
func (f *Server) Gone() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for len(f.open) > 0 {
		f.left.Wait()
	}
}

// Connections counts the connections so far, and how many were open at once at most.
func (f *Server) Connections() (all, most int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.dialled, f.most
}

// URL is the server's address with a user and the password "pass@word", or, where it offers nothing, with neither.
func (f *Server) URL(query string) string {
	scheme, user := "smtp://", "user:pass%40word@"
	if f.Implicit {
		scheme = "smtps://"
	}
	if f.Extensions == nil {
		user = ""
	}
	return scheme + user + f.listener.Addr().String() + query
}

// Messages are those that came whole, as they came.
func (f *Server) Messages() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.messages)
}

// Secrets are what AUTH brought: the mechanism and the decoded answers, NUL written as |.
func (f *Server) Secrets() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.secrets)
}

// Saw counts how often a verb came.
func (f *Server) Saw(verb string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.verbs[verb]
}

// conversation is one connection.
type conversation struct {
	*Server
	number   int
	messages int
	conn     net.Conn
	r        *bufio.Reader
}

func (f *Server) talk(conn net.Conn, number int) {
	defer func() {
		_ = conn.Close()
		f.mu.Lock()
		delete(f.open, conn)
		f.left.Broadcast()
		f.mu.Unlock()
	}()
	_ = conn.SetDeadline(time.Now().Add(time.Minute))
	c := &conversation{Server: f, number: number, conn: conn}
	if f.Implicit {
		c.conn = tls.Server(conn, f.TLS)
	}
	c.r = bufio.NewReaderSize(c.conn, longest)
	if f.Greeting == "hangup" {
		return
	}
	c.say(or(f.Greeting, "220 ready"))
	for {
		line, err := c.r.ReadString('\n')
		if err != nil || !c.answer(line) {
			return
		}
	}
}

func (c *conversation) say(reply string) {
	if c.Delay > 0 {
		timer := time.NewTimer(c.Delay)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-c.done:
		}
	}
	_, _ = c.conn.Write([]byte(reply + "\r\n"))
}

// obey answers as the script says, and is false where the conversation is over.
func (c *conversation) obey(reply string) bool {
	if reply == "silence" {
		_, _ = c.r.ReadString('\n')
		return false
	}
	text, hangup := strings.CutSuffix(reply, "hangup")
	if text = strings.TrimSpace(text); text != "" {
		c.say(text)
	}
	return !hangup
}

// told is what the script answers, "" where it leaves that to the server.
func (c *conversation) told(verb string) string {
	if c.Answer != nil {
		if reply := c.Answer(c.number, c.messages, verb); reply != "" {
			return reply
		}
	}
	return c.Replies[verb]
}

// answer is false where the conversation is over.
func (c *conversation) answer(line string) bool {
	verb := strings.ToUpper(strings.Fields(line + " x")[0])
	c.note(verb)
	switch reply := c.told(verb); {
	case reply != "":
		return c.obey(reply)
	case verb == "EHLO":
		var extensions strings.Builder
		for _, e := range c.Extensions {
			extensions.WriteString("250-" + e + "\r\n")
		}
		c.say("250-ready for you\r\n" + extensions.String() + "250 8BITMIME")
	case verb == "STARTTLS":
		c.say("220 go on")
		c.conn = tls.Server(c.conn, c.TLS)
		c.r = bufio.NewReaderSize(c.conn, longest)
	case verb == "AUTH":
		c.auth(strings.TrimSpace(line))
	case verb == "DATA":
		c.say("354 go on")
		return c.data()
	case verb == "QUIT":
		c.say("221 bye")
		return false
	default:
		c.say("250 ok")
	}
	return true
}

func (f *Server) note(verb string) {
	f.mu.Lock()
	f.verbs[verb]++
	f.mu.Unlock()
	if f.On != nil {
		f.On(verb)
	}
}

func (c *conversation) data() bool {
	var b strings.Builder
	for {
		line, err := c.r.ReadSlice('\n')
		if err != nil {
			return false
		}
		if string(line) == ".\r\n" {
			break
		}
		if !c.Forget {
			b.Write(bytes.TrimPrefix(line, []byte("."))) // RFC 5321, 4.5.2
		}
	}
	if !c.Forget {
		c.mu.Lock()
		c.Server.messages = append(c.Server.messages, b.String())
		c.mu.Unlock()
	}
	c.messages++
	c.note(".")
	return c.obey(or(c.told("."), "250 2.0.0 queued as 4711"))
}

func (c *conversation) auth(line string) {
	fields := strings.Fields(line)
	var got []string
	if len(fields) > 2 {
		got = append(got, decode(fields[2]))
	}
	if fields[1] == "LOGIN" {
		for _, ask := range []string{"Username:", "Password:"} {
			c.say("334 " + base64.StdEncoding.EncodeToString([]byte(ask)))
			answer, _ := c.r.ReadString('\n')
			got = append(got, decode(strings.TrimSpace(answer)))
		}
	}
	c.mu.Lock()
	c.secrets = append(c.secrets, fields[1]+" "+strings.Join(got, " "))
	c.mu.Unlock()
	c.say("235 welcome")
}

func decode(s string) string {
	b, _ := base64.StdEncoding.DecodeString(s)
	return strings.ReplaceAll(string(b), "\x00", "|")
}

func or(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}
