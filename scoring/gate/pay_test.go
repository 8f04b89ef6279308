package gate

import (
	"testing"

	"shortlist/scoring"
)

func TestPayClauses(t *testing.T) {
	t.Parallel()
	checkClauses(t, Pay, []string{
		"Salary: €35,000 - €45,000 per year", "Pay: $18.50 per hour", "Gehalt: 2.800 € bis 3.200 € brutto im Monat", "Gehalt: 38.000 - 42.000 EUR brutto/Jahr",
		"Salaire : 32 à 38 k€ brut annuel", "Salario: 24.000 - 28.000 € brutos anuales", "Compensation: $40,000-$55,000 USD annually", "Day rate: £120 per day",
		"Base salary £28,000 - £34,000 a year", "Stundenlohn: 15,50 € pro Stunde", "Rémunération : 2 100 € brut par mois", "Salary range: $25 - $30 an hour",
		"Salary: up to €50,000 per year", "Vergütung: 2.400 € monatlich", "Salary: 45k-55k EUR",
	}, []string{
		"Salary: €80,000 - €95,000 per year", "$150k - $180k base", "Competitive salary", "A yearly learning budget of €1,500", "Sign-on bonus of €3,000",
		"We raised $20 million last year", "Gehalt: 75.000 - 90.000 EUR brutto pro Jahr", "Salaire : 80 à 95 k€", "£600 per day", "$70 - $90 per hour",
		"Salary: €65,000 - €75,000 per year", "Referral bonus of $1,000", "Our product costs $20 per month", "You will manage a budget of €50,000",
		"Sueldo: 85.000 € brutos anuales", "Home office allowance of 50 € per month", "6.500 € brutto im Monat",
	})
}

func TestPayOfTheBoard(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		pay  scoring.Pay
		want State
	}{
		{scoring.Pay{Min: 40000, Max: 50000, Currency: "EUR", Period: scoring.PerYear, Raw: "40-50k"}, Fired},
		{scoring.Pay{Min: 40000, Max: 90000, Currency: "EUR", Period: scoring.PerYear, Raw: "40-90k"}, Silent},
		{scoring.Pay{Min: 30, Max: 34, Currency: "USD", Period: scoring.PerHour, Raw: "$30-34 an hour"}, Fired},
		{scoring.Pay{Min: 65000, Max: 78000, Currency: "USD", Period: scoring.PerYear, Raw: "$65-78k"}, Unsure},
		{scoring.Pay{Min: 60000, Currency: "EUR", Period: scoring.PerYear, Raw: "from 60k"}, Unsure},
		{scoring.Pay{Min: 28000, Max: 34000, Currency: "PLN", Raw: "28-34k PLN"}, Silent},
		{scoring.Pay{Min: 20000, Currency: "EUR", Period: scoring.PerYear, Raw: "from 20k"}, Fired},
		{scoring.Pay{Max: 3000, Currency: "EUR", Raw: "3000 EUR"}, Fired},
		{scoring.Pay{Max: 20, Currency: "EUR", Period: scoring.PerHour, Raw: "20 EUR"}, Unsure},
		{scoring.Pay{Max: 12000, Currency: "PLN", Period: scoring.PerMonth, Raw: "12000 PLN"}, Fired},
		{scoring.Pay{Max: 10, Currency: "XAU", Period: scoring.PerYear, Raw: "10 ounces"}, Silent},
		{scoring.Pay{}, Silent},
	} {
		got := payFloor(newListing(&scoring.Listing{Pay: tc.pay}), afar())
		if got.state != tc.want {
			t.Errorf("%s is %s, want %s", tc.pay.Raw, got.state, tc.want)
		}
		if got.state != Silent && got.quote != tc.pay.Raw {
			t.Errorf("%s is quoted as %q", tc.pay.Raw, got.quote)
		}
	}
}
