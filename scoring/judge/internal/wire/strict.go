package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"
)

const maxDepth = 64

// Decode reads an answer that must be exactly one JSON object: encoding/json alone would take the last of two equal keys and
// turn half a surrogate pair into another character, and an answer that can be read in two ways is none.
func Decode(body []byte, into any) error {
	if err := strict(body); err != nil {
		return err
	}
	return json.Unmarshal(body, into)
}

func strict(body []byte) error {
	if !utf8.Valid(body) {
		return errors.New("not UTF-8")
	}
	if loneSurrogate(body) {
		return errors.New("half a surrogate pair")
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	first, err := dec.Token()
	if err != nil {
		return err
	}
	if first != json.Delim('{') {
		return errors.New("not a JSON object")
	}
	if err := closed(dec); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON object")
	}
	return nil
}

// level is an open object or array; keys is nil for an array.
type level struct {
	keys  map[string]struct{}
	value bool // in an object: the next token is a value
}

// closed walks from an opening brace to its closing one.
func closed(dec *json.Decoder) error {
	open := []level{{keys: map[string]struct{}{}}}
	for len(open) > 0 {
		token, err := dec.Token()
		if err != nil {
			return err
		}
		top := &open[len(open)-1]
		if key, isString := token.(string); isString && top.keys != nil && !top.value {
			if _, twice := top.keys[key]; twice {
				return fmt.Errorf("the key %q stands twice", Cut(key, 40))
			}
			top.keys[key] = struct{}{}
			top.value = true
			continue
		}
		top.value = false
		switch token {
		case json.Delim('{'):
			open = append(open, level{keys: map[string]struct{}{}})
		case json.Delim('['):
			open = append(open, level{})
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		}
		if len(open) > maxDepth {
			return errors.New("nested too deep")
		}
	}
	return nil
}

// loneSurrogate looks for \ud800 and its like without their other half. A backslash stands in strings alone.
func loneSurrogate(body []byte) bool {
	for i := 0; i+1 < len(body); i++ {
		if body[i] != '\\' {
			continue
		}
		r, ok := escaped(body[i:])
		i++
		if !ok || r < 0xd800 || r > 0xdfff {
			continue
		}
		low, ok := escaped(body[i+5:])
		if r >= 0xdc00 || !ok || low < 0xdc00 || low > 0xdfff {
			return true
		}
		i += 10
	}
	return false
}

// escaped reads \uXXXX at the start of b.
func escaped(b []byte) (uint64, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	r, err := strconv.ParseUint(string(b[2:6]), 16, 32)
	return r, err == nil
}

// Count is a number of tokens. What is none, or cannot be one, counts as zero: a verdict is not lost for its bill.
type Count int

// UnmarshalJSON never fails.
func (c *Count) UnmarshalJSON(b []byte) error {
	const most = 1e9
	if f, err := strconv.ParseFloat(string(b), 64); err == nil && f >= 0 && f <= most {
		*c = Count(f)
	}
	return nil
}
