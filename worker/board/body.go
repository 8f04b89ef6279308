package board

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

var errTooLarge = errors.New("too large")

const chunkBytes = 256 << 10

// readChunks reads all of r into pieces of one size, so that an answer costs its own size in memory and not the two or
// three times that a growing buffer takes.
func readChunks(r io.Reader, limit int64) (io.Reader, int64, error) {
	var chunks []io.Reader
	var total int64
	for {
		buf := make([]byte, chunkBytes)
		n, err := fill(r, buf)
		if total += int64(n); total > limit {
			return nil, total, errTooLarge
		}
		if n > 0 {
			chunks = append(chunks, bytes.NewReader(buf[:n]))
		}
		if err == io.EOF {
			return io.MultiReader(chunks...), total, nil
		}
		if err != nil {
			return nil, total, err
		}
	}
}

// fill is io.ReadFull, but for the end: there it tells an answer that ended (EOF) from one that was cut (unexpected EOF).
func fill(r io.Reader, buf []byte) (int, error) {
	n := 0
	for n < len(buf) {
		m, err := r.Read(buf[n:])
		n += m
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// maxRows bounds the listings of one answer; the largest real one holds 100.
const maxRows = 5000

// maxRow bounds one listing; the largest real one seen is 40 KB.
const maxRow = 1 << 20

// Rows reads the list under key of a JSON object, or the list that is the whole answer where key is empty, and calls each
// with one element at a time; one that is too large comes as an empty object, so that it counts. It returns the object's
// member of the name wanted, nil where there is none. A broken answer is an *Error with outcome Malformed.
func Rows(r io.Reader, key, wanted string, each func(json.RawMessage)) (json.RawMessage, error) {
	dec := json.NewDecoder(r)
	if key == "" {
		return nil, malformed(readList(dec, each))
	}
	var member json.RawMessage
	if err := expect(dec, '{'); err != nil {
		return nil, malformed(err)
	}
	found := false
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return nil, malformed(err)
		}
		if t == key && !found {
			found = true
			if err := readList(dec, each); err != nil {
				return nil, malformed(err)
			}
			continue
		}
		var v json.RawMessage
		if err := dec.Decode(&v); err != nil {
			return nil, malformed(err)
		}
		if t == wanted && len(v) <= maxRow {
			member = v
		}
	}
	if err := expect(dec, '}'); err != nil {
		return nil, malformed(err)
	}
	if !found {
		return nil, malformed(fmt.Errorf("no member %q", key))
	}
	return member, nil
}

func readList(dec *json.Decoder, each func(json.RawMessage)) error {
	if err := expect(dec, '['); err != nil {
		return err
	}
	for n := 0; dec.More(); n++ {
		if n == maxRows {
			return fmt.Errorf("more than %d listings", maxRows)
		}
		var row json.RawMessage
		if err := dec.Decode(&row); err != nil {
			return err
		}
		if len(row) > maxRow {
			row = json.RawMessage("{}")
		}
		each(row)
	}
	return expect(dec, ']')
}

func expect(dec *json.Decoder, want json.Delim) error {
	t, err := dec.Token()
	if err != nil {
		return err
	}
	if t != want {
		return fmt.Errorf("found %v where %v belongs", t, want)
	}
	return nil
}

func malformed(err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &Error{Outcome: Malformed, Sentence: "sent only part of its answer", Err: err}
	}
	return &Error{Outcome: Malformed, Sentence: "sent something that is not its usual data", Err: err}
}
