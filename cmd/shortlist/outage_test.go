package main_test

import (
	"testing"
	"time"

	"shortlist/worker/store/storetest"
)

// TestPostgresStopped: while Postgres is stopped in the midst of the runs the daemons live and say that they cannot work;
// when it is back they go on by themselves, and everybody gets one digest.
func TestPostgresStopped(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		replicas int
		stop     func(*storetest.Cluster, testing.TB)
	}{
		"in order, one daemon":    {1, (*storetest.Cluster).Stop},
		"by a crash, two daemons": {2, (*storetest.Cluster).Crash},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pg := storetest.NewCluster(t)
			crowd := postgresCrowd(t, pg.DSN, 30, 8, 100*time.Millisecond)
			var fleet []*daemon
			for range c.replicas {
				fleet = append(fleet, crowd.serve())
			}
			crowd.mails(3)
			began := time.Now()
			c.stop(pg, t)
			for _, d := range fleet {
				d.unready(began)
			}
			<-time.After(5 * time.Second) // long enough for every loop of the daemon to try in vain
			stood := len(crowd.smtp.Messages())
			if stood == crowd.people {
				t.Error("nothing was left to be done when Postgres stopped")
			}
			pg.Start(t)
			back := time.Now()
			for _, d := range fleet {
				waitFor(t, "http://"+d.listen+"/readyz")
			}
			t.Logf("%d mails before; ready %s after Postgres was", stood, time.Since(back))
			crowd.settle(fleet...)
			t.Logf("done %s after Postgres was back", time.Since(back))
			crowd.each(8 * c.replicas)
			stops(fleet...)
			if len(crowd.smtp.Messages()) != crowd.people {
				t.Errorf("%d mails after the stop", len(crowd.smtp.Messages()))
			}
		})
	}
}

// TestPostgresCutOff: the network to Postgres swallows everything for a while, and then carries it all. Nobody hears of an
// end, so only clocks can tell.
func TestPostgresCutOff(t *testing.T) {
	t.Parallel()
	dsn := storetest.Postgres(t)
	p, through := storetest.NewProxy(t, dsn)
	crowd := postgresCrowd(t, dsn, 30, 8, 100*time.Millisecond)
	crowd.env = []string{"DATABASE_URL=" + through}
	d := crowd.serve()
	crowd.mails(3)
	began := time.Now()
	p.Cut()
	d.unready(began)
	<-time.After(5 * time.Second) // longer than a lease holds
	stood := len(crowd.smtp.Messages())
	if stood == crowd.people {
		t.Error("nothing was left to be done when Postgres was cut off")
	}
	p.Mend()
	back := time.Now()
	waitFor(t, "http://"+d.listen+"/readyz")
	t.Logf("%d mails before; cut off for %s; ready %s after it ended", stood, back.Sub(began), time.Since(back))
	crowd.settle(d)
	t.Logf("done %s after Postgres was back", time.Since(back))
	crowd.each(8)
	stops(d)
}
