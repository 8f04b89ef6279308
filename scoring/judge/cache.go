package judge

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"shortlist/scoring"
)

// Cache keeps replies that gave a verdict, so that nothing is paid for twice. Keys are hexadecimal. It may forget.
type Cache interface {
	Get(ctx context.Context, key string) (raw []byte, ok bool, err error)
	// Put keeps raw under key, in the place of what was there.
	Put(ctx context.Context, key string, raw []byte) error
}

// entry is a stored reply. It is read and checked anew each time, so that it keeps to the rules of today.
type entry struct {
	Text   string         `json:"text"`
	Model  string         `json:"model"`
	Tokens scoring.Tokens `json:"tokens"` // of the calls that led to it
	At     time.Time      `json:"at"`
}

// served is the model that the provider last served. A reply is stored under the model that gave it and looked for under
// the last one known, which the cache keeps too: so it is found after a restart, and no more once another model is served.
type served struct {
	mu    sync.Mutex
	known bool
	model string
}

// forget makes the next question read it from the cache anew.
func (s *served) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known = false
}

func (j *Judge) lastServed(ctx context.Context) string {
	j.served.mu.Lock()
	defer j.served.mu.Unlock()
	if !j.served.known {
		raw, ok, err := j.o.Cache.Get(ctx, servedKey(j.model.Provider(), j.model.Name()))
		if err != nil {
			j.o.Log.Warn("a stored reply cannot be read", "error", err)
			return ""
		}
		if j.served.known = true; ok {
			j.served.model = string(raw)
		}
	}
	return j.served.model
}

// key is where a sample of a question lies that a model gave.
func (j *Judge) key(q *question, model string, sample int) string {
	return Key(KeyParts{Rubric: q.rubric, Facts: q.facts, Prompt: PromptVersion, Schema: SchemaVersion, Provider: j.model.Provider(),
		ModelAsked: j.model.Name(), ModelServed: model, Text: q.shown.text("cut"), Sample: sample})
}

// stored is the verdict of a reply that is kept.
func (j *Judge) stored(ctx context.Context, q *question, sample int) (scoring.Verdict, bool) {
	if j.o.Cache == nil {
		return scoring.Verdict{}, false
	}
	raw, ok, err := j.o.Cache.Get(ctx, j.key(q, j.lastServed(ctx), sample))
	if err != nil {
		j.o.Log.Warn("a stored reply cannot be read", "listing", q.l.Ref.String(), "error", err)
	}
	var e entry
	if err != nil || !ok || json.Unmarshal(raw, &e) != nil {
		return scoring.Verdict{}, false
	}
	v, err := Decode(e.Text)
	if err != nil {
		return scoring.Verdict{}, false
	}
	return j.complete(v, q, e), true
}

// store keeps a reply, although the run may have been stopped: it is paid for.
func (j *Judge) store(ctx context.Context, q *question, sample int, e entry) {
	if j.o.Cache == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTime)
	defer cancel()
	raw, err := json.Marshal(e)
	if err == nil {
		err = j.o.Cache.Put(ctx, j.key(q, e.Model, sample), raw)
	}
	if err == nil {
		err = j.serve(ctx, e.Model)
	}
	if err != nil {
		j.o.Log.Warn("a reply cannot be stored; it may be paid for again", "listing", q.l.Ref.String(), "error", err)
	}
}

// serve notes which model was served.
func (j *Judge) serve(ctx context.Context, model string) error {
	j.served.mu.Lock()
	defer j.served.mu.Unlock()
	if j.served.known && j.served.model == model {
		return nil
	}
	if err := j.o.Cache.Put(ctx, servedKey(j.model.Provider(), j.model.Name()), []byte(model)); err != nil {
		return err
	}
	j.served.known, j.served.model = true, model
	return nil
}
