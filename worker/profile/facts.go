package profile

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/currency"
	"golang.org/x/text/language"

	"shortlist/scoring"
	"shortlist/scoring/place"
	"shortlist/scoring/relevance"
)

const (
	maxQueries      = 50
	maxQueryLength  = 200
	maxListLength   = 500
	maxRubricBytes  = 20 << 10
	maxPicks        = 50
	maxJudgeCalls   = 1000
	highestScore    = 10
	maxTitlesPerCap = 100
)

var (
	levels = []string{
		"intern", "entry", "junior", "mid", "senior", "lead", "staff", "principal", "manager", "director", "executive",
	}
	gates = []string{
		"language", "body_language", "pay", "office", "territory", "residency", "clearance", "seniority",
	}
	payPeriods = []string{
		string(scoring.PerHour), string(scoring.PerDay), string(scoring.PerWeek), string(scoring.PerMonth), string(scoring.PerYear),
	}
	capKinds = []string{"hard", "soft"}
)

// search checks what is looked for and what is left out.
func (c *checker) search(p scoring.Profile) {
	before := len(c.problems)
	if c.required("queries", len(p.Queries) == 0, `queries: ["golang backend"]`) {
		if len(p.Queries) > maxQueries {
			c.add("queries", fmt.Sprintf("has %d entries", len(p.Queries)), fmt.Sprintf("keep the best %d", maxQueries))
		}
		c.texts("queries", p.Queries)
	}
	c.texts("exclude", p.Exclude)
	c.texts("block_companies", p.BlockCompanies)
	if len(c.problems) == before && len(p.Queries) > 0 {
		c.compiles(p)
	}
}

// compiles asks the search itself, so that no profile is taken whose every run would fail.
func (c *checker) compiles(p scoring.Profile) {
	_, err := relevance.Compile(p.Queries, p.Exclude, p.BlockCompanies)
	if err == nil {
		return
	}
	for line := range strings.Lines(err.Error()) {
		key, message, _ := strings.Cut(strings.TrimSpace(line), ": ")
		c.add(key, message, "")
	}
}

// texts checks the entries of a list of words.
func (c *checker) texts(key string, entries []string) {
	if len(entries) > maxListLength {
		c.add(key, fmt.Sprintf("has %d entries", len(entries)), fmt.Sprintf("keep at most %d", maxListLength))
		return
	}
	for i, entry := range entries {
		switch {
		case strings.TrimSpace(entry) == "":
			c.add(item(key, i), "is empty", "fill it in or remove it")
		case utf8.RuneCountInString(entry) > maxQueryLength:
			c.add(item(key, i), fmt.Sprintf("is longer than %d characters", maxQueryLength), "make it shorter")
		case !strings.ContainsFunc(entry, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
			c.add(item(key, i), quoted(entry)+" has no letter or digit", "write the word that is meant")
		}
	}
}

// about checks the facts for the gates.
func (c *checker) about(a scoring.About) {
	for i, code := range a.Languages {
		if !isLanguage(code) {
			c.add(item("about.languages", i), quoted(code)+" is not an ISO 639-1 code", "write two small letters, for example en or de")
		}
	}
	if country := a.Home.Country; country != "" {
		if code, ok := place.Country(country); !ok {
			c.add("about.home.country", quoted(country)+" is not a country", "write its ISO 3166 code, for example DE")
		} else if code != country {
			c.add("about.home.country", quoted(country)+" is not an ISO 3166 code", "write "+code)
		}
	}
	c.places("about.work_from", a.WorkFrom)
	c.places("about.markets", a.Markets)
	if floor := a.PayFloor; floor != nil {
		c.payFloor(*floor)
	}
	for i, level := range a.Levels {
		c.oneOf(item("about.levels", i), level, levels)
	}
}

func isLanguage(code string) bool {
	base, err := language.ParseBase(code)
	return err == nil && len(code) == 2 && base.String() == code
}

func (c *checker) places(key string, names []string) {
	for i, name := range names {
		if _, isCountry := place.Country(name); !isCountry && !place.IsRegion(name) {
			c.add(item(key, i), quoted(name)+" is neither a region nor a country",
				"write a country's ISO 3166 code such as DE, or a region such as EU, europe, latam or worldwide")
		}
	}
}

func (c *checker) payFloor(floor scoring.PayFloor) {
	if floor.Amount <= 0 {
		c.add("about.pay_floor.amount", "is not above 0", "write the figure in whole units, for example 60000")
	}
	if _, err := currency.ParseISO(floor.Currency); err != nil || strings.ToUpper(floor.Currency) != floor.Currency {
		c.add("about.pay_floor.currency", quoted(floor.Currency)+" is not an ISO 4217 code", "write it as EUR or USD")
	}
	if !slices.Contains(payPeriods, string(floor.Per)) {
		c.oneOf("about.pay_floor.per", string(floor.Per), payPeriods)
	}
}

// caps checks the scores that gates and titles leave.
func (c *checker) caps(p scoring.Profile) {
	for gate, score := range p.Caps {
		key := "caps." + gate
		if slices.Contains(gates, gate) {
			c.between(key, score, 1, highestScore)
		} else {
			c.oneOf(key, gate, gates)
		}
	}
	seen := map[string]int{}
	for i, limit := range p.TitleCaps {
		key := item("title_caps", i)
		if first, twice := seen[limit.ID]; twice {
			c.add(key+".id", quoted(limit.ID)+" is the id of "+item("title_caps", first)+" too", "give each its own")
		} else if !IsName(limit.ID) {
			c.add(key+".id", quoted(limit.ID)+" is not an id", NameRule)
		}
		seen[limit.ID] = i
		c.between(key+".cap", limit.Cap, 1, highestScore)
		c.oneOf(key+".kind", limit.Kind, capKinds)
		if len(limit.Titles) == 0 || len(limit.Titles) > maxTitlesPerCap {
			c.add(key+".titles", fmt.Sprintf("has %d entries", len(limit.Titles)),
				fmt.Sprintf("name 1 to %d titles", maxTitlesPerCap))
		}
		c.texts(key+".titles", limit.Titles)
	}
}

func (c *checker) rubric(p scoring.Profile) {
	if p.Rubric != "" && p.RubricFile != "" {
		c.add("rubric_file", "is set, and so is rubric", "keep one of the two")
	}
	if len(p.Rubric) > maxRubricBytes {
		c.add("rubric", fmt.Sprintf("has %d bytes", len(p.Rubric)), fmt.Sprintf("keep it under %d", maxRubricBytes))
	}
}

// numbers checks thresholds and limits.
func (c *checker) numbers(p scoring.Profile) {
	c.between("thresholds.pick", p.Thresholds.Pick, 1, highestScore)
	for i, score := range p.Thresholds.Review {
		key := item("thresholds.review", i)
		c.between(key, score, 1, highestScore)
		if score >= p.Thresholds.Pick && score <= highestScore {
			c.add(key, fmt.Sprintf("is %d, not below thresholds.pick, which is %d", score, p.Thresholds.Pick),
				"a score that is a pick needs no review: remove it")
		}
	}
	c.between("limits.picks", p.Limits.Picks, 1, maxPicks)
	c.between("limits.judge_calls", p.Limits.JudgeCalls, 0, maxJudgeCalls)
}
