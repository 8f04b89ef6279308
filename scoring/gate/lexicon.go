package gate

import (
	"embed"
	"math/bits"
	"strings"
)

// tag is what a word or phrase of a lexicon says.
type tag uint8

const (
	tagNone tag = iota

	tagFunction // tells the language of a clause and no more
	tagMask     // hides the words of other tags that lie within
	tagRequire  // "must", "required"
	tagSoft     // "a plus", "ideally"
	tagNot      // "no", "without"
	tagOr       // "or"
	tagOnly     // "only"
	tagOther    // other people: customers, the team
	tagYou      // the candidate
	tagRole     // the job itself
	tagFuture   // "later", "will transition"
	tagMaybe    // "depending on", "may"
	tagPerform  // work on a matter: "conduct", "manage"
	tagHold     // "have", "obtain"

	tagLanguage  // the name of a language; value says which
	tagAdjective // the name as it stands before or after a word like "language" only
	tagSpeaker   // a word that says language and fluency: "germanophone"
	tagFluent    // "fluent", "native", "C1"
	tagQuality   // "good", "strong": fluency only right beside a name
	tagLangword  // "language"
	tagAnother   // "a second language", "bilingual"
	tagOneOf     // "one of the following"
	tagWeak      // "basic", "A2"
	tagAnd
	tagGlue // small words that a language\'s name may stand beside
	tagTalk // what other people do in their language
	tagCode // programming languages, which are no languages here
	tagJob  // work that a language\'s name in a title makes work in that language

	tagClearance
	tagCitizen

	tagOffice   // "on site"
	tagSite     // "office": a place that becomes a duty beside a number of days or a verb of presence
	tagHybrid   //
	tagRemote   //
	tagPartly   // "partly remote"
	tagHome     // "home office": with a number of days it tells of the other days
	tagTech     // what makes "hybrid" a matter of technology
	tagEvent    // "retreat", "visit"
	tagOptional // "if you like", "optional"
	tagDay      //
	tagWeekday  // "Mondays"
	tagWeek     //
	tagPresence // "attend", "come in"

	tagReside
	tagIn // "in", "within"
	tagPermit
	tagSponsor
	tagOffer     // "available", "we help"
	tagMoney     // pay and benefits, where residence only chooses a table
	tagApplicant // those who may apply
	tagCandidate // what is said to be open to somebody
	tagZone      // time zones
	tagAnywhere
	tagOutside // "outside of"
	tagLimit   // how far apart time zones may be

	tagNumber     // value says which
	tagMentor     // what one does with juniors
	tagLevel      // value says which
	tagYears      // "years", "Jahre"
	tagExperience // "experience"
	tagCompany    // "our company", with years its age

	tagCount
)

// tagNames are the sections of the lexicon files.
var tagNames = map[string]tag{
	"function": tagFunction, "mask": tagMask, "require": tagRequire, "soft": tagSoft, "not": tagNot, "or": tagOr, "only": tagOnly,
	"other": tagOther, "you": tagYou, "role": tagRole, "future": tagFuture, "maybe": tagMaybe, "perform": tagPerform, "hold": tagHold,
	"language": tagLanguage, "adjective": tagAdjective, "speaker": tagSpeaker, "fluent": tagFluent, "quality": tagQuality,
	"langword": tagLangword, "another": tagAnother, "one of": tagOneOf, "weak": tagWeak, "and": tagAnd, "glue": tagGlue, "talk": tagTalk, "code": tagCode, "job": tagJob,
	"clearance": tagClearance, "citizen": tagCitizen,
	"office": tagOffice, "site": tagSite, "hybrid": tagHybrid, "remote": tagRemote, "partly": tagPartly, "home": tagHome, "tech": tagTech,
	"event": tagEvent, "optional": tagOptional, "day": tagDay, "week": tagWeek, "presence": tagPresence,
	"reside": tagReside, "in": tagIn, "permit": tagPermit, "sponsor": tagSponsor, "offer": tagOffer, "money": tagMoney,
	"candidate": tagCandidate, "applicant": tagApplicant, "zone": tagZone, "anywhere": tagAnywhere, "limit": tagLimit, "outside": tagOutside, "weekday": tagWeekday,
	"level": tagLevel, "number": tagNumber, "mentor": tagMentor, "years": tagYears, "experience": tagExperience, "company": tagCompany,
}

// A tagSet has a bit for each tag.
const _ = uint(64 - tagCount)

// tagSet is a set of tags.
type tagSet uint64

func tagsOf(tags ...tag) (s tagSet) {
	for _, t := range tags {
		s |= 1 << t
	}
	return s
}

func (s tagSet) has(t tag) bool        { return s&(1<<t) != 0 }
func (s tagSet) any(other tagSet) bool { return s&other != 0 }

// tongue is the index of a lexicon's language; tongues are the languages that have one.
type tongue int8

const (
	noTongue tongue = -1
	english  tongue = 0
)

var tongues = []string{"en", "de", "fr", "es", "nl", "it", "pt", "pl", "sv", "da", "nb", "fi", "cs", "ro", "hu", "tr", "hr"}

// entry is one word or phrase of a lexicon.
type entry struct {
	words  []string
	stem   bool   // the last word is the beginning of a word
	own    bool   // counts only in clauses of its own language
	tag    tag    //
	value  string // of a name of a language, a level or a number: which
	tongue tongue
}

// lexicon is the embedded word lists, read once.
type lexicon struct {
	exact map[string][]entry // by the first word
	stems map[string][]entry // by the first stemLength bytes of the first word, which is a stem
	votes map[string]uint32  // a function word's languages, as bits
	hints map[string]uint32  // the same of the other single words
}

// stemLength is the length of the shortest stem, in bytes.
const stemLength = 4

//go:embed lexicon/*.txt
var lexiconFiles embed.FS

var words = loadLexicon()

// loadLexicon reads the files. A line is an entry, or several apart by commas; "*" at the end makes a stem; "=" in front
// makes it count in clauses of the file's own language only; in the sections of languages "de: german" gives the
// value.
func loadLexicon() *lexicon {
	lx := &lexicon{exact: map[string][]entry{}, stems: map[string][]entry{}, votes: map[string]uint32{}, hints: map[string]uint32{}}
	for i, code := range tongues {
		data, _ := lexiconFiles.ReadFile("lexicon/" + code + ".txt") // part of the program; a test reads each
		section := tagNone
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			switch {
			case line == "" || line[0] == '#':
			case line[0] == '[':
				section = tagNames[strings.Trim(line, "[]")]
			default:
				lx.addLine(line, section, tongue(i))
			}
		}
	}
	return lx
}

func (lx *lexicon) addLine(line string, section tag, of tongue) {
	value := ""
	if before, after, ok := strings.Cut(line, ":"); ok {
		value, line = strings.TrimSpace(before), after
	}
	sep := ","
	if section == tagFunction {
		sep = " "
	}
	for phrase := range strings.SplitSeq(line, sep) {
		if phrase = strings.TrimSpace(phrase); phrase != "" {
			lx.add(phrase, entry{tag: section, value: value, tongue: of})
		}
	}
}

func (lx *lexicon) add(phrase string, e entry) {
	phrase, e.own = strings.CutPrefix(phrase, "=")
	phrase, e.stem = strings.CutSuffix(phrase, "*")
	for _, t := range takeApart(phrase).tokens {
		e.words = append(e.words, t.word)
	}
	if len(e.words) == 0 {
		return
	}
	first := e.words[0]
	if e.tag == tagFunction {
		lx.votes[first] |= 1 << e.tongue
		return
	}
	// English words are loans in every language: they tell nothing.
	if !e.stem && len(e.words) == 1 && len(first) > 2 && e.tongue != english {
		lx.hints[first] |= 1 << e.tongue
	}
	if e.stem && len(e.words) == 1 && len(first) >= stemLength {
		lx.stems[first[:stemLength]] = append(lx.stems[first[:stemLength]], e)
		return
	}
	lx.exact[first] = append(lx.exact[first], e)
}

// matches reports whether the entry stands at the first of tokens. No phrase crosses a comma, a bracket or a colon.
func (e *entry) matches(tokens []token) bool {
	if len(tokens) < len(e.words) {
		return false
	}
	last := len(e.words) - 1
	for i, w := range e.words {
		got := tokens[i].word
		switch {
		case i > 0 && tokens[i].gap&gapCut != 0:
			return false
		case i == last && e.stem:
			if !strings.HasPrefix(got, w) {
				return false
			}
		case got != w:
			return false
		}
	}
	return true
}

// The points that a word gives to the language of its clause; its languages share them.
const (
	voteOfFunction = 12
	voteOfHint     = 4
	voteOfName     = 3 // of a language's name, for the language it is written in
)

// vote is what a word says of the language of its clause.
func (lx *lexicon) vote(word string) (set uint32, points int) {
	if set = lx.votes[word]; set != 0 {
		return set, voteOfFunction / bits.OnesCount32(set)
	}
	if set = lx.hints[word]; set != 0 {
		return set, voteOfHint / bits.OnesCount32(set)
	}
	return 0, 0
}
