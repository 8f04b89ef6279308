package review_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"shortlist/guardrail"
	"shortlist/guardrail/review"
)

func export(t *testing.T, items []review.Item, redact func(string) []string) (string, []review.Case) {
	t.Helper()
	var b bytes.Buffer
	n, err := review.Export(&b, items, redact)
	if err != nil {
		t.Fatal(err)
	}
	var out []review.Case
	for line := range strings.Lines(b.String()) {
		var c review.Case
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		out = append(out, c)
	}
	if n != len(out) {
		t.Errorf("said %d, wrote %d", n, len(out))
	}
	return b.String(), out
}

func TestExport(t *testing.T) {
	t.Parallel()
	noted := reject
	noted.Note = "Told ada@example.org so."
	dead := reject
	dead.Reason = review.ListingGone
	judgeless := decided(item(9, 6), approve)
	judgeless.Snapshot.Verdict = nil
	text, cases := export(t, []review.Item{
		decided(item(1, 8, guardrail.StrongDespiteDisqualifier), noted), item(2, 6, guardrail.Borderline), decided(item(3, 6, guardrail.Borderline), approve),
		decided(item(4, 8), dead), judgeless,
	}, nil)
	if len(cases) != 2 {
		t.Fatalf("%d cases: %s", len(cases), text)
	}
	c := cases[0]
	if c.Score != 8 || c.Rationale != "Ada keeps lamps." || c.Kind != review.Reject || c.Reason != review.WrongPay || c.By != "ada" || c.Note != noted.Note ||
		c.Listing.Text != "Keep lamps. German is a plus." || c.Listing.ID != "tern:7" || c.Verdict.Score != 8 || c.Profile != "ada" || c.ID != review.ItemID("ada", 1, "r1") {
		t.Errorf("%+v", c)
	}
	// Each line is a case of the guardrail's measurement too.
	var measured guardrail.Case
	line, _, _ := strings.Cut(text, "\n")
	if err := json.Unmarshal([]byte(line), &measured); err != nil || measured.ID != c.ID || measured.Score != 8 || measured.Rationale != c.Rationale || len(measured.Expect) != 1 {
		t.Errorf("%+v, %v", measured, err)
	}
}

func TestExpectations(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		it   review.Item
		want []guardrail.Reason
	}{
		"borne out":    {decided(item(1, 8, guardrail.StrongDespiteDisqualifier), reject), []guardrail.Reason{guardrail.StrongDespiteDisqualifier}},
		"contradicted": {decided(item(1, 8, guardrail.StrongDespiteDisqualifier), approve), []guardrail.Reason{}},
		"capped":       {decided(item(1, 2, guardrail.CapWithoutDisqualifier), approve), []guardrail.Reason{guardrail.CapWithoutDisqualifier}},
		"capped well":  {decided(item(1, 2, guardrail.CapWithoutDisqualifier), reject), []guardrail.Reason{}},
		"the band":     {decided(item(1, 5, guardrail.Unstable), approve), []guardrail.Reason{guardrail.Borderline}},
		"an audit":     {decided(item(1, 8, guardrail.Audit), reject), []guardrail.Reason{}},
	} {
		if got, ok := review.NewCase(c.it); !ok || !slices.Equal(got.Expect, c.want) || got.Expect == nil {
			t.Errorf("%s: %v", name, got.Expect)
		}
	}
}

func TestRedactedExportNamesNobody(t *testing.T) {
	t.Parallel()
	noted := reject
	noted.Note = "Told ada@example.org so."
	it := item(1, 8, guardrail.StrongDespiteDisqualifier)
	v := *it.Snapshot.Verdict
	v.Rationale = "ADA lives in Lamptown Lamptown; ada@example.org; Adam is a stranger."
	it.Snapshot.Verdict = &v
	bobs := item(1, 8)
	bobs.ID, bobs.Profile = review.ItemID("bob", 1, "r1"), "bob"
	text, cases := export(t, []review.Item{decided(it, noted), decided(bobs, noted)}, func(profile string) []string {
		return []string{profile + "@example.org", "Lamptown", ""}
	})
	for _, word := range []string{`"ada"`, "ADA ", "ada@", "bob", "Lamptown", "Told", review.ItemID("ada", 1, "r1"), review.ItemID("bob", 1, "r1")} {
		if strings.Contains(text, word) {
			t.Errorf("%s in %s", word, text)
		}
	}
	if len(cases) != 2 || cases[0].ID == cases[1].ID || cases[0].Rationale != "… lives in … …; …; Adam is a stranger." || cases[0].Reason != review.WrongPay || cases[0].Verdict.Rationale != cases[0].Rationale {
		t.Errorf("%+v", cases)
	}
	if v.Rationale == cases[0].Rationale {
		t.Error("the item itself was redacted")
	}
}
