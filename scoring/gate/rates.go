package gate

import "shortlist/scoring"

// ratesDate is the day of the table below. Rates move by a few per cent a year, pay bands are wider; the table is
// renewed with a release.
const ratesDate = "2026-11-02"

// rates are euros for one unit of a currency, rounded, on ratesDate.
var rates = map[string]float64{
	"EUR": 1, "USD": 0.87, "GBP": 1.15, "CHF": 1.07, "CAD": 0.62, "AUD": 0.57, "NZD": 0.50, "SGD": 0.67, "HKD": 0.112, "JPY": 0.0057,
	"CNY": 0.122, "INR": 0.0099, "PLN": 0.235, "CZK": 0.041, "HUF": 0.0026, "RON": 0.197, "BGN": 0.511, "SEK": 0.091, "NOK": 0.085,
	"DKK": 0.134, "ISK": 0.0069, "UAH": 0.0207, "RUB": 0.0107, "TRY": 0.0206, "ILS": 0.265, "AED": 0.237, "SAR": 0.232, "QAR": 0.239,
	"EGP": 0.0183, "ZAR": 0.050, "NGN": 0.0006, "KES": 0.0067, "GHS": 0.080, "BRL": 0.161, "MXN": 0.047, "ARS": 0.0006, "CLP": 0.00092,
	"COP": 0.00022, "PEN": 0.257, "UYU": 0.0218, "KRW": 0.0006, "TWD": 0.028, "THB": 0.0268, "MYR": 0.207, "IDR": 0.000052,
	"VND": 0.000033, "PHP": 0.0148, "PKR": 0.0031, "BDT": 0.0071, "LKR": 0.0029,
}

// perYear is how many of a period a year of full-time work has: 52 weeks of five days and forty hours.
var perYear = map[scoring.Period]float64{
	scoring.PerHour: 2080, scoring.PerDay: 260, scoring.PerWeek: 52, scoring.PerFortnight: 26, scoring.PerMonth: 12, scoring.PerYear: 1,
}

// euros is an amount as euros a year; false where the currency or the period is not known.
func euros(amount float64, currency string, per scoring.Period) (float64, bool) {
	rate, times := rates[currency], perYear[per]
	return amount * rate * times, rate > 0 && times > 0
}
