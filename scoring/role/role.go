// Package role decides when two listings are the same role: it reduces a listing's URL, company and title to keys.
package role

import (
	"html"
	"strings"

	"shortlist/scoring"
)

// Key names a role across boards: the company's key, a bar, the title's. It is "" where company or title is empty; such
// a listing is known only by its link or by its board's own id.
func Key(company, title string) string {
	c := CompanyKey(company)
	if c == "" {
		return ""
	}
	t := titleKey(title, c).Key
	if t == "" {
		return ""
	}
	return c + "|" + t
}

// Same reports whether a and b are appearances of one role: the same listing of the same board, the same company and
// title, or the same posting's page where the companies do not speak against it. Places do not count: a role that is
// advertised for Munich and for Berlin is one role with two places.
func Same(a, b scoring.Listing) bool {
	if a.ID != "" && a.Ref == b.Ref {
		return true
	}
	if k := Key(a.Company, a.Title); k != "" && k == Key(b.Company, b.Title) {
		return true
	}
	ua, specific := CanonicalURL(a.URL)
	if !specific {
		return false
	}
	ub, specific := CanonicalURL(b.URL)
	if !specific || ua != ub {
		return false
	}
	return SameCompany(a.Company, b.Company)
}

// SameCompany reports whether two companies are one, as far as their names tell: an unnamed one may be any.
func SameCompany(a, b string) bool {
	ca, cb := CompanyKey(a), CompanyKey(b)
	return ca == cb || ca == "" || cb == ""
}

// unescape tolerates a text that reached us with entities.
func unescape(s string) string {
	if strings.Contains(s, "&") && strings.Contains(s, ";") {
		return html.UnescapeString(s)
	}
	return s
}
