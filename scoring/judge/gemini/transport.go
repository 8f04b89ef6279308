package gemini

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"shortlist/scoring"
	"shortlist/scoring/judge/internal/wire"
)

// call travels in the context from Generate to the transport and back, since the library has no room for what it carries.
type call struct {
	schema   json.RawMessage // as Gemini writes schemas; nil: none
	thinking *thinking       // nil: the model is not told
	max      int             // tokens of the reply; zero: the model's own limit
	answer   *answer         // set once the service has answered with a 200
}

type callKey struct{}

// transport repairs what goes out and what comes in.
type transport struct {
	client *wire.Client
	key    wire.Secret
}

// RoundTrip sends one request of the library. Whatever is not a readable 200 is a *scoring.JudgeError, so that the library sees no
// status: it would repeat a 503 for ten minutes.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	out.Header.Set("X-Goog-Api-Key", t.key.Reveal()) // the library was given none, since it would write it into the address
	c, _ := req.Context().Value(callKey{}).(*call)
	if c != nil && req.Body != nil {
		body, err := c.patch(req.Body)
		if err != nil {
			return nil, err
		}
		out.Body, out.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		out.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	}
	body, err := t.client.Do(out)
	if err != nil {
		return nil, err
	}
	if c != nil {
		if c.answer, err = readAnswer(body, t.key); err != nil {
			return nil, err
		}
		body = c.answer.clean
	}
	return &http.Response{
		Status: "200 OK", StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"application/json"}}, ContentLength: int64(len(body)),
		Body: io.NopCloser(bytes.NewReader(body)), Request: req,
	}, nil
}

// patch adds to the library's request what it cannot express.
func (c *call) patch(from io.ReadCloser) ([]byte, error) {
	defer func() { _ = from.Close() }() // it is a buffer
	var request, config map[string]json.RawMessage
	if err := json.NewDecoder(from).Decode(&request); err != nil {
		return nil, wire.Fail(scoring.FailSchema, "the library wrote no JSON")
	}
	if raw, ok := request["generationConfig"]; ok {
		if err := json.Unmarshal(raw, &config); err != nil {
			return nil, wire.Fail(scoring.FailSchema, "the library wrote no JSON")
		}
	}
	if config == nil {
		config = map[string]json.RawMessage{}
	}
	limit := c.max
	if c.schema != nil {
		config["responseSchema"] = c.schema
	}
	if c.thinking != nil {
		config["thinkingConfig"] = json.RawMessage(c.thinking.config)
		limit += c.thinking.reserve
	}
	if c.max > 0 {
		config["maxOutputTokens"] = fmt.Appendf(nil, "%d", limit)
	}
	raw, err := json.Marshal(config)
	if err != nil {
		return nil, fmt.Errorf("writing the request: %w", err)
	}
	request["generationConfig"] = raw
	return json.Marshal(request)
}
