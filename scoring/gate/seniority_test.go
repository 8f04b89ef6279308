package gate

import "testing"

func TestSeniorityTitles(t *testing.T) {
	t.Parallel()
	fires := []string{
		"Junior Go Developer", "Software Engineering Intern", "Graduate Engineer", "Werkstudent Backend (m/w/d)", "Praktikant Softwareentwicklung",
		"Stage - Développeur web", "Alternance DevOps", "Becario de desarrollo", "Desarrollador Junior", "Tirocinio sviluppo software", "Stagiair marketing",
		"Estágio em TI", "Młodszy programista", "Stażysta IT", "VP Engineering", "Director of Engineering", "Head of Platform", "CTO", "Chief Data Officer",
		"Principal Engineer", "Staff Software Engineer", "Software Engineer, Staff", "Entry-Level Analyst", "Teamleiter Entwicklung (m/w/d)",
		"Leiter IT (m/w/d)", "Directeur technique", "Praktikant till utvecklingsteamet", "Junior Staff Accountant", "Marketing Intern - Senior Living Community",
		"Software Engineering Intern, Lead Generation Platform", "Geschäftsführer (m/w/d)", "Jr. QA Tester", "Auszubildende Fachinformatik",
	}
	near := []string{
		"Senior Go Developer", "Lead Developer", "Software Engineer", "Engineer II - Senior Platform Group", "Senior/Staff Engineer", "Senior or Lead Developer", "Mid-Senior Engineer",
		"(Senior) Accountant", "Medior Developer", "Product Manager", "Account Manager", "Member of Technical Staff", "Internal Tools Engineer", "International Sales",
		"Lead Generation Specialist", "Associate Consultant", "Creative Director, Brand", "Sr. Analyst", "Softwareentwickler (m/w/d)", "Développeur confirmé",
		"Desarrollador Semi Senior", "Analista Pleno", "Starszy programista", "Senior Utvecklare", "Student Success Coordinator", "Leadership Coach",
		"Staffing Coordinator", "Headhunter", "Software Engineer, Principal Bank Team",
	}
	for _, title := range fires {
		if got, _ := Ask(Case{Class: Seniority, Title: title, Text: title}, afar()); got != Fired {
			t.Errorf("%q is %s, want it to fire", title, got)
		}
	}
	for _, title := range near {
		if got, _ := Ask(Case{Class: Seniority, Title: title, Text: title}, afar()); got == Fired {
			t.Errorf("%q fires", title)
		}
	}
}

func TestSeniorityClauses(t *testing.T) {
	t.Parallel()
	checkClauses(t, Seniority, []string{
		"You bring 1-2 years of experience in support.",
		"0 to 1 year of professional experience",
		"This is an entry-level position.",
		"We are looking for recent graduates.",
		"No prior experience needed, we train you for this role.",
		"15+ years of experience in software engineering required",
		"Berufseinsteiger sind bei dieser Stelle willkommen.",
		"Bis 2 Jahre Berufserfahrung",
		"Poste ouvert aux débutants",
		"1 à 2 ans d'expérience",
		"Buscamos recién graduados para este puesto",
		"Cerchiamo neolaureati per questo ruolo",
		"Deze functie is geschikt voor starters",
		"Vaga para recém-formados",
		"Szukamy absolwentów na to stanowisko",
	}, []string{
		"You mentor junior colleagues.",
		"Our company has 25 years of experience in logistics.",
		"At least 5 years of experience with distributed systems.",
		"You must be 18 years or older.",
		"2+ years of experience with Go",
		"Work with senior leadership on the plan.",
		"For over 40 years we have made scales.",
		"You lead the design of new services.",
		"You report to the Director of Engineering.",
		"Seit über 90 Jahren bauen wir Uhren.",
		"Mindestens drei Jahre Berufserfahrung",
		"Du betreust unsere Auszubildenden.",
		"Vous encadrez des stagiaires.",
		"Notre entreprise a 30 ans d'expérience.",
		"Llevamos 20 años en el mercado.",
		"Da oltre 50 anni la nostra azienda produce macchine.",
		"Je begeleidt stagiairs en juniors.",
		"Há mais de 15 anos no mercado.",
		"Nasza firma działa na rynku od 20 lat.",
	})
}
