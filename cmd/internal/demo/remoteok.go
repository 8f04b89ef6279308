package demo

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"
)

type remoteOKNotice struct {
	LastUpdated int64  `json:"last_updated"`
	Legal       string `json:"legal"`
}

type remoteOKJob struct {
	Slug        string   `json:"slug"`
	ID          string   `json:"id"`
	Epoch       int64    `json:"epoch"`
	Date        string   `json:"date"`
	Company     string   `json:"company"`
	CompanyLogo string   `json:"company_logo"`
	Position    string   `json:"position"`
	Tags        []string `json:"tags"`
	Description string   `json:"description"`
	Location    string   `json:"location"`
	ApplyURL    string   `json:"apply_url"`
	SalaryMin   int      `json:"salary_min"`
	SalaryMax   int      `json:"salary_max"`
	Logo        string   `json:"logo"`
	URL         string   `json:"url"`
	Original    bool     `json:"original,omitempty"`
}

const remoteOKLegal = "Sample data in Remote OK's format. The real terms ask for a followed link back to the URL on Remote OK and for its name as the source."

// fetcherAddress is the reader's address that the trailer carries, one of those kept for documents.
const fetcherAddress = "203.0.113.7"

// remoteOKAnswer is RemoteOK's one array: a notice without an id, then the jobs. Most of it is UTF-8 read as Latin-1.
func remoteOKAnswer(rows feed, now time.Time, baseURL string) []any {
	answer := []any{remoteOKNotice{now.Unix(), remoteOKLegal}}
	for _, l := range rows {
		answer = append(answer, newRemoteOKJob(l, baseURL))
	}
	return answer
}

func newRemoteOKJob(l *listing, baseURL string) remoteOKJob {
	body := l.render()
	if l.Escaped {
		body = escape.Replace(body)
	}
	url := mixedCaseHost(baseURL) + l.path
	job := remoteOKJob{
		Slug: l.slug, ID: strconv.Itoa(l.num), Epoch: l.posted.Unix(), Date: l.posted.Format("2006-01-02T15:04:05-07:00"),
		Company: l.post.Company, Position: l.title, Tags: l.Tags, Description: body + remoteOKTrailer(l.num), Location: l.Place,
		ApplyURL: url, URL: url, Original: l.num%19 == 0,
	}
	if job.Tags == nil {
		job.Tags = []string{}
	}
	if p := l.role.Pay; p != nil && !l.NoPay {
		job.SalaryMin, job.SalaryMax = p.Min, p.Max
	}
	if !l.Bare {
		job.Position, job.Company = escape.Replace(job.Position), escape.Replace(job.Company)
	}
	if l.Junk {
		// The board cuts the placeholder's last character off, and with it the end of the entity.
		job.Position = strings.TrimSuffix(job.Position, ";")
	}
	if !l.Intact {
		job.Description, job.Position = mojibake(job.Description), mojibake(job.Position)
		job.Company, job.Location = mojibake(job.Company), mojibake(job.Location)
	}
	return job
}

// remoteOKTrailer is what the board ends every advert with: a word of the listing's own, and the reader's address.
func remoteOKTrailer(num int) string {
	tag := "R" + base64.StdEncoding.EncodeToString([]byte(fetcherAddress))
	return fmt.Sprintf("<br/><br/>Please mention the word **%s** and tag %s when applying to show you read the job post "+
		"completely (#%s). This is a beta feature to avoid spam applicants. Companies can search these words to find "+
		"applicants that read this and see they're human.", proofWords[num%len(proofWords)], tag, tag)
}

// mixedCaseHost writes the host's last letters large, as RemoteOK writes its own. An address of digits stays.
func mixedCaseHost(baseURL string) string {
	scheme, rest, ok := strings.Cut(baseURL, "://")
	if !ok {
		return baseURL
	}
	host, path, slash := strings.Cut(rest, "/")
	name, port, colon := strings.Cut(host, ":")
	cut := max(len(name)-4, 0)
	out := scheme + "://" + name[:cut] + strings.ToUpper(name[cut:])
	if colon {
		out += ":" + port
	}
	if slash {
		out += "/" + path
	}
	return out
}
