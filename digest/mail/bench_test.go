//go:build unix

package mail

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"shortlist/digest/mail/mailtest"
)

// longDigest is a digest of about 60 KB: 49 of HTML and 10 of text.
func longDigest() Message {
	m := digest()
	var html, text strings.Builder
	for i := 0; html.Len() < 49_000; i++ {
		fmt.Fprintf(&html, `<tr><td style="padding:12px 0;font:16px/1.5 sans-serif;color:#333"><h3 style="margin:0">Ingénieure logiciel nº %d</h3>`+
			"\n"+`<p style="margin:4px 0">Fabelhaft &amp; Co · Zürich · CHF 110 000 – 130 000</p><a href="https://jobs.example.org/listing/%d?from=digest">See it</a></td></tr>`+"\n", i, i)
	}
	for i := 0; text.Len() < 10_000; i++ {
		fmt.Fprintf(&text, "%d. Ingénieure logiciel, Fabelhaft & Co, Zürich\nhttps://jobs.example.org/listing/%d\n\n", i, i)
	}
	m.HTML, m.Text = html.String(), text.String()
	return m
}

// BenchmarkSend sends at a server that is 20 ms away by each reply, and at one that is not. The processor time is that of
// both ends.
//
//	go test ./digest/mail -run '^$' -bench Send -benchtime 300x
func BenchmarkSend(b *testing.B) {
	for _, delay := range []time.Duration{20 * time.Millisecond, 0} {
		for _, c := range []struct {
			name          string
			size, perConn int
		}{
			{"a connection each, one", 1, 1}, {"a connection each, ten", 10, 1}, {"one kept", 1, most}, {"ten kept", 10, most},
		} {
			b.Run(fmt.Sprintf("%s/%s", delay, c.name), func(b *testing.B) {
				f := mailtest.Serve(b, mailtest.Script{Delay: delay, Forget: true})
				to, err := ParseURL(f.URL(""))
				if err != nil {
					b.Fatal(err)
				}
				s := NewSender(to, Connections(c.size))
				defer s.Close()
				s.pool.most = c.perConn
				m := longDigest()
				b.SetParallelism((2*c.size + runtime.GOMAXPROCS(0) - 1) / runtime.GOMAXPROCS(0))
				b.ReportAllocs()
				before := processorTime()
				b.ResetTimer()
				b.RunParallel(func(pb *testing.PB) {
					for pb.Next() {
						if got := s.Send(b.Context(), m, nil); got.Outcome != Accepted {
							b.Errorf("%+v", got)
						}
					}
				})
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "msg/s")
				b.ReportMetric(float64((processorTime()-before).Microseconds())/float64(b.N), "cpu-µs/op")
			})
		}
	}
}

// BenchmarkCompose builds the message alone.
func BenchmarkCompose(b *testing.B) {
	m := longDigest()
	b.ReportAllocs()
	for b.Loop() {
		msg, r := compose(m, func() error { return nil })
		if msg == nil {
			b.Fatal(r)
		}
		if _, err := msg.WriteTo(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
