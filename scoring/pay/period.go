package pay

import "shortlist/scoring"

// The sizes from which a figure in a strong currency can only be an hour's or a year's pay.
const (
	hourBelow = 500
	yearFrom  = 15000
	// In Europe monthly figures are quoted; English adverts leave such a size open.
	monthFrom  = 500
	monthBelow = 10000
)

// guess tells the period from the size, where that is safe: both bounds must agree and the currency's unit must be
// near a dollar.
func guess(lo, hi float64, currency string) scoring.Period {
	if currency != "" && !strongUnits[currency] {
		return scoring.PerUnknown
	}
	small, large := least(lo, hi), max(lo, hi)
	switch {
	case large < hourBelow:
		return scoring.PerHour
	case small >= yearFrom:
		return scoring.PerYear
	}
	return scoring.PerUnknown
}

// least is the smaller of two bounds, where 0 is no bound.
func least(lo, hi float64) float64 {
	if lo == 0 || hi != 0 && hi < lo {
		return hi
	}
	return lo
}

// plausible reports whether figures of this size are pay for that period. Other currencies than the strong ones have
// no limits here.
func plausible(lo, hi float64, currency string, p scoring.Period) bool {
	if currency != "" && !strongUnits[currency] {
		return true
	}
	small, large := least(lo, hi), max(lo, hi)
	switch p {
	case scoring.PerHour:
		return large <= 1500
	case scoring.PerDay:
		return small >= 20 && large <= 10000
	case scoring.PerWeek, scoring.PerFortnight:
		return small >= 50 && large <= 30000
	case scoring.PerMonth:
		return small >= 100 && large <= 100000
	case scoring.PerYear:
		return small >= 1000
	}
	return true
}

// tellPeriod settles a span's period: what follows the figure, else what stands before it, else its size.
func (s *span) tellPeriod(pre, post evidence) {
	switch {
	case s.yearly:
		s.period = scoring.PerYear
	case post.period != "":
		s.period = post.period
	case pre.period != "" && plausible(s.lo, s.hi, s.money.code, pre.period):
		s.period = pre.period
	default:
		s.period = guess(s.lo, s.hi, s.money.code)
		european := s.tongue != english && (s.money.code == "" || s.money.code == "EUR" || s.money.code == "CHF")
		if s.period == "" && european && least(s.lo, s.hi) >= monthFrom && s.hi < monthBelow {
			s.period = scoring.PerMonth
		}
	}
}
