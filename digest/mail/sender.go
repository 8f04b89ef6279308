package mail

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	netmail "net/mail"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// timeout bounds one step of the conversation, whole bounds all of it.
const (
	timeout = 30 * time.Second
	whole   = 90 * time.Second
	hearOut = 3 * time.Second // how long an answer to a whole message is waited for though the context has ended
)

// Outcome is what became of a message.
type Outcome string

// The closed set of Outcome.
const (
	Accepted  Outcome = "accepted"
	Temporary Outcome = "temporary" // not taken; it may be sent again later
	Permanent Outcome = "permanent" // not taken, and never will be
	Unknown   Outcome = "unknown"   // all of it was sent and the answer was lost; sending again may send it twice
)

// Outcomes lists the closed set.
func Outcomes() []Outcome { return []Outcome{Accepted, Temporary, Permanent, Unknown} }

// Refusal is whom a refusal speaks of.
type Refusal string

// The closed set of Refusal, besides "" where nobody refused or waiting may mend it.
const (
	RefusedAddress Refusal = "address" // there is no such mailbox, or it takes no mail; other addresses are not concerned
	RefusedSender  Refusal = "sender"  // the sign-in, the sender, the policy or the content; the next address may hear the same
)

// Result is the outcome with what is to be told of it.
type Result struct {
	Outcome Outcome
	Refused Refusal // of what is permanent, and of a sign-in, which the owner can mend
	Detail  string  // the server's words where it accepted, else a sentence with the remedy where there is one
	Err     error   // the cause, for the log
}

// Message is one digest on its way.
type Message struct {
	From      netmail.Address
	To        string // one bare address: a second one that the server refuses would stop the first
	Subject   string
	ID        string // of Message-ID, without the angle brackets
	HTML      string
	Text      string
	ListID    string // of List-Id, without the angle brackets; empty for none
	CreatedAt time.Time
}

// Sender hands messages to one server, over connections that it keeps between messages. It is safe for concurrent use.
type Sender struct {
	server Server
	tls    *tls.Config
	hide   *strings.Replacer
	pool   *pool
}

// Option changes a Sender.
type Option func(*Sender)

// Connections bounds the connections that are open at once; n below 1 is the default, 10.
func Connections(n int) Option {
	return func(s *Sender) {
		if n > 0 {
			s.pool = newPool(n)
		}
	}
}

// NewSender returns a sender for the server. It connects when there is a message to send.
func NewSender(s Server, options ...Option) *Sender {
	sender := &Sender{server: s, tls: &tls.Config{ServerName: s.Host, MinVersion: tls.VersionTLS12}, hide: hider(s), pool: newPool(connections)}
	for _, option := range options {
		option(sender)
	}
	return sender
}

// Close ends the connections that wait for a message, within about two seconds. Messages on their way are not disturbed, and
// Send still works after it, with a connection for each message.
func (s *Sender) Close() { s.pool.close() }

// hider takes the password out of a text, in every form in which a sign-in sends it: some servers repeat what they refuse.
func hider(s Server) *strings.Replacer {
	if s.Password == "" {
		return strings.NewReplacer()
	}
	var pairs []string
	for _, secret := range []string{
		"\x00" + s.Username + "\x00" + s.Password, "user=" + s.Username + "\x01auth=Bearer " + s.Password + "\x01\x01", s.Password,
	} {
		for _, coding := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding} {
			pairs = append(pairs, coding.EncodeToString([]byte(secret)), "***")
		}
		// As it is, and as net/textproto quotes what a server said.
		quoted := strconv.Quote(secret)
		pairs = append(pairs, secret, "***", quoted[1:len(quoted)-1], "***")
	}
	return strings.NewReplacer(pairs...)
}

// hidden is an error whose text does not tell the password; it unwraps to nothing, since what it wraps might.
func (s *Sender) hidden(r Result) Result {
	r.Detail = s.hide.Replace(r.Detail)
	if r.Err != nil {
		if text := r.Err.Error(); s.hide.Replace(text) != text {
			r.Err = errors.New(s.hide.Replace(text))
		}
	}
	return r
}

// delivery is one message on its way.
type delivery struct {
	msg     *gomail.Msg
	began   atomic.Bool // the server has agreed to take it
	stopped error       // of beforeData: go-mail's errors do not unwrap to what stopped them
}

// Send hands one message over. beforeData is called when the server has agreed to take the message and before a byte of it
// is sent: until then sending it again is safe, and from then on it is not. An error from it stops the attempt. Where all
// connections are in use, Send waits for one as long as the context allows.
func (s *Sender) Send(ctx context.Context, m Message, beforeData func() error) Result {
	d := &delivery{}
	var r Result
	if d.msg, r = compose(m, func() error {
		if d.began.Store(true); beforeData != nil {
			d.stopped = beforeData()
		}
		return d.stopped
	}); d.msg == nil {
		return r
	}
	if err := s.pool.enter(ctx); err != nil {
		return Result{Outcome: Temporary, Detail: fmt.Sprintf("no connection to the mail server %s came free: %v", s.server, err), Err: err}
	}
	defer s.pool.exit()
	// From here on, so that waiting does not cut the conversation short.
	ctx, cancel := context.WithTimeout(ctx, whole)
	defer cancel()
	if kept := s.pool.take(); kept != nil {
		if r, stale := s.over(ctx, kept, d); !stale {
			return r
		}
	}
	fresh, r := s.open(ctx)
	if fresh == nil {
		return r
	}
	r, _ = s.over(ctx, fresh, d)
	return r
}

// over sends the message over the session and keeps or ends the session. It is stale where nothing of the message was sent
// and what went wrong may be the session's fault, so that after one which was used before a new one may do better.
func (s *Sender) over(ctx context.Context, c *session, d *delivery) (r Result, stale bool) {
	// go-mail hears of a cancelled context only while it dials. Once the server takes the message, an end at once would leave
	// its answer unheard, and nobody would know.
	stop := context.AfterFunc(ctx, func() {
		if d.began.Load() {
			time.AfterFunc(hearOut, c.conn.close)
			return
		}
		c.conn.close()
	})
	err := c.client.SendWithSMTPClient(c.smtp, d.msg)
	open := stop()
	if !open {
		defer c.conn.close()
	}
	switch {
	case d.stopped != nil:
		c.conn.close()
		return Result{Outcome: Temporary, Detail: "the digest was not sent, since that could not be recorded: " + d.stopped.Error(), Err: d.stopped}, false
	case err != nil && !d.msg.IsDelivered():
		reply := replyOf(err)
		// After an error the session is not used again: what the server still remembers of the message is unknown.
		if open && reply.to != other && reply.code >= 400 && reply.code != 421 {
			c.leave()
		}
		c.conn.close()
		return s.hidden(classify(err, reply)), open && !d.began.Load() && reply.deniesSession()
	case open:
		s.pool.put(c)
	}
	return Result{Outcome: Accepted, Detail: d.msg.ServerResponse()}, false
}
