package board

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"
)

// String takes a JSON string or number, and reads anything else as empty: boards change an id from one to the other, and
// one odd field must not cost the row.
type String string

// UnmarshalJSON never fails.
func (s *String) UnmarshalJSON(b []byte) error {
	*s = ""
	var v string
	if json.Unmarshal(b, &v) == nil {
		*s = String(v)
		return nil
	}
	if n := bytes.TrimSpace(b); len(n) > 0 && (n[0] == '-' || (n[0] >= '0' && n[0] <= '9')) {
		*s = String(n)
	}
	return nil
}

// Strings takes a list of strings, an object whose values are strings (what PHP makes of a list with holes), or one
// string.
type Strings []string

// UnmarshalJSON never fails.
func (s *Strings) UnmarshalJSON(b []byte) error {
	*s = nil
	var list []String
	var object map[string]String
	var one string
	switch {
	case json.Unmarshal(b, &list) == nil:
		for _, v := range list {
			*s = append(*s, string(v))
		}
	case json.Unmarshal(b, &object) == nil:
		for _, v := range object {
			*s = append(*s, string(v))
		}
	case json.Unmarshal(b, &one) == nil && one != "":
		*s = Strings{one}
	}
	return nil
}

// Number takes a JSON number or a string that holds one, and reads anything else as 0.
type Number float64

// UnmarshalJSON never fails.
func (n *Number) UnmarshalJSON(b []byte) error {
	*n = 0
	v, err := strconv.ParseFloat(strings.TrimSpace(strings.Trim(string(b), `"`)), 64)
	if err == nil && !math.IsNaN(v) && !math.IsInf(v, 0) {
		*n = Number(v)
	}
	return nil
}

// dateForms are the forms of date seen on boards. Those without a zone are UTC.
var dateForms = []string{
	time.RFC3339Nano,
	"2006-01-02T15:04:05.999999999",
	"2006-01-02 15:04:05.999999999",
	"2006-01-02 15:04:05 MST",
	"2006-01-02T15:04:05-0700",
	time.RFC1123Z,
	time.RFC1123,
	"2006-01-02",
}

// Date reads a board's date in every form seen: those above, and Unix seconds or milliseconds. A date that cannot be read,
// or lies before 2000 or more than two days ahead of now, is the zero time: unknown is better than wrong.
func Date(s string, now time.Time) time.Time {
	s = strings.TrimSpace(s)
	var t time.Time
	if n, err := strconv.ParseInt(s, 10, 64); err == nil && len(s) > 8 {
		if n > 1e11 {
			t = time.UnixMilli(n)
		} else {
			t = time.Unix(n, 0)
		}
	} else {
		for _, form := range dateForms {
			if t, err = time.Parse(form, s); err == nil {
				break
			}
		}
	}
	if t.Year() < 2000 || t.After(now.Add(48*time.Hour)) {
		return time.Time{}
	}
	return t.UTC().Truncate(time.Second)
}
