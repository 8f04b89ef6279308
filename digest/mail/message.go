package mail

import (
	"io"
	"net/mail"
	"strings"
	"unicode"

	gomail "github.com/wneessen/go-mail"
)

// maxSubject is in runes; longer ones are cut by every mail program.
const maxSubject = 200

// quotedPrintable is the encoding of the bodies, which keeps their lines within 76 characters. Its name is not
// case-sensitive (RFC 2045, 6.1); go-mail gathers a body in a buffer where it is in small letters, and writes straight to
// the server where it is not, which takes a quarter of the time off a message and three quarters of the memory.
const quotedPrintable gomail.Encoding = "Quoted-Printable"

// compose builds the MIME message; where it cannot there is none and the result says why.
func compose(m Message, beforeData func() error) (*gomail.Msg, Result) {
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	// Not FromFormat: it quotes what it has encoded, and a quoted encoded word is shown as it is.
	if _, err := mail.ParseAddress(m.From.Address); err != nil {
		return nil, unwritable(RefusedSender, err)
	}
	msg.FromMailAddress(&mail.Address{Name: headerText(m.From.Name), Address: m.From.Address})
	if _, err := mail.ParseAddress(m.To); err != nil {
		return nil, unwritable(RefusedAddress, err)
	}
	if err := msg.To(m.To); err != nil {
		return nil, unwritable(RefusedAddress, err)
	}
	msg.Subject(headerText(m.Subject))
	msg.SetMessageIDWithValue(headerText(m.ID))
	msg.SetDateWithValue(m.CreatedAt)
	// RFC 3834: nobody's out-of-office should answer a digest.
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.SetGenHeader("X-Auto-Response-Suppress", "All")
	if m.ListID != "" {
		msg.SetGenHeader("List-Id", "<"+headerText(m.ListID)+">")
	}
	// go-mail calls the first body's writer after the server's 354 and before it sends a byte of a body, which is the one
	// moment at which "being sent" can be recorded neither too early nor too late.
	msg.SetBodyWriter(gomail.TypeTextPlain, func(w io.Writer) (int64, error) {
		if err := beforeData(); err != nil {
			return 0, err
		}
		n, err := io.WriteString(w, m.Text)
		return int64(n), err
	}, gomail.WithPartEncoding(quotedPrintable))
	msg.AddAlternativeString(gomail.TypeTextHTML, m.HTML, gomail.WithPartEncoding(quotedPrintable))
	return msg, Result{}
}

func unwritable(of Refusal, err error) Result {
	return Result{Outcome: Permanent, Refused: of, Detail: "the message cannot be written: " + err.Error(), Err: err}
}

// headerText makes any text fit for a header: no line break, no control character, bounded. go-mail encodes the rest.
func headerText(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == '\r' || r == '\n' || r == '\t' || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	s = strings.Join(strings.Fields(s), " ")
	if rs := []rune(s); len(rs) > maxSubject {
		s = strings.TrimSpace(string(rs[:maxSubject-1])) + "…"
	}
	return s
}
