package mail

import (
	"strings"
	"testing"

	"shortlist/digest/mail/mailtest"
)

func TestWhomARefusalSpeaksOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		verb, reply string
		want        Refusal
	}{
		{"RCPT", "550 5.1.1 <ada@example.org>: user unknown", RefusedAddress},
		{"RCPT", "550-5.1.1 no such account;\r\n550 5.1.1 see our pages", RefusedAddress},
		{"RCPT", "550 #5.1.0 Address rejected.", RefusedAddress},
		{"RCPT", "550 no such user", RefusedAddress},
		{"RCPT", "551 user has moved", RefusedAddress},
		{"RCPT", "553 mailbox name not allowed", RefusedAddress},
		{"RCPT", "556 takes no mail", RefusedAddress},
		{"RCPT", "556 5.1.10 null MX", RefusedAddress},
		{"RCPT", "550 5.2.1 disabled", RefusedAddress},
		{"RCPT", "552 5.2.2 full", RefusedAddress},
		{"RCPT", "550 5.4.1 Recipient address rejected: Access denied", RefusedAddress},
		{"RCPT", "550 5.5.0 mailbox unavailable", RefusedAddress},
		{"RCPT", "553 5.6.7 needs SMTPUTF8", RefusedAddress},
		{"RCPT", "550 5.7.17 the mailbox has a new owner", RefusedAddress},
		{"RCPT", "550 5.1.8 sender's domain", RefusedSender},
		{"RCPT", "550 5.7.1 blocked, see 5.1.1", RefusedSender},
		{"RCPT", "554 relaying denied", RefusedSender},
		{"RCPT", "530 sign in first", RefusedSender},
		{"RCPT", "550 5.2.3 longer than it takes", RefusedSender},
		{"RCPT", "550 4.7.1 a code of another class", RefusedAddress},
		{"RCPT", "550 10.5.1.1 is on a list", RefusedAddress},
		{"MAIL", "550 5.1.1 sender unknown", RefusedSender},
		{"MAIL", "553 not your address", RefusedSender},
		{"DATA", "554 no valid recipients", RefusedSender},
		{".", "554 looks like spam", RefusedSender},
		{".", "550 looks like spam", RefusedSender},
		{".", "550 5.7.515 no DMARC", RefusedSender},
		{".", "552 5.3.4 too big", RefusedSender},
		{".", "550 5.1.1 unknown after all", RefusedAddress},
		{".", "550 5.1.1", RefusedAddress},
		{".", "550-5.1.1\r\n550 5.1.1", RefusedAddress},
		{"RCPT", "450 4.1.1 perhaps later", ""},
		{"MAIL", "hangup", ""},
		{".", "hangup", ""},
		{"AUTH", "535 5.7.8 wrong", RefusedSender},
		{"AUTH", "454 4.7.0 not now", ""},
	} {
		t.Run(c.verb+" "+c.reply, func(t *testing.T) {
			t.Parallel()
			f := mailtest.Serve(t, mailtest.Script{Extensions: []string{"AUTH PLAIN"}, Replies: map[string]string{c.verb: c.reply}})
			if got := sender(t, f).Send(t.Context(), digest(), nil); got.Refused != c.want {
				t.Errorf("refused %q, want %q: %s", got.Refused, c.want, got.Detail)
			}
		})
	}
	for to, want := range map[string]Refusal{"ada": RefusedAddress, "ada@example.org": RefusedSender} {
		m := digest()
		m.From.Address, m.To = "nobody", to
		if to == "ada" {
			m.From = digest().From
		}
		f := mailtest.Serve(t, mailtest.Script{})
		if got := sender(t, f).Send(t.Context(), m, nil); got.Outcome != Permanent || got.Refused != want {
			t.Errorf("%q: %+v", to, got)
		}
	}
}

func FuzzEnhanced(f *testing.F) {
	for _, text := range []string{"5.1.1 unknown", "#5.7.1", "(5.1.0)", "5.1", "5..1 x", "5.1.1.1", "5.99999.1", "", "5.1.1\n5.1.1"} {
		f.Add(text, 5)
	}
	f.Fuzz(func(t *testing.T, text string, class int) {
		for _, n := range enhanced(text, class) {
			if n < 0 || n > 1023 || n > 0 && !strings.Contains(text, ".") {
				t.Errorf("%q: %d", text, n)
			}
		}
	})
}
