package demo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"shortlist/scoring"
	"shortlist/scoring/judge/replay"
)

// verdictModel is the model that the recorded replies are said to come from, as the mail names it.
const verdictModel = "recorded replies"

// recorded is what the judge said of a role, an entry of data/verdicts.yaml.
type recorded struct {
	Role          string                 `yaml:"role"` // a role's id
	Criteria      []scoring.Criterion    `yaml:"criteria"`
	Disqualifiers []scoring.Disqualifier `yaml:"disqualifiers"`
	Evidence      []string               `yaml:"evidence"`
	Rationale     string                 `yaml:"rationale"`
	Scores        []int                  `yaml:"scores"` // one a sample
}

// reply is what a model writes: its five keys in their order.
type reply struct {
	Criteria      []scoring.Criterion    `json:"criteria"`
	Disqualifiers []scoring.Disqualifier `json:"disqualifiers"`
	Evidence      []string               `json:"evidence"`
	Rationale     string                 `json:"rationale"`
	Score         int                    `json:"score"`
}

// WriteVerdicts writes the recorded replies of the judge about the sample listings that ada may come to see, as JSON lines
// for scoring/judge/replay. A board may name its listings by their addresses, so baseURL is that of Boards.
func WriteVerdicts(w io.Writer, baseURL string) error {
	feeds, err := loadFeeds(time.Now())
	if err != nil {
		return err
	}
	all, err := loadVerdicts()
	if err != nil {
		return err
	}
	byRole := make(map[string]recorded, len(all))
	for _, v := range all {
		if v.Role == "" || len(v.Scores) == 0 || byRole[v.Role].Role != "" {
			return fmt.Errorf("demo: verdicts.yaml: %q lacks a role or scores, or stands twice", v.Role)
		}
		byRole[v.Role] = v
	}
	out, baseURL := json.NewEncoder(w), strings.TrimSuffix(baseURL, "/")
	for _, board := range [...]string{remoteOK, himalayas, remotive, jobicy} {
		for _, l := range feeds[board] {
			if err := byRole[l.role.ID].write(out, l.ref(baseURL)); err != nil {
				return fmt.Errorf("demo: %w", err)
			}
		}
	}
	return nil
}

func loadVerdicts() (all []recorded, err error) { return all, readYAML("data/verdicts.yaml", &all) }

// write writes a record for each sample.
func (v recorded) write(out *json.Encoder, listing scoring.Ref) error {
	for sample, score := range v.Scores {
		text, err := v.reply(score)
		if err == nil {
			err = out.Encode(replay.Record{Listing: listing.String(), Sample: sample, Reply: text, Model: verdictModel})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (v recorded) reply(score int) (string, error) {
	r := reply{Criteria: v.Criteria, Disqualifiers: v.Disqualifiers, Evidence: v.Evidence, Rationale: v.Rationale, Score: score}
	if r.Disqualifiers == nil {
		r.Disqualifiers = []scoring.Disqualifier{}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(r)
	return strings.TrimSpace(b.String()), err
}

// ref is what a reader of the listing's board takes for its id.
func (l *listing) ref(baseURL string) scoring.Ref {
	id := strconv.Itoa(l.num)
	if l.Board == himalayas {
		id = baseURL + l.path
	}
	return scoring.Ref{Board: l.Board, ID: id}
}
