package mail

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"shortlist/digest/mail/mailtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func server(t *testing.T, address string) Server {
	t.Helper()
	s, err := ParseURL(address)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func digest() Message {
	return Message{
		From: mail.Address{Name: `Jörg "J" Digest`, Address: "digest@example.org"}, To: "ada@example.org", Subject: "2 new jobs for you, Mon 2 Mar, 08:00",
		ID: "0123456789ab.ada@example.org", HTML: "<p>Grüße</p>" + strings.Repeat("x", 5000), Text: "Grüße\n" + strings.Repeat("y", 5000) + "\n.\n",
		ListID: "shortlist.ada.example.org", CreatedAt: time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC),
	}
}

func TestOutcomes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		script mailtest.Script
		want   Outcome
		said   string // in Detail
		began  bool   // beforeData was called
	}{
		"taken":                   {mailtest.Script{}, Accepted, "queued as 4711", true},
		"taken, RSET refused":     {mailtest.Script{Replies: map[string]string{"RSET": "421 bye", "QUIT": "hangup"}}, Accepted, "4711", true},
		"greylisted":              {mailtest.Script{Replies: map[string]string{"MAIL": "451 4.7.1 later"}}, Temporary, "451", false},
		"busy":                    {mailtest.Script{Replies: map[string]string{"RCPT": "421 4.7.0 [TSS04]"}}, Temporary, "421", false},
		"no such person":          {mailtest.Script{Replies: map[string]string{"RCPT": "550 5.1.1 unknown"}}, Permanent, "5.1.1", false},
		"policy":                  {mailtest.Script{Replies: map[string]string{".": "554 5.7.1 spam"}}, Permanent, "554", true},
		"full":                    {mailtest.Script{Replies: map[string]string{".": "452 4.2.2 full"}}, Temporary, "452", true},
		"no data":                 {mailtest.Script{Replies: map[string]string{"DATA": "451 no"}}, Temporary, "451", false},
		"lost at MAIL":            {mailtest.Script{Replies: map[string]string{"MAIL": "hangup"}}, Temporary, "broke", false},
		"lost at RCPT":            {mailtest.Script{Replies: map[string]string{"RCPT": "hangup"}}, Temporary, "broke", false},
		"lost at DATA":            {mailtest.Script{Replies: map[string]string{"DATA": "hangup"}}, Temporary, "broke", false},
		"lost after the last dot": {mailtest.Script{Replies: map[string]string{".": "hangup"}}, Unknown, "answer was lost", true},
		"closed for business":     {mailtest.Script{Greeting: "554 no service"}, Temporary, "554", false},
		"hung up at once":         {mailtest.Script{Greeting: "hangup"}, Temporary, "cannot be reached", false},
		"wrong password":          {mailtest.Script{Extensions: []string{"AUTH PLAIN"}, Replies: map[string]string{"AUTH": "535 5.7.8 wrong"}}, Temporary, "refuses the sign-in", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := mailtest.Serve(t, c.script)
			began := 0
			got := NewSender(server(t, f.URL(""))).Send(t.Context(), digest(), func() error { began++; return nil })
			if got.Outcome != c.want || !strings.Contains(got.Detail, c.said) {
				t.Errorf("%s: %q, %v; want %s with %q", got.Outcome, got.Detail, got.Err, c.want, c.said)
			}
			if want := map[bool]int{true: 1}[c.began]; began != want {
				t.Errorf("beforeData called %d times, want %d", began, want)
			}
			if strings.Contains(got.Detail, "pass@word") {
				t.Error("the password is in the detail")
			}
		})
	}
}

func TestNobodyListens(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := ParseURL("smtp://" + address)
	if err != nil {
		t.Fatal(err)
	}
	got := NewSender(s).Send(t.Context(), digest(), nil)
	if got.Outcome != Temporary || !strings.Contains(got.Detail, "does not answer: check mail.smtp") {
		t.Errorf("%+v", got)
	}
}

func TestAStopEndsTheConversation(t *testing.T) {
	t.Parallel()
	f := mailtest.Serve(t, mailtest.Script{Replies: map[string]string{"RCPT": "silence"}})
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if got := NewSender(server(t, f.URL(""))).Send(ctx, digest(), nil); got.Outcome != Temporary {
		t.Errorf("%+v", got)
	}
}

func TestNothingIsSentWhereItCannotBeRecorded(t *testing.T) {
	t.Parallel()
	f := mailtest.Serve(t, mailtest.Script{})
	cause := errors.New("the database is gone")
	got := NewSender(server(t, f.URL(""))).Send(t.Context(), digest(), func() error { return cause })
	if got.Outcome != Temporary || !errors.Is(got.Err, cause) || f.Saw(".") != 0 {
		t.Errorf("%+v, dots %d", got, f.Saw("."))
	}
}

func TestSignIn(t *testing.T) {
	t.Parallel()
	secured, pool := certificate(t)
	for name, c := range map[string]struct {
		script mailtest.Script
		query  string
		want   string // what the server was told; empty: the mail must not go
		said   string
	}{
		"plain on loopback":         {mailtest.Script{Extensions: []string{"AUTH PLAIN LOGIN"}}, "", "PLAIN |user|pass@word", ""},
		"login where plain is not":  {mailtest.Script{Extensions: []string{"AUTH LOGIN"}}, "", "LOGIN user pass@word", ""},
		"login by wish":             {mailtest.Script{Extensions: []string{"AUTH PLAIN LOGIN"}}, "?auth=login", "LOGIN user pass@word", ""},
		"token":                     {mailtest.Script{Extensions: []string{"AUTH XOAUTH2"}}, "?auth=xoauth2", "XOAUTH2 user=user\x01auth=Bearer pass@word\x01\x01", ""},
		"starttls, plain":           {mailtest.Script{Extensions: []string{"STARTTLS", "AUTH PLAIN"}, TLS: secured}, "?tls=starttls", "PLAIN |user|pass@word", ""},
		"starttls, login alone":     {mailtest.Script{Extensions: []string{"STARTTLS", "AUTH LOGIN"}, TLS: secured}, "?tls=starttls", "LOGIN user pass@word", ""},
		"tls from the first byte":   {mailtest.Script{Extensions: []string{"AUTH PLAIN"}, TLS: secured, Implicit: true}, "", "PLAIN |user|pass@word", ""},
		"starttls missing":          {mailtest.Script{Extensions: []string{"AUTH PLAIN"}}, "?tls=starttls", "", "does not offer STARTTLS"},
		"no sign-in on offer":       {mailtest.Script{Extensions: []string{"SIZE 1000"}}, "", "", "refuses the sign-in"},
		"token where it is unknown": {mailtest.Script{Extensions: []string{"AUTH PLAIN"}}, "?auth=xoauth2", "", "refuses the sign-in"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := mailtest.Serve(t, c.script)
			s := NewSender(server(t, f.URL(c.query)))
			s.tls.RootCAs = pool
			got := s.Send(t.Context(), digest(), nil)
			if c.want == "" {
				if got.Outcome != Temporary || !strings.Contains(got.Detail, c.said) || f.Saw(".") != 0 || len(f.Secrets()) != 0 {
					t.Errorf("%+v, secrets %q", got, f.Secrets())
				}
				return
			}
			if got.Outcome != Accepted || len(f.Secrets()) != 1 || f.Secrets()[0] != c.want {
				t.Errorf("%+v, secrets %q, want %q", got, f.Secrets(), c.want)
			}
		})
	}
}

// TestAServerThatRepeatsThePassword: what it says goes into logs, the database and a page.
func TestAServerThatRepeatsThePassword(t *testing.T) {
	t.Parallel()
	plain, login := "AHVzZXIAcGFzc0B3b3Jk", "cGFzc0B3b3Jk"
	for _, echo := range []string{plain, login, "pass@word"} {
		f := mailtest.Serve(t, mailtest.Script{Extensions: []string{"AUTH PLAIN"}, Replies: map[string]string{"AUTH": "535 5.7.8 bad: AUTH PLAIN " + echo}})
		got := NewSender(server(t, f.URL(""))).Send(t.Context(), digest(), nil)
		if text := got.Detail + got.Err.Error(); got.Outcome != Temporary || strings.Contains(text, echo) || !strings.Contains(text, "***") {
			t.Errorf("%+v", got)
		}
	}
}

// TestAQuotedPassword: an error quotes what the server said, and a password with it.
func TestAQuotedPassword(t *testing.T) {
	t.Parallel()
	password := `pa"ss\wörd`
	f := mailtest.Serve(t, mailtest.Script{Extensions: []string{"AUTH PLAIN"}, Replies: map[string]string{"AUTH": "535 5.7.8 wrong: " + password}})
	to := server(t, f.URL(""))
	to.Password = password
	got := NewSender(to).Send(t.Context(), digest(), nil)
	if text := got.Detail + got.Err.Error(); got.Outcome != Temporary || strings.Contains(text, `ss\`) || !strings.Contains(text, "***") {
		t.Errorf("%+v", got)
	}
}

func TestTLSToAPlainPort(t *testing.T) {
	t.Parallel()
	f := mailtest.Serve(t, mailtest.Script{})
	s := server(t, f.URL(""))
	s.TLS = Implicit
	got := NewSender(s).Send(t.Context(), digest(), nil)
	if got.Outcome != Temporary || !strings.Contains(got.Detail, "smtp:// instead of smtps://") {
		t.Errorf("%+v", got)
	}
}

func TestUntrustedCertificateIsRefused(t *testing.T) {
	t.Parallel()
	secured, _ := certificate(t)
	f := mailtest.Serve(t, mailtest.Script{Extensions: []string{"STARTTLS"}, TLS: secured})
	if got := NewSender(server(t, f.URL("?tls=starttls"))).Send(t.Context(), digest(), nil); got.Outcome != Temporary || f.Saw("MAIL") != 0 {
		t.Errorf("%+v", got)
	}
}

func TestMessage(t *testing.T) {
	t.Parallel()
	f := mailtest.Serve(t, mailtest.Script{})
	m := digest()
	m.Subject = "Plan Überschritten\r\nBcc: attacker@evil.test\x00"
	m.ID = "id@example.org\r\nX-Evil: 1"
	if got := NewSender(server(t, f.URL(""))).Send(t.Context(), m, nil); got.Outcome != Accepted {
		t.Fatalf("%+v", got)
	}
	raw := f.Messages()[0]
	for _, line := range strings.Split(raw, "\r\n") {
		if len(line) > 998 {
			t.Errorf("a line of %d bytes", len(line))
		}
	}
	_, encoded, _ := strings.Cut(raw, "\r\n\r\n")
	for _, line := range strings.Split(encoded, "\r\n") {
		if len(line) > 76 && !strings.HasPrefix(line, "--") {
			t.Errorf("a line of %d bytes in a body", len(line))
		}
	}
	msg, err := mail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if msg.Header.Get("Bcc") != "" || msg.Header.Get("X-Evil") != "" {
		t.Error("a header was injected")
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(msg.Header.Get("Subject"))
	if err != nil || subject != "Plan Überschritten Bcc: attacker@evil.test" {
		t.Errorf("subject %q %v", subject, err)
	}
	from, err := mail.ParseAddress(msg.Header.Get("From"))
	if err != nil || from.Name != `Jörg "J" Digest` || from.Address != "digest@example.org" {
		t.Errorf("from %+v %v", from, err)
	}
	for header, want := range map[string]string{"Message-Id": "<id@example.org X-Evil: 1>", "Auto-Submitted": "auto-generated", "List-Id": "<shortlist.ada.example.org>", "Date": "Mon, 02 Mar 2026 08:00:00 +0000", "To": "<ada@example.org>"} {
		if got := msg.Header.Get(header); got != want {
			t.Errorf("%s: %q, want %q", header, got, want)
		}
	}
	parts := bodies(t, msg)
	if want := []string{"text/plain", "text/html"}; len(parts) != 2 || parts[0].kind != want[0] || parts[1].kind != want[1] {
		t.Fatalf("parts %v", parts)
	}
	// The line end before a boundary belongs to the boundary.
	if text := strings.ReplaceAll(parts[0].body, "\r\n", "\n"); strings.TrimSpace(text) != strings.TrimSpace(m.Text) || parts[1].body != m.HTML {
		t.Errorf("a body came out otherwise than it went in: %d and %d bytes, ends %q", len(text), len(parts[1].body), text[len(text)-20:])
	}
}

type part struct{ kind, body string }

func bodies(t *testing.T, msg *mail.Message) []part {
	t.Helper()
	kind, params, err := mime.ParseMediaType(msg.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatal(kind, err)
	}
	var out []part
	r := multipart.NewReader(msg.Body, params["boundary"])
	for {
		p, err := r.NextRawPart()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		if enc := p.Header.Get("Content-Transfer-Encoding"); !strings.EqualFold(enc, "quoted-printable") {
			t.Errorf("encoding %s", enc)
		}
		var b bytes.Buffer
		if _, err := io.Copy(&b, quotedprintable.NewReader(p)); err != nil {
			t.Fatal(err)
		}
		k, _, _ := mime.ParseMediaType(p.Header.Get("Content-Type"))
		out = append(out, part{k, b.String()})
	}
}

func TestBadAddresses(t *testing.T) {
	t.Parallel()
	f := mailtest.Serve(t, mailtest.Script{})
	for _, to := range []string{"", "ada", "ada@x.org\r\nBcc: b@x.org", "a@x.org, b@x.org"} {
		m := digest()
		m.To = to
		if got := NewSender(server(t, f.URL(""))).Send(t.Context(), m, nil); got.Outcome != Permanent {
			t.Errorf("%q: %+v", to, got)
		}
	}
	if f.Saw("MAIL") != 0 {
		t.Error("the server was spoken to")
	}
}

func TestParseURL(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]Server{
		"smtp://mail.example.org":                  {"mail.example.org", 587, StartTLS, AuthAuto, "", ""},
		"smtps://ada:p%40ss@mail.example.org":      {"mail.example.org", 465, Implicit, AuthAuto, "ada", "p@ss"},
		"smtp://127.0.0.1:1025":                    {"127.0.0.1", 1025, Opportunistic, AuthAuto, "", ""},
		"smtp://[::1]":                             {"::1", 587, Opportunistic, AuthAuto, "", ""},
		"smtp://mail.example.org:25?tls=none":      {"mail.example.org", 25, NoTLS, AuthAuto, "", ""},
		"smtp://ada@mail.example.org?auth=xoauth2": {"mail.example.org", 587, StartTLS, AuthXOAuth2, "ada", ""},
		"smtp://localhost?tls=starttls":            {"localhost", 587, StartTLS, AuthAuto, "", ""},
	} {
		if got, err := ParseURL(in); err != nil || got != want {
			t.Errorf("%s: %+v %v", in, got, err)
		}
	}
	for _, bad := range []string{"", "mail.example.org", "http://x", "smtp://", "smtp://u:s3cret@x:99999", "smtp://u:s3cret@x?tls=perhaps", "smtp://u:s3cret@x?auth=ntlm", "smtp://u:s3cret@x?tsl=none", "smtps://u:s3cret@x?tls=none", "smtp://u:s3cret%zz@x", "smtp://u:s3cret@x/path", "smtp://u:s3cret@x?a=%zz", "smtp://u:s3cret@x?tls=none", "smtp://x?auth=login"} {
		if _, err := ParseURL(bad); err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
