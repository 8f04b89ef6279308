package pay

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"shortlist/scoring"
)

const (
	hour  = scoring.PerHour
	day   = scoring.PerDay
	week  = scoring.PerWeek
	month = scoring.PerMonth
	year  = scoring.PerYear
)

// textCase is a text and what it pays; a want without figures means that none may be found.
type textCase struct {
	text string
	want scoring.Pay
}

func paid(lo, hi float64, currency string, p scoring.Period, raw string) scoring.Pay {
	return scoring.Pay{Min: lo, Max: hi, Currency: currency, Period: p, Raw: raw}
}

func checkTexts(t *testing.T, cases []textCase) {
	t.Helper()
	for _, tc := range cases {
		if diff := cmp.Diff(tc.want, FromText(tc.text)); diff != "" {
			t.Errorf("FromText(%q) (-want +got):\n%s", tc.text, diff)
		}
	}
}

func TestShortForms(t *testing.T) {
	t.Parallel()
	checkTexts(t, []textCase{
		{"", scoring.Pay{}},
		{"-", scoring.Pay{}},
		{"$82k - $104k", paid(82000, 104000, "USD", year, "$82k - $104k")},
		{"$31,5k- $52k", paid(31500, 52000, "USD", year, "$31,5k- $52k")},
		{"$22k -$37k", paid(22000, 37000, "USD", year, "$22k -$37k")},
		{"$40- $65k", paid(40000, 65000, "USD", year, "$40- $65k")},
		{"$40-85k USD", paid(40000, 85000, "USD", year, "$40-85k USD")},
		{"$110k-130", paid(110000, 130000, "USD", year, "$110k-130")},
		{"OTE $26k - $36k", paid(26000, 36000, "USD", year, "$26k - $36k")},
		{"$52-$78 /hour", paid(52, 78, "USD", hour, "$52-$78 /hour")},
		{"$14/hr", paid(14, 14, "USD", hour, "$14/hr")},
		{"$12K", paid(12000, 12000, "USD", "", "$12K")},
		{"120-170k/year", paid(120000, 170000, "", year, "120-170k/year")},
		{"$61k–$73k", paid(61000, 73000, "USD", year, "$61k–$73k")},
		{"$61k-$131k (depending on experience)", paid(61000, 131000, "USD", year, "$61k-$131k")},
		{"$204.4K – $352K • Offers Equity", paid(204400, 352000, "USD", year, "$204.4K – $352K")},
		{"$123,696—$254,640 USD", paid(123696, 254640, "USD", year, "$123,696—$254,640 USD")},
		{"$77,400 – $116,200 CAD", paid(77400, 116200, "CAD", year, "$77,400 – $116,200 CAD")},
		{"CA$100,000 - CA$130,000", paid(100000, 130000, "CAD", year, "CA$100,000 - CA$130,000")},
		{"61.000,00 €", paid(61000, 61000, "EUR", year, "61.000,00 €")},
		{"61 000 €", paid(61000, 61000, "EUR", year, "61 000 €")},
		{"61\u00a0000\u00a0€", paid(61000, 61000, "EUR", year, "61 000 €")},
		{"61\u202f000\u202f€", paid(61000, 61000, "EUR", year, "61 000 €")},
		{"CHF 110’000", paid(110000, 110000, "CHF", year, "CHF 110’000")},
		{"51.000EUR", paid(51000, 51000, "EUR", year, "51.000EUR")},
		{"£46k", paid(46000, 46000, "GBP", year, "£46k")},
		{"60-70 T€", paid(60000, 70000, "EUR", year, "60-70 T€")},
		{"PLN 20 000 - 25 000 / month", paid(20000, 25000, "PLN", month, "PLN 20 000 - 25 000 / month")},
		{"₹12-18 LPA", paid(1200000, 1800000, "INR", year, "₹12-18 LPA")},
		{"R$3.073,00 a R$3.841,50", paid(3073, 3841.5, "BRL", "", "R$3.073,00 a R$3.841,50")},
		{"from £310 per day", paid(310, 0, "GBP", day, "from £310 per day")},
		{"up to $125k", paid(0, 125000, "USD", year, "up to $125k")},
		{"$120,000+", paid(120000, 0, "USD", year, "$120,000+")},
		{"bis zu 60.000 € p. a.", paid(0, 60000, "EUR", year, "bis zu 60.000 € p. a.")},
		{"$700 per week", paid(700, 700, "USD", week, "$700 per week")},
		{"$5M Series A", scoring.Pay{}},
		{"401(k)", scoring.Pay{}},
		{"£0 - £0 a year", scoring.Pay{}},
		{"$800 signing bonus", scoring.Pay{}},
		{"PHP 8.2 / MySQL", scoring.Pay{}},
	})
}

func TestEnglishAdverts(t *testing.T) {
	t.Parallel()
	checkTexts(t, []textCase{
		{"We offer a gross annual salary between €48,000 and €62,000, plus a 10% bonus and a €2,000 learning budget.",
			paid(48000, 62000, "EUR", year, "€48,000 and €62,000")},
		{"Pay: $65k/yr DOE. Sign-on bonus of $5,000. Relocation up to $10,000.\nWe have offices in Oslo.", paid(65000, 65000, "USD", year, "$65k/yr")},
		{"The hourly wage for this position is $21.50. Shift differential of $2.00/hour for nights.", paid(21.5, 21.5, "USD", hour, "$21.50")},
		{"This role pays between 90,000 and 110,000 USD per year. Call +1 415 555 0134 or write to 1200 Main St, CO 80202.",
			paid(90000, 110000, "USD", year, "90,000 and 110,000 USD per year")},
		{"Pay range:\nLevel 1: $85,000 - $95,500\nLevel 2: $90,000 - $120,000\n", paid(85000, 120000, "USD", year, "$85,000 - $95,500; $90,000 - $120,000")},
		{"Pay range:\nZone North: $26.20 - $32.80\nZone South: $24 - $30\n", paid(24, 32.8, "USD", hour, "$26.20 - $32.80; $24 - $30")},
		{"Salary & benefits\n$223,200-$248,000\n• Dental", paid(223200, 248000, "USD", year, "$223,200-$248,000")},
		{"GROSS SALARY\nFrom 4132 EUR/month. We are open to discuss it.", paid(4132, 0, "EUR", month, "From 4132 EUR/month")},
		{"Base: $120,000–$140,000; OTE: $200,000–$240,000, all in.\nApply now", paid(120000, 140000, "USD", year, "$120,000–$140,000")},
		{"The base range is $67,500 (entry level) – $79,000 (expert), without benefits.\nApply", paid(67500, 79000, "USD", year, "$67,500 (entry level) – $79,000")},
		{"Compensation: 140-170k depending on level, and a 401(k) match up to $4,000.\nApply", paid(140000, 170000, "", year, "140-170k")},
		{"We raised $25M last year. Salary range: $140,000 to $170,000. We handle $2 billion in orders.", paid(140000, 170000, "USD", year, "$140,000 to $170,000")},
		{"Earnings of $15-$20 an hour; tips not counted.\n$1.25/hr shift differential", paid(15, 20, "USD", hour, "$15-$20 an hour")},
		{"The proposed salary for this position is up to $60,000 a year.\nApply", paid(0, 60000, "USD", year, "up to $60,000 a year")},
		{"Salaries run $78,000 – $99,000 in Ohio.\nCanadian staff: salary of 115,000 - 143,700 CAD", paid(78000, 99000, "USD", year, "$78,000 – $99,000")},
	})
}

func TestGermanFrenchSpanishAdverts(t *testing.T) {
	t.Parallel()
	checkTexts(t, []textCase{
		{"Wir bieten ein Jahresgehalt von 55.000 € bis 65.000 € brutto sowie einen Zuschuss von 50 € monatlich.", paid(55000, 65000, "EUR", year, "55.000 € bis 65.000 € brutto")},
		{"Das Mindestgehalt beträgt laut Kollektivvertrag EUR 2.815,- brutto/Monat. Überzahlung möglich.", paid(2815, 0, "EUR", month, "EUR 2.815,- brutto/Monat")},
		{"Dein Lohn: 19,40 Euro brutto/Std. Urlaubsgeld 500 €.\nBewirb dich", paid(19.4, 0, "EUR", hour, "19,40 Euro brutto/Std.")},
		{"Gehalt: € 3.910,00 brutto pro Monat (14mal jährlich) und ein Gutschein über 50 € im Monat.\nMehr", paid(3910, 0, "EUR", month, "€ 3.910,00 brutto pro Monat")},
		{"Ausbildungsvergütung:\n• 1. Jahr 1.050 €\n• 2. Jahr 1.120 €\nVermögenswirksame Leistungen von 40 € im Monat", paid(1050, 1120, "EUR", month, "1.050 €; 1.120 €")},
		{"Gehalt zwischen brutto EUR 71.000 und EUR 99.000 im Jahr, Umsatz 45 Mio. Euro, 350 Mitarbeiter.\nMehr", paid(71000, 99000, "EUR", year, "EUR 71.000 und EUR 99.000 im Jahr")},
		{"Schon heute mehr als der künftige Mindestlohn von 12 €, dazu Gehalt nach Absprache.", scoring.Pay{}},
		{"Zugang zu mehr als 10.000 Rabattaktionen und eine Teamprämie von je 600 € für die Werbung.", scoring.Pay{}},
		{"Gehalt nach Vereinbarung. Bewerbung bis 31.12.2026 an Lindenweg 4, 10115 Berlin, Telefon +49(0) 30-3608728", scoring.Pay{}},
		{"Salaire : 32 000 € à 38 000 € brut annuel selon profil. Prime de participation de 1 500 €.", paid(32000, 38000, "EUR", year, "32 000 € à 38 000 € brut annuel")},
		{"Votre salaire, sur une base de 37h à 2050 € brut mensuel + primes. Ticket restaurant 9€/jour.", paid(2050, 2050, "EUR", month, "2050 € brut mensuel")},
		{"Salaire : 35–42 k€ brut/an + 10 % variable", paid(35000, 42000, "EUR", year, "35–42 k€ brut/an")},
		{"TJM entre 450 € et 550 € selon profil, mission de 6 mois renouvelable, paniers repas (13.40€/jour)", paid(450, 550, "EUR", day, "450 € et 550 €")},
		{"Honoraires par projet : de 2k€ à +24k€/ client, temps de travail variable, rémunération attractive", scoring.Pay{}},
		{"Une prime mensuelle d’assiduité (jusqu’à 600€/an) et votre abonnement de transports (jusqu'à 540€/an)", scoring.Pay{}},
		{"Salario bruto anual entre 28.000 € y 34.000 €. Ticket restaurante de 11 € diarios.", paid(28000, 34000, "EUR", year, "28.000 € y 34.000 €")},
		{"SALARIO: 23.500 € + Plus por festivos.\nJornada de 40 horas", paid(23500, 0, "EUR", year, "23.500 €")},
		{"Banda salarial: 40.000 - 50.000 euros brutos/año", paid(40000, 50000, "EUR", year, "40.000 - 50.000 euros brutos/año")},
	})
}

func TestNotPay(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"Founded in 2015, 500+ employees in 30 countries, $1.2 billion in revenue and a $600B market.",
		"You will manage budgets of $100,000 to $500,000 annually for our customers in Europe and Asia.",
		"Life insurance up to $50,000, a $500 home office setup and a wellness stipend of $75/month.",
		"Earn a $500 referral bonus for every friend; employees get a $250 annual gift card.",
		"Each colleague has $5,000 for courses and books every year. Salary is competitive.",
		"Tuition reimbursement up to $5,250 per year for any field of study, and $1 for $1 401k match.",
		"Customers save $50,000 to $100,000 per year with our software, priced at $20-$40 per month.",
		"A one time 400.000 COP home office payment; deals in the $20k-$100k+ ARR range.",
		"The federal minimum wage of $15 an hour is not enough for anybody, so we think about it all the time here.",
		"The rate of pay is $600 per 1,000 words and each article has about 500 words, more or less, as agreed.",
		"We serve a customer base of 25 thousand shops, growing by 3-4 thousand every year since the start.",
		"Medical plan: $0 copay for visits, $0 deductible. Paid parental leave up to $10,000 per year.",
	} {
		if p := FromText(text); p.Known() || p.Raw != "" {
			t.Errorf("FromText(%q) = %+v, want nothing", text, p)
		}
	}
}

func TestFromField(t *testing.T) {
	t.Parallel()
	for _, tc := range []textCase{
		{"", scoring.Pay{}},
		{" – ", scoring.Pay{}},
		{" competitive ", scoring.Pay{Raw: "competitive"}},
		{"Level 3", scoring.Pay{Raw: "Level 3"}},
		{"60'500", paid(60500, 60500, "", year, "60'500")},
		{"80000-100000", paid(80000, 100000, "", year, "80000-100000")},
		{"18 - 22", paid(18, 22, "", hour, "18 - 22")},
		{"EUR 75.000 und\n EUR 105.000", paid(75000, 105000, "EUR", year, "EUR 75.000 und EUR 105.000")},
		{"19,40 Euro brutto/Std.", paid(19.4, 0, "EUR", hour, "19,40 Euro brutto/Std.")},
		{"$60k-$130k (depending on experience)", paid(60000, 130000, "USD", year, "$60k-$130k (depending on experience)")},
	} {
		if diff := cmp.Diff(tc.want, FromField(tc.text)); diff != "" {
			t.Errorf("FromField(%q) (-want +got):\n%s", tc.text, diff)
		}
	}
	if n := utf8.RuneCountInString(FromField(strings.Repeat("é", 5000)).Raw); n != maxRaw {
		t.Errorf("Raw has %d runes, want %d", n, maxRaw)
	}
}

func TestFromNumbers(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name             string
		lo, hi           float64
		currency, period string
		want             scoring.Pay
	}{
		{"undisclosed", 0, 0, "USD", "annual", scoring.Pay{}},
		{"yearly by size", 70000, 110000, "", "", paid(70000, 110000, "", year, "70000-110000 per year")},
		{"hourly by size", 30, 30, "USD", "", paid(30, 30, "USD", hour, "30 USD per hour")},
		{"size says nothing", 3000, 5000, "USD", "", paid(3000, 5000, "USD", "", "3000-5000 USD")},
		{"size of a small unit says nothing", 300000, 400000, "JPY", "", paid(300000, 400000, "JPY", "", "300000-400000 JPY")},
		{"annual", 50000, 65000, "eur", "annual", paid(50000, 65000, "EUR", year, "50000-65000 EUR per year")},
		{"yearly, no maximum", 67500, 0, "USD", "yearly", paid(67500, 0, "USD", year, "from 67500 USD per year")},
		{"no minimum", 0, 90000, "€", "Yearly", paid(0, 90000, "EUR", year, "up to 90000 EUR per year")},
		{"hourly", 18.5, 22, "USD", "hourly", paid(18.5, 22, "USD", hour, "18.5-22 USD per hour")},
		{"weekly", 800, 900, "GBP", "weekly", paid(800, 900, "GBP", week, "800-900 GBP per week")},
		{"fortnightly", 2000, 2100, "AUD", "fortnightly", paid(2000, 2100, "AUD", scoring.PerFortnight, "2000-2100 AUD per fortnight")},
		{"monthly", 4000, 5000, "USD", "monthly", paid(4000, 5000, "USD", month, "4000-5000 USD per month")},
		{"per-year-salary", 100000, 125000, "USD", "per-year-salary", paid(100000, 125000, "USD", year, "100000-125000 USD per year")},
		{"thirty dollars are no year", 30, 35, "USD", "annual", paid(30, 35, "USD", "", "30-35 USD")},
		{"swapped", 90000, 60000, "USD", "", paid(60000, 90000, "USD", year, "60000-90000 USD per year")},
		{"not finite", math.NaN(), math.Inf(1), "USD", "annual", scoring.Pay{}},
		{"negative and absurd", -5, 1e15, "USD", "annual", scoring.Pay{}},
		{"unknown words", 50000, 60000, "dollars; drop", "often", paid(50000, 60000, "", year, "50000-60000 per year")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tc.want, FromNumbers(tc.lo, tc.hi, tc.currency, tc.period)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestFormat(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		pay  scoring.Pay
		want string
	}{
		{scoring.Pay{Raw: "competitive", Currency: "EUR"}, ""},
		{paid(60000, 80000, "EUR", year, ""), "€60,000–80,000 a year"},
		{paid(18, 22, "USD", hour, ""), "$18–22 an hour"},
		{paid(2000, 0, "EUR", month, ""), "from €2,000 a month"},
		{paid(0, 300000, "USD", year, ""), "up to $300,000 a year"},
		{paid(100000, 100000, "CHF", year, ""), "CHF 100,000 a year"},
		{paid(1200000, 1800000, "INR", year, ""), "₹1,200,000–1,800,000 a year"},
		{paid(64.42, 68.5, "CAD", hour, ""), "CA$64.42–68.50 an hour"},
		{paid(550, 550, "AUD", day, ""), "A$550 a day"},
		{paid(900, 900, "GBP", week, ""), "£900 a week"},
		{paid(1800, 1800, "JPY", scoring.PerFortnight, ""), "¥1,800 a fortnight"},
		{paid(3000, 10000, "", "", ""), "3,000–10,000"},
	} {
		if got := Format(tc.pay); got != tc.want {
			t.Errorf("Format(%+v) = %q, want %q", tc.pay, got, tc.want)
		}
	}
}

func FuzzFromText(f *testing.F) {
	for _, s := range []string{
		"Salary $120-150k", "zwischen 50.000,00 € und 60.000 € brutto/Std.", "₹12,00,000 - 18 LPA", "R$ 1.2.3,4:5", "up to €1’000’000.-/Monat (p. a.)",
		"Pay:\n• $\u202f5\xff", "$$$1-2-3-4k EUREUR", "999999999999999999999k$", "(((((1)))))€ k€ T€", "bis 5 bis 6 bis 7 €",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, p := range []scoring.Pay{FromText(s), FromField(s)} {
			if !(p.Min >= 0 && p.Max >= 0 && p.Min <= maxPay && p.Max <= maxPay) {
				t.Fatalf("bounds of %+v", p)
			}
			if p.Max != 0 && p.Min > p.Max {
				t.Fatalf("min above max in %+v", p)
			}
			if utf8.RuneCountInString(p.Raw) > maxRaw || !utf8.ValidString(p.Raw) || strings.TrimSpace(p.Raw) != p.Raw {
				t.Fatalf("raw of %+v", p)
			}
			if p.Known() && p.Raw == "" {
				t.Fatalf("figure without its span: %+v", p)
			}
			Format(p)
		}
	})
}

// sampleAdvert is about 3 KB of an invented advert, with pay near its end and other money before it.
var sampleAdvert = "Platform Engineer at Quillwort Systems\n\nQuillwort raised $42 million in 2023 and serves 60,000+ gardens in 30 countries.\n\n" +
	strings.Repeat("You design services that plan watering for large nurseries, keep them healthy, and write down what you learned. "+
		"You have 5+ years with distributed systems and like to talk with growers on Tuesdays at 10:30.\n• Go, SQL and a calm mind\n", 11) +
	"\nBenefits:\n• 401(k) with 4% match\n• $1,000 home office stipend\n• Learning budget of €2,000 per year\n\n" +
	"The salary range for this position is $128,000 - $154,500 per year, plus equity.\n"

func BenchmarkFromText(b *testing.B) {
	b.SetBytes(int64(len(sampleAdvert)))
	b.ReportAllocs()
	for b.Loop() {
		if p := FromText(sampleAdvert); p.Max != 154500 {
			b.Fatalf("%+v", p)
		}
	}
}

// BenchmarkHostileText reads a text that is all figures.
func BenchmarkHostileText(b *testing.B) {
	s := strings.Repeat("salary $1 bonus(", 1<<16)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		FromText(s)
	}
}
