package demo

import (
	"strconv"
	"strings"
	"time"
)

type jobicyPage struct {
	APIVersion       string         `json:"apiVersion"`
	DocumentationURL string         `json:"documentationUrl"`
	FriendlyNotice   string         `json:"friendlyNotice"`
	JobCount         int            `json:"jobCount"`
	LastUpdate       string         `json:"lastUpdate"`
	AppliedFilters   map[string]int `json:"appliedFilters"`
	StatusCode       int            `json:"statusCode"`
	Jobs             []jobicyJob    `json:"jobs"`
	Success          bool           `json:"success"`
}

// jobicyJob has the fields of both shapes: rows of 2024 say annualSalaryMin and annualSalaryMax as strings, rows of
// 2026 salaryMin, salaryMax and salaryPeriod.
type jobicyJob struct {
	ID              int      `json:"id"`
	URL             string   `json:"url"`
	Slug            string   `json:"jobSlug"`
	Title           string   `json:"jobTitle"`
	CompanyName     string   `json:"companyName"`
	CompanyLogo     string   `json:"companyLogo"`
	Industry        []string `json:"jobIndustry"`
	Type            []string `json:"jobType"`
	Geo             string   `json:"jobGeo"`
	Level           string   `json:"jobLevel"`
	Excerpt         string   `json:"jobExcerpt"`
	Description     string   `json:"jobDescription"`
	PubDate         string   `json:"pubDate"`
	AnnualSalaryMin string   `json:"annualSalaryMin,omitempty"`
	AnnualSalaryMax string   `json:"annualSalaryMax,omitempty"`
	SalaryMin       int      `json:"salaryMin,omitempty"`
	SalaryMax       int      `json:"salaryMax,omitempty"`
	SalaryCurrency  string   `json:"salaryCurrency,omitempty"`
	SalaryPeriod    string   `json:"salaryPeriod,omitempty"`
}

// jobicyLimit is the most and the default of Jobicy's count.
const jobicyLimit = 100

func jobicyAnswer(rows feed, now time.Time, baseURL string, count int) jobicyPage {
	if count < 1 || count > jobicyLimit {
		count = jobicyLimit
	}
	rows = rows[:min(count, len(rows))]
	page := jobicyPage{
		APIVersion: "2.2.15", DocumentationURL: baseURL + "/",
		FriendlyNotice: "Sample data in Jobicy's format. The real terms ask for credit with a direct link, for apply links to the URL on Jobicy, and for at most one fetch an hour.",
		JobCount:       len(rows), LastUpdate: now.UTC().Format("2006-01-02T15:04:05-07:00"), AppliedFilters: map[string]int{"count": count},
		StatusCode: 200, Jobs: []jobicyJob{}, Success: true,
	}
	for _, l := range rows {
		page.Jobs = append(page.Jobs, newJobicyJob(l, baseURL))
	}
	return page
}

func newJobicyJob(l *listing, baseURL string) jobicyJob {
	excerpt := numericEntities.Replace(escape.Replace(cutWords(l.firstText(), 40)))
	job := jobicyJob{
		ID: l.num, URL: baseURL + l.path, Slug: l.slug, Title: numericEntities.Replace(escape.Replace(l.title)),
		CompanyName: l.post.Company, CompanyLogo: baseURL + "/logos/" + l.company.Slug + ".svg",
		Industry: []string{escape.Replace(fields[l.role.Field].jobicy)}, Type: []string{kinds[l.role.Kind].jobicy},
		Geo: l.Place, Level: levels[l.role.Level].jobicy, Excerpt: strings.TrimSuffix(excerpt, ".") + "&hellip;",
		Description: numericEntities.Replace(l.render()), PubDate: l.posted.Format("2006-01-02T15:04:05-07:00"),
	}
	p := l.role.Pay
	if l.NoPay {
		p = nil
	}
	switch {
	case l.Old:
		job.Type = []string{strings.ToLower(job.Type[0])}
		job.PubDate = l.posted.Format(time.DateTime)
		if p != nil {
			job.AnnualSalaryMin, job.SalaryCurrency = strconv.Itoa(p.Min), p.Currency
			if p.Max > 0 {
				job.AnnualSalaryMax = strconv.Itoa(p.Max)
			}
		}
	case p != nil:
		job.SalaryMin, job.SalaryMax = p.Min, p.Max
		job.SalaryCurrency, job.SalaryPeriod = p.Currency, jobicyPeriods[p.Per]
	}
	return job
}
