package mail

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	gomail "github.com/wneessen/go-mail"
)

// step is the command that a reply answers.
type step int

const (
	other step = iota
	mailFrom
	rcptTo
	data
	dot
)

// reply is the server's answer to a step, as far as it decides anything.
type reply struct {
	to       step
	code     int    // 0: no answer came
	enhanced [2]int // subject and detail of RFC 3463, 5.1.7 being {1, 7}; zeros where there is none
}

// replyOf reads go-mail's error. The enhanced code is read from the text, since go-mail tells it only of servers that
// announce such codes, and finds it anywhere, such as in an address.
func replyOf(err error) reply {
	var e *gomail.SendError
	if !errors.As(err, &e) {
		return reply{}
	}
	r := reply{code: e.ErrorCode()}
	switch e.Reason {
	case gomail.ErrSMTPMailFrom:
		r.to = mailFrom
	case gomail.ErrSMTPRcptTo:
		r.to = rcptTo
	case gomail.ErrSMTPData:
		r.to = data
	case gomail.ErrSMTPDataClose:
		r.to = dot
	}
	text, _ := strings.CutPrefix(e.Error(), e.Reason.String()+": "+strconv.Itoa(r.code)+" ")
	if quoted, err := strconv.QuotedPrefix(text); err == nil { // as net/textproto writes it since Go 1.26
		text, _ = strconv.Unquote(quoted)
	}
	r.enhanced = enhanced(text, r.code/100)
	return r
}

// enhanced reads the status code with which a reply's text begins, of the class of the reply. Some servers put a # or
// brackets round it.
func enhanced(text string, class int) (status [2]int) {
	text = strings.TrimLeft(text, "#[( ")
	word := text[:min(len(text), len("5.999.999")+1)]
	if i := strings.IndexAny(word, " \t\r\n"); i >= 0 {
		word = word[:i]
	}
	fields := strings.Split(strings.TrimRight(word, ":,)]"), ".")
	if len(fields) != 3 || fields[0] != strconv.Itoa(class) {
		return status
	}
	for i, field := range fields[1:] {
		n, err := strconv.ParseUint(field, 10, 10)
		if err != nil {
			return [2]int{}
		}
		status[i] = int(n)
	}
	return status
}

// deniesSession: the reply may concern the session alone, which has died, or has served its share by the server's own
// count. Servers say the latter with 421, and some with a 5xx to MAIL.
func (r reply) deniesSession() bool {
	return r.code == 0 || r.code == 421 || r.to == mailFrom && r.code >= 500
}

// addressCodes are those that speak of the address where they answer RCPT and no enhanced code says more.
var addressCodes = []int{501, 510, 511, 512, 550, 551, 552, 553, 556}

// refusal says whom a permanent reply speaks of: by its enhanced code (RFC 3463 and the IANA registry), else by its code and
// what it answered (RFC 5321, 4.2.3; RFC 7504).
func (r reply) refusal() Refusal {
	address := false
	switch subject, detail := r.enhanced[0], r.enhanced[1]; {
	case r.to == mailFrom:
	case detail == 0 && (subject == 0 || subject == 5): // "other", with which some servers prefix an unknown mailbox
		address = r.to == rcptTo && slices.Contains(addressCodes, r.code)
	case subject == 1: // addressing; 7 and 8 are of the sender's address
		address = detail != 7 && detail != 8
	case subject == 2: // mailbox; 3 is a message that is longer than it takes
		address = detail != 3
	case subject == 4: // routing of the address
		address = true
	case subject == 6: // content; 7 is an address that is not ASCII
		address = detail == 7
	case subject == 7: // policy; 17 and 18 are a mailbox or domain that has changed hands
		address = detail == 17 || detail == 18
	}
	if address {
		return RefusedAddress
	}
	return RefusedSender
}
