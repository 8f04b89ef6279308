package place

import (
	"strings"

	"shortlist/scoring"
)

// Only reads a text as Parse does where it names places and nothing else, as the end of a title may: "Berlin",
// "Remote, Latin America", "Pittsburgh, PA", "UK or Ireland". ok is false where any part is not a place, and where all
// there is are two capital letters: in a title "IT", "QA" and "AI" are not Italy, Qatar and Anguilla.
func Only(text string) (p scoring.Place, ok bool) {
	if len(text) > 200 || strings.Count(text, " ") > 12 {
		return p, false
	}
	r := reader{budget: maxParts}
	places, codes := 0, 0
	for alternative := range strings.FieldsFuncSeq(text, isAlternative) {
		if _, whole := known(strings.Trim(alternative, edgeMarks)); whole {
			alternative = strings.ReplaceAll(alternative, ",", " ")
		}
		for _, piece := range splitDashes(alternative) {
			for _, c := range r.commas(piece) {
				for _, one := range c.parts {
					switch one.kind {
					case unknown:
						return p, false
					case regionPart, countryPart, statePart, cityPart:
						if len(one.text) == 3 && isUpper(one.text) && one.text != "USA" && one.text != "UAE" {
							codes++
							continue
						}
						places++
					case codePart:
						codes++
					}
				}
			}
		}
	}
	if places == 0 || codes > places {
		return p, false
	}
	return Parse(text, false), true
}
