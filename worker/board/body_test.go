package board

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
)

func TestRows(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body, key string
		rows      int
		ok        bool
	}{
		"list":             {`[{"a":1},{"a":2}]`, "", 2, true},
		"envelope":         {`{"x":{"y":[1]},"jobs":[1,2,3],"n":7}`, "jobs", 3, true},
		"empty list":       {`{"jobs":[]}`, "jobs", 0, true},
		"no member":        {`{"rows":[]}`, "jobs", 0, false},
		"null member":      {`{"jobs":null}`, "jobs", 0, false},
		"object for list":  {`{"ok":false,"error":"gone"}`, "", 0, false},
		"list for object":  {`[1]`, "jobs", 0, false},
		"cut in a row":     {`[{"a":1},{"a":`, "", 1, false},
		"cut after a row":  {`{"jobs":[{"a":1}`, "jobs", 1, false},
		"random bytes":     {"\x8f\x1a\x00\xff", "", 0, false},
		"too many":         {"[" + strings.Repeat("1,", maxRows) + "1]", "", maxRows, false},
		"one row too long": {`["` + strings.Repeat("a", maxRow) + `",1]`, "", 2, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := 0
			_, err := Rows(strings.NewReader(c.body), c.key, "", func(json.RawMessage) { n++ })
			var e *Error
			if n != c.rows || (err == nil) != c.ok || (err != nil && (!errors.As(err, &e) || e.Outcome != Malformed)) {
				t.Errorf("%d rows, %v; want %d, ok %v", n, err, c.rows, c.ok)
			}
		})
	}
}

func TestRowsGivesTheEnvelope(t *testing.T) {
	t.Parallel()
	member, err := Rows(strings.NewReader(`{"jobs":[1],"other":{},"totalCount":41}`), "jobs", "totalCount", func(json.RawMessage) {})
	if err != nil || string(member) != "41" {
		t.Errorf("%s %v", member, err)
	}
}

func TestLenientFields(t *testing.T) {
	t.Parallel()
	var v struct {
		A, B, C, D, E String
		L, M, N, O    Strings
		X, Y, Z, W    Number
	}
	err := json.Unmarshal([]byte(`{"A":"7","B":9007199254740993,"C":null,"D":{"x":1},"E":true,"L":["a",2],"M":{"1":"x"},"N":"one","O":null,"X":67500,"Y":"67500","Z":null,"W":"much"}`), &v)
	if err != nil {
		t.Fatal(err)
	}
	if v.A != "7" || v.B != "9007199254740993" || v.C != "" || v.D != "" || v.E != "" {
		t.Errorf("strings %+v", v)
	}
	if len(v.L) != 2 || v.L[1] != "2" || len(v.M) != 1 || v.M[0] != "x" || len(v.N) != 1 || v.O != nil {
		t.Errorf("lists %+v", v)
	}
	if v.X != 67500 || v.Y != 67500 || v.Z != 0 || v.W != 0 {
		t.Errorf("numbers %+v", v)
	}
}

func TestDate(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 8, 20, 0, 0, 0, 0, time.UTC)
	want := time.Date(2026, 8, 15, 15, 28, 49, 0, time.UTC)
	for _, s := range []string{
		"2026-08-15T15:28:49+00:00", "2026-08-15T15:28:49Z", "2026-08-15T15:28:49", "2026-08-15T15:28:49.0000000", "2026-08-15 15:28:49", "2026-08-15 15:28:49 UTC",
		"2026-08-15T11:28:49-04:00", "2026-08-15T11:28:49-0400", "Sat, 15 Aug 2026 15:28:49 +0000", "1786807729", "1786807729000", " 2026-08-15T15:28:49 ",
	} {
		if got := Date(s, now); !got.Equal(want) || got.Location() != time.UTC {
			t.Errorf("%q: %v", s, got)
		}
	}
	if got := Date("2026-08-15", now); !got.Equal(time.Date(2026, 8, 15, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("day alone: %v", got)
	}
	for _, s := range []string{"", "yesterday", "0", "1970-01-01T00:00:00Z", "2026-09-15T00:00:00Z", "12", "99999999999999999999", "0001-01-01T00:00:00"} {
		if got := Date(s, now); !got.IsZero() {
			t.Errorf("%q: %v, want unknown", s, got)
		}
	}
}

func FuzzRows(f *testing.F) {
	f.Add(`{"jobs":[{"id":1}]}`, "jobs")
	f.Add(`[{"legal":"x"}]`, "")
	f.Fuzz(func(t *testing.T, body, key string) {
		n := 0
		if _, err := Rows(strings.NewReader(body), key, "n", func(row json.RawMessage) {
			n++
			if !json.Valid(row) {
				t.Fatal("a row that is no JSON")
			}
		}); err != nil {
			var e *Error
			if !errors.As(err, &e) {
				t.Fatal(err)
			}
		}
	})
}

func FuzzDate(f *testing.F) {
	f.Add("2026-08-15T15:28:49")
	f.Add("1786807729")
	now := time.Date(2026, 8, 20, 0, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, s string) {
		if d := Date(s, now); !d.IsZero() && (d.Year() < 2000 || d.After(now.Add(48*time.Hour))) {
			t.Fatal(d)
		}
	})
}
