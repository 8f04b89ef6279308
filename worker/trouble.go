package worker

import "log/slog"

// trouble logs what goes on failing once, until it changes or ends. It belongs to one goroutine.
type trouble struct{ last string }

// tell logs an error that is not the one before, and that there is none any more.
func (t *trouble) tell(log *slog.Logger, what, again string, err error) {
	switch {
	case err == nil && t.last != "":
		t.last = ""
		log.Info(again)
	case err != nil && err.Error() != t.last:
		t.last = err.Error()
		log.Error(what, "error", err)
	}
}
