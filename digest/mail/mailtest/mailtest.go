// Package mailtest is a mail server for tests that answers as it is told.
package mailtest

import (
	"bufio"
	"crypto/tls"
	"encoding/base64"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Script says how the server answers.
type Script struct {
	Greeting   string            // default 220; "hangup" closes at once
	Extensions []string          // after EHLO
	Replies    map[string]string // verb (MAIL, RCPT, DATA, ".", AUTH, RSET, QUIT) → reply; "hangup" closes, "silence" waits
	TLS        *tls.Config       // for STARTTLS, or from the first byte with implicit
	Implicit   bool
	// On, where set, is called with each verb before it is answered, "." being the end of a message.
	On func(verb string)
}

// Server runs a script for any number of connections.
type Server struct {
	Script
	listener net.Listener
	mu       sync.Mutex
	verbs    []string
	messages []string
	secrets  []string // what AUTH brought, decoded
}

// Serve starts a server that ends with the test.
func Serve(t testing.TB, s Script) *Server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := &Server{Script: s, listener: l}
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			wg.Go(func() { f.talk(conn) })
		}
	})
	t.Cleanup(func() { _ = l.Close(); wg.Wait() })
	return f
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
	n := 0
	for _, v := range f.verbs {
		if v == verb {
			n++
		}
	}
	return n
}

func (f *Server) talk(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	if f.Implicit {
		conn = tls.Server(conn, f.TLS)
	}
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	r := bufio.NewReader(conn)
	say := func(line string) { _, _ = conn.Write([]byte(line + "\r\n")) }
	if f.Greeting == "hangup" {
		return
	}
	say(or(f.Greeting, "220 ready"))
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		verb := strings.ToUpper(strings.Fields(line + " x")[0])
		f.note(verb)
		reply, told := f.Replies[verb]
		switch {
		case told && reply == "hangup":
			return
		case told && reply == "silence":
			_, _ = r.ReadString('\n')
			return
		case told:
			say(reply)
		case verb == "EHLO":
			say("250-ready for you")
			for _, e := range f.Extensions {
				say("250-" + e)
			}
			say("250 8BITMIME")
		case verb == "STARTTLS":
			say("220 go on")
			secured := tls.Server(conn, f.TLS)
			conn, r = secured, bufio.NewReader(secured)
		case verb == "AUTH":
			f.auth(strings.TrimSpace(line), r, say)
		case verb == "DATA":
			say("354 go on")
			if !f.data(r, say) {
				return
			}
		case verb == "QUIT":
			say("221 bye")
			return
		default:
			say("250 ok")
		}
	}
}

func (f *Server) note(verb string) {
	f.mu.Lock()
	f.verbs = append(f.verbs, verb)
	f.mu.Unlock()
	if f.On != nil {
		f.On(verb)
	}
}

func (f *Server) data(r *bufio.Reader, say func(string)) bool {
	var b strings.Builder
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return false
		}
		if line == ".\r\n" {
			break
		}
		b.WriteString(strings.TrimPrefix(line, ".")) // RFC 5321, 4.5.2
	}
	f.mu.Lock()
	f.messages = append(f.messages, b.String())
	f.mu.Unlock()
	f.note(".")
	reply := f.Replies["."]
	if reply == "hangup" {
		return false
	}
	say(or(reply, "250 2.0.0 queued as 4711"))
	return true
}

func (f *Server) auth(line string, r *bufio.Reader, say func(string)) {
	fields := strings.Fields(line)
	var got []string
	if len(fields) > 2 {
		got = append(got, decode(fields[2]))
	}
	if fields[1] == "LOGIN" {
		for _, ask := range []string{"Username:", "Password:"} {
			say("334 " + base64.StdEncoding.EncodeToString([]byte(ask)))
			answer, _ := r.ReadString('\n')
			got = append(got, decode(strings.TrimSpace(answer)))
		}
	}
	f.mu.Lock()
	f.secrets = append(f.secrets, fields[1]+" "+strings.Join(got, " "))
	f.mu.Unlock()
	say("235 welcome")
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
