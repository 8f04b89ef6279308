package demo

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"shortlist/scoring"
	"shortlist/scoring/judge"
	"shortlist/scoring/judge/replay"
)

// TestVerdictsAreReplies: every record holds a reply that the judge takes as it is, for a listing that a board serves.
func TestVerdictsAreReplies(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := WriteVerdicts(&b, testBase+"/"); err != nil {
		t.Fatal(err)
	}
	h := newHandler(t)
	served := map[string]bool{}
	for _, j := range remoteOKJobs(t, h) {
		served["remoteok:"+j.ID] = true
	}
	for _, j := range himalayasJobs(t, h) {
		served["himalayas:"+j.GUID] = true
	}
	for _, l := range append(slices.Clone(testFeed(t, remotive)), testFeed(t, jobicy)...) {
		served[l.ref(testBase).String()] = true
	}
	listings := map[string]bool{}
	for line := range strings.Lines(b.String()) {
		var r replay.Record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		listings[r.Listing] = true
		if !served[r.Listing] {
			t.Errorf("no board serves %s", r.Listing)
		}
		v, err := judge.Decode(r.Reply)
		if err != nil || v.ScoreOnly || len(v.Evidence) == 0 || strings.HasSuffix(v.Rationale, "…") {
			t.Errorf("%s: %v in %s", r.Listing, err, r.Reply)
		}
		for _, p := range []string{`{"criteria":[`, `],"disqualifiers":[`, `],"evidence":[`, `],"rationale":"`, `","score":`} {
			if strings.Count(r.Reply, p) != 1 {
				t.Errorf("%s: the reply lacks %s: %s", r.Listing, p, r.Reply)
			}
		}
	}
	if len(listings) < 30 {
		t.Errorf("replies for %d listings", len(listings))
	}
}

func testFeed(t *testing.T, board string) feed {
	t.Helper()
	feeds, err := loadFeeds(testNow)
	if err != nil {
		t.Fatal(err)
	}
	return feeds[board]
}

// TestVerdictsFollowTheRules that the judge's prompt gives.
func TestVerdictsFollowTheRules(t *testing.T) {
	t.Parallel()
	all, err := loadVerdicts()
	if err != nil {
		t.Fatal(err)
	}
	roles := map[string]bool{}
	for _, rows := range [...]feed{testFeed(t, remoteOK), testFeed(t, himalayas), testFeed(t, remotive), testFeed(t, jobicy)} {
		for _, l := range rows {
			roles[l.role.ID] = true
		}
	}
	want := []string{"small_team", "explainable_product", "go_most_of_the_day", "say_in_how_things_run", "written_decisions"}
	for _, v := range all {
		if !roles[v.Role] {
			t.Errorf("there is no role %q", v.Role)
		}
		var ids []string
		quotes := slices.Clone(v.Evidence)
		for _, c := range v.Criteria {
			ids, quotes = append(ids, c.ID), append(quotes, c.Quote)
			if c.Verdict == scoring.MetYes && c.Quote == "" {
				t.Errorf("%s: nothing bears out %s", v.Role, c.ID)
			}
		}
		for _, d := range v.Disqualifiers {
			quotes = append(quotes, d.Quote)
		}
		if !slices.Equal(ids, want) || len(v.Evidence) > 5 {
			t.Errorf("%s: criteria %v, %d quotes as evidence", v.Role, ids, len(v.Evidence))
		}
		for _, q := range quotes {
			if len(strings.Fields(q)) > 25 {
				t.Errorf("%s: more than 25 words: %s", v.Role, q)
			}
		}
		if len(v.Scores) != 1 && len(v.Scores) != 3 {
			t.Errorf("%s: %d samples", v.Role, len(v.Scores))
		}
	}
}
