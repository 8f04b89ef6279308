package place

import (
	"strings"

	"shortlist/scoring"
)

var (
	hybridWords = []string{"hybrid", "hybride", "hibrido", "hybrides", "partially remote", "partly remote", "teilweise remote"}
	officeWords = []string{"on site", "onsite", "in office", "office based", "in person", "not remote", "non remote", "no remote", "vor ort", "presencial", "sur site"}
	remoteWords = []string{"remote", "remotely", "remoto", "remota", "remot", "fully remote", "anywhere", "worldwide", "world wide",
		"distributed", "work from home", "wfh", "home based", "home office", "homeoffice", "teletrabajo", "teletravail", "telework", "telecommute", "virtual"}
)

// workplace reads how far the job is bound to an office. Of alternatives the freest counts: "Berlin (Hybrid); Remote"
// can be done remotely. Within one, "hybrid" qualifies "remote".
func workplace(text string, remoteBoard bool) scoring.Remote {
	found := scoring.RemoteUnknown
	split := func(r rune) bool { return isAlternative(r) || r == '/' }
	for alternative := range strings.FieldsFuncSeq(text, split) {
		for _, one := range strings.Split(" "+Fold(alternative)+" ", " or ") {
			if r := workplaceOf(" " + one + " "); remoteRank(r) > remoteRank(found) {
				found = r
			}
		}
	}
	if found == scoring.RemoteUnknown && remoteBoard {
		return scoring.RemoteYes
	}
	return found
}

func workplaceOf(folded string) scoring.Remote {
	switch {
	case hasAny(folded, hybridWords):
		return scoring.RemoteHybrid
	case hasAny(folded, officeWords):
		return scoring.RemoteNo
	case hasAny(folded, remoteWords):
		return scoring.RemoteYes
	}
	return scoring.RemoteUnknown
}

// hasAny looks for whole words in a folded text with a space at either end.
func hasAny(folded string, words []string) bool {
	for _, w := range words {
		for rest := folded; ; {
			i := strings.Index(rest, w)
			if i < 0 {
				break
			}
			if end := i + len(w); i > 0 && rest[i-1] == ' ' && end < len(rest) && rest[end] == ' ' {
				return true
			}
			rest = rest[i+len(w):]
		}
	}
	return false
}
