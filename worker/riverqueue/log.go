package riverqueue

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// quiet is a logger for River, which tells of every start, stop and try, and while its database is away the same error once
// a second from each of its parts: what is less than a warning is dropped, and what was told in the last ten minutes too.
func quiet(log *slog.Logger) *slog.Logger {
	return slog.New(quietHandler{log.Handler(), &told{at: map[string]time.Time{}}})
}

const tellAgain = 10 * time.Minute

// told is when each message was last told. River's messages are constants, so there are few.
type told struct {
	mu sync.Mutex
	at map[string]time.Time
}

type quietHandler struct {
	slog.Handler
	told *told
}

func (h quietHandler) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelWarn && h.Handler.Enabled(ctx, l)
}

func (h quietHandler) Handle(ctx context.Context, r slog.Record) error {
	h.told.mu.Lock()
	again := r.Time.Sub(h.told.at[r.Message]) < tellAgain
	if !again {
		h.told.at[r.Message] = r.Time
	}
	h.told.mu.Unlock()
	if again {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

func (h quietHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return quietHandler{h.Handler.WithAttrs(attrs), h.told}
}

func (h quietHandler) WithGroup(name string) slog.Handler {
	return quietHandler{h.Handler.WithGroup(name), h.told}
}
