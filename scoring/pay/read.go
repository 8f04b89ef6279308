package pay

import (
	"strings"

	"shortlist/scoring"
)

// mode is how much a text must say before a figure in it is taken for pay.
type mode int

const (
	advert mode = iota // a word or a form of pay must stand near
	brief              // a line of text: a figure with a currency or in thousands is enough
	field              // a salary field: any figure that stands alone is enough
)

// read finds the pay in text.
func read(text string, m mode) scoring.Pay {
	figures := amounts(text)
	if len(figures) == 0 {
		return scoring.Pay{}
	}
	low := lower(text)
	var kept []span
	for _, s := range spans(text, low, figures) {
		if s.lo == 0 && s.hi == 0 || s.hi > maxPay {
			continue
		}
		if s.judge(low, m, kept) {
			kept = append(kept, s)
		}
	}
	return merge(text, choose(kept))
}

// judge settles what a span says and reports whether it is pay.
func (s *span) judge(low string, m mode, kept []span) bool {
	pre, post := before(low, s.start), after(low, s.end)
	if pre.based && s.money.code != "" { // "Base: $120,000", but not "a customer base of 25 thousand"
		pre.pay = min(pre.pay, 3)
	}
	s.tongue = pre.tongue
	if post.tongue != english {
		s.tongue = post.tongue
	}
	s.total = post.total || pre.total && !post.gross
	s.tellPeriod(pre, post)
	if s.ranged && s.lo < s.hi {
		pre.atLeast, pre.atMost, pre.start = false, false, s.start
	}
	s.atMost, s.atLeast = pre.atMost, pre.atLeast || s.plus && !s.ranged
	s.start, s.end = min(s.start, pre.start), max(s.end, post.end)
	if last, _ := lettersBack(low, s.end); at(low, s.end) == '.' && abbreviations[last] {
		s.end++
	}
	if s.refused(pre, post) || !s.fits(post) {
		return false
	}
	s.strong = pre.pay < never || post.pay <= 4
	if m != advert && s.alone(m) {
		s.strong = true
		return true
	}
	return s.accepted(pre, post, kept)
}

// refused reports whether the words say that the figure is something beside the pay, or a company's money.
func (s *span) refused(pre, post evidence) bool {
	if post.apiece {
		return true
	}
	wide := s.ranged && s.hi > s.lo
	if post.perk < never && post.perk < post.pay && (!wide || pre.pay == never || pre.perk < pre.pay) {
		return true
	}
	if post.firm < never && (pre.pay == never || !wide && post.firm <= 3 && post.firm < post.pay) {
		return true
	}
	if pre.perk < pre.pay && post.pay > 2 {
		if !wide || pre.perk <= 3 && pre.pay > pre.perk+2 || pre.pay == never && s.period != scoring.PerYear {
			return true
		}
	}
	return pre.firm < never && pre.pay == never && post.pay > 2
}

// fits reports whether the figure can be pay for its period.
func (s *span) fits(post evidence) bool {
	c := s.money.code
	if c == "" && !s.sized && s.plain == 4 && s.lo >= 1900 && s.hi < 2100 && s.period == "" {
		return false // a year of the calendar
	}
	if c != "" && !strongUnits[c] {
		return true
	}
	return s.hi <= 5e6 && (s.period == "" || plausible(s.lo, s.hi, c, s.period))
}

// alone reports whether the figure may stand without a word of pay in a text of this kind.
func (s *span) alone(m mode) bool {
	if s.money.code != "" || s.sized && s.lo >= 1000 {
		return m == field || s.money.code != "" || s.ranged
	}
	return m == field && (s.lo >= 1000 || s.ranged && s.lo >= 5)
}

// accepted weighs what speaks for a figure in running text.
func (s *span) accepted(pre, post evidence, kept []span) bool {
	named := s.strong
	told := post.period != ""
	if s.money.code == "" {
		// Without a currency a word of pay must stand close, and the figure must be written as money is.
		near := pre.pay <= 8 || post.pay <= 3
		switch {
		case !near:
			return false
		case s.sized:
			return s.lo >= 1000 || told
		case s.plain >= 4 && s.lo >= 1000:
			return pre.pay <= 3 || told
		}
		return told && pre.pay <= 8
	}
	single := !s.ranged
	if single && s.period == scoring.PerYear && s.hi < 5000 && strongUnits[s.money.code] {
		return false // a year's allowance
	}
	if named {
		// A small figure alone needs its period said; the size would only guess at it.
		return !single || told || pre.period != "" || s.hi >= hourBelow || pre.pay == headedPay && pre.labelled
	}
	large := s.period == scoring.PerYear && s.lo >= yearFrom
	switch {
	case s.ranged && (large || told):
		return true
	case told && large, told && s.period == scoring.PerHour && s.lo >= 7:
		return true
	}
	return told && len(kept) > 0 && s.follows(kept[len(kept)-1])
}

// follows reports whether s continues the list that prev stands in.
func (s *span) follows(prev span) bool {
	return s.start-prev.end <= listGap && s.period == prev.period && s.money.code == prev.money.code && s.ranged == prev.ranged
}

// listGap is how far apart, in bytes, the lines of one list of pay may stand.
const listGap = 240

// choose picks the spans that speak of the same pay as the most telling one: ranges before single figures, named ones
// before bare ones, base pay before totals, and then the first.
func choose(kept []span) []span {
	if len(kept) == 0 {
		return nil
	}
	best := kept[0]
	for _, s := range kept[1:] {
		if s.rank() > best.rank() {
			best = s
		}
	}
	var out []span
	last := best
	for _, s := range kept {
		switch {
		case s.start == best.start:
		case s.ranged != best.ranged, s.money.code != best.money.code, s.period != best.period, s.hi*5 < best.lo, s.lo > best.hi*5:
			continue
		case s.total && !best.total:
			continue
		case !s.ranged && !s.near(last), s.ranged && !s.strong && best.strong && !s.near(last):
			continue
		}
		out = append(out, s)
		last = s
	}
	return out
}

// rank orders spans by how much they tell.
func (s span) rank() int {
	r := 0
	if s.strong {
		r += 4
	}
	if s.ranged {
		r += 2
	}
	if !s.total {
		r++
	}
	return r
}

// near reports whether s stands within one list with t.
func (s span) near(t span) bool {
	return s.start-t.end <= listGap && t.start-s.end <= listGap
}

// merge is the widest range of the spans.
func merge(text string, group []span) scoring.Pay {
	if len(group) == 0 {
		return scoring.Pay{}
	}
	p := scoring.Pay{Currency: group[0].money.code, Period: group[0].period}
	var raws []string
	for _, s := range group {
		if !s.atMost && (p.Min == 0 || s.lo < p.Min) {
			p.Min = s.lo
		}
		if !s.atLeast {
			p.Max = max(p.Max, s.hi)
		}
		raws = append(raws, oneLine(text[s.start:s.end]))
	}
	if p.Max < p.Min {
		p.Max = 0
	}
	if t := group[0].tongue; len(group) == 1 && !group[0].ranged && p.Min == p.Max && (t == german || t == spanish) {
		p.Max = 0
	}
	p.Raw = truncate(strings.Join(raws, "; "))
	return p
}
