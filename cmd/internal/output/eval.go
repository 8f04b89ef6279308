package output

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"shortlist/guardrail"
	"shortlist/guardrail/eval"
	"shortlist/guardrail/hostile"
	"shortlist/scoring/gate"
)

// Relevance writes how well searches rank, a line a query and the means.
func Relevance(w io.Writer, r eval.Relevance, k int, asJSON bool) error {
	if asJSON {
		return JSON(w, r)
	}
	rows := [][]string{{"ID", "QUERY", fmt.Sprintf("P@%d", k), fmt.Sprintf("R2@%d", k), fmt.Sprintf("nDCG@%d", k), "RETURNED", "UNGRADED"}}
	for _, q := range r.Queries {
		recall := "–"
		if q.R2 != nil {
			recall = fmt.Sprintf("%.2f", *q.R2)
		}
		rows = append(rows, []string{q.ID, q.Query, fmt.Sprintf("%.2f", q.P), recall, fmt.Sprintf("%.2f", q.NDCG), fmt.Sprint(len(q.Ranking)), fmt.Sprint(q.Ungraded)})
	}
	rows = append(rows, []string{"mean", "", fmt.Sprintf("%.3f", r.P), fmt.Sprintf("%.3f", r.R2), fmt.Sprintf("%.3f", r.NDCG), "", fmt.Sprint(r.Ungraded)})
	return table(w, rows)
}

// Filter writes how the exclusions did on the frozen set.
func Filter(w io.Writer, f eval.Filter, asJSON bool) error {
	if asJSON {
		return JSON(w, f)
	}
	rows := [][]string{{"CASE", "", "WHAT IT HOLDS"}}
	for _, c := range f.Cases {
		said := "ok"
		if !c.OK {
			said = "CHANGED"
		}
		rows = append(rows, []string{c.ID, said, c.Why + differences(c)})
	}
	if err := table(w, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%d of %d as written down\n", f.Right, f.Right+f.Wrong)
	return err
}

func differences(c eval.FilterCase) string {
	var out strings.Builder
	if len(c.Extra) > 0 {
		out.WriteString("; survived and should not: " + strings.Join(c.Extra, ", "))
	}
	if len(c.Missing) > 0 {
		out.WriteString("; should have survived: " + strings.Join(c.Missing, ", "))
	}
	return out.String()
}

// Clauses writes how well the gates read, a line a class, and the items that they read wrongly.
func Clauses(w io.Writer, r gate.Report, asJSON bool) error {
	if asJSON {
		return JSON(w, r)
	}
	rows := [][]string{{"CLASS", "TP", "FP", "FN", "TN", "PRECISION", "RECALL"}}
	for _, class := range slices.Sorted(maps.Keys(r.Classes)) {
		t := r.Classes[class]
		rows = append(rows, []string{class, fmt.Sprint(t.TP), fmt.Sprint(t.FP), fmt.Sprint(t.FN), fmt.Sprint(t.TN), fmt.Sprintf("%.3f", t.Precision), fmt.Sprintf("%.3f", t.Recall)})
	}
	if err := table(w, rows); err != nil {
		return err
	}
	for _, it := range r.Items {
		if wrong := it.Label == gate.LabelHit && it.Got != gate.Fired || it.Label == gate.LabelNearMiss && it.Got == gate.Fired; wrong {
			if _, err := fmt.Fprintf(w, "%s: labelled %s, the gate says %s\n", it.ID, it.Label, it.Got); err != nil {
				return err
			}
		}
	}
	return nil
}

// Hostile writes what the detector flags, by source.
func Hostile(w io.Writer, r hostile.Report, asJSON bool) error {
	if asJSON {
		return JSON(w, r)
	}
	rows := [][]string{{"SOURCE", "TEXTS", "FLAGGED"}}
	for _, source := range slices.Sorted(maps.Keys(r.Sources)) {
		rate := r.Sources[source]
		rows = append(rows, []string{source, fmt.Sprint(rate.Cases), fmt.Sprint(rate.Flagged)})
	}
	if err := table(w, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "recall %.3f of %d attacks, false positive rate %.4f of %d harmless texts\n", r.Recall, r.Attacks, r.FalsePositiveRate, r.Benign)
	return err
}

// Guardrail writes how well contradictions are found, and the items that differ.
func Guardrail(w io.Writer, r guardrail.Report, asJSON bool) error {
	if asJSON {
		return JSON(w, r)
	}
	for _, it := range r.Items {
		if slices.Equal(it.Expect, it.Got) {
			continue
		}
		if _, err := fmt.Fprintf(w, "%s: expected %v, got %v\n", it.ID, it.Expect, it.Got); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "contradictions: precision %.3f, recall %.3f; the borderline band is exact: %v; %d verdicts\n", r.Precision, r.Recall, r.Borderline, len(r.Items))
	return err
}
