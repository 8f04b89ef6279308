package demo

import (
	"fmt"
	"time"
)

type remotivePage struct {
	Warning       string        `json:"00-warning"`
	LegalNotice   string        `json:"0-legal-notice"`
	JobCount      int           `json:"job-count"`
	TotalJobCount int           `json:"total-job-count"`
	Jobs          []remotiveJob `json:"jobs"`
}

type remotiveJob struct {
	ID              int      `json:"id"`
	URL             string   `json:"url"`
	Title           string   `json:"title"`
	CompanyName     string   `json:"company_name"`
	CompanyLogo     string   `json:"company_logo"`
	Category        string   `json:"category"`
	Tags            []string `json:"tags"`
	JobType         string   `json:"job_type"`
	PublicationDate string   `json:"publication_date"`
	Location        string   `json:"candidate_required_location"`
	Salary          string   `json:"salary"`
	Description     string   `json:"description"`
	CompanyLogoURL  string   `json:"company_logo_url"`
}

// remotiveAnswer is Remotive's whole list: dates without a zone, pay and place as free text, a tracking pixel at the
// end of each advert.
func remotiveAnswer(rows feed, _ time.Time, baseURL string) remotivePage {
	page := remotivePage{
		Warning:     "Sample data in Remotive's format.",
		LegalNotice: "The real terms ask for a link back to the URL on Remotive and for its name as the source, and advise at most four fetches a day.",
		JobCount:    len(rows), TotalJobCount: len(rows), Jobs: []remotiveJob{},
	}
	for _, l := range rows {
		logo := fmt.Sprintf("%s/logos/%s.svg", baseURL, l.company.Slug)
		job := remotiveJob{
			ID: l.num, URL: baseURL + l.path, Title: l.title, CompanyName: l.post.Company, CompanyLogo: logo,
			Category: fields[l.role.Field].remotive, Tags: l.Tags, JobType: kinds[l.role.Kind].remotive,
			PublicationDate: l.posted.Format("2006-01-02T15:04:05"), Location: l.Place, Salary: l.Salary,
			Description: l.render() + fmt.Sprintf("\n<img src=\"%s/remotive/job/track/%d/blank.gif?source=public_api\" alt=\"\"/>",
				baseURL, l.num),
			CompanyLogoURL: logo,
		}
		if job.Tags == nil {
			job.Tags = []string{}
		}
		page.Jobs = append(page.Jobs, job)
	}
	return page
}
