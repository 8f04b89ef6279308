package gate

import (
	"testing"

	"shortlist/scoring"
)

func TestTerritoryTitles(t *testing.T) {
	t.Parallel()
	checkClauses(t, Territory, []string{
		"Account Executive, DACH", "Sales Manager - Italy", "Customer Success Manager (Nordics)", "Regional Director APAC", "Country Manager Poland",
		"Business Development, France & Benelux", "Go Developer (Brazil only)", "Partnerships Lead for Latin America", "EMEA Sales Engineer",
		"Vertriebsleiter Österreich", "Responsable commercial Belgique", "Gerente de ventas, México", "Field Engineer | Remote | Canada", "Sales Lead UK&I",
		"Head of Growth, Middle East", "Account Manager - UK/Ireland", "Solutions Engineer, Southeast Asia", "Key Account Manager Deutschland",
	}, []string{
		"Go Developer", "Global Account Manager", "Worldwide Support Engineer", "International Sales Manager", "Engineer at Air France", "Engineer, Bank of Ireland",
		"Developer (Remote, Worldwide)", "Software Engineer - Berlin", "IT Manager", "Java Developer", "Engineering Manager, Pacific Platform", "QA Lead (m/w/d)",
		"Developer Relations", "People Partner", "Full Stack Engineer, Mercury Team", "Accountant (f/m/x)", "Engineer, Iberia Airlines",
	})
}

func TestTerritoryOfMarkets(t *testing.T) {
	t.Parallel()
	p := &scoring.Profile{About: scoring.About{Markets: []string{"EU", "GB"}}}
	for title, want := range map[string]State{
		"Sales Manager, Germany":   Silent,
		"Sales Manager, EMEA":      Silent,
		"Sales Manager, UK":        Silent,
		"Sales Manager, Brazil":    Fired,
		"Sales Manager, Worldwide": Silent,
	} {
		if got, _ := Ask(Case{Class: Territory, Text: title}, p); got != want {
			t.Errorf("%q is %s, want %s", title, got, want)
		}
	}
	if got, _ := Ask(Case{Class: Territory, Text: "Sales Manager, Brazil"}, &scoring.Profile{}); got != Silent {
		t.Errorf("without markets it is %s", got)
	}
}
