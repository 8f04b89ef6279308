package pay

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// labelledDir holds adverts whose pay was read by people. They are no part of the repository.
var labelledDir = filepath.Join("..", "..", "..", "shared", "data", "labelled")

type labelledRow struct {
	Text   string `json:"text"`
	Src    string `json:"src"`
	Expect *struct {
		Min, Max *float64
		Interval string
		Currency string
	} `json:"expect"`
}

func readLabelled(t *testing.T, name string) []labelledRow {
	t.Helper()
	f, err := os.Open(filepath.Join(labelledDir, name))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no labelled adverts at %s", labelledDir)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []labelledRow
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r labelledRow
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

func value(v *float64) float64 {
	if v == nil {
		return 0
	}
	return *v
}

func TestLabelledAdverts(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		file  string
		share float64 // of the rows that must be read exactly
	}{
		{"salary.jsonl", 0.95},
		{"de_salary.jsonl", 0.90},
		{"fr_salary.jsonl", 0.90},
		{"es_salary.jsonl", 0.90},
	} {
		t.Run(tc.file, func(t *testing.T) {
			t.Parallel()
			rows := readLabelled(t, tc.file)
			right := 0
			for i, r := range rows {
				got := FromText(r.Text)
				var lo, hi float64
				interval, currency := "", got.Currency
				if r.Expect != nil {
					lo, hi, interval = value(r.Expect.Min), value(r.Expect.Max), r.Expect.Interval
				}
				if r.Expect != nil && r.Expect.Currency != "" {
					currency = r.Expect.Currency
				}
				if got.Currency == currency && got.Min == lo && got.Max == hi && string(got.Period) == interval {
					right++
					continue
				}
				t.Logf("row %d (%s): got %+v, want %v..%v %s", i, r.Src, got, lo, hi, interval)
			}
			t.Logf("%s: %d of %d rows right", tc.file, right, len(rows))
			if float64(right) < tc.share*float64(len(rows)) {
				t.Errorf("%d of %d rows right, want %.0f %%", right, len(rows), 100*tc.share)
			}
		})
	}
}
