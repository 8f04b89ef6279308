package relevance

// All that the rules weigh stands here.

// What naming a term is worth for what is asked for.
const (
	titleWorth = 1.0  // in the part of the title that says what the person is
	asideWorth = 0.9  // in another part
	wordWorth  = 0.95 // a condition, in the title
	placeWorth = 0.9  // the same, in the listing's place
	bothWorth  = 1.0  // the same, in both
	sideWorth  = 0.5  // the side of the work that a language or tool belongs to
	kinWorth   = 0.60 // a term that belongs to what is asked for, and again for each step
	kinInText  = 0.6  // the same in the text
)

// How much one sentence of a text shows that work is done with what it names.
var sectionWeight = [...]float64{
	sectionMain: 0.8, sectionNeeded: 1, sectionDuties: 1, sectionOptional: 0.15, sectionCompany: 0.3, sectionOffer: 0.1,
	sectionOpenings: 0,
}

const (
	fewLanguages = 3.0 // from here on each further language in a sentence takes weight from all
	fewTools     = 7.0
	shortText    = 650 // bytes; a text so short is only the advert's beginning
	shortFactor  = 2.0 // what it names counts for more

	otherTech = 0.7 // a title that names other languages or tools

	mostAside = 0.4 // all that optional things and the employer himself add

	halfText = 1.5 // a weight that is half of the most
)

// How strong a text must be to admit what the title does not name.
const (
	techStrength  = 0.40
	fieldStrength = 0.65
	nearStrength  = 0.55 // for a title of a near family, where the query names its own
)

// The parts of a relevance, before it is divided by the most that the query could have.
const (
	weightTitle  = 0.50 // what is asked for, in the title
	weightText   = 0.20 // the same in the text
	weightFamily = 0.15 // the title's family of work
	weightHead   = 0.05 // the noun
	weightLevel  = 0.12 // the level
	weightPlace  = 0.08 // the conditions
	weightWord   = 0.05 // the query's own words in the title
	weightOrder  = 0.05 // the query's words in its order

	nearFamily  = 0.60 // of weightFamily
	farFamily   = 0.15
	otherFamily = 0.05
	softNeed    = 0.4 // what only ranks, beside 1 for what is needed
)

// closeFactor is what a title's family leaves of the whole.
var closeFactor = [...]float64{closeNone: 0.5, closeFar: 0.65, closeNear: 0.9, closeSame: 1}
