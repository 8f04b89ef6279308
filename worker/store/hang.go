package store

import (
	"context"
	"net"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// answerMargin is how much longer than the server's own bound of a statement its answer may take.
const answerMargin = 5 * time.Second

// notice lets a statement fail whose connection leads nowhere any more: a server that moved, or a network that forgot the
// connection, sends no end, and the system would wait for a quarter of an hour. Where the address allows statements to take
// for ever, so does this.
func notice(config *pgx.ConnConfig) {
	ms, err := strconv.Atoi(config.RuntimeParams["statement_timeout"])
	if err != nil || ms <= 0 {
		return
	}
	dial, within := config.DialFunc, time.Duration(ms)*time.Millisecond+answerMargin
	config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &noticing{Conn: conn, within: within}, nil
	}
}

// Bounds of the question whether a connection that was not used for a while still leads to the server.
const (
	askAfter     = time.Second
	pingPatience = 5 * time.Second
)

// dead reports whether a connection of the pool is of no use any more. Where the server does not answer, the driver has
// closed it by then, and the pool drops it.
func dead(ctx context.Context, p stdlib.ShouldPingParams) bool {
	if p.IdleDuration < askAfter {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, pingPatience)
	defer cancel()
	return p.Conn.Ping(ctx) != nil
}

// noticing is a connection on which no answer is waited for longer than so.
type noticing struct {
	net.Conn
	within time.Duration

	mu   sync.Mutex
	told bool // the driver has set a deadline, which comes first
}

func (n *noticing) SetDeadline(t time.Time) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.told = !t.IsZero()
	return n.Conn.SetDeadline(t)
}

func (n *noticing) SetReadDeadline(t time.Time) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.told = !t.IsZero()
	return n.Conn.SetReadDeadline(t)
}

func (n *noticing) Read(b []byte) (int, error) {
	if err := n.wait(); err != nil {
		return 0, err
	}
	return n.Conn.Read(b)
}

func (n *noticing) wait() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.told {
		return nil
	}
	return n.Conn.SetReadDeadline(time.Now().Add(n.within))
}
