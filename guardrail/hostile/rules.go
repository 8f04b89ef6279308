package hostile

import "strings"

// step is one word of a rule.
type step struct {
	any   sense // of which one is enough
	gap   int   // words that may stand between the step before and this one
	marks mark  // all of which the word must have
	not   mark  // none of which it may have
	voice voice
	text  []string // one of these words, where no class is; in the detector's spelling
}

// voice says what may follow a word that names a machine.
type voice uint8

const (
	anyVoice  voice = iota
	addressed       // the machine is spoken to: the clause ends, or goes on as with machines ("an AI reading this")
	notHuman        // no profession follows ("an AI engineer")
)

// rule is a row of words that says more than any of them. It holds within one sentence.
type rule struct {
	kind  string
	steps []step
	// command: the first word must be an order: at the head of a clause, or after a word such as "please", "and", "must".
	command bool
	// company: classes of which the sentence must hold one besides.
	company sense
	// apart: the rule is one about ignoring and the like, which an advert for people who fight such attacks quotes, and
	// which other people do than the one spoken to: "those who ignore the instructions".
	apart bool
	// after: a sentence must follow.
	after bool
	// address: an address must follow at once.
	address bool
}

// w is a word of one of the classes, at most gap words behind the step before.
func w(c sense, gap int) step { return step{any: c, gap: gap} }

// marked is w for a word that stands in a certain way.
func marked(c sense, gap int, m mark) step { return step{any: c, gap: gap, marks: m} }

// spoken is w for the name of a machine that is spoken to.
func spoken(c sense, gap int) step { return step{any: c, gap: gap, voice: addressed} }

// thing is w for the name of a machine that is not part of a profession's.
func thing(c sense, gap int) step { return step{any: c, gap: gap, voice: notHuman} }

// lit is one of these very words.
func lit(gap int, words string) step {
	return step{any: special, gap: gap, text: strings.Fields(words)}
}

// named narrows a step to these very words.
func (s step) named(words string) step {
	s.text = strings.Fields(words)
	return s
}

// unsevered narrows a step to a word that no punctuation parts from the one before it.
func (s step) unsevered() step {
	s.not = severed
	return s
}

func (s step) thing() step {
	s.voice = notHuman
	return s
}

func seq(kind string, steps ...step) rule     { return rule{kind: kind, steps: steps} }
func order(kind string, steps ...step) rule   { return rule{kind: kind, steps: steps, command: true} }
func guarded(kind string, steps ...step) rule { return rule{kind: kind, steps: steps, apart: true} }

func (r rule) with(c sense) rule {
	r.company = c
	return r
}

// target is what an attacker wants to have ignored.
const target = orders | matter

// rules are tried at every word of their first step.
var rules = index(ruleLists)

var ruleLists = [][]rule{overrideRules, orderRules, addressRules, roleRules, scoreRules, statedScoreRules, fabricationRules, leakRules, frameRules}

// literals are the words that single rules name.
func literals() []wordList {
	var lists []wordList
	for _, list := range ruleLists {
		for _, r := range list {
			for _, s := range r.steps {
				lists = append(lists, wordList{special, strings.Join(s.text, " ")})
			}
		}
	}
	return lists
}

// ruleIndex holds the rules by what their first step can be.
type ruleIndex struct {
	byClass [64][]*rule
	byWord  map[string][]*rule // of rules that begin with very words
}

func index(lists [][]rule) ruleIndex {
	in := ruleIndex{byWord: map[string][]*rule{}}
	for _, list := range lists {
		for i := range list {
			r := &list[i]
			for _, word := range r.steps[0].text {
				in.byWord[word] = append(in.byWord[word], r)
			}
			for c := range 64 {
				if r.steps[0].text == nil && r.steps[0].any&(1<<c) != 0 {
					in.byClass[c] = append(in.byClass[c], r)
				}
			}
		}
	}
	return in
}
