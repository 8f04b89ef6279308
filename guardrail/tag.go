package guardrail

// tag is a property of a word or phrase of a rationale. The lexicon's sections carry the same names.
type tag uint8

const (
	tagNeg      tag = iota // "not": negates what stands before or after it
	tagNegAhead            // "no", "without": negates only what follows
	tagRequire
	tagOptional
	tagOther // another vacancy, another team: not this job
	tagThis
	tagPast
	tagNow
	tagHyp
	tagMet  // the person has it
	tagFits // so says a "which" or a colon after the fact
	tagSplit
	tagContrast
	tagAd
	tagTongue
	tagMastery
	tagAdjNoun // after a language's name: a country is meant
	tagEmployer
	tagPay
	tagFloor
	tagBelow
	tagAbove
	tagReach
	tagMiss
	tagTooLow
	tagUnpaid
	tagNotPay
	tagUpTo
	tagFrom
	tagAttend
	tagOffice
	tagDay
	tagRemote
	tagNoRemote
	tagRelocate
	tagChoice
	tagResident
	tagDwell
	tagAuthorise
	tagOnly
	tagCandidates
	tagExcluded
	tagClearance
	tagLicence
	tagFar
	tagUnder
	tagExec
	tagJunior
	tagColleague
	tagMarket
	tagOutside
	tagOwnRegion
	tagField
	tagSales
	tagMismatch
	tagTrade
	tagStack
	tagHead // of a title: "coordinator"
	tagShort
	tagTerm
	tagLoose
	tagPermanent
	tagDeal
	tagHit
	tagRuled
	tagPasses
	tagScam
	tagClosed
	tagBad
	tagVague
	tagPlain // holds a word of negation and negates nothing
	tagCount
)

var tagNames = [tagCount]string{
	"neg", "negfwd", "require", "optional", "other", "this", "past", "now", "hyp", "met", "fits", "split", "contrast", "ad", "tongue",
	"mastery", "adjnoun", "employer", "pay", "floor", "below", "above", "reach", "miss", "toolow", "unpaid", "notpay", "upto", "fromup",
	"attend", "officenoun", "day", "remote", "noremote", "relocate", "choice", "resident", "dwell", "authorise", "only", "candidates",
	"excluded", "clearance", "licence", "far", "under", "exec", "junior", "colleague", "market", "outside", "ownregion", "field", "sales",
	"mismatch", "trade", "stack", "head", "short", "term", "loose", "permanent", "deal", "hit", "ruled", "passes", "scam", "closed", "bad", "vague",
	"plain",
}

// tags is a set of them.
type tags [2]uint64

func (s *tags) add(t tag)     { s[t/64] |= 1 << (t % 64) }
func (s tags) has(t tag) bool { return s[t/64]&(1<<(t%64)) != 0 }

func (s tags) any(of ...tag) bool {
	for _, t := range of {
		if s.has(t) {
			return true
		}
	}
	return false
}
