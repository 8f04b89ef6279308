package main_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net"
	"net/http"
	"net/mail"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// fickleBoard is Remotive with a list that grows while the test runs, and that fails now and then.
type fickleBoard struct {
	*chaos
	began time.Time
	asked atomic.Int64
}

func (b *fickleBoard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	fault := 0
	if b.asked.Add(1) > 1 && !b.calm.Load() { // something there must be to send
		fault = b.n(12)
	}
	switch fault {
	case 1:
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	case 2:
		reset(w, r)
		return
	case 3:
		_, _ = io.WriteString(w, `{"jobs": [{"id": 1, "ti`)
		return
	case 4:
		<-time.After(b.between(500, 3000))
	}
	type row map[string]any
	var rows []row
	for i := range min(6+int(time.Since(b.began)/time.Second), 400) {
		rows = append(rows, row{
			"id": 1000 + i, "url": fmt.Sprintf("http://%s/remotive/remote-jobs/%d", r.Host, 1000+i), "title": "Golang Engineer", "candidate_required_location": "Worldwide",
			"company_name": inventedCompany(i), "publication_date": b.began.UTC().Format("2006-01-02T15:04:05"), "salary": "",
			"description": fmt.Sprintf("<p>%s looks for someone who writes golang. We keep bees, and %d hives need software.</p>", inventedCompany(i), i+2),
		})
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"job-count": len(rows), "jobs": rows}) // fails only where the client is gone
}

// inventedCompany gives 400 different names.
func inventedCompany(i int) string {
	first := [...]string{"Quill", "Amber", "Thistle", "Harrow", "Pebble", "Lantern", "Otter", "Juniper", "Cobble", "Marrow", "Fennel", "Tansy", "Wicker", "Bramble", "Kestrel", "Saffron", "Hollow", "Drift", "Gorse", "Plover"}
	second := [...]string{"wick", "moor", "gate", "field", "brook", "stead", "haven", "ridge", "croft", "dale", "mere", "holt", "combe", "thorpe", "fold", "beck", "garth", "ley", "toft", "well"}
	return first[i%20] + second[i/20%20]
}

// letter is what the server saw under one Message-ID.
type letter struct {
	to, message    string
	accepted, lost int // whole messages: answered with 250, and not answered
}

// fickleMail is a mail server that remembers what it answered.
type fickleMail struct {
	chaos    *chaos
	listener net.Listener
	mu       sync.Mutex
	letters  map[string]letter
	did      map[string]int
}

func serveFickleMail(t *testing.T, c *chaos) *fickleMail {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := &fickleMail{chaos: c, listener: l, letters: map[string]letter{}, did: map[string]int{}}
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

func (f *fickleMail) taken() map[string]letter {
	f.mu.Lock()
	defer f.mu.Unlock()
	return maps.Clone(f.letters)
}

// mailFaults are what may go wrong in one connection; most have none.
var mailFaults = [...]string{"greeting hangup", "greeting 421", "MAIL 451", "MAIL 554", "MAIL slow", "RCPT hangup", "RCPT 450", "DATA hangup", ". 451", ". hangup", ". slow", ". late hangup", "half"}

func (f *fickleMail) draw() string {
	fault := "none"
	if !f.chaos.calm.Load() {
		if n := f.chaos.n(2 * len(mailFaults)); n < len(mailFaults) {
			fault = mailFaults[n]
		}
	}
	f.mu.Lock()
	f.did[fault]++
	f.mu.Unlock()
	return fault
}

// say answers a verb, or fails to; it reports false where the connection is over.
func (f *fickleMail) say(conn net.Conn, fault, verb, reply string) bool {
	switch rest, ours := strings.CutPrefix(fault, verb+" "); {
	case !ours || rest == "late hangup":
	case rest == "hangup":
		return false
	case rest == "slow":
		<-time.After(f.chaos.between(500, 4000))
	case rest[0] == '5':
		reply = rest + " 5.7.1 not from you"
	default:
		reply = rest + " 4.3.0 not now"
	}
	_, err := io.WriteString(conn, reply+"\r\n")
	return err == nil
}

func (f *fickleMail) talk(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(time.Minute))
	fault, to, r := f.draw(), "", bufio.NewReader(conn)
	for ok := f.say(conn, fault, "greeting", "220 ready"); ok; {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		verb := strings.ToUpper(strings.Fields(line + " x")[0])
		switch verb {
		case "EHLO":
			ok = f.say(conn, fault, verb, "250 8BITMIME")
		case "RCPT":
			_, to, _ = strings.Cut(line, "<")
			to, _, _ = strings.Cut(to, ">")
			ok = f.say(conn, fault, verb, "250 ok")
		case "DATA":
			ok = f.say(conn, fault, verb, "354 go on") && f.data(conn, r, fault, to)
		case "QUIT":
			f.say(conn, fault, verb, "221 bye")
			return
		default:
			ok = f.say(conn, fault, verb, "250 ok")
		}
	}
}

// data takes a message. What it will answer is noted before it does, since whoever asked may be gone by then.
func (f *fickleMail) data(conn net.Conn, r *bufio.Reader, fault, to string) bool {
	var b strings.Builder
	for lines := 0; ; lines++ {
		line, err := r.ReadString('\n')
		if err != nil || fault == "half" && lines == 20 {
			return false
		}
		if line == ".\r\n" {
			break
		}
		b.WriteString(strings.TrimPrefix(line, "."))
	}
	f.mu.Lock()
	id := strings.Trim(header(b.String(), "Message-ID"), "<>")
	l := f.letters[id]
	switch l.to, l.message = to, b.String(); fault {
	case ". 451":
	case ". hangup":
		l.lost++
	default:
		l.accepted++
	}
	f.letters[id] = l
	f.mu.Unlock()
	return f.say(conn, fault, ".", "250 2.0.0 queued") && fault != ". late hangup"
}

// textPart is the plain text of a message.
func textPart(t *testing.T, message string) string {
	t.Helper()
	m, err := mail.ReadMessage(strings.NewReader(message))
	if err != nil {
		t.Fatal(err)
	}
	_, boundary, _ := strings.Cut(m.Header.Get("Content-Type"), "boundary=")
	parts := multipart.NewReader(m.Body, strings.Trim(strings.TrimSpace(boundary), `"`))
	for {
		p, err := parts.NextPart()
		if err != nil {
			t.Fatalf("no plain text: %v\n%s", err, message)
		}
		if strings.HasPrefix(p.Header.Get("Content-Type"), "text/plain") {
			b, err := io.ReadAll(p)
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
	}
}
