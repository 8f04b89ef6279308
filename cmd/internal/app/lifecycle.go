package app

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// lifecycle holds the clean-ups of what was made, each registered by name beside the making.
type lifecycle struct {
	mu       sync.Mutex
	cleanups []cleanup
	once     sync.Once
	err      error
}

type cleanup struct {
	name string
	do   func(context.Context) error
}

func (l *lifecycle) onStop(name string, do func(context.Context) error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cleanups = append(l.cleanups, cleanup{name, do})
}

// Stop runs the clean-ups backwards, goes on past a failing one and joins the errors. Calling it again returns the same.
func (l *lifecycle) Stop(ctx context.Context) error {
	l.once.Do(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		for i := len(l.cleanups) - 1; i >= 0; i-- {
			if err := l.cleanups[i].do(ctx); err != nil {
				l.err = errors.Join(l.err, fmt.Errorf("stop %s: %w", l.cleanups[i].name, err))
			}
		}
	})
	return l.err
}
