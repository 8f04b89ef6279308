package storetest

import (
	"io"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Proxy stands between a program and Postgres. Cut off, it keeps every connection and lets nothing through, as a network does
// that loses all packets: nobody hears of an end.
type Proxy struct {
	listener        net.Listener
	network, server string

	mu     sync.Mutex
	opened chan struct{} // closed while data flows
	lost   chan struct{} // closed when the connections so far never flow again
	pairs  map[net.Conn]bool
}

// NewProxy returns a proxy and the DSN that leads through it.
func NewProxy(t testing.TB, dsn string) (*Proxy, string) {
	t.Helper()
	c, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	if c.TLSConfig != nil {
		t.Skip("the server is reached by TLS, and a proxy has another name")
	}
	p := &Proxy{opened: make(chan struct{}), lost: make(chan struct{}), pairs: map[net.Conn]bool{}}
	close(p.opened)
	p.network, p.server = serverAddress(c)
	if p.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			conn, err := p.listener.Accept()
			if err != nil {
				return
			}
			wg.Go(func() { p.carry(conn) })
		}
	})
	t.Cleanup(func() {
		_ = p.listener.Close()
		p.Mend()
		p.mu.Lock()
		close(p.lost)
		for conn := range p.pairs {
			_ = conn.Close()
		}
		p.mu.Unlock()
		wg.Wait()
	})
	u, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	u.Host = p.listener.Addr().String()
	query := u.Query()
	query.Del("host")
	u.RawQuery = query.Encode()
	return p, u.String()
}

func serverAddress(c *pgx.ConnConfig) (network, address string) {
	if filepath.IsAbs(c.Host) {
		return "unix", filepath.Join(c.Host, ".s.PGSQL."+strconv.Itoa(int(c.Port)))
	}
	return "tcp", net.JoinHostPort(c.Host, strconv.Itoa(int(c.Port)))
}

// Cut lets nothing through until Mend.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.opened = make(chan struct{})
}

// Mend lets everything through again, what was held back too.
func (p *Proxy) Mend() {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.opened:
	default:
		close(p.opened)
	}
}

// Lose makes the connections so far hang for good; new ones work.
func (p *Proxy) Lose() {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.lost)
	p.lost = make(chan struct{})
}

func (p *Proxy) carry(client net.Conn) {
	server, err := net.Dial(p.network, p.server)
	if err != nil {
		_ = client.Close()
		return
	}
	p.mu.Lock()
	p.pairs[client], p.pairs[server] = true, true
	lost := p.lost
	p.mu.Unlock()
	var wg sync.WaitGroup
	wg.Go(func() { p.copy(server, client, lost) })
	wg.Go(func() { p.copy(client, server, lost) })
	wg.Wait()
	_ = client.Close()
	_ = server.Close()
	p.mu.Lock()
	delete(p.pairs, client)
	delete(p.pairs, server)
	p.mu.Unlock()
}

// copy carries one direction. The end of a connection is held back like its data.
func (p *Proxy) copy(to, from net.Conn, lost <-chan struct{}) {
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		p.mu.Lock()
		opened := p.opened
		p.mu.Unlock()
		select {
		case <-lost:
			_, _ = io.Copy(io.Discard, from)
			return
		case <-opened:
		}
		if n > 0 {
			if _, err := to.Write(buf[:n]); err != nil {
				_ = from.Close()
				return
			}
		}
		if err != nil {
			_ = to.Close()
			return
		}
	}
}
