package main_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"shortlist/digest/mail/mailtest"
	"shortlist/scoring"
	"shortlist/scoring/judge/modeltest"
)

const modelKey = "AIzaSy-not-a-real-key-0123456789"

// judgedReply is what a good model would say of most of the samples.
func judgedReply(r modeltest.Request) modeltest.Step {
	return modeltest.Step{
		Text:   `{"criteria": [], "disqualifiers": [], "evidence": [], "rationale": "Backend work in a small team, remote.", "score": 9}`,
		Tokens: scoring.Tokens{Prompt: len(r.User) / 4, Output: 30, Thinking: 12},
	}
}

// judgedHost has a judge of the provider's kind.
func judgedHost(t *testing.T, provider string, s *modeltest.Server) *host {
	t.Helper()
	h := newHost(t, "sqlite:shortlist.db", mailtest.Script{})
	base, model := s.URL, "gemini-3.5-flash-lite"
	if provider == "openai" {
		base, model = s.URL+"/v1", "some-model"
	}
	h.write("model.key", modelKey+"\n")
	h.write("shortlist.yaml", h.read("shortlist.yaml")+"judge: {provider: "+provider+", model: "+model+", base_url: \""+base+"\", key_file: model.key}\n")
	return h
}

// TestJudgedDigest: the real program with a model's server in front of it, over both protocols. The mail has scores with
// their reasons, verdicts are paid for once, and the key is in nothing that is written.
func TestJudgedDigest(t *testing.T) {
	t.Parallel()
	for _, provider := range []string{"gemini", "openai"} {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			s := modeltest.Serve(t, modeltest.Options{Numbers: true, Answer: judgedReply})
			h := judgedHost(t, provider, s)
			dry := h.run("run", "ada", "--dry-run", "--json")
			asked := len(s.Requests())
			sent := h.run("run", "ada", "--json")
			if dry.code != 0 || sent.code != 0 || len(h.smtp.Messages()) != 1 {
				t.Fatalf("%+v\n%+v", dry, sent)
			}
			if mail := textPart(t, h.smtp.Messages()[0]); !strings.Contains(mail, "9 of 10 · Backend work in a small team, remote.") {
				t.Errorf("no score with its reason:\n%s", mail)
			}
			for _, r := range s.Requests()[asked:] {
				if strings.Contains(r.User, "<advert-") {
					t.Errorf("paid again for a stored verdict: %.200s", r.User)
				}
			}
			var found []struct{ ID string }
			if a := h.run("search", "golang backend", "--json"); json.Unmarshal([]byte(a.out), &found) != nil || len(found) == 0 {
				t.Fatalf("%+v", a)
			}
			var why answer
			for _, f := range found { // the first that no gate closes
				if why = h.run("why", f.ID, "--profile", "ada"); strings.Contains(why.out, "tokens in") && strings.Contains(why.out, "you had it already") {
					break
				}
			}
			if why.code != 0 || !strings.Contains(why.out, "9 from ") || !strings.Contains(why.out, "you had it already") {
				t.Errorf("%+v", why)
			}
			for _, said := range []string{dry.out, dry.errout, sent.out, sent.errout, why.out, why.errout, h.smtp.Messages()[0], h.run("check-config").out} {
				if strings.Contains(said, modelKey) {
					t.Errorf("the key was told: %.300s", said)
				}
			}
			files, err := filepath.Glob(filepath.Join(h.dir, "shortlist.db*"))
			if err != nil || len(files) == 0 {
				t.Fatal(err)
			}
			for _, f := range files {
				if b, err := os.ReadFile(f); err != nil || strings.Contains(string(b), modelKey) {
					t.Errorf("%s holds the key, or %v", f, err)
				}
			}
		})
	}
}

// TestARetiredModelIsAMistake: it is named, before anything is judged or sent.
func TestARetiredModelIsAMistake(t *testing.T) {
	t.Parallel()
	s := modeltest.Serve(t, modeltest.Options{Models: []string{"another"}})
	h := judgedHost(t, "gemini", s)
	for _, args := range [][]string{{"run", "ada"}, {"serve"}} {
		a := sh(t, h.dir, []string{"SHORTLIST_WEB_LISTEN=127.0.0.1:0"}, args...)
		if a.code != 2 || !strings.Contains(a.errout, "gemini-3.5-flash-lite") || strings.Contains(a.errout, modelKey) {
			t.Errorf("%v: %+v", args, a)
		}
	}
	if len(h.smtp.Messages()) != 0 {
		t.Error("something was sent")
	}
	h.write("shortlist.yaml", strings.Replace(h.read("shortlist.yaml"), "gemini-3.5-flash-lite", "gemini-2.5-flash", 1))
	if a := h.run("run", "ada"); a.code != 2 && a.code != 0 || a.code == 2 && !strings.Contains(a.errout, "gemini-2.5-flash") {
		t.Errorf("%+v", a) // refused from the day of its retirement on
	}
}

// TestAJudgeThatIsAwayLosesNothing: the digest says what waits, and what it cannot judge is in none.
func TestAJudgeThatIsAwayLosesNothing(t *testing.T) {
	t.Parallel()
	s := modeltest.Serve(t, modeltest.Options{Answer: func(modeltest.Request) modeltest.Step { return modeltest.Step{Refuse: scoring.FailQuotaDay, Wait: -1} }})
	h := judgedHost(t, "gemini", s)
	a := h.run("run", "ada", "--json")
	var got struct {
		Outcome        string
		Picks, Waiting int
	}
	if err := json.Unmarshal([]byte(a.out), &got); err != nil || a.code != 0 || got.Picks != 0 || got.Waiting == 0 || got.Outcome != "sent" || !strings.Contains(textPart(t, h.smtp.Messages()[0]), "could not be judged yet") {
		t.Errorf("%+v %v", a, err)
	}
}
