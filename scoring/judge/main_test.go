package judge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"shortlist/scoring"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fake is a Model that answers as a function says, and keeps what it was asked.
type fake struct {
	provider string
	answer   func(ctx context.Context, n int, r Request) (Reply, error) // n counts calls from 0

	mu    sync.Mutex
	asked []Request
}

func (f *fake) Provider() string {
	if f.provider == "" {
		return "replay"
	}
	return f.provider
}

func (f *fake) Name() string { return "owl-2" }

func (f *fake) Generate(ctx context.Context, r Request) (Reply, error) {
	f.mu.Lock()
	n := len(f.asked)
	f.asked = append(f.asked, r)
	f.mu.Unlock()
	return f.answer(ctx, n, r)
}

func (f *fake) calls() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.asked)
}

// script answers with one reply or failure after the other, and repeats the last.
func script(steps ...any) func(context.Context, int, Request) (Reply, error) {
	return func(_ context.Context, n int, _ Request) (Reply, error) {
		switch step := steps[min(n, len(steps)-1)].(type) {
		case scoring.Failure:
			return Reply{}, &scoring.JudgeError{Failure: step, RetryAfter: -1, Tokens: scoring.Tokens{Prompt: 10}, Err: errors.New("no luck")}
		case *scoring.JudgeError:
			return Reply{}, step
		case error:
			return Reply{}, step
		case string:
			return Reply{Text: step, Model: "owl-2-0731", Tokens: scoring.Tokens{Prompt: 100, Output: 20, Thinking: 5}}, nil
		default:
			panic(fmt.Sprintf("%T", step))
		}
	}
}

// after takes so long over an answer.
func after(d time.Duration, answer func(context.Context, int, Request) (Reply, error)) func(context.Context, int, Request) (Reply, error) {
	return func(ctx context.Context, n int, r Request) (Reply, error) {
		if err := sleep(ctx, d); err != nil {
			return Reply{}, err
		}
		return answer(ctx, n, r)
	}
}

// reply is a whole reply with a score and quotes as evidence.
func reply(score int, quotes ...string) string {
	raw, err := json.Marshal(map[string]any{
		"criteria": []any{}, "disqualifiers": []any{}, "evidence": append([]string{}, quotes...), "rationale": "Ferries, and Go.", "score": score,
	})
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// plainEnvelope is what the wrapping of real adverts does, without its care.
var plainEnvelope = EnvelopeFunc(func(text, nonce string) string {
	return "<advert " + nonce + ">\n" + strings.ReplaceAll(text, "<", "‹") + "\n</advert " + nonce + ">"
})

// judgeOf is a Judge over a model with the test's envelope.
func judgeOf(t *testing.T, m Model, o Options) *Judge {
	t.Helper()
	if o.Envelope == nil {
		o.Envelope = plainEnvelope
	}
	j, err := New(m, o)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func listing(id string) *scoring.Listing {
	return &scoring.Listing{
		Ref: scoring.Ref{Board: "quay", ID: id}, Title: "Timetable Engineer", Company: "Fjordline Ferries",
		Text:  "We move people over water.\n\n• You write Go for most of the day\n• You speak fluent Norwegian\n\nWe’re 30 people.",
		Place: scoring.Place{Raw: "Bergen or remote", Remote: scoring.RemoteYes, Countries: []string{"NO"}},
		Pay:   scoring.Pay{Min: 700000, Max: 850000, Currency: "NOK", Period: scoring.PerYear, Raw: "700–850k NOK"},
	}
}

func listings(n int) []*scoring.Listing {
	all := make([]*scoring.Listing, n)
	for i := range all {
		all[i] = listing(fmt.Sprint(i))
		all[i].Text += fmt.Sprintf("\n\nReference %d.", i)
	}
	return all
}

func person1() *scoring.Profile {
	p := scoring.DefaultProfile()
	no := false
	p.Name, p.Email, p.Timezone = "mette", "mette@example.org", "Europe/Oslo"
	p.Queries = []string{"golang backend", "timetable planning"}
	p.About = scoring.About{
		Languages: []string{"en", "da"}, Home: scoring.Home{City: "Aarhus", Country: "DK"}, WorkFrom: []string{"DK", "EU"}, Markets: []string{"EU"},
		PayFloor: &scoring.PayFloor{Amount: 55000, Currency: "EUR", Per: scoring.PerYear}, Levels: []string{"mid", "senior"}, Clearance: &no,
	}
	p.Caps = map[string]int{"language": 2, "pay": 3}
	p.TitleCaps = []scoring.TitleCap{{ID: "captains", Cap: 1, Kind: "hard", Titles: []string{"captain", "first\nmate"}}}
	p.Rubric = "I plan boats and write Go.\n\n- Go for most of the day\n- no gambling\n"
	return &p
}
