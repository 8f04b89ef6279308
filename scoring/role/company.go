package role

import (
	"strings"

	"shortlist/scoring/place"
)

// legalForms are company suffixes of many countries in folded form, where "S.A." is "sa" and "Sp. z o.o." is "sp z oo".
// "Holdings" and "Group" are not among them: they tell a parent from its subsidiary.
var legalForms = set(`inc incorporated llc llp lllp lp ltd limited plc gmbh mbh ggmbh ag se sa sas sasu sarl srl srls spa sl slu
	sll sc bv nv cv vof oy oyj ab hb as asa aps ivs pty pvt private corp corporation co company kg kgaa ohg gbr ug eg ev
	haftungsbeschrankt kft zrt nyrt bt doo dd ad ood eood sro zoo spzoo kk gk sdn bhd pte ltda eireli pbc pc pllc lc
	jsc pjsc ooo oao pao uab sia ou tov llc ehf hf eurl snc sci cic cio tbk`)

// longForms are suffixes of several words, folded.
var longForms = []string{"gmbh and co kg", "gmbh co kg", "gmbh and co kgaa", "ag and co kg", "sp z oo", "sp zoo", "sp z o o",
	"spolka z oo", "s r l", "s a", "s l", "s a s", "b v", "n v", "d o o", "s r o", "a s", "k k", "e v", "e k", "l l c", "p l c",
	"sa de cv", "s de rl de cv", "sapi de cv", "s de rl", "public benefit corporation", "and co", "and company", "co kg"}

const maxCompany = 300

// signs are written out: making the replacer takes longer than using it.
var signs = strings.NewReplacer("&", " and ", "+", " plus ")

// CompanyKey reduces an employer's name to the form in which its spellings are equal: without legal form, leading "The",
// a remark in parentheses, case, accents, spaces and marks. "Grafana Labs" and "grafanalabs" have one key, as have
// "Cheese Burger Ltd" and "Cheese Burger". A name that is nothing but a legal form stays. Only an empty name has an
// empty key.
func CompanyKey(company string) string {
	company = strings.TrimSpace(company)
	if len(company) > maxCompany {
		company = strings.ToValidUTF8(company[:maxCompany], "")
	}
	name := unescape(company)
	if i := strings.IndexAny(name, "(["); i > 0 && place.Fold(name[:i]) != "" {
		if end := strings.IndexAny(name[i:], ")]"); end > 0 {
			name = name[:i] + " " + name[i+end+1:]
		}
	}
	folded := place.Fold(signs.Replace(name))
	words := strings.Fields(stripForms(folded))
	if len(words) > 1 && words[0] == "the" {
		words = words[1:]
	}
	var b strings.Builder
	for _, w := range words {
		if w != "and" || len(words) == 1 {
			b.WriteString(w)
		}
	}
	if b.Len() == 0 {
		return strings.ToLower(company)
	}
	return b.String()
}

// stripForms takes legal forms off the end while something else is left.
func stripForms(name string) string {
	for {
		rest := name
		for _, form := range longForms {
			if cut, ok := strings.CutSuffix(rest, " "+form); ok {
				rest = cut
				break
			}
		}
		if i := strings.LastIndexByte(rest, ' '); rest == name && i > 0 && legalForms[rest[i+1:]] {
			rest = rest[:i]
		}
		if rest == name || rest == "the" {
			return name
		}
		name = rest
	}
}
