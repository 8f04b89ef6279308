package output

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"shortlist/guardrail"
	"shortlist/guardrail/review"
	"shortlist/scoring"
	"shortlist/scoring/pay"
	"shortlist/scoring/place"
	"shortlist/worker/store"
)

// Reviews writes questions in a line each.
func Reviews(w io.Writer, items []review.Item, total int, asJSON bool) error {
	if asJSON {
		lines := make([]review.Line, 0, len(items))
		for _, it := range items {
			lines = append(lines, it.Line())
		}
		return JSON(w, lines)
	}
	if len(items) == 0 {
		_, err := fmt.Fprintln(w, "Nothing waits.")
		return err
	}
	rows := [][]string{{"ID", "PROFILE", "SCORE", "TITLE", "COMPANY", "STATE", "WHY", "ASKED"}}
	for _, it := range items {
		l := it.Line()
		score := "–"
		switch {
		case l.Score != nil:
			score = fmt.Sprint(*l.Score)
		case it.Blind():
			score = "hidden"
		}
		rows = append(rows, []string{it.ID, it.Profile, score, short(it.Title, 48), short(it.Company, 24), standing(it), reasons(it.Reasons), ago(it.CreatedAt, time.Now())})
	}
	if err := table(w, rows); err != nil {
		return err
	}
	if total > len(items) {
		_, err := fmt.Fprintf(w, "%d more; --limit shows more of them\n", total-len(items))
		return err
	}
	return nil
}

func standing(it review.Item) string {
	if it.State == review.Decided {
		return it.Decision.String()
	}
	return string(it.State)
}

func reasons(rs []guardrail.Reason) string {
	out := make([]string, 0, len(rs))
	for _, r := range rs {
		out = append(out, string(r))
	}
	return strings.Join(out, ", ")
}

func short(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// Review writes one question with the advert and all that was said of it.
func Review(w io.Writer, it review.Item, asJSON bool) error {
	it = it.Shown()
	if asJSON {
		return JSON(w, map[string]any{"item": it.Line(), "why": guardrail.Question(it.Reasons), "listing": it.Snapshot.Listing, "gates": it.Snapshot.Gates, "verdict": it.Snapshot.Verdict})
	}
	var b strings.Builder
	l := it.Snapshot.Listing
	fmt.Fprintf(&b, "%s\n%s\n", it.Title, strings.Join(said(it.Company, place.Format(l.Place), pay.Format(l.Pay), l.URL), " · "))
	fmt.Fprintf(&b, "\n%s of %s, %s: %s\n", it.ID, it.Profile, standing(it), guardrail.Question(it.Reasons))
	for _, g := range it.Snapshot.Gates {
		if g.Fired {
			fmt.Fprintf(&b, "Gate %s holds it at %d: “%s”\n", g.Name, g.Cap, g.Quote)
		}
	}
	verdict(&b, it.Snapshot.Verdict, it.Blind())
	fmt.Fprintf(&b, "\n%s\n", l.Text)
	_, err := io.WriteString(w, b.String())
	return err
}

func said(parts ...string) (out []string) {
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}

func verdict(b *strings.Builder, v *scoring.Verdict, blind bool) {
	switch {
	case v == nil:
		b.WriteString("The judge gave no usable answer.\n")
		return
	case blind:
		b.WriteString("What the judge said is shown once you have decided.\n")
		return
	}
	fmt.Fprintf(b, "%s gave %d: %s\n", v.ModelServed, v.Score, v.Rationale)
	for _, c := range v.Criteria {
		fmt.Fprintf(b, "  %s: %s%s\n", c.ID, c.Verdict, quoted(c.Quote))
	}
	for _, d := range v.Disqualifiers {
		fmt.Fprintf(b, "  rules it out, %s%s\n", d.ID, quoted(d.Quote))
	}
}

func quoted(s string) string {
	if s == "" {
		return ""
	}
	return ": “" + s + "”"
}

// Answers writes what became of each item of a decision. Its error is that some were not decided.
func Answers(w io.Writer, ids []string, answers []store.Answer, asJSON bool) error {
	type answer struct {
		ID      string       `json:"id"`
		Item    *review.Line `json:"item"`
		Changed bool         `json:"changed"`
		Error   string       `json:"error,omitempty"`
	}
	var errs []error
	out := make([]answer, len(ids))
	var b strings.Builder
	for i, a := range answers {
		out[i] = answer{ID: ids[i], Changed: a.Changed}
		if a.Item.ID != "" {
			line := a.Item.Line()
			out[i].Item = &line
		}
		switch {
		case a.Err != nil:
			out[i].Error = a.Err.Error()
			errs = append(errs, fmt.Errorf("%s: %w", ids[i], a.Err))
		default:
			fmt.Fprintf(&b, "%s: %s, %s\n", ids[i], a.Item.Title, a.Item.Decision)
		}
	}
	if asJSON {
		return errors.Join(append([]error{JSON(w, out)}, errs...)...)
	}
	_, err := io.WriteString(w, b.String())
	return errors.Join(append([]error{err}, errs...)...)
}

// Undone writes the item that is open again.
func Undone(w io.Writer, it review.Item, asJSON bool) error {
	if asJSON {
		return JSON(w, it.Line())
	}
	_, err := fmt.Fprintf(w, "%s: %s is open again\n", it.ID, it.Title)
	return err
}

// Agreement writes how well judge and people agree.
func Agreement(w io.Writer, all []review.Agreement, asJSON bool) error {
	if asJSON {
		return JSON(w, all)
	}
	if len(all) == 0 {
		_, err := fmt.Fprintln(w, "Nothing was decided yet, so there is nothing to compare.")
		return err
	}
	rows := [][]string{{"MODEL", "RUBRIC", "OF", "DECISIONS", "AGREE", "KAPPA", "OVERRIDE", "PASS RATE", ""}}
	for _, a := range all {
		for _, part := range []struct {
			name string
			m    review.Measure
		}{{"all", a.All}, {"doubtful", a.Doubtful}, {"audits", a.Audits}} {
			kappa := "–"
			if part.m.Kappa != nil {
				kappa = share(*part.m.Kappa)
			}
			rows = append(rows, []string{a.Model, short(a.Rubric, 9), part.name, fmt.Sprint(part.m.N), share(part.m.Raw), kappa, share(part.m.Override), fmt.Sprintf("%.2f", part.m.Base), string(part.m.Verdict)})
		}
	}
	return table(w, rows)
}

func share(e review.Estimate) string {
	return fmt.Sprintf("%.2f (%.2f–%.2f)", e.Value, e.Low, e.High)
}
