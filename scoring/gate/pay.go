package gate

import (
	"fmt"
	"strings"

	"shortlist/scoring"
	"shortlist/scoring/pay"
)

// bandReach is how far above the only figure that is said, the lowest, a band may go: beyond it the floor is out of reach.
const bandReach = 1.25

// rateDoubt is how far under the floor pay in another currency must be, as a share of it: rates move.
const rateDoubt = 0.10

// payFloor fires where the top of an explicit band, as a year's pay, is under the floor. Where only the least is said
// it fires where even a quarter more is under the floor, and is unsure below it. Its fact is about.pay_floor.
func payFloor(l *listing, p *scoring.Profile) finding {
	floor := p.About.PayFloor
	if floor == nil {
		return silent
	}
	least, ok := euros(floor.Amount, floor.Currency, floor.Per)
	if !ok {
		return silent
	}
	said, context := l.Pay, l.Pay.Raw
	if !said.Known() {
		said = pay.FromText(l.Text)
		context = around(l.Text, said.Raw)
	}
	if !said.Known() {
		return silent
	}
	return payUnder(said, context, least, floor)
}

func payUnder(said scoring.Pay, context string, least float64, floor *scoring.PayFloor) finding {
	period, currency := said.Period, said.Currency
	if currency == "" {
		currency = floor.Currency
	}
	state := Fired
	if period == scoring.PerUnknown {
		if period = likelyPeriod(max(said.Min, said.Max) * rates[currency]); period == scoring.PerHour {
			state = Unsure
		}
	}
	if said.Currency == "" || period == scoring.PerHour && context != "" && !saysHour(context) {
		state = Unsure
	}
	top := said.Max
	if top == 0 {
		top = said.Min * bandReach
	}
	yearly, ok := euros(top, currency, period)
	switch {
	case !ok:
		return silent
	case yearly >= least && said.Max == 0 && yearly/bandReach < least:
		return finding{Unsure, quoteOf(said), "It says only the least that it pays, and that is under your floor."}
	case yearly >= least:
		return silent
	case currency != floor.Currency && yearly > least*(1-rateDoubt):
		return finding{Unsure, quoteOf(said), "What it pays is near your floor at the rates of exchange of " + ratesDate + "."}
	case state == Unsure:
		return finding{Unsure, quoteOf(said), "What it pays seems to be under your floor, but the currency or the period is not said."}
	}
	why := fmt.Sprintf("It pays at most %.0f %s a year, your floor is %.0f.", yearly/rates[floor.Currency], floor.Currency, least/rates[floor.Currency])
	if said.Max == 0 {
		why = fmt.Sprintf("It pays from %.0f %s a year, far under your floor of %.0f.", yearly/bandReach/rates[floor.Currency], floor.Currency, least/rates[floor.Currency])
	}
	return finding{Fired, quoteOf(said), why}
}

func quoteOf(said scoring.Pay) string { return strings.TrimSpace(said.Raw) }

// around is a span with some words before and after it.
func around(text, span string) string {
	const reach = 40
	i := strings.Index(text, span)
	if i < 0 {
		return span
	}
	return strings.ToValidUTF8(text[max(0, i-reach):min(len(text), i+len(span)+reach)], "")
}

// saysHour reports whether a quote says that an hour is meant: a small figure alone may be the price of something.
func saysHour(raw string) bool {
	for _, r := range readText(raw) {
		for _, t := range r.tokens {
			if hourWords[t.word] {
				return true
			}
		}
	}
	return false
}

var hourWords = wordSet("h hr hrs hour hours hourly std stunde stunden stundenlohn ph heure heures horaire hora horas ora ore oraria uur uren godz godzina godzine godzin timme time hod hodinu")

// likelyPeriod guesses what a figure, in euros, covers where nothing says.
func likelyPeriod(euros float64) scoring.Period {
	switch {
	case euros < 400:
		return scoring.PerHour
	case euros < 14000:
		return scoring.PerMonth
	}
	return scoring.PerYear
}
