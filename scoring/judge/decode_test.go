package judge

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"shortlist/scoring"
)

const whole = `{"criteria":[{"id":"go_daily","quote":"Go for most of the day","verdict":"met"},{"id":"no_gambling","quote":"","verdict":"unknown"}],` +
	`"disqualifiers":[{"id":"language","quote":"fluent Norwegian"}],"evidence":["Go for most of the day"],"rationale":"Go, but Norwegian.","score":2}`

func TestDecodeWhole(t *testing.T) {
	t.Parallel()
	shuffled := `{"score":2,"rationale":"Go, but Norwegian.","evidence":["Go for most of the day"],"disqualifiers":[{"quote":"fluent Norwegian","id":"language"}],` +
		`"criteria":[{"verdict":"met","id":"go_daily","quote":"Go for most of the day"},{"id":"no_gambling","quote":"","verdict":"unknown"}]}`
	for _, text := range []string{whole, " \n" + whole + "\r\n\t", "```json\n" + whole + "\n```", "```\n" + whole + "```", "```JSON " + whole + " ```\n", shuffled} {
		v, err := Decode(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if v.Score != 2 || v.ScoreOnly || len(v.Criteria) != 2 || v.Criteria[0] != (scoring.Criterion{ID: "go_daily", Quote: "Go for most of the day", Verdict: scoring.MetYes}) ||
			!slices.Equal(v.Disqualifiers, []scoring.Disqualifier{{ID: "language", Quote: "fluent Norwegian"}}) || v.Rationale != "Go, but Norwegian." {
			t.Errorf("%s: read as %+v", text, v)
		}
	}
}

func TestDecodeScoreOnly(t *testing.T) {
	t.Parallel()
	v, err := Decode(`{"score": 10, "rationale": "All of it."}`)
	if err != nil || !v.ScoreOnly || v.Score != 10 || v.Rationale != "All of it." {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestDecodeRationaleLength(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		runes int
		only  bool
		want  scoring.Failure
		kept  int
	}{
		{200, false, "", 200}, {201, false, "", 200}, {1000, false, "", 200}, {1001, false, scoring.FailSchema, 0},
		{200, true, "", 200}, {201, true, scoring.FailSchema, 0},
	} {
		text := strings.Replace(reply(5), "Ferries, and Go.", strings.Repeat("ø", c.runes), 1)
		if c.only {
			text = `{"rationale":"` + strings.Repeat("ø", c.runes) + `","score":5}`
		}
		v, err := Decode(text)
		if got := failed(err); got != c.want {
			t.Errorf("%d runes, alone %v: %q", c.runes, c.only, got)
		}
		if n := utf8.RuneCountInString(v.Rationale); n != c.kept {
			t.Errorf("%d runes, alone %v: %d kept", c.runes, c.only, n)
		}
	}
}

// failed is the failure of an error, "" of none.
func failed(err error) scoring.Failure {
	if err == nil {
		return ""
	}
	return failureOf(err)
}

func TestDecodeRefusals(t *testing.T) {
	t.Parallel()
	with := func(old, new string) string { // the whole reply with one thing changed
		if !strings.Contains(whole, old) {
			t.Fatalf("%q is not in the reply", old)
		}
		return strings.Replace(whole, old, new, 1)
	}
	deep := strings.Repeat("[", 5000) + strings.Repeat("]", 5000)
	for _, c := range []struct {
		name, text string
		want       scoring.Failure
	}{
		{"nothing", "", scoring.FailEmpty},
		{"white space", " \n\t\r\n", scoring.FailEmpty},
		{"empty fence", "```\n```", scoring.FailMalformed},
		{"one fence and a half", "```json\n" + whole + "\n```\n```", scoring.FailMalformed},
		{"two fences", "```json\n" + whole + "\n```\n```json\n" + whole + "\n```", scoring.FailMalformed},
		{"a fence in a fence", "```\n```json\n" + whole + "\n```\n```", scoring.FailMalformed},
		{"an open fence", "```json\n" + whole, scoring.FailMalformed},
		{"prose before", "Here you are: " + whole, scoring.FailMalformed},
		{"prose after", whole + "\n\nHope this helps!", scoring.FailMalformed},
		{"prose and a fence", "Sure.\n```json\n" + whole + "\n```", scoring.FailMalformed},
		{"thinking before", "thought\n" + whole, scoring.FailMalformed},
		{"twice", whole + whole, scoring.FailMalformed},
		{"a list of one", "[" + whole + "]", scoring.FailMalformed},
		{"a number", "9", scoring.FailMalformed},
		{"a number in prose", "There are 5 reasons why this is a score of 9", scoring.FailMalformed},
		{"a form in prose", "Score: 8\nReasoning: fits", scoring.FailMalformed},
		{"a mark", "[[YES]]", scoring.FailMalformed},
		{"cut", whole[:len(whole)-10], scoring.FailMalformed},
		{"byte order mark", "\ufeff" + whole, scoring.FailMalformed},
		{"single quotes", `{'rationale': 'x', 'score': 8}`, scoring.FailMalformed},
		{"NaN", with(":2}", ":NaN}"), scoring.FailMalformed},
		{"leading zero", with(":2}", ":08}"), scoring.FailMalformed},
		{"plus", with(":2}", ":+8}"), scoring.FailMalformed},
		{"trailing comma", with(":2}", ":2,}"), scoring.FailMalformed},
		{"bad escape", with("fluent", `\d`), scoring.FailMalformed},
		{"not UTF-8", with("fluent", "fl\xffent"), scoring.FailMalformed},
		{"too long", with("fluent", strings.Repeat("fluent ", 20000)), scoring.FailMalformed},

		{"fraction", with(":2}", ":8.5}"), scoring.FailSchema},
		{"fraction of nothing", with(":2}", ":8.0}"), scoring.FailSchema},
		{"exponent", with(":2}", ":1e1}"), scoring.FailSchema},
		{"text", with(":2}", `:"8"}`), scoring.FailSchema},
		{"out of ten", with(":2}", `:"8/10"}`), scoring.FailSchema},
		{"zero", with(":2}", ":0}"), scoring.FailSchema},
		{"minus zero", with(":2}", ":-0}"), scoring.FailSchema},
		{"eleven", with(":2}", ":11}"), scoring.FailSchema},
		{"per cent", with(":2}", ":85}"), scoring.FailSchema},
		{"repeated digits", with(":2}", ":98989898989898989898989898}"), scoring.FailSchema},
		{"huge", with(":2}", ":9.2e+124}"), scoring.FailSchema},
		{"null score", with(":2}", ":null}"), scoring.FailSchema},
		{"a list as the score", with(":2}", ":[8]}"), scoring.FailSchema},
		{"an object as the score", with(":2}", `:{"score":8}}`), scoring.FailSchema},
		{"depth as the score", with(":2}", ":"+deep+"}"), scoring.FailSchema},
		{"score twice", with(":2}", ":2,\"score\":9}"), scoring.FailSchema},
		{"score twice alike", with(":2}", ":2,\"score\":2}"), scoring.FailSchema},
		{"score twice, no evidence", strings.Replace(with(":2}", ":2,\"score\":9}"), `"evidence":["Go for most of the day"],`, "", 1), scoring.FailSchema},
		{"escaped twice", with(":2}", ":2,\"scor\\u0065\":9}"), scoring.FailSchema},
		{"upper case", with(`"score"`, `"Score"`), scoring.FailSchema},
		{"long s", with(`"score"`, `"ſcore"`), scoring.FailSchema},
		{"translated", `{"bewertung":8,"begründung":"passt"}`, scoring.FailSchema},
		{"unknown key", with(`{"criteria"`, `{"band":"high","criteria"`), scoring.FailSchema},
		{"empty key", with(`{"criteria"`, `{"":1,"criteria"`), scoring.FailSchema},
		{"no key", "{}", scoring.FailSchema},
		{"no score", with(`,"score":2`, ""), scoring.FailSchema},
		{"no evidence", with(`"evidence":["Go for most of the day"],`, ""), scoring.FailSchema},
		{"score alone", `{"score":8}`, scoring.FailSchema},
		{"an error", `{"error":"I cannot evaluate this"}`, scoring.FailSchema},
		{"null criteria", `{"criteria":null,"disqualifiers":[],"evidence":[],"rationale":"x","score":5}`, scoring.FailSchema},
		{"criteria as an object", `{"criteria":{},"disqualifiers":[],"evidence":[],"rationale":"x","score":5}`, scoring.FailSchema},
		{"evidence as a text", with(`["Go for most of the day"],"rat`, `"Go","rat`), scoring.FailSchema},
		{"evidence of numbers", with(`["Go for most of the day"],"rat`, `[1],"rat`), scoring.FailSchema},
		{"empty rationale", with("Go, but Norwegian.", " \\n"), scoring.FailSchema},
		{"null rationale", `{"rationale":null,"score":5}`, scoring.FailSchema},
		{"unknown verdict", with(`"unknown"`, `"perhaps"`), scoring.FailSchema},
		{"verdict in capitals", with(`"unknown"`, `"MET"`), scoring.FailSchema},
		{"a criterion twice", with("no_gambling", "go_daily"), scoring.FailSchema},
		{"a criterion without id", with(`"id":"no_gambling",`, ""), scoring.FailSchema},
		{"a criterion with a score", with(`"id":"no_gambling",`, `"id":"no_gambling","score":3,`), scoring.FailSchema},
		{"an empty id", with("no_gambling", ""), scoring.FailSchema},
		{"an id of two lines", with("no_gambling", `no\ngambling`), scoring.FailSchema},
		{"a long id", with("no_gambling", strings.Repeat("x", 81)), scoring.FailSchema},
		{"a disqualifier as a text", with(`{"id":"language","quote":"fluent Norwegian"}`, `"language"`), scoring.FailSchema},
		{"NUL", with("fluent", `\u0000`), scoring.FailSchema},
		{"a long quote", with("fluent", strings.Repeat("x", 1001)), scoring.FailSchema},
		{"too many", with(`["Go for most of the day"]`, `["x"`+strings.Repeat(`,"x"`, 50)+`]`), scoring.FailSchema},

		{"declined", "I'm sorry, but I can’t help with evaluating this advert.", scoring.FailRefused},
		{"cannot", "I cannot evaluate this.", scoring.FailRefused},
		{"declined in German", "Es tut mir leid, das darf ich nicht bewerten.", scoring.FailRefused},
		{"declined in a fence", "```\nI cannot evaluate this.\n```", scoring.FailRefused},
		{"declined and yet", `I cannot be sure: {"score": 9}`, scoring.FailMalformed},
	} {
		v, err := Decode(c.text)
		if got := failed(err); got != c.want {
			t.Errorf("%s: %q (%v), want %q", c.name, got, err, c.want)
		}
		var typed *scoring.JudgeError
		if err != nil && !errors.As(err, &typed) {
			t.Errorf("%s: %T", c.name, err)
		}
		if err != nil && v.Score != 0 {
			t.Errorf("%s: a failure with the score %d", c.name, v.Score)
		}
	}
}

// TestSchemaAndDecoderAgree sends replies made from the schema through the decoder, and holds the schema's keys in the
// order that puts evidence before the number.
func TestSchemaAndDecoderAgree(t *testing.T) {
	t.Parallel()
	type node struct {
		Type       string
		Properties map[string]node
		Required   []string
		Items      *node
		Enum       []string
		Additional *bool `json:"additionalProperties"`
		Minimum    int
	}
	var root node
	if err := json.Unmarshal(Schema(), &root); err != nil {
		t.Fatal(err)
	}
	var build func(n node, skip string) any
	build = func(n node, skip string) any {
		switch n.Type {
		case "object":
			if !slices.IsSorted(n.Required) || len(n.Required) != len(n.Properties) || n.Additional == nil || *n.Additional {
				t.Errorf("keys %v: want all of them, in order and no others", n.Required)
			}
			o := map[string]any{}
			for key, child := range n.Properties {
				if key != skip {
					o[key] = build(child, skip)
				}
			}
			return o
		case "array":
			return []any{build(*n.Items, skip)}
		case "string":
			return append(n.Enum, "words")[0]
		case "integer":
			return n.Minimum
		}
		t.Fatalf("type %q", n.Type)
		return nil
	}
	for _, skip := range append(root.Required, "", "id", "quote", "verdict") {
		raw, err := json.Marshal(build(root, skip))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Decode(string(raw)); (err == nil) != (skip == "") {
			t.Errorf("without %q: %v", skip, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{whole, reply(7, "x"), `{"score":5,"rationale":"x"}`, "```json\n" + whole + "\n```", `{"score":8}{"score":1}`,
		`{"score":1e1,"rationale":"x"}`, `{"rationale":"\ud800","score":5}`, "I cannot", "{", `{"score":[[[[`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := Decode(text)
		if err != nil {
			var failed *scoring.JudgeError
			if !errors.As(err, &failed) || v.Score != 0 {
				t.Fatalf("%T with score %d", err, v.Score)
			}
			return
		}
		if v.Score < 1 || v.Score > 10 || v.Rationale == "" || utf8.RuneCountInString(v.Rationale) > 200 || v.ScoreOnly == (v.Criteria != nil) {
			t.Fatalf("%q was read as %+v", text, v)
		}
		// What was read can be written and read again.
		again := map[string]any{"rationale": v.Rationale, "score": v.Score}
		if !v.ScoreOnly {
			again["criteria"], again["disqualifiers"], again["evidence"] = v.Criteria, v.Disqualifiers, v.Evidence
		}
		raw, err := json.Marshal(again)
		if err != nil {
			t.Fatal(err)
		}
		if w, err := Decode(string(raw)); err != nil || w.Score != v.Score || w.Rationale != v.Rationale {
			t.Fatalf("%s: %v", raw, err)
		}
	})
}
