package gate

import (
	"shortlist/scoring"
)

// territory fires where the title names a territory beyond the person's markets. A territory is a country or region,
// not a city: a city in a title says where the desk is. Its fact is about.markets; an empty list is a fact, no market.
func territory(l *listing, p *scoring.Profile) finding {
	if p.About.Markets == nil {
		return silent
	}
	markets := countriesOf(p.About.Markets)
	fired := false
	for i := range l.title {
		r := &l.title[i]
		places := r.placesIn(r.from, r.to)
		for j := range places {
			if !r.isTerritory(places, j) {
				continue
			}
			if places[j].worldwide || meet(places[j].countries, markets) {
				return silent
			}
			fired = true
		}
	}
	if !fired {
		return silent
	}
	return finding{Fired, l.Title, "The title names a territory that is not among your markets."}
}

// isTerritory reports whether a name stands for itself and is no part of a company's or a product's: it borders on a
// mark, the title's end, a small word or another territory.
func (r *reading) isTerritory(places []named, j int) bool {
	p := places[j]
	if p.worldwide {
		return true
	}
	if r.ofCompany(p) || r.quoted(p) {
		return false
	}
	left := p.from == r.from || r.tokens[p.from].gap&(gapCut|gapSlash|gapAnd) != 0 || r.taggedAt(p.from-1, tagsOf(tagGlue, tagAnd, tagOr, tagIn, tagRemote, tagOnly)) ||
		j > 0 && places[j-1].to == p.from
	right := p.to >= r.to || r.tokens[p.to].gap&(gapCut|gapSlash|gapAnd) != 0 || r.taggedAt(p.to, tagsOf(tagGlue, tagAnd, tagOr, tagOnly, tagOther, tagRemote)) ||
		j+1 < len(places) && places[j+1].from == p.to
	switch {
	case p.to < r.to && companyNouns[r.tokens[p.to].word] && r.tokens[p.to].gap&gapCut == 0:
		return false
	case p.acronym && !lawPlaces[r.tokens[p.from].word], right:
		return true
	}
	return left && tradeWords[r.tokens[p.to].word]
}

// tradeWords follow a territory at the head of a title: "Nordic Sales Lead", but not "Nordic Semiconductor Engineer".
var tradeWords = wordSet(`sales manager lead market markets marketing region regional territory account accounts business country head director
	partnerships partner operations enterprise commercial growth expansion client customer support engineer consultant go field key channel senior
	sr general hr payroll tax legal recruiter hub area team delivery strategy`)

// ofCompany reports whether what stands before a name makes it a company's: "at Iberia", "Air Canada", "Bank of Ireland".
func (r *reading) ofCompany(p named) bool {
	if p.from == r.from || r.cuts(p.from, p.from+1, gapCut) {
		return false
	}
	before := r.tokens[p.from-1].word
	if before == "at" || before == "air" {
		return true
	}
	return before == "of" && p.from-2 >= r.from && companyNouns[r.tokens[p.from-2].word]
}

// lawPlaces name a law or a product's market as often as a territory: "US Tax Analyst".
var lawPlaces = wordSet("us usa uk eu")

// companyNouns follow a territory in a company's or an institution's name.
var companyNouns = wordSet(`airlines airways air bank university times telecom inc gmbh ltd llc express post railways house institute college
	hospital insurance pharma museum airport energy steel petroleum shipping motors foods news tv radio herald today logistics tech`)

// quoted reports whether a name stands alone in quotation marks.
func (r *reading) quoted(p named) bool {
	start, end := r.tokens[p.from].from, r.tokens[p.to-1].to
	before, after := r.src[max(0, start-3):start], r.src[end:min(len(r.src), end+3)]
	switch {
	case before == "“" && after == "”", before == "„" && after == "“":
		return true
	}
	return len(before) > 0 && len(after) > 0 && before[len(before)-1] == '"' && after[0] == '"'
}
