package role

import (
	"net/url"
	"strings"
)

// trackingParams say where a click came from or how the page is to look, never which posting it shows.
var trackingParams = set(`ref referrer referer refid source src gclid fbclid msclkid dclid yclid gbraid wbraid igshid twclid
	ttclid li_fat_id trk trkinfo trackingid tracking tracking_id gh_src lever-source lever-source[] lever-origin lever-via
	jobboard jobsource job_source jobboardsource board_source via campaign cmpid affiliate aff origin from fromsearch lang language locale hl
	_ga _gl _ke s_cid icid sessionid jsessionid spm ebp rcm iis iisn mobile needsredirect width height bga jan1offset
	jun1offset trid dcr_ci oga codes src_id srcid applysource apply_source sourcetype ss share shared utm`)

// identityParams name one posting.
var identityParams = set(`gh_jid id jk vjk job jobid job_id jid vacancy vacancyid vacancy_id p pid postid post_id posting
	postingid currentjobid req reqid req_id requisition requisitionid positionid position_id position listing listingid offer
	offerid oid uuid guid slug jvi jobnumber job_number jobreqid advert ashby_jid lever_id ad adid nid token shortcode`)

// listSegments are the path segments of pages that show many postings.
var listSegments = set(`jobs job careers career remote-jobs remote-job positions position openings opening vacancies vacancy
	opportunities join join-us work-with-us open-positions open-roles roles hiring stellenangebote stellen karriere
	jobs.html careers.html index.html index.php index search all current-openings job-board jobboard job-openings work
	about company companies apply home employment emplois empleo vagas trabalhe-conosco browse list remote category categories
	en de fr es pt it nl pl en-us en-gb en-ca de-de fr-fr es-es pt-br us uk eu jobsearch job-search explore feed rss api`)

// companyHosts are sites of which the first path segment names an employer: alone it is the list of its postings.
var companyHosts = set(`jobs.lever.co jobs.eu.lever.co boards.greenhouse.io job-boards.greenhouse.io
	boards.eu.greenhouse.io job-boards.eu.greenhouse.io jobs.ashbyhq.com apply.workable.com jobs.smartrecruiters.com
	careers.smartrecruiters.com`)

const maxURL = 4096

// CanonicalURL reduces a link to the form in which two links to one posting are equal: https, the host in small letters
// without "www." and default port, no fragment, no trailing slash or "/apply", no tracking or language parameters, the
// rest sorted. Parameters that nobody knows are kept, since they may name the posting. What is not http or https, or no
// URL at all, gives "".
//
// specific is false for a page that lists postings, "https://example.org/careers": no identity may rest on it.
func CanonicalURL(raw string) (canonical string, specific bool) {
	raw = strings.TrimSpace(raw)
	if raw == "" || len(raw) > maxURL {
		return "", false
	}
	u, err := url.Parse(strings.ReplaceAll(raw, "&amp;", "&"))
	if err != nil || u.Opaque != "" {
		return "", false
	}
	scheme, port := strings.ToLower(u.Scheme), u.Port()
	if scheme != "http" && scheme != "https" {
		return "", false
	}
	host := strings.TrimPrefix(strings.TrimSuffix(strings.ToLower(u.Hostname()), "."), "www.")
	if host == "" || strings.ContainsAny(host, " %") {
		return "", false
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port != "" && port != "80" && port != "443" {
		host += ":" + port
	}
	path, segments := canonicalPath(u)
	query, named := canonicalQuery(u)
	return "https://" + host + path + query, named || isPosting(host, segments)
}

func canonicalPath(u *url.URL) (path string, segments []string) {
	escaped := u.EscapedPath()
	// One encoding of each letter; a slash that was escaped is no separator and stays escaped.
	if !strings.Contains(strings.ToLower(escaped), "%2f") {
		escaped = (&url.URL{Path: u.Path}).EscapedPath()
	}
	for s := range strings.FieldsFuncSeq(escaped, func(r rune) bool { return r == '/' }) {
		segments = append(segments, s)
	}
	if n := len(segments); n > 1 && (segments[n-1] == "apply" || segments[n-1] == "application") {
		segments = segments[:n-1]
	}
	if len(segments) == 0 {
		return "", nil
	}
	return "/" + strings.Join(segments, "/"), segments
}

// canonicalQuery returns the parameters that are kept, with the question mark, and whether one of them names a posting.
func canonicalQuery(u *url.URL) (query string, named bool) {
	kept := url.Values{}
	for key, values := range u.Query() {
		k := strings.ToLower(key)
		if trackingParams[k] || strings.HasPrefix(k, "utm_") || strings.HasPrefix(k, "mc_") ||
			strings.HasPrefix(k, "hsa_") || strings.HasPrefix(k, "_hs") || strings.HasPrefix(k, "rx_") {
			continue
		}
		kept[key] = values
		named = named || identityParams[k] && strings.Join(values, "") != ""
	}
	if len(kept) == 0 {
		return "", false
	}
	return "?" + kept.Encode(), named
}

// isPosting reports whether a path can be of one posting: it has a segment of its own, and its last says more than
// "jobs".
func isPosting(host string, segments []string) bool {
	if len(segments) == 0 || companyHosts[host] && len(segments) == 1 {
		return false
	}
	return !listSegments[strings.ToLower(segments[len(segments)-1])]
}

// set makes a set of the words of a text.
func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}
