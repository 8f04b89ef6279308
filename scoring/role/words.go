package role

import (
	"regexp"
	"strings"

	"shortlist/scoring/place"
)

// headNouns name what a person is; the place after one is the place of the work.
var headNouns = set(`engineer engineers developer developers designer scientist analyst architect researcher programmer tester
	administrator manager director specialist consultant coordinator assistant associate representative executive lead
	technician operator officer writer editor recruiter accountant advisor agent intern trainee entwickler
	ingenieur desenvolvedor desarrollador ingeniero developpeur partner`)

// marketWords make a title one about a market, where a place names the territory.
var marketWords = set(`sales presales account partner partners partnership partnerships channel channels alliances customer
	client clients solutions solution country territory regional region district area field gtm bdr sdr ae csm vertrieb ventas
	vendas relations affiliate influencer realtor broker`)

// softWords do so too, for a market or a country's law, unless the head builds things: a compliance engineer and a growth
// analyst are engineer and analyst of the company, wherever they sit.
var softWords = set(`marketing commercial revenue growth expansion market markets community brand retail
	tax payroll counsel legal lawyer attorney paralegal policy regulatory compliance government`)

var builders = set(`engineer engineers developer developers designer scientist architect programmer devops researcher
	analyst editor writer`)

// isMarket reads a market word with its neighbours: "business development" is one, "business partner", "business
// analyst" and "customer support" are not.
func isMarket(before, word, after string) bool {
	switch word {
	case "business":
		return after == "development"
	case "partner", "partners":
		return before != "business"
	case "customer", "client":
		return after != "support" && after != "service" && after != "care" && after != "experience" && after != "services"
	case "area", "country", "field":
		return after != ""
	}
	return marketWords[word]
}

// openHeads say nothing of the work: what follows the comma does, "Manager, Customer Success".
var openHeads = set(`senior sr junior jr lead principal staff head vp director manager associate specialist executive
	vice president chief of global group team deputy assistant ii iii i 1 2 3 mid level`)

// alsoWords are city names that mean something else where a title has them alone.
var alsoWords = set(`mobile reading split nice golden mason clark jupiter surprise sandy mesa bend bath hull tours perm como
	sparks phoenix aurora natal derby hamilton lincoln franklin jackson auburn salvador nelson centennial concord newton wayne
	conway hershey chester mansfield gilbert campbell florence victoria madison georgetown enterprise windsor preston
	warwick orange monroe meridian chad jordan jersey pacific america virtual vail sterling
	research rogers troy lowell richmond andover canton marcy goa sf la surrey rugby ventura`)

var compass = set(`north south east west northeast northwest southeast southwest northern southern eastern western central
	midwest mid`)

// isCompass reports whether a folded text is a territory by the compass, "East Coast", and not a country, a state or a
// region that has a compass word in its name.
func isCompass(folded string) bool {
	first, rest, _ := strings.Cut(folded, " ")
	if !compass[first] && rest != "northwest" {
		return false
	}
	return rest == "" || rest == "coast" || rest == "northwest" || rest == "texas"
}

// isTerritorial decides whether places in a title name a market. The head noun and what stands before it decide: a sales
// engineer has a territory, an engineer of sales tools has none.
func isTerritorial(segments []segment) bool {
	for _, s := range segments {
		if s.isPlace || isDecoration(s) {
			continue
		}
		open := true
		for clause := range strings.SplitSeq(s.text, ",") {
			words := strings.Fields(place.Fold(clause))
			soft, builds := false, false
			for i, w := range words {
				before, after := "", ""
				if i > 0 {
					before = words[i-1]
				}
				if i+1 < len(words) {
					after = words[i+1]
				}
				if isMarket(before, w, after) {
					return true
				}
				soft, builds, open = soft || softWords[w], builds || builders[w], open && openHeads[w]
			}
			if soft && !builds {
				return true
			}
			if !open {
				return false
			}
		}
	}
	return false
}

var (
	remoteWords = set(`remote remotely remoto remota remot fully full 100 only first flexible flexibility position role job
		opportunity opening work from home wfh anywhere worldwide or and based eligible friendly ok possible available hybrid
		onsite on site in office distributed telework homeoffice the a optional virtual global
		teilweise option ready location homebased teletrabajo teletravail presencial hibrido hybride mobiles arbeiten`)
	remoteCore = set(`remote remotely remoto remota remot wfh anywhere worldwide hybrid onsite site office home distributed
		telework homeoffice virtual homebased teletrabajo teletravail presencial hibrido hybride flexible global`)
	hypeWords = set(`hiring now urgent urgently immediate immediately start apply today we are is were new hot job asap wanted
		needed join us opening openings great opportunity sofort ab dringend urgente contratando se busca vagas vaga
		multiple positions position several roles role easy quick reposted repost evergreen pipeline`)
	hypeCore = set(`hiring urgent urgently immediate immediately apply asap wanted needed join sofort dringend urgente contratando
		vaga vagas positions position opening openings opportunity reposted repost evergreen hot roles role new`)
	fullTime = set(`full time fulltime permanent vollzeit unbefristet cdi position job role tempo integral jornada completa
		festanstellung ft w2 temps plein`)
	genderWords = set(`m w f d x h i n a div divers gn mwd all alle any genders gender geschlechter gendern mfd wmd mfx fmx fmd
		mixed male female diverse human mensch inter non binary mf hf fh femme homme o`)
	requisition = set(`req requisition ref reference jr id job no nr number position posting code r rq jobid reqid kennziffer stellen referenz`)
)

// isDecoration reports whether a segment says nothing of which role it is.
func isDecoration(s segment) bool {
	words := strings.Fields(s.folded)
	if len(words) > 8 {
		return false
	}
	if s.bracketed && len(words) > 1 && allOf(words, genderWords) || s.folded == "gn" || s.folded == "mwd" {
		return true
	}
	if allOf(words, remoteWords) && anyOf(words, remoteCore) {
		return true
	}
	return allOf(words, hypeWords) && anyOf(words, hypeCore) || allOf(words, fullTime) || isRequisition(s.text, words, s.bracketed) || isPay(s.text)
}

// isRequisition reports whether a segment is a number that the employer's own system gave: "#1234", "Req 4455",
// "JR012345", "102-06SENG-01". A year, "2026", tells one intake from the next and is none; nor is a standard, "ISO 27001".
func isRequisition(text string, words []string, bracketed bool) bool {
	digits, letters := 0, 0
	for _, r := range text {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			letters++
		}
	}
	if digits == 0 || len(text) > 40 {
		return false
	}
	if strings.HasPrefix(text, "#") && letters == 0 || requisition[words[0]] && digits > 2 && len(words) < 4 {
		return true
	}
	if words[0] == "iso" || words[0] == "din" || words[0] == "en" || strings.HasPrefix(words[0], "iso") {
		return false
	}
	if bracketed && digits == 4 && letters == 0 {
		return text < "1950" || text > "2099"
	}
	return !strings.ContainsAny(text, " .") && digits >= 5 && letters <= 5
}

var pay = regexp.MustCompile(`(?i)[$€£]\s?\d|\d\s?[€£]|\d+k\b.*\d+k\b|\b(usd|eur|gbp)\s?\d|\d\s?(usd|eur|gbp)\b`)

func isPay(text string) bool {
	return len(text) < 60 && strings.ContainsAny(text, "0123456789") && pay.MatchString(text)
}

func allOf(words []string, of map[string]bool) bool {
	for _, w := range words {
		if !of[w] {
			return false
		}
	}
	return len(words) > 0
}

func anyOf(words []string, of map[string]bool) bool {
	for _, w := range words {
		if of[w] {
			return true
		}
	}
	return false
}

var (
	genderMark   = regexp.MustCompile(`(?i)(^|[\s(\[,*])([mwfhd])\s?[/|:*]\s?([mwfhdxi])(\s?[/|:*]\s?([mwfdxain]|gn|div|divers))?([)\]\s*]|$)`)
	genderSuffix = regexp.MustCompile(`(?i)([a-zäöüß]{3})(?:[:*_]in(?:nen)?|/-?in|\(in\)|\(a\)|/a|\(e\)|·e)(\W|$)`)
)

// stripGender takes gender marks off: "(m/w/d)", "m/f/x", "Entwickler:in", "Desenvolvedor(a)".
func stripGender(title string) string {
	if hasGenderSuffix(title) {
		title = genderSuffix.ReplaceAllString(title, "$1$2")
	}
	if hasGenderMark(title) {
		title = genderMark.ReplaceAllString(title, "$1 $6")
	}
	return title
}

// hasGenderMark and hasGenderSuffix spare most titles the expressions.
func hasGenderMark(title string) bool {
	for i := 1; i < len(title)-1; i++ {
		if !strings.ContainsRune("/|:*", rune(title[i])) {
			continue
		}
		left := strings.TrimRight(title[:i], " ")
		if n := len(left); n > 0 && strings.IndexByte("mwfhdMWFHD", left[n-1]) >= 0 && (n == 1 || !isLetter(left[n-2])) {
			return true
		}
	}
	return false
}

func hasGenderSuffix(title string) bool {
	for _, mark := range []string{":in", "*in", "_in", "/in", "/-in", "(in", "(a)", "/a", "(e)", "·e"} {
		if strings.Contains(title, mark) {
			return true
		}
	}
	return false
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 }

var spellings = strings.NewReplacer("c++", " cplusplus ", "C++", " cplusplus ", "c#", " csharp ", "C#", " csharp ",
	"f#", " fsharp ", "F#", " fsharp ", "&", " and ", "+", " and ", "#", " ")

// sameWord maps spellings of one word.
var sameWord = map[string]string{
	"sr": "senior", "snr": "senior", "jr": "junior", "jnr": "junior", "mgr": "manager", "ii": "2", "iii": "3", "iv": "4",
	"golang": "go", "eng": "engineer", "engr": "engineer", "dev": "developer", "internship": "intern", "programme": "program",
	"midlevel": "mid", "fulltime": "",
}

// joined are two words that are also written as one.
var joined = map[string]string{
	"full stack": "fullstack", "front end": "frontend", "back end": "backend", "dev ops": "devops", "e commerce": "ecommerce",
	"part time": "parttime", "mid level": "mid", "vice president": "vp", "node js": "nodejs", "react js": "reactjs",
	"vue js": "vuejs", "next js": "nextjs", "full time": "", "pre sales": "presales", "semi senior": "semisenior",
	"cyber security": "cybersecurity", "java script": "javascript", "type script": "typescript", "data base": "database",
	"big data": "bigdata", "devsec ops": "devsecops", "start up": "startup",
}

// remoteTerms are words after which "remote" is part of the work: "Remote Sensing Engineer".
var remoteTerms = set(`sensing desktop access control monitoring pilot surgery patient procedure operations infrastructure
	building team weapon id lab work`)

// normalise folds the kept pieces into the words of the key.
func normalise(pieces []string) []string {
	raw := strings.Fields(place.Fold(spellings.Replace(strings.Join(pieces, " "))))
	var words []string
	for i := 0; i < len(raw); i++ {
		if i+1 < len(raw) {
			if one, ok := joined[raw[i]+" "+raw[i+1]]; ok {
				words = append(words, strings.Fields(one)...)
				i++
				continue
			}
		}
		w := raw[i]
		if same, ok := sameWord[w]; ok {
			w = same
		}
		if w != "" {
			words = append(words, w)
		}
	}
	if len(words) > 2 && requisition[words[0]] && len(words[1]) > 3 && strings.Trim(words[1], "0123456789") == "" {
		words = words[2:]
	}
	if len(words) > 1 && isRemoteWord(words[0]) && !remoteTerms[words[1]] {
		words = words[1:]
	}
	if n := len(words); n > 1 && isRemoteWord(words[n-1]) {
		words = words[:n-1]
	}
	return words
}

func isRemoteWord(w string) bool {
	return w == "remote" || w == "remoto" || w == "remota" || w == "hybrid"
}
