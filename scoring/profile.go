package scoring

import "time"

// Profile is one person: where the mail goes and when, what is searched, and what disqualifies.
type Profile struct {
	Name           string         `yaml:"name" json:"name"`   // [a-z0-9-]{1,40}
	Email          string         `yaml:"email" json:"email"` //
	Timezone       string         `yaml:"timezone" json:"timezone"`
	Schedule       []string       `yaml:"schedule" json:"schedule"` // cron, five fields, in Timezone
	Queries        []string       `yaml:"queries" json:"queries"`
	Exclude        []string       `yaml:"exclude" json:"exclude,omitempty"`
	BlockCompanies []string       `yaml:"block_companies" json:"block_companies,omitempty"`
	About          About          `yaml:"about" json:"about"`
	Caps           map[string]int `yaml:"caps" json:"caps,omitempty"` // gate → the highest score it leaves
	TitleCaps      []TitleCap     `yaml:"title_caps" json:"title_caps,omitempty"`
	Rubric         string         `yaml:"rubric" json:"rubric,omitempty"`
	RubricFile     string         `yaml:"rubric_file" json:"-"`
	Thresholds     Thresholds     `yaml:"thresholds" json:"thresholds"`
	Limits         Limits         `yaml:"limits" json:"limits"`
	PauseUntil     string         `yaml:"pause_until" json:"pause_until,omitempty"` // a date, 2006-01-02, in Timezone
	SendEmpty      *bool          `yaml:"send_empty" json:"send_empty,omitempty"`   // nil: as mail.send_empty says
}

// About holds the facts that the gates use. A fact left out leaves its gate silent; an empty list is a fact: none.
type About struct {
	Languages []string  `yaml:"languages" json:"languages,omitzero"` // ISO 639-1
	Home      Home      `yaml:"home" json:"home"`
	WorkFrom  []string  `yaml:"work_from" json:"work_from,omitzero"` // regions or ISO countries a remote job may be done from
	Markets   []string  `yaml:"markets" json:"markets,omitzero"`     // territories a title may name
	PayFloor  *PayFloor `yaml:"pay_floor" json:"pay_floor,omitempty"`
	Levels    []string  `yaml:"levels" json:"levels,omitzero"`
	Clearance *bool     `yaml:"clearance" json:"clearance,omitempty"`
}

// Home is where the person lives.
type Home struct {
	City    string `yaml:"city" json:"city,omitempty"`
	Country string `yaml:"country" json:"country,omitempty"` // ISO 3166-1 alpha-2
}

// PayFloor is the least the person works for.
type PayFloor struct {
	Amount   float64 `yaml:"amount" json:"amount"`
	Currency string  `yaml:"currency" json:"currency"`
	Per      Period  `yaml:"per" json:"per"`
}

// TitleCap holds the score of listings whose title is one of Titles at Cap.
type TitleCap struct {
	ID     string   `yaml:"id" json:"id"`
	Cap    int      `yaml:"cap" json:"cap"`
	Kind   string   `yaml:"kind" json:"kind"` // hard or soft
	Titles []string `yaml:"titles" json:"titles"`
}

// Thresholds are scores from 1 to 10: from Pick on a listing is a pick, the Review ones go to the person.
type Thresholds struct {
	Pick   int   `yaml:"pick" json:"pick"`
	Review []int `yaml:"review" json:"review"`
}

// Limits bound one digest.
type Limits struct {
	Picks      int `yaml:"picks" json:"picks"`             // listings per digest
	JudgeCalls int `yaml:"judge_calls" json:"judge_calls"` // calls of the model per run
}

// DefaultProfile is what a profile starts from before its file is read. The figures are those of the contract.
func DefaultProfile() Profile {
	return Profile{
		Thresholds: Thresholds{Pick: 7, Review: []int{5, 6}},
		Limits:     Limits{Picks: 12, JudgeCalls: 40},
	}
}

// Location loads the person's zone.
func (p Profile) Location() (*time.Location, error) { return time.LoadLocation(p.Timezone) }

// Back is the first instant after a planned absence, midnight of PauseUntil in the person's zone; false where none is
// planned.
func (p Profile) Back() (time.Time, bool) {
	if p.PauseUntil == "" {
		return time.Time{}, false
	}
	zone, err := p.Location()
	if err != nil {
		return time.Time{}, false
	}
	back, err := time.ParseInLocation(time.DateOnly, p.PauseUntil, zone)
	return back, err == nil
}

// From is the instant after which a person's next slot is to be looked for: now or, where an absence is planned, just before
// its end, since the first slot may be that very end.
func (p Profile) From(now time.Time) time.Time {
	if back, planned := p.Back(); planned && back.After(now) {
		return back.Add(-time.Nanosecond)
	}
	return now
}
