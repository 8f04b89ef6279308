package pay

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"shortlist/scoring"
)

// role is what a word does near a figure.
type role uint16

const (
	pays    role = 1 << iota // names pay: salary, Gehalt
	gross                    // says how pay is meant: brutto, base
	perk                     // names money beside the pay: bonus, stipend
	firm                     // names money of a company: revenue, funding
	unit                     // "per", "pro", "par": a unit follows
	stop                     // ends what the figure speaks of: plus, and
	floor                    // the figure is the least: from, ab
	ceiling                  // the figure is the most: up to, bis zu
	filler                   // may stand between those and the figure
	opener                   // a range joined by "and" follows: between
	joiner                   // joins a range: to, bis
	both                     // joins a range after an opener: and, und
	total                    // the figure holds more than the base: OTE
	base                     // the figure is the base
	each                     // after "per": not a stretch of time
)

// tongue is the language a word gives away.
type tongue uint8

const (
	english tongue = iota
	german
	french
	spanish
	other
)

// entry is what is known about one word.
type entry struct {
	roles  role
	period scoring.Period // an adjective or adverb: annual, monatlich
	span   scoring.Period // a noun that counts after "per": year, Monat
	tongue tongue
}

func (e entry) has(r role) bool { return e.roles&r != 0 }

// lexicon is the table of all single words; German compounds are read by stem in classify.
var lexicon = buildLexicon()

func buildLexicon() map[string]entry {
	m := map[string]entry{}
	add := func(words string, f func(*entry)) {
		for w := range strings.FieldsSeq(words) {
			e := m[w]
			f(&e)
			m[w] = e
		}
	}
	roles := func(r role, words string) { add(words, func(e *entry) { e.roles |= r }) }
	for r, words := range roleWords {
		roles(r, words)
	}
	for t, words := range payWords {
		add(words, func(e *entry) { e.roles |= pays; e.tongue = t })
	}
	for t, words := range grossWords {
		add(words, func(e *entry) { e.roles |= gross; e.tongue = t })
	}
	for p, words := range periodWords {
		add(words, func(e *entry) { e.period = p })
	}
	for p, words := range spanWords {
		add(words, func(e *entry) { e.span = p })
	}
	for t, words := range tongueWords {
		add(words, func(e *entry) { e.tongue = t })
	}
	return m
}

var payWords = map[tongue]string{
	english: `salary salaries pay payrate pays paid compensation comp wage wages remuneration earnings earn income ote ctc
		payscale rate rates`,
	german:  `gehalt gehälter lohn löhne vergütung entgelt verdienst bezahlung entlohnung verdienen verdienst fixum honorar tagessatz stundensatz`,
	french:  `salaire salaires rémunération rémunérations rému gratification tjm`,
	spanish: `salario salarios sueldo sueldos retribución remuneración salarial retributiva`,
	other: `salário salários remuneração vencimento stipendio retribuzione ral salaris loon wynagrodzenie pensja lön lønn løn palkka
		salariu`,
}

var grossWords = map[tongue]string{
	english: `gross base`,
	german:  `brutto`,
	french:  `brut bruts brute brutes`,
	spanish: `bruto brutos bruta brutas`,
	other:   `lordo lordi lorda`,
}

var roleWords = map[role]string{
	perk: `bonus bonuses stipend stipends reimbursement reimbursements reimburse reimbursed allowance allowances equity shares options stock
		rsu rsus grant tuition referral referrals refer discount discounts coverage deductible copay premium premiums match matching
		contribution contributions contribute contributes hsa fsa donate donation donations relocation relocate meal meals diem gift gifts card credit credits gym
		wellness equipment internet phone laptop differential tips prize award awards commission commissions retention incentive
		incentives signing fee fees reward rewards perk perks voucher vouchers budget budgets fund insurance lifetime scholarship
		bonos bono prima primas dietas comisión comisiones incentivo incentivos ayuda descuento descuentos bonificación cheque
		prime primes indemnité indemnités ticket tickets titre titres restaurant panier paniers repas mutuelle mobilité forfait transport transports
		abonnement frais remboursement participation intéressement cooptation chèque chèques cadeau cadeaux avantages
		prämie prämien zuschuss zuschüsse zuschuß zuschüssen provision provisionen sachbezug gutschein gutscheine jobticket rabatt rabatte mindestlohn boni
		zulage zulagen zuschlag zuschläge weiterbildung weiterbildungsbudget empfehlungen trinkgeld extra smic smi
		bônus auxílio vale buono premio`,
	firm: `funding funded raised raise raising revenue revenues arr mrr valuation valued series seed investment investments invest invested
		investors deal deals acv tcv quota assets aum cost costs price priced pricing loan loans spend spending worth savings saving saves
		profit profits ebitda turnover portfolio transactions backed purchase sales budgeted capital financing contract contracts
		customer customers market gmv bookings
		umsatz gewinn kapital finanzierung investition chiffre affaires levée levé facturación ventas inversión`,
	unit:    `per a an pro je par por al im each every cada l à le la die der`,
	stop:    `plus the your our we this these and und et y sowie with mit avec con in zusätzlich zusätzliche zusätzliches zzgl inkl inklusive incl including additional also dependent depending`,
	floor:   `from ab mindestens minimum min least starting starts partir desde dès over above than über mínimo mínima mindestgehalt mindestentgelt`,
	ceiling: `jusqu jusque hasta max maximum máximo maximal maximale upto bis`,
	filler:  `to zu a à of de d von at the um ca circa approx approximately rund brutto gross usd eur about environ einem un una au`,
	opener:  `between zwischen entre from de von vom range ranges ranging tra del desde`,
	joiner:  `to bis à a hasta through thru au al do tot until zu`,
	both:    `and und et y e i en`,
	total:   `ote ttc otc potential`,
	each: `client clients customer customers employee employees person people user users project referral lead sale seat head hire kunde
		kunden projekt mitarbeiter projet collaborateur salarié cliente venta article page word words task placement visit delivery`,
}

var periodWords = map[scoring.Period]string{
	scoring.PerHour:      `hourly horaire stündlich`,
	scoring.PerDay:       `daily täglich journalier journalière tjm tagessatz diario diarios diaria`,
	scoring.PerWeek:      `weekly wöchentlich hebdomadaire hebdomadaires semanal semanales`,
	scoring.PerFortnight: `biweekly fortnightly quincenal quincenales`,
	scoring.PerMonth:     `monthly monatlich mtl monatl mensuel mensuels mensuelle mensuelles mensual mensuales mensal mensais mensile mensili miesięcznie`,
	scoring.PerYear: `annual annually annualized annualised yearly jährlich jährl annuel annuels annuelle annuelles annuellement anual
		anuales anualmente anuais annuo annui annuali rocznie pa`,
}

var spanWords = map[scoring.Period]string{
	scoring.PerHour:      `hour hr hrs hours h std stunde stunden heure hora ora uur godz`,
	scoring.PerDay:       `day tag jour día dia giorno dag`,
	scoring.PerWeek:      `week wk woche semaine semana settimana`,
	scoring.PerFortnight: `fortnight`,
	scoring.PerMonth:     `month mo mth monat mois mes mês mese maand mc msc miesiąc`,
	scoring.PerYear:      `year yr yrs annum y jahr an année año ano anno jaar rok`,
}

// tongueWords give a language away without naming pay.
var tongueWords = map[tongue]string{
	german:  `monatlich mtl monatl jährlich jährl stündlich stunde std monat jahr tag woche ab bis zwischen zu`,
	french:  `mensuel mensuels mensuelle mensuelles annuel annuels annuelle annuelles horaire heure mois année entre jour`,
	spanish: `mensual mensuales anual anuales hora mes año día diarios desde hasta`,
}

// classify looks a word in small letters up. German joins words without end, so long ones are read by their stems; the
// stems of extras come first ("Gehaltsextra" is no Gehalt).
func classify(w string) entry {
	if e, ok := lexicon[w]; ok || len(w) < 7 {
		return e
	}
	for _, stem := range perkStems {
		if strings.Contains(w, stem) {
			return entry{roles: perk}
		}
	}
	if strings.HasSuffix(w, "geld") {
		return entry{roles: perk}
	}
	for _, stem := range payStems {
		if !strings.Contains(w, stem) {
			continue
		}
		e := entry{roles: pays, tongue: german}
		if strings.Contains(w, "mindest") {
			e.roles |= floor
		}
		for _, p := range germanPrefixes {
			if strings.Contains(w, p.stem) {
				e.period = p.period
			}
		}
		return e
	}
	return entry{}
}

var (
	perkStems = []string{"prämie", "zuschuss", "zuschüsse", "bonus", "boni", "zulage", "zuschlag", "zuschläge", "extra", "mindestlohn", "rabatt",
		"sachbezug", "gutschein", "weiterbildungs", "provision", "sonderzahlung", "umsatz"}
	payStems       = []string{"gehalt", "gehält", "lohn", "vergütung", "entgelt", "verdienst", "brutto", "honorar"}
	germanPrefixes = []struct {
		stem   string
		period scoring.Period
	}{{"stunden", scoring.PerHour}, {"tages", scoring.PerDay}, {"wochen", scoring.PerWeek}, {"monats", scoring.PerMonth}, {"jahres", scoring.PerYear}}
)

// lower writes s in small letters without changing its length in bytes, so that offsets hold in both.
func lower(s string) string {
	i := 0
	for i < len(s) && (s[i] < 'A' || s[i] > 'Z') && s[i] < 0x80 {
		i++
	}
	if i == len(s) {
		return s
	}
	b := []byte(s)
	for ; i < len(b); i++ {
		switch c := b[i]; {
		case c >= 'A' && c <= 'Z':
			b[i] = c + 'a' - 'A'
		case c == 0xC3 && i+1 < len(b) && b[i+1] >= 0x80 && b[i+1] <= 0x9E && b[i+1] != 0x97:
			b[i+1] += 0x20
			i++
		}
	}
	return string(b)
}

// letterWidth is the length in bytes of the letter at s[i], else 0.
func letterWidth(s string, i int) int {
	c := at(s, i)
	if c < 0x80 {
		if isASCIILetter(c) {
			return 1
		}
		return 0
	}
	r, w := utf8.DecodeRuneInString(s[i:])
	if unicode.IsLetter(r) || unicode.IsMark(r) {
		return w
	}
	return 0
}

func lastIsLetter(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsLetter(r) || unicode.IsMark(r)
}

func wordSet(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}
