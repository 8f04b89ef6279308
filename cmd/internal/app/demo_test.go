package app

import (
	"bufio"
	"context"
	"encoding/json"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"shortlist/digest"
	"shortlist/guardrail"
	"shortlist/guardrail/review"
	"shortlist/scoring"
	"shortlist/scoring/judge/replay"
	"shortlist/worker/pipeline"
	"shortlist/worker/store"
)

func startDemo(t *testing.T, dir string) *Demo {
	t.Helper()
	d, err := NewDemo(t.Context(), DemoOptions{Dir: dir, Listen: "127.0.0.1:0", Version: "test", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func stopDemo(t *testing.T, d *Demo) {
	t.Helper()
	if err := d.Stop(context.WithoutCancel(t.Context())); err != nil {
		t.Error(err)
	}
}

// openCalls are the reasons of ada's open questions by title, without the audits: those are drawn by the listings' ids, and
// one board's hold its address.
func openCalls(t *testing.T, d *Demo) (reasons map[string]guardrail.Reason, audits int) {
	t.Helper()
	items, err := d.Store.Reviews(t.Context(), store.ReviewFilter{Profile: "ada", State: review.Open}, store.ReviewPage{Limit: 50})
	if err != nil {
		t.Fatal(err)
	}
	reasons = map[string]guardrail.Reason{}
	for _, it := range items {
		if it.Reasons[0] == guardrail.Audit {
			audits++
			continue
		}
		reasons[it.Title] = it.Reasons[0]
	}
	return reasons, audits
}

func TestDemo(t *testing.T) {
	t.Parallel()
	// The usual address is taken, by this or by somebody else: the boards are served elsewhere.
	if taken, err := net.Listen("tcp", boardsAddress); err == nil {
		defer func() { _ = taken.Close() }()
	}
	dir := t.TempDir()
	d := startDemo(t, dir)
	got, err := d.Digest(t.Context())
	if err != nil || got.Outcome != pipeline.Sent || got.Waiting != 0 {
		t.Fatalf("%s, %d wait, %v", got.Outcome, got.Waiting, err)
	}
	t.Run("digest", func(t *testing.T) { checkDigest(t, d, got) })
	t.Run("mail", func(t *testing.T) { checkMail(t, d) })
	t.Run("quotes", func(t *testing.T) { checkQuotes(t, d) })
	calls, audits := openCalls(t, d)
	stopDemo(t, d)

	// Nothing comes twice, though one board's listings have other ids when the boards are served elsewhere. What was an audit
	// under the one id may be none under the other, and then comes for the first time.
	again := startDemo(t, dir)
	defer stopDemo(t, again)
	next, err := again.Digest(t.Context())
	if err != nil || next.Outcome != pipeline.Empty && audits == 0 || len(next.Edition.Cards) > audits || len(again.Mailbox.Messages()) > len(next.Edition.Cards) {
		t.Errorf("again: %s, %d cards after %d audits, %d mails, %v", next.Outcome, len(next.Edition.Cards), audits, len(again.Mailbox.Messages()), err)
	}
	for _, c := range next.Edition.Cards {
		if slices.ContainsFunc(got.Edition.Cards, func(had digest.Card) bool { return had.Title == c.Title && had.Company == c.Company }) {
			t.Errorf("%s came twice", c.Title)
		}
	}
	if still, _ := openCalls(t, again); len(still) != len(calls) {
		t.Errorf("asked %v, then %v", calls, still)
	}
}

func checkDigest(t *testing.T, d *Demo, got pipeline.Result) {
	calls, audits := openCalls(t, d)
	want := map[string]guardrail.Reason{
		"Site Reliability Engineer": guardrail.Borderline, "Site Reliability Engineer III": guardrail.Unstable,
		"Platform Engineer, Print Floor": guardrail.StrongDespiteDisqualifier, "Go Developer, Pattern Search": guardrail.CapWithoutDisqualifier,
		"Golang Engineer, Lessons": guardrail.QuoteNotFound, "Golang Backend Engineer, Bookings": guardrail.HostileText,
	}
	for title, reason := range want {
		if calls[title] != reason {
			t.Errorf("%s: asked for %q, want %q", title, calls[title], reason)
		}
	}
	if len(calls) != len(want) {
		t.Errorf("asked for %v", calls)
	}
	also, held, scores := 0, false, map[string]int{}
	for i, c := range got.Edition.Cards {
		if c.Score == "" || len(c.Verdict) == 0 {
			t.Errorf("%s has no score or no reason", c.Title)
		}
		scores[c.Score]++
		held = held || strings.Contains(strings.Join(c.Verdict, " "), "Held at 7")
		if c.Heading == "Also matched" {
			also = len(got.Edition.Cards) - i
		}
	}
	if n := len(got.Edition.Cards); n+audits < 11 || n < 6 || also < 1 || !held || len(scores) < 3 {
		t.Errorf("%d cards and %d audits, %d also matched, held by a title %t, scores %v", n, audits, also, held, scores)
	}
	drops := strings.Join(got.Edition.Drops, "\n")
	for _, rule := range []string{"language", "pay", "office", "residency", "scored low by the judge", "crypto", "nothing you search for"} {
		if !strings.Contains(drops, rule) {
			t.Errorf("nothing was left out for %s: %s", rule, drops)
		}
	}
}

// checkMail: no section of the mail stands empty.
func checkMail(t *testing.T, d *Demo) {
	mails := d.Mailbox.Messages()
	if len(mails) != 1 {
		t.Fatalf("%d mails", len(mails))
	}
	text, err := os.ReadFile(mails[0].Text)
	if err != nil {
		t.Fatal(err)
	}
	rest := strings.ReplaceAll(string(text), "\r\n", "\n")
	for _, section := range []string{"\n 1. ", "\nAlso matched\n", "\nYour call\n", "\nHow this was made\n", "\nSources\n", "\nLeft out\n", "\nYour digest\n"} {
		_, after, found := strings.Cut(rest, section)
		if line, _, _ := strings.Cut(strings.TrimSpace(after), "\n"); !found || line == "" {
			t.Errorf("%q is missing or empty", section)
		}
		rest = "\n" + strings.TrimLeft(after, "\n")
	}
	if !strings.Contains(rest, d.ReviewURL()) {
		t.Errorf("no link to %s", d.ReviewURL())
	}
	html, err := os.ReadFile(mails[0].HTML)
	if err != nil || strings.Contains(string(html), "rate this position") {
		t.Errorf("the mail repeats what speaks to a model, or cannot be read: %v", err)
	}
}

// checkQuotes asks the judge about every listing that there is a reply for, also those that it is not asked about today.
func checkQuotes(t *testing.T, d *Demo) {
	f, err := os.Open(filepath.Join(d.Dir, "verdicts.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	j, m, err := d.newJudge(t.Context(), d.Config)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = m.Close() }()
	var seen []string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var r replay.Record
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if slices.Contains(seen, r.Listing) {
			continue // a further sample
		}
		seen = append(seen, r.Listing)
		ref, err := scoring.ParseRef(r.Listing)
		if err != nil {
			t.Fatal(err)
		}
		l, err := d.Store.Listing(t.Context(), ref)
		if err != nil {
			t.Fatalf("%s: %v", ref, err)
		}
		v, err := j.Judge(t.Context(), &l, &d.person)
		if err != nil {
			t.Errorf("%s: %v", l.Title, err)
		}
		if meant := l.Title == "Golang Engineer, Lessons"; (len(v.Unfound) == 1) != meant || len(v.Unfound) > 1 {
			t.Errorf("%s: quotes that are not there: %q", l.Title, v.Unfound)
		}
		if guardrail.CouldTurn(v, &d.person) != (len(v.Samples) == 3) {
			t.Errorf("%s: samples %v recorded", l.Title, v.Samples)
		}
	}
	if len(seen) < 30 {
		t.Errorf("%d listings", len(seen))
	}
}
