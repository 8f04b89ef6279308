package demo

import (
	"strings"
	"time"
)

type himalayasPage struct {
	Comments   string         `json:"comments"`
	UpdatedAt  int64          `json:"updatedAt"`
	Offset     int            `json:"offset"`
	Limit      int            `json:"limit"`
	TotalCount int            `json:"totalCount"`
	Jobs       []himalayasJob `json:"jobs"`
}

type himalayasJob struct {
	Title                string   `json:"title"`
	Excerpt              string   `json:"excerpt"`
	CompanyName          string   `json:"companyName"`
	CompanySlug          string   `json:"companySlug"`
	CompanyLogo          string   `json:"companyLogo"`
	EmploymentType       string   `json:"employmentType"`
	MinSalary            *int     `json:"minSalary"`
	MaxSalary            *int     `json:"maxSalary"`
	SalaryPeriod         string   `json:"salaryPeriod,omitempty"`
	Seniority            []string `json:"seniority"`
	Currency             *string  `json:"currency"`
	LocationRestrictions []string `json:"locationRestrictions"`
	TimezoneRestrictions []any    `json:"timezoneRestrictions"`
	Categories           []string `json:"categories"`
	ParentCategories     []string `json:"parentCategories"`
	Description          string   `json:"description"`
	PubDate              int64    `json:"pubDate"`
	ExpiryDate           int64    `json:"expiryDate"`
	ApplicationLink      string   `json:"applicationLink"`
	GUID                 string   `json:"guid"`
}

// himalayasLimit is the most that one page of Himalayas holds, whatever is asked for.
const himalayasLimit = 20

const himalayasTrailer = `<p>Originally posted on <a href="https://himalayas.app">Himalayas</a></p>`

// himalayasAnswer is the page of rows from offset on; past the end a page without jobs.
func himalayasAnswer(rows feed, now time.Time, baseURL string, offset, limit int) himalayasPage {
	if limit < 1 || limit > himalayasLimit {
		limit = himalayasLimit
	}
	offset = max(offset, 0)
	page := himalayasPage{
		Comments: "Sample data in the format of Himalayas.", UpdatedAt: now.Unix(), Offset: offset, Limit: limit,
		TotalCount: len(rows), Jobs: []himalayasJob{},
	}
	rest := rows[min(offset, len(rows)):]
	for _, l := range rest[:min(limit, len(rest))] {
		page.Jobs = append(page.Jobs, newHimalayasJob(l, baseURL))
	}
	return page
}

func newHimalayasJob(l *listing, baseURL string) himalayasJob {
	url := baseURL + l.path
	job := himalayasJob{
		Title: l.title, Excerpt: cutWords(l.firstText(), 20), CompanyName: l.post.Company, CompanySlug: l.company.Slug,
		CompanyLogo: baseURL + "/logos/" + l.company.Slug + ".svg", EmploymentType: kinds[l.role.Kind].himalayas,
		Seniority: []string{levels[l.role.Level].himalayas}, LocationRestrictions: l.Places, TimezoneRestrictions: l.Zones,
		Categories: himalayasCategories(l), ParentCategories: []string{}, Description: l.render(), PubDate: l.posted.Unix(),
		ExpiryDate: l.posted.AddDate(0, 0, 60).Unix(), ApplicationLink: url, GUID: url,
	}
	if job.LocationRestrictions == nil {
		job.LocationRestrictions = []string{}
	}
	if job.TimezoneRestrictions == nil {
		job.TimezoneRestrictions = []any{}
	}
	if parent := fields[l.role.Field].parent; parent != "" && l.num%2 == 0 {
		job.ParentCategories = []string{parent}
	}
	// One advert in four lacks the trailer.
	if l.num%4 != 0 {
		job.Description += himalayasTrailer
	}
	if p := l.role.Pay; p != nil {
		// The board names a currency for roles whose figures it does not know.
		job.Currency = &p.Currency
		if !l.NoPay {
			job.MinSalary, job.SalaryPeriod = &p.Min, himalayasPeriods[p.Per]
			if p.Max > 0 {
				job.MaxSalary = &p.Max
			}
		}
	}
	return job
}

func himalayasCategories(l *listing) []string {
	out := []string{}
	for _, tag := range append([]string{l.role.Title}, l.role.Tags...) {
		words := strings.FieldsFunc(tag, func(r rune) bool { return strings.ContainsRune(" /,()–-", r) })
		for i, w := range words {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
		out = append(out, strings.Join(words, "-"))
	}
	return out
}
