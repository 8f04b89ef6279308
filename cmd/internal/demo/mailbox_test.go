package demo

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/smtp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// startMailbox serves until the test ends.
func startMailbox(t *testing.T, dir string) *Mailbox {
	t.Helper()
	m, err := NewMailbox(dir)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- m.Serve() }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := m.Close(ctx); err != nil {
			t.Errorf("Close: %v", err)
		}
		if err := <-done; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	return m
}

func send(t *testing.T, m *Mailbox, to []string, msg string) {
	t.Helper()
	if err := smtp.SendMail(m.Addr(), nil, "shortlist@example.org", to, []byte(msg)); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func crlf(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }

func qp(s string) string {
	var b bytes.Buffer
	w := quotedprintable.NewWriter(&b)
	_, _ = w.Write([]byte(s))
	_ = w.Close()
	return b.String()
}

func TestMailboxRoundTrip(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new", "mail")
	m := startMailbox(t, dir)
	text := "Zwölf Stellen, 3 neue – «Łódź».\r\n.a line that begins with a dot\r\n"
	html := "<p>Zwölf Stellen</p>\r\n"
	msg := crlf(`From: "Shortlist für Ada" <digest@example.org>
To: ada@example.org
Subject: `+mime.BEncoding.Encode("utf-8", "3 neue Stellen – 30 Nov")+`
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=outer

--outer
Content-Type: text/plain
Content-Disposition: attachment; filename=x.txt

not the text
--outer
Content-Type: multipart/alternative; boundary="in=ner"

--in=ner
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: base64

`+base64.StdEncoding.EncodeToString([]byte(text))+`
--in=ner
Content-Type: text/html; charset=UTF-8
Content-Transfer-Encoding: quoted-printable

`) + qp(html) + crlf(`
--in=ner--
--outer--
`)
	send(t, m, []string{"ada@example.org", "bob@example.org"}, msg)

	got := m.Messages()
	if len(got) != 1 {
		t.Fatalf("%d messages", len(got))
	}
	s := got[0]
	if s.Subject != "3 neue Stellen – 30 Nov" || s.From != "digest@example.org" || !slices.Equal(s.To, []string{"ada@example.org", "bob@example.org"}) {
		t.Errorf("%+v", s)
	}
	if want := filepath.Join(dir, "001-3-neue-stellen-30-nov.eml"); s.EML != want {
		t.Errorf("kept as %s, want %s", s.EML, want)
	}
	// Byte for byte: what is kept must be what was sent.
	if eml := read(t, s.EML); eml != msg {
		t.Errorf("the message changed:\n%q\n%q", eml, msg)
	}
	if got := read(t, s.Text); got != text {
		t.Errorf("text: %q", got)
	}
	if got := strings.TrimSpace(read(t, s.HTML)); got != strings.TrimSpace(html) {
		t.Errorf("html: %q", got)
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 3 {
		t.Errorf("the folder holds %v", entries)
	}
}

func TestMailboxBodies(t *testing.T) {
	t.Parallel()
	m := startMailbox(t, t.TempDir())
	tests := []struct{ name, msg, subject, html, text string }{
		{"8 bit", "Subject: Grüße\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nné\n", "Grüße", "", "né\r\n"},
		{"Latin-1 in both places", "Subject: =?iso-8859-1?q?caf=E9?=\nContent-Type: text/html; charset=iso-8859-1\n" +
			"Content-Transfer-Encoding: quoted-printable\n\n<p>caf=E9\n", "café", "<p>café\r\n", ""},
		{"no type", "Subject: plain\n\nbody\n", "plain", "", "body\r\n"},
		{"no subject", "From: x\n\nbody\n", "", "", "body\r\n"},
		{"no header at all", "just words\n", "", "", ""},
		{"a new line in an encoded word", "Subject: =?utf-8?q?a=0D=0ABcc:_x=00?=\n\nb\n", "a Bcc: x", "", "b\r\n"},
		{"unknown charset", "Subject: s\nContent-Type: text/plain; charset=x-none\n\nbody\n", "s", "", "body\r\n"},
		{"broken base64", "Subject: s\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\nPGI+\n%%%\n", "s", "<b>", ""},
		{"multipart without a boundary", "Subject: s\nContent-Type: multipart/mixed\n\nbody\n", "s", "", ""},
		{"a part that never ends", "Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<i>\n", "s", "<i>", ""}, // the line break belongs to the boundary
	}
	for i, tt := range tests {
		send(t, m, []string{"ada@example.org"}, crlf(tt.msg))
		s := m.Messages()[i]
		html, text := "", ""
		if s.HTML != "" {
			html = read(t, s.HTML)
		}
		if s.Text != "" {
			text = read(t, s.Text)
		}
		if s.Subject != tt.subject || html != tt.html || text != tt.text {
			t.Errorf("%s: subject %q, html %q, text %q", tt.name, s.Subject, html, text)
		}
	}
}

func TestMailboxFileNames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	m := startMailbox(t, dir)
	subjects := map[string]string{
		"../../../etc/cron.d/evil": "001-etc-cron-d-evil.eml", "/absolute": "002-absolute.eml", "..": "003-untitled.eml",
		`a\..\b`: "004-a-b.eml", "same": "005-same.eml",
	}
	for _, s := range []string{"../../../etc/cron.d/evil", "/absolute", "..", `a\..\b`, "same"} {
		send(t, m, []string{"ada@example.org"}, "Subject: "+s+"\r\n\r\nx\r\n")
		got := m.Messages()
		if eml := got[len(got)-1].EML; eml != filepath.Join(dir, subjects[s]) {
			t.Errorf("%q was kept as %s", s, eml)
		}
	}
	// A mailbox over an old folder counts on, and knows only its own messages.
	again := startMailbox(t, dir)
	send(t, again, []string{"ada@example.org"}, "Subject: same\r\n\r\ny\r\n")
	if got := again.Messages(); len(got) != 1 || filepath.Base(got[0].EML) != "006-same.eml" {
		t.Errorf("%+v", got)
	}
}

func TestMailboxRefusesSize(t *testing.T) {
	t.Parallel()
	m := startMailbox(t, t.TempDir())
	line := strings.Repeat("x", 998) + "\r\n"
	big := "Subject: big\r\n\r\n" + strings.Repeat(line, maxMessageBytes/len(line)+1)
	err := smtp.SendMail(m.Addr(), nil, "a@example.org", []string{"b@example.org"}, []byte(big))
	if err == nil || !strings.Contains(err.Error(), "552") {
		t.Errorf("got %v, want 552", err)
	}
	if got := m.Messages(); len(got) != 0 {
		t.Errorf("kept %+v", got)
	}
}

func TestMailboxFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	m := startMailbox(t, dir)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	err := smtp.SendMail(m.Addr(), nil, "a@example.org", []string{"b@example.org"}, []byte("Subject: s\r\n\r\nx\r\n"))
	if err == nil || !strings.Contains(err.Error(), "452") {
		t.Errorf("got %v, want a temporary refusal", err)
	}
}

func TestNewMailboxRefusesFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	bad := []string{file, filepath.Join(file, "below")}
	if os.Getuid() != 0 { // root may write anywhere
		closed := filepath.Join(dir, "closed")
		if err := os.Mkdir(closed, 0o500); err != nil {
			t.Fatal(err)
		}
		bad = append(bad, closed)
	}
	for _, d := range bad {
		if _, err := NewMailbox(d); err == nil || !strings.Contains(err.Error(), "mail folder") || !strings.Contains(err.Error(), d) {
			t.Errorf("%s: %v", d, err)
		}
	}
}

func TestMailboxCloseCutsIdleClients(t *testing.T) {
	t.Parallel()
	m, err := NewMailbox(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- m.Serve() }()
	c, err := smtp.Dial(m.Addr()) // returns with the greeting, so the server has the connection
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := m.Close(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Close: %v", err)
	}
	if err := c.Noop(); err == nil {
		t.Error("the idle client is still served")
	}
	if err := <-done; err != nil {
		t.Errorf("Serve: %v", err)
	}
	if err := m.Close(context.Background()); err != nil {
		t.Errorf("second Close: %v", err)
	}
}

func TestMailboxCloseWithoutServe(t *testing.T) {
	t.Parallel()
	m, err := NewMailbox(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Close(context.Background()); err != nil {
		t.Error(err)
	}
	if err := m.Serve(); err != nil {
		t.Errorf("Serve after Close: %v", err)
	}
	if c, err := net.Dial("tcp", m.Addr()); err == nil {
		_ = c.Close()
		t.Error("the port is still bound")
	}
}

func FuzzParseMessage(f *testing.F) {
	f.Add([]byte("Subject: s\r\n\r\nbody"))
	f.Add([]byte("Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>\r\n--b--\r\n"))
	f.Add([]byte("Subject: =?utf-8?b?4oCTCg==?=\r\nContent-Transfer-Encoding: base64\r\n\r\nZm9v"))
	nested := ""
	for i := range 20 {
		nested += fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
	}
	f.Add([]byte(nested))
	f.Fuzz(func(t *testing.T, raw []byte) {
		msg := parseMessage(raw)
		if strings.ContainsAny(msg.subject, "\r\n\x00") {
			t.Errorf("subject %q", msg.subject)
		}
		if name := slugify(msg.subject); strings.ContainsAny(name, `/\.`) || name == "" {
			t.Errorf("file name %q", name)
		}
	})
}
