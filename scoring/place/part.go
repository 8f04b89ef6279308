package place

import (
	"strings"
	"unicode"
)

// kind is what one part of a location line is, as far as the part alone tells.
type kind int

const (
	unknown kind = iota
	noise        // says nothing about where: "Remote", "Multiple Locations", "CST (UTC-6)"
	postal
	regionPart
	countryPart
	statePart // a state or province by its name
	codePart  // two capital letters: a country, a state or an administrative code
	cityPart
)

// part is one piece of a location line between commas.
type part struct {
	kind    kind
	text    string // as written, without the words of edgeWords
	key     string // text, folded
	country string // of a country or a state; the region's id for a region
}

// edgeWords stand beside a place's name without being part of it.
var edgeWords = wordSet(`remote remotely remoto remota remot hybrid hybride onsite site office offices hq headquarters
	headquarter campus branch location locations all only based friendly fully full job jobs role position positions regional
	local field anywhere within from in the near greater metro metropolitan area region residents candidates required
	preferred must be work home wfh distributed flexible permanent time or and at of on to 100 virtual nationwide
	applicants citizens timezone timezones optional possible deutschlandweit bundesweit
	inoffice us-based travel depot division corporate`)

// edgeMarks are the marks that hang about a part. A final dot may belong to an abbreviation.
const edgeMarks = " ,:*+/&-"

// nowhere are parts that name no place.
var nowhere = wordSet(`select blank university various multiple unknown tbd none null na other others misc unspecified
	location negotiable confidential`)

var zoneWords = wordSet(`utc gmt cst cdt est edt pst pdt mst mdt cet cest eet eest wet west bst ist jst aest aedt sgt hkt brt art
	et pt ct mt timezone timezones hours hour hrs`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// maxName is the longest text that can be one name, in bytes.
const maxName = 120

// classify reads one part and leaves it whole where it can; a part that holds several, "Oakdale MN" or "US/Canada",
// comes back as several.
func classify(text string, parts []part) []part {
	text = strings.Trim(text, edgeMarks)
	if p, ok := known(text); ok {
		return append(parts, p)
	}
	bare := trimEdges(text)
	if bare != text {
		if bare == "" {
			return append(parts, part{kind: noise})
		}
		if p, ok := known(bare); ok {
			return append(parts, p)
		}
	}
	for _, sep := range []string{"/", " or ", " and ", " & ", " + "} {
		if !strings.Contains(bare, sep) {
			continue
		}
		for piece := range strings.SplitSeq(bare, sep) {
			if len(parts) < maxParts {
				parts = classify(piece, parts)
			}
		}
		return parts
	}
	key := Fold(bare)
	if key == "" || isZone(key) || nowhere[firstWord(key)] {
		return append(parts, part{kind: noise})
	}
	if len(bare) >= 8 && bare[2] == ' ' && stateByCode[bare[:2]] != "" && isDigits(bare[3:8]) {
		return append(parts, part{kind: codePart, text: bare[:2], key: key[:2]}, part{kind: postal, text: bare[3:]})
	}
	if isPostal(bare) {
		return append(parts, part{kind: postal, text: bare})
	}
	if left, right, ok := splitTail(bare); ok {
		return classify(right, classify(left, parts))
	}
	if left, right, ok := splitHead(bare); ok {
		return classify(right, classify(left, parts))
	}
	return append(parts, part{text: bare, key: key})
}

// known looks a whole part up.
func known(text string) (part, bool) {
	if len(text) > maxName {
		return part{}, false
	}
	key := Fold(text)
	p := part{text: text, key: key}
	if key == "" {
		return part{kind: noise}, true
	}
	if len(text) == 2 && isUpper(text) && text != "US" {
		if _, ok := countryNames[text]; ok || stateByCode[text] != "" {
			p.kind = codePart
			return p, key != "na"
		}
	}
	if id, ok := regionByName[key]; ok {
		p.kind, p.country = regionPart, id
		return p, true
	}
	if code, ok := stateByName[key]; ok {
		p.kind, p.country = statePart, code
		return p, true
	}
	if code, ok := countryByName[key]; ok {
		p.kind, p.country = countryPart, code
		return p, true
	}
	if key == "us" {
		p.kind, p.country = countryPart, "US"
		return p, true
	}
	if len(text) == 3 && isUpper(text) {
		// EST is a time zone wherever adverts write it, CAN and the rest are countries.
		if code, ok := countryByAlpha3[text]; ok && text != "EST" {
			p.kind, p.country = countryPart, code
			return p, true
		}
	}
	if _, ok := cityCountries[key]; ok {
		p.kind = cityPart
		return p, true
	}
	if stem, ok := strings.CutSuffix(key, " city"); ok && cityCountries[stem] != nil {
		p.kind, p.key = cityPart, stem
		return p, true
	}
	return part{}, false
}

// trimEdges takes the words of edgeWords off both ends. A code in capitals, as IN, is not such a word.
func trimEdges(text string) string {
	words := strings.Fields(text)
	edge := func(w string) bool {
		return edgeWords[Fold(w)] && !(len(w) == 2 && isUpper(w) && countryNames[w] != "")
	}
	start, end := 0, len(words)
	for start < end && edge(words[start]) {
		start++
	}
	for end > start && edge(words[end-1]) {
		end--
	}
	if start == 0 && end == len(words) {
		return text
	}
	return strings.Trim(strings.Join(words[start:end], " "), edgeMarks)
}

// splitTail takes a state's code or a name known as state or country off the end: "Oakdale MN", "Fort Worth Texas".
func splitTail(text string) (left, right string, ok bool) {
	words := strings.Fields(text)
	if len(words) < 2 || len(words) > 8 {
		return "", "", false
	}
	for n := min(3, len(words)-1); n > 0; n-- {
		tail := strings.Join(words[len(words)-n:], " ")
		if isPlaceTail(tail) {
			return strings.Join(words[:len(words)-n], " "), tail, true
		}
	}
	if last := words[len(words)-1]; isPostal(last) && !isWord(last) {
		return strings.Join(words[:len(words)-1], " "), last, true
	}
	return "", "", false
}

// splitHead takes a country or a state's code off the front: "USA Kearney", "MD Chevy Chase", "India Bangalore".
func splitHead(text string) (left, right string, ok bool) {
	head, rest, found := strings.Cut(strings.ReplaceAll(text, "_", " "), " ")
	if !found || strings.Count(rest, " ") > 6 {
		return "", "", false
	}
	if !isUpper(head) {
		// "Texas City" and "Panama City Beach" are cities; "India Bangalore" is not.
		if _, ok := known(rest); !ok {
			return "", "", false
		}
	}
	return head, rest, isPlaceTail(head)
}

func isPlaceTail(s string) bool {
	if len(s) == 2 {
		return isUpper(s) && (stateByCode[s] != "" || s == "UK" || s == "EU" || s == "US")
	}
	key := Fold(s)
	if _, ok := stateByName[key]; ok && len(s) > 3 {
		return true
	}
	_, ok := countryByName[key]
	return ok || (len(s) == 3 && isUpper(s) && countryByAlpha3[s] != "" && s != "EST")
}

// isZone reports whether every word is of a time zone: "CST UTC 6", "CET CEST 3 hours".
func isZone(key string) bool {
	zone := false
	for w := range strings.FieldsSeq(key) {
		switch {
		case zoneWords[w]:
			zone = true
		case isDigits(w), w == "time", w == "zone", w == "zones", w == "eastern", w == "pacific", w == "central", w == "mountain", w == "standard":
			zone = zone || w == "eastern" || w == "pacific" || w == "zone"
		default:
			return false
		}
	}
	return zone
}

// isPostal reports whether a part is a postal code of any country: short, with a digit and without a word.
func isPostal(s string) bool {
	return len(s) <= 11 && strings.ContainsAny(s, "0123456789") && !isWord(s)
}

// isWord reports whether s holds four letters in a row.
func isWord(s string) bool {
	run := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			if run++; run == 4 {
				return true
			}
		} else {
			run = 0
		}
	}
	return false
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

func isUpper(s string) bool {
	for i := range len(s) {
		if s[i] < 'A' || s[i] > 'Z' {
			return false
		}
	}
	return s != ""
}

func firstWord(key string) string {
	word, _, _ := strings.Cut(key, " ")
	return word
}
