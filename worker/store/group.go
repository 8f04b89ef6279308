package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"
)

// group lets the short transactions that wait at the same moment share one commit. A commit waits for the disk, and SQLite
// has one writer, so without it a hundred digests would wait for the disk one after another. Who comes first leads: it
// commits for all that wait by then, and those that come meanwhile are the next one's.
type group struct {
	db   *sql.DB
	turn chan struct{} // held by who leads

	mu      sync.Mutex
	waiting []*grouped
}

// groupTimeout bounds the wait for the one connection and the transaction on it.
const groupTimeout = 30 * time.Second

type grouped struct {
	do   func(tx *sql.Tx) error
	err  error
	done chan struct{}
}

func newGroup(db *sql.DB) *group { return &group{db: db, turn: make(chan struct{}, 1)} }

// commit runs do in a transaction and returns when that is committed, or undone since do or the commit failed. Another's
// failure undoes nothing of do's.
func (g *group) commit(ctx context.Context, do func(tx *sql.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w := &grouped{do: do, done: make(chan struct{})}
	g.mu.Lock()
	g.waiting = append(g.waiting, w)
	g.mu.Unlock()
	select {
	case <-w.done:
		return w.err
	case g.turn <- struct{}{}:
	case <-ctx.Done():
		if g.forget(w) {
			return ctx.Err()
		}
		<-w.done // it is being written
		return w.err
	}
	defer func() { <-g.turn }()
	g.mu.Lock()
	all := g.waiting
	g.waiting = nil
	g.mu.Unlock()
	// The others' work must not end with this one's context, but an end it has, whatever holds the file.
	bounded, done := context.WithTimeout(context.WithoutCancel(ctx), groupTimeout)
	defer done()
	g.together(bounded, all)
	<-w.done
	return w.err
}

func (g *group) forget(w *grouped) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, other := range g.waiting {
		if other == w {
			g.waiting = append(g.waiting[:i], g.waiting[i+1:]...)
			return true
		}
	}
	return false
}

// together runs all in one transaction.
func (g *group) together(ctx context.Context, all []*grouped) {
	if len(all) == 0 {
		return
	}
	err := g.transaction(ctx, all)
	for _, w := range all {
		if w.err == nil {
			w.err = err
		}
		close(w.done)
	}
}

func (g *group) transaction(ctx context.Context, all []*grouped) (err error) {
	tx, err := g.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, ignoreDone(tx.Rollback()))
		}
	}()
	for _, w := range all {
		if err := apart(ctx, tx, w); err != nil {
			return fmt.Errorf("a transaction that was committed together with others could not be undone: %w", err)
		}
	}
	return tx.Commit()
}

// apart runs one of several and, where it fails, undoes it alone. A failure after which SQLite has undone everything, such
// as a full disk, is all the others' too.
func apart(ctx context.Context, tx *sql.Tx, w *grouped) error {
	if _, err := tx.ExecContext(ctx, "SAVEPOINT one"); err != nil {
		return err
	}
	if w.err = guarded(tx, w.do); w.err != nil {
		if _, err := tx.ExecContext(ctx, "ROLLBACK TO one"); err != nil {
			return errors.Join(w.err, err)
		}
	}
	_, err := tx.ExecContext(ctx, "RELEASE one")
	return err
}

// guarded: a panic of one's must not leave the others waiting for ever.
func guarded(tx *sql.Tx, do func(*sql.Tx) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return do(tx)
}
